"""Limits of rows whose column goes without saying: "runs above 60 °C", "less than 4 h", "patients under 50"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.phrase_places import phrase_before
from scitoolagent.reading.row_levels import is_taken, unit_in
from scitoolagent.reading.row_values import Said, class_values, words_in
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, Token
from scitoolagent.records import Column, Quantity, Query

_OF_WHAT = "it is not said of which column {} is a limit"


def of_limits(
    query: Query,
    sentence: Sequence[Token],
    headers: Sequence[tuple[int, int, Column]],
    nouns: frozenset[str],
    units: Collection[str],
) -> Iterator[Said]:
    """The conditions that rows are above or below a limit, or between two, whose column the unit or the noun tells.

    Args:
        query: knows the columns of its files and the quantities.
        sentence: its tokens.
        headers: where each begins and ends, and its column.
        nouns: what the rows may be called.
        units: of the inputs of the tools that are asked for: a quantity of such a unit may be meant for them.
    """
    texts = [token.text for token in sentence]
    beside = [(place, column) for start, end, column in headers if column.is_number for place in (start - 1, end)]
    for place, token in enumerate(sentence):
        sign, start, low = relation(sentence, texts, place)
        quantity = next((one for one in query.quantities if one.start == token.start), None)
        first = begin(texts, start)
        near = [column for other, column in beside if other in (first, start, place)]
        if not (near or _is_free(query, sentence, texts, first, nouns)) or texts[place + 1 : place + 2] == ["or"]:
            continue
        if token.kind == QUANTITY and quantity is not None and (sign or quantity.upper is not None):
            column = column_of_unit(query, quantity, () if texts[place + 1 : place + 2] == ["old"] else units)
            limits = _limits(quantity, sign, column) if column and not (column in near or low) else None
            earlier = [one for one in query.quantities if sentence[0].start <= one.start < token.start]
            if limits is not None and not any(column_of_unit(query, one, ()) == column for one in earlier):
                out = _left_out(texts, first, nouns)
                held = limits if out < 0 else {"is": "not", "of": limits}
                end = place + 1 + (texts[place + 1 : place + 2] == ["old"])
                yield Said(tuple(range(first if out < 0 else out, end)), held)
        elif token.kind == NUMBER and not near and sign and is_led(query, texts, first, nouns):
            ages = [one for table in query.tables for one in table.columns if is_age(one)]
            said = token.text if low is None else f"{low:g} to {token.text}"
            problem = "" if len(ages) == 1 and token.number is not None else _OF_WHAT.format(said)
            condition = {} if problem else _compared(ages[0], sign, low, token.number or 0.0)
            yield Said(tuple(range(first, place + 1)), condition, problem=problem)


def _left_out(texts: Sequence[str], first: int, nouns: frozenset[str]) -> int:
    """Where words begin that leave out the rows of a limit: "excluding runs above 80 °C"; -1 where none do."""
    place = first - (first > 0 and singular(texts[first - 1]) in nouns)
    while place and texts[place - 1] in word_list("row_words", "articles"):
        place -= 1
    for name in ("excluding", "without"):
        if length := phrase_before(texts, place, "row_words", name):
            return place - length
    return -1


def relation(sentence: Sequence[Token], texts: Sequence[str], place: int) -> tuple[str, int, float | None]:
    """The relation whose words end in front of a place, where they begin, and the lower number of a range."""
    for length in (3, 2, 1):
        said = " ".join(texts[max(0, place - length) : place])
        sign = next((sign for sign, words in phrases_of("relations").items() if said in words), "")
        if sign:
            return sign, place - length, None
    ranging = place > 1 and texts[place - 1] in word_list("dates", "ranging") and sentence[place - 2].kind == NUMBER
    return ("<=", place - 2, sentence[place - 2].number) if ranging else ("", place, None)


def _compared(column: Column, sign: str, low: float | None, value: float) -> dict[str, Any]:
    limit = {"is": "compare", "column": column.name, "sign": sign, "value": value}
    return limit if low is None else {"is": "all", "of": [{**limit, "sign": ">=", "value": low}, limit]}


def begin(texts: Sequence[str], start: int) -> int:
    """Where the words begin that lead to a limit: "that took", "were between"."""
    while start and texts[start - 1] in word_list("row_limits", "leads"):
        start -= 1
    return start


def column_of_unit(query: Query, quantity: Quantity, units: Collection[str]) -> Column | None:
    """The one column in a unit to which that of a quantity converts; years are of the age."""
    columns = [one for table in query.tables for one in table.columns if one.is_number]
    found = [one for one in columns if unit_in(quantity, one)]
    if quantity.unit in word_list("row_limits", "years"):
        found = [one for one in columns if is_age(one)] or found
    return found[0] if len(found) == 1 and not is_taken(quantity, units) else None


def _limits(quantity: Quantity, sign: str, column: Column) -> dict[str, Any] | None:
    """What must hold of a column; None where a quantity is faulty, or a range behind another relation."""
    unit = unit_in(quantity, column)
    told = {"unit": unit} if unit else {}
    base = {"is": "compare", "column": column.name}
    if quantity.upper is None:
        return None if quantity.problem or not sign else {**base, "sign": sign, "value": quantity.value, **told}
    ends = ((">=", quantity.value), ("<=", quantity.upper))
    return (
        {"is": "all", "of": [{**base, "sign": one, "value": value, **told} for one, value in ends]}
        if not sign
        else None
    )


def _is_free(query: Query, sentence: Sequence[Token], texts: Sequence[str], first: int, nouns: frozenset[str]) -> bool:
    """Whether nothing in front of a limit may say of what it is one: "an MIC above 1 mg/L" names its column."""
    if not first or sentence[first - 1].kind == ENTITY or texts[first - 1] in ("and", ","):
        return True
    return texts[first] in word_list("row_limits", "leads") or is_led(query, texts, first, nouns)


def is_led(query: Query, texts: Sequence[str], first: int, nouns: frozenset[str]) -> bool:
    """Whether what rows are called, or a class, stands in front of a limit: "smokers over 60", "aged 40 to 50"."""
    if not first:
        return False
    if texts[first] in word_list("row_limits", "aged"):
        return True
    # "Female and over 60", but not "a donor and fewer than 1 rings".
    joined = first > 1 and texts[first - 1] in ("and", "or", ",", "but")
    word = singular(texts[first - 1 - joined])
    classes = {singular(one) for known in class_values(query).values() for words in known for one in words}
    truths = {singular(one) for table in query.tables for column in table.columns if column.kind == "truth"
              for one in words_in(column.name)}  # fmt: skip
    return word in classes | truths or (word in nouns and not joined)


def is_age(column: Column) -> bool:
    return column.is_number and bool({*words_in(column.name)} & word_list("row_limits", "age"))
