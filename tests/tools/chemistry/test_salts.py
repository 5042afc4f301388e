"""Salts, hydrates and conjugate forms against PubChem's formulas and weights of the products."""

from __future__ import annotations

import pytest
from rdkit import Chem
from rdkit.Chem import Descriptors

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import salts
from scitoolagent.tools.chemistry._derivative_words import find_hydrates, find_salts

IBUPROFEN = "CC(C)Cc1ccc(cc1)C(C)C(=O)O"
LIDOCAINE = "CCN(CC)CC(=O)Nc1c(C)cccc1C"
SUCCINIC = "OC(=O)CCC(=O)O"
SALICYLIC = "O=C(O)c1ccccc1O"


def same(left: str, right: str) -> bool:
    return bool(Chem.CanonSmiles(left) == Chem.CanonSmiles(right))


# Molecular weights of PubChem: ibuprofen sodium CID 5338317, disodium succinate 9020, potassium benzoate 23661960,
# lidocaine hydrochloride 6314, ethylenediamine dihydrochloride 9521, zinc stearate 11178, ammonium benzoate 15830.
# By hand from those of the acid or base: the calcium salt of ibuprofen, morphine sulfate (2 : 1), saccharin sodium.
@pytest.mark.parametrize(("smiles", "salt", "weight"), [
    (IBUPROFEN, "sodium", 228.26), (IBUPROFEN, "calcium", 450.6), (SUCCINIC, "disodium", 162.05),
    ("O=C(O)c1ccccc1", "potassium", 160.21), (LIDOCAINE, "hydrochloride", 270.80), ("NCCN", "dihydrochloride", 133.02),
    ("CCCCCCCCCCCCCCCCCC(=O)O", "zinc", 632.3), ("O=C(O)c1ccccc1", "ammonium", 139.15),
    ("CN1CC[C@]23[C@@H]4[C@H]1CC5=C2C(=C(C=C5)O)O[C@H]3[C@H](C=C4)O", "sulfate", 668.8),
    ("O=C1NS(=O)(=O)c2ccccc21", "sodium", 205.17),
])  # fmt: skip
def test_weights_of_salts(smiles: str, salt: str, weight: float) -> None:
    written = salts.salt_form(smiles, salt)
    mol = Chem.MolFromSmiles(written)
    # PubChem rounds to the last digit shown.
    assert Descriptors.MolWt(mol) == pytest.approx(weight, rel=2e-4)
    assert Chem.GetFormalCharge(mol) == 0


def test_the_stronger_acid_is_the_salt() -> None:
    """Sodium salicylate, PubChem CID 16760658, is a carboxylate; the second proton is the phenol's."""
    assert same(salts.salt_form(SALICYLIC, "sodium"), "C1=CC=C(C(=C1)C(=O)[O-])O.[Na+]")
    assert same(salts.salt_form(SALICYLIC, "disodium"), "C1=CC=C(C(=C1)C(=O)[O-])[O-].[Na+].[Na+]")
    assert same(salts.salt_form(SUCCINIC, "monosodium"), "C(CC(=O)[O-])C(=O)O.[Na+]")


# Acid and conjugate base, as every textbook has them.
@pytest.mark.parametrize(("acid", "base"), [
    ("CC(=O)O", "CC(=O)[O-]"), ("O", "[OH-]"), ("OS(=O)(=O)O", "OS(=O)(=O)[O-]"), ("OP(=O)(O)O", "OP(=O)(O)[O-]"),
    ("[NH4+]", "N"), ("Oc1ccccc1", "[O-]c1ccccc1"), ("OC(=O)O", "OC(=O)[O-]"), ("Cl", "[Cl-]"),
    (SALICYLIC, "O=C([O-])c1ccccc1O"), ("CC[NH3+]", "CCN"),
])  # fmt: skip
def test_conjugate_pairs(acid: str, base: str) -> None:
    assert same(salts.conjugate_base(acid), base)
    assert same(salts.conjugate_acid(base), acid)


def test_the_most_basic_atom_takes_the_proton() -> None:
    """Nicotine is protonated at its pyrrolidine first (pKa 8.0 and 3.1, CRC Handbook)."""
    assert same(salts.conjugate_acid("CN1CCC[C@H]1c1cccnc1"), "C[NH+]1CCC[C@H]1c1cccnc1")
    assert same(salts.conjugate_acid("NC(N)=N"), "NC(N)=[NH2+]")
    assert same(salts.conjugate_acid("O"), "[OH3+]")


def test_hydrates() -> None:
    """Copper sulfate pentahydrate, 249.69 g/mol (PubChem CID 24463)."""
    mol = Chem.MolFromSmiles(salts.hydrate_form("O=S(=O)([O-])[O-].[Cu+2]", 5))
    assert Descriptors.MolWt(mol) == pytest.approx(249.69, abs=0.01)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: salts.salt_form(SUCCINIC, "sodium"), "2 acid groups.*monosodium"),
    (lambda: salts.salt_form(SUCCINIC, "calcium"), "2 acid groups"),
    (lambda: salts.salt_form(IBUPROFEN, "disodium"), "1 acid groups"),
    (lambda: salts.salt_form(IBUPROFEN, "dicalcium"), "do not follow"),
    (lambda: salts.salt_form("N[C@@H](CCC(=O)O)C(=O)O", "monosodium"), "differ"),
    (lambda: salts.salt_form("CCO", "sodium"), "0 acid groups"),
    (lambda: salts.salt_form(IBUPROFEN, "hydrochloride"), "0 basic nitrogen"),
    (lambda: salts.salt_form(LIDOCAINE, "dihydrochloride"), "1 basic nitrogen"),
    (lambda: salts.salt_form("NCCN", "sulfate"), "how many"),
    (lambda: salts.salt_form("CC(=O)[O-].[Na+]", "potassium"), "charged"),
    (lambda: salts.salt_form(LIDOCAINE, "citrate"), "no known salt"),
    (lambda: salts.conjugate_base("C"), "0 acidic protons"),
    (lambda: salts.conjugate_base("CC(CC(=O)O)C(=O)O"), "differ"),
    (lambda: salts.conjugate_acid("CC"), "0 basic atoms"),
    (lambda: salts.hydrate_form("CCO", 0), "1 to 24"),
    (lambda: salts.hydrate_form("CCO.O", 1), "water in it"),
])  # fmt: skip
def test_what_is_not_said_is_refused(call: object, said: str) -> None:
    assert callable(call)
    with pytest.raises(ToolInputError, match=said):
        call()


@pytest.mark.parametrize(("text", "found"), [
    ("the sodium salt of thymol", {"sodium salt": "sodium"}), ("as its disodium salt", {"disodium salt": "disodium"}),
    ("monopotassium salt form", {"monopotassium salt": "monopotassium"}),
    ("the hydrochloride of lidocaine", {"hydrochloride": "hydrochloride"}),
    ("lidocaine HCl salt", {"HCl salt": "hydrochloride"}), ("dihydrobromide salt", {"dihydrobromide salt": "dihydrobromide"}),
    ("sodium chloride in water", {}), ("the salt of sodium", {}), ("lidocaine hydrochloride", {}),
    ("a nitrate test", {}), ("pH of HCl", {}),
])  # fmt: skip
def test_salts_in_a_text(text: str, found: dict[str, str]) -> None:
    assert {text[start:end]: value for start, end, value in find_salts(text)} == found


def test_hydrates_in_a_text() -> None:
    text = "the monohydrate of glucose and the pentahydrate form, not magnesium sulfate heptahydrate"
    found = {text[start:end]: value for start, end, value in find_hydrates(text)}
    assert found == {"monohydrate": 1, "pentahydrate form": 5}
