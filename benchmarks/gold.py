"""Score any file of `id, question, gold, tol`: the answer is right when one of its values is the gold value.

`tol` makes the gold a number with that absolute tolerance; yes and no are truth values; a text that RDKit reads is a
structure; other texts are compared as such. A benchmark with its own gold format replaces `expected_of`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.metrics import Share, grouped, share_of
from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.compare import Expected, agrees, inchikey, numbers_in
from scitoolagent.benchmarks.vain import vain_lines

_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class GoldScored:
    """A question and the verdict on its answer: right, wrong, abstained, or none when there is no gold value."""

    id: str
    task: str
    status: str
    verdict: str
    seconds: float

    @property
    def confident_and_wrong(self) -> bool:
        """The answer calls itself complete and is wrong."""
        return self.status == "complete" and self.verdict == "wrong"


def expected_of(question: Question) -> Expected | None:
    """The gold value of a row; None when it has none."""
    gold = question.gold.strip()
    if not gold:
        return None
    number = numbers_in(gold)
    if question.tolerance is not None and number:
        return Expected("number", (number[0],), relative=0.0, absolute=question.tolerance)
    if gold.lower() in _TRUTH:
        return Expected("truth", (_TRUTH[gold.lower()],))
    if number:
        decimals = len(gold.partition(".")[2])
        return Expected("number", (number[0],), relative=1e-9, absolute=0.5 * 10.0**-decimals if decimals else 1e-6)
    if inchikey(gold):
        return Expected("structure", (gold,))
    return Expected("word", (gold,))


def score_gold(
    question: Question, outcome: Outcome, expect: Callable[[Question], Expected | None] = expected_of
) -> GoldScored:
    """Score one outcome."""
    expected = expect(question)
    values = outcome.answer.values if outcome.answer else ()
    if expected is None:
        verdict = "none"
    elif any(agrees(expected, value.value, value.unit) for value in values):
        verdict = "right"
    else:
        verdict = "wrong" if values else "abstained"
    return GoldScored(question.id, question.task or "all", outcome.status, verdict, outcome.seconds)


def gold_summary(scored: list[GoldScored]) -> dict[str, Any]:
    """The figures of a run: overall, and by task when the rows name tasks."""
    tasks = grouped(scored, lambda item: item.task)
    return {
        "questions": len(scored),
        **_figures(scored),
        "by": {"task": {name: _figures(items) for name, items in tasks.items()}} if len(tasks) > 1 else {},
        "misses": {"wrong": [item.id for item in scored if item.verdict == "wrong"]},
        "time": {"total seconds": round(sum(item.seconds for item in scored), 1)},
    }


def _figures(scored: list[GoldScored]) -> dict[str, Any]:
    counted = Counter(item.verdict for item in scored)
    return {
        "count": len(scored),
        "accuracy": Share(counted["right"], len(scored) - counted["none"]).as_json(),
        "of those answered": Share(counted["right"], counted["right"] + counted["wrong"]).as_json(),
        "pass rate": share_of(item.status == "complete" for item in scored).as_json(),
        "abstained": share_of(item.verdict == "abstained" for item in scored).as_json(),
        "wrong with confidence": share_of(item.confident_and_wrong for item in scored).as_json(),
    }


def gold_report(described: dict[str, Any], summary: dict[str, Any]) -> str:
    """The report as Markdown."""
    from scitoolagent.benchmarks.scitooleval.document import share_text

    names = ("accuracy", "of those answered", "abstained", "wrong with confidence")
    lines = [f"# {described['data']}", "", f"Agent `{described['agent']}` {described['model']}".strip() + ".", ""]
    lines += vain_lines(summary)
    lines += ["| task | questions | " + " | ".join(names) + " |", "|---|---|---|---|---|---|"]
    for name, figures in [("all", summary), *summary["by"].get("task", {}).items()]:
        lines.append(f"| {name} | {figures['count']} | " + " | ".join(share_text(figures[one]) for one in names) + " |")
    return "\n".join(lines) + "\n"
