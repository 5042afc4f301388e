"""Symmetry of known minerals, from the International Tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials import symmetry as tools
from scitoolagent.tools.materials._structure import EXAMPLE
from scitoolagent.tools.materials.crystal import cell_volume, crystal_density, fractional_coordinates

HALITE = Path(EXAMPLE)
QUARTZ = HALITE.with_name("example_quartz.cif")
COPPER = HALITE.with_name("example_copper.cif")

CAESIUM_CHLORIDE = "CsCl\n4.123\n1 0 0\n0 1 0\n0 0 1\nCs Cl\n1 1\nDirect\n0 0 0\n0.5 0.5 0.5\n"
SKEWED = "NaCl\n5.0\n1 0 0\n0.1 1.1 0\n0.2 0.3 1.2\nNa Cl\n1 1\nDirect\n0 0 0\n0.41 0.52 0.63\n"


def test_halite() -> None:
    found = tools.crystal_symmetry(HALITE)
    assert (found.space_group_symbol, found.space_group_number) == ("Fm-3m", 225)
    assert (found.hall_symbol, found.crystal_point_group, found.crystal_system) == ("-F 4 2 3", "m-3m", "cubic")
    assert tools.bravais_lattice(HALITE) == "face-centred cubic (cF)"
    assert tools.wyckoff_positions(HALITE) == {"Na 4a": [0, 1, 2, 3], "Cl 4b": [4, 5, 6, 7]}


def test_quartz_is_trigonal_on_a_hexagonal_lattice() -> None:
    found = tools.crystal_symmetry(QUARTZ)
    assert (found.space_group_symbol, found.space_group_number) == ("P3_221", 154)
    assert (found.crystal_point_group, found.crystal_system) == ("32", "trigonal")
    assert tools.bravais_lattice(QUARTZ) == "primitive hexagonal (hP)"
    assert {name: len(sites) for name, sites in tools.wyckoff_positions(QUARTZ).items()} == {"Si 3a": 3, "O 6c": 6}


@pytest.mark.parametrize(
    ("text", "symbol", "lattice"),
    [(CAESIUM_CHLORIDE, "Pm-3m", "primitive cubic (cP)"), (SKEWED, "P1", "primitive triclinic (aP)")],
)
def test_poscars(tmp_path: Path, text: str, symbol: str, lattice: str) -> None:
    path = tmp_path / "POSCAR"
    path.write_text(text)
    assert tools.crystal_symmetry(path).space_group_symbol == symbol
    assert tools.bravais_lattice(path) == lattice


def test_ase_finds_the_same_lattice_of_copper() -> None:
    """ASE tells the Bravais lattice from the metric of the primitive cell, not from space-group operations."""
    from ase.build import bulk

    edge = 3.6149
    assert bulk("Cu", "fcc", a=edge).cell.get_bravais_lattice().name == "FCC"
    assert bulk("Cu", "fcc", a=edge).get_volume() * 4 == pytest.approx(cell_volume(COPPER))
    assert tools.bravais_lattice(COPPER) == "face-centred cubic (cF)"


def test_tolerance_decides(tmp_path: Path) -> None:
    path = tmp_path / "POSCAR"
    path.write_text(CAESIUM_CHLORIDE.replace("0.5 0.5 0.5", "0.5 0.5 0.51"))
    assert tools.crystal_symmetry(path).space_group_symbol == "P4mm"
    assert tools.crystal_symmetry(path, tolerance=0.1).space_group_symbol == "Pm-3m"
    for tolerance in (0.0, -1.0, 2.0, float("nan")):
        with pytest.raises(ToolInputError, match="tolerance"):
            tools.crystal_symmetry(path, tolerance)


def test_cells_are_reduced_and_restored(tmp_path: Path) -> None:
    primitive, conventional = tmp_path / "primitive.cif", tmp_path / "conventional.cif"
    primitive.write_text(tools.primitive_cell(HALITE))
    conventional.write_text(tools.conventional_cell(primitive))
    # A face-centred cell holds four primitive ones.
    assert cell_volume(primitive) == pytest.approx(cell_volume(HALITE) / 4)
    assert cell_volume(conventional) == pytest.approx(cell_volume(HALITE))
    assert crystal_density(primitive) == pytest.approx(crystal_density(HALITE))
    assert fractional_coordinates(primitive).site_symbols == ["Na", "Cl"]
    assert tools.crystal_symmetry(primitive) == tools.crystal_symmetry(HALITE)
    assert tools.wyckoff_positions(primitive) == {"Na 4a": [0], "Cl 4b": [1]}


def test_mixed_sites_have_their_own_symmetry(tmp_path: Path) -> None:
    """Fe and a Fe-Ni mixture on the two sites of the CsCl cell: primitive; the same mixture on both: body-centred."""
    head = "data_x\n_symmetry_space_group_name_H-M 'P 1'\n"
    cell = "".join(f"_cell_length_{axis} 2.9\n" for axis in "abc")
    cell += "".join(f"_cell_angle_{angle} 90\n" for angle in ("alpha", "beta", "gamma"))
    loop = "loop_\n_atom_site_label\n_atom_site_type_symbol\n"
    loop += "".join(f"_atom_site_fract_{axis}\n" for axis in "xyz") + "_atom_site_occupancy\n"
    mixed = "Fe2 Fe .5 .5 .5 0.5\nNi2 Ni .5 .5 .5 0.5\n"
    for name, first, symbol in (
        ("a", "Fe1 Fe 0 0 0 1\n", "Pm-3m"),
        ("b", "Fe1 Fe 0 0 0 0.5\nNi1 Ni 0 0 0 0.5\n", "Im-3m"),
    ):
        path = tmp_path / f"{name}.cif"
        path.write_text(head + cell + loop + first + mixed)
        assert tools.crystal_symmetry(path).space_group_symbol == symbol
        with pytest.raises(ToolInputError, match="partly occupied"):
            tools.primitive_cell(path)
