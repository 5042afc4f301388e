"""Follow-ups as edits of a request: what a short question changes of the one before, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scitoolagent.chart.composition import Phrases, Results
from scitoolagent.chart.edges import Edge
from scitoolagent.chart.ends import Extreme
from scitoolagent.chart.grammar import Grammar
from scitoolagent.request.conditions import Condition, Not, all_of, columns_of, parts_of
from scitoolagent.request.rows import Calculation, Call, Count, Fold, Group, Listing, OfRows, Rank, RowExpression, Share

_SILENT = {"verb", "list", "and"}


def edited(results: Results, edges: Sequence[Edge], grammar: Grammar) -> Iterator[tuple[Results, float]]:
    """Return what a request becomes by the phrases of a follow-up; nothing where these are no edit of it."""
    if len(results) != 1:
        return
    result, phrases = results[0], Phrases.of(edges)
    if isinstance(result, Calculation | Call):
        return
    kinds = set(phrases.by_kind) - _SILENT
    if not kinds:
        return
    conditions = phrases.values("condition")
    kept = _with_conditions(result, conditions) if conditions else result
    kinds -= {"condition"}
    if not kinds:
        if conditions:
            yield (kept,), 0.5
        return
    for changed in _changed(kept, phrases, kinds, grammar):
        yield (changed,), 0.4


def _changed(result: OfRows, phrases: Phrases, kinds: set[str], grammar: Grammar) -> Iterator[RowExpression]:
    if kinds == {"key"} and len(phrases.values("key")) == 1:
        yield from _by(result, phrases.values("key")[0])
    elif kinds == {"aggregate"} and len(phrases.values("aggregate")) == 1:
        yield from _aggregated(result, phrases.values("aggregate")[0])
    elif kinds == {"column"} and len(phrases.values("column")) == 1:
        yield from _of_column(result, phrases.values("column")[0], grammar)
    elif kinds == {"measure"}:
        aggregates, names = phrases.values("measure")[0]
        if len(aggregates) == len(names) == 1 and len(phrases.values("measure")) == 1:
            for changed in _aggregated(result, aggregates[0]):
                yield from _of_column(changed, names[0], grammar)
    elif kinds == {"end"} and len(phrases.values("end")) == 1:
        yield from _ended(result, phrases.values("end")[0], grammar)
    elif kinds == {"count"} and not isinstance(result, Share):
        yield Count(of=result.of)


def _with_conditions(result: OfRows, conditions: Sequence[Condition]) -> OfRows:
    """The request under other conditions: one on a column that has one takes its place, any other is added."""
    new = [part for one in conditions for part in parts_of(one)]
    old = list(parts_of(result.of.where)) if result.of.where is not None else []
    for condition in new:
        columns = set(columns_of(condition))
        # "Without batch A" leaves what was chosen, less that.
        if not isinstance(condition, Not):
            old = [one for one in old if set(columns_of(one)) != columns]
    return _updated(result, of=result.of.model_copy(update={"where": all_of([*old, *new])}))


def _by(result: RowExpression, by: tuple[str, ...]) -> Iterator[RowExpression]:
    if isinstance(result, Group):
        yield _updated(result, by=by)
    elif isinstance(result, Fold) and result.aggregate != "range":
        yield Group(of=result.of, by=by, column=result.column, aggregates=(result.aggregate,))
    elif isinstance(result, Count) and not result.column:
        yield Group(of=result.of, by=by)


def _aggregated(result: RowExpression, aggregate: Any) -> Iterator[RowExpression]:
    if isinstance(result, Fold):
        yield _updated(result, aggregate=aggregate)
    elif isinstance(result, Group) and result.column and aggregate != "range":
        yield _updated(result, aggregates=(aggregate,))


def _of_column(result: RowExpression, name: str, grammar: Grammar) -> Iterator[RowExpression]:
    if isinstance(result, Fold | Group | Rank) and result.column and grammar.is_amount(name):
        yield _updated(result, column=name)
    elif isinstance(result, Listing) and not result.different:
        yield _updated(result, columns=(name,))


def _ended(result: RowExpression, extreme: Extreme, grammar: Grammar) -> Iterator[RowExpression]:
    if not extreme.column:
        on_column = (
            grammar.extreme(extreme, result.column) if isinstance(result, Rank | Group) and result.column else None
        )
        if on_column is None and (extreme.said_of or isinstance(result, Rank)):
            return
        extreme = Extreme(on_column.end if on_column else extreme.end, extreme.count, extreme.place)
    if isinstance(result, Rank):
        column = extreme.column or result.column
        count = extreme.count if extreme.count > 1 or extreme.place > 1 else result.count
        yield _updated(result, end=extreme.end, column=column, count=count, place=extreme.place)
    elif isinstance(result, Group) and result.end and (extreme.count, extreme.place, extreme.column) == (1, 1, ""):
        yield _updated(result, end=extreme.end)


def _updated(result: OfRows, **changes: Any) -> OfRows:
    """The expression with other fields, checked anew."""
    fields = {name: getattr(result, name) for name in type(result).model_fields} | changes
    made: OfRows = type(result)(**fields)
    return made
