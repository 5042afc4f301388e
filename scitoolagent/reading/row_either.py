"""One of two limits of a column is enough: "patients under 40 or over 70", "a yield below 20 or above 90 %"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.reading.row_levels import unit_in
from scitoolagent.reading.row_limits import begin, column_of_unit, is_age, is_led, relation
from scitoolagent.reading.row_values import Said
from scitoolagent.reading.tokens import NUMBER, QUANTITY, Token
from scitoolagent.records import Column, Quantity, Query

_APART = ({"<", ">"}, {"<=", ">="}, {"<", ">="}, {"<=", ">"})
_LONGEST = 4


def of_either(
    query: Query,
    sentence: Sequence[Token],
    headers: Sequence[tuple[int, int, Column]],
    nouns: frozenset[str],
    units: Collection[str],
) -> Iterator[Said]:
    """The conditions that a value lies below one limit or above another.

    Args:
        query: knows the columns of its files and the quantities.
        sentence: its tokens.
        headers: where each begins and ends, and its column.
        nouns: what the rows may be called.
        units: of the inputs of the tools that are asked for: a quantity of such a unit may be meant for them.
    """
    texts = [token.text for token in sentence]
    ends = {end: (start, column) for start, end, column in headers if column.is_number}
    starts = {start: (end, column) for start, end, column in headers}
    for place, text in enumerate(texts):
        if text != "or" or not 0 < place < len(texts) - 1:
            continue
        low = place - 1 - (texts[place - 1] == "old")
        first_sign, first, _ = relation(sentence, texts, low)
        again, named = starts.get(place + 1, (place + 1, None))
        high = next((n for n in range(again, min(again + _LONGEST, len(texts))) if _is_value(sentence[n])), -1)
        other_sign, second, _ = relation(sentence, texts, high) if high >= 0 else ("", 0, None)
        if not _is_value(sentence[low]) or second != again or {first_sign, other_sign} not in _APART:
            continue
        lead = begin(texts, first)
        start, column = ends.get(lead, ends.get(first, (lead, None)))
        values = [_value(query, sentence[n]) for n in (low, high)]
        if column is None:
            column = _meant(query, values, units, is_led(query, texts, lead, nouns))
        # "An effect below 12 or more than 1 seeds": the second limit is of another column.
        if column is None or named not in (None, column) or high + 1 in starts:
            continue
        limits = [
            _limit(column, sign, one) for sign, one in zip((first_sign, other_sign), _shared(values), strict=True)
        ]
        last = high + (texts[high + 1 : high + 2] == ["old"])
        if None not in limits:
            yield Said(tuple(range(start, last + 1)), {"is": "any", "of": limits})


def _is_value(token: Token) -> bool:
    return token.kind in (NUMBER, QUANTITY)


def _value(query: Query, token: Token) -> Quantity | float | None:
    """The quantity at a token, or its number."""
    return next((one for one in query.quantities if one.start == token.start), token.number)


def _shared(values: Sequence[Quantity | float | None]) -> list[Quantity | float | None]:
    """The values, the unit of the last one also behind the first: "below 20 or above 90 %"."""
    first, last = values
    if isinstance(first, float) and isinstance(last, Quantity):
        first = last.model_copy(update={"value": first})
    return [first, last]


def _meant(query: Query, values: Sequence[Quantity | float | None], units: Collection[str], led: bool) -> Column | None:
    """The column that the unit tells; the age where people are meant."""
    quantity = next((one for one in values if isinstance(one, Quantity)), None)
    if quantity is not None:
        return column_of_unit(query, quantity, units)
    ages = [one for table in query.tables for one in table.columns if is_age(one)]
    return ages[0] if led and len(ages) == 1 else None


def _limit(column: Column, sign: str, value: Quantity | float | None) -> dict[str, Any] | None:
    held = {"is": "compare", "column": column.name, "sign": sign}
    if not isinstance(value, Quantity):
        return None if value is None else {**held, "value": value}
    if value.problem or value.upper is not None:
        return None
    years = value.unit in word_list("row_limits", "years") and is_age(column)
    unit = "" if years else unit_in(value, column)
    return {**held, "value": value.value, **({"unit": unit} if unit else {})} if unit or years else None
