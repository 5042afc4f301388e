"""Run the program of a run again, under the gate and without a model: for a replay, a script or a notebook."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.config import Config, load_config
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate, admitted
from scitoolagent.machine import MachineAgain
from scitoolagent.records import Answer, AnyRecord, Finding, Plan, Program, Query, StepResult
from scitoolagent.solver.again import run_again
from scitoolagent.solver.running import files_of_code
from scitoolagent.solver.sandbox import Sandbox
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """A program that was run again: its record, its plan, the results of its steps, and the answer."""

    program: Program
    plan: Plan
    results: Mapping[int, StepResult]
    answer: Answer

    @property
    def outputs(self) -> dict[int, dict[str, Any]]:
        """What each step gave, by its number and by name; the results of the program are those of the last one."""
        return {
            number: {name: json.loads(json.dumps(made.value)) for name, made in result.outputs.items()}
            for number, result in self.results.items()
            if result.status == "ok"
        }


def run_program(
    query: Query | Mapping[str, Any],
    program: Program | Mapping[str, Any],
    config: Config | None = None,
    workspace: Path | None = None,
    approved: Iterable[str] = (),
    ask: Callable[[Sequence[Finding]], bool] | None = None,
) -> ProgramRun:
    """Run a program over a question and its files, as a run of its own for the safety gate.

    Nothing is taken from the cache, and no file is written.

    Args:
        query: the question with its values, as a record or as a trace holds it.
        program: its code, the words of its answer and its clock.
        config: settings; those of `load_config` when left out.
        workspace: the folder with the files of the question; the current one when left out.
        approved: digests of the safety findings that the user confirms.
        ask: asks the user about the findings of one call; without it, such calls are refused.
    Raises:
        BlockedError: question or program hold what is never worked on.
    """
    query = query if isinstance(query, Query) else Query.model_validate(query)
    program = program if isinstance(program, Program) else Program.model_validate(program)
    graph = load_graph()
    fresh = (config or load_config()).model_copy(update={"cache": False})
    executor = Executor(graph, fresh, workspace or Path.cwd(), SafetyGate(graph, approved, ask))
    try:
        admitted(executor.screen(query)())
        return made_again(graph, executor, fresh, query, program)
    finally:
        executor.close()


def made_again(graph: ToolGraph, executor: Executor, config: Config, query: Query, program: Program) -> ProgramRun:
    """The same with the executor of a run under way, where the question has been screened."""
    sandbox = Sandbox()
    made = files_of_code(program.code)
    machine = MachineAgain(executor, config.cache_dir / "tables", keeps=False, made=made)
    try:
        records = tuple(run_again(graph, machine, sandbox, query, program))
    finally:
        sandbox.close()
    return _collected(records)


def _collected(records: Sequence[AnyRecord]) -> ProgramRun:
    ended = [record for record in records if isinstance(record, Program)][-1]
    plan = next((record for record in records if isinstance(record, Plan)), Plan(steps=(), goals=()))
    results = {record.step: record for record in records if isinstance(record, StepResult)}
    return ProgramRun(ended, plan, results, [record for record in records if isinstance(record, Answer)][-1])
