"""Counts under conditions: by hand and by Open Babel's SMARTS, and what cannot be told is refused."""

from __future__ import annotations

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import features
from scitoolagent.tools.chemistry._selected import GROUP_NAMES
from scitoolagent.tools.chemistry._structural_groups import GROUPS, NOTES

THYMOL = "CC(C)c1ccc(C)cc1O"
LIMONENE = "CC1=CCC(CC1)C(C)=C"
CAFFEINE = "Cn1cnc2c1c(=O)n(C)c(=O)n2C"
ASPIRIN = "CC(=O)Oc1ccccc1C(=O)O"
LIDOCAINE = "CCN(CC)CC(=O)Nc1c(C)cccc1C"
MORPHINE = "CN1CC[C@]23[C@@H]4[C@H]1CC5=C2C(=C(C=C5)O)O[C@H]3[C@H](C=C4)O"


def count(smiles: str, feature: str) -> int:
    return features.structural_feature_count(smiles, feature).structural_feature_count


# Open Babel 3.1 (`Smarts.findall` of the pattern behind each line, hydrogens added).
@pytest.mark.parametrize(("smiles", "feature", "expected"), [
    (THYMOL, "C; not aromatic", 4), (THYMOL, "H; bonded to N or O", 1), (THYMOL, "C; in ring", 6),
    (THYMOL, "H; aromatic", 3), (THYMOL, "hydroxyl; bonded to aromatic ring", 1),
    (THYMOL, "atoms; in ring; not element C", 0), (THYMOL, "O; in ring", 0), (THYMOL, "N; in aromatic ring", 0),
    (THYMOL, "carboxylic acid", 0), (THYMOL, "carbonyl", 0), (THYMOL, "bonds C-H", 13),
    (THYMOL, "double bonds C-C; not in aromatic ring", 0), (THYMOL, "tertiary amine", 0), (THYMOL, "methyl", 3),
    (THYMOL, "C; bonded to O", 1), (LIMONENE, "C; not aromatic", 10), (LIMONENE, "H; bonded to N or O", 0),
    (LIMONENE, "C; in ring", 6), (LIMONENE, "H; aromatic", 0), (LIMONENE, "hydroxyl; bonded to aromatic ring", 0),
    (LIMONENE, "atoms; in ring; not element C", 0), (LIMONENE, "O; in ring", 0),
    (LIMONENE, "N; in aromatic ring", 0), (LIMONENE, "carboxylic acid", 0), (LIMONENE, "carbonyl", 0),
    (LIMONENE, "bonds C-H", 16), (LIMONENE, "double bonds C-C; not in aromatic ring", 2),
    (LIMONENE, "tertiary amine", 0), (LIMONENE, "methyl", 2), (LIMONENE, "C; bonded to O", 0),
    (CAFFEINE, "C; not aromatic", 3), (CAFFEINE, "H; bonded to N or O", 0), (CAFFEINE, "C; in ring", 5),
    (CAFFEINE, "H; aromatic", 1), (CAFFEINE, "hydroxyl; bonded to aromatic ring", 0),
    (CAFFEINE, "atoms; in ring; not element C", 4), (CAFFEINE, "O; in ring", 0),
    (CAFFEINE, "N; in aromatic ring", 4), (CAFFEINE, "carboxylic acid", 0), (CAFFEINE, "carbonyl", 2),
    (CAFFEINE, "bonds C-H", 10), (CAFFEINE, "double bonds C-C; not in aromatic ring", 0),
    (CAFFEINE, "tertiary amine", 0), (CAFFEINE, "methyl", 3), (CAFFEINE, "C; bonded to O", 2),
    (ASPIRIN, "C; not aromatic", 3), (ASPIRIN, "H; bonded to N or O", 1), (ASPIRIN, "C; in ring", 6),
    (ASPIRIN, "H; aromatic", 4), (ASPIRIN, "hydroxyl; bonded to aromatic ring", 0),
    (ASPIRIN, "atoms; in ring; not element C", 0), (ASPIRIN, "O; in ring", 0), (ASPIRIN, "N; in aromatic ring", 0),
    (ASPIRIN, "carboxylic acid", 1), (ASPIRIN, "carbonyl", 2), (ASPIRIN, "bonds C-H", 7),
    (ASPIRIN, "double bonds C-C; not in aromatic ring", 0), (ASPIRIN, "tertiary amine", 0), (ASPIRIN, "methyl", 1),
    (ASPIRIN, "C; bonded to O", 3), (LIDOCAINE, "C; not aromatic", 8), (LIDOCAINE, "H; bonded to N or O", 1),
    (LIDOCAINE, "C; in ring", 6), (LIDOCAINE, "H; aromatic", 3), (LIDOCAINE, "hydroxyl; bonded to aromatic ring", 0),
    (LIDOCAINE, "atoms; in ring; not element C", 0), (LIDOCAINE, "O; in ring", 0),
    (LIDOCAINE, "N; in aromatic ring", 0), (LIDOCAINE, "carboxylic acid", 0), (LIDOCAINE, "carbonyl", 1),
    (LIDOCAINE, "bonds C-H", 21), (LIDOCAINE, "double bonds C-C; not in aromatic ring", 0),
    (LIDOCAINE, "tertiary amine", 1), (LIDOCAINE, "methyl", 4), (LIDOCAINE, "C; bonded to O", 1),
    (MORPHINE, "C; not aromatic", 11), (MORPHINE, "H; bonded to N or O", 2), (MORPHINE, "C; in ring", 16),
    (MORPHINE, "H; aromatic", 2), (MORPHINE, "hydroxyl; bonded to aromatic ring", 1),
    (MORPHINE, "atoms; in ring; not element C", 2), (MORPHINE, "O; in ring", 1),
    (MORPHINE, "N; in aromatic ring", 0), (MORPHINE, "carboxylic acid", 0), (MORPHINE, "carbonyl", 0),
    (MORPHINE, "bonds C-H", 17), (MORPHINE, "double bonds C-C; not in aromatic ring", 1),
    (MORPHINE, "tertiary amine", 1), (MORPHINE, "methyl", 1), (MORPHINE, "C; bonded to O", 4),
])  # fmt: skip
def test_against_another_program(smiles: str, feature: str, expected: int) -> None:
    assert count(smiles, feature) == expected


# Counted by hand on the drawn structure.
@pytest.mark.parametrize(("smiles", "feature", "expected"), [
    (THYMOL, "C; primary", 3), (THYMOL, "C; tertiary", 1), ("CC(C)(C)C", "C; quaternary", 1), ("CCC", "C; secondary", 1),
    (THYMOL, "C; part of methyl", 3), (THYMOL, "H; part of methyl", 9), (THYMOL, "C; hydrogens 0", 3),
    (THYMOL, "C; hydrogens any", 7), (THYMOL, "rings; size 6", 1), (THYMOL, "isopropyl", 1), (THYMOL, "C; benzylic", 2),
    (LIMONENE, "double bonds", 2), (LIMONENE, "double bonds; not in ring", 1), (LIMONENE, "C; allylic", 5),
    (LIMONENE, "double bonds; terminal", 1), (LIMONENE, "C; stereocentre", 1), ("C=C1CCCCC1", "double bonds; exocyclic", 1),
    (CAFFEINE, "heavy atoms; not element N", 10), (CAFFEINE, "rings; contains N", 2), (CAFFEINE, "rings; size 5", 1),
    (CAFFEINE, "double bonds; Kekulé", 4), (CAFFEINE, "double bonds; not aromatic", 2), (CAFFEINE, "purine ring", 1),
    (CAFFEINE, "rings; not contains O; aromatic", 2), (CAFFEINE, "C; bonded to N or O; not aromatic", 3),
    ("C/C=C/C=C\\C", "double bonds; E", 1), ("C/C=C/C=C\\C", "double bonds; Z", 1),
    ("C[C@H](N)C(=O)O", "atoms; S; stereocentre", 1), ("C[C@H](N)C(=O)O", "atoms; R", 0), ("CC(N)O", "C; undefined", 1),
    ("C1CC2CCC1C2", "C; bridgehead", 2), ("C1CCC2(C1)CCCC2", "C; spiro", 1), ("CC", "single bonds; with hydrogens", 7),
    ("CC", "single bonds; between heavy atoms", 1), ("c1ccccc1", "aromatic bonds", 6), ("c1ccccc1", "bonds C-C", 6),
    ("C[NH3+]", "N; positive", 1), ("CC(=O)[O-]", "O; negative", 1), ("CC(=O)[O-]", "atoms; charged", 1),
    ("CC(=O)O", "O; double bonded to C", 1), ("CC#N", "N; triple bonded to C", 1), ("CC(=O)O", "O; double-bonded", 1),
    ("CC(=O)O", "O; not double-bonded", 1), ("O=C1CCCN1", "amide; in ring", 1), ("CC(N)=O", "amide; in ring", 0),
    ("OCc1ccccc1O", "hydroxyl; bonded to aromatic ring", 1), ("OCc1ccccc1O", "hydroxyl; bonded to benzene ring", 1),
    ("OCc1ccccc1O", "hydroxyl; bonded to sp3 C", 1), ("Oc1ccncc1", "hydroxyl; bonded to benzene ring", 0),
    ("[2H]OC", "H; bonded to O", 1), ("[Na+].[Cl-]", "metals", 1), ("ClCCBr", "halogens", 2), ("OS(=O)(=O)c1ccccc1", "sulfone", 0),
    ("NC(=O)c1ccccc1", "primary amide", 1), ("CN1C=NC=C1", "N; sp3", 0), ("C1CCNCC1", "N; sp3", 1),
    ("CO", "atoms; with hydrogens", 6), ("CO", "atoms; not element H", 2), ("C1NCCS1", "rings; contains N; contains S", 1),
    ("CC(=O)OC(=O)C", "carboxylic anhydride", 1), ("CC(=O)OC(=O)C", "ester", 0), ("CC(=O)O", "carboxylic acid or ester", 1),
])  # fmt: skip
def test_counts_by_hand(smiles: str, feature: str, expected: int) -> None:
    assert count(smiles, feature) == expected
    found = features.structural_feature_presence(smiles, feature)
    assert found.structural_feature_presence is (expected > 0)
    assert feature in found.structural_feature_note


@pytest.mark.parametrize(("smiles", "feature", "said"), [
    (THYMOL, "double bonds", "3 with those of a Kekulé form"), ("c1ccccc1", "double bonds; in ring", "Kekulé"),
    ("CC", "single bonds", "7 with the bonds to hydrogen, 1 without"), ("CC", "bonds", "with hydrogens"),
    (THYMOL, "C; ?funny", "'funny' is not understood"), (THYMOL, "not C", "no selection"), (THYMOL, "", "no selection"),
    (THYMOL, "C; odd", "no selection"), (THYMOL, "C; not not aromatic", "no selection"), (THYMOL, "C;" * 200, "no selection"),
    (THYMOL, "H; in ring", "no hydrogen is in ring"), ("CN", "N; primary", "amines"), (THYMOL, "O; primary", "carbon atoms"),
    (THYMOL, "hydroxyl; in ring", "bonded to ring"), (THYMOL, "hydroxyl; sp3", "no condition on groups"),
    (THYMOL, "C; exocyclic", "no condition on atoms"), (THYMOL, "bonds; sp3", "no condition on bonds"),
    (THYMOL, "rings; sp3", "no condition on rings"), (THYMOL, "C; bonded to Xenon", "bonded to"),
    (THYMOL, "C; part of nonsense", "no functional group"), ("O=C1NC(=O)c2ccccc21", "amide", "how widely"),
    ("CC(C)C", "isopropyl", "how widely"), ("FC(F)(F)F", "trifluoromethyl", "how widely"), ("*C", "C", "unknown element"),
    ("C1", "C", "not valid SMILES"), ("CC=CC", "double bonds; E", "1 stereo bonds .* not defined"),
    ("CC(O)Cl", "atoms; stereocentre; R", "1 stereocentres .* not defined"), ("CO", "C; with hydrogens", "no condition"),
])  # fmt: skip
def test_what_cannot_be_told_is_refused(smiles: str, feature: str, said: str) -> None:
    with pytest.raises(ToolInputError, match=said):
        count(smiles, feature)
    with pytest.raises(ToolInputError, match=said):
        features.structural_feature_presence(smiles, feature)


def test_notes_say_how_a_word_is_taken() -> None:
    assert "OH of an acid" in features.structural_feature_count(ASPIRIN, "hydroxyl").structural_feature_note
    assert "OH of an acid" not in features.structural_feature_count(THYMOL, "hydroxyl").structural_feature_note
    assert set(NOTES) <= set(GROUPS)


@pytest.mark.parametrize("name", sorted(GROUPS))
def test_patterns_of_groups_are_valid(name: str) -> None:
    assert all(Chem.MolFromSmarts(pattern) is not None for pattern in GROUPS[name] if pattern)
    assert name in GROUP_NAMES


# A formula tells elements and nothing else.
@pytest.mark.parametrize(("formula", "feature", "expected"), [
    ("Na2S2O3", "S", 2), ("CuSO4·5H2O", "O", 9), ("C6H4Cl2", "halogens", 2), ("CaCO3", "heavy atoms", 5),
    ("H2SO4", "O or S", 5), ("CaCO3", "N", 0), ("Fe2O3", "metals", 2), ("C2H6O", "heteroatoms", 1), ("H2O", "atoms", 3),
])  # fmt: skip
def test_formulas(formula: str, feature: str, expected: int) -> None:
    assert features.formula_element_count(formula, feature).structural_feature_count == expected
    found = features.formula_element_presence(formula, feature)
    assert found.structural_feature_presence is (expected > 0)


def test_a_formula_has_no_structure() -> None:
    for feature in ("C; aromatic", "double bonds", "hydroxyl", "rings"):
        with pytest.raises(ToolInputError, match="structure"):
            features.formula_element_count("C6H6O", feature)
    with pytest.raises(ToolInputError, match="no whole number"):
        features.formula_element_count("La0.5Sr0.5MnO3", "La")
