"""Any file of gold values."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.gold import gold_report, gold_summary, score_gold
from scitoolagent.benchmarks.rows import Question
from scitoolagent.records import Answer, AnswerValue


def outcome(*values: Any, status: Any = "complete", unit: str | None = None) -> Outcome:
    given = tuple(
        AnswerValue(label="x", subject="", type="X", value=value, unit=unit, step=1, tool="x", source="")
        for value in values
    )
    return Outcome(status=status, answer=Answer(status=status, text="", values=given))


@pytest.mark.parametrize(
    ("gold", "tolerance", "values", "verdict"),
    [
        ("3.5", 0.1, [3.59], "right"),
        ("3.5", 0.1, [3.61], "wrong"),
        ("3.5", None, [3.52], "right"),
        ("3.5", None, [3.56], "wrong"),
        ("Yes", None, [True], "right"),
        ("no", None, [True], "wrong"),
        ("yes", None, ["yes"], "wrong"),
        ("CCO", None, ["OCC"], "right"),
        ("High", None, ["High"], "right"),
        ("High", None, ["Low"], "wrong"),
        ("3", 0.0, [], "abstained"),
        ("", None, [3], "none"),
    ],
)
def test_gold_values(gold: str, tolerance: float | None, values: list[Any], verdict: str) -> None:
    status = "complete" if values else "abstained"
    question = Question("t", "?", gold=gold, tolerance=tolerance)
    given = outcome(*values) if values else Outcome(status="abstained")
    found = score_gold(question, given)
    assert found.verdict == verdict
    assert found.confident_and_wrong is (status == "complete" and verdict == "wrong")


def test_figures_by_task_and_the_report() -> None:
    rows = [
        Question("a", "?", gold="100.05", tolerance=0.01, task="mass"),
        Question("b", "?", gold="1", tolerance=0.0, task="tpsa"),
    ]
    outcomes = {"a": outcome(100.9), "b": outcome(1.0)}
    summary = gold_summary([score_gold(row, outcomes[row.id]) for row in rows])
    assert summary["accuracy"]["count"] == 1
    assert summary["misses"]["wrong"] == ["a"]
    assert summary["by"]["task"]["mass"]["accuracy"]["count"] == 0
    report = gold_report({"data": "file", "agent": "symbolic", "model": ""}, summary)
    assert "| mass | 1 | 0.0 %" in report
