"""Compile closed requests: expressions over rows become calls of tools for tables, and no word is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scitoolagent.errors import NoPathError
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.records import Goal, Plan, Query
from scitoolagent.request.canonical import sentence
from scitoolagent.request.conditions import Compare, Condition, OneOf, all_of
from scitoolagent.request.rows import (
    TOOL_OF,
    Contrast,
    Correlation,
    Count,
    Draw,
    Fold,
    Group,
    Listing,
    Rank,
    RowExpression,
    Rows,
    Share,
    Test,
)
from scitoolagent.toolkg.graph import ToolGraph

# The outputs of tests and correlations that are asked for by nothing else.
_FIRST = 4


class Compiler:
    """Writes the plan of a closed request.

    Args:
        graph: the tools and what they give.
        query: the question, with its files and what is in them.
    """

    def __init__(self, graph: ToolGraph, query: Query) -> None:
        self._graph = graph
        self._query = query
        self._draft = PlanDraft(graph, query)

    def plan(self) -> Plan:
        """Return the plan for the results of the request.

        Raises:
            NoPathError: the request asks for nothing.
        """
        request = self._query.request
        if request is None or not request.results:
            raise NoPathError("no safe plan: nothing is asked for")
        for result in request.results:
            self._write(result, request.unit)
        text = "; ".join(sentence(result, self._named) for result in request.results)
        return Plan(
            steps=tuple(self._draft.steps),
            goals=tuple(dict.fromkeys(self._draft.goals)),
            notes=(f'read as: "{text}"',),
            save=request.save,
        )

    def _named(self, file: str) -> str:
        return self._query.entity(file).text

    def _write(self, result: RowExpression, unit: str) -> None:
        writers: dict[type, Callable[[Any, str], None]] = {
            Fold: self._fold,
            Count: self._count,
            Share: self._share,
            Group: self._group,
            Rank: self._rank,
            Listing: self._listing,
            Contrast: self._contrast,
            Correlation: self._correlation,
            Test: self._test,
            Draw: self._draw,
        }
        writers[type(result)](result, unit)

    def _rows(self, rows: Rows, *more: Condition) -> str:
        """Return the reference to the table of some rows."""
        step = self._draft.opened(rows.file)
        table = self._output(step)
        for condition in (rows.where, *more):
            if condition is not None:
                table = self._call("filter_rows", table=table, condition=_as_json(condition))
        return table

    def _call(self, tool: str, **arguments: Any) -> str:
        """Write a call, and return the reference to its first output."""
        return self._output(self._draft.call(tool, arguments))

    def _output(self, step: int) -> str:
        tool = self._graph.tools[self._draft.steps[step - 1].tool]
        return f"${step}.{tool.outputs[0].name}"

    def _goal(self, expression: RowExpression, reference: str, unit: str = "") -> None:
        """Ask for all outputs of the step of a reference."""
        step = int(reference[1:].partition(".")[0])
        tool = self._graph.tools[self._draft.steps[step - 1].tool]
        text = sentence(expression, self._named)
        for port in tool.outputs[:_FIRST]:
            self._draft.goals.append(
                Goal(text=text, type=port.type, output=f"${step}.{port.name}", about=(expression.of.file,), unit=unit)
            )

    def _column(self, table: str, name: str) -> str:
        schema = self._query.tables[0].columns
        places = [place for place, column in enumerate(schema) if column.name == name]
        if not places:
            raise NoPathError(f"no safe plan: there is no column {name!r}")
        return f"{table}.c{places[0]}"

    def _fold(self, fold: Fold, unit: str) -> None:
        values = self._column(self._rows(fold.of), fold.column)
        self._goal(fold, self._call(TOOL_OF[fold.aggregate], values=values), unit)

    def _count(self, count: Count, unit: str) -> None:
        table = self._rows(count.of)
        if count.column:
            self._goal(count, self._call("count_different_values", table=table, column=count.column))
        else:
            self._goal(count, self._call("count_rows", table=table))

    def _share(self, share: Share, unit: str) -> None:
        condition = _as_json(share.meeting)
        self._goal(share, self._call("share_of_rows", table=self._rows(share.of), condition=condition))

    def _group(self, group: Group, unit: str) -> None:
        given: dict[str, Any] = {"table": self._rows(group.of), "by": list(group.by)}
        if group.column:
            given |= {"column": group.column, "measures": list(group.aggregates)}
        if group.end:
            given["order"] = group.end
        self._goal(group, self._call("group_rows", **given))

    def _rank(self, rank: Rank, unit: str) -> None:
        given = {"column": rank.column, "count": rank.count, "extreme": rank.end, "place": rank.place}
        self._goal(rank, self._call("top_rows", table=self._rows(rank.of), **given))

    def _listing(self, listing: Listing, unit: str) -> None:
        table = self._rows(listing.of)
        if listing.different:
            self._goal(listing, self._call("group_rows", table=table, by=list(listing.columns)))
            return
        for name in listing.columns:
            column = next(one for one in self._query.tables[0].columns if one.name == name)
            reference = self._column(table, name)
            self._draft.goals.append(
                Goal(text=name, type=column.type, output=reference, about=(listing.of.file,), unit=unit)
            )
        if not listing.columns:
            self._goal(listing, table)

    def _contrast(self, contrast: Contrast, unit: str) -> None:
        if contrast.aggregate == "value":
            given = {"naming": contrast.by, "first": contrast.first, "second": contrast.second}
            table = self._rows(contrast.of)
            self._goal(contrast, self._call("difference_of_rows", table=table, column=contrast.column, **given))
            return
        if contrast.aggregate in ("mean", "median"):
            either = OneOf(column=contrast.by, values=(contrast.first, contrast.second))
            table = self._rows(contrast.of, either)
            given = {"column": contrast.column, "by": contrast.by, "figure": contrast.aggregate}
            self._goal(contrast, self._call("difference_of_groups", table=table, **given))
            return
        sides = (Compare(column=contrast.by, sign="=", value=one) for one in (contrast.first, contrast.second))
        figures = [self._side(contrast, side, unit) for side in sides]
        tool = "ratio_of_values" if contrast.form == "ratio" else "difference_of_values"
        self._goal(contrast, self._call(tool, values=figures), unit if contrast.form == "difference" else "")

    def _side(self, contrast: Contrast, side: Condition, unit: str) -> str:
        """Ask for the count or sum of one group, and return the reference to it."""
        rows = contrast.of.model_copy(update={"where": all_of([one for one in (contrast.of.where, side) if one])})
        table = self._rows(rows)
        if contrast.aggregate == "count":
            expression: RowExpression = Count(of=rows)
            figure = self._call("count_rows", table=table)
        else:
            expression = Fold(of=rows, aggregate="sum", column=contrast.column)
            figure = self._call(TOOL_OF["sum"], values=self._column(table, contrast.column))
        self._goal(expression, figure, unit)
        return figure

    def _correlation(self, one: Correlation, unit: str) -> None:
        table = self._rows(one.of)
        self._goal(one, self._call("correlate_columns", table=table, column=one.column, other=one.other))

    def _test(self, test: Test, unit: str) -> None:
        table = self._rows(test.of)
        self._goal(test, self._call("difference_between_groups", table=table, column=test.column, by=test.by))

    def _draw(self, draw: Draw, unit: str) -> None:
        table, by = self._rows(draw.of), {"by": draw.by} if draw.by else {}
        if draw.form == "scatter":
            axes = {"column": draw.other, "other": draw.column, **by}
            picture = self._call("draw_scatter_of_groups" if by else "draw_scatter", table=table, **axes)
        elif draw.form == "lines":
            picture = self._call("draw_lines_over_time", table=table, column=draw.column, other=draw.other, **by)
        elif draw.form == "histogram":
            tool = "draw_histograms_of_groups" if by else "draw_histogram"
            picture = self._call(tool, table=table, column=draw.column, **by)
        elif draw.form == "boxes":
            picture = self._call("draw_boxes", table=table, column=draw.column, **by)
        else:
            picture = self._bars(draw, table)
        self._goal(draw, picture)

    def _bars(self, draw: Draw, table: str) -> str:
        measured = {"column": draw.column, "measures": [draw.aggregate]} if draw.aggregate else {}
        step = self._draft.call("group_rows", {"table": table, "by": [draw.by], **measured})
        length = self._draft.columns[step][-1].name
        return self._call("draw_bars", table=self._output(step), column=length, name=draw.by)


def _as_json(condition: Condition) -> dict[str, Any]:
    """A condition as an argument of a tool has it."""
    made: dict[str, Any] = _without_blanks(condition.model_dump(mode="json", by_alias=True))
    return made


def _without_blanks(given: Any) -> Any:
    if isinstance(given, dict):
        return {name: _without_blanks(one) for name, one in given.items() if not (name == "unit" and one == "")}
    return [_without_blanks(one) for one in given] if isinstance(given, list) else given
