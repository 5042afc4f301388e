"""Short codes of what is never worked on, in a question: the VX of "TPSA of VX", and not the GB of "16 GB of memory".

A code is looked up unless something says that it is none: it is the symbol of a number, the first part of a longer
designation (VX-770), or its own words stand beside it (`safety_db/other_senses.csv`). Beside words that speak of a
hazard such words are not believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.gate.calls import Types
from scitoolagent.language.words import word_list
from scitoolagent.records import Query
from scitoolagent.safety_db.names import plain_letters
from scitoolagent.tool.units import normal, unit_at

_LONGEST = 4
_NUMBER = re.compile(r"\s*=\s*[-+−]?\.?\d[\d.]*+")
# Behind a number: a substance, or the rest of a fraction.
_OF_A_SUBSTANCE = re.compile(r"\s*[A-Z(\[]|[\d./½*×·]")
_SYMBOL = re.compile(r"(?<![^\s(,;:])[A-Z][A-Z\d]{1,5}(?=\s*=)")
# The number that a firm gives its compounds; VX-2 and GB-2 are binary agents.
_SERIES = re.compile(r"-\d{3,}[a-z]?(?![\w-])")
# Signs that nobody sees part a word for no reader; letters by themselves may spell one.
_UNSEEN = r"[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+"
_WRITTEN = re.compile(rf"[^\W_]+(?:{_UNSEEN}[^\W_]+)*")
_SPELLED = re.compile(r"(?<![^\W_])[^\W\d_](?:[-._· ][^\W\d_]){1,3}(?![^\W_])")
_CLAUSE_END = re.compile(r"\s*(?:[.,;:?!)]|$)")
_COUNT = r"\d[\d.,]*"
_SHORTEST_BEGINNING = 5
# The others are words, or symbols of elements and quantities, where they are written small.
_SMALL = frozenset({"bz", "gb", "gd", "gf", "hd", "ql", "vr", "vx"})


def symbol_end(text: str, end: int) -> int | None:
    """Where the number of a symbol ends that itself ends at `end`: "DF = 9", "CL = 5 L/h"; None where it has none.

    "= 2 HF" is a side of an equation.
    """
    number = _NUMBER.match(text, end)
    if number is None:
        return None
    place = number.end()
    has_unit = unit_at(normal(text), len(text) - len(text[place:].lstrip()), prose=False) is not None
    return None if not has_unit and _OF_A_SUBSTANCE.match(text, place) else place


def without_symbols(text: str) -> str:
    """A text without the symbols that have their number behind them, so that what is left of `=` may be an equation."""
    kept, place = [], 0
    for match in _SYMBOL.finditer(text):
        if match.start() >= place and (end := symbol_end(text, match.end())) is not None:
            kept.append(text[place : match.start()])
            place = end
    return " ".join([*kept, text[place:]])


def codes_in(query: Query, types: Types) -> Iterator[str]:
    """The codes that nothing read and nothing says to be something else, and that no file calls anything by."""
    if query.tables or query.request is None:
        return
    unread = {place for one in query.request.readings if one.role == "unread" for place in range(one.start, one.end)}
    for start, end, code in _written_codes(query.text):
        if not all(place in unread or not query.text[place].isalnum() for place in range(start, end)):
            continue
        if not _is_of_a_number(query.text, start, end, types) and not is_another(query, start, end, code):
            yield code


def _written_codes(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the words stand that may be codes, and the code.

    A word in small letters is meant as a code beside words of a hazard, or where something is asked of it, as one that
    is spelled letter by letter.
    """
    for match in _WRITTEN.finditer(text):
        code = plain_letters(re.sub(_UNSEEN, "", match[0]))
        is_asked_of = _names_a_thing(text[: match.start()]) and _CLAUSE_END.match(text, match.end())
        is_small = code.lower() in _SMALL and (is_asked_of or _speaks_of_hazards(text.lower()))
        if 1 < len(code) <= _LONGEST and (code.isupper() or is_small):
            yield match.start(), match.end(), code.upper()
    for match in _SPELLED.finditer(text):
        code = "".join(filter(str.isalpha, plain_letters(match[0])))
        # "The ratio of v x" has two symbols.
        if _names_a_thing(text[: match.start()]) and (code.isupper() or "-" in match[0]):
            yield match.start(), match.end(), code.upper()


def is_another(query: Query, start: int, end: int, code: str) -> bool:
    """Whether the words around a code say that it stands for something else."""
    before, behind = (
        re.sub(r"\s+", " ", plain_letters(part)).lower() for part in (query.text[:start], query.text[end:])
    )
    if (number := _SERIES.match(behind)) and unit_at(behind, number.end() + 1) is None:
        return True
    return not _speaks_of_hazards(f"{before} {behind}") and any(
        _stand_around(phrase, code.lower(), before, behind) for phrase in _phrases(code)
    )


def other_senses(code: str) -> tuple[str, ...]:
    """What else a code stands for, for whoever is told that it was taken for that of an agent."""
    return tuple(senses[0] for senses, _ in _listed(code))


def _listed(code: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    from scitoolagent.safety_db import store
    from scitoolagent.safety_db.listed import listed

    return listed(store.folder()).other_senses.get(code.lower(), ())


def _phrases(code: str) -> Iterator[str]:
    """The phrases that name the other senses of a code, those that spell it out among them."""
    for senses, phrases in _listed(code):
        yield from phrases
        for sense in map(str.lower, senses):
            yield from (f"{sense} ({code.lower()})", f"{code.lower()} ({sense})", f"{code.lower()} = {sense}")


def _stand_around(phrase: str, code: str, before: str, behind: str) -> bool:
    """Whether the words of a phrase stand around a code; `#` is any number, which no thing has in front of it."""
    for match in re.finditer(re.escape(code), phrase):
        left, right = (
            re.escape(part).replace(r"\#", _COUNT) for part in (phrase[: match.start()], phrase[match.end() :])
        )
        begun = re.search(rf"(?<![\w-]){left}$", before)
        ended = re.match(rf"{right}(?![\w-])", behind)
        if begun and ended and not (phrase.startswith("#") and _names_a_thing(before[: begun.start()])):
            return True
    return False


def _speaks_of_hazards(text: str) -> bool:
    """Whether a text has a word of hazards; short ones count as they stand, long ones are beginnings."""
    listed = word_list("names", "of_hazards")
    long = tuple(word for word in listed if len(word) >= _SHORTEST_BEGINNING)
    return any(word in listed or word.startswith(long) for word in re.findall(r"\w+", text))


def _names_a_thing(before: str) -> bool:
    """Whether a thing that something is asked of has to stand behind a text."""
    return any(word in word_list("names", "before_things") for word in before.lower().split()[-1:])


def _is_of_a_number(text: str, start: int, end: int, types: Types) -> bool:
    """Whether a code is the symbol of a number: "Vd and CL", "GB = 4.2"; where a thing has to stand, it names one."""
    has_number = symbol_end(text, end) is not None
    known = types.calls_quantity(text[start:end])
    return known and has_number if _names_a_thing(text[:start]) else known or has_number
