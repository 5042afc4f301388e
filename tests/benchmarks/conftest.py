"""Agents for the tests: one that plans for real and runs the tools here, or a copy of it whose tools see ethanol only."""

from __future__ import annotations

from functools import lru_cache
from types import TracebackType
from typing import Any, Self

import pytest

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError, ToolError
from scitoolagent.planner import Planner
from scitoolagent.records import Failure, Step, StepResult, Value, resolve
from scitoolagent.summarizer import summarize
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_tool
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

ETHANOL = "CCO"


@lru_cache(maxsize=1)
def planner() -> Planner:
    return Planner(load_graph(), load_config())


class InProcess:
    """Plans as the real agent does, but runs each tool in this process. `wrong`: tools that compute ethanol whatever they are given."""

    def __init__(self, wrong: frozenset[str] = frozenset()) -> None:
        self.wrong = wrong
        self.asked: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def answer(self, question: str) -> Outcome:
        self.asked.append(question)
        graph = load_graph()
        try:
            query = planner().recognise(question)
            plan = planner().draft(query)
        except PlanError as error:
            return Outcome(status="abstained", message=str(error))
        results: dict[int, StepResult] = {}
        for step in plan.steps:
            given = {name: resolve(value, query, results) for name, value in step.arguments.items()}
            results[step.id] = self._run(graph, step, given)
        answer = summarize(graph, query, plan, tuple(results.values()))
        return Outcome(status=answer.status, query=query, plan=plan, answer=answer)

    def _run(self, graph: ToolGraph, step: Step, given: dict[str, Any]) -> StepResult:
        node = graph.tool(step.tool)
        if step.tool in self.wrong:
            given = {name: ETHANOL if "smiles" in name else value for name, value in given.items()}
        try:
            outputs = call_tool(load_tool(step.tool, node.module), given)
        except ToolError as error:
            failure = Failure(error=type(error).__name__, message=str(error))
            return StepResult(step=step.id, tool=step.tool, status="failed", error=failure)
        values = {
            port.name: Value(type=port.type, value=outputs[port.name], unit=graph.types[port.type].unit)
            for port in node.outputs
        }
        return StepResult(step=step.id, tool=step.tool, status="ok", outputs=values)


@pytest.fixture
def in_process() -> type[InProcess]:
    return InProcess
