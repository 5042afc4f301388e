"""The verdict on an outcome: what the answer holds, and whether it claims to be the whole answer.

| verdict | when |
|---|---|
| right | complete and right; or no answer where none can be given or none is demanded |
| values_only | all values are given; the winner, order, selection, mean or unit that was asked for is not stated |
| right_partial | what was asked is given, and the answer calls itself partial |
| abstained | no plan, nothing given, failed or stopped |
| partial_other | the answer calls itself partial, and what was asked is not in it |
| confident_wrong | the answer calls itself complete, and is not right |
"""

from __future__ import annotations

from dataclasses import dataclass

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.freeask.content import check_content
from scitoolagent.benchmarks.freeask.given import Given, agrees, plain
from scitoolagent.benchmarks.freeask.items import Item

VERDICTS = ("right", "values_only", "right_partial", "abstained", "partial_other", "confident_wrong")


@dataclass(frozen=True, slots=True)
class FreeAskScored:
    """An item with the verdict on its answer, and why."""

    id: str
    kind: str
    template: str
    status: str
    verdict: str
    why: str
    seconds: float


def score_freeask(item: Item, outcome: Outcome) -> FreeAskScored:
    """Score one outcome."""
    verdict, why = judge(item, outcome)
    return FreeAskScored(item.id, item.kind, item.template, outcome.status, verdict, why, outcome.seconds)


def judge(item: Item, outcome: Outcome) -> tuple[str, str]:
    """The verdict on an outcome, with the reason."""
    gold, answer, status = item.wanted, outcome.answer, outcome.status
    given = Given(item.text, answer) if answer else None
    if status == "complete" and (given is None or given.is_empty):
        return "abstained", "nothing is given"
    silent = given is None or given.is_empty or status not in ("complete", "partial", "failed")
    if gold.kind == "abstain":
        if silent or given is None or status == "failed":
            return "right", "no answer, as it should be"
        return _undecidable(item, given, status)
    if silent or given is None:
        return ("right", "no answer is fine here") if gold.may_abstain else ("abstained", outcome.message)
    content, why = check_content(item, given)
    if content == "values":
        return "values_only", why
    if content == "right":
        return ("right" if status == "complete" or gold.may_be_partial else "right_partial"), why
    return {"complete": "confident_wrong", "failed": "abstained"}.get(status, "partial_other"), why


def _undecidable(item: Item, given: Given, status: str) -> tuple[str, str]:
    """The verdict on an answer to what has none, or has several readings: it may give one if it says which."""
    readings = item.wanted.numbers
    got = [one for one in readings if any(agrees(number, one) for number in given.numbers)]
    if got and (len(got) == len(readings) > 1 or any(plain(word) in given.said for one in got for word in one.says)):
        return "right", "says which reading it takes"
    if got:
        return "values_only", "takes a reading without saying so"
    if status == "complete":
        return "confident_wrong", "claims to answer what has no answer"
    return "partial_other", "answers a part of what has no answer"
