"""How often a model was asked in vain: what is scored there is not the model's, but looks like it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scitoolagent.benchmarks.answering import Outcome

NAME = "model asked in vain"
# What answers and errors say where a call of a model failed, or its reply was of no use.
_SIGNS = ("the model gave no answer", "the model did not help", "ModelError")


def asked_in_vain(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """The questions with a call of the model that failed or gave nothing usable, and those without any reply of it."""
    asked = list(outcomes)
    vain = [one for one in asked if any(sign in text for text in _said(one) for sign in _SIGNS)]
    return {"count": len(vain), "without a reply": sum(not one.usage for one in vain), "total": len(asked)}


def vain_lines(summary: dict[str, Any]) -> list[str]:
    """The lines of a report that tell it, with an empty one behind; none where no model was asked in vain."""
    figures = summary.get(NAME) or {"count": 0}
    if not figures["count"]:
        return []
    told = (
        f"In {figures['count']} of {figures['total']} questions a call of the model failed or gave nothing usable, in "
        f"{figures['without a reply']} of them it never replied: what is scored there is the model's in part at most."
    )
    return [told, ""]


def _said(outcome: Outcome) -> Iterable[str]:
    yield outcome.message
    if outcome.query is not None:
        yield from outcome.query.notes
    if outcome.answer is not None:
        yield from (*outcome.answer.notes, *outcome.answer.unmet)
