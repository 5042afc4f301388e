"""From a cover to the request that it means: which phrase is the figure, which the condition, which the group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any, cast

from scitoolagent.chart.drawing import drawings
from scitoolagent.chart.edges import Edge
from scitoolagent.chart.ends import Extreme
from scitoolagent.chart.grammar import Grammar, Pair
from scitoolagent.chart.phrases import Phrases, Reading, counted, follows, paired
from scitoolagent.columns import Schema
from scitoolagent.request.conditions import Compare, Condition, Missing, Not, OneOf, all_of, columns_of, parts_of
from scitoolagent.request.rows import (
    Aggregate,
    Calculation,
    Contrast,
    Correlation,
    Count,
    End,
    Fold,
    Group,
    Listing,
    Quantile,
    Rank,
    Rows,
    Share,
    Test,
)

# One value for each of two groups said by `and` is likelier than one for both together.
_EACH = 0.6
# What is counted has to be said in the words of its header.
_SURE = 0.6


class Composer:
    """Makes requests of covers.

    Args:
        schema: the table.
        grammar: what is known of its columns.
    """

    def __init__(self, schema: Schema, grammar: Grammar) -> None:
        self._schema = schema
        self._grammar = grammar

    def readings(self, edges: Sequence[Edge]) -> Iterator[Reading]:
        """The requests that a cover may mean, each with what it adds to the score."""
        phrases = Phrases.of(edges)
        yield from self._calculated(edges)
        if not _is_clear(phrases.values("condition")):
            return
        if phrases.has("drawing"):
            yield from drawings(phrases, self._rows(phrases), self._grammar)
            return
        for make in (
            self._correlation,
            self._test,
            self._contrast,
            self._share,
            self._count,
            self._figures,
            self._quantile,
            self._ranked_groups,
            self._ranked,
            self._listed,
        ):
            yield from make(phrases)
        yield from self._several(edges)

    def _rows(self, phrases: Phrases, *more: Condition) -> Rows:
        conditions = (*phrases.values("condition"), *more)
        return Rows(file=self._schema.file, where=all_of(conditions) if conditions else None)

    def _several(self, edges: Sequence[Edge]) -> Iterator[Reading]:
        """Several results that `and` joins, where none could share a condition of another."""
        for place, edge in enumerate(edges):
            if edge.kind != "and" or not 0 < place < len(edges) - 1:
                continue
            left, right = edges[:place], edges[place + 1 :]
            if any(one.kind in ("condition", "list", "which") for one in right):
                continue
            if any(one.kind == "condition" for one in left):
                continue
            for first, bonus in self.readings(left):
                for second, more in self.readings(right):
                    yield (*first, *second), bonus + more

    def _calculated(self, edges: Sequence[Edge]) -> Iterator[Reading]:
        """One figure less or over another; what is said of a column on one side alone might be meant for both."""
        for place, edge in enumerate(edges):
            if edge.kind != "infix" or not 0 < place < len(edges) - 1:
                continue
            sides = (edges[:place], edges[place + 1 :])
            held = [
                {name for one in side if one.kind == "condition" for name in columns_of(one.value)} for side in sides
            ]
            if held[0] != held[1]:
                continue
            for (first, bonus), (second, more) in product(*(list(self.readings(side)) for side in sides)):
                figures = (*first, *second)
                if len(figures) == 2 and all(isinstance(one, Fold | Count | Quantile) for one in figures):
                    yield (Calculation(sign=edge.value, first=figures[0], second=figures[1]),), bonus + more

    def _correlation(self, phrases: Phrases) -> Iterator[Reading]:
        columns = phrases.values("column")
        kinds = ("correlation", "column", "and", "than", "between", "to")
        is_asked = phrases.has("correlation") and phrases.has_only(*kinds)
        method = _method(phrases, "correlation", "")
        if is_asked and method is not None and len(columns) == 2 and all(map(self._grammar.is_number, columns)):
            yield (Correlation(of=self._rows(phrases), column=columns[0], other=columns[1], method=method),), 0.5

    def _test(self, phrases: Phrases) -> Iterator[Reading]:
        if not phrases.has("test") or not phrases.has_only(
            "test", "column", "measure", "pair", "key", "difference", "than", "between", "comparative"
        ):
            return
        numbers = [*(name for name in phrases.values("column") if self._grammar.is_number(name))]
        numbers += [
            name for aggregates, names in phrases.values("measure") if aggregates == ("mean",) for name in names
        ]
        groups = [name for name in phrases.values("column") if not self._grammar.is_number(name)]
        groups += [name for names in phrases.values("key") for name in names]
        pairs = phrases.values("pair")
        if len(numbers) != 1 or len(groups) + len(pairs) == 0 or len(groups) > 1 or len(pairs) > 1:
            return
        if pairs and groups and pairs[0].column != groups[0]:
            return
        by = pairs[0].column if pairs else groups[0]
        method = _method(phrases, "test", "usual")
        if by != numbers[0] and method is not None:
            rows = self._rows(phrases, *map(_either_of, pairs))
            yield (Test(of=rows, column=numbers[0], by=by, method=method),), 0.5

    def _contrast(self, phrases: Phrases) -> Iterator[Reading]:
        form = "ratio" if "ratio" in phrases.values("difference") else "difference"
        asked = phrases.has("difference") or phrases.has("count_difference")
        allowed = (
            "difference",
            "count_difference",
            "measure",
            "column",
            "pair",
            "than",
            "comparative",
            "between",
            "to",
        )
        if not phrases.has("pair"):
            phrases = paired(phrases)
        pairs: list[Pair] = phrases.values("pair")
        if not asked or len(pairs) != 1 or not phrases.has_only(*allowed):
            return
        pair, rows = pairs[0], self._rows(phrases)
        made = {"by": pair.column, "first": pair.first, "second": pair.second, "form": form, "of": rows}
        measures, columns = phrases.values("measure"), phrases.values("column")
        if phrases.has("count_difference"):
            if not measures and not columns:
                yield (Contrast(aggregate="count", **made),), 0.5
        elif len(set(measures)) == 1 and not columns:
            aggregates, names = measures[0]
            if len(aggregates) == len(names) == 1 and aggregates[0] in ("mean", "median", "sum"):
                yield (Contrast(aggregate=aggregates[0], column=names[0], **made),), 0.5
        elif (
            len(columns) == 1 and not measures and self._grammar.is_number(columns[0]) and self._names_rows(pair.column)
        ):
            yield (Contrast(aggregate="value", column=columns[0], **made),), 0.4

    def _names_rows(self, column: str) -> bool:
        """Whether each value of a column is there once, so that it names one row."""
        return column == self._schema.named or column in self._schema.cells

    def _has_classes(self, column: str) -> bool:
        """Whether the values of a column are classes: texts, or whole numbers that come back."""
        return not self._grammar.is_number(column) or column in self._schema.values

    def _share(self, phrases: Phrases) -> Iterator[Reading]:
        if not phrases.has("share", "condition") or not phrases.has_only("share", "key", "and"):
            return
        conditions = phrases.by_kind["condition"]
        if phrases.has("key"):
            # "The share of each site among the wet" is not that of the wet in each site.
            return
        if len(conditions) == 1:
            # "Which part is steel in Vire" may be of those in Vire, or of all.
            if len(parts_of(conditions[0].value)) == 1:
                yield (Share(of=Rows(file=self._schema.file), meeting=conditions[0].value),), 0.5
            return
        # "Of the A, which part is B": what comes behind the verb is the part.
        start = phrases.by_kind["share"][0].start
        verbs = [edge.start for edge in phrases.by_kind.get("verb", ()) if edge.start > start]
        for verb in verbs[:1]:
            base = [edge.value for edge in conditions if edge.start < verb]
            part = [edge.value for edge in conditions if edge.start > verb]
            if base and len(part) == 1 and len(parts_of(part[0])) == 1:
                yield (Share(of=Rows(file=self._schema.file, where=all_of(base)), meeting=all_of(part)),), 0.5
                return

    def _count(self, phrases: Phrases) -> Iterator[Reading]:
        if not phrases.has("count") or not phrases.has_only("count", "column", "different", "key", "pair"):
            return
        columns, keys, rows = phrases.values("column"), phrases.values("key"), self._rows(phrases)
        if phrases.has("pair") or len(keys) > 1 or len(columns) > 1:
            return
        if self._grammar.counts and not columns and not phrases.has("row"):
            # Each row says how many herons there were; their number is none of rows.
            return
        if keys:
            if not columns and not phrases.has("different"):
                yield (Group(of=rows, by=keys[0]),), 0.4
            return
        if not columns:
            if not phrases.has("different"):
                yield (Count(of=rows),), 0.2
            return
        name = columns[0]
        if not follows(phrases.edges, "count", "column") or phrases.by_kind["column"][0].score < _SURE:
            return
        if name == self._schema.named and not phrases.has("different"):
            yield (Count(of=rows),), 0.4
        elif name == self._schema.repeated and phrases.has("condition"):
            # Whether all rows of a patient meet a condition, or one, is not said.
            return
        elif name == self._schema.repeated and not phrases.has("different"):
            yield (Count(of=rows),), 0.4
            yield (Count(of=rows, column=name),), 0.4
        elif not self._grammar.is_number(name) or phrases.has("different"):
            yield (Count(of=rows, column=name),), 0.4
        elif self._grammar.columns[name].is_count:
            yield (Fold(of=rows, aggregate="sum", column=name),), 0.2

    def _figures(self, phrases: Phrases) -> Iterator[Reading]:
        """Means and the like: of all rows, of each group, or of two groups that `and` joins."""
        measures = self._measured(phrases)
        if len(measures) != 1 or not phrases.has_only("measure", "aggregate", "column", "key", "pair"):
            return
        (aggregates, names), keys, pairs = measures[0], phrases.values("key"), phrases.values("pair")
        if len(keys) > 1 or len(pairs) > 1 or (keys and pairs):
            return
        rows = self._rows(phrases, *map(_either_of, pairs))
        by = keys[0] if keys else (pairs[0].column,) if pairs else ()
        if not by:
            yield tuple(Fold(of=rows, aggregate=one, column=name) for name in names for one in aggregates), 0.3
        elif not set(by) & set(names) and not {"range"} & set(aggregates):
            bonus = 0.3 if keys else _EACH
            yield tuple(Group(of=rows, by=by, column=name, aggregates=aggregates) for name in names), bonus

    def _quantile(self, phrases: Phrases) -> Iterator[Reading]:
        columns = phrases.values("column")
        if phrases.has("quantile") and phrases.has_only("quantile", "column") and len(columns) == 1:
            percents = phrases.values("quantile")
            if len(percents) == 1 and self._grammar.is_amount(columns[0]):
                yield (Quantile(of=self._rows(phrases), column=columns[0], percent=float(percents[0])),), 0.5

    def _measured(self, phrases: Phrases) -> list[tuple[tuple[Aggregate, ...], tuple[str, ...]]]:
        """The measures of a cover; an aggregate and the one column apart from it are one as well."""
        measures = phrases.values("measure")
        aggregates, columns = phrases.values("aggregate"), phrases.values("column")
        if not measures and len(aggregates) == len(columns) == 1 and self._grammar.is_amount(columns[0]):
            return [((aggregates[0],), (columns[0],))]
        return [] if aggregates or columns else measures

    def _target(self, phrases: Phrases) -> str | None:
        """The column that `which` stands before; None where it stands before something else."""
        edges = phrases.edges
        targets = [after.value for edge, after in pairwise(edges) if edge.kind == "which" and after.kind == "column"]
        return targets[0] if len(targets) == 1 else None

    def _ranked_groups(self, phrases: Phrases) -> Iterator[Reading]:
        """The group at one end: "which catalyst has the highest mean yield", "which site has most samples"."""
        target, ends = self._target(phrases), phrases.values("end")
        if target is None or len(ends) != 1 or self._grammar.is_number(target):
            return
        extreme: Extreme = ends[0]
        if extreme.count != 1 or extreme.place != 1 or not phrases.has_only("end", "measure", "aggregate", "column"):
            return
        columns = [name for name in phrases.values("column") if name != target]
        if columns or len(phrases.values("column")) != 1:
            return
        rows, measures, aggregates = self._rows(phrases), phrases.values("measure"), phrases.values("aggregate")
        end = cast(End, extreme.end)
        if len(measures) == 1 and not aggregates and not extreme.column:
            kinds, names = measures[0]
            on_column = self._grammar.extreme(extreme, names[0])
            if len(kinds) == len(names) == 1 and kinds[0] != "range" and on_column:
                end = cast(End, on_column.end)
                yield (Group(of=rows, by=(target,), column=names[0], aggregates=kinds, end=end),), 0.6
        elif not measures and len(aggregates) == 1 and self._is_measured(extreme.column) and aggregates[0] != "range":
            yield (Group(of=rows, by=(target,), column=extreme.column, aggregates=(aggregates[0],), end=end),), 0.6
        elif not measures and not aggregates and not extreme.column and not extreme.said_of and counted(phrases):
            yield (Group(of=rows, by=(target,), end=end),), 0.5

    def _is_measured(self, name: str) -> bool:
        return bool(name) and self._grammar.is_number(name)

    def _ranked(self, phrases: Phrases) -> Iterator[Reading]:
        """Rows at one end of a column."""
        ends, keys = phrases.values("end"), phrases.values("key")
        if len(ends) != 1 or not phrases.has_only("end", "column", "key", "order") or len(keys) > 1:
            return
        extreme: Extreme = ends[0]
        if keys:
            # "The top 3 rows by yield".
            if extreme.column or len(keys[0]) != 1 or not self._is_measured(keys[0][0]):
                return
            extreme = self._grammar.extreme(extreme, keys[0][0]) or extreme
        if not extreme.column:
            return
        shown = tuple(phrases.values("column"))
        target = self._target(phrases)
        if len(shown) > 1 or (shown and target is None and not phrases.has("list")):
            return
        column = self._grammar.columns[extreme.column]
        is_count = column.kind == "integer" and column.unit in (None, "1")
        if is_count and not self._grammar.is_amount(column.name):
            return
        if shown and is_count and not self._names_rows(shown[0]):
            # The most birds of one row, or of a site in all its rows: that is not said.
            return
        made = Rank(
            of=self._rows(phrases),
            column=extreme.column,
            end=cast(End, extreme.end),
            count=extreme.count,
            place=extreme.place,
            shown=shown,
        )
        yield (made,), 0.3

    def _listed(self, phrases: Phrases) -> Iterator[Reading]:
        if not phrases.has_only("column", "and", "different", "key"):
            return
        columns, asked = tuple(phrases.values("column")), phrases.has("which") or phrases.has("list")
        keys = phrases.values("key")
        if keys:
            # "Name every arm": the different values of one column.
            if columns or len(keys) > 1 or len(keys[0]) > 1 or not phrases.has("list") or phrases.has("condition"):
                return
            columns = keys[0]
        if phrases.has("different") or (asked and len(columns) == 1 and not phrases.has("condition")):
            if len(columns) == 1 and self._has_classes(columns[0]) and not phrases.has("and"):
                yield (Listing(of=self._rows(phrases), columns=columns, different=True),), 0.2
            return
        if phrases.has("condition") and (columns or (asked and phrases.has("row"))):
            yield (Listing(of=self._rows(phrases), columns=columns),), 0.0


def _method(phrases: Phrases, kind: str, usual: str) -> Any:
    """The one method that phrases of a kind name; the usual one where none is named, None where several are."""
    named = set(phrases.values(kind)) - {usual}
    return None if len(named) > 1 else next(iter(named), usual)


def _either_of(pair: Pair) -> Condition:
    return OneOf(column=pair.column, values=(pair.first, pair.second))


def _is_clear(conditions: Sequence[Condition]) -> bool:
    """Whether conditions can hold together, and none stands behind an exclusion that it might belong to."""
    parts = [part for one in conditions for part in parts_of(one)]
    chosen = [one for one in parts if isinstance(one, Compare) and one.sign == "="]
    contradicts = any(
        one.column == other.column and one.value != other.value
        for one in chosen
        for other in chosen
        if one is not other
    )
    blank = {one.column for one in parts if isinstance(one, Missing)}
    contradicts |= any(not isinstance(one, Missing) and set(columns_of(one)) & blank for one in parts)
    return not contradicts and not any(isinstance(one, Not) for one in parts[:-1])
