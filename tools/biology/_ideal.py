"""Backbones of ideal helices and strands, and layers of them; no loops join the elements."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Engh and Huber 1991, doi:10.1107/S0108767391001071: lengths in Å and angles in degrees along N, CA, C.
_N_CA, _CA_C, _C_N, _C_O = 1.458, 1.525, 1.329, 1.231
_AT_CA, _AT_C, _AT_N, _AT_O = 111.2, 116.2, 121.7, 120.8
# Phi and psi: helix of Arnott and Dover 1967; strand of the antiparallel sheet of Pauling and Corey.
_HELIX, _STRAND = (-57.0, -47.0), (-139.0, 135.0)
# Between the axes of neighbours: Chothia, Levitt and Richardson 1977, doi:10.1073/pnas.74.10.4130.
_STRANDS_APART, _SHEETS_APART, _HELICES_APART, _LAYERS_APART = 4.8, 10.0, 9.5, 10.0
FOLDS = ("all-alpha", "all-beta", "alpha-beta")


def elements(fold: str, residues: int) -> list[NDArray[Any]]:
    """The elements of a fold in the order of the chain: for each residue the places of N, CA, C and O.

    Helices stand in a bundle of four, strands in two sheets of four, or two helices on each side of a sheet of four.
    """
    import numpy as np

    if fold == "all-alpha":
        corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
        return [
            _moved(_turned(element(_HELIX, size), bool(number % 2)), (x * _HELICES_APART, y * _HELICES_APART, 0.0))
            for number, ((x, y), size) in enumerate(zip(corners, _shared(residues, 4), strict=True))
        ]
    if fold == "all-beta":
        sizes = _shared(residues, 8)
        first, second = strands_beside(sizes[:4], flipped=True), strands_beside(sizes[4:], flipped=True)
        return [*first, *(_moved(one, (_SHEETS_APART, 0.0, 0.0)) for one in second)]
    strands = strands_beside(_shared(max(residues // 3, 16), 4), flipped=False)
    made: list[NDArray[Any]] = []
    for number, (strand, size) in enumerate(zip(strands, _shared(residues - sum(map(len, strands)), 4), strict=True)):
        side = _LAYERS_APART if number % 2 else -_LAYERS_APART
        across = (number // 2 + 0.25) * 2 * _STRANDS_APART
        helix = _moved(_turned(element(_HELIX, size), True), (side, across, float(np.mean(strand[:, 1, 2]))))
        made += [strand, helix]
    return made


def _shared(total: int, parts: int) -> list[int]:
    return [total // parts + (place < total % parts) for place in range(parts)]


def element(angles: tuple[float, float], residues: int) -> NDArray[Any]:
    """A run of residues with the same phi and psi, its axis along z and its middle in the origin."""
    import numpy as np

    phi, psi = angles
    chain = [np.zeros(3), np.array([_N_CA, 0.0, 0.0])]
    bend = math.radians(180 - _AT_CA)
    chain.append(chain[1] + _CA_C * np.array([math.cos(bend), math.sin(bend), 0.0]))
    for _ in range(residues - 1):
        for length, angle, twist in ((_C_N, _AT_C, psi), (_N_CA, _AT_N, 180.0), (_CA_C, _AT_CA, phi)):
            chain.append(_next(chain[-3], chain[-2], chain[-1], length, angle, twist))
    atoms = np.array(chain).reshape(residues, 3, 3)
    oxygens = [_next(one[0], one[1], one[2], _C_O, _AT_O, psi + 180.0) for one in atoms]
    made = np.concatenate([atoms, np.array(oxygens)[:, None]], axis=1)
    made = made - made[:, 1].mean(axis=0)
    axes = np.linalg.svd(made[:, 1])[2]
    axes[2] = np.cross(axes[0], axes[1])
    if (made[-1, 1] - made[0, 1]) @ axes[0] < 0:
        axes[:2] = -axes[:2]
    turned = made @ np.array([axes[1], axes[2], axes[0]]).T
    return np.asarray(turned)


def _next(a: Any, b: Any, c: Any, length: float, angle: float, twist: float) -> Any:
    """The atom behind three others, by its distance, angle and dihedral angle."""
    import numpy as np

    along = (c - b) / np.linalg.norm(c - b)
    normal = np.cross(b - a, along)
    normal /= np.linalg.norm(normal)
    bend, turn = math.radians(angle), math.radians(twist)
    frame = np.array([along, np.cross(normal, along), normal])
    local = np.array([-math.cos(bend), math.sin(bend) * math.cos(turn), math.sin(bend) * math.sin(turn)])
    return c + length * local @ frame


def strands_beside(sizes: Sequence[int], flipped: bool) -> list[NDArray[Any]]:
    """Strands side by side along y, each slid along the one before to where their hydrogen bonds are strongest."""
    import numpy as np

    made: list[NDArray[Any]] = []
    for number, size in enumerate(sizes):
        strand = _turned(_flat(element(_STRAND, size)), flipped and bool(number % 2))
        if made:
            last = made[-1][:, 1].mean(axis=0)
            options = [
                _moved(strand, (0.0, last[1] + _STRANDS_APART + wider, last[2] + slid))
                for slid in np.arange(-4.0, 4.01, 0.2)
                for wider in (-0.2, 0.0, 0.2)
            ]
            strand = min(options, key=lambda one: _between(made[-1], one))
        made.append(strand)
    return made


def _flat(strand: NDArray[Any]) -> NDArray[Any]:
    """A strand turned about its axis until its C=O bonds point along y."""
    import numpy as np

    bonds = (strand[:, 3] - strand[:, 2])[:, :2]
    main = np.linalg.svd(bonds)[2][0]
    turn = np.array([[main[1], -main[0], 0.0], [main[0], main[1], 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(strand @ turn.T)


def _between(one: NDArray[Any], other: NDArray[Any]) -> float:
    """The energy of all hydrogen bonds between two elements in kcal/mol."""
    import numpy as np

    from scitoolagent.tools.biology._states import energies

    whole = np.concatenate([one, other])
    found = energies(whole, np.array([*range(len(one)), *range(len(one) + 9, len(one) + 9 + len(other))]))
    found[: len(one), : len(one)] = found[len(one) :, len(one) :] = 0.0
    return float(np.clip(found, -4.0, 4.0)[found < 0].sum())


def _turned(atoms: NDArray[Any], over: bool) -> NDArray[Any]:
    """The element as it is, or the other way round along z, turned about x."""
    import numpy as np

    return np.asarray(atoms * np.array([1.0, -1.0, -1.0])) if over else atoms


def _moved(atoms: NDArray[Any], by: tuple[float, float, float]) -> NDArray[Any]:
    import numpy as np

    return np.asarray(atoms + np.array(by))
