"""Notations keep the molecule; checks tell right from wrong."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import molkey, notation

ATOMS = ["C", "N", "O", "C(F)", "C(=O)", "c1ccoc1", "[C@@H](C)", "/C=C/", "S"]
PARTS = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=8)


def _molecule(parts: list[str]) -> str | None:
    mol = Chem.MolFromSmiles("CC" + "".join(parts) + "C")
    return None if mol is None else Chem.MolToSmiles(mol)


@settings(max_examples=60, deadline=None)
@given(PARTS, st.integers(0, 2**32))
def test_canonical_smiles_does_not_depend_on_the_atom_order(parts: list[str], seed: int) -> None:
    smiles = _molecule(parts)
    if smiles is None:
        return
    mol = Chem.MolFromSmiles(smiles)
    order = list(range(mol.GetNumAtoms()))
    random.Random(seed).shuffle(order)
    written = Chem.MolToSmiles(Chem.RenumberAtoms(mol, order), canonical=False)
    assert notation.canonical_smiles(written) == notation.canonical_smiles(smiles)


def test_structure_check_names_the_fault() -> None:
    assert notation.structure_check("COc1ccccc1").structure_validity
    wrong = notation.structure_check("CC(C)(C)(C)Oc1ccccc1")
    assert not wrong.structure_validity
    assert not wrong.sanitisation_verdict
    assert "valence" in wrong.structure_findings.lower()
    assert "kekul" in notation.structure_check("c1cccc1").structure_findings.lower()
    with pytest.raises(ToolInputError):
        notation.structure_check("C(" * 20_000)


# The doctest of rdkit.Chem.MolKey (Novartis, 2015), made with the Avalon program's own coordinates.
@pytest.mark.parametrize(("smiles", "key", "code"), [
    ("c1ccccc1C(F)Cl", "1|L7676nfGsSIU33wkx//NCg==", "R_ONE"),
    ("c1ccccc1[C@H](F)Cl", "1|Aj38EIxf13RuPDQG2A0UMw==", "S_ABS"),
    ("c1ccccc1[C@@H](F)Cl", "1|9ypfMrhxn1w0ncRooN5HXw==", "S_ABS"),
    ("c1cccc(C(Br)Cl)c1[C@@H](F)Cl", "1|c96jMSlbn7O9GW5d5uB9Mw==", "S_PART"),
    ("c1cccc(C(Br)Cl)c1C(F)Cl", "1|5H9R3LvclagMXHp3Clrc/g==", "S_UNKN"),
])  # fmt: skip
def test_molkey_and_stereo_code(smiles: str, key: str, code: str) -> None:
    assert molkey.mol_key(smiles) == key
    assert molkey.stereo_code(smiles) == code


def test_molkey_never_drops_a_fragment() -> None:
    for bad in ("COc1ccccc1.Cl", "*CC", "C" * 300):
        with pytest.raises(ToolInputError):
            molkey.mol_key(bad)


def test_smarts_finds_its_molecule() -> None:
    pattern = Chem.MolFromSmarts(notation.smiles_to_smarts("COc1ccccc1"))
    assert Chem.MolFromSmiles("CCOc1ccccc1").HasSubstructMatch(pattern)
    assert not Chem.MolFromSmiles("CNc1ccccc1").HasSubstructMatch(pattern)


def test_coordinates_have_the_measured_bond_length() -> None:
    """C-O of methanol is 1.425 Å by microwave spectroscopy; MMFF94 is made to be within 0.03 Å."""
    conformer = Chem.MolFromMolBlock(notation.conformer_mol_block("CO"), removeHs=False).GetConformer()
    assert (conformer.GetAtomPosition(0) - conformer.GetAtomPosition(1)).Length() == pytest.approx(1.425, abs=0.03)
    block = notation.conformer_pdb_block("CO").pdb_block
    assert sum(line.startswith("HETATM") for line in block.splitlines()) == 6
    with pytest.raises(ToolInputError, match="fragments"):
        notation.conformer_mol_block("CO.Cl")
