"""The scorer accepts right answers and rejects those of tools that compute ethanol for everything."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.corrections import load_corrections
from scitoolagent.benchmarks.scitooleval.score import Scored, Scorer
from scitoolagent.benchmarks.scitooleval.summary import scitooleval_summary
from scitoolagent.toolkg.store import load_graph

ROWS = [
    ("chi1v", "What is the Chi1v index of CC(C)c1ccccc1Cl?", "GetChi1v", "CC(C)c1ccccc1Cl"),
    ("kappa1", "Give the Kappa1 value of C1CCC(CC1)C(=O)N.", "GetKappa1", "C1CCC(CC1)C(=O)N"),
    ("ring_count", "How many rings are in the molecule C1CC2CCC1C2?", "GetRingsNum", "C1CC2CCC1C2"),
    ("polar_surface_area", "Compute the TPSA of NC(=O)c1ccncc1.", "CalculateTPSA", "NC(=O)c1ccncc1"),
    ("morgan_fingerprint", "What is the Morgan fingerprint of CC(=O)Nc1ccccc1?", "BuildMorganFpFromSmiles", "CC(=O)Nc1ccccc1"),
    ("estate_indices", "Give the EState indices of OCC(Cl)C#N.", "CalculateEstateIndices", "OCC(Cl)C#N"),
    ("smiles_to_selfies", "Convert the SMILES CCC(=O)OC to SELFIES.", "SMILEStoSELFIES", "CCC(=O)OC"),
    ("molecular_formula", "What is the molecular formula of Clc1ccc(Br)cc1?", "GetMolFormula", "Clc1ccc(Br)cc1"),
    ("radius_of_gyration", "Determine the radius of gyration of CCCCc1ccccc1.", "CalculateRadiusOfGyration", "CCCCc1ccccc1"),
]  # fmt: skip


def question(row: tuple[str, str, str, str]) -> Question:
    return Question(row[0], row[1], 1, (row[2],), row[3])


@pytest.fixture(scope="module")
def scorer() -> Scorer:
    return Scorer(load_graph())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_tool_that_computes_ethanol_is_caught(
    row: tuple[str, str, str, str], in_process: Any, scorer: Scorer
) -> None:
    asked = question(row)
    honest = scorer.score(asked, in_process().answer(asked.text))
    assert honest.verified.verdict == "right", honest.verified.why
    assert honest.plan.typed
    planted = scorer.score(asked, in_process(frozenset({row[0]})).answer(asked.text))
    assert planted.status == "complete"
    assert planted.plan.typed  # the plan is right, only the tool is not
    assert planted.verified.verdict == "wrong"
    assert planted.confident_and_wrong


def test_one_wrong_tool_shows_in_the_figures(in_process: Any, scorer: Scorer) -> None:
    questions = [question(row) for row in ROWS]

    def run(wrong: frozenset[str]) -> dict[str, Any]:
        outcomes = {asked.id: in_process(wrong).answer(asked.text) for asked in questions}
        return scitooleval_summary([scorer.score(asked, outcomes[asked.id]) for asked in questions], outcomes)

    good, bad = run(frozenset()), run(frozenset({"ring_count"}))
    assert good["answers"]["verified"]["accuracy"]["percent"] == 100.0
    assert bad["answers"]["verified"]["verdicts"]["wrong"] == 1
    assert bad["wrong with confidence"]["count"] == 1
    assert bad["misses"]["confident and wrong"] == ["ring_count"]
    assert bad["references"] == {"oracle": 8, "oracle, pinned conformer": 1}


def scored(scorer: Scorer, in_process: Any, text: str, *path: str, **more: Any) -> Scored:
    asked = Question(more.pop("id", "t"), text, 2, path, **more)
    return scorer.score(asked, in_process().answer(text))


def test_a_wrong_structure_on_the_way_is_caught(in_process: Any, scorer: Scorer) -> None:
    """Two molecules without a ring have as many rings; the SMILES that is given besides is still the wrong one."""
    asked = Question("t", "?", 2, ("SELFIEStoSMILES", "GetRingsNum"), "[C][C][N]")
    other = in_process().answer("Convert the SELFIES [C][C][F] to SMILES, then count the rings of the molecule.")
    assert scorer.score(asked, other).verified.verdict == "wrong"


def test_abstaining_and_leaving_out(in_process: Any, scorer: Scorer) -> None:
    silent = scored(scorer, in_process, "What is the meaning of C1CCCCC1C?", "GetKappa1")
    assert (silent.status, silent.verified.verdict) == ("abstained", "abstained")
    lacking = scored(scorer, in_process, "How many rings has C1CCCCC1C?", "GetRingsNum", "GetKappa1")
    assert lacking.status == "complete"
    assert lacking.verified.verdict == "wrong"
    assert "without GetKappa1" in lacking.verified.why


def test_two_columns(in_process: Any, scorer: Scorer) -> None:
    """A published value that is wrong counts in one column, the molecule's own in the other."""
    text = "What is the Chi0v index of CC(C)CCCl?"
    found = scored(scorer, in_process, text, "GetChi0v", reference="Chi0v of CC(C)CCCl is 2.1543")
    assert (found.published.verdict, found.verified.verdict) == ("wrong", "right")
    assert found.published.source == "published"


@pytest.mark.parametrize(
    ("tool", "prose"),
    [
        ("CheckSomething", "The compound is not known to be that, by rule 4."),
        ("CheckSomething", "It has 11 of them."),
        ("ProteinMotifAnalysis", "It is located at position 119--135."),
    ],
)
def test_published_prose_refutes_no_answer(tool: str, prose: str, in_process: Any, scorer: Scorer) -> None:
    """What only prose speaks against is unchecked, and listed as that: neither wrong nor trusted in silence."""
    text = "Which motifs does the protein MSTNKTRLQRGDWWNASC have?"
    found = scored(scorer, in_process, text, tool, reference=prose)
    assert found.status == "complete"
    assert found.verified.verdict == "none"
    assert not found.confident_and_wrong
    summary = scitooleval_summary([found], {})
    assert summary["misses"]["no reference"] == ["t"]
    assert summary["wrong with confidence, at most"]["count"] == 1


def test_words_that_leave_a_convention_open(in_process: Any, scorer: Scorer) -> None:
    """ "Molecular weight" is the average one as well as the exact one, "exact" is not; "RDKit fingerprint" is both kinds."""
    text = "What is the {} of CC(C)CCCl?"
    loose = scored(scorer, in_process, text.format("molecular weight"), "GetExactMolceularWeight")
    assert loose.verified.verdict == "right"
    strict = Question("t", "What is the exact mass of CC(C)CCCl?", 1, ("GetExactMolceularWeight",), "CC(C)CCCl")
    average = in_process().answer(text.format("molecular weight"))
    assert scorer.score(strict, average).verified.verdict == "wrong"
    wrong = in_process(frozenset({"molecular_weight"})).answer(text.format("molecular weight"))
    assert (
        scorer.score(Question("t", wrong.query.text, 1, ("GetExactMolceularWeight",)), wrong).verified.verdict
        == "wrong"
    )
    for kind in ("RdkitFingerprint", "RdkitSingleBitFingerprint"):
        found = scored(scorer, in_process, text.format(load_graph().types[kind].label), "BuildRdkitFpFromSmiles")
        assert found.verified.verdict == "right", found.verified.why


def test_a_removed_item_has_no_verified_reference(in_process: Any, scorer: Scorer) -> None:
    removed = next(id_ for id_, rows in load_corrections().items() if any(row.correction == "remove" for row in rows))
    found = scored(scorer, in_process, "How many rings has C1CCCCC1C?", "GetRingsNum", id=removed)
    assert found.verified.verdict == "none"
    assert found.verified.why.startswith("removed")
    assert found.defects
    assert found.corrected is None


def test_a_wrong_path_is_replaced(in_process: Any, scorer: Scorer) -> None:
    """By the published path of this item an InChIKey is resolved twice; the corrected one resolves it once."""
    rows = load_corrections()["L2-089"]
    assert [row.path for row in rows] == [("InChIKeyToSMILES", "GetKappa2")]
    text = "What is the Kappa2 value of the InChIKey XDTMQSROBMDMFD-UHFFFAOYSA-N?"
    path = ("InChIKeyToSMILES", "InChIKeyToSMILES", "GetKappa2")
    found = scored(scorer, in_process, text, *path, id="L2-089")
    assert not found.plan.typed
    assert found.corrected
    assert found.verified.verdict == "right"


def test_corrections_are_ids_and_facts() -> None:
    corrections = [row for rows in load_corrections().values() for row in rows]
    assert len(corrections) >= 90
    for row in corrections:
        assert row.correction in ("remove", "oracle") or row.path
        assert len(row.reason) < 200
