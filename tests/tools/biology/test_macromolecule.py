"""Tools of whole structures and their parts, in PDB and mmCIF. The file of the tests is the example, made by hand."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import gemmi
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._macromolecule import read_part
from scitoolagent.tools.biology._structure_words import find_chains, find_near, find_pairs, find_parts
from scitoolagent.tools.biology.structure import pdb_sequence, pdb_sequence_length, structure_atom_count
from scitoolagent.tools.biology.structure_b_factors import chain_b_factors, residue_b_factors, structure_b_factors
from scitoolagent.tools.biology.structure_contacts import (
    backbone_hydrogen_bonds,
    part_contacts,
    structure_disulfides,
    structure_salt_bridges,
)
from scitoolagent.tools.biology.structure_contents import (
    structure_alternate_locations,
    structure_ions,
    structure_ligands,
    structure_model_count,
    structure_waters,
)
from scitoolagent.tools.biology.structure_figures import backbone_angles, part_distance, part_rmsd, residues_near
from scitoolagent.tools.biology.structure_header import (
    structure_method,
    structure_organism,
    structure_r_free,
    structure_r_work,
    structure_resolution,
    structure_title,
)
from scitoolagent.tools.biology.structure_pictures import contact_map_drawing, structure_drawing
from scitoolagent.tools.biology.structure_sequences import (
    chain_letters,
    chain_sequences,
    structure_chain_kinds,
    structure_missing_residues,
)
from scitoolagent.tools.biology.structure_size import (
    structure_center_of_mass,
    structure_mass,
    structure_radius_of_gyration,
)
from scitoolagent.tools.biology.structure_surfaces import chain_surfaces, interface_area, structure_surface

_FOLDER = Path(str(structure_title.__globals__["__file__"])).parent
COMPLEX, HELIX, HAIRPIN = (_FOLDER / f"example_{name}.pdb" for name in ("complex", "helix", "hairpin"))


@pytest.fixture(scope="module", params=["pdb", "cif", "pdb.gz"])
def given(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as PDB, as mmCIF and packed: what is told must be the same."""
    if request.param == "pdb":
        return COMPLEX
    file = tmp_path_factory.mktemp("given") / f"complex.{request.param}"
    if request.param == "cif":
        found = gemmi.read_structure(str(COMPLEX))
        found.setup_entities()
        found.make_mmcif_document().write_file(str(file))
    else:
        file.write_bytes(gzip.compress(COMPLEX.read_bytes()))
    return file


def test_what_the_file_holds(given: Path) -> None:
    # As it was written: 13 + 13 residues, two of DNA, glycerol, zinc, chloride and three waters.
    assert structure_model_count(given) == 1
    assert [(one["chain"], one["kind"], one["residues"]) for one in structure_chain_kinds(given)] == [
        ("A", "protein", 13),
        ("B", "protein", 13),
        ("C", "DNA", 2),
    ]
    ligands = structure_ligands(given)
    assert (ligands.ligand_count, ligands.ligands) == (
        1,
        [{"ligand": "GOL", "count": 1, "places": "A 101", "atoms": "C3O3"}],
    )
    assert (structure_waters(given, "waters").water_count, structure_waters(given, "waters", "A").water_count) == (3, 2)
    assert (structure_ions(given, "ions").ion_count, structure_ions(given, "metals").ion_count) == (2, 1)
    assert structure_alternate_locations(given).alternates == ["A:SER8"]
    assert structure_missing_residues(given).missing == ["A:MET1", "A:GLY2"]
    assert (pdb_sequence_length(given).length, pdb_sequence_length(given, "A").length) == (28, 13)
    assert chain_sequences(given) == {"A": "GASLKAEDCAKMG", "B": "GASLKAEDCAKEG", "C": "GC"}
    assert chain_letters(given, "B") == pdb_sequence(given, "B").sequence == "GASLKAEDCAKEG"


def test_what_the_header_says(given: Path) -> None:
    assert structure_resolution(given) == 1.85
    assert structure_method(given) == "X-RAY DIFFRACTION"
    assert structure_title(given).startswith("TWO MADE-UP HELICES")
    assert (structure_r_work(given), structure_r_free(given)) == (0.187, 0.225)


def test_the_organism_is_that_of_the_source() -> None:
    assert structure_organism(COMPLEX) == "SYNTHETIC CONSTRUCT"


def test_what_the_header_does_not_say_is_refused() -> None:
    for function in (structure_resolution, structure_organism, structure_r_free, structure_title, structure_method):
        with pytest.raises(ToolInputError, match="states no"):
            function(HELIX)
    with pytest.raises(ToolInputError, match="not known"):
        structure_missing_residues(HELIX)


def test_b_factors_are_those_of_mdanalysis(given: Path) -> None:
    # MDAnalysis 2.11: mean of tempfactors of 'segid A and protein and not altloc B', and of 'not altloc B'.
    assert structure_b_factors(given, "A").mean == pytest.approx(19.282609, abs=1e-6)
    whole = structure_b_factors(given)
    assert (whole.mean, whole.lowest, whole.highest) == (pytest.approx(28.178035, abs=1e-6), 12.0, 42.0)
    assert structure_b_factors(given, "ligand").mean == 35.5
    assert [one["mean_b"] for one in chain_b_factors(given)][1] == pytest.approx(31.728985, abs=1e-6)
    residues = residue_b_factors(given, "B")
    assert (residues.highest_residue, residues.lowest_residue) == ("B:GLY13", "B:GLY1")


def test_size_of_a_chain_is_that_of_mdanalysis(given: Path) -> None:
    # MDAnalysis 2.11 on chain A without the second places: radius_of_gyration, center_of_mass, total_mass.
    assert structure_radius_of_gyration(given, "A").radius == pytest.approx(6.110430, abs=1e-4)
    assert structure_center_of_mass(given, "A").center == pytest.approx([0.375327, -0.090775, 0.005123], abs=1e-4)
    assert structure_mass(given, "A").mass == pytest.approx(932.584, abs=0.01)
    assert structure_atom_count(given, "A").structure_atom_count == 69


def test_distances_go_from_what_is_named(given: Path) -> None:
    atoms = part_distance(given, "atom CA, residue 6, chain A | atom CA, residue 10, chain A")
    # MDAnalysis 2.11: 6.3035874
    assert atoms.distance == pytest.approx(6.303587, abs=1e-5)
    residues = part_distance(given, "residue 6, chain A | residue 10, chain A")
    assert residues.distance == atoms.distance
    assert residues.between.startswith("from A:GLY6 CA to A:LYS10 CA, since no atom is named")
    # The bridge was built 3.000 Å long, the disulfide 2.032 Å; the file has three digits.
    bridge = part_distance(given, "atom NZ, residue 10, chain A | atom OE1, residue 12, chain B")
    assert bridge.distance == pytest.approx(3.0, abs=1e-3)
    closest = part_distance(given, "ligand | residue 14, chain A")
    assert "closest atoms other than hydrogen" in closest.between
    with pytest.raises(ToolInputError, match="say which is meant"):
        part_distance(given, "residue 6 | residue 10")


def test_residues_near_the_ligand_are_those_of_mdanalysis(given: Path) -> None:
    # MDAnalysis 2.11: 'protein and around 6 resname GOL'.
    assert [one["residue"] for one in residues_near(given, "6 Å of ligand").nearby] == ["A:ALA11", "A:ALA15"]
    assert [one["residue"] for one in residues_near(given, "ligand").nearby] == ["A:ALA15"]


def test_angles_are_those_of_mdtraj(given: Path) -> None:
    # mdtraj 1.11: compute_phi and compute_psi of chain A.
    angles = backbone_angles(given, "A")
    assert [one["phi"] for one in angles[:3]] == ["none", *map(pytest.approx, (-57.724358, -57.678825))]
    assert [one["psi"] for one in angles[:2]] == [
        pytest.approx(-47.002476, abs=1e-4),
        pytest.approx(-47.09431, abs=1e-4),
    ]
    assert angles[-1]["psi"] == "none"


def test_what_holds_chains_together(given: Path) -> None:
    disulfides = structure_disulfides(given)
    assert disulfides.disulfide_count == 1
    assert (disulfides.disulfides[0]["a"], disulfides.disulfides[0]["b"]) == ("A:CYS14", "B:CYS9")
    assert disulfides.disulfides[0]["recorded"] == "yes"
    assert structure_disulfides(given, "A").disulfide_count == 0
    bridges = structure_salt_bridges(given)
    assert (bridges.salt_bridge_count, bridges.salt_bridges[0]["positive"]) == (1, "A:LYS10")
    near = part_contacts(given, "chain A | chain B", 3.5)
    assert {(one["a"], one["b"]) for one in near.contacts} >= {("A:CYS14", "B:CYS9"), ("A:LYS10", "B:GLU12")}
    assert all(one["distance"] <= 3.5 for one in near.contacts)


def test_hydrogen_bonds_are_those_of_mdtraj() -> None:
    # mdtraj 1.11: kabsch_sander gives nine bonds i+4 to i in the helix, and 21 in the first model of the hairpin.
    found = backbone_hydrogen_bonds(HELIX)
    assert [(one["donor"][-1], one["acceptor"][-1]) for one in found.hydrogen_bonds[:2]] == [("5", "1"), ("6", "2")]
    assert [one["energy"] for one in found.hydrogen_bonds[:2]] == [
        pytest.approx(-2.328990, abs=1e-4),
        pytest.approx(-2.326216, abs=1e-4),
    ]
    assert (found.hydrogen_bond_count, backbone_hydrogen_bonds(HAIRPIN).hydrogen_bond_count) == (9, 21)


def test_surfaces_are_those_of_mdtraj(given: Path) -> None:
    # mdtraj 1.11: shrake_rupley with 960 points gives 1021.71, 1002.99 and 1753.65 Å² for A, B and both; points on a
    # sphere lie elsewhere there, so 1 % may differ.
    assert structure_surface(given, "A").surface == pytest.approx(1021.71, rel=0.01)
    area = interface_area(given, "chain A | chain B")
    assert area.buried_area == pytest.approx(1021.71 + 1002.99 - 1753.65, rel=0.02)
    assert area.interface_area == area.buried_area / 2
    assert [one["chain"] for one in chain_surfaces(given)] == ["A", "B", "C"]


def test_models_are_superposed_as_by_mdanalysis() -> None:
    # MDAnalysis 2.11: rms.rmsd of the Cα atoms of frames 1 and 3, superposed.
    assert part_rmsd(HAIRPIN, "model 1 | model 3").rmsd == pytest.approx(1.359684, abs=1e-5)
    assert part_rmsd(COMPLEX, "chain A | chain B").rmsd == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("function", [structure_b_factors, structure_model_count, pdb_sequence, structure_surface])
def test_files_that_break_off_are_refused(function: Callable[[Path], object], tmp_path: Path) -> None:
    whole = COMPLEX.read_text()
    texts = {
        "cut.pdb": whole[: whole.index("GOL") + 20],
        "endless.pdb": whole.replace("END".ljust(80) + "\n", ""),
        "letters.pdb": whole.replace("  -0.662", "  -0.6xx"),
        "nothing.pdb": "Dear all, here it is.\n",
        "model.pdb": "MODEL        1\n" + whole.replace("HEADER", "REMARK").replace("END".ljust(80) + "\n", ""),
    }
    for name, text in texts.items():
        file = tmp_path / name
        file.write_text(text)
        with pytest.raises(ToolInputError):
            function(file)


def test_cut_mmcif_is_refused(tmp_path: Path) -> None:
    found = gemmi.read_structure(str(COMPLEX))
    found.setup_entities()
    text = found.make_mmcif_document().as_string(gemmi.cif.Style.Pdbx)
    file = tmp_path / "cut.cif"
    file.write_text(text[: text.rindex("ATOM") + 80])
    with pytest.raises(ToolInputError):
        structure_b_factors(file)


def test_a_part_that_is_not_there_is_refused() -> None:
    for part, reason in (
        ("Z", "there is no chain Z; there are A, B, C"),
        ("residue 99, chain A", "A: 6 to 18"),
        ("model 4", "there is no model 4"),
        ("named HEM", "there is no HEM"),
        ("chain A, nonsense", "no part of a structure"),
    ):
        with pytest.raises(ToolInputError, match=reason):
            structure_b_factors(COMPLEX, part)
    assert read_part("atom CA, residue 10-20, chain A, model 2").last == "20"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("mean B factor of residues 6 to 10 of chain A in x.pdb", "residue 6-10, chain A"),
        ("the B factor of the CA of residue 7 in chain A of x.cif", "atom CA, residue 7, chain A"),
        ("B factors of Lys10 in x.pdb", "named LYS, residue 10"),
        ("mass of chain B of model 2 in x.pdb", "chain B, model 2"),
        ("B factor of A:10 in x.pdb.gz", "residue 10, chain A"),
        ("the B factor of the ligand HEM in x.ent", "named HEM"),
    ],
)
def test_parts_are_found_with_all_that_they_say(text: str, part: str) -> None:
    assert [value for _, _, value in find_parts(text)] == [part]


@pytest.mark.parametrize(
    "text",
    [
        "distance between CA of residue 3 and CA of residue 10 in chain A of x.pdb",
        "distance between the CA atoms of residues 3 and 10 of chain A in x.pdb",
        "how far is A:3:CA from A:10:CA in x.pdb? distance",
        "distance from the alpha carbon of residue 3 of chain A to the alpha carbon of residue 10 of chain A, x.pdb",
    ],
)
def test_pairs_are_found_in_many_wordings(text: str) -> None:
    expected = "atom CA, residue 3, chain A | atom CA, residue 10, chain A"
    assert [value for _, _, value in find_pairs(text)] == [expected]


def test_parts_are_looked_for_beside_a_structure_only() -> None:
    assert not list(find_parts("residue 10 of the peptide MKWVTFISLL"))
    assert not list(find_chains("chain A of the argument in x.csv"))
    assert [value for _, _, value in find_chains("sequence of chain A of x.pdb")] == ["A"]
    assert [value for _, _, value in find_near("residues within 0.5 nm of the ligand in x.pdb")] == ["5 Å of ligand"]


def test_pictures_have_axes_with_units() -> None:
    picture = structure_drawing(HAIRPIN, "all", "secondary structure")
    assert picture.startswith("<svg")
    assert structure_drawing(COMPLEX, "A", "chain") != structure_drawing(COMPLEX, "B", "chain")
    assert contact_map_drawing(COMPLEX, "A") != contact_map_drawing(COMPLEX, "A", 5.0)
    with pytest.raises(ToolInputError, match="names no helix"):
        structure_drawing(COMPLEX, "all", "secondary structure")
    with pytest.raises(ToolInputError, match="not by 'taste'"):
        structure_drawing(COMPLEX, "all", "taste")
