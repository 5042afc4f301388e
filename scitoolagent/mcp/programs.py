"""Programs of a host as JSON, in the form of the server's schemas, and what there is to know before one is written."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scitoolagent import errors
from scitoolagent.errors import BlockedError, SafetyError
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Answer, Finding, Json, Record, StepResult
from scitoolagent.sessions import Run
from scitoolagent.solver.answering import entries
from scitoolagent.solver.front import Front
from scitoolagent.solver.hosted import Submitted
from scitoolagent.solver.sandbox import ProgramError

RULES = "programs"
_SHOWN = 200


class VariableShown(Record):
    """A variable of a program: its name, its type, and how the question writes its value."""

    name: str
    type: str
    text: str


class TableShown(Record):
    """A table of a program, and what it holds."""

    name: str
    source: str
    facts: str


class StepShown(Record):
    """A call of a tool."""

    step: int
    tool: str
    version: str
    status: str
    cached: bool


class ResultShown(Record):
    """One value of the results: what it is of, and the step, tool and source that made it."""

    subject: str
    value: Json
    unit: str | None
    type: str
    step: int
    tool: str
    source: str


class ProgramState(Record):
    """A program that ran, or what one may be written over.

    `numbers` are those of the question that no variable holds, `not_used` values of it that no result rests on, and
    `to_mend` what else is open in them; `tools` are the signatures of tools that may fit a question without a program.
    """

    run: str
    status: str
    variables: tuple[VariableShown, ...]
    numbers: tuple[str, ...]
    tables: tuple[TableShown, ...]
    tools: tuple[str, ...] = ()
    results: dict[str, tuple[ResultShown, ...]] = Field(default_factory=dict)
    steps: tuple[StepShown, ...] = ()
    printed: str = ""
    notes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    not_used: tuple[str, ...] = ()
    to_mend: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    answer: Answer | None = None


def rules() -> str:
    """The language of programs, as a model of our own is told it, without the functions that it calls."""
    text = read_prompt("solver")
    return text[text.index("PROGRAMS") :].strip()


def ended(run: Run, submitted: Submitted, front: Front) -> dict[str, Any]:
    """What came of a program.

    Raises:
        SciToolAgentError: it did not run to its end; says why.
    """
    if run.error is not None:
        raise run.error
    answer, prepared = submitted.answer, submitted.prepared
    if answer is not None and answer.status == "blocked":
        raise _stopped(run, answer)
    if submitted.ended is not None and submitted.ended.ran is None:
        raise ProgramError(submitted.ended.program.error)
    if prepared is None:
        raise BlockedError("the run was stopped")
    given = prepared.given
    tables = zip(given.tables.values(), prepared.facts, strict=True)
    before = ProgramState(
        run=run.id,
        status=answer.status if answer is not None else "prepared",
        variables=tuple(
            VariableShown(name=one.name, type=one.type, text=one.text[:_SHOWN]) for one in given.values.values()
        ),
        numbers=submitted.numbers,
        tables=tuple(TableShown(name=one.name, source=one.source, facts=facts) for one, facts in tables),
        tools=tuple(front.listed([tool]) for tool in submitted.tools),
        notes=given.problems,
        findings=tuple(dict.fromkeys(one for step in prepared.ledger.results.values() for one in step.findings)),
        answer=answer if submitted.written is not None else None,
    )
    return _with_results(before, run, submitted).model_dump(mode="json")


def _with_results(before: ProgramState, run: Run, submitted: Submitted) -> ProgramState:
    program, answer = submitted.ended, submitted.answer
    if program is None or program.ran is None or answer is None:
        return before
    results: dict[str, tuple[ResultShown, ...]] = {}
    for entry, value in zip(entries(program.ran.results, {}), answer.values, strict=False):
        shown = ResultShown(**value.model_dump(include=set(ResultShown.model_fields)))
        results[entry.key] = (*results.get(entry.key, ()), shown)
    steps = (record for record in run.so_far() if isinstance(record, StepResult))
    return before.model_copy(
        update={
            "results": results,
            "steps": tuple(
                StepShown(step=one.step, tool=one.tool, version=one.version, status=one.status, cached=one.cached)
                for one in steps
            ),
            "printed": program.program.printed,
            "notes": (*before.notes, *answer.notes),
            "assumed": answer.assumed,
            "not_used": submitted.judged.unused,
            "to_mend": submitted.judged.wrong,
            "findings": answer.findings,
        }
    )


def _stopped(run: Run, answer: Answer) -> SafetyError:
    """The error of the step at which the safety gate stopped a program."""
    steps = (record for record in run.so_far() if isinstance(record, StepResult) and record.status == "blocked")
    failure = next((step.error for step in steps if step.error is not None), None)
    kind = getattr(errors, failure.error, BlockedError) if failure is not None else BlockedError
    error: SafetyError = (kind if issubclass(kind, SafetyError) else BlockedError)(answer.text)
    error.findings = answer.findings
    return error
