"""Call a tool by name with plain values, under the same gate, workers and checks as a step of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from scitoolagent import errors
from scitoolagent.config import Config, load_config
from scitoolagent.errors import ToolFailedError, ToolUnavailableError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.records import Entity, Finding, Plan, Query, Step, StepResult
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph


class Tools:
    """Calls tools from a program. Use it as a context manager, so that its worker processes end.

    For the safety gate it is one run: what was confirmed for a call holds for that very call until `close`.

    Args:
        config: settings; those of `load_config` when left out.
        workspace: the folder in which files named in arguments must lie; the current one when left out.
        approved: digests of the safety findings that the user confirms.
        ask: asks the user about the findings of one call; without it, such calls are refused.
        fresh: ignore cached results.
    """

    def __init__(
        self,
        config: Config | None = None,
        workspace: Path | None = None,
        approved: Iterable[str] = (),
        ask: Callable[[Sequence[Finding]], bool] | None = None,
        fresh: bool = False,
    ) -> None:
        self.graph: ToolGraph = load_graph()
        config = config or load_config()
        if fresh:
            config = config.model_copy(update={"cache": False})
        gate = SafetyGate(self.graph, approved, ask)
        self._executor = Executor(self.graph, config, workspace or Path.cwd(), gate)

    def __enter__(self) -> Tools:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the worker processes."""
        self._executor.close()

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Call a tool; returns its outputs by name, as plain values in the units of their types.

        Raises:
            GraphError: no tool has that name.
            ToolError: the call failed.
            SafetyError: the safety gate stopped the call.
        """
        result = self.result(tool, arguments)
        if result.error is not None:
            raise getattr(errors, result.error.error, ToolFailedError)(result.error.message)
        if result.tool != tool:
            raise ToolUnavailableError(f"{tool} cannot be called now; {result.tool} gives values of the same types")
        return {name: output.value for name, output in result.outputs.items()}

    def result(self, tool: str, arguments: dict[str, Any]) -> StepResult:
        """The record of one call: outputs with units, or the error.

        Raises:
            GraphError: no tool has that name.
        """
        query, plan = one_step(self.graph, tool, arguments)
        return next(iter(self._executor.run(query, plan)))


def one_step(graph: ToolGraph, tool: str, arguments: dict[str, Any]) -> tuple[Query, Plan]:
    """A plan of one call; its values are in the query, so that a text such as `$2.smiles` is no reference.

    Raises:
        GraphError: no tool has that name.
    """
    ports = {port.name: port for port in graph.tool(tool).inputs}
    entities: list[Entity] = []

    def handle(name: str, value: Any) -> str:
        kind = ports[name].type if name in ports else ""
        entities.append(Entity(handle=f"value{len(entities) + 1}", type=kind, value=value, text="", start=0, end=0))
        return f"$query.value{len(entities)}"

    step: dict[str, Any] = {}
    for name, value in arguments.items():
        many = name in ports and ports[name].many and isinstance(value, list)
        step[name] = [handle(name, item) for item in value] if many else handle(name, value)
    return Query(text=tool, entities=tuple(entities)), Plan(steps=(Step(id=1, tool=tool, arguments=step),), goals=())
