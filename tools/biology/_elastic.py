"""Elastic networks and ensembles by numpy alone: what stands in where ProDy is not installed."""

from __future__ import annotations

import dataclasses
from typing import Any

from scitoolagent.errors import ToolInputError

# As in ProDy: an eigenvalue below this, in units of the spring constant, is a motion without energy.
_ZERO = 1e-6
_CONVERGED = 1e-9
_MOST_ROUNDS = 200

REQUIRES: tuple[str, ...] = ()
PROGRAM = "numpy alone"


@dataclasses.dataclass(frozen=True, slots=True)
class Modes:
    """All modes above zero, slowest first.

    Attributes:
        values: eigenvalues.
        vectors: one column a mode; of an anisotropic network three rows a residue, else one.
        axes: 3 for an anisotropic network, 1 for a Gaussian one.
    """

    values: Any
    vectors: Any
    axes: int

    def eigenvalues(self, count: int) -> Any:
        """The first eigenvalues."""
        return self.values[:count]

    def collectivities(self, count: int) -> Any:
        """The share of residues that take part in each of the first modes (Brüschweiler 1995, equation 5)."""
        import numpy as np

        moved = self._squares()[:, :count]
        # ProDy keeps the sum of squares off zero by the same small number.
        return np.exp(-(moved * np.log(moved + np.finfo(float).eps)).sum(axis=0)) / len(moved)

    def square_fluctuations(self, count: int) -> Any:
        """Of each residue, summed over the first modes, in kT over the spring constant."""
        return self._squares()[:, :count] @ (1 / self.values[:count])

    def correlations(self, count: int) -> Any:
        """Covariance of each pair of residues over the first modes, normalised to 1 on the diagonal."""
        import numpy as np

        rows = self.vectors[:, :count].reshape(-1, self.axes, count)
        covariance = np.einsum("iak,k,jak->ij", rows, 1 / self.values[:count], rows, optimize=True)
        spread = np.sqrt(covariance.diagonal())
        return covariance / np.outer(spread, spread)

    def vector(self, mode: int) -> Any:
        """The displacements of one mode."""
        return self.vectors[:, mode]

    def stiffness(self, places: Any) -> Any:
        """Effective spring constant of each pair of residues over all modes (Eyal and Bahar 2008)."""
        import numpy as np

        rows = self.vectors.reshape(len(places), 3, -1)
        found = np.zeros((len(places), len(places)))
        for first in range(len(places) - 1):
            ways = places[first + 1 :] - places[first]
            ways /= np.linalg.norm(ways, axis=1)[:, None]
            # How much each mode stretches the pair, at the amplitude that the mode has.
            stretch = np.abs(np.einsum("ja,jak->jk", ways, rows[first + 1 :] - rows[first])) / np.sqrt(self.values)
            found[first, first + 1 :] = (stretch @ self.values) / stretch.sum(axis=1)
        return found + found.T

    def _squares(self) -> Any:
        return (self.vectors**2).reshape(-1, self.axes, self.vectors.shape[1]).sum(axis=1)


def anisotropic(places: Any, cutoff: float, gamma: float) -> Modes:
    """The modes of the anisotropic network of some places in Å.

    Raises:
        ToolInputError: parts of it move without energy.
    """
    import numpy as np

    size = len(places)
    ways = places[None, :, :] - places[:, None, :]
    squares = (ways**2).sum(axis=2)
    weights = np.divide(1.0, squares, out=np.zeros_like(squares), where=_joined(squares, cutoff))
    blocks = -np.einsum("ij,ija,ijb->iajb", weights, ways, ways)
    diagonal = np.arange(size)
    blocks[diagonal, :, diagonal, :] = -blocks.sum(axis=2)
    values, vectors = np.linalg.eigh(blocks.reshape(3 * size, 3 * size))
    if values[6] < _ZERO:
        raise hangs_loose(cutoff)
    return Modes(gamma * values[6:], vectors[:, 6:], 3)


def gaussian(places: Any, cutoff: float, gamma: float) -> Modes:
    """The modes of the Gaussian network of some places in Å.

    Raises:
        ToolInputError: parts of it are not joined.
    """
    import numpy as np

    squares = ((places[None, :, :] - places[:, None, :]) ** 2).sum(axis=2)
    kirchhoff = -_joined(squares, cutoff).astype(float)
    np.fill_diagonal(kirchhoff, -kirchhoff.sum(axis=1))
    values, vectors = np.linalg.eigh(kirchhoff)
    if values[1] < _ZERO:
        raise hangs_loose(cutoff)
    return Modes(gamma * values[1:], vectors[:, 1:], 1)


def hinges(vector: Any) -> list[int]:
    """Where a mode changes its sign along an unbroken piece of chain: the residue of the two that moves less.

    As ProDy's `calcHinges` does it: from the first of the two residues on, a hinge goes on to the next residue as
    long as that one moves less.
    """
    import numpy as np

    if len(vector) < 2:
        return []
    crossed = [*(np.diff(np.sign(vector)) != 0), False]
    for place, growth in enumerate(np.sign(np.diff(np.abs(vector)))):
        if crossed[place] and growth < 0:
            crossed[place], crossed[place + 1] = False, True
    return [place for place, is_hinge in enumerate(crossed) if is_hinge]


def ensemble(frames: Any) -> tuple[Any, Any, Any]:
    """RMSD of each model to the first and to the mean, and RMSF of each residue about the mean, all in Å.

    The mean is that of the models superposed on it, found by turns.
    """
    import numpy as np

    to_first = _rmsd(_superposed(frames, frames[0]), frames[0])
    mean, moved = frames[0], frames
    for _ in range(_MOST_ROUNDS):
        moved = _superposed(moved, mean)
        before, mean = mean, moved.mean(axis=0)
        if _rmsd(mean[None], before)[0] <= _CONVERGED:
            break
    return to_first, _rmsd(moved, mean), np.sqrt(((moved - mean) ** 2).sum(axis=2).mean(axis=0))


def hangs_loose(cutoff: float) -> ToolInputError:
    """The error of a network that has more motions without energy than those of a rigid body."""
    return ToolInputError(
        f"with a cutoff of {cutoff:g} Å parts of the structure hang loose; give a greater one, or choose one chain"
    )


def _joined(squares: Any, cutoff: float) -> Any:
    import numpy as np

    return (squares <= cutoff**2) & ~np.eye(len(squares), dtype=bool)


def _superposed(frames: Any, target: Any) -> Any:
    """Each frame turned and shifted onto the target (Kabsch 1976)."""
    import numpy as np

    centre = target.mean(axis=0)
    moved = frames - frames.mean(axis=1, keepdims=True)
    left, _, right = np.linalg.svd(np.einsum("mia,ib->mab", moved, target - centre))
    # A mirror image is no turn: where the best fit is one, the least axis is turned back.
    left[:, :, -1] *= np.sign(np.linalg.det(left @ right))[:, None]
    return moved @ (left @ right) + centre


def _rmsd(frames: Any, target: Any) -> Any:
    import numpy as np

    return np.sqrt(((frames - target) ** 2).sum(axis=2).mean(axis=1))
