"""SLN is read strictly: what is ill-formed is refused and never becomes another molecule."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem, rdBase
from rdkit.Chem import rdSLNParse

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.sln import sln_to_smiles, smiles_to_sln


# Worked out by hand from the rules of Homer et al. 2008: hydrogens follow their atom, brackets mark and describe it.
@pytest.mark.parametrize(("sln", "smiles"), [
    ("CH3CH(SH)CH3", "CC(C)S"),
    ("CH3C(=O)NHCH3", "CNC(C)=O"),
    ("HC#CCH2Br", "C#CCBr"),
    ("C[1]H2CH2CH2CH2@1", "C1CCC1"),
    ("C[1]H:CH:CH:CH:O:@1", "c1ccoc1"),
    ("N[1]H:CH:CH:CH:CH:@1", "c1cc[nH]c1"),
    ("C[1]H=CHCH=CHCH=C@1CH3", "Cc1ccccc1"),
    ("C[7]HCH2CH=@7", "C1=CC1"),
    ("CH3N[+]H3.Cl[-]", "C[NH3+].[Cl-]"),
    ("Ca[+2].O[charge=-1]H.O[charge=-1]H", "[Ca+2].[OH-].[OH-]"),
    ("C[I=13]H3F", "[13CH3]F"),
    ("H[I=2]OCH3", "[2H]OC"),
    ("HOH", "O"),
    ("HH", "[H][H]"),
    ("CH3CH2C[spin=d]H2", "CC[CH2]"),
    ("CH3CH=[s=E]CHF", "C/C=C/F"),
    ("CH3CH=[s=Z]CHF", "C/C=C\\F"),
    ("CH3SH<name=stench>", "CS"),
])  # fmt: skip
def test_reading_by_hand(sln: str, smiles: str) -> None:
    assert sln_to_smiles(sln) == Chem.CanonSmiles(smiles)


def test_r_and_s_are_the_cip_labels() -> None:
    """Natural L-serine is (S), by its published IUPAC name (2S)-2-amino-3-hydroxypropanoic acid."""
    assert sln_to_smiles("NH2C[s=S]H(CH2OH)C(=O)OH") == Chem.CanonSmiles("N[C@@H](CO)C(=O)O")
    assert sln_to_smiles("NH2C[s=R]H(CH2OH)C(=O)OH") == Chem.CanonSmiles("N[C@H](CO)C(=O)O")


@pytest.mark.parametrize(("sln", "says"), [
    ("CCO", r"C at character 1 lacks 3 hydrogens.*CH3"),
    ("CH3CH2O", r"O at character 7 lacks 1 hydrogen.*OH"),
    ("CH3CHCH3", r"CH at character 4 lacks 1 hydrogen.*CH2"),
    ("C[1]:CH:CH:CH:CH:CH:@1", r"C at character 1 lacks 1 hydrogen.*CH"),
    ("CH3CH4", r"CH4 at character 4 has too many"),
    ("CH2:CH2", r"no aromatic ring"),
    ("CH3C[s=R]H2F", r"no stereocentre"),
    ("CH3[s=X]F", r"character"),
    ("CHCl3", r"CHCl\(Cl\)Cl"),
    ("H2O", r"HOH"),
    ("C[1]H2CH2CH2@2", r"@2 names no atom"),
    ("C[1]H3C[1]H3", r"marks two atoms"),
    ("C[1]H2@1", r"bonded twice"),
    ("C[1]H2CH2@1", r"bonded twice"),
    ("CH3(OH", r"not closed"),
    ("CH3)OH", r"closes nothing"),
    ("CH3=", r"leads to no atom"),
    ("CH3.", r"fragment is missing"),
    ("CH3C[foo=1]H3", r"not read"),
    ("CH3CH=[s=N]CHF", r"not read"),
    ("AnyCH3", r"not a pattern"),
    ("CH3~CH3", r"no element"),
    ("ch3", r"no element"),
    ("C[spin=d]H4", r"radical"),
])  # fmt: skip
def test_ill_formed_is_refused_and_named(sln: str, says: str) -> None:
    with pytest.raises(ToolInputError, match=says):
        sln_to_smiles(sln)


PARTS = ["C", "N", "O", "C(=O)", "c1ccoc1", "[C@@H](C)", "/C=C/", "C(C)(F)", "C1CC1", "[N+](C)(C)", "S(=O)(=O)", "C#C"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=8), st.booleans())
def test_writing_then_reading_gives_the_molecule(parts: list[str], salt: bool) -> None:
    mol = Chem.MolFromSmiles("CC" + "".join(parts) + "C" + ".[Cl-]" * salt)
    if mol is None:
        return
    smiles = Chem.MolToSmiles(mol)
    # A centre that is only relative to others is refused; every other molecule has to come back.
    with contextlib.suppress(ToolInputError):
        assert sln_to_smiles(smiles_to_sln(smiles)) == smiles
    Chem.RemoveStereochemistry(mol)
    flat = Chem.MolToSmiles(mol)
    assert sln_to_smiles(smiles_to_sln(flat)) == flat


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([part for part in PARTS if "@" not in part]), min_size=1, max_size=6))
def test_rdkits_own_reader_agrees(parts: list[str]) -> None:
    """A second reader, written by others; it knows no stereochemistry and breaks on some closures in brackets."""
    mol = Chem.MolFromSmiles("CC" + "".join(parts) + "C")
    if mol is None:
        return
    Chem.RemoveStereochemistry(mol)
    flat = Chem.MolToSmiles(mol)
    with rdBase.BlockLogs():
        try:
            theirs = rdSLNParse.MolFromSLN(smiles_to_sln(flat))
        except RuntimeError:
            return
    assert theirs is not None
    assert Chem.CanonSmiles(Chem.MolToSmiles(theirs)) == flat


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="CHNOFl123()[]=#:@.-+sRE;I<>~x", max_size=40))
def test_any_text_gives_a_molecule_or_a_refusal(text: str) -> None:
    try:
        smiles = sln_to_smiles(text)
    except ToolInputError:
        return
    mol = Chem.MolFromSmiles(smiles)
    assert mol is not None
    # An undeclared radical is what the original made of ill-formed SLN; a lone metal atom is no mistake.
    assert not any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms() if atom.GetSymbol() in "CNOFH")


@pytest.mark.parametrize("text", ["(" * 100_000, "CH3" + "(CH2" * 4000, "C[1]" * 5000, "C" * 20_000, "CH2(CH3)" * 2000])
def test_hostile_text_ends_quickly(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(ToolInputError):
        sln_to_smiles(text)
    assert time.perf_counter() - start < 10.0


@pytest.mark.parametrize("smiles", ["*C", "N->[Fe]", "C[C@H]1CC[C@@H](C)CC1"])
def test_what_sln_cannot_say_is_refused(smiles: str) -> None:
    with pytest.raises(ToolInputError):
        smiles_to_sln(smiles)


def test_deep_branches_do_not_exhaust_the_stack() -> None:
    comb = "C" + "(C" * 400 + ")" * 400
    assert sln_to_smiles(smiles_to_sln(comb)) == Chem.CanonSmiles(comb)
