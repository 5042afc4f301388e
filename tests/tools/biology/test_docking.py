"""Docking: against the program of AutoDock Vina, the box, what is prepared, and what does not fit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool import progress
from scitoolagent.tools.biology import _docking, docking
from scitoolagent.tools.biology._docking import EXAMPLE_POCKET, box_around, ligands_in, receptor_of
from scitoolagent.tools.biology._docking_words import find_bound, find_centres

pytestmark = pytest.mark.slow

SEROTONIN = "NCCc1c[nH]c2ccc(O)cc12"
TEXT = EXAMPLE_POCKET.read_text()


@pytest.fixture(autouse=True)
def _needs_the_extra() -> None:
    pytest.importorskip("vina", reason="the extra docking is not installed")
    pytest.importorskip("meeko", reason="the extra docking is not installed")


# `vina` 1.2.3 (Debian) with the receptor and the ligand that are prepared here, this box, seed 1: -5.19 kcal/mol at an
# exhaustiveness of 1 and of 8. Its grid lies otherwise by a fraction of its spacing, which is worth 0.06.
def test_a_score_is_that_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(progress.VARIABLE, str(tmp_path / "progress"))
    found = docking.docking_at_ligand(SEROTONIN, EXAMPLE_POCKET, margin=1.0, exhaustiveness=1)
    assert found.affinity == pytest.approx(-5.19, abs=0.1)
    assert found.poses[0] == {"pose": 1, "score": found.affinity, "RMSD from the best": 0.0}
    assert [row["score"] for row in found.poses] == sorted(row["score"] for row in found.poses)
    assert str(progress.told(tmp_path / "progress")) == "searching for poses, exhaustiveness 1"
    assert "box around LIG G:1: centre 3.11, 0.49, 10.41, edges 8.8, 13.84, 15.02 Å" in found.docking_note
    assert "left out of the receptor: LIG" in found.docking_note
    pose = Chem.MolFromMolBlock(found.best)
    assert Chem.MolToSmiles(pose) == Chem.CanonSmiles(SEROTONIN)
    box = box_around(ligands_in(TEXT)["LIG G:1"], 1.0)
    assert all(box.holds(tuple(place)) for place in pose.GetConformer().GetPositions())


def test_the_pose_of_the_bound_molecule_is_compared_with_its_place(tmp_path: Path) -> None:
    """Phenol put where it was docked is found there again."""
    first = docking.docking_in_box("Oc1ccccc1", EXAMPLE_POCKET, "0.4 3.8 9.4", edge=12, exhaustiveness=1)
    mol = Chem.MolFromMolBlock(first.best)
    for atom in mol.GetAtoms():
        atom.SetMonomerInfo(Chem.AtomPDBResidueInfo(f" {atom.GetSymbol()}{atom.GetIdx()} ", 1, "", "IPH", 1, "", "H"))
        atom.GetPDBResidueInfo().SetIsHeteroAtom(True)
    protein = "".join(line for line in TEXT.splitlines(keepends=True) if line.startswith(("ATOM", "TER")))
    path = tmp_path / "bound.pdb"
    path.write_text(protein + Chem.MolToPDBBlock(mol, flavor=4))
    again = docking.docking_at_ligand("Oc1ccccc1", path, margin=3.0, exhaustiveness=1)
    assert again.poses[0]["RMSD from the file"] < 1.0
    assert again.affinity == pytest.approx(first.affinity, abs=0.1)


def test_hydrogens_are_added_and_no_residue_is_lost() -> None:
    box = box_around(ligands_in(TEXT)["LIG G:1"], 4.0)
    receptor = receptor_of(TEXT, box)
    assert receptor.notes == ("hydrogens added", "left out of the receptor: LIG")
    kept = {line[17:26] for line in TEXT.splitlines() if line.startswith("ATOM")}
    assert {line[17:26] for line in receptor.pdbqt.splitlines() if line.startswith("ATOM")} == kept
    # Tyrosine and tryptophan give their polar hydrogen, phenylalanine has none but that of its backbone.
    assert sum(line[17:20] == "TYR" and line.endswith("HD") for line in receptor.pdbqt.splitlines()) > 0


def test_a_residue_of_the_box_that_lacks_atoms_is_named() -> None:
    cut = "".join(line for line in TEXT.splitlines(keepends=True) if not ("ASP A 129" in line and " CG " in line))
    with pytest.raises(ToolInputError, match="A:129 in the box"):
        receptor_of(cut, box_around(ligands_in(TEXT)["LIG G:1"], 4.0))


def test_nothing_is_fetched_for_an_unknown_residue() -> None:
    """Meeko asks a server for residues that it does not know; they are left out and named before."""
    changed = TEXT.replace("ALA A 216", "XYZ A 216")
    receptor = receptor_of(changed, box_around(ligands_in(TEXT)["LIG G:1"], 1.0))
    assert "left out of the receptor: LIG, XYZ" in receptor.notes


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"smiles": "CCO.O"}, "several fragments"),
        ({"smiles": "C" * 101}, "at most 100|no 3-D conformer"),
        ({"ligand": "STI"}, "no ligand STI; it has LIG G:1"),
        ({"margin": 30.0}, "0 to 20 Å"),
        ({"exhaustiveness": 0}, "1 to 64"),
        ({"seed": 0}, "from 1 to"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: dict[str, object], told: str) -> None:
    given = {"smiles": SEROTONIN, "structure": EXAMPLE_POCKET, "margin": 1.0, "exhaustiveness": 1, **arguments}
    with pytest.raises(ToolInputError, match=told):
        docking.docking_at_ligand(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("centre", "edge", "told"), [("1 2", 20.0, "three coordinates"), ("1 2 3", 2.0, "5 to 60")])
def test_a_box_has_a_place_and_a_size(centre: str, edge: float, told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        docking.docking_in_box(SEROTONIN, EXAMPLE_POCKET, centre, edge=edge)


def test_a_site_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "apo.pdb"
    path.write_text("".join(line for line in TEXT.splitlines(keepends=True) if not line.startswith("HETATM")))
    with pytest.raises(ToolInputError, match="give the centre of a box"):
        docking.docking_at_ligand(SEROTONIN, path)
    path.write_text(
        TEXT
        + "".join(line.replace("LIG G   1", "ABC G   2") for line in TEXT.splitlines(keepends=True) if "LIG" in line)
    )
    with pytest.raises(ToolInputError, match=r"several ligands \(LIG G:1, ABC G:2\)"):
        docking.docking_at_ligand(SEROTONIN, path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("dock X into a.pdb in a box centred at (10, 5.5, -3)", ["10 5.5 -3"]),
        ("dock X into a.pdb, box center 1.0 2.0 3.0", ["1.0 2.0 3.0"]),
        ("a box centred at 1 2 3", []),
        ("dock X into a.pdb around STI", []),
    ],
)
def test_the_centre_is_found_in_the_words(text: str, found: list[str]) -> None:
    assert [value for _, _, value in find_centres(text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("dock X into a.pdb around STI", ["STI"]),
        ("dock X into a.pdb at the site of the ligand STI", ["STI"]),
        ("dock X into a.pdb where NAD is bound", ["NAD"]),
        ("dock X into a.pdb", []),
        ("dock X at pH 7", []),
    ],
)
def test_the_ligand_is_found_in_the_words(text: str, found: list[str]) -> None:
    assert [value for _, _, value in find_bound(text)] == found


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    _docking._templates.cache_clear()
    monkeypatch.setitem(sys.modules, "meeko", None)
    with pytest.raises(ToolUnavailableError, match=r"scitoolagent\[docking\]"):
        docking.docking_at_ligand(SEROTONIN, EXAMPLE_POCKET)
