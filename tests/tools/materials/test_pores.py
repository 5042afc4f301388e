"""How wide pores are: packings whose free spheres geometry gives, and files that are refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._structure import EXAMPLE
from scitoolagent.tools.materials.pores import pore_diameters

CRYSTAL = """data_made
_cell_length_a {a}
_cell_length_b {a}
_cell_length_c {c}
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
_symmetry_space_group_name_H-M 'P 1'
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
_atom_site_occupancy
{atoms}
"""
CARBON = 1.70  # Å, Bondi 1964, doi:10.1021/j100785a001


def crystal(folder: Path, a: float, c: float, *places: tuple[float, float, float], occupancy: str = "1") -> Path:
    path = folder / "made.cif"
    atoms = "\n".join(f"C{n} C {x} {y} {z} {occupancy}" for n, (x, y, z) in enumerate(places, 1))
    path.write_text(CRYSTAL.format(a=a, c=c, atoms=atoms))
    return path


@pytest.mark.parametrize("edge", [5.4, 8.0])
def test_of_a_simple_cubic_packing(tmp_path: Path, edge: float) -> None:
    """The widest place is the middle of the cell, the way there leads through the middles of its faces."""
    found = pore_diameters(crystal(tmp_path, edge, edge, (0, 0, 0)))
    assert found.cavity == pytest.approx(edge * math.sqrt(3) - 2 * CARBON, abs=0.02)
    assert found.limiting == pytest.approx(edge * math.sqrt(2) - 2 * CARBON, abs=0.02)


def test_of_a_body_centred_packing(tmp_path: Path) -> None:
    """The widest places are at (1/2, 1/4, 0), √5/4 of the edge from four atoms; a grid point is 0.26 Å from each."""
    edge = 8.0
    found = pore_diameters(crystal(tmp_path, edge, edge, (0, 0, 0), (0.5, 0.5, 0.5)))
    assert found.cavity == pytest.approx(edge * math.sqrt(5) / 2 - 2 * CARBON, abs=0.52)
    assert found.limiting < found.cavity


def test_a_closed_cavity_lets_nothing_through(tmp_path: Path) -> None:
    """Walls of carbons 1.2 Å apart, with room for a sphere between two of them and no way along."""
    steps = [place / 5 for place in range(5)]
    wall = [(x, y, 0.0) for x in steps for y in steps]
    sides = [(x, 0.0, z / 10) for x in steps for z in range(1, 10)] + [
        (0.0, y, z / 10) for y in steps for z in range(1, 10)
    ]
    found = pore_diameters(crystal(tmp_path, 6.0, 12.0, *dict.fromkeys([*wall, *sides])))
    assert found.limiting == 0.0
    assert found.cavity > 2.0


def test_a_slit_is_passed_along_it_alone(tmp_path: Path) -> None:
    """Planes of carbons 12 Å apart: the widest sphere lies between them, and is also the one that passes."""
    steps = [place / 5 for place in range(5)]
    found = pore_diameters(crystal(tmp_path, 6.0, 12.0, *((x, y, 0.0) for x in steps for y in steps)))
    assert found.cavity == pytest.approx(found.limiting, abs=0.3)
    assert 12.0 - 2 * CARBON - 0.1 <= found.cavity <= 12.0 - 2 * CARBON + 0.3


def test_a_dense_crystal_has_no_way_through() -> None:
    assert pore_diameters(Path(EXAMPLE)).limiting < 1.5


def test_what_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="partly occupied"):
        pore_diameters(crystal(tmp_path, 8.0, 8.0, (0, 0, 0), occupancy="0.5"))
    with pytest.raises(ToolInputError, match="wider than 24 Å"):
        pore_diameters(crystal(tmp_path, 30.0, 30.0, (0, 0, 0)))
