"""Salts, isotopes, charges, stereochemistry and radicals pass every change of notation, or the result says they do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import edits, forms, inchi, isomers, names, notation, selfies, sln
from scitoolagent.tools.chemistry._changes import UNCHANGED, change_note

MOLECULES = {
    "salt": "CC(=O)[O-].[Na+]",
    "hydrochloride": "CN(C)C(=N)NC(=N)N.Cl",
    "isotope": "[13CH3]C([2H])([2H])O",
    "aromatic isotope": "[15n]1ccccc1",
    "charge": "C[N+](C)(C)CC(=O)[O-]",
    "centre": "C[C@H](N)C(=O)O",
    "centres": "OC[C@H]1O[C@@](CO)(O[C@H]2O[C@H](CO)[C@@H](O)[C@H](O)[C@H]2O)[C@@H](O)[C@@H]1O",
    "sulfoxide": "C[S@](=O)CC",
    "double bond": r"C/C=C\C",
    "radical": "C[CH]C",
    "nitroxide": "CC1(C)CCCC(C)(C)N1[O]",
    "labelled salt": "[14C]([2H])#N.[K+].[Cl-]",
}
# There and back, so that what a notation drops is missed.
NOTATIONS: dict[str, Callable[[str], str]] = {
    "canonical SMILES": notation.canonical_smiles,
    "InChI": lambda smiles: inchi.inchi_to_smiles(inchi.smiles_to_inchi(smiles).inchi).smiles,
    "SELFIES": lambda smiles: selfies.selfies_to_smiles(selfies.smiles_to_selfies(smiles)),
    "SLN": lambda smiles: sln.sln_to_smiles(sln.smiles_to_sln(smiles)),
    "Kekulé": edits.kekule_smiles,
    "aromatic": edits.aromatic_smiles,
    "explicit hydrogens": edits.explicit_hydrogen_smiles,
    "implicit hydrogens": lambda smiles: edits.implicit_hydrogen_smiles(edits.explicit_hydrogen_smiles(smiles)),
}


@pytest.mark.parametrize("kind", MOLECULES)
@pytest.mark.parametrize("name", NOTATIONS)
def test_a_notation_keeps_the_molecule(name: str, kind: str) -> None:
    assert Chem.CanonSmiles(NOTATIONS[name](MOLECULES[kind])) == Chem.CanonSmiles(MOLECULES[kind])


@pytest.mark.parametrize("kind", [kind for kind in MOLECULES if "salt" not in kind and kind != "hydrochloride"])
def test_a_mol_block_keeps_the_molecule(kind: str) -> None:
    block = notation.conformer_mol_block(MOLECULES[kind])
    assert Chem.MolToSmiles(Chem.MolFromMolBlock(block)) == Chem.CanonSmiles(MOLECULES[kind])


def test_a_pdb_block_says_what_it_has_no_place_for() -> None:
    assert "no place for isotopes;" in notation.conformer_pdb_block(MOLECULES["isotope"]).pdb_note
    assert "no place for unpaired electrons;" in notation.conformer_pdb_block(MOLECULES["radical"]).pdb_note
    assert notation.conformer_pdb_block(MOLECULES["centre"]).pdb_note == UNCHANGED


def test_abbreviations_hide_no_isotope_and_no_radical() -> None:
    assert "14CH3" in forms.condensed_structure("[14CH3]Oc1ccccc1")
    assert forms.condensed_structure("COc1ccccc1").endswith("|$OMe;;;;;;$|")
    assert forms.condensed_structure("C[CH]c1ccccc1").startswith("C[CH]")
    # One group is labelled, the other is still abbreviated.
    assert "$CO2H" in forms.condensed_structure("[13CH3]Cc1ccccc1C(=O)O")


def test_a_standardisation_says_what_it_removed() -> None:
    parent = edits.neutral_parent("C[C@H]([NH3+])C([O-])=O.[Na+].[Cl-]")
    assert parent.parent_smiles == Chem.CanonSmiles("C[C@H](N)C(=O)O")
    assert "[Na+]" in parent.parent_note
    assert "charged atoms: 4 before, 0 now" in parent.parent_note
    assert edits.neutral_parent("[13CH3]C(=O)O").parent_note == UNCHANGED


def test_tautomers_say_which_stereochemistry_they_lose() -> None:
    lost = "defined stereocentres and stereo bonds: 1 before, 0 now"
    assert isomers.canonical_tautomer("CC(=O)[C@H](C)N").tautomers_note == lost
    assert isomers.tautomers("CC(=O)[C@H](C)N").tautomers_note == lost
    assert isomers.canonical_tautomer("C[C@H](F)Cl").tautomers_note == UNCHANGED


def test_tautomers_that_are_another_molecule_are_refused() -> None:
    """RDKit's rules make H(14C)(2H)N+ of labelled hydrogen cyanide."""
    with pytest.raises(ToolInputError, match="change the formula"):
        isomers.canonical_tautomer("[2H][14C]#N")


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ("CCO", "OCC", UNCHANGED),
        ("C[C@H](F)Cl", "CC(F)Cl", "stereo bonds: 1 before, 0 now"),
        (r"C/C=C/C", "CC=CC", "stereo bonds: 1 before, 0 now"),
        ("[13CH4]", "C", "isotope: 1 before, 0 now"),
        ("C[CH2]", "CC", "unpaired electrons: 1 before, 0 now"),
        ("C[NH3+]", "CN", "charged atoms: 1 before, 0 now"),
        ("CCO.O", "CCO", "fragments: CCO, O before, only CCO now"),
    ],
)
def test_each_kind_of_change_is_named(before: str, after: str, note: str) -> None:
    assert change_note(Chem.MolFromSmiles(before), Chem.MolFromSmiles(after)).endswith(note)


@pytest.mark.parametrize(
    ("name", "smiles"),
    [
        ("sodium acetate", "CC(=O)[O-].[Na+]"),
        ("heavy water", "[2H]O[2H]"),
        ("L-proline", "OC(=O)[C@@H]1CCCN1"),
        ("choline chloride", "C[N+](C)(C)CCO.[Cl-]"),
    ],
)
def test_a_name_gives_salt_isotope_charge_and_stereo(name: str, smiles: str) -> None:
    assert names.name_to_smiles(name).smiles == Chem.CanonSmiles(smiles)
