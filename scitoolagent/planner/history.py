"""What a plan came to, for the drafter that has to write another one."""

from __future__ import annotations

import json
from dataclasses import dataclass

from scitoolagent.records import Plan, StepResult

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


def _quoted(text: str) -> str:
    return json.dumps(text[:_SHOWN], ensure_ascii=False)
