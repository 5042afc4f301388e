"""Molecules from coordinates, explained codes and descriptions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._molecule import embed_molecule
from scitoolagent.tools.chemistry._sdf import EXAMPLE_SDF
from scitoolagent.tools.chemistry.coordinates import EXAMPLE_XYZ, sdf_centers, sdf_stereochemistry, xyz_to_smiles
from scitoolagent.tools.chemistry.explained import (
    atom_code_meanings,
    atom_pair_meanings,
    merged_query_hydrogens,
    molecule_description,
    query_hydrogens,
)

# Pyramidal ammonia of Herzberg 1966: N-H 1.012 Å.
AMMONIA = "4\nammonia\nN 0 0 0.116\nH 0 0.939 -0.271\nH 0.813 -0.470 -0.271\nH -0.813 -0.470 -0.271\n"


@pytest.mark.parametrize(
    "smiles",
    ["C[C@H](N)C(=O)O", "C[C@@H](N)C(=O)O", "c1ccccc1", "C#N", "CC(=O)/C=C/c1ccccc1", "O=S(=O)(O)c1ccccc1", "C1CC1"],
)
def test_bonds_come_back_from_coordinates(smiles: str, tmp_path: Path) -> None:
    from rdkit import Chem

    path = tmp_path / "molecule.xyz"
    path.write_text(Chem.MolToXYZBlock(embed_molecule(smiles)))
    assert xyz_to_smiles(path).smiles == Chem.CanonSmiles(smiles)


def test_the_charge_is_told_and_decides(tmp_path: Path) -> None:
    path = tmp_path / "ammonia.xyz"
    path.write_text(AMMONIA)
    assert xyz_to_smiles(path).smiles == "N"
    assert "charge of 0" in xyz_to_smiles(path).bonds_note
    with pytest.raises(ToolInputError):
        xyz_to_smiles(path, charge=1)
    with pytest.raises(ToolInputError, match="-10 to 10"):
        xyz_to_smiles(path, charge=99)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "no XYZ file"),
        ("hello", "no XYZ file"),
        (AMMONIA + AMMONIA, "one molecule|no XYZ file"),
        ("201\n\n" + "He 0 0 0\n" * 201, "at most 200"),
        ("1\n\nC 0 0 0\n", "unpaired|no molecule|missing"),
        ("x" * 200_000, "larger"),
    ],
)
def test_files_that_are_no_molecule(content: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.xyz"
    path.write_text(content)
    with pytest.raises(ToolInputError, match=why):
        xyz_to_smiles(path)
    with pytest.raises(ToolInputError, match="no file"):
        xyz_to_smiles(tmp_path / "missing.xyz")


def test_centre_and_stereochemistry_of_a_file(tmp_path: Path) -> None:
    block = "\n".join(
        [
            "water", "  x", "", "  3  2  0  0  0  0  0  0  0  0999 V2000",
            "    0.0000    0.0000    0.3000 O   0  0", "    0.9000    0.0000    0.0000 H   0  0",
            "   -0.6000    0.3000    0.0000 H   0  0", "  1  2  1  0", "  1  3  1  0", "M  END", "$$$$", "",
        ]
    )  # fmt: skip
    path = tmp_path / "water.sdf"
    path.write_text(block)
    # The mean of the three atoms, by hand.
    assert sdf_centers(path)[0] == pytest.approx([0.1, 0.1, 0.1])
    assert "CC(C)[C@H]1CC[C@@H](C)CC1=O" in sdf_stereochemistry(Path(EXAMPLE_SDF))
    flat = tmp_path / "flat.sdf"
    flat.write_text(
        re.sub(r"^( +-?\d+\.\d+ +-?\d+\.\d+) +-?\d+\.\d{4}", r"\1    0.0000", Path(EXAMPLE_SDF).read_text(), flags=re.M)
    )
    with pytest.raises(ToolInputError, match="flat"):
        sdf_stereochemistry(flat)
    assert xyz_to_smiles(EXAMPLE_XYZ).smiles == "C[C@H](N)C(=O)O"


def test_codes_are_explained_as_they_are_made() -> None:
    # Carhart's code: heavy neighbours + 8 * pi electrons + 32 * class of the element (C 1, O 3).
    for record in atom_code_meanings("CC(=O)c1ccccc1"):
        kind = {"C": 1, "O": 3}[str(record["element"])]
        assert record["code"] == int(record["neighbours"]) + 8 * int(record["pi_electrons"]) + 32 * kind
    pairs = atom_pair_meanings("CC(C)O")
    # Four atoms have six pairs.
    assert sum(int(pair["number"]) for pair in pairs) == 6
    assert {int(pair["bonds"]) for pair in pairs} == {1, 2}
    with pytest.raises(ToolInputError, match="two atoms"):
        atom_code_meanings("C")
    with pytest.raises(ToolInputError, match="at most 100"):
        atom_pair_meanings("C" * 101)


def test_query_hydrogens() -> None:
    assert query_hydrogens("[#6]-[H]")
    assert not query_hydrogens("[#6]-[#8]")
    assert "[H]" not in merged_query_hydrogens("[#6]-[H]")
    assert "H" in merged_query_hydrogens("[#6]-[H]")
    with pytest.raises(ToolInputError, match="SMARTS"):
        query_hydrogens("((((")


def test_a_description_holds_computed_facts_only() -> None:
    text = molecule_description("C[C@H](N)C(=O)[O-].[Na+]")
    assert "C3H6NNaO2" in text
    assert "neutral, 2 parts" in text
    assert "1 primary amine" in text
    assert "of charge +1" in molecule_description("C[N+](C)(C)C")
    assert "no ring" in molecule_description("CCO")
    assert "2 rings, 2 of them aromatic and 1 with heteroatoms" in molecule_description("c1ccc2[nH]ccc2c1")
