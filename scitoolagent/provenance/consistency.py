"""Whether a trace agrees with itself: the calls with the plan, the answer with what the steps gave."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.records import AnswerValue, Plan, Reference, StepResult, Value
from scitoolagent.tool.units import convert

_SAME = 1e-9


def unlike_plan(plan: Plan, result: StepResult) -> Iterator[str]:
    """What the plan says of a step and the call of it does not: another value, or an input that was not given."""
    step = next((step for step in plan.steps if step.id == result.step), None)
    if step is None or result.status != "ok" or step.tool != result.tool:
        return
    for name, planned in step.arguments.items():
        if name not in result.arguments:
            yield f"the plan gives {name}, the call does not"
            continue
        called = result.arguments[name]
        is_value = isinstance(planned, str | int | float | bool) and Reference.parse(planned) is None
        if is_value and not _is_same(planned, called):
            yield f"the plan gives {str(planned)[:80]!r} for {name}, the call {str(called)[:80]!r}"


def untrue_values(recorded: RecordedRun) -> Iterator[str]:
    """The numbers and texts of an answer that its step did not give; a number may be in another unit, or rounded."""
    for told in recorded.answer.values if recorded.answer else ():
        result = recorded.results.get(told.step)
        if result is None or result.status != "ok" or result.tool != told.tool:
            continue
        given = [output for output in result.outputs.values() if output.type == told.type]
        if given and not any(_told(told, output) for output in given):
            shown = given[0].value if len(given) == 1 else "another"
            yield f"the answer tells {str(told.value)[:80]}, step {told.step} gave {str(shown)[:80]}"


def _told(told: AnswerValue, given: Value) -> bool:
    if given.rows is not None:
        # A cell of a table, which is compared as a whole by those who replay it.
        return True
    if not isinstance(told.value, int | float) or isinstance(told.value, bool):
        return isinstance(told.value, list | dict) or told.value == given.value or isinstance(given.value, list | dict)
    if not isinstance(given.value, int | float):
        # A row or an item of what the step gave.
        return True
    if _is_same(told.value, given.value) or told.rounding is not None:
        return True
    try:
        return _is_same(told.value, convert(float(given.value), given.unit or "1", told.unit or "1"))
    except ToolInputError:
        return told.unit != given.unit


def _is_same(one: Any, other: Any) -> bool:
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other))
    return math.isclose(one, other, rel_tol=_SAME, abs_tol=1e-300) if numbers else one == other
