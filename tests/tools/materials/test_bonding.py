"""Bonds, coordination and frameworks: textbook structures, models made by hand, and other programs."""

from __future__ import annotations

import warnings
from math import pi, sqrt
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials import bonding, framework
from scitoolagent.tools.materials._bonds import bonds_of
from scitoolagent.tools.materials._structure import EXAMPLE, FRAMEWORK_EXAMPLE, read_structure
from scitoolagent.tools.materials.linkers import mof_linkers

HALITE = Path(EXAMPLE)
QUARTZ = HALITE.with_name("example_quartz.cif")
COPPER = HALITE.with_name("example_copper.cif")
GUEST = Path(FRAMEWORK_EXAMPLE)
FCC = "0 0 0\n.5 .5 0\n.5 0 .5\n0 .5 .5\n"


def poscar(folder: Path, cell: float | str, symbols: str, counts: str, places: str) -> Path:
    path = folder / "POSCAR"
    matrix = f"{cell} 0 0\n0 {cell} 0\n0 0 {cell}" if isinstance(cell, float) else cell
    path.write_text(f"x\n1.0\n{matrix}\n{symbols}\n{counts}\nDirect\n{places}")
    return path


# Coordination as in any textbook of solid-state chemistry: name, cell edge in Å, POSCAR, numbers by element.
STRUCTURES = {
    "caesium chloride": (4.123, "Cs Cl", "1 1", "0 0 0\n.5 .5 .5\n", {"Cs": 8, "Cl": 8}),
    "fluorite": (
        5.463,
        "Ca F",
        "4 8",
        FCC + "".join(f"{x} {y} {z}\n" for x in (0.25, 0.75) for y in (0.25, 0.75) for z in (0.25, 0.75)),
        {"Ca": 8, "F": 4},
    ),
    "zinc blende": (
        5.409,
        "Zn S",
        "4 4",
        FCC + ".25 .25 .25\n.75 .75 .25\n.75 .25 .75\n.25 .75 .75\n",
        {"Zn": 4, "S": 4},
    ),
    "perovskite": (
        3.905,
        "Sr Ti O",
        "1 1 3",
        "0 0 0\n.5 .5 .5\n.5 .5 0\n.5 0 .5\n0 .5 .5\n",
        {"Sr": 12, "Ti": 6, "O": 6},
    ),
    "silicon": (5.431, "Si", "8", FCC + ".25 .25 .25\n.75 .75 .25\n.75 .25 .75\n.25 .75 .75\n", {"Si": 4}),
    "iron": (2.866, "Fe", "2", "0 0 0\n.5 .5 .5\n", {"Fe": 8}),
    "periclase": (4.212, "Mg O", "4 4", FCC + ".5 .5 .5\n0 0 .5\n0 .5 0\n.5 0 0\n", {"Mg": 6, "O": 6}),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_textbook_coordination(tmp_path: Path, name: str) -> None:
    cell, symbols, counts, places, expected = STRUCTURES[name]
    found = bonding.coordination_numbers(poscar(tmp_path, cell, symbols, counts, places))
    assert {label.rstrip("0123456789"): number for label, number in found.items()} == expected


def test_crystal_nn_of_pymatgen_agrees() -> None:
    """CrystalNN weighs Voronoi faces instead of distances (Pan et al. 2021, doi:10.1021/acs.inorgchem.0c02996)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pymatgen.analysis.local_env import CrystalNN

        for path in (HALITE, QUARTZ, COPPER):
            crystal = read_structure(path)
            theirs = [len(CrystalNN().get_nn_info(crystal, index)) for index in range(len(crystal))]
            assert list(bonding.coordination_numbers(path).values()) == theirs


def test_neighbours_and_lengths_agree_with_ase() -> None:
    """ASE's neighbour list is another implementation; quartz has two Si-O bonds of 1.605 and 1.614 Å (Levien 1980)."""
    from ase.io import read
    from ase.neighborlist import neighbor_list

    atoms = read(QUARTZ)
    lengths = neighbor_list("d", atoms, {("Si", "O"): 2.2})
    ours = bonding.crystal_bond_lengths(QUARTZ)
    assert list(ours.mean_bonds) == ["O-Si"]
    # ASE keeps 0.66667 where pymatgen takes 2/3.
    assert ours.shortest_bonds["O-Si"] == pytest.approx(min(lengths), abs=1e-3)
    assert ours.longest_bonds["O-Si"] == pytest.approx(max(lengths), abs=1e-3)
    assert ours.mean_bonds["O-Si"] == pytest.approx(sum(lengths) / len(lengths), abs=1e-3)
    assert (ours.shortest_bonds["O-Si"], ours.longest_bonds["O-Si"]) == pytest.approx((1.605, 1.614), abs=0.003)
    assert len(lengths) == sum(bonding.coordination_numbers(QUARTZ).values())


def test_neighbours_of_sodium() -> None:
    found = bonding.site_neighbors(HALITE, 0)
    assert found.neighbor_symbols == ["Cl"] * 6
    assert found.neighbor_distances == pytest.approx([5.6402 / 2] * 6)
    assert set(found.neighbor_indices) <= {4, 5, 6, 7}
    for index in (-1, 8):
        with pytest.raises(ToolInputError, match="0 to 7"):
            bonding.site_neighbors(HALITE, index)


def test_packing_of_spheres(tmp_path: Path) -> None:
    # Closed forms: fcc π√2/6, bcc π√3/8, simple cubic π/6, diamond π√3/16.
    assert bonding.atomic_packing_factor(COPPER) == pytest.approx(pi * sqrt(2) / 6)
    for cell, count, places, expected in (
        (2.866, "2", "0 0 0\n.5 .5 .5\n", pi * sqrt(3) / 8),
        (3.35, "1", "0 0 0\n", pi / 6),
        (5.431, "8", STRUCTURES["silicon"][3], pi * sqrt(3) / 16),
    ):
        path = poscar(tmp_path, cell, "Fe", count, places)
        assert bonding.atomic_packing_factor(path) == pytest.approx(expected)
    with pytest.raises(ToolInputError, match="2 elements"):
        bonding.atomic_packing_factor(HALITE)


def test_shortest_distance_crosses_the_cell(tmp_path: Path) -> None:
    path = poscar(tmp_path, 10.0, "Ar Ar", "1 1", "0.02 0 0\n0.98 0.3 0\n")
    # By hand: 0.4 Å along a through the face, 3 Å along b.
    assert bonding.shortest_distance(path) == pytest.approx(sqrt(0.4**2 + 3.0**2))
    with pytest.raises(ToolInputError, match="no neighbour"):
        bonding.coordination_numbers(poscar(tmp_path, 8.0, "Ar", "1", "0 0 0\n"))
    with pytest.raises(ToolInputError, match="no two atoms"):
        bonding.shortest_distance(poscar(tmp_path, 30.0, "Ar", "1", "0 0 0\n"))


def test_atoms_on_each_other_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="disorder"):
        bonding.coordination_numbers(poscar(tmp_path, 5.0, "Na Cl", "1 1", "0 0 0\n0.02 0 0\n"))


def test_framework_with_a_guest_by_hand() -> None:
    """The example: one Ga, three CN bridges along the axes, one water; pymatgen sorts the sites."""
    symbols = [site.specie.symbol for site in read_structure(GUEST)]
    assert symbols == ["Ga", "H", "H", "C", "C", "C", "N", "N", "N", "O"]
    assert framework.terminal_sites(GUEST) == [1, 2]
    assert framework.framework_bridges(GUEST) == [[1, 9], [2, 9]]
    assert framework.framework_dimension(GUEST) == 3
    found = framework.floating_solvent(GUEST)
    assert (found.floating_molecule_count, found.floating_molecules) == (1, ["H2O"])
    assert found.floating_molecule_sites == [[1, 2, 9]]
    matrix = framework.adjacency_matrix(GUEST)
    assert [sum(row) for row in matrix] == [6, 1, 1, 2, 2, 2, 2, 2, 2, 2]
    assert matrix == [list(column) for column in zip(*matrix, strict=True)]
    linkers = mof_linkers(GUEST)
    assert (linkers.linker_smiles, linkers.linker_counts) == ("[C-]#N", {"[C-]#N": 3})


def test_dimensions_of_graphite_and_selenium_chains(tmp_path: Path) -> None:
    # Graphite a = 2.46, c = 6.71 Å: layers. A carbon chain of 1.28 Å along c: 1. Separate H2: 0.
    graphite = "2.461 0 0\n-1.2305 2.1313 0\n0 0 6.708"
    path = poscar(tmp_path, graphite, "C", "4", "0 0 .25\n0 0 .75\n.333333 .666667 .25\n.666667 .333333 .75\n")
    assert framework.framework_dimension(path) == 2
    assert framework.framework_dimension(poscar(tmp_path, "8 0 0\n0 8 0\n0 0 1.28", "C", "1", "0 0 0\n")) == 1
    hydrogen = poscar(tmp_path, 5.0, "H", "2", "0 0 0\n0 0 .148\n")
    assert framework.framework_dimension(hydrogen) == 0
    with pytest.raises(ToolInputError, match="no framework"):
        framework.floating_solvent(hydrogen)


def test_a_framework_without_metal_is_no_guest_of_itself(tmp_path: Path) -> None:
    cell, symbols, counts, places, _ = STRUCTURES["silicon"]
    assert framework.floating_solvent(poscar(tmp_path, cell, symbols, counts, places)).floating_molecule_count == 0


def test_a_ring_through_the_cell_is_no_bridge(tmp_path: Path) -> None:
    """Two sites bonded twice, within the cell and through its face: a chain, and neither bond is a bridge."""
    path = poscar(tmp_path, "8 0 0\n0 8 0\n0 0 2.56", "C", "2", "0 0 0\n0 0 .5\n")
    assert framework.framework_bridges(path) == []
    assert framework.adjacency_matrix(path) == [[0, 2], [2, 0]]


def test_terephthalate_between_two_metals(tmp_path: Path) -> None:
    """A flat 1,4-benzenedicarboxylate drawn by hand: ring 1.39 Å, C-C 1.49 Å, C-O 1.27 Å at 120°, Zn at 1.95 Å."""
    from math import cos, radians, sin

    ring = [(1.39 * cos(radians(angle)), 1.39 * sin(radians(angle))) for angle in range(0, 360, 60)]
    sites = [("C", x, y) for x, y in ring]
    sites += [("H", 2.47 * cos(radians(angle)), 2.47 * sin(radians(angle))) for angle in (60, 120, 240, 300)]
    for side in (1, -1):
        sites.append(("C", side * 2.88, 0.0))
        sites += [("O", side * (2.88 + 0.635), up * 1.10) for up in (1, -1)]
        sites += [("Zn", side * (2.88 + 0.635 + 0.975), up * (1.10 + 1.69)) for up in (1, -1)]
    places = {
        symbol: "".join(f"{x / 20 + 0.5} {y / 20 + 0.5} 0.5\n" for name, x, y in sites if name == symbol)
        for symbol in ("C", "H", "O", "Zn")
    }
    path = poscar(tmp_path, 20.0, "C H O Zn", "8 4 4 4", "".join(places.values()))
    assert mof_linkers(path).linker_smiles == "O=C([O-])c1ccc(C(=O)[O-])cc1"
    # The carboxylate carbon is 2.5 Å from zinc and must not count as bonded to it.
    assert [
        len(bonds)
        for site, bonds in zip(read_structure(path), bonds_of(read_structure(path)), strict=True)
        if site.specie.symbol == "Zn"
    ] == [1] * 4


def test_a_linker_without_its_hydrogens_is_refused(tmp_path: Path) -> None:
    """Crystal files often lack hydrogens; the ring would become an aryne that fits all valences."""
    from math import cos, radians, sin

    places = [(1.39 * cos(radians(angle)), 1.39 * sin(radians(angle))) for angle in range(0, 360, 60)]
    places += [(2.88, 0.0), (-2.88, 0.0)]
    oxygens = [(side * 3.515, up * 1.10) for side in (1, -1) for up in (1, -1)]
    rows = "".join(f"{x / 20 + 0.5} {y / 20 + 0.5} 0.5\n" for x, y in [*places, *oxygens, (4.49, 2.79)])
    with pytest.raises(ToolInputError, match="hydrogens"):
        mof_linkers(poscar(tmp_path, 20.0, "C O Zn", "8 4 1", rows))


def test_linkers_that_cannot_be_told(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="0 kinds"):
        mof_linkers(HALITE)
    # A lone carbon on zinc, its hydrogens missing: no bond orders fit.
    with pytest.raises(ToolInputError, match="hydrogens"):
        mof_linkers(poscar(tmp_path, 10.0, "Zn C C C", "1 1 1 1", "0 0 0\n.2 0 0\n.35 0 0\n.43 .12 0\n"))


def test_large_matrices_are_refused(tmp_path: Path) -> None:
    places = "".join(f"{x / 11} {y / 11} {z / 11}\n" for x in range(11) for y in range(11) for z in range(11))
    with pytest.raises(ToolInputError, match="1331 sites"):
        framework.adjacency_matrix(poscar(tmp_path, 40.0, "Cu", "1331", places))
