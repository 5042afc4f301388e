"""What the executed plan of a request about rows gives, in the form that the results of a program have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.finetune.layout import Unprintable
from scitoolagent.finetune.programs import Wanted
from scitoolagent.records import Query, Reference, Request, StepResult, Value
from scitoolagent.request.rows import Contrast, Count, Fold, Group, Listing, Rank, RowExpression
from scitoolagent.tables import Table

if TYPE_CHECKING:
    from scitoolagent.agent import Agent

# Outputs of tests and correlations that programs name.
_OF_TESTS = ("pearson", "spearman", "statistic", "p_value")


def gold_of(agent: Agent, query: Query, request: RowExpression, keys: Sequence[str]) -> list[Wanted]:
    """What the results of a program must hold by its keys.

    Args:
        agent: compiles the request, and runs its plan.
        query: the question with its file.
        request: what is asked; the words of the question are not read.
        keys: those of the results that have a counterpart in the plan.
    Raises:
        Unprintable: a step failed, or gave what no program says.
        PlanError: the request has no plan.
    """
    closed = query.model_copy(update={"request": Request(results=(request,)), "reader": "chart"})
    plan = agent.planner.draft(closed)
    results = {one.step: one for one in agent.execute(closed, plan)}
    failed = next((one for one in results.values() if one.status != "ok"), None)
    if failed is not None:
        raise Unprintable("a step of the plan failed")
    last = Reference.parse(plan.goals[-1].output)
    if last is None or last.step is None:
        raise Unprintable("a goal is no output of a step")
    values = _values(agent, request, results[last.step])
    return [Wanted((key,), (), values[key]) for key in keys]


def _values(agent: Agent, request: RowExpression, result: StepResult) -> Mapping[str, Value]:
    """The values of the results by their keys, as a program of such a request gives them."""
    rows = [
        dict(zip(table.names, row, strict=True))
        for one in result.outputs.values()
        if one.rows is not None
        for table in [Table.load(agent.config.cache_dir / "tables" / str(one.value))]
        for row in zip(*(table.values(name) for name in table.names), strict=True)
    ]
    units = {column.name: column.unit for one in result.outputs.values() for column in one.columns}
    if isinstance(request, Group):
        return _of_groups(request, rows, units)
    if isinstance(request, Rank):
        return _of_ranks(request, rows, units)
    if isinstance(request, Listing):
        return {"values": _value([row[request.columns[0]] for row in rows])}
    if isinstance(request, Contrast):
        return {"difference": _value(rows[0]["difference"])}
    named = {name: one for name, one in result.outputs.items() if name in _OF_TESTS}
    if named:
        return {name: _value(one.value) for name, one in named.items()}
    (first, *_) = result.outputs.values()
    key = _key(request)
    return {key: Value(type=first.type, value=first.value, unit=first.unit if key != "percent" else None)}


def _key(request: RowExpression) -> str:
    """The key of a single figure, as a program names it."""
    if isinstance(request, Fold):
        return request.aggregate.replace(" ", "_")
    return "count" if isinstance(request, Count) else "percent"


def _of_groups(group: Group, rows: Sequence[Mapping[str, Any]], units: Mapping[str, str | None]) -> dict[str, Value]:
    """The figure of each group, or the one at the end, which nothing else may be equal to."""
    figure = next((name for name in units if name not in (*group.by, "rows")), "") if group.aggregates else "rows"
    if group.end:
        if len(rows) != 1:
            raise Unprintable("groups are equal at the end")
        unit = units[figure] if figure != "rows" else None
        return {"which": _value(rows[0][group.by[0]]), "value": _value(rows[0][figure], unit)}
    return {"by_group": _value({row[group.by[0]]: row[figure] for row in rows})}


def _of_ranks(rank: Rank, rows: Sequence[Mapping[str, Any]], units: Mapping[str, str | None]) -> dict[str, Value]:
    (shown,) = rank.shown
    if rank.count == 1:
        return {"which": _value(rows[0][shown]), "value": _value(rows[0][rank.column], units[rank.column])}
    return {"ranking": _value({row[shown]: row[rank.column] for row in rows})}


def _value(value: Any, unit: str | None = None) -> Value:
    return Value(type="Computed", value=value, unit=unit)
