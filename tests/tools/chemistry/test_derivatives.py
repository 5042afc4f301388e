"""Derivatives against the structures that PubChem has under the names of the products."""

from __future__ import annotations

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import derivatives, fragments, isomers
from scitoolagent.tools.chemistry._derivative_words import find_acyl_esters, find_amides, find_esters

SUCCINIC = "OC(=O)CCC(=O)O"
METHYLSUCCINIC = "CC(CC(=O)O)C(=O)O"


def same(left: str, right: str) -> bool:
    return bool(Chem.CanonSmiles(left) == Chem.CanonSmiles(right))


# SMILES of PubChem: methyl salicylate CID 4133, benzocaine 2337, dimethyl succinate 7820, monomethyl succinate 77487,
# benzyl benzoate 2345, phenyl salicylate 8361; the tert-butyl ester drawn by hand.
@pytest.mark.parametrize(("acid", "alcohol", "ester"), [
    ("O=C(O)c1ccccc1O", "methyl", "COC(=O)C1=CC=CC=C1O"), ("Nc1ccc(cc1)C(=O)O", "ethyl", "CCOC(=O)C1=CC=C(C=C1)N"),
    ("CC(O)CC(=O)O", "tert-butyl", "CC(CC(=O)OC(C)(C)C)O"), (SUCCINIC, "dimethyl", "COC(=O)CCC(=O)OC"),
    (SUCCINIC, "monomethyl", "COC(=O)CCC(=O)O"), ("O=C(O)c1ccccc1", "benzyl", "C1=CC=C(C=C1)COC(=O)C2=CC=CC=C2"),
    ("O=C(O)c1ccccc1O", "phenyl", "C1=CC=C(C=C1)OC(=O)C2=CC=CC=C2O"),
])  # fmt: skip
def test_esters_of_acids(acid: str, alcohol: str, ester: str) -> None:
    assert same(derivatives.acid_ester(acid, alcohol), ester)


# PubChem: aspirin CID 2244, triacetin 5541, geranyl acetate 1549026; the ester of menthol drawn by hand.
@pytest.mark.parametrize(("alcohol", "acyl", "ester"), [
    ("CC(C)[C@@H]1CC[C@@H](C)C[C@H]1O", "acetyl", "CC(=O)O[C@@H]1C[C@H](C)CC[C@H]1C(C)C"),
    ("O=C(O)c1ccccc1O", "acetyl", "CC(=O)OC1=CC=CC=C1C(=O)O"),
    ("OCC(O)CO", "triacetyl", "CC(=O)OCC(COC(=O)C)OC(=O)C"),
    ("CC(C)=CCC/C(C)=C/CO", "acetyl", "CC(=CCC/C(=C/COC(=O)C)/C)C"),
])  # fmt: skip
def test_esters_of_alcohols(alcohol: str, acyl: str, ester: str) -> None:
    assert same(derivatives.alcohol_ester(alcohol, acyl), ester)


# PubChem: salicylamide CID 5147, DMF 6228, DEET 4284, acetanilide 904.
@pytest.mark.parametrize(("acid", "amine", "amide"), [
    ("O=C(O)c1ccccc1O", "primary", "C1=CC=C(C(=C1)C(=O)N)O"), ("O=CO", "dimethyl", "CN(C)C=O"),
    ("Cc1cccc(c1)C(=O)O", "diethyl", "CCN(CC)C(=O)C1=CC=CC(=C1)C"), ("CC(=O)O", "phenyl", "CC(=O)NC1=CC=CC=C1"),
])  # fmt: skip
def test_amides_of_acids(acid: str, amine: str, amide: str) -> None:
    assert same(derivatives.acid_amide(acid, amine), amide)


# PubChem: trimethylamine N-oxide CID 1145, pyridine N-oxide 12753, pyrazine N-oxide 137595.
@pytest.mark.parametrize(("amine", "oxide"), [
    ("CN(C)C", "C[N+](C)(C)[O-]"), ("c1ccncc1", "C1=CC=[N+](C=C1)[O-]"), ("c1cnccn1", "C1=C[N+](=CC=N1)[O-]"),
])  # fmt: skip
def test_n_oxides(amine: str, oxide: str) -> None:
    assert same(derivatives.nitrogen_oxide(amine), oxide)


# PubChem: ethylcyclohexane CID 15504, pyrrolidine 31268, piperidine 8082, menthol 1254; the others by hand.
@pytest.mark.parametrize(("smiles", "saturated"), [
    ("C=Cc1ccccc1", "CCC1CCCCC1"), ("c1cc[nH]c1", "C1CCNC1"), ("c1ccncc1", "C1CCNCC1"), ("C#CCC=O", "CCCC=O"),
    ("Cc1ccc(C(C)C)c(O)c1", "CC1CCC(C(C1)O)C(C)C"), ("C/C=C/C[C@H](O)CC", "CCCC[C@H](O)CC"),
    ("O=[N+]([O-])c1ccccc1", "O=[N+]([O-])C1CCCCC1"),
])  # fmt: skip
def test_hydrogenation(smiles: str, saturated: str) -> None:
    assert same(derivatives.hydrogenated_molecule(smiles), saturated)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: derivatives.acid_ester(SUCCINIC, "methyl"), "2 acid groups.*monomethyl"),
    (lambda: derivatives.acid_ester(METHYLSUCCINIC, "monomethyl"), "differ"),
    (lambda: derivatives.acid_ester("CCO", "methyl"), "0 acid groups"),
    (lambda: derivatives.acid_ester("CC(=O)O", "dimethyl"), "1 acid groups, 2 are needed"),
    (lambda: derivatives.acid_ester("CC(=O)O", "neopentyl"), "unknown"),
    (lambda: derivatives.alcohol_ester("OCCO", "acetyl"), "2 OH groups"),
    (lambda: derivatives.alcohol_ester("CC(=O)O", "acetyl"), "0 OH groups"),
    (lambda: derivatives.acid_amide(SUCCINIC, "primary"), "2 acid groups"),
    (lambda: derivatives.nitrogen_oxide("CN1CCC[C@H]1c1cccnc1"), "differ"),
    (lambda: derivatives.nitrogen_oxide("CC(=O)N(C)C"), "0 tertiary"),
    (lambda: derivatives.hydrogenated_molecule("C=CC#N"), "nitrogen"),
    (lambda: derivatives.hydrogenated_molecule("CC=O"), "no C=C"),
    (lambda: isomers.enantiomer("CCO"), "no enantiomer"),
    (lambda: isomers.enantiomer("OC(=O)[C@H](O)[C@H](O)C(=O)O"), "no enantiomer"),
    (lambda: isomers.enantiomer("CC(N)C(=O)O"), "undefined"),
    (lambda: fragments.generic_scaffold("CCO"), "no ring"),
])  # fmt: skip
def test_what_is_not_said_is_refused(call: object, said: str) -> None:
    assert callable(call)
    with pytest.raises(ToolInputError, match=said):
        call()


def test_the_other_enantiomer() -> None:
    """L-alanine and D-alanine, PubChem CID 5950 and 71080; both centres of L-threonine (6288) give D (69435)."""
    assert same(isomers.enantiomer("C[C@@H](C(=O)O)N"), "C[C@H](C(=O)O)N")
    assert same(isomers.enantiomer("C[C@H]([C@@H](C(=O)O)N)O"), "C[C@@H]([C@H](C(=O)O)N)O")


def test_generic_scaffold_and_largest_fragment() -> None:
    """Worked out by hand by the rules of Bemis and Murcko: no exocyclic atom, all carbon, all single bonds."""
    assert same(fragments.generic_scaffold("O=C(c1ccccc1)c1ccnc(CC)c1"), "C1CCC(CC2CCCCC2)CC1")
    assert same(fragments.largest_fragment("[Na+].CC(=O)[O-]"), "CC(=O)[O-]")
    assert same(fragments.largest_fragment("OC(=O)C(O)C(O)C(=O)O.CN"), "OC(=O)C(O)C(O)C(=O)O")


@pytest.mark.parametrize(("finder", "text", "found"), [
    (find_esters, "the ethyl ester of ibuprofen", {"ethyl ester": "ethyl"}),
    (find_esters, "Dimethyl esters and a t-butyl ester", {"Dimethyl esters": "dimethyl", "t-butyl ester": "tert-butyl"}),
    (find_esters, "n-butyl ester, iso-propyl ester", {"n-butyl ester": "butyl", "iso-propyl ester": "isopropyl"}),
    (find_esters, "monoethyl ester of adipic acid", {"monoethyl ester": "monoethyl"}),
    (find_esters, "L-phenylalanine 1-methyl ester", {}), (find_esters, "methyl groups of an ester", {}),
    (find_acyl_esters, "the acetate of menthol", {"acetate": "acetyl"}),
    (find_acyl_esters, "its benzoate ester and diacetate ester", {"benzoate ester": "benzoyl",
                                                                  "diacetate ester": "diacetyl"}),
    (find_acyl_esters, "sodium acetate in water", {}), (find_acyl_esters, "ethyl acetate", {}),
    (find_amides, "the N-methyl amide of salicylic acid", {"N-methyl amide": "methyl"}),
    (find_amides, "N,N-diethylamide of toluic acid", {"N,N-diethylamide": "diethyl"}),
    (find_amides, "the primary amide of benzoic acid", {"primary amide": "primary"}),
    (find_amides, "how many amide bonds are there", {}), (find_amides, "is it an amide?", {}),
])  # fmt: skip
def test_derivatives_in_a_text(finder: object, text: str, found: dict[str, str]) -> None:
    assert callable(finder)
    assert {text[start:end]: value for start, end, value in finder(text)} == found
