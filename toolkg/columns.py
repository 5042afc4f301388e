"""Steps that work on tables: which are mapped over the rows, and what columns they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scitoolagent.errors import GraphError, InvalidPlanError
from scitoolagent.records import Column, Query, Reference, Step
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

HELD = {"int": "integer", "float": "number", "bool": "truth"}
# What a mapped step gives: the table with its results as new columns.
MAPPED = PortNode("table", "Table", "Path")
# Tables of this type have the columns of the one table that they are made of.
SAME_COLUMNS = "RowsOfTable"
# Tables of this type have the columns of two tables, side by side, the second less that which it is joined by.
BOTH_COLUMNS = "JoinedRows"
# A condition on rows; the p-value of a test; the column of the units whose means a test compares.
CONDITION, TEST_RESULT, UNIT_COLUMN = "RowCondition", "PValue", "ExperimentalUnitColumn"
# Settings of tools whose tables have columns that follow from them: measures of groups, and the name of a new column.
_MEASURES, _NEW_COLUMN = "MeasureName", "NewColumnName"
# What the column is called that says how many rows a group has.
_ROWS = "rows"
# What tells a value of a question from one that a tool makes.
_GIVEN = re.compile(r" that (?:is|are) given$")


def mapped_over(tool: ToolNode, step: Step) -> Reference | None:
    """The table over whose rows a step is mapped; None for a step that is one call.

    An input that takes one value, and is given a column, takes the value of each row; one that takes a list takes the
    whole column.

    Raises:
        InvalidPlanError: the columns are of several tables.
    """
    ports = {port.name: port for port in tool.inputs}
    found: dict[Reference, None] = {}
    for name, value in step.arguments.items():
        reference = Reference.parse(value)
        is_column = reference is not None and reference.column is not None and name in ports
        if reference is not None and is_column and (not ports[name].many or tool.batch):
            found[reference.whole] = None
    if len(found) > 1:
        raise InvalidPlanError(f"step {step.id}: its columns are of several tables; join them first")
    return next(iter(found), None)


def takes(graph: ToolGraph, port: PortNode, column: Column) -> bool:
    """Whether an input takes values of the meaning of a column, which nothing but its header may tell.

    A column is given, so that it is the "pIC50 that is given" also where its header is what a tool makes.
    """
    if graph.accepts(column.type, port.type):
        return True
    given = _GIVEN.sub("", graph.types[port.type].label)
    return column.type in graph.types and column.is_number and graph.types[column.type].label == given


def is_reader(graph: ToolGraph, tool: ToolNode) -> bool:
    """Whether a tool gives the rows that a value of a question stands for: a file of whatever kind, or a clause."""
    if not tool.inputs or [graph.role(port.type) for port in tool.outputs] != ["table"]:
        return False
    if graph.role(tool.inputs[0].type) == "rows":
        return True
    return reads_files(graph, tool)


def reads_files(graph: ToolGraph, tool: ToolNode) -> bool:
    """Whether a tool reads a file of rows, of whatever kind, as a table."""
    roles = [graph.role(port.type) for port in (*tool.required, *tool.outputs)]
    return roles == ["file", "table"] and graph.types[tool.inputs[0].type].parent is None


def reader_of(graph: ToolGraph, kind: str = "") -> ToolNode:
    """The tool that gives the rows of a value of a type; of a file where none is named.

    Raises:
        GraphError: there is none.
    """
    clause = bool(kind) and graph.role(kind) == "rows"
    for tool in graph.tools.values():
        fits = reads_files(graph, tool) != clause and (not clause or graph.is_a(kind, tool.inputs[0].type))
        if is_reader(graph, tool) and fits:
            return tool
    raise GraphError("no tool here reads a file of rows")


def may_name(graph: ToolGraph) -> Callable[[Column], bool]:
    """Whether a column may hold what the rows are called: texts of no known type, names or identifiers."""
    roots = ("MoleculeName", "Identifier")
    return lambda column: not column.type or any(graph.is_a(column.type, root) for root in roots)


def columns_after(
    graph: ToolGraph,
    tool: ToolNode,
    step: Step,
    query: Query,
    known: Mapping[int, Sequence[Column]],
    made: bool = True,
) -> tuple[Column, ...] | None:
    """The columns of the table that a step gives; None where it gives none, or nobody can say before it runs.

    Args:
        graph: for the types.
        tool: of the step.
        step: what is called.
        query: knows what is in the files that it names.
        known: the columns of the tables that earlier steps give.
        made: whether those count that only follow from the settings of a tool, as the figures of groups.
    """
    over = mapped_over(tool, step)
    if over is not None:
        base = tuple(known[over.step or 0])
        given = {
            name: base[reference.column]
            for name, value in step.arguments.items()
            if (reference := Reference.parse(value)) and reference.column is not None and reference.whole == over
        }
        return (*base, *results_of(graph, tool, given, [column.name for column in base]).values())
    if not any(graph.role(port.type) == "table" for port in tool.outputs):
        return None
    inputs = [port for port in tool.inputs if graph.role(port.type) in ("table", "file", "rows")]
    if graph.is_a(tool.outputs[0].type, BOTH_COLUMNS):
        return _side_by_side(step, [port.name for port in inputs], known)
    reference = Reference.parse(step.arguments.get(inputs[0].name)) if len(inputs) == 1 else None
    if reference is None:
        return None
    if reference.step is None:
        schema = query.table(reference.name)
        return schema.columns if schema and not schema.problem else None
    base = tuple(known.get(reference.step, ()))
    if not base or graph.is_a(tool.outputs[0].type, SAME_COLUMNS):
        return base or None
    return _made(tool, step, base) if made else None


def _made(tool: ToolNode, step: Step, base: Sequence[Column]) -> tuple[Column, ...] | None:
    """The columns of a table of groups, or of one with a new column; their units are known when the step has run."""
    given = {port.type: step.arguments.get(port.name) for port in tool.inputs}
    if (name := given.get(_NEW_COLUMN)) and isinstance(name, str):
        return (*base, Column(name=name, kind="number"))
    if not any(port.type == _MEASURES and port.many for port in tool.inputs):
        return None
    columns = {column.name: column for column in base}
    keys = [columns[key] for key in step.arguments.get("by", ()) if isinstance(key, str) and key in columns]
    measured = (f"{measure} {step.arguments.get('column', '')}" for measure in given[_MEASURES] or ())
    figures = [Column(name=figure, kind="number") for figure in measured]
    return (*keys, Column(name=_ROWS, kind="integer", unit="1"), *figures)


def _side_by_side(
    step: Step, inputs: Sequence[str], known: Mapping[int, Sequence[Column]]
) -> tuple[Column, ...] | None:
    """The columns of two tables; one whose name is there already gets a number, as in the tables themselves."""
    references = [Reference.parse(step.arguments.get(name)) for name in inputs]
    steps = [one.step or 0 for one in references if one is not None]
    if len(steps) != len(inputs) or any(one not in known for one in steps):
        return None
    left, right = (known[one] for one in steps)
    found: list[Column] = []
    for column in (*left, *(one for one in right if one.name != step.arguments.get("other"))):
        name, number = column.name, 1
        while any(name == one.name for one in found):
            number += 1
            name = f"{column.name} ({number})"
        found.append(column.model_copy(update={"name": name}))
    return tuple(found)


def results_of(
    graph: ToolGraph, tool: ToolNode, columns: Mapping[str, Column], taken: Sequence[str]
) -> dict[str, Column]:
    """The columns that the outputs of a mapped tool become; a name is told apart from those that are there."""
    found: dict[str, Column] = {}
    inputs = {graph.generic_root(port.type): port.name for port in tool.inputs if port.name in columns}
    for port in tool.outputs:
        name = port.name if port.name not in taken else f"{tool.name}.{port.name}"
        number = 2
        while name in (*taken, *(column.name for column in found.values())):
            name, number = f"{tool.name}.{port.name} ({number})", number + 1
        root = graph.generic_root(port.type)
        like = columns[inputs[root]] if root and root in inputs else None
        single = not port.many or tool.batch
        kind: Any = HELD.get(port.python, "text") if single else "text"
        if like is not None:
            kind = like.kind if port.python == "object" else kind
        known = like.type if like else port.type
        unit = like.unit if like else graph.types[port.type].unit
        found[port.name] = Column(
            name=name, kind=kind, type=known if single else "", unit=unit if kind != "text" else None
        )
    return found
