"""The score of the panel: what counts as right, and that the panel is whole."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.benchmarks.panel.score import PARTS, holds_text, holds_value, judge, load

MASS = {"kind": "numeric", "values": [{"value": 4.383, "tol_rel": 0.005, "unit": "g"}], "texts": ["NaCl"]}
TWO = {"kind": "ambiguous", "values": [], "texts": [], "readings": [[1.5], [0.87]]}


def test_the_panel_is_whole() -> None:
    asked: set[str] = set()
    for part in PARTS:
        questions = load(part)
        assert len(questions) == 100
        assert len({question["who"] for question in questions}) == 12
        for question in questions:
            has_gold = bool(question["values"] or question["texts"])
            assert has_gold == (question["kind"] not in ("unanswerable", "ambiguous"))
        asked |= {question["question"] for question in questions}
    assert len(asked) == 200


@pytest.mark.parametrize(
    ("question", "status", "text", "verdict"),
    [
        (MASS, "complete", "NaCl: mass to weigh in: 4.38298 g [step 1]", "right"),
        (MASS, "complete", "NaCl: 4,382.98 mg", "right"),
        (MASS, "complete", "NaCl: 4.5 g", "wrong"),
        (MASS, "complete", "KCl: 4.383 g", "wrong"),
        (MASS, "partial", "NaCl: 4.383 g", "partial with all values"),
        (MASS, "partial", "NaCl: see [step 4]", "partial"),
        (MASS, "failed", "NaCl: 4.383 g", "refused"),
        (TWO, "complete", "1.5 mmol", "told as complete"),
        (TWO, "complete", "1.5 mmol, or 0.87 mmol", "left open"),
        (TWO, "partial", "1.5 mmol", "left open"),
    ],
)
def test_verdicts(question: dict[str, Any], status: str, text: str, verdict: str) -> None:
    assert judge(question, status, text) == verdict


def test_values_and_strings() -> None:
    assert holds_value("-0.187 per min", {"value": 0.187, "abs_ok": True})
    assert not holds_value("-0.187 per min", {"value": 0.187})
    assert holds_value("a share of 0.25", {"value": 25.0, "unit": "%"})
    assert not holds_value("a share of 0.25", {"value": 25.0, "unit": "g"})
    assert not holds_value("13 atoms", {"value": 12, "tol_rel": 0})
    assert not holds_value("12000", {"value": 12, "tol_rel": 0})
    assert holds_text("The centres are R, S and R", "seq:R,S,R")
    assert not holds_text("The centres are R, R and S", "seq:S,R")
    assert holds_text("It is not an outlier", "keep|not an outlier")
