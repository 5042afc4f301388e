"""Gold values as CACTUS writes them: violated rules as a list, none as a sentence; the rest as in any file.

CACTUS calls the monoisotopic mass "molecular weight"; the agent gives the average mass under that name. Those rows are
scored unchanged, and their share within 1 % is reported separately.
"""

from __future__ import annotations

from typing import Any

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.gold import GoldScored, expected_of, score_gold
from scitoolagent.benchmarks.metrics import share_of
from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.compare import Expected

_MASS = "molwt"
_MASS_TOLERANCE = 0.01


def expected(question: Question) -> Expected | None:
    """The gold value: the number of violated rules for a list of them, else as in any file."""
    gold = question.gold.strip()
    if gold.startswith("["):
        return Expected("length", (gold.count(">"),))
    if gold == "No violations found":
        return Expected("length", (0,))
    return expected_of(question)


def mass_within_one_percent(questions: list[Question], outcomes: dict[str, Outcome]) -> dict[str, Any]:
    """The share of "molecular weight" rows whose answer is within 1 % of the gold, which is the monoisotopic mass."""

    def loose(question: Question) -> Expected:
        return Expected("number", (float(question.gold),), relative=_MASS_TOLERANCE)

    rows = [question for question in questions if question.task == _MASS and question.id in outcomes]
    return share_of(score_gold(row, outcomes[row.id], loose).verdict == "right" for row in rows).as_json()


def score_cactus(question: Question, outcome: Outcome) -> GoldScored:
    """Score one outcome."""
    return score_gold(question, outcome, expected)
