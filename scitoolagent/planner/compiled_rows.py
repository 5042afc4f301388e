"""Compile the rows that closed requests are about: which table they are, its new columns, and what chooses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scitoolagent.errors import NoPathError
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.records import Column, Query, Reference
from scitoolagent.request.conditions import Condition, Plain, all_of, columns_of, parts_of
from scitoolagent.request.derived import Computed, Reckoned, columns_in, formula
from scitoolagent.request.rows import Call, Group, Rank, Rows
from scitoolagent.toolkg.graph import ToolGraph


class RowTables:
    """Writes the calls that give the rows of an expression.

    Args:
        graph: the tools and what they give.
        query: the question, with its files and what is in them.
        draft: the plan that is written.
        made: writes a call whose table the rows are, and returns the reference to it.
    """

    def __init__(self, graph: ToolGraph, query: Query, draft: PlanDraft, made: Callable[[Call], str]) -> None:
        self._made = made
        self._graph, self._query, self._draft = graph, query, draft

    def call(self, tool: str, **arguments: Any) -> str:
        """Write a call, and return the reference to its first output."""
        return self.output(self._draft.call(tool, arguments))

    def output(self, step: int) -> str:
        """Return the reference to the first output of a step."""
        tool = self._graph.tools[self._draft.steps[step - 1].tool]
        return f"${step}.{tool.outputs[0].name}"

    def rows(self, rows: Rows, *more: Condition) -> str:
        """Return the reference to the table of some rows, those that meet more conditions."""
        table = self._source(rows)
        if rows.joined is not None:
            other = self.output(self._draft.opened(rows.joined.file))
            self.known(table, rows.joined.column)
            self.known(other, rows.joined.other)
            given: dict[str, Any] = {"column": rows.joined.column, "other": rows.joined.other}
            given |= {"keep": True} if rows.joined.keep else {}
            table = self.call("join_tables", left=table, right=other, **given)
        if rows.once:
            table = self.call("group_rows", table=table, by=self._names(table))
        conditions = [one for one in (rows.where, *more) if one is not None]
        if rows.derived and conditions:
            # Nothing is computed for rows that are left out by what they hold already.
            held = {column.name for column in self._columns(table)}
            parts = [part for condition in conditions for part in parts_of(condition)]
            early = [part for part in parts if set(columns_of(part)) <= held]
            conditions = [part for part in parts if part not in early]
            table = self._chosen(table, [all_of(early)] if early else [])
            conditions = [all_of(conditions)] if conditions else []
        for derived in rows.derived:
            table = self._reckoned(table, derived) if isinstance(derived, Reckoned) else self._computed(table, derived)
        return self._chosen(table, conditions)

    def _chosen(self, table: str, conditions: Sequence[Condition]) -> str:
        for condition in conditions:
            self.known(table, *columns_of(condition))
            table = self.call("filter_rows", table=table, condition=as_json(condition))
        return table

    def _source(self, rows: Rows) -> str:
        if isinstance(rows.table, Group):
            return self.grouped(rows.table)
        if isinstance(rows.table, Rank):
            return self.ranked(rows.table)
        if isinstance(rows.table, Call):
            return self._made(rows.table)
        return self.output(self._draft.opened(rows.file))

    def grouped(self, group: Group) -> str:
        """Return the reference to the table of the groups of rows."""
        table = self.rows(group.of)
        self.known(table, *group.by, *([group.column] if group.column else []))
        given: dict[str, Any] = {"table": table, "by": list(group.by)}
        if group.column:
            given |= {"column": group.column, "measures": list(group.aggregates)}
        if group.end or group.order:
            given["order"] = group.end or group.order
        return self.call("group_rows", **given)

    def ranked(self, rank: Rank) -> str:
        """Return the reference to the table of the rows at one end of a column."""
        table = self.rows(rank.of)
        self.known(table, rank.column, *rank.shown)
        given = {"column": rank.column, "count": rank.count, "extreme": rank.end, "place": rank.place}
        return self.call("top_rows", table=table, **given)

    def column(self, table: str, name: str) -> str:
        """Return the reference to a column of a table."""
        self.known(table, name)
        places = [place for place, column in enumerate(self._columns(table)) if column.name == name]
        if not places:
            raise NoPathError(f"no safe plan: what stands in {name!r} is only known when the table has been made")
        return f"{table}.c{places[0]}"

    def known(self, table: str, *names: str) -> None:
        """Refuse columns that a table does not have; one of which nobody knows the columns is asked when it is there.

        Raises:
            NoPathError: says which.
        """
        held = [column.name for column in self._columns(table)]
        if held and (missing := next((name for name in names if name not in held), None)):
            raise NoPathError(f"no safe plan: there is no column {missing!r}")

    def _names(self, table: str) -> list[str]:
        if not (columns := self._columns(table)):
            raise NoPathError("no safe plan: the columns by which rows are equal are only known when the table is made")
        return [column.name for column in columns]

    def is_open(self, table: str) -> bool:
        """Return whether the columns of a table are known only when it has been made."""
        return not self._columns(table)

    def _columns(self, table: str) -> Sequence[Column]:
        reference = Reference.parse(table)
        return self._draft.columns.get(reference.step or 0, ()) if reference else ()

    def _reckoned(self, table: str, derived: Reckoned) -> str:
        self.known(table, *columns_in(derived.value))
        if any(column.name == derived.name for column in self._columns(table)):
            raise NoPathError(f"no safe plan: there is a column {derived.name!r} already")
        return self.call("formula_column", table=table, formula=formula(derived.value), name=derived.name)

    def _computed(self, table: str, derived: Computed) -> str:
        tool = self._graph.tools.get(derived.tool)
        if tool is None or derived.output not in {port.name for port in tool.outputs}:
            raise NoPathError(f"no safe plan: no tool {derived.tool!r} here gives {derived.output!r}")
        columns = {name: self.column(table, header) for name, header in derived.columns.items()}
        step = self._draft.call(derived.tool, {**columns, **settings_of(derived.settings)})
        return self._draft.table(self._draft.output(step, derived.output))


def settings_of(settings: Mapping[str, Plain | tuple[Plain, ...]]) -> dict[str, Any]:
    """Return settings as arguments of a call.

    Raises:
        NoPathError: one is written as a reference to a value, which it is not.
    """
    for name, setting in settings.items():
        if any(Reference.parse(one) is not None for one in (setting if isinstance(setting, tuple) else (setting,))):
            raise NoPathError(f"no safe plan: {name} refers to a value; a setting is a plain one")
    return {name: list(one) if isinstance(one, tuple) else one for name, one in settings.items()}


def as_json(condition: Condition) -> dict[str, Any]:
    """Return a condition as an argument of a tool has it."""
    made: dict[str, Any] = _without_blanks(condition.model_dump(mode="json", by_alias=True))
    return made


def _without_blanks(given: Any) -> Any:
    if isinstance(given, dict):
        return {name: _without_blanks(one) for name, one in given.items() if not (name == "unit" and one == "")}
    return [_without_blanks(one) for one in given] if isinstance(given, list) else given
