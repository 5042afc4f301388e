"""Run a plan in this process, step by step, with every call of a screened tool under the gate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scitoolagent import errors
from scitoolagent.errors import SafetyError, ToolError
from scitoolagent.executor.arguments import bind_arguments, read_outputs
from scitoolagent.executor.worker import run_tool
from scitoolagent.gate import SafetyGate
from scitoolagent.records import Entity, Failure, Plan, Query, Step, StepResult
from scitoolagent.toolkg.generics import bind_step
from scitoolagent.toolkg.graph import ToolGraph


class PlanRunner:
    """Runs plans of tasks that are known to be small; other plans need the executor.

    Args:
        graph: the tool graph.
        workspace: the folder of the files that questions name.
    """

    def __init__(self, graph: ToolGraph, workspace: Path) -> None:
        self._graph = graph
        self._gate = SafetyGate(graph)
        self._workspace = workspace.resolve()

    def refuses(self, query: Query) -> bool:
        """Whether the gate refuses a value of a question outright, so that no model sees it."""
        return "block" in self._verdicts(query)

    def stops(self, kind: str, text: str) -> bool:
        """Whether a screened call on a value needs a confirmation; such questions are planned like others."""
        entity = Entity(handle="e1", type=kind, value=text, text=text, start=0, end=len(text))
        verdicts = self._verdicts(Query(text=text, entities=(entity,)))
        return "confirm" in verdicts and "block" not in verdicts

    def _verdicts(self, query: Query) -> set[str]:
        from scitoolagent.gate import screen_value

        return {found.verdict for kind, value in self._gate.subjects(query) for found in screen_value(kind, value)}

    def run(self, query: Query, plan: Plan) -> tuple[StepResult, ...]:
        """The results of all steps, up to where the gate stops."""
        results: dict[int, StepResult] = {}
        for step in plan.steps:
            results[step.id] = self._step(query, step, results)
            if results[step.id].status == "blocked":
                break
        return tuple(results.values())

    def _step(self, query: Query, step: Step, results: Mapping[int, StepResult]) -> StepResult:
        for reference in step.references():
            if reference.step is not None and results[reference.step].status != "ok":
                failure = Failure(error="Skipped", message=f"step {reference.step} gave no result")
                return StepResult(step=step.id, tool=step.tool, status="skipped", error=failure)
        tool = self._graph.tool(step.tool)
        bound = bind_step(self._graph, tool, step, query, results)
        arguments = bind_arguments(self._graph, tool, step, query, results, self._file, bound)
        try:
            clearance = self._gate.before(tool, arguments)
            reply = run_tool(tool.name, tool.module, arguments, None)
            if "error" in reply:
                raise getattr(errors, reply["error"], errors.ToolFailedError)(reply["message"])
            findings = self._gate.after(clearance, reply["outputs"])
        except (ToolError, SafetyError) as error:
            return StepResult(
                step=step.id,
                tool=tool.name,
                status="blocked" if isinstance(error, SafetyError) else "failed",
                arguments=arguments,
                error=Failure(error=type(error).__name__, message=str(error)),
                source=tool.source,
            )
        outputs = read_outputs(self._graph, tool, bound, arguments, reply["outputs"])
        return StepResult(
            step=step.id,
            tool=tool.name,
            version=reply["version"],
            status="ok",
            arguments=arguments,
            outputs=outputs,
            findings=findings,
            source=tool.source,
        )

    def _file(self, name: str) -> str:
        """A question names files without a folder; the name alone keeps the path inside the workspace."""
        return str(self._workspace / Path(name).name)
