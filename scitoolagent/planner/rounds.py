"""What a round came to, in words for the model that asks on: structures by their kind, tables by their columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolError
from scitoolagent.planner.history import Attempt
from scitoolagent.reading.by_model.offer import Came
from scitoolagent.records import Column, Reference, StepResult, Value
from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.tables import Table

# Opens a table of the run.
Load = Callable[[Value], "Table"]
_VALUES = 6
_COLUMNS = 12
_HEAD = 3
_TEXT = 80
_CELL = 24
_LONGEST = 900
# Values that a model neither reads nor copies.
_BEHIND = ("MolecularStructure", "Sequence")
# The share of things that a condition holds for.
_SHARE = "KeptShare"


def results_of(graph: ToolGraph, attempt: Attempt, given: Mapping[str, Sequence[str]], load: Load) -> dict[str, Came]:
    """What the asks of a round came to, by their handles; asks without a result are left out.

    Texts of tools and files are quoted and cut: they are data. A structure or a sequence stays behind its handle.

    Args:
        graph: the tool graph.
        attempt: the plan that ran, with its results.
        given: by handle, the references to what answers each ask.
        load: opens a table of the run.
    """
    results = {result.step: result for result in attempt.results if result.status == "ok"}
    found: dict[str, Came] = {}
    for handle, references in given.items():
        shown = [_shown(graph, reference, results, load) for reference in references[:_VALUES]]
        told = list(dict.fromkeys(one for one in shown if one))
        if told:
            more = f" and {len(references) - _VALUES} more" if len(references) > _VALUES else ""
            text = f"{'; '.join(told)[:_LONGEST]}{more}"
            found[handle] = Came(text, _verdict(graph, [_output(one, results) for one in references]))
    return found


def _verdict(graph: ToolGraph, values: Sequence[Value | None]) -> bool | None:
    """Yes or no, where verdicts agree or a condition holds for all or none of what it is of; else None."""
    known = [one for one in values if one is not None and one.rows is None and one.type in graph.types]
    # What was kept by a verdict may be what it is "no" for.
    if shares := [one.value for one in known if graph.is_a(one.type, _SHARE)]:
        return {0: False, 100: True}.get(shares[0])
    values_said = [item for one in known for item in (one.value if isinstance(one.value, list) else [one.value])]
    verdicts = {item for item in values_said if isinstance(item, bool)}
    return verdicts.pop() if len(verdicts) == 1 else None


def _output(text: str, results: Mapping[int, StepResult]) -> Value | None:
    reference = Reference.parse(text)
    result = results.get(reference.step or 0) if reference is not None else None
    return result.outputs.get(reference.name) if reference is not None and result is not None else None


def _shown(graph: ToolGraph, text: str, results: Mapping[int, StepResult], load: Load) -> str:
    reference = Reference.parse(text)
    result = results.get(reference.step or 0) if reference is not None else None
    if reference is None or result is None:
        return ""
    outputs = result.outputs
    value = outputs.get(reference.name) or next((one for one in outputs.values() if one.rows is not None), None)
    if value is None:
        return ""
    if value.rows is None:
        return _value(graph, value)
    try:
        table = load(value)
        columns = [table.columns[reference.column]] if reference.column is not None else list(table.columns[:_COLUMNS])
        return f"{table.rows:,} rows; {'; '.join(_column(table, one) for one in columns)}"
    except (ToolError, IndexError):
        return f"{value.rows:,} rows"


def _column(table: Table, column: Column) -> str:
    head = [_cell(one) for one in table.head(_HEAD).values[column.name]]
    unit = f" {unit_sign(column.unit)}" if column.unit and column.unit != "1" else ""
    spread = ""
    if column.is_number:
        count, least, mean, most = table.span(column.name)
        spread = f", {count:,} values from {least:.6g} to {most:.6g}, mean {mean:.6g}{unit}" if count else ", no value"
    return f"{_quoted(column.name, _CELL)}: {', '.join(head)}{', …' if table.rows > _HEAD else ''}{spread}"


def _cell(value: Any) -> str:
    if value is None:
        return "none"
    return _quoted(value, _CELL) if isinstance(value, str) else _number(value)


def _value(graph: ToolGraph, value: Value) -> str:
    if any(graph.is_a(value.type, kind) for kind in _BEHIND if value.type in graph.types):
        many = f"{len(value.value)} of " if isinstance(value.value, list) else ""
        return f"{many}{graph.types[value.type].label}"
    unit = f" {unit_sign(value.unit)}" if value.unit and value.unit != "1" else ""
    items = value.value if isinstance(value.value, list) else [value.value]
    told = ", ".join(_quoted(one, _TEXT) if isinstance(one, str) else _number(one) for one in items[:_VALUES])
    return f"{told}{', …' if len(items) > _VALUES else ''}{unit}"


def _number(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _quoted(value, _TEXT) if not isinstance(value, bool) else "yes" if value else "no"
    return f"{value:.6g}"


def _quoted(value: Any, most: int) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return json.dumps(text if len(text) <= most else f"{text[:most]}…", ensure_ascii=False)
