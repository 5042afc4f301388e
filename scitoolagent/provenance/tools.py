"""Call a tool by name with plain values, under the same gate, workers and checks as a step of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from scitoolagent import errors
from scitoolagent.config import Config, load_config
from scitoolagent.errors import ToolFailedError, ToolUnavailableError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.records import Entity, Finding, Plan, Query, Step, StepResult, Value
from scitoolagent.toolkg.columns import MAPPED, reader_of
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
        query, plan, done = on_tables(self.graph, tool, arguments, self._executor.tables.described)
        return next(one for one in self._executor.run(query, plan, done) if one.step == plan.steps[-1].id)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table that a call gave, by its place: an input of one value takes that of each row."""

    table: str
    place: int


def one_step(graph: ToolGraph, tool: str, arguments: dict[str, Any]) -> tuple[Query, Plan]:
    """A plan of one call; its values are in the query, so that a text such as `$2.smiles` is no reference.

    Raises:
        GraphError: no tool has that name.
    """
    query, plan, _ = on_tables(graph, tool, arguments, lambda name: Value(type=MAPPED.type, value=name))
    return query, plan


def on_tables(
    graph: ToolGraph, tool: str, arguments: dict[str, Any], described: Callable[[str], Value]
) -> tuple[Query, Plan, tuple[StepResult, ...]]:
    """As `one_step`, with the tables whose columns the call is given.

    Args:
        graph: the tool graph.
        tool: what is called.
        arguments: its inputs; a `TableColumn` is one of a table that already exists.
        described: what is in the table of that name.
    Returns:
        The question, the plan, and the results that it starts from.
    Raises:
        GraphError: no tool has that name.
    """
    ports = {port.name: port for port in graph.tool(tool).inputs}
    entities: list[Entity] = []

    def handle(name: str, value: Any) -> str:
        kind = ports[name].type if name in ports else ""
        entities.append(Entity(handle=f"value{len(entities) + 1}", type=kind, value=value, text="", start=0, end=0))
        return f"$query.value{len(entities)}"

    reader = reader_of(graph)
    tables: dict[str, int] = {}
    step: dict[str, Any] = {}
    for name, value in arguments.items():
        if isinstance(value, TableColumn):
            number = tables.setdefault(value.table, len(tables) + 1)
            step[name] = f"${number}.{MAPPED.name}.c{value.place}"
            continue
        many = name in ports and ports[name].many and isinstance(value, list)
        step[name] = [handle(name, item) for item in value] if many else handle(name, value)
    done = tuple(
        StepResult(step=number, tool=reader.name, status="ok", outputs={MAPPED.name: described(table)})
        for table, number in tables.items()
    )
    given = [Step(id=one.step, tool=reader.name, arguments={}) for one in done]
    call = Step(id=len(done) + 1, tool=tool, arguments=step)
    return Query(text=tool, entities=tuple(entities)), Plan(steps=(*given, call), goals=()), done
