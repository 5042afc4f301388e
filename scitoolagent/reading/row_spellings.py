"""Values of a column that are one thing spelt in several ways: `m`, `M` and `male` are all that "males" are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from scitoolagent.language.words import phrases_of
from scitoolagent.records import Query


def in_words(values: Collection[str]) -> dict[str, str]:
    """What the letters of a column stand for in words, where it holds the letters of such a set alone: F and M."""
    letters = {value.casefold(): value for value in values}
    spoken = phrases_of("sexes")
    if {*spoken} != {*letters}:
        return {}
    return {word: letters[letter] for letter, words in spoken.items() for word in words}


def in_all_spellings(query: Query, condition: Mapping[str, Any]) -> dict[str, Any]:
    """A condition on a class with all values of the column that spell the same."""
    if condition.get("is") == "not":
        return {**condition, "of": in_all_spellings(query, condition["of"])}
    said = condition.get("values", [condition.get("value")])
    held = [value for table in query.tables for value in table.values.get(str(condition.get("column")), ())]
    if condition.get("is") not in ("compare", "one of") or condition.get("sign", "=") != "=":
        return dict(condition)
    spellings = [{letter, *words} for letter, words in phrases_of("sexes").items()]
    told = {str(one).casefold() for one in said}
    meant = {spelling for one in spellings if one & told for spelling in one}
    more = [value for value in held if value.casefold() in meant - told]
    if not more:
        return dict(condition)
    return {"is": "one of", "column": condition["column"], "values": [*said, *dict.fromkeys(more)]}
