"""The oracle's values against hand derivations and published ones, and the reasons for what it cannot decide."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest

from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval import oracle
from scitoolagent.benchmarks.scitooleval.entities import Subject, structures_of, subjects_of
from scitoolagent.benchmarks.scitooleval.oracle import references_of

FOLDER = Path(oracle.__file__).parent


def question(text: str, *path: str, parameter: str = "") -> Question:
    return Question("t", text, 2, path, parameter)


def value_of(text: str, *path: str, parameter: str = "") -> object:
    found = references_of(question(text, *path, parameter=parameter))
    assert found.required, found.problem
    return found.required[0].parts[0].values[0]


def test_the_oracle_does_not_use_the_tools() -> None:
    for path in FOLDER.glob("*.py"):
        if path.name in ("planning.py", "score.py"):
            continue  # they read the tool graph for names and types, and compute nothing
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                for part in ("tools", "toolkg", "planner", "executor", "tool."):
                    assert not node.module.startswith(f"scitoolagent.{part}"), path.name


@pytest.mark.parametrize(
    ("tool", "smiles", "value"),
    [
        # isobutane, degrees 1 1 1 3: 0chi = 3 + 1/sqrt(3), 1chi = 3/sqrt(3); no hydrogen lowers a valence degree
        ("GetChi0n", "CC(C)C", 3 + 1 / math.sqrt(3)),
        ("GetChi1v", "CC(C)C", math.sqrt(3)),
        # Kier's kappa without alpha: n-hexane A=6, P1=5, P2=4: 6*25/25 and 5*16/16
        ("GetKappa1", "CCCCCC", 6.0),
        ("GetKappa2", "CCCCCC", 5.0),
        # Ertl et al. 2000: OH of an alcohol 20.23
        ("CalculateTPSA", "CCCO", 20.23),
        # 7 C-12, 8 H-1, 4 N-14, 2 O-16 of theobromine: 84 + 8*1.00782503 + 4*14.00307400 + 2*15.99491462 (AME2020)
        ("GetExactMolceularWeight", "Cn1cnc2c1c(=O)[nH]c(=O)n2C", 180.064726),
        ("GetAtomsNum", "CCC", 11),
        ("GetFractionCSP3", "CCC=C", 0.5),
        ("GetUnspecifiedAtomStereoCentersNum", "CC(O)C(F)C", 2),
    ],
)
def test_values_of_molecules(tool: str, smiles: str, value: float) -> None:
    assert value_of(f"Give it for the SMILES {smiles}", tool, parameter=smiles) == pytest.approx(value, abs=2e-5)


def test_values_of_sequences() -> None:
    assert value_of("Translate ATGGCCAAGTGGTAA", "TranslateDNAtoAminoAcidSequence") == "MAKW*"
    text = "Align MKTAYIAKQRQISFVK and MKTAYVAKQRQISFVK"
    parts = references_of(question(text, "DoubleSequenceLocalAlignment")).required[0].parts
    # 15 of 16 columns alike; I-V scores 3 in BLOSUM62, so it is a positive one
    assert [part.values[0] for part in parts[1:]] == [93.75, 100.0, 0.0]


@pytest.mark.parametrize(
    ("text", "path", "subjects"),
    [
        ("Radius of 'CC(=O)NCCBr'?", ["GetKappa1"], [("smiles", "CC(=O)NCCBr")]),
        ("Formula of [Na+].[Cl-]?", ["GetMolFormula"], [("smiles", "[Na+].[Cl-]")]),
        (
            "Compare the InChIKey 'FSYKKLYZXJSNPZ-UHFFFAOYSA-N' and the InChI 'InChI=1S/CH4/h1H4'.",
            ["InChIKeyToSMILES", "InChIToSMILES", "MolSimilarity"],
            [("inchikey", "FSYKKLYZXJSNPZ-UHFFFAOYSA-N"), ("inchi", "InChI=1S/CH4/h1H4")],
        ),
        ("LogP of the names 'menthol' and 'camphor'?", ["NameToSMILES"], [("name", "menthol"), ("name", "camphor")]),
    ],
)
def test_subjects_are_found(text: str, path: list[str], subjects: list[tuple[str, str]]) -> None:
    assert list(subjects_of(question(text, *path))) == [Subject(*one) for one in subjects]


def test_a_name_stands_for_its_forms_and_an_ill_formed_sln_for_nothing() -> None:
    from rdkit import Chem

    xylose = structures_of(Subject("name", "xylose"))
    assert {mol.GetRingInfo().NumRings() for mol in xylose.mols} == {0, 1}
    assert len({Chem.MolToInchiKey(mol)[:14] for mol in xylose.mols}) == 3  # open, furanose, pyranose
    assert "hydrogens are missing" in structures_of(Subject("sln", "C-C-C")).problem
    assert [Chem.MolToSmiles(mol) for mol in structures_of(Subject("sln", "CH3CH2CH3")).mols] == ["CCC"]


def test_what_cannot_be_decided_is_said() -> None:
    assert "no independent route" in references_of(question("Safety of CC(=O)C=C", "SafetySummary")).problem
    key = "AAAAAAAAAAAAAA-BBBBBBBBSA-N"
    assert "no such InChIKey" in references_of(question(f"Rings of {key}", "InChIKeyToSMILES", "GetRingsNum")).problem


def test_the_conformer_is_pinned_and_the_same_for_any_spelling() -> None:
    one = value_of("x", "CalculateRadiusOfGyration", parameter="OCCCCN")
    oracle._embedded.cache_clear()
    assert one == value_of("x", "CalculateRadiusOfGyration", parameter="NCCCCO")
    assert references_of(question("x", "GetNPR1", parameter="OCCCCN")).required[0].conformer
