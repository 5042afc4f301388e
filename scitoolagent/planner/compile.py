"""Compile closed requests: expressions over rows become calls of tools for tables, and no word is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scitoolagent.errors import NoPathError
from scitoolagent.planner.compiled_rows import RowTables, as_json, settings_of
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.records import Goal, Plan, Query
from scitoolagent.request.canonical import sentence
from scitoolagent.request.conditions import Compare, Condition, OneOf, all_of
from scitoolagent.request.rows import (
    TOOL_OF,
    Calculation,
    Call,
    Contrast,
    Correlation,
    Count,
    Fold,
    Given,
    Group,
    Listing,
    Number,
    Operand,
    Quantile,
    Rank,
    RowExpression,
    Share,
    Test,
    handles_of,
)
from scitoolagent.toolkg.graph import ToolGraph

# The outputs of tests and correlations that are asked for by nothing else.
_FIRST = 4
_CALCULATING = {"+": "sum_of_values", "-": "signed_difference", "/": "ratio_of_values"}
_COEFFICIENTS = {"pearson": ("pearson", "pearson_p"), "spearman": ("spearman", "spearman_p")}


class Compiler:
    """Writes the plan of a closed request.

    Args:
        graph: the tools and what they give.
        query: the question, with its files and what is in them.
    """

    def __init__(self, graph: ToolGraph, query: Query) -> None:
        self._graph = graph
        self._query = query
        self._draft = PlanDraft(graph, query, made=True)
        self._tables = RowTables(graph, query, self._draft, self._value)
        self._call, self._output, self._rows = self._tables.call, self._tables.output, self._tables.rows
        self._column = self._tables.column

    def plan(self) -> Plan:
        """Return the plan for the results of the request.

        Raises:
            NoPathError: the request asks for nothing, or of a column, a value or a tool that is not there.
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

    def _named(self, handle: str) -> str:
        quantity = self._query.quantity(handle)
        return quantity.shown if quantity is not None else self._query.entity(handle).text

    def _write(self, result: RowExpression, unit: str) -> str:
        """Write the calls of a result, ask for what they give, and return the reference to its value."""
        writers: dict[type, Callable[[Any, str], str]] = {
            Fold: self._fold,
            Quantile: self._quantile,
            Count: self._count,
            Share: self._share,
            Group: self._group,
            Rank: self._rank,
            Listing: self._listing,
            Contrast: self._contrast,
            Correlation: self._correlation,
            Test: self._test,
            Calculation: self._calculation,
            Call: self._called,
        }
        return writers[type(result)](result, unit)

    def _value(self, operand: Operand) -> Any:
        """Write an operand, which nobody asks for by itself: its number, or the reference to its value."""
        if isinstance(operand, Number):
            return operand.value
        if isinstance(operand, Given):
            self._known(operand.handle)
            return f"$query.{operand.handle}"
        asked = list(self._draft.goals)
        reference = self._write(operand, "")
        self._draft.goals[:] = asked
        return reference

    def _known(self, handle: str) -> None:
        if self._query.quantity(handle) is None and all(one.handle != handle for one in self._query.entities):
            raise NoPathError(f"no safe plan: the question gives no {handle!r}")

    def _goal(self, expression: RowExpression, reference: str, unit: str = "", names: Sequence[str] = ()) -> str:
        """Ask for the outputs of the step of a reference, all of them where none is named; return the first."""
        step = int(reference[1:].partition(".")[0])
        tool = self._graph.tools[self._draft.steps[step - 1].tool]
        text = sentence(expression, self._named)
        about = tuple(one for one in handles_of(expression) if self._query.quantity(one) is None)
        ports = [port for port in tool.outputs[:_FIRST] if not names or port.name in names]
        for port in ports:
            self._draft.goals.append(
                Goal(text=text, type=port.type, output=f"${step}.{port.name}", about=about, unit=unit)
            )
        return f"${step}.{ports[0].name}"

    def _fold(self, fold: Fold, unit: str) -> str:
        table = self._rows(fold.of)
        values = self._column(table, fold.column)
        if self._draft.column(values).kind == "text" and fold.aggregate in ("lowest", "highest"):
            # The dates at the end stand in one row each, of which the group is one.
            table = self._call("top_rows", table=table, column=fold.column, count=1, extreme=fold.aggregate)
            return self._goal(fold, self._call("group_rows", table=table, by=[fold.column]))
        return self._goal(fold, self._call(TOOL_OF[fold.aggregate], values=values), unit)

    def _quantile(self, quantile: Quantile, unit: str) -> str:
        values = self._column(self._rows(quantile.of), quantile.column)
        given = {"values": values, "percent": quantile.percent}
        return self._goal(quantile, self._call("percentile_of_values", **given), unit)

    def _count(self, count: Count, unit: str) -> str:
        table = self._rows(count.of)
        if count.column:
            self._tables.known(table, count.column)
            return self._goal(count, self._call("count_different_values", table=table, column=count.column))
        return self._goal(count, self._call("count_rows", table=table))

    def _share(self, share: Share, unit: str) -> str:
        table, condition = self._rows(share.of), as_json(share.meeting)
        self._tables.known(table, *share.by)
        if share.by:
            given = {"condition": condition, "by": list(share.by)}
            return self._goal(share, self._call("shares_within_groups", table=table, **given))
        return self._goal(share, self._call("share_of_rows", table=table, condition=condition))

    def _group(self, group: Group, unit: str) -> str:
        return self._goal(group, self._tables.grouped(group), unit)

    def _rank(self, rank: Rank, unit: str) -> str:
        return self._goal(rank, self._tables.ranked(rank))

    def _listing(self, listing: Listing, unit: str) -> str:
        table = self._rows(listing.of)
        self._tables.known(table, *listing.columns, *([listing.by] if listing.by else []))
        if listing.by:
            table = self._call("sort_rows", table=table, column=listing.by, order=listing.order)
        if listing.different:
            return self._goal(listing, self._call("group_rows", table=table, by=list(listing.columns)))
        if not listing.columns:
            return self._goal(listing, table)
        if self._tables.is_open(table):
            return self._goal(listing, self._call("select_columns", table=table, columns=list(listing.columns)))
        references = [self._column(table, name) for name in listing.columns]
        for name, reference in zip(listing.columns, references, strict=True):
            kind = self._draft.column(reference).type
            self._draft.goals.append(Goal(text=name, type=kind, output=reference, about=(listing.of.file,), unit=unit))
        return references[0]

    def _contrast(self, contrast: Contrast, unit: str) -> str:
        if contrast.aggregate == "value":
            given = {"naming": contrast.by, "first": contrast.first, "second": contrast.second}
            table = self._rows(contrast.of)
            given |= {"column": contrast.column}
            return self._goal(contrast, self._call("difference_of_rows", table=table, **given))
        if contrast.aggregate in ("mean", "median"):
            either = OneOf(column=contrast.by, values=(contrast.first, contrast.second))
            table = self._rows(contrast.of, either)
            given = {"column": contrast.column, "by": contrast.by, "figure": contrast.aggregate}
            return self._goal(contrast, self._call("difference_of_groups", table=table, **given))
        sides = (Compare(column=contrast.by, sign="=", value=one) for one in (contrast.first, contrast.second))
        figures = [self._side(contrast, side, unit) for side in sides]
        tool = "ratio_of_values" if contrast.form == "ratio" else "difference_of_values"
        return self._goal(contrast, self._call(tool, values=figures), unit if contrast.form == "difference" else "")

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

    def _correlation(self, one: Correlation, unit: str) -> str:
        table = self._rows(one.of)
        self._tables.known(table, one.column, one.other)
        tool = "kendall_correlation" if one.method == "kendall" else "correlate_columns"
        names = _COEFFICIENTS.get(one.method, ())
        return self._goal(one, self._call(tool, table=table, column=one.column, other=one.other), names=names)

    def _test(self, test: Test, unit: str) -> str:
        table = self._rows(test.of)
        self._tables.known(table, test.column, test.by, *([test.unit] if test.unit else []))
        given: dict[str, Any] = {"column": test.column, "by": test.by}
        given |= {"test": test.method} if test.method != "usual" else {}
        given |= {"unit": test.unit} if test.unit else {}
        given |= {"each_row": True} if test.each_row else {}
        return self._goal(test, self._call("difference_between_groups", table=table, **given))

    def _calculation(self, calculation: Calculation, unit: str) -> str:
        values = [self._value(one) for one in (calculation.first, calculation.second)]
        return self._goal(calculation, self._call(_CALCULATING[calculation.sign], values=values), unit)

    def _called(self, call: Call, unit: str) -> str:
        tool = self._graph.tools.get(call.tool)
        if tool is None:
            raise NoPathError(f"no safe plan: no tool here is called {call.tool!r}")
        if stray := next((one for one in call.outputs if one not in {port.name for port in tool.outputs}), None):
            raise NoPathError(f"no safe plan: {call.tool} gives no {stray!r}")
        given: dict[str, Any] = {name: self._rows(rows) for name, rows in call.tables.items()}
        for name, value in call.values.items():
            given[name] = [self._value(one) for one in value] if isinstance(value, tuple) else self._value(value)
        given |= settings_of(call.settings)
        return self._goal(call, self._call(call.tool, **given), unit, call.outputs)
