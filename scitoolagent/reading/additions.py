"""What a question adds to the one before: a unit, a condition, or something made from its subject. No graph."""

from __future__ import annotations

import re
from collections.abc import Collection

from scitoolagent.language.words import word_list
from scitoolagent.reading.followup import ENDING, groups_of, shifted
from scitoolagent.records import Query, Request


def unit_alone(query: Query) -> str:
    """The unit of a question that names a unit and no property: "in kDa?", "and of caffeine in nm²?"; else empty."""
    request = query.request or Request()
    if not request.asks or any(reading.role == "ask" for reading in request.readings):
        return ""
    for ask in request.asks:
        roles = {one.role for one in request.readings if one.start < ask.end and ask.start < one.end}
        if not ask.unit or roles != {"form"}:
            return ""
    return request.asks[0].unit


def is_asked_openly(query: Query) -> bool:
    """Whether a question asks how many of a unit something has: "how many kDa is it?"."""
    return bool(set(re.findall(r"\w+", query.text.lower())) & word_list("conversation", "openly"))


def in_unit(earlier: Query, query: Query, unit: str, handles: Collection[str]) -> Query:
    """An earlier question whose asks with these handles are to be answered in a unit that a later one names."""
    request = earlier.request or Request()
    head = earlier.text.rstrip(ENDING)
    tail = query.text[_first_form(query) :]
    shift = len(head) + 2
    text = f"{head}, {tail}"
    readings = [one for one in request.readings if one.end <= len(head)]
    for one in query.request.readings if query.request else ():
        if one.start >= _first_form(query):
            delta = shift - _first_form(query)
            readings.append(one.model_copy(update={"start": one.start + delta, "end": one.end + delta, "asks": ()}))
    # What was carried from before stands behind the end, and has to stay there.
    further = max(0, len(text) - len(earlier.text))
    entities = tuple(one if one.start < len(earlier.text) else shifted(one, 0, further) for one in earlier.entities)
    asks = tuple(ask.model_copy(update={"unit": unit}) if ask.handle in handles else ask for ask in request.asks)
    return earlier.model_copy(
        update={"text": text, "entities": entities, "request": Request(asks=asks, readings=tuple(readings))}
    )


def _first_form(query: Query) -> int:
    """Where a question begins to say the form of the answer, behind the values that it names."""
    values = max([0, *(entity.end for entity in query.entities if entity.end <= len(query.text))])
    behind = len(query.text[values:]) - len(query.text[values:].lstrip(ENDING))
    return values + behind


def stands_beside(query: Query, earlier: Query) -> bool:
    """Whether a value of a question stands behind "in", "at" or "with" and is thus no new subject.

    It is one where that of the earlier question stands behind the same word: "rings in …?", "and in …?".
    """
    usual = {_word_before(earlier, group[0].start) for group in groups_of(earlier)}
    words = {_word_before(query, group[0].start) for group in groups_of(query)}
    return bool(words & word_list("references", "beside") - usual)


def names_only_values(query: Query) -> bool:
    """Whether nothing is asked but by the name of a value: "at pH 5"."""
    places = {(entity.start, entity.end) for entity in query.entities}
    return all((ask.start, ask.end) in places for ask in (query.request or Request()).asks)


def _word_before(query: Query, place: int) -> str:
    """The word in front of a value, but for articles and quantities: "in" of "in 8 M urea"."""
    text = query.text[:place].lower()
    for quantity in query.quantities:
        text = text[: quantity.start] + " " * (quantity.end - quantity.start) + text[quantity.end :]
    words = re.findall(r"\w+", text)
    while words and words[-1] in word_list("references", "small"):
        words.pop()
    return words[-1] if words else ""


def asks_of_more(query: Query) -> bool:
    """Whether a question asks the last one of something made from its subject: "and of its reverse complement?"."""
    first = min((ask.start for ask in query.request.asks if ask.what), default=0) if query.request else 0
    words = re.findall(r"\w+", query.text[:first].lower())
    while words and words[-1] in word_list("references", "small") | word_list("references", "back"):
        words.pop()
    return bool(words) and words.pop() in word_list("conversation", "of") and set(words) <= _leading()


def _leading() -> frozenset[str]:
    return word_list("conversation", "leading") | word_list("references", "small")


def derived_from(earlier: Query, query: Query) -> Query | None:
    """An earlier question with what a later one names made from its subject; None where that has no one place.

    "GC content of ATG?" and "of its reverse complement" give "GC content of the reverse complement of ATG?". The values
    of the later question are settings that say what is made: "of its sodium salt".
    """
    request = query.request or Request()
    groups = groups_of(earlier)
    asks = [ask for ask in request.asks if ask.what]
    is_read = all(one.role in ("frame", "ask", "entity") for one in request.readings)
    settings = query.entities
    if any(not (asks and asks[0].start <= one.start and one.end <= asks[0].end) for one in settings):
        return None
    if len(asks) != 1 or len(groups) != 1 or groups[0][0].end > len(earlier.text) or not is_read:
        return None
    start, end = groups[0][0].start, groups[0][0].end
    made = f"the {asks[0].text} of "
    moved = start + len("the ") - asks[0].start
    entities = (
        *(shifted(one, start, len(made)) for one in earlier.entities),
        *(
            one.model_copy(update={"handle": f"{one.handle}_made", "start": one.start + moved, "end": one.end + moved})
            for one in settings
        ),
    )
    quantities = tuple(shifted(one, end, len(made)) for one in earlier.quantities)
    text = f"{earlier.text[:start]}{made}{earlier.text[start:]}"
    return Query(text=text, entities=entities, quantities=quantities)
