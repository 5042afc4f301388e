"""The distance of two structures after superposition, against a Kabsch fit by numpy alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.tables.structure_rows import structure_rmsd

ONE = [(0, 0, 0), (3.8, 0, 0), (3.8, 3.8, 0), (0, 3.8, 3.8), (1, 2, 7)]
# The same turned by 90° around z and moved, but for the last point.
TWO = [(5, 5, 5), (5, 8.8, 5), (1.2, 8.8, 5), (1.2, 5, 8.8), (3, 9, 11)]


def written(path: Path, points: list[tuple[float, float, float]], chain: str = "A") -> Path:
    line = "ATOM  {0:>5}  CA  GLY {1}{0:>4}    {2:>8.3f}{3:>8.3f}{4:>8.3f}  1.00 10.00           C  \n"
    path.write_text("".join(line.format(n, chain, *point) for n, point in enumerate(points, 1)) + "END\n")
    return path


def kabsch(one: list[tuple[float, float, float]], two: list[tuple[float, float, float]]) -> float:
    first, second = np.array(one, float), np.array(two, float)
    first, second = first - first.mean(0), second - second.mean(0)
    left, sizes, right = np.linalg.svd(first.T @ second)
    sizes[-1] *= np.sign(np.linalg.det(left @ right))
    return float(np.sqrt(((first**2).sum() + (second**2).sum() - 2 * sizes.sum()) / len(first)))


def test_two_structures_are_superposed(tmp_path: Path) -> None:
    one, two = written(tmp_path / "one.pdb", ONE), written(tmp_path / "two.pdb", TWO)
    found = structure_rmsd(one, two)
    assert found.structure_rmsd == pytest.approx(kabsch(ONE, TWO), abs=1e-4)
    assert found.common_residues == 5
    part = structure_rmsd(one, written(tmp_path / "part.pdb", TWO[:4]))
    # These four are one shape; single precision of the coordinates leaves some 1e-6.
    assert part.structure_rmsd == pytest.approx(0, abs=1e-4)
    assert part.common_residues == 4


def test_structures_without_residues_in_common_are_refused(tmp_path: Path) -> None:
    one = written(tmp_path / "one.pdb", ONE)
    with pytest.raises(ToolInputError, match="have 0 residues in common"):
        structure_rmsd(one, written(tmp_path / "two.pdb", TWO, "B"))
    empty = tmp_path / "empty.pdb"
    empty.write_text("END\n")
    with pytest.raises(ToolInputError, match=r"empty\.pdb holds no protein"):
        structure_rmsd(one, empty)
