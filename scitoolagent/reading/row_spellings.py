"""Values of a column that are one thing spelt in several ways: `m`, `M` and `male` are all that "males" are.

A cell may hold several values side by side: who uses a bike answered `bus;bike`, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from scitoolagent.language.words import phrase_list, phrases_of
from scitoolagent.records import Query

_LETTERS = ("sexes", "directions")
_BETWEEN = re.compile(r"[;|]")
_WORD = re.compile(r"[^\W\d_]+|\d+|\S")


def in_words(values: Collection[str]) -> dict[str, str]:
    """What the letters of a column stand for in words, where it holds the letters of such a set alone: F and M."""
    for spoken in map(phrases_of, _LETTERS):
        meant = {
            letter: [one for one in values if one.casefold() in {letter, *words}] for letter, words in spoken.items()
        }
        # "Women" of `F`, and of `female`.
        if all(len(held) == 1 for held in meant.values()) and len(values) == len(meant):
            return {
                word: meant[letter][0]
                for letter, words in spoken.items()
                for word in words
                if word != meant[letter][0].casefold()
            }
    return {}


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
    more = [value for value in held if value.casefold() in meant - told or told & parts_of([value.casefold()])]
    if not more:
        return dict(condition)
    return {"is": "one of", "column": condition["column"], "values": [*said, *dict.fromkeys(more)]}


def parts_of(values: Collection[str]) -> set[str]:
    """What cells that hold several answers hold, one by one: "bike" and "bus" of `bike;bus`."""
    several = [_BETWEEN.split(value) for value in values if _BETWEEN.search(value)]
    return {part.strip() for parts in several for part in parts} - {""}


def beside_another(known: Collection[tuple[str, ...]], before: str, behind: str) -> bool:
    """Whether another value of a column stands beside one: "between toluene and dioxane"."""
    words = rf"\s+(?:{_listed('confronted')})\s+"
    others = {" ".join(one) for one in known}
    next_one, last_one = re.match(words, behind), re.search(rf"{words}$", before)
    told = re.search(rf"\b(?:{_listed('confront_leads')})\s+$", before)
    if next_one and told:
        rest = " ".join(_WORD.findall(behind[next_one.end() :]))
        return any(rest == one or rest.startswith(f"{one} ") for one in others)
    if last_one:
        rest = " ".join(_WORD.findall(before[: last_one.start()]))
        return any(rest == one or rest.endswith(f" {one}") for one in others)
    return False


def _listed(name: str) -> str:
    return "|".join(map(re.escape, phrase_list("row_words", name)))
