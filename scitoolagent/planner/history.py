"""What a plan came to, for the drafter that has to write another one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scitoolagent.records import Plan, Reference, StepResult

_SHOWN = 200
_MOST = 6


@dataclass(frozen=True, slots=True)
class Attempt:
    """A plan that ran, what its steps gave, and the goals it left unmet."""

    plan: Plan
    results: tuple[StepResult, ...]
    unmet: tuple[str, ...]


def failures_of(attempt: Attempt) -> str:
    """The failures of an attempt for a model: what tools said is quoted as data and cut."""
    failed = [result for result in attempt.results if result.error is not None and result.status == "failed"]
    lines = [f"{result.tool} failed: {_quoted(result.error.message)}" for result in failed[:_MOST] if result.error]
    lines += [f"not answered: {_quoted(goal)}" for goal in attempt.unmet[:_MOST]]
    return (
        "That plan ran, but:\n" + "\n".join(lines) + "\nAnswer with another plan: other tools, other handles, or fewer."
    )


def known(before: Plan, results: Iterable[StepResult], plan: Plan) -> list[StepResult]:
    """The results of a plan that are those of another one, under its numbers: equal calls are not made again.

    What they cost is counted where they were made.
    """
    calls = _calls(before)
    found = {calls[result.step]: result for result in results if result.status == "ok"}
    return [
        found[call].model_copy(update={"step": number, "usage": ()})
        for number, call in _calls(plan).items()
        if call in found
    ]


def _calls(plan: Plan) -> dict[int, str]:
    """Each step as the call that it is, with the calls that it refers to written out."""
    written: dict[int, str] = {}
    for step in plan.steps:
        hashed = hashlib.sha256(step.tool.encode())
        hashed.update(json.dumps(_with_calls(step.arguments, written), sort_keys=True).encode())
        written[step.id] = hashed.hexdigest()
    return written


def _with_calls(value: Any, written: dict[int, str]) -> Any:
    if isinstance(value, dict):
        return {name: _with_calls(item, written) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_calls(item, written) for item in value]
    reference = Reference.parse(value)
    if reference is None or reference.step is None:
        return value
    return [written.get(reference.step, ""), reference.name, reference.column]


def _quoted(text: str) -> str:
    return json.dumps(text[:_SHOWN], ensure_ascii=False)
