"""Crystal files are read as ASE reads them; faulty ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials import crystal as tools
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure

HALITE = Path(EXAMPLE)
QUARTZ = HALITE.with_name("example_quartz.cif")

RUTILE_POSCAR = """rutile
1.0
4.5937 0 0
0 4.5937 0
0 0 2.9587
Ti O
2 4
Direct
0 0 0
0.5 0.5 0.5
0.3048 0.3048 0
0.6952 0.6952 0
0.1952 0.8048 0.5
0.8048 0.1952 0.5
"""


def cif(sites: str, cell: tuple[float, ...] = (4.0, 4.0, 4.0, 90.0, 90.0, 90.0), head: str = "'P 1'") -> str:
    names = ("length_a", "length_b", "length_c", "angle_alpha", "angle_beta", "angle_gamma")
    lines = [f"_cell_{name} {value}" for name, value in zip(names, cell, strict=True)]
    loop = [
        "loop_",
        "_atom_site_label",
        "_atom_site_type_symbol",
        *(f"_atom_site_fract_{axis}" for axis in "xyz"),
        "_atom_site_occupancy",
    ]
    return "\n".join(["data_x", f"_symmetry_space_group_name_H-M {head}", *lines, *loop, sites, ""])


def write(folder: Path, text: str, name: str = "x.cif") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_halite_by_hand() -> None:
    # a = 5.6402 Å; 4 × 58.44 g/mol in a³ = 179.425 Å³: 4 × 58.44 / (0.602214 × 179.425) = 2.1634 g/cm³.
    cell = tools.lattice_parameters(HALITE)
    assert (cell.lattice_a, cell.lattice_b, cell.lattice_c) == pytest.approx((5.6402,) * 3)
    assert (cell.lattice_alpha, cell.lattice_beta, cell.lattice_gamma) == pytest.approx((90.0,) * 3)
    assert tools.cell_volume(HALITE) == pytest.approx(5.6402**3)
    assert tools.volume_per_atom(HALITE) == pytest.approx(5.6402**3 / 8)
    assert tools.crystal_density(HALITE) == pytest.approx(2.1634, abs=2e-4)
    content = tools.crystal_composition(HALITE)
    assert (content.crystal_formula, content.cell_contents, content.formula_units) == ("NaCl", {"Na": 4, "Cl": 4}, 4)
    assert "8 sites" in tools.structure_summary(HALITE)


def test_quartz_has_the_density_of_the_mineral() -> None:
    # Measured density of alpha-quartz 2.648 g/cm³ (CRC Handbook); cells of the literature scatter by 0.1 %.
    assert tools.crystal_density(QUARTZ) == pytest.approx(2.648, abs=0.005)
    content = tools.crystal_composition(QUARTZ)
    assert (content.crystal_formula, content.formula_units) == ("SiO2", 3)


@pytest.mark.parametrize(
    "name", ["example_halite.cif", "example_quartz.cif", "example_framework.cif", "example_copper.cif"]
)
def test_ase_reads_the_same(name: str) -> None:
    """ASE has its own CIF reader and its own table of masses (CIAAW 2015)."""
    from ase.io import read

    path = HALITE.with_name(name)
    other, cell, sites = read(path), tools.lattice_parameters(path), tools.fractional_coordinates(path)
    ours = (cell.lattice_a, cell.lattice_b, cell.lattice_c, cell.lattice_alpha, cell.lattice_beta, cell.lattice_gamma)
    assert ours == pytest.approx(tuple(other.cell.cellpar()))
    assert sorted(sites.site_symbols) == sorted(other.get_chemical_symbols())
    assert sites.site_count == len(other)
    density = other.get_masses().sum() / other.get_volume() * 1.66053907
    assert tools.crystal_density(path) == pytest.approx(density, rel=1e-4)
    theirs = {
        (atom.symbol, *(round(value % 1 % 1, 3) for value in scaled))
        for atom, scaled in zip(other, other.get_scaled_positions(), strict=True)
    }
    # Quartz has 2/3 with five digits: pymatgen makes it exact, ASE leaves it.
    for symbol, place in zip(sites.site_symbols, sites.fractional_coordinates, strict=True):
        assert any(
            symbol == found[0]
            and all(abs((a - b + 0.5) % 1 - 0.5) < 2e-3 for a, b in zip(place, found[1:], strict=True))
            for found in theirs
        )


def test_poscar_is_read(tmp_path: Path) -> None:
    # Rutile, a = 4.5937, c = 2.9587 Å: 2 × 79.866 / (0.602214 × 62.435) = 4.248 g/cm³.
    path = write(tmp_path, RUTILE_POSCAR, "POSCAR")
    assert tools.crystal_density(path) == pytest.approx(4.248, abs=0.002)
    assert tools.crystal_composition(path).crystal_formula == "TiO2"
    with pytest.raises(ToolInputError, match="line 6"):
        tools.cell_volume(write(tmp_path, RUTILE_POSCAR.replace("Ti O\n", ""), "old.vasp"))


def test_symmetry_named_in_the_file_fills_the_cell(tmp_path: Path) -> None:
    """Fluorite: one Ca and one F in Fm-3m make 12 atoms; 3.18 g/cm³ is the mineral (CRC Handbook)."""
    text = cif("Ca Ca 0 0 0 1\nF F 0.25 0.25 0.25 1", (5.4631,) * 3 + (90.0,) * 3, "'F m -3 m'")
    path = write(tmp_path, text)
    assert tools.fractional_coordinates(path).site_count == 12
    assert tools.crystal_density(path) == pytest.approx(3.18, abs=0.01)


def test_partly_occupied_sites_count_by_occupancy(tmp_path: Path) -> None:
    # By hand: 0.5 Fe + 0.5 Ni on one site of a 4 Å cube: 57.27 g/mol / (0.602214 × 64) = 1.486.
    path = write(tmp_path, cif("Fe Fe 0 0 0 0.5\nNi Ni 0 0 0 0.5"))
    assert tools.crystal_density(path) == pytest.approx(1.486, abs=1e-3)
    assert tools.volume_per_atom(path) == pytest.approx(64)
    # Half an atom in the cell.
    assert tools.volume_per_atom(write(tmp_path, cif("Fe Fe 0 0 0 0.5"))) == pytest.approx(128)
    with pytest.raises(ToolInputError, match="partly occupied"):
        tools.fractional_coordinates(path)


def test_a_negative_edge_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, cif("Fe Fe 0 0 0 1", (4.0, -4.0, 4.0, 90.0, 90.0, 90.0)))
    with pytest.raises(ToolInputError, match="negative _cell_length_b"):
        tools.crystal_density(path)


def test_sites_by_index() -> None:
    assert tools.site_symbol(HALITE, 0) == "Na"
    assert tools.site_symbol(HALITE, 7) == "Cl"
    for index in (-1, 8, 10**9):
        with pytest.raises(ToolInputError, match="0 to 7"):
            tools.site_symbol(HALITE, index)


def test_supercell_keeps_density(tmp_path: Path) -> None:
    path = write(tmp_path, tools.supercell(QUARTZ, 2, 3, 1))
    assert tools.fractional_coordinates(path).site_count == 54
    assert tools.crystal_density(path) == pytest.approx(tools.crystal_density(QUARTZ), rel=1e-6)
    assert tools.lattice_parameters(path).lattice_b == pytest.approx(3 * 4.916)
    for repeats in ((0, 1, 1), (100, 100, 100), (-2, 1, 1)):
        with pytest.raises(ToolInputError):
            tools.supercell(HALITE, *repeats)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not a crystal",
        "data_x\n",
        "data_x\n_cell_length_a 4\n",
        cif("A Xx 0 0 0 1"),
        cif("Na Na 0 0 nowhere 1"),
        cif("Na Na 0 0 0 1", (0.0, 4.0, 4.0, 90.0, 90.0, 90.0)),
        cif("Na Na 0 0 0 1", (4.0, 4.0, 4.0, 10.0, 10.0, 170.0)),
        cif("Na Na 0 0 0 1") + cif("K K 0 0 0 1").replace("data_x", "data_y"),
        "x\n1.0\n1 0 0\n0 1 0\n",
        "\x00" * 1000,
        "loop_\n" * 10_000,
        "x" * 2_000_001,
    ],
)
def test_faulty_files_are_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ToolInputError):
        tools.crystal_density(write(tmp_path, text))


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.cif", tmp_path):
        with pytest.raises(ToolInputError, match="no file"):
            tools.cell_volume(path)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, cif("Na Na 0 0 0 1"))
    assert tools.cell_volume(path) == pytest.approx(64)
    write(tmp_path, cif("Na Na 0 0 0 1", (5.00, 5.0, 5.0, 90.0, 90.0, 90.0)))
    assert tools.cell_volume(path) == pytest.approx(125)


_LENGTHS = st.floats(3, 20).map(lambda value: round(value, 4))


@settings(max_examples=20, deadline=None)
@given(_LENGTHS, _LENGTHS, _LENGTHS, st.floats(70, 110).map(lambda value: round(value, 3)))
def test_volume_of_a_monoclinic_cell(a: float, b: float, c: float, beta: float) -> None:
    """V = a b c sin(beta), against the cell read from a file that was written for it."""
    from math import radians, sin
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = write(Path(folder), cif("Na Na 0 0 0 1", (a, b, c, 90.0, beta, 90.0)))
        assert tools.cell_volume(path) == pytest.approx(a * b * c * sin(radians(beta)), rel=1e-6)
        assert len(read_structure(path)) == 1
