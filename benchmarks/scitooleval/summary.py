"""The figures of a run on SciToolEval, each with its 95 % interval, as plain JSON: ids and numbers, no wording."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.metrics import Share, grouped, share_of
from scitoolagent.benchmarks.scitooleval.score import SCORE_VERDICTS, AnswerScore, Scored

GROUPS: dict[str, Callable[[Scored], str]] = {
    "level": lambda item: f"level {item.level}",
    "domain": lambda item: item.domain,
    "chain length": lambda item: f"{item.length} in a chain" if item.length < 4 else "4 or more",
}


def scitooleval_summary(scored: list[Scored], outcomes: dict[str, Outcome]) -> dict[str, Any]:
    """All figures of a run."""
    return {
        "questions": len(scored),
        **figures_of(scored),
        "references": dict(Counter(_source(item.verified) for item in scored)),
        "by": {
            name: {group: figures_of(items) for group, items in grouped(scored, key).items()}
            for name, key in GROUPS.items()
        },
        "misses": {
            "plan": [item.id for item in scored if sound(item) and item.plan.covered and not item.plan.typed],
            "wrong": [item.id for item in scored if item.verified.verdict == "wrong"],
            "confident and wrong": [item.id for item in scored if item.confident_and_wrong],
            "no reference": [item.id for item in scored if unchecked(item)],
            "confident, unchecked": [item.id for item in scored if item.confident_and_unchecked],
        },
        "time": _times(scored),
        "usage": _usage(outcomes.values()),
        "altered molecules or sequences": sum(outcome.altered for outcome in outcomes.values()),
    }


def figures_of(scored: list[Scored]) -> dict[str, Any]:
    """The shares of some questions.

    `planning` counts questions whose tools exist here; `sound` those of them without a known defect, `corrected` those
    that are not removed, by their corrected path. `accuracy` is over the answers given (right and wrong), `of all` over
    every question that has a reference.
    """
    covered = [item for item in scored if item.plan.covered]
    good = [item for item in covered if sound(item)]
    return {
        "count": len(scored),
        "pass rate": share_of(item.status == "complete" for item in scored).as_json(),
        "planning": {
            "published": share_of(item.plan.published for item in covered).as_json(),
            "typed": share_of(item.plan.typed for item in covered).as_json(),
            "published, sound": share_of(item.plan.published for item in good).as_json(),
            "typed, sound": share_of(item.plan.typed for item in good).as_json(),
            "typed, corrected": share_of(item.corrected for item in scored if item.corrected is not None).as_json(),
            "published, all": share_of(item.plan.published for item in scored).as_json(),
        },
        "answers": {
            "as published": _answers(scored, lambda item: item.published),
            "verified": _answers(scored, lambda item: item.verified),
        },
        "abstained": share_of(item.status in ("abstained", "failed", "blocked") for item in scored).as_json(),
        "errors": share_of(item.status == "error" for item in scored).as_json(),
        "wrong with confidence": share_of(item.confident_and_wrong for item in scored).as_json(),
        "confident, unchecked": share_of(item.confident_and_unchecked for item in scored).as_json(),
        "wrong with confidence, at most": share_of(
            item.confident_and_wrong or item.confident_and_unchecked for item in scored
        ).as_json(),
    }


def unchecked(item: Scored) -> bool:
    """Whether an answer was given that no verified reference speaks for or against."""
    return item.verified.verdict == "none" and item.status in ("complete", "partial")


def sound(item: Scored) -> bool:
    """Whether the item itself has no known defect."""
    return not item.defects


def _answers(scored: list[Scored], column: Callable[[Scored], AnswerScore]) -> dict[str, Any]:
    counted = Counter(column(item).verdict for item in scored)
    answered = counted["right"] + counted["wrong"]
    with_reference = len(scored) - counted["none"]
    shaped = [item for item in scored if column(item).conformer]
    return {
        "accuracy": Share(counted["right"], answered).as_json(),
        "of all": Share(counted["right"], with_reference).as_json(),
        "verdicts": {name: counted[name] for name in SCORE_VERDICTS},
        "right that need the pinned conformer": sum(column(item).verdict == "right" for item in shaped),
        "wrong that need the pinned conformer": sum(column(item).verdict == "wrong" for item in shaped),
    }


def _source(verdict: AnswerScore) -> str:
    return f"{verdict.source}, pinned conformer" if verdict.conformer and verdict.source == "oracle" else verdict.source


def _times(scored: list[Scored]) -> dict[str, float]:
    seconds = [item.seconds for item in scored]
    return {
        "total seconds": round(sum(seconds), 1),
        "seconds inside tools": round(sum(item.tool_seconds for item in scored), 1),
        "median milliseconds": round(1000 * statistics.median(seconds), 1) if seconds else 0.0,
        "slowest seconds": round(max(seconds, default=0.0), 2),
    }


def _usage(outcomes: Iterable[Outcome]) -> dict[str, float | int | None]:
    """The total usage of models; dollars only if every call has a price."""
    used = [usage for outcome in outcomes for usage in outcome.usage]
    priced = [usage.dollars for usage in used if usage.dollars is not None]
    return {
        "calls": sum(usage.calls for usage in used),
        "prompt tokens": sum(usage.prompt_tokens for usage in used),
        "completion tokens": sum(usage.completion_tokens for usage in used),
        "seconds": round(sum(usage.seconds for usage in used), 1),
        "dollars": round(sum(priced), 4) if used and len(priced) == len(used) else None,
    }
