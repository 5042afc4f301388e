"""Edits change what they say and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import edits, forms, isomers

ATOMS = ["C", "N", "O", "C(=O)", "c1ccoc1", "[C@@H](C)", "/C=C/", "S"]
PARTS = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=7)


def same(left: str, right: str) -> bool:
    return bool(Chem.CanonSmiles(left) == Chem.CanonSmiles(right))


@settings(max_examples=60, deadline=None)
@given(PARTS)
def test_hydrogens_and_kekule_form_keep_the_molecule(parts: list[str]) -> None:
    mol = Chem.MolFromSmiles("CC" + "".join(parts) + "C")
    if mol is None:
        return
    smiles = Chem.MolToSmiles(mol)
    full = edits.explicit_hydrogen_smiles(smiles)
    assert full.count("[H]") == sum(atom.GetTotalNumHs() for atom in mol.GetAtoms())
    assert edits.implicit_hydrogen_smiles(full) == smiles
    kekule = edits.kekule_smiles(smiles)
    assert "c" not in kekule
    assert edits.aromatic_smiles(kekule) == smiles
    assert edits.flat_smiles(smiles) == Chem.MolToSmiles(mol, isomericSmiles=False)
    assert forms.serialisation_check(smiles).serialisation_verdict


def test_isotopes_stay_when_hydrogens_go() -> None:
    assert edits.implicit_hydrogen_smiles("[2H]C([H])([H])O") == Chem.CanonSmiles("[2H]CO")


def test_aromaticity_models_differ_where_they_should() -> None:
    """The MDL model has no aromatic five-membered rings; Daylight's (and RDKit's) has."""
    assert "o" in edits.aromatic_smiles("C1=COC=C1")
    assert "o" not in edits.aromatic_smiles("C1=COC=C1", "mdl")
    with pytest.raises(ToolInputError, match="unknown"):
        edits.aromatic_smiles("C1=COC=C1", "none")


# Rings and their linkers stay, side chains go (definition of Bemis and Murcko 1996), worked out by hand.
@pytest.mark.parametrize(("smiles", "scaffold"), [
    ("CCOc1ccc(CC2CCNC2)cc1", "c1ccc(CC2CCNC2)cc1"), ("CC1CCC(=O)C1", "O=C1CCCC1"), ("OCC1CC1", "C1CC1"),
])  # fmt: skip
def test_murcko_scaffold(smiles: str, scaffold: str) -> None:
    assert same(edits.murcko_scaffold(smiles), scaffold)


def test_no_ring_no_scaffold() -> None:
    with pytest.raises(ToolInputError, match="no ring"):
        edits.murcko_scaffold("CCCN")


def test_fragments_and_their_atoms() -> None:
    found = edits.molecule_fragments("CC[NH3+].[Br-].O")
    assert [same(a, b) for a, b in zip(found.fragment_smiles, ["CC[NH3+]", "[Br-]", "O"], strict=True)] == [True] * 3
    assert found.fragment_atoms == [[0, 1, 2], [3], [4]]


@pytest.mark.parametrize(("salt", "parent"), [
    ("C[NH2+]CCc1ccoc1.[Br-]", "CNCCc1ccoc1"), ("[K+].[O-]C(=O)c1ccoc1", "OC(=O)c1ccoc1"),
    ("C[N+](C)(C)CCO.[I-]", "C[N+](C)(C)CCO"),
])  # fmt: skip
def test_neutral_parent(salt: str, parent: str) -> None:
    assert same(edits.neutral_parent(salt).parent_smiles, parent)


# Each group is drawn from its definition: tert-butoxycarbonyl, benzyloxycarbonyl, trimethylsilyl.
@pytest.mark.parametrize(("smiles", "bare", "groups"), [
    ("CC(C)(C)OC(=O)NCC1CC1", "NCC1CC1", ["Boc"]), ("O=C(OCc1ccccc1)NCC1CC1", "NCC1CC1", ["Cbz"]),
    ("C[Si](C)(C)OCC1CC1", "OCC1CC1", ["TMS"]), ("NCC1CC1", "NCC1CC1", []),
])  # fmt: skip
def test_deprotection(smiles: str, bare: str, groups: list[str]) -> None:
    found = edits.deprotection(smiles)
    assert same(found.deprotected_smiles, bare)
    assert found.protecting_groups == groups


def test_condensed_structure_labels_its_groups() -> None:
    text = forms.condensed_structure("FC(F)(F)c1ccc(OC)o1")
    assert "CF3" in text
    assert "OMe" in text
    assert forms.condensed_structure("c1ccoc1") == "c1ccoc1"


# Open valences by the octet rule.
@pytest.mark.parametrize(("smiles", "counts"), [
    ("C[CH2]", [0, 1]), ("[CH2]", [2]), ("[N]=O", [1, 0]), ("CO", [0, 0]), ("[CH2]CC[CH2]", [1, 0, 0, 1]),
])  # fmt: skip
def test_radical_electrons(smiles: str, counts: list[int]) -> None:
    found = forms.radical_electrons(smiles)
    assert (found.radical_electrons, found.atom_radicals) == (sum(counts), counts)


def test_haptic_bond_becomes_one_dative_bond_an_atom() -> None:
    assert forms.haptic_to_dative("c1cc[cH-]c1.*->[Fe+2] |m:5:0.1.2.3.4|").count("[Fe+2]") == 1
    mol = Chem.MolFromSmiles(forms.haptic_to_dative("c1cc[cH-]c1.*->[Fe+2] |m:5:0.1.2.3.4|"))
    assert sum(bond.GetBondType() == Chem.BondType.DATIVE for bond in mol.GetBonds()) == 5
    with pytest.raises(ToolInputError, match="no haptic bond"):
        forms.haptic_to_dative("CCO")


def test_variants_of_a_variable_attachment() -> None:
    """A substituent on C2, C3 or C4 of pyridine: three positional isomers."""
    found = forms.structure_variants("*Br.n1ccccc1 |m:0:3.4.5|")
    assert found == sorted(Chem.CanonSmiles(one) for one in ("Brc1ccccn1", "Brc1cccnc1", "Brc1ccncc1"))
    with pytest.raises(ToolInputError, match="varies nowhere"):
        forms.structure_variants("CCN")


def test_cip_labels_of_published_names() -> None:
    """(2S)-serine, (2E)-but-2-enoic acid and cis-1,4-dimethylcyclohexane, whose centres are r and s only."""
    serine = isomers.cip_labels("N[C@@H](CO)C(=O)O")
    assert serine.atom_cip_labels == {"C1": "S"}
    assert isomers.cip_labels("C/C=C/C(=O)O").bond_cip_labels == {"C1=C2": "E"}
    assert set(isomers.cip_labels("C[C@H]1CC[C@@H](C)CC1").atom_cip_labels.values()) <= {"r", "s"}
    open_one = isomers.cip_labels("CC(F)C=CC")
    assert (open_one.atom_cip_labels, open_one.bond_cip_labels) == ({}, {})
    assert sorted(open_one.undefined_stereo) == ["C1", "C3=C4"]
    assert isomers.cip_labels("CCN").undefined_stereo == []
    # The nitrogen of quinuclidine bridges two rings and has no configuration of its own.
    assert isomers.cip_labels("CC1CN2CCC1CC2").undefined_stereo == ["C1"]


def test_stereoisomers_by_counting() -> None:
    """2ⁿ for n independent places; three for a meso pair such as 2,3-difluorobutane."""
    assert len(isomers.stereoisomers("CC(F)C=CC")) == 4
    assert len(isomers.stereoisomers("CC(F)C(F)C")) == 3
    assert isomers.stereoisomers("CCN") == ["CCN"]
    assert isomers.stereoisomers("C/C=C/F") == [Chem.CanonSmiles("C/C=C/F")]
    with pytest.raises(ToolInputError, match="at most"):
        isomers.stereoisomers("C" + "C(F)" * 14 + "N")


def test_tautomers_of_a_textbook_pair() -> None:
    """2-hydroxypyridine and 2-pyridone: the hydrogen moves between O and N."""
    lactim, lactam = Chem.CanonSmiles("Oc1ccccn1"), Chem.CanonSmiles("O=c1cccc[nH]1")
    forms = isomers.tautomers(lactim).tautomer_smiles
    assert {lactim, lactam} <= set(forms)
    assert forms == isomers.tautomers(lactam).tautomer_smiles
    assert isomers.canonical_tautomer(lactim) == isomers.canonical_tautomer(lactam)
    assert isomers.canonical_tautomer(lactam).canonical_tautomer == lactam
    # In Oc1ccccn1 the oxygen is atom 0 and the nitrogen atom 6; the C-O bond is bond 0.
    assert {0, 6} <= set(isomers.tautomer_atoms("Oc1ccccn1"))
    assert 0 in isomers.tautomer_bonds("Oc1ccccn1")
    template = Chem.MolFromSmarts(isomers.tautomer_template(lactim))
    assert all(Chem.MolFromSmiles(form).HasSubstructMatch(template) for form in (lactim, lactam))


def test_one_form_only() -> None:
    assert isomers.tautomers("CCCl").tautomer_smiles == ["CCCl"]
    assert isomers.tautomer_atoms("CCCl") == isomers.tautomer_bonds("CCCl") == []


@pytest.mark.parametrize(
    "function",
    [
        isomers.tautomers,
        isomers.canonical_tautomer,
        isomers.stereoisomers,
        isomers.cip_labels,
        edits.deprotection,
        edits.molecule_fragments,
    ],
)
@pytest.mark.parametrize("text", ["", "C(", "C" * 100_000, "no molecule"])
def test_bad_input_is_refused(function: object, text: str) -> None:
    with pytest.raises(ToolInputError):
        function(text)  # type: ignore[operator]
