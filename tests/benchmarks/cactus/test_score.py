"""CACTUS's own way to write gold values."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.cactus.score import mass_within_one_percent, score_cactus
from scitoolagent.benchmarks.rows import Question
from scitoolagent.records import Answer, AnswerValue


def outcome(*values: Any) -> Outcome:
    given = tuple(
        AnswerValue(label="x", subject="", type="X", value=value, unit=None, step=1, tool="x", source="")
        for value in values
    )
    return Outcome(status="complete", answer=Answer(status="complete", text="", values=given))


@pytest.mark.parametrize(
    ("gold", "value", "verdict"),
    [
        ("No violations found", [], "right"),
        ("No violations found", ["too heavy"], "wrong"),
        ("['Weight 900>500', 'Donors 7>5']", ["weight", "donors"], "right"),
        ("['Weight 900>500', 'Donors 7>5']", ["weight"], "wrong"),
        ("Low", "Low", "right"),
    ],
)
def test_rules_of_cactus(gold: str, value: Any, verdict: str) -> None:
    assert score_cactus(Question("t", "?", gold=gold), outcome(value)).verdict == verdict


def test_the_mass_is_also_counted_within_one_percent() -> None:
    rows = [Question(f"m{n}", "?", gold="100.05", tolerance=0.01, task="molwt") for n in range(2)]
    outcomes = {"m0": outcome(100.9), "m1": outcome(103.0)}
    assert [score_cactus(row, outcomes[row.id]).verdict for row in rows] == ["wrong", "wrong"]
    assert mass_within_one_percent(rows, outcomes)["count"] == 1
