"""What a plan does with the rows of a table, and so how many of them are screened."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scitoolagent.records import Plan, Reference, Step
from scitoolagent.toolkg.columns import MAPPED, mapped_over
from scitoolagent.toolkg.generics import NUMBERS
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

if TYPE_CHECKING:
    from scitoolagent.tables import Table

# Of a table that is only counted so many rows are screened within the time of a question.
COUNTED = 10_000
ALL = math.inf


def rows_screened(graph: ToolGraph, plan: Plan) -> float:
    """How many rows a table of a plan may have to be screened; a larger one is not.

    A plan that works on single rows, shows some or saves them screens all. One that counts them screens a table that
    is not too large, and one that only takes columns of numbers screens none: it shows and works on no molecule.
    """
    if plan.save or not plan.goals:
        return ALL
    counts = False
    for step in plan.steps:
        tool = graph.tools.get(step.tool)
        if tool is None or mapped_over(tool, step) is not None:
            return ALL
        if any(graph.role(port.type) == "table" for port in tool.inputs):
            if not _only_counts(graph, tool):
                return ALL  # it may work on what the rows hold
            counts = True
        ports = {port.name: port for port in tool.inputs}
        if any(graph.types[ports[name].type].generic not in NUMBERS for name, _ in columns_of(step)):
            return ALL
    goals = [Reference.parse(goal.output) for goal in plan.goals]
    if any(goal is not None and (goal.column is not None or goal.name == MAPPED.name) for goal in goals):
        return ALL
    return COUNTED if counts else 0


def unscreened(most: float, table: Table) -> Table:
    """A table that is too large to be screened, which says so where its rows are counted."""
    if not most:
        return table
    told = f"{table.source} has more than {most:,.0f} rows, which are only counted here: its rows were not screened"
    return table.model_copy(update={"notes": (*table.notes, told)}).save()


def _only_counts(graph: ToolGraph, tool: ToolNode) -> bool:
    """Whether a tool is given a table and nothing else, and gives a whole number: how many rows it has."""
    tables = all(graph.role(port.type) == "table" for port in tool.inputs)
    return tables and all(port.python == "int" for port in tool.outputs)


def columns_of(step: Step) -> list[tuple[str, Reference]]:
    """The arguments of a step that are columns."""
    given = ((name, Reference.parse(value)) for name, value in step.arguments.items())
    return [(name, one) for name, one in given if one is not None and one.column is not None]


def without_columns(step: Step, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call as the trace keeps them: a column by its reference, not by its values."""
    return {**arguments, **{name: str(one) for name, one in columns_of(step)}}
