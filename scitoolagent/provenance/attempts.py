"""Part the records of a run into its attempts: a plan, or programs of a model, with how the question was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scitoolagent.errors import ConfigError
from scitoolagent.records import Answer, AnyRecord, Plan, Program, Query, StepResult, Usage
from scitoolagent.solver.steps import PROGRAM, is_tool

_NO_PLAN = Plan(steps=(), goals=())


@dataclass
class Attempt:
    """A plan with its results and how the question was read for it; `programs` where a model wrote some.

    The plan of programs that were ended before there was one has no steps.
    """

    query: Query
    plan: Plan = _NO_PLAN
    results: dict[int, StepResult] = field(default_factory=dict)
    programs: tuple[Program, ...] = ()


def attempts_of(records: Sequence[AnyRecord]) -> list[Attempt]:
    """The attempts of a run, in their order."""
    query: Query | None = None
    found: list[Attempt] = []
    programs: list[Program] = []
    is_open = False  # a program has no plan yet
    for record in records:
        if isinstance(record, Query):
            query = record
        elif isinstance(record, Program):
            is_open = True
            # The record of a program that ended takes the place of the one that it began with.
            if record.status != "begun" and programs and programs[-1].code == record.code:
                programs.pop()
            programs.append(record)
        elif isinstance(record, Plan) and query is not None:
            is_of_programs = bool(programs) and record.drafter == programs[-1].model
            is_open = is_open and not is_of_programs
            found.append(Attempt(query, record, {}, tuple(programs) if is_of_programs else ()))
        elif isinstance(record, StepResult) and found:
            found[-1].results[record.step] = record
    if is_open and query is not None:
        found.append(Attempt(query, programs=tuple(programs)))
    return found


def program_of(attempt: Attempt, answer: Answer | None) -> Program | None:
    """The program that an attempt rests on; None for one of a plan alone.

    Raises:
        ConfigError: the plan is that of a program that the trace does not hold.
    """
    programs = attempt.programs
    if not programs:
        if not all(is_tool(step.tool) for step in attempt.plan.steps):
            raise ConfigError("the plan is that of a program which the trace does not hold")
        return None
    step = next((step for step in attempt.plan.steps if step.tool == PROGRAM), None)
    if step is not None:
        code = step.arguments.get("code")
        program = next((one for one in reversed(programs) if one.code == code and one.status == "ok"), None)
        if program is None:
            raise ConfigError("the plan is that of a program which the trace does not hold")
        return program
    if answer is not None and answer.status == "blocked":
        return programs[-1]
    return next((one for one in reversed(programs) if one.status != "failed"), programs[-1])


def usage_of(records: Sequence[AnyRecord]) -> tuple[Usage, ...]:
    """What a run has used of models.

    A plan holds what reading the question or its programs took, an answer all of it, and a program without a plan what
    had been used by then.
    """
    last = records[-1]
    if isinstance(last, Answer):
        return last.usage
    told: list[Usage] = []
    waiting: Program | None = None
    for record in records:
        if isinstance(record, Program):
            waiting = record
        elif isinstance(record, Plan):
            told += record.usage
            if waiting is not None and record.drafter == waiting.model:
                waiting = None
        elif isinstance(record, Query) and record is last:
            told += record.usage
    return (*told, *(waiting.usage if waiting is not None else ()))


def explains(results: Mapping[int, StepResult], answer: Answer | None) -> bool:
    """Whether these results hold all values of the answer; a run may have had several plans.

    A value that the answer gives in another unit, or in the words of the question, is known by its tool only, and so is
    one that a program put together.
    """
    return answer is None or all(
        value.step in results
        and results[value.step].tool == value.tool
        and (value.tool == PROGRAM or _is_told(results[value.step], value.type, value.unit, value.value))
        for value in answer.values
    )


def _is_told(result: StepResult, kind: str, unit: str | None, value: object) -> bool:
    alike = [made for made in result.outputs.values() if (made.type, made.unit) == (kind, unit)]
    return not alike or any(made.value == value for made in alike)
