"""The free space of a crystal on a grid: how far each point is from the nearest atom, and where a sphere can pass."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._structure import symbols_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pymatgen.core.structure import Structure

SPACING = 0.3  # Å
_MOST_POINTS = 4_000_000
_REACH = 12.0  # Å; a larger cavity is not measured
_HALVINGS = 12


def free_radii(crystal: Structure) -> NDArray[Any]:
    """The radius of the largest sphere around each point of a grid over the cell that touches no atom, in Å.

    Raises:
        ToolInputError: the cell is too large, or a cavity is.
    """
    import numpy as np
    from scipy.spatial import KDTree

    # Even, so that the middles of the cell are among the points.
    counts = [2 * math.ceil(length / SPACING / 2) for length in crystal.lattice.abc]
    if math.prod(counts) > _MOST_POINTS:
        raise ToolInputError(f"the cell has {crystal.volume:,.0f} Å³, more than a grid of {SPACING:g} Å is laid over")
    radii = np.array([_radius(symbol) for symbol in symbols_of(crystal)])
    axes = [np.arange(count) / count for count in counts]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3) @ crystal.lattice.matrix
    inverse = np.linalg.inv(crystal.lattice.matrix)
    # How many cells lie within reach of any point of the first.
    around = [math.ceil(_REACH * float(np.linalg.norm(inverse[:, axis]))) for axis in range(3)]
    shifts = np.stack(np.meshgrid(*(range(-n, n + 2) for n in around), indexing="ij"), axis=-1).reshape(-1, 3)
    fractions = crystal.frac_coords % 1.0
    free = np.full(len(points), np.inf)
    for radius in np.unique(radii):
        some = (fractions[radii == radius][:, None, :] + shifts[None, :, :]).reshape(-1, 3)
        margin = np.array([_REACH * float(np.linalg.norm(inverse[:, axis])) for axis in range(3)])
        near = some[((some > -margin) & (some < 1.0 + margin)).all(axis=1)] @ crystal.lattice.matrix
        apart, _ = KDTree(near).query(points, distance_upper_bound=_REACH)
        free = np.minimum(free, apart - radius)
    if np.isinf(free).any():
        raise ToolInputError(f"a cavity is wider than {2 * _REACH:g} Å, which is not measured here")
    found: NDArray[Any] = free.reshape(counts)
    return found


def _radius(symbol: str) -> float:
    from rdkit import Chem

    return float(Chem.GetPeriodicTable().GetRvdw(symbol))


def limiting_radius(free: NDArray[Any]) -> float:
    """The radius of the largest sphere that passes through the whole crystal; zero where none does."""
    low, high = 0.0, float(free.max())
    if high <= 0.0 or not _passes(free > 0.0):
        return 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _passes(free > middle) else (low, middle)
    return low


def _passes(is_free: NDArray[Any]) -> bool:
    """Whether the free points, repeated with the cell, hang together without end in some direction."""
    import numpy as np
    from scipy.ndimage import label

    labelled: Any = label(is_free)
    parts, count = labelled
    above = list(range(count + 1))
    # In which cell a part lies, seen from the one that it hangs on.
    offsets = [np.zeros(3, dtype=int) for _ in above]

    def root(part: int) -> tuple[int, Any]:
        offset = np.zeros(3, dtype=int)
        while above[part] != part:
            offset = offset + offsets[part]
            part = above[part]
        return part, offset

    for axis in range(3):
        step = np.eye(3, dtype=int)[axis]
        last, first = np.take(parts, -1, axis), np.take(parts, 0, axis)
        both = (last > 0) & (first > 0)
        for one, other in set(zip(last[both].tolist(), first[both].tolist(), strict=True)):
            (top, here), (next_top, there) = root(one), root(other)
            # The other part lies one cell on.
            moved = here + step - there
            if top == next_top:
                if moved.any():
                    return True
            else:
                above[next_top], offsets[next_top] = top, moved
    return False
