"""Rows at a level of a column of numbers: "the mean yield at 60 °C", "the signal at dose 10", "on day 7"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from scitoolagent.language.words import phrase_meanings, phrases_of, word_list
from scitoolagent.reading.phrase_places import phrase_at, phrase_before
from scitoolagent.reading.row_values import APART, Said
from scitoolagent.reading.tokens import NUMBER, QUANTITY, Token
from scitoolagent.records import Column, Quantity, Query

_EITHER = re.compile(r"([-−]?\d+(?:\.\d+)?)\s+or\s+([-−]?\d+(?:\.\d+)?)\s*\D\S*")


def at_levels(
    query: Query, sentence: Sequence[Token], headers: Mapping[int, tuple[int, Column]], units: Collection[str]
) -> Iterator[Said]:
    """The conditions that a column has one value, where a number stands behind its header or a quantity is of it alone.

    Args:
        query: knows the columns of its files and the quantities.
        sentence: its tokens.
        headers: by the place behind it, where a header begins and its column.
        units: of the inputs of the tools that are asked for: a quantity of such a unit may be meant for them.
    """
    columns = {one.name: one for table in query.tables for one in table.columns if one.is_number}
    for place, token in enumerate(sentence):
        quantity = next((one for one in query.quantities if one.start == token.start), None)
        if token.kind not in (NUMBER, QUANTITY) or (token.kind == QUANTITY and quantity is None):
            continue
        first, values, joint = _listed(sentence, place, quantity)
        if not values or _goes_on(sentence, place) or (quantity is not None and _is_no_value(quantity)):
            continue
        start, column = _header_before(sentence, first, headers)
        if column is None and quantity is not None:
            start = _lead(sentence, first)
            fitting = [one for one in columns.values() if start < first and unit_in(quantity, one)]
            column = fitting[0] if len(fitting) == 1 and not is_taken(quantity, units) else None
        unit = unit_in(quantity, column) if quantity is not None and column is not None else ""
        if column is None or not column.is_number or (quantity is not None and not unit):
            continue
        told = {"unit": unit} if unit else {}
        sign, ends = _direction(sentence, start, place)
        if not sign or (sign != "=" and len(values) > 1):
            continue
        condition = {"is": "compare", "column": column.name, "sign": sign, "value": values[0], **told}
        if len(values) > 1:
            condition = {"is": "one of", "column": column.name, "values": values, **told}
        problem = "" if len(values) == 1 or joint == "or" else APART.format(" and ".join(f"{one:g}" for one in values))
        condition = {"is": "not", "of": condition} if _denies(sentence, start) else condition
        yield Said(tuple(range(start, place + 1 + ends)), condition, problem=problem, apart=bool(problem))


def _listed(sentence: Sequence[Token], place: int, quantity: Quantity | None) -> tuple[int, list[float], str]:
    """Where a list of numbers that ends at a place begins, the numbers, and what joins them: "60 or 80 °C"."""
    own = sentence[place].number if quantity is None else quantity.value
    values = [own] if own is not None else []
    joints: set[str] = set()
    if quantity is not None and quantity.problem:
        alternative = _EITHER.fullmatch(quantity.text)
        values = [float(one.replace("−", "-")) for one in alternative.groups()] if alternative else []
        joints = {"or"}
    first = place
    while (
        values and first > 1 and sentence[first - 1].text in ("or", "and", ",") and sentence[first - 2].kind == NUMBER
    ):
        joints.add(sentence[first - 1].text)
        number = sentence[first - 2].number
        values = [number, *values] if number is not None else []
        first -= 2
    if first and sentence[first - 1].text in ("-", "−") and len(values) == 1 and quantity is None:
        first, values = first - 1, [-values[0]]
    return first, values, "or" if "or" in joints and "and" not in joints else "and"


def _direction(sentence: Sequence[Token], start: int, place: int) -> tuple[str, int]:
    """Whether a level is an end of a range, by the word that leads to it, and how many words behind it say so.

    "After day 14" is above it, "from day 7 on" at least that; "from day 7" alone says neither, and gives no sign.
    """
    lead = sentence[start].text
    behind = sentence[place + 1].text if place + 1 < len(sentence) else ""
    if lead == "after" and place == start + 1:
        # "The yield after 480 min" is the one at that time.
        return "=", 0
    signs = {name: sign for sign, names in phrases_of("row_level_ends").items() for name in names}
    if behind in word_list("row_levels", "onwards"):
        return ">=", 1
    return signs.get(lead, "" if lead == "from" else "="), 0


def _is_no_value(quantity: Quantity) -> bool:
    """Whether a quantity is an end of a range, or a range, and no value that rows could have."""
    return (
        quantity.upper is not None
        or bool(quantity.bound)
        or bool(quantity.problem and not _EITHER.fullmatch(quantity.text))
    )


def _header_before(
    sentence: Sequence[Token], place: int, headers: Mapping[int, tuple[int, Column]]
) -> tuple[int, Column | None]:
    """Where a condition begins whose header leads to a number, itself behind a word that leads to it, and its column.

    "With a dose of 10", "at day 7", "where T = 60"; the numbers in "predict dose 10 times" are none.
    """
    end = place
    while end and sentence[end - 1].text in word_list("row_levels", "equals"):
        end -= 1
    start, column = headers.get(end, (place, None))
    if column is None:
        return place, None
    lead = _lead(sentence, start)
    return (lead, column) if lead < start else (place, None)


def _lead(sentence: Sequence[Token], start: int) -> int:
    """Where the words begin that lead to a level: "at a", "and for"."""
    first = start
    while first and sentence[first - 1].text in word_list("row_levels", "small"):
        first -= 1
    leads = first - 1 if first and sentence[first - 1].text in word_list("row_levels", "leads") else first
    excluding = phrase_before([token.text for token in sentence], leads, "row_words", "excluding")
    return leads - excluding if excluding or leads < first else start


def _denies(sentence: Sequence[Token], start: int) -> bool:
    """Whether words that leave rows out stand at a place: "excluding 100 µM", "except at 25 °C"."""
    return bool(phrase_at([token.text for token in sentence], start, "row_words", "excluding"))


def _goes_on(sentence: Sequence[Token], place: int) -> bool:
    """Whether what stands behind a number makes it something else than a level: "at 10 or more", "10 to 20"."""
    return bool(phrase_at([token.text for token in sentence], place + 1, "row_levels", "going_on"))


def unit_in(quantity: Quantity, column: Column) -> str:
    """The unit of a quantity as one of a column, else nothing: of temperatures "60 C" are degrees Celsius."""
    from scitoolagent.tool.units import convertible

    if not column.unit or not quantity.unit:
        return ""
    letters = phrase_meanings("header_letters")
    if letters.get(quantity.unit.casefold()) == column.unit:
        return column.unit
    return quantity.unit if convertible(quantity.unit, column.unit) else ""


def is_taken(quantity: Quantity, units: Collection[str]) -> bool:
    """Whether a tool that is asked for may take a quantity."""
    from scitoolagent.tool.units import convertible

    return any(convertible(quantity.unit or "1", unit) for unit in units)


def levels_in(query: Query, runs: Sequence[Sequence[Token]], headers: Sequence[str]) -> dict[str, Any] | None:
    """The condition that a column of numbers has one of the levels that some words say, one each: "60 °C", "80 °C".

    Args:
        query: knows the columns of its files and the quantities.
        runs: the words of each level.
        headers: the column that is named; of a quantity the one of its unit where none is.
    """
    small = word_list("row_levels", "small") | word_list("row_levels", "leads") | {"and", "?", ".", "!"}
    tokens = [token for run in runs for token in run if token.text not in small]
    if not tokens or any(one.kind not in (NUMBER, QUANTITY) for one in tokens):
        return None
    given = [next((one for one in query.quantities if one.start == token.start), None) for token in tokens]
    found = [one for one in given if one is not None]
    values = [one.value if one is not None else token.number for one, token in zip(given, tokens, strict=True)]
    if len(tokens) == 1 and found and found[0].upper is not None:
        values.append(found[0].upper)  # "between 60 and 80 °C"
    elif any(map(_is_no_value, found)):
        return None
    if len(values) != 2 or len({one.unit for one in found}) > 1:
        return None
    columns = [one for table in query.tables for one in table.columns if one.is_number]
    fitting = [one for one in columns if (one.name in headers if headers else found and unit_in(found[0], one))]
    if len(fitting) != 1 or None in values or len(set(values)) < len(values):
        return None
    unit = unit_in(found[0], fitting[0]) if found else ""
    if found and not unit:
        return None
    return {"is": "one of", "column": fitting[0].name, "values": values, **({"unit": unit} if unit else {})}


def range_said(query: Query, tokens: Sequence[Token], columns: Sequence[Column]) -> tuple[float, float] | None:
    """Both ends of a range in the unit of a column: "380 to 450 nm"; None where the words say something else."""
    from scitoolagent.tool.units import convert

    small = word_list("dates", "ranging") | {"?", ".", "!", ","}
    said = [token for token in tokens if token.text not in small]
    given = [next((one for one in query.quantities if one.start == token.start), None) for token in said]
    if len(columns) != 1 or any(one.kind not in (NUMBER, QUANTITY) for one in said):
        return None
    if len(said) == 1 and given[0] is not None and given[0].upper is not None:
        unit = unit_in(given[0], columns[0])
        ends = [convert(one, unit, columns[0].unit or "1") for one in (given[0].value, given[0].upper)] if unit else []
    else:
        # Numbers without a unit are in that of the column.
        ends = [one.number for one in said if one.number is not None] if not any(given) else []
    return (ends[0], ends[1]) if len(ends) == 2 and len(ends) >= len(said) and ends[0] < ends[1] else None
