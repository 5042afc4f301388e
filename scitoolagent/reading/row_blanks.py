"""Cells with nothing in them, and amounts that are zero: what "without a yield" and "with an event" say of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.reading.row_values import known_values, value_at, words_in
from scitoolagent.reading.tokens import NUMBER, Token
from scitoolagent.records import Column, Query


def blank(query: Query, column: Column) -> dict[str, Any]:
    """The condition that a cell is blank, or says in words that there is nothing."""
    condition: dict[str, Any] = {"is": "missing", "column": column.name}
    held = [value for table in query.tables for value in table.values.get(column.name, ())]
    none = [one for one in held if column.kind == "text" and one.casefold() in word_list("row_texts", "none_values")]
    if none:
        said = [{"is": "compare", "column": column.name, "sign": "=", "value": one} for one in none]
        condition = {"is": "any", "of": [condition, *said]}
    return condition


def amount(query: Query, column: Column) -> dict[str, Any]:
    """A comparison with zero, for a sign, where a column holds amounts that are zero in some rows; else nothing."""
    measures = {*words_in(column.name.replace("_", " "))} & word_list("tables", "measured") - {"count"}
    if measures or not any(column.name in table.zeros for table in query.tables):
        return {}
    return {"is": "compare", "column": column.name, "value": 0}


def valued_at(query: Query, column: Column, sentence: Sequence[Token], place: int) -> bool:
    """Whether a value of a column stands at a place behind its header, so that it is not the column that is lacking."""
    if place >= len(sentence):
        return False
    known = known_values(query).get(column.name, {})
    # A number behind the header of numbers may be one of them, whether or not it stands in the file.
    return bool(value_at(known, sentence, place)[1]) or sentence[place].kind == NUMBER
