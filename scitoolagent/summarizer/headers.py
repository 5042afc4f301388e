"""What the columns of a table are called where people read it: by the file, by the question, or by their type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scitoolagent.records import Column, Plan, Query, Reference, StepResult
from scitoolagent.summarizer.row_text import headers_in
from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.columns import mapped_over
from scitoolagent.toolkg.graph import ToolGraph

_LONGEST = 60


class Headers:
    """Says what columns of a run are called, and which of them nobody asked for.

    Args:
        graph: for the types.
        query: the question.
        plan: what was run.
        results: of its steps.
    """

    def __init__(self, graph: ToolGraph, query: Query, plan: Plan, results: Mapping[int, StepResult]) -> None:
        self._graph, self._plan, self._results = graph, plan, results
        self._own = {column.name for schema in query.tables for column in schema.columns}
        self._asked = self._goals()

    def of(self, columns: Sequence[Column]) -> list[str]:
        """A header for each column: that of the file, the words of the question, or the label of what a tool made.

        Of numbers that a tool made it names the unit, too. No two are alike.
        """
        taken = {column.name for column in columns}
        found: list[str] = []
        for column in columns:
            name = self._header(column)
            is_free = name == column.name or name not in taken
            found.append(name if is_free else column.name)
            taken.add(found[-1])
        return found

    def made_besides(self, columns: Sequence[Column], shown: Sequence[str]) -> set[str]:
        """The columns that a tool gave beside what was asked, and that nothing of the run uses.

        Args:
            columns: of a table.
            shown: the headers of those that the answer shows.
        """
        used = {*shown, *self._own, *self._asked, *self._used()}
        return {column.name for column in columns if column.name not in used and self._is_beside(column, used)}

    def is_own(self, column: Column) -> bool:
        """Whether the column stands in a file of the question."""
        return column.name in self._own

    def _is_beside(self, column: Column, used: set[str]) -> bool:
        """Whether a tool that was mapped over rows gave the column together with one that is used."""
        for step in self._plan.steps:
            tool = self._graph.tools.get(self._results[step.id].tool) if step.id in self._results else None
            if tool is None or mapped_over(tool, step) is None:
                continue
            made = {port.name for port in tool.outputs if self._graph.role(port.type) != "note"}
            if column.name.split(".")[-1] in made and made & {name.split(".")[-1] for name in used}:
                return True
        return False

    def _header(self, column: Column) -> str:
        node = self._graph.types.get(column.type)
        if column.name in self._own or node is None:
            return column.name
        is_made = column.name.split(".")[-1] in {
            port.name for tool in self._graph.producers(column.type) for port in tool.outputs
        }
        if not is_made:
            return column.name
        said = self._asked.get(column.name) or node.label
        sign = unit_sign(column.unit)
        return f"{said} ({sign})" if sign else said

    def _goals(self) -> dict[str, str]:
        """The words of the question for the columns that it asks for."""
        found: dict[str, str] = {}
        for goal in self._plan.goals:
            column = self._column(Reference.parse(goal.output))
            if column is not None and column.type == goal.type and 0 < len(goal.text) <= _LONGEST:
                found.setdefault(column.name, " ".join(goal.text.split()))
        return found

    def _used(self) -> set[str]:
        """The headers that steps of the run were given."""
        found: set[str] = set()
        for step in self._plan.steps:
            found |= headers_in(step.arguments)
            columns = map(self._column, step.references())
            found |= {column.name for column in columns if column is not None}
        return found

    def _column(self, reference: Reference | None) -> Column | None:
        if reference is None or reference.column is None or reference.step is None:
            return None
        result = self._results.get(reference.step)
        made = result.outputs.get(reference.name) if result is not None else None
        return made.columns[reference.column] if made is not None and reference.column < len(made.columns) else None
