"""Write the call of the tool that runs code: what a model wrote, over the tables, files and values that it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.reading.by_model.code import read_code
from scitoolagent.records import Ask, Goal, Query, Reference
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

CODE = "PythonCode"
_CALLED = re.compile(r"\btools\.([a-z][a-z0-9_]*)\s*\(")


def coder_of(graph: ToolGraph) -> ToolNode | None:
    """The tool that runs code; None where there is none."""
    return next((tool for tool in graph.tools.values() if any(port.type == CODE for port in tool.required)), None)


def coded(
    graph: ToolGraph, tool: ToolNode, ask: Ask, asked: Mapping[str, Sequence[Source]], query: Query, draft: PlanDraft
) -> list[Source] | str:
    """Call the tool that runs code with what an ask is of: tables as tables, files as files, all else as values.

    Returns:
        What it gives, or why it cannot be called.
    """
    ports = {port.type: port.name for port in tool.inputs}
    tables, files, values = list[str](), list[str](), list[str]()
    about: tuple[str, ...] = ()
    for handle in ask.of:
        sources = list(asked[handle]) if handle in asked else _given(query, handle)
        about += tuple(name for source in sources for name in source.about)
        for source in sources:
            reference = Reference.parse(source.reference)
            if source.rows:
                tables.append(draft.table(source.reference))
            elif query.table(handle) is not None:
                step = draft.opened(handle)
                tables.append(draft.table(f"${step}.{graph.tools[draft.steps[step - 1].tool].outputs[0].name}"))
            elif graph.role(source.type) == "table":
                tables.append(source.reference)
            elif reference is not None and reference.step is None and graph.is_a(source.type, "File"):
                files.append(source.reference)
            elif source.many:
                return f"{tool.name} takes single values and tables, and {ask.text or handle} gives a list"
            else:
                values.append(source.reference)
    # A constant is no answer about a table.
    if idle := _names(tables, values) - read_code(ask.code).names:
        return f"the result of the code does not depend on {min(idle)}"
    called = sorted({name for name in _CALLED.findall(ask.code) if name in graph.tools})
    arguments: dict[str, Any] = {ports[CODE]: ask.code}
    for kind, given in (("AnyValue", values), ("Table", tables), ("File", files), ("CallableToolName", called)):
        if given:
            arguments[ports[kind]] = list(dict.fromkeys(given))
    step = draft.call(tool.name, arguments)
    draft.used |= set(_said(query, ask))
    output = next(port for port in tool.outputs if not graph.is_note(port.type))
    made, about = draft.output(step, output.name), tuple(dict.fromkeys(about))
    draft.goals.append(Goal(text=ask.text, type=output.type, output=made, about=about))
    return [Source(made, output.type, about)]


def _names(tables: Sequence[str], values: Sequence[str]) -> set[str]:
    """What code calls the tables and values that it is given."""
    given = (("table", tables), ("value", values))
    return {f"{kind}{place}" for kind, found in given for place in range(1, len(dict.fromkeys(found)) + 1)}


def _said(query: Query, ask: Ask) -> Iterator[str]:
    """The quantities and values of the question that code says by itself: "station B" is no boron where it says 'B'."""
    code = read_code(ask.code)
    numbers, texts = {*code.numbers, None}, code.texts
    yield from (
        one.handle for one in query.quantities if ask.start <= one.start < ask.end and {one.value, one.upper} <= numbers
    )
    yield from (one.handle for one in query.entities if ask.start <= one.start < ask.end and one.text in texts)


def _given(query: Query, handle: str) -> list[Source]:
    entity = query.entity(handle)
    return [Source(f"$query.{handle}", entity.type, (handle,), rows=bool(entity.file))]
