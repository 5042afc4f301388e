"""The two columns that a curve goes through where a question names none: dose and response, time and cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.row_values import words_in
from scitoolagent.records import Column, Query, Schema
from scitoolagent.tool.units import convertible

# What a curve goes by, and in which units that is measured.
_UNITS = {
    "dose": ("mol/L", "g/L"),
    "standard": ("mol/L", "g/L"),
    "substrate": ("mol/L", "g/L"),
    "time": ("s",),
    "temperature": ("K",),
}


def implied_columns(query: Query, curve: str) -> tuple[Column, Column] | None:
    """What is measured and by what it changes; None where the files of a question leave a choice.

    Args:
        query: knows the columns of its files.
        curve: the name of the curve.
    """
    axes = phrases_of("curve_axes").get(curve)
    if axes is None or not query.tables:
        return None
    pairs = [pair for table in query.tables if (pair := _pair(table, *axes)) is not None]
    return pairs[0] if len(pairs) == 1 else None


def _pair(table: Schema, along: str, *measured: str) -> tuple[Column, Column] | None:
    """What is measured and by what it changes in one file; None where there is a choice, or no such thing."""
    numbers = [one for one in table.columns if one.is_number and not _is_ordinal(one)]
    across = _called(numbers, phrases_of("axis_words")[along]) or [
        one for one in numbers if one.unit and any(convertible(one.unit, unit) for unit in _UNITS.get(along, ()))
    ]
    if len(across) != 1:
        return None
    others = [one for one in numbers if one.name != across[0].name]
    words = [word for name in measured for word in phrases_of("axis_words")[name]]
    found = others if len(others) == 1 else _called(others, words)
    return (found[0], across[0]) if len(found) == 1 else None


def mixed_classes(query: Query, curve: str) -> str:
    """The header of a column of several classes of which a question names none, so that it would mix them; or nothing.

    Replicates are meant together, and so are the standards of a calibration, whatever they are called.
    """
    said = {*words_in(query.text)}
    meant = word_list("tables", "ordinal_columns") | set(phrases_of("axis_labels").get(curve, ()))
    for table in query.tables:
        for column in table.columns:
            values = table.values.get(column.name, ())
            named = any({*words_in(value)} <= said for value in values)
            last = {singular(word) for word in _words(column)[-1:]}
            several = column.kind == "text" and len(values) > 1
            if several and not named and not last & meant:
                return column.name
    return ""


def leaves_one(condition: Mapping[str, Any], header: str) -> bool:
    """Whether a condition leaves the rows of one class of a column, or those that have none."""
    if condition.get("is") == "any":
        return all(leaves_one(one, header) for one in condition["of"])
    if condition.get("is") == "missing":
        return bool(condition["column"] == header)
    return condition.get("is") == "compare" and condition["column"] == header and condition.get("sign") == "="


def _called(columns: Sequence[Column], words: Sequence[str]) -> list[Column]:
    """The columns in whose headers one of some words stands."""
    return [one for one in columns if {singular(word) for word in _words(one)} & set(words)]


def _words(column: Column) -> list[str]:
    from scitoolagent.tables.recognise import header_unit

    return [*words_in(header_unit(column.name)[0])]


def _is_ordinal(column: Column) -> bool:
    """Whether whole numbers say which one a row is of: replicate 2."""
    last = _words(column)[-1:]
    return column.kind == "integer" and bool({*last} & (word_list("tables", "ordinal_columns") - {"day", "days"}))
