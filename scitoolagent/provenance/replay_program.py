"""Compare the program of a run, its steps and its answer with what they are when the program is run again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scitoolagent.executor import Executor
from scitoolagent.provenance.compare import Comparison, causes, differences, same_value
from scitoolagent.provenance.consistency import unlike_plan
from scitoolagent.provenance.program_runs import ProgramRun
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.provenance.row_comparison import RowComparison
from scitoolagent.provenance.tools import one_step
from scitoolagent.records import AnswerValue, Plan, Program, StepResult
from scitoolagent.solver.steps import PROGRAM
from scitoolagent.toolkg.graph import ToolGraph

_SHOWN = 120


class ProgramComparer:
    """Compares a run with its program run again.

    Args:
        graph: the tool graph.
        executor: calls a tool once more, where it gave something else.
        recorded: the run.
        now: its program, run again.
        changed: the packages and data whose version differs from the run's.
        rows: compares tables.
    """

    def __init__(
        self,
        graph: ToolGraph,
        executor: Executor,
        recorded: RecordedRun,
        now: ProgramRun,
        changed: tuple[str, ...],
        rows: RowComparison,
    ) -> None:
        self._rows = rows
        self._graph, self._executor, self._recorded, self._now = graph, executor, recorded, now
        self._changed = changed
        self._done: dict[int, Comparison] = {}

    def steps(self) -> tuple[Comparison, ...]:
        """The comparisons: of each step that the program made then or makes now, and last of the program."""
        before, now = _tool_steps(self._recorded.plan), _tool_steps(self._now.plan)
        for number in sorted({*before, *now}):
            self._done[number] = self._step(number, before.get(number), now.get(number))
        return (*self._done.values(), self._program())

    def untrue(self) -> Iterator[str]:
        """The values of the answer that words and results do not give, where the results are those of the program."""
        before, now = self._recorded.answer, self._now.answer
        if before is None or self._program().verdict != "same":
            return
        for told in before.values:
            alike = [one for one in now.values if (one.label, one.subject) == (told.label, told.subject)]
            if not any(_is_same(told, one) for one in alike):
                shown = (
                    f"{alike[0].value!r:.{_SHOWN}} {alike[0].unit or ''}".strip() if alike else "nothing of that name"
                )
                what = " of ".join(filter(None, (told.label, told.subject)))
                yield f"the answer tells {told.value!r:.{_SHOWN}} as {what[:_SHOWN]}, the program gives {shown}"

    def _step(self, number: int, before: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> Comparison:
        old, new = self._recorded.results.get(number), self._now.results.get(number)
        tool = str((now or before or {}).get("tool"))
        if before is None and not self._recorded.plan.steps:
            return Comparison(number, tool, "unknown", ("the trace ends before this step",))
        if before is None or now is None:
            when = "in the run" if before is None else "now"
            why = ("program: it went another way",)
            return Comparison(number, tool, "different", (f"the program does not call {tool} {when}",), why)
        found = list(_unlike(before, now))
        if old is None or new is None:
            if not found and old is new:
                return Comparison(number, tool, "same")
            if old is None:
                return Comparison(number, tool, "unknown", ("the trace ends before this step",))
            found.append("it gives no result now")
        else:
            found += [*unlike_plan(self._recorded.plan, old), *differences(old, new, self._rows)]
        if not found:
            return Comparison(number, tool, "same")
        return Comparison(number, tool, "different", tuple(found), tuple(self._causes(number, old, new)))

    def _causes(self, number: int, old: StepResult | None, new: StepResult | None) -> list[str]:
        step = next(step for step in self._now.plan.steps if step.id == number)
        made = {one.step for one in step.references() if one.step is not None}
        inputs = [one for one in sorted(made) if one in self._done and self._done[one].verdict != "same"]
        if inputs:
            return [f"input: step {one} is not the same" for one in inputs]
        if old is None or new is None or new.tool not in self._graph.tools:
            return [*_versions(old, new), *self._changed] or ["nondeterminism: it gives another result for the same"]
        again = None
        if old.status == new.status == "ok":
            query, plan = one_step(self._graph, new.tool, dict(new.arguments))
            again = next(iter(self._executor.run(query, plan))).model_copy(update={"step": new.step})
        return causes(old, new, self._graph.tool(new.tool), self._recorded.started, again, self._changed)

    def _program(self) -> Comparison:
        before, now = self._recorded.program, self._now.program
        assert before is not None  # noqa: S101  who has none is no run of a program
        number = max(self._done, default=0) + 1
        if before.status == "begun":
            return Comparison(number, PROGRAM, "unknown", ("the trace ends before the program did",))
        found = list(self._program_differences(before, now))
        if not found:
            return Comparison(number, PROGRAM, "same")
        inputs = [one.step for one in self._done.values() if one.verdict != "same"]
        why = [f"input: step {one} is not the same" for one in inputs] or list(self._changed)
        # Its steps, clock and random numbers are the same: only the trace, or what is not told, can be another.
        why = why or ["trace: it does not hold what the program gives"]
        return Comparison(number, PROGRAM, "different", tuple(found), tuple(why))

    def _program_differences(self, before: Program, now: Program) -> Iterator[str]:
        if (before.status, before.error) != (now.status, now.error):
            yield f"outcome: {_outcome(before)} in the run, {_outcome(now)} now"
            return
        old, new = self._result(self._recorded.results), self._result(self._now.results)
        told = differences(old, new, self._rows) if old is not None and new is not None else ()
        yield from told
        for key in dict.fromkeys([*before.results, *now.results]):
            then, made = before.results.get(key), now.results.get(key)
            if not same_value(then, made) and not any(text.startswith(f"{key}: ") for text in told):
                yield f"{key}: {then!r:.{_SHOWN}} in the record of the program, {made!r:.{_SHOWN}} now"

    def _result(self, results: Mapping[int, StepResult]) -> StepResult | None:
        return next((one for one in results.values() if one.tool == PROGRAM), None)


def _tool_steps(plan: Plan) -> dict[int, dict[str, Any]]:
    return {step.id: {"tool": step.tool, **step.arguments} for step in plan.steps if step.tool != PROGRAM}


def _unlike(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """What the plan of a run says of a call, and the program does otherwise."""
    for name in dict.fromkeys([*before, *now]):
        then, made = before.get(name), now.get(name)
        if not same_value(then, made):
            yield f"{name}: {then!r:.{_SHOWN}} in the plan of the run, {made!r:.{_SHOWN}} now"


def _versions(old: StepResult | None, new: StepResult | None) -> list[str]:
    if old is not None and new is not None and old.version and old.version != new.version:
        return [f"tool version: {old.version} in the run, {new.version} now"]
    return []


def _outcome(program: Program) -> str:
    return f"{program.status} ({program.error[:_SHOWN]})" if program.error else program.status


def _is_same(told: AnswerValue, made: AnswerValue) -> bool:
    return told.unit == made.unit and same_value(told.value, made.value)
