"""Secondary structure from the places of the backbone, by the rules of Kabsch and Sander, doi:10.1002/bip.360221211."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

# 0.084 times 332 kcal/mol Å; a bond is below -0.5 kcal/mol.
_COUPLING, _BOND = 27.888, -0.5
_BEND, _LEAST_APART = 70.0, 3


def energies(atoms: NDArray[Any], numbers: NDArray[Any], prolines: frozenset[int] = frozenset()) -> NDArray[Any]:
    """The energy of the bond from the C=O of each residue (rows) to the N-H of each (columns), in kcal/mol.

    Zero where there is none: no hydrogen on a proline, at a beginning or behind a gap, and none within a residue.
    """
    import numpy as np

    count = len(atoms)
    hydrogens = np.full((count, 3), np.nan)
    for place in range(1, count):
        if numbers[place] - numbers[place - 1] != 1 or place in prolines:
            continue
        along = atoms[place - 1, 2] - atoms[place - 1, 3]
        hydrogens[place] = atoms[place, 0] + along / np.linalg.norm(along)

    def apart(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(np.linalg.norm(left[:, None] - right[None], axis=2).clip(0.5))

    carbons, oxygens, nitrogens = atoms[:, 2], atoms[:, 3], atoms[:, 0]
    found = 1 / apart(oxygens, nitrogens) + 1 / apart(carbons, hydrogens)
    found = _COUPLING * (found - 1 / apart(oxygens, hydrogens) - 1 / apart(carbons, nitrogens))
    found = np.nan_to_num(found, nan=0.0)
    places = np.arange(count)
    found[places, places] = 0.0
    # The nitrogen behind a C=O is bonded to it.
    found[places[:-1], places[1:]] = 0.0
    return np.asarray(found)


def states(atoms: NDArray[Any], numbers: NDArray[Any], prolines: frozenset[int] = frozenset()) -> str:
    """The state of each residue: H, B, E, G, I, T, S or - for none.

    Args:
        atoms: for each residue the places of N, CA, C and O.
        numbers: of the residues; a step other than one is a break of the chain.
        prolines: the places of prolines.
    """
    bonded = energies(atoms, numbers, prolines) < _BOND
    count = len(atoms)
    whole = [numbers[place + 1] - numbers[place] == 1 for place in range(count - 1)]
    turns = {
        size: [
            place for place in range(count - size) if bonded[place, place + size] and all(whole[place : place + size])
        ]
        for size in (3, 4, 5)
    }
    found = ["-"] * count
    _bend(found, atoms, whole)
    for size, starts in turns.items():
        for place in starts:
            found[place + 1 : place + size] = ["T"] * (size - 1)
    for letter, size in (("I", 5), ("G", 3)):
        _helix(found, letter, size, turns[size])
    for place, letter in _bridged(bonded, whole).items():
        found[place] = letter
    _helix(found, "H", 4, turns[4], over=True)
    return "".join(found)


def _bend(found: list[str], atoms: NDArray[Any], whole: list[bool]) -> None:
    import numpy as np

    alphas = atoms[:, 1]
    for place in range(2, len(found) - 2):
        before, behind = alphas[place] - alphas[place - 2], alphas[place + 2] - alphas[place]
        turned = before @ behind / np.linalg.norm(before) / np.linalg.norm(behind)
        if all(whole[place - 2 : place + 2]) and np.degrees(np.arccos(np.clip(turned, -1, 1))) > _BEND:
            found[place] = "S"


def _helix(found: list[str], letter: str, size: int, starts: list[int], over: bool = False) -> None:
    """Mark the residues of two turns in a row; a weaker helix only where nothing stronger is."""
    known = set(starts)
    for place in starts:
        span = range(place, place + size)
        if place - 1 in known and (over or all(found[one] in ("-", "S", "T", letter) for one in span)):
            for one in span:
                found[one] = letter


def _bridged(bonded: NDArray[Any], whole: list[bool]) -> dict[int, str]:
    """The residues in bridges: E where the next pair along the strands is one, too, and B where one stands alone."""
    count = len(bonded)
    pairs: dict[tuple[int, int], int] = {}
    inner = [place for place in range(1, count - 1) if whole[place - 1] and whole[place]]
    for i in inner:
        for j in (one for one in inner if one - i >= _LEAST_APART):
            along = (bonded[i - 1, j] and bonded[j, i + 1]) or (bonded[j - 1, i] and bonded[i, j + 1])
            against = (bonded[i, j] and bonded[j, i]) or (bonded[i - 1, j + 1] and bonded[j - 1, i + 1])
            if along or against:
                pairs[i, j] = 1 if along else -1
    found: dict[int, str] = {}
    for (i, j), way in pairs.items():
        ladder = pairs.get((i + 1, j + way)) == way or pairs.get((i - 1, j - way)) == way
        for place in (i, j):
            found[place] = "E" if ladder or found.get(place) == "E" else "B"
    return found
