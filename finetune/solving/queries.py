"""Print a request about rows as the program that a model should write for it, with what its results must hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scitoolagent.finetune.layout import Unprintable
from scitoolagent.request.conditions import Both, Compare, Condition, Missing, Not, OneOf, all_of
from scitoolagent.request.rows import (
    Contrast,
    Correlation,
    Count,
    Fold,
    Group,
    Listing,
    Rank,
    RowExpression,
    Share,
    Test,
)
from scitoolagent.tables.store import identifier, literal

_PLAIN = re.compile(r"[A-Za-z_]\w*")
_SQL = {
    "mean": "avg({})", "median": "median({})", "sum": "sum({})", "lowest": "min({})", "highest": "max({})",
    "standard deviation": "stddev_samp({})", "range": "max({0}) - min({0})",
}  # fmt: skip
_SIGNS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "!=": "<>"}


@dataclass(frozen=True, slots=True)
class PrintedQuery:
    """A program over a table.

    Attributes:
        code: the program.
        text: the beginning of the answer, with places for the results.
        tools: the tools that it calls.
        keys: the keys of its results, each with the position of its value in what the executed plan gave.
    """

    code: str
    text: str
    keys: tuple[str, ...]
    tools: tuple[str, ...] = ()


class QueryPrinter:
    """Prints requests about one table.

    Args:
        variable: the name of the table in a program.
        units: the unit of each column that has one.
    """

    def __init__(self, variable: str, units: Mapping[str, str]) -> None:
        self._table, self._units = variable, units

    def printed(self, request: RowExpression, sentence: str) -> PrintedQuery:
        """The program of a request.

        Args:
            request: what is asked.
            sentence: the same in one plain sentence, for the answer.
        Raises:
            Unprintable: it has no program here.
        """
        printer = {
            Fold: self._fold, Count: self._count, Share: self._share, Group: self._group, Rank: self._rank,
            Listing: self._listing, Contrast: self._contrast, Correlation: self._by_tool, Test: self._by_tool,
        }[type(request)]  # fmt: skip
        made: PrintedQuery = printer(request, sentence)  # type: ignore[operator]  # each takes its own kind
        return made

    def _fold(self, fold: Fold, sentence: str) -> PrintedQuery:
        if fold.aggregate not in _SQL:
            raise Unprintable(f"{fold.aggregate} has no query here")
        key = fold.aggregate.replace(" ", "_")
        query = self._query(f"{_SQL[fold.aggregate].format(_name(fold.column))} as {key}", fold.of.where)
        value = self._measured(f"row['{key}']", fold.column)
        code = f"row = sql({quoted(query)})[0]\n{{'{key}': {value}}}"
        return PrintedQuery(code, f"The {sentence} is {{{key}:.2f}}.", (key,))

    def _count(self, count: Count, sentence: str) -> PrintedQuery:
        what = f"count(distinct {_name(count.column)})" if count.column else "count(*)"
        query = self._query(f"{what} as n", count.of.where)
        return PrintedQuery(f"{{'count': sql({quoted(query)})[0]['n']}}", f"The {sentence} is {{count}}.", ("count",))

    def _share(self, share: Share, sentence: str) -> PrintedQuery:
        meeting = f"count(*) filter (where {_condition(share.meeting)}) as meeting"
        query = self._query(f"count(*) as n, {meeting}", share.of.where)
        code = f"row = sql({quoted(query)})[0]\n{{'percent': 100 * row['meeting'] / row['n']}}"
        return PrintedQuery(code, f"The {sentence} is {{percent:.1f}} %.", ("percent",))

    def _group(self, group: Group, sentence: str) -> PrintedQuery:
        if len(group.by) != 1 or len(group.aggregates) > 1:
            raise Unprintable("several groups or figures have no query here")
        by = _name(group.by[0])
        figure = _SQL[group.aggregates[0]].format(_name(group.column)) if group.aggregates else "count(*)"
        columns, end = f"{by} as name, {figure} as value", f"group by {by} order by"
        if not group.end:
            rows = f"rows = sql({quoted(self._query(columns, group.of.where, f'{end} name'))})"
            code = f"{rows}\n{{'by_group': {{row['name']: row['value'] for row in rows}}}}"
            return PrintedQuery(code, f"{_whole(sentence)}: {{by_group}}.", ("by_group",))
        way = " desc" if group.end == "highest" else ""
        query = self._query(columns, group.of.where, f"{end} value{way} limit 1")
        value = self._measured("best['value']", group.column if group.aggregates else "")
        code = f"best = sql({quoted(query)})[0]\n{{'which': best['name'], 'value': {value}}}"
        return PrintedQuery(code, f"{{which}} is {sentence.rstrip(',')}; it is {{value}}.", ("which", "value"))

    def _rank(self, rank: Rank, sentence: str) -> PrintedQuery:
        if len(rank.shown) != 1:
            raise Unprintable("a row with other columns than one has no query here")
        way = " desc" if rank.end == "highest" else ""
        offset = f" offset {rank.place - 1}" if rank.place > 1 else ""
        shown, column = _name(rank.shown[0]), _name(rank.column)
        known = Not(of=Missing(column=rank.column))
        where = all_of([rank.of.where, known]) if rank.of.where is not None else known
        query = self._query(
            f"{shown} as name, {column} as value", where, f"order by value{way} limit {rank.count}{offset}"
        )
        if rank.count == 1:
            value = self._measured("row['value']", rank.column)
            code = f"row = sql({quoted(query)})[0]\n{{'which': row['name'], 'value': {value}}}"
            return PrintedQuery(code, f"{{which}} is {sentence.rstrip(',')}; it has {{value}}.", ("which", "value"))
        code = f"rows = sql({quoted(query)})\n{{'ranking': {{row['name']: row['value'] for row in rows}}}}"
        return PrintedQuery(code, f"{_whole(sentence)}: {{ranking}}.", ("ranking",))

    def _listing(self, listing: Listing, sentence: str) -> PrintedQuery:
        if len(listing.columns) != 1:
            raise Unprintable("a listing of several columns has no query here")
        name = _name(listing.columns[0])
        columns = f"distinct {name} as name" if listing.different else f"{name} as name"
        query = self._query(columns, listing.of.where, "order by name" if listing.different else "")
        code = f"rows = sql({quoted(query)})\n{{'values': [row['name'] for row in rows]}}"
        return PrintedQuery(code, f"{_whole(sentence)}: {{values}}.", ("values",))

    def _contrast(self, contrast: Contrast, sentence: str) -> PrintedQuery:
        if contrast.aggregate not in ("mean", "median"):
            raise Unprintable("a contrast of counts has no query here")
        by, figure = _name(contrast.by), _SQL[contrast.aggregate].format(_name(contrast.column))
        either = OneOf(column=contrast.by, values=(contrast.first, contrast.second))
        where = all_of([contrast.of.where, either]) if contrast.of.where is not None else either
        query = self._query(f"{by} as name, {figure} as value", where, f"group by {by}")
        first, second = f"of[{contrast.first!r}]", f"of[{contrast.second!r}]"
        code = (
            f"of = {{row['name']: row['value'] for row in sql({quoted(query)})}}\n"
            f"{{'difference': abs({first} - {second}), 'by_group': of}}"
        )
        return PrintedQuery(code, f"The {sentence} is {{difference:.2f}}; by group: {{by_group}}.", ("difference",))

    def _by_tool(self, request: Correlation | Test, sentence: str) -> PrintedQuery:
        if request.of.where is not None:
            raise Unprintable("a test of some rows has no program here")
        if isinstance(request, Correlation):
            tool, other, keys = "correlate_columns", f"other={request.other!r}", ("pearson", "spearman")
            text = f"The {sentence}: Pearson's r is {{pearson:.2f}}, Spearman's rho {{spearman:.2f}}."
        else:
            tool, other, keys = "difference_between_groups", f"by={request.by!r}", ("statistic", "p_value")
            text = f"The {sentence}: the p-value is {{p_value:.3g}}."
        code = f"r = {tool}(table={self._table}, column={request.column!r}, {other})\n"
        code += "{" + ", ".join(f"'{key}': r.{key}" for key in keys) + "}"
        return PrintedQuery(code, text, keys, (tool,))

    def _query(self, columns: str, where: Condition | None, end: str = "") -> str:
        parts = ["select", columns, "from", self._table, *(("where", _condition(where)) if where is not None else ())]
        return " ".join([*parts, end]).rstrip()

    def _measured(self, value: str, column: str) -> str:
        return f"Q({value}, {self._units[column]!r})" if column in self._units else value


def _condition(condition: Condition, inside: bool = False) -> str:
    if isinstance(condition, Compare):
        return f"{_name(condition.column)} {_SIGNS[condition.sign]} {_literal(condition.value)}"
    if isinstance(condition, OneOf):
        return f"{_name(condition.column)} in ({', '.join(map(_literal, condition.values))})"
    if isinstance(condition, Missing):
        return f"{_name(condition.column)} is null"
    if isinstance(condition, Not) and isinstance(condition.of, Missing):
        return f"{_name(condition.of.column)} is not null"
    if isinstance(condition, Both):
        text = f" {'and' if condition.is_ == 'all' else 'or'} ".join(_condition(one, True) for one in condition.of)
        return f"({text})" if inside else text
    raise Unprintable("such a condition has no query here")


def _literal(value: Any) -> str:
    return literal(value) if isinstance(value, str) else f"{value}"


def _name(header: str) -> str:
    """A header as a query writes it: in double quotes where it is no plain word, or one of SQL."""
    if _PLAIN.fullmatch(header) and header.casefold() not in _keywords():
        return header
    return identifier(header)


@lru_cache(maxsize=1)
def _keywords() -> frozenset[str]:
    import duckdb

    with duckdb.connect() as connection:
        query = "select keyword_name from duckdb_keywords() where keyword_category <> 'unreserved'"
        rows = connection.execute(query).fetchall()
    return frozenset(name for (name,) in rows)


def quoted(query: str) -> str:
    """A query as a literal of Python, without escapes where there is a way to write it so."""
    for quotes in ('"', "'''", '"""'):
        if quotes not in query and not query.endswith(quotes[0]) and "\\" not in query:
            return f"{quotes}{query}{quotes}"
    return repr(query)


def _whole(sentence: str) -> str:
    """A sentence in front of a colon."""
    return sentence[:1].upper() + sentence[1:].rstrip(",")
