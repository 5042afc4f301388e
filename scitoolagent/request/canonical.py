"""The one plain sentence of a request: what the answer shows, and what training data are made from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scitoolagent.request.conditions import (
    Both,
    Compare,
    Condition,
    Contains,
    Dated,
    Ends,
    Missing,
    Not,
    OneOf,
)
from scitoolagent.request.derived import Derived, Reckoned, formula
from scitoolagent.request.rows import (
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
    Rows,
    Share,
    Test,
)

FileName = Callable[[str], str]
_SIGNS = {"<": "below", "<=": "at most", ">": "above", ">=": "at least", "=": "is", "!=": "is not"}
_DATED = {"<": "before", "<=": "until", ">": "after", ">=": "since", "=": "in"}
_BETWEEN = {"+": "plus", "-": "minus", "/": "divided by"}
_METHODS = {"": "", "pearson": "Pearson ", "spearman": "Spearman ", "kendall": "Kendall "}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_ORDINALS = {2: "second ", 3: "third "}


def sentence(result: Operand, name_of: FileName) -> str:
    """Return the plain sentence of a result.

    Args:
        result: the expression.
        name_of: gives the name of a value of the question, such as a file, by its handle.
    """
    if isinstance(result, Number):
        return f"{result.value:g}"
    if isinstance(result, Given):
        return name_of(result.handle)
    if isinstance(result, Calculation):
        first, second = (_in_brackets(one, name_of) for one in (result.first, result.second))
        return f"{first} {_BETWEEN[result.sign]} {second}"
    if isinstance(result, Call):
        return _called(result, name_of)
    return f"{_asked(result)}{_rows(result.of, name_of)}"


def _in_brackets(operand: Operand, name_of: FileName) -> str:
    said = sentence(operand, name_of)
    return said if isinstance(operand, Number | Given) else f"({said})"


def _called(call: Call, name_of: FileName) -> str:
    """What a tool gives: its name in words, its outputs, and each of its inputs."""
    given = [f"{name}{_rows(rows, name_of)}" for name, rows in call.tables.items()]
    for name, value in call.values.items():
        listed = value if isinstance(value, tuple) else (value,)
        given.append(f"{name} {' and '.join(_in_brackets(one, name_of) for one in listed)}")
    for name, setting in call.settings.items():
        given.append(f"{name} {' and '.join(map(_shown, setting if isinstance(setting, tuple) else (setting,)))}")
    outputs = f"{' and '.join(call.outputs).replace('_', ' ')} by " if call.outputs else ""
    return f"{outputs}{call.tool.replace('_', ' ')} of {', '.join(given)}".removesuffix(" of ")


def _asked(result: Operand) -> str:
    if isinstance(result, Fold):
        return f"{result.aggregate} of {result.column}"
    if isinstance(result, Quantile):
        return f"{result.percent:g}th percentile of {result.column}"
    if isinstance(result, Count):
        return f"number of different values of {result.column}" if result.column else "number of rows"
    if isinstance(result, Share):
        among = f"the rows of each {' and '.join(result.by)}" if result.by else "all rows"
        return f"share of rows where {condition_in_words(result.meeting)}, among {among}"
    if isinstance(result, Group):
        return _grouped(result)
    if isinstance(result, Rank):
        return _ranked(result)
    if isinstance(result, Listing):
        what = " and ".join(result.columns) or "all columns"
        by = f" by {result.by}, {result.order}," if result.by else ""
        return f"different values of {what}{by}" if result.different else f"{what}{by}"
    if isinstance(result, Contrast):
        figure = "number of rows" if result.aggregate == "count" else f"{result.aggregate} of {result.column}"
        return f"{result.form} of the {figure} between {result.by} {result.first} and {result.second}"
    if isinstance(result, Correlation):
        return f"{_METHODS[result.method]}correlation of {result.column} with {result.other}"
    assert isinstance(result, Test)  # noqa: S101  the union has no other
    return _tested(result)


def _tested(test: Test) -> str:
    by = "" if test.method == "usual" else f" by {test.method}"
    counted = f", by means of each {test.unit}" if test.unit else ""
    counted += ", each row counted" if test.each_row else ""
    return f"test{by} whether {test.column} differs by {test.by}{counted}"


def _grouped(group: Group) -> str:
    figures = " and ".join(f"{one} of {group.column}" for one in group.aggregates) or "number of rows"
    by = " and ".join(group.by)
    order = f", {group.order}" if group.order else ""
    return f"the {by} with the {group.end} {figures}" if group.end else f"{figures} for each {by}{order}"


def _ranked(rank: Rank) -> str:
    place = _ORDINALS.get(rank.place, f"{rank.place}th " if rank.place > 1 else "")
    rows = f"{rank.count} rows" if rank.count > 1 else "row"
    shown = f", showing {' and '.join(rank.shown)}" if rank.shown else ""
    return f"the {rows} with the {place}{rank.end} {rank.column}{shown}"


def _rows(rows: Rows, name_of: FileName) -> str:
    source = name_of(rows.file)
    if rows.table is not None:
        source = f"[{sentence(rows.table, name_of)}]"
    if rows.joined is not None:
        keep = ", all kept" if rows.joined.keep else ""
        source += f" joined with {name_of(rows.joined.file)} by {rows.joined.column} = {rows.joined.other}{keep}"
    once = ", equal rows counted once" if rows.once else ""
    made = "".join(f", with {_derived(one)}" for one in rows.derived)
    where = f", of rows where {condition_in_words(rows.where)}" if rows.where is not None else ""
    return f" in {source}{once}{made}{where}"


def _derived(derived: Derived) -> str:
    if isinstance(derived, Reckoned):
        return f"{derived.name} = {formula(derived.value)}"
    settings = "".join(f", {name.replace('_', ' ')} {_shown(one)}" for name, one in derived.settings.items())
    return f"{derived.output} by {derived.tool.replace('_', ' ')} of {' and '.join(derived.columns.values())}{settings}"


def condition_in_words(condition: Condition) -> str:
    """Return a condition in plain words."""
    if isinstance(condition, Compare):
        unit = f" {condition.unit}" if condition.unit else ""
        return f"{condition.column} {_SIGNS[condition.sign]} {_shown(condition.value)}{unit}"
    if isinstance(condition, OneOf):
        return f"{condition.column} is {' or '.join(map(_shown, condition.values))}"
    if isinstance(condition, Contains):
        return f"{condition.column} contains {condition.text}"
    if isinstance(condition, Ends):
        return f"{condition.column} {condition.is_} {condition.text}"
    if isinstance(condition, Dated):
        return f"{condition.column} {_DATED[condition.sign]} {_day(condition.value)}"
    if isinstance(condition, Missing):
        return f"{condition.column} is missing"
    if isinstance(condition, Not):
        return f"not ({condition_in_words(condition.of)})"
    assert isinstance(condition, Both)  # noqa: S101  the union has no other
    parts = [
        f"({condition_in_words(one)})" if isinstance(one, Both) and len(one.of) > 1 else condition_in_words(one)
        for one in condition.of
    ]
    return (" and " if condition.is_ == "all" else " or ").join(parts)


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _day(value: str) -> str:
    if value.startswith("--"):
        return MONTHS[int(value[2:]) - 1]
    return f"a {WEEKDAYS[int(value[2:]) - 1]}" if value.startswith("-W") else value
