"""What a question of a conversation takes from the one before: the asks, the values, or both. No model, no graph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from scitoolagent.errors import PlanError
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.records import Ask, Entity, Operation, Quantity, Query, Reading, Reference, Request

ENDING = " .?!;:,\n\t"
_DIGITS = "0123456789"
_Named = TypeVar("_Named", Entity, Quantity)
_Placed = TypeVar("_Placed", Entity, Quantity, Ask, Reading)


@dataclass(frozen=True, slots=True)
class Pointing:
    """How a question points back: to one thing, to several, or to the one at a place (from 0; -1 is the last).

    `pair` says that the several are two. `start` and `end` are where the words for that place stand, and `pronoun`
    where the first pronoun does.
    """

    one: bool = False
    several: bool = False
    pair: bool = False
    place: int | None = None
    start: int = 0
    end: int = 0
    pronoun: tuple[int, int] | None = None
    word: str = ""


def find_pointing(query: Query) -> Pointing:
    """How a question points back; words that were read as part of an ask or an operation do not."""
    place, start, end = _ordinal(query)
    one, several, pair, pronoun, word = False, False, False, None, ""
    for reading in query.request.readings if query.request else ():
        text = query.text[reading.start : reading.end].lower().split("'")[0]
        if reading.role not in ("frame", "selection", "unread") or start <= reading.start < end:
            continue
        one |= text in word_list("conversation", "one")
        is_last = not query.text[reading.end :].strip(ENDING)
        # "All" at the end means things; "all its rings" does not.
        several |= text in word_list("conversation", "several") or (
            is_last and text in word_list("conversation", "all")
        )
        pair |= text in word_list("conversation", "pair")
        if text in word_list("conversation", "one") | word_list("conversation", "several"):
            word = word or text
        if pronoun is None and text in word_list("conversation", "pronouns"):
            pronoun = (reading.start, reading.end)
    return Pointing(one, several, pair, place, start, end, pronoun, word)


def _ordinal(query: Query) -> tuple[int | None, int, int]:
    for match in _ordinal_pattern().finditer(query.text):
        number = 1 if match[1] else 2
        start, end = match.span(number)
        readings = query.request.readings if query.request else ()
        roles = {reading.role for reading in readings if reading.start < end and start < reading.end}
        if not roles & {"ask", "operation", "entity", "quantity", "setting"}:
            ordinals = phrase_list("conversation", "ordinals")
            word = match[number].lower()
            return ordinals.index(word) if word in ordinals else -1, match.start(), match.end()
    return None, 0, 0


@lru_cache(maxsize=1)
def _ordinal_pattern() -> re.Pattern[str]:
    ordinals = "|".join((*phrase_list("conversation", "ordinals"), *word_list("conversation", "last")))
    nouns = "|".join(sorted(word_list("conversation", "nouns")))
    of_them = "|".join(phrase_list("conversation", "of_them"))
    behind = rf"\s+(?:{nouns})\b(?:\s+(?:{of_them})\b)?|\s+(?:{of_them})\b"
    # "the first" at the end points to a thing; "highest first" does not.
    ending = r"(?=\s*[.?!,;]?\s*$)"
    return re.compile(rf"\b(?:the\s+)?({ordinals})\b(?:{behind})|\bthe\s+({ordinals}){ending}", re.IGNORECASE)


def says_the_same(query: Query) -> bool:
    """Whether all words of a question that were not read say "the same" or "too"."""
    same = word_list("conversation", "same")
    readings = query.request.readings if query.request else ()
    return all(query.text[one.start : one.end].lower() in same for one in readings if one.role == "unread")


def groups_of(query: Query) -> list[tuple[Entity, ...]]:
    """The values of a question by their places, in order; two values at one place are two readings of it."""
    places: dict[tuple[int, int], list[Entity]] = {}
    for entity in sorted(query.entities, key=lambda one: (one.start, one.end)):
        places.setdefault((entity.start, entity.end), []).append(entity)
    return [tuple(group) for group in places.values()]


def carried(query: Query, groups: Iterable[Sequence[Entity]]) -> Query:
    """A question with values of earlier ones, which stand behind its end; its request is to be read again."""
    taken = {entity.handle for entity in query.entities}
    place = max([len(query.text), *(entity.end for entity in query.entities)])
    added: list[Entity] = []
    for group in groups:
        # Each at a place of its own, so that they are told from two readings of one place.
        place += 2
        for entity in group:
            handle = _free(entity.handle, taken)
            added.append(entity.model_copy(update={"handle": handle, "start": place, "end": place}))
    return query.model_copy(update={"entities": (*query.entities, *added), "request": None})


def continued(earlier: Query, query: Query) -> Query:
    """An earlier question that goes on with the words of another one; its request is to be read again."""
    last = max([0, *(one.end for one in earlier.entities if one.end <= len(earlier.text))])
    head = earlier.text[:last] + earlier.text[last:].rstrip(ENDING)
    shift = len(head) + 2
    text = f"{head}, {query.text}"
    taken = _handles(earlier)
    shown = tuple(one for one in earlier.entities if one.end <= len(earlier.text))
    new = tuple(_moved(one, shift, taken) for one in query.entities)
    quantities = tuple(_moved(one, shift, taken) for one in query.quantities)
    whole = Query(text=text, entities=(*shown, *new), quantities=(*earlier.quantities, *quantities))
    hidden = [group for group in groups_of(earlier) if group[0].end > len(earlier.text)]
    return carried(whole, hidden)


def with_value(query: Query, start: int, end: int, group: Sequence[Entity]) -> Query:
    """A question with a value in the place of words that point to it; its request is to be read again."""
    text = group[0].text
    delta = len(text) - (end - start)
    taken = _handles(query)
    put = tuple(
        one.model_copy(update={"handle": _free(one.handle, taken), "start": start, "end": start + len(text)})
        for one in group
    )
    entities = tuple(shifted(one, end, delta) for one in query.entities)
    quantities = tuple(shifted(one, end, delta) for one in query.quantities)
    whole = f"{query.text[:start]}{text}{query.text[end:]}"
    return Query(
        text=whole, entities=tuple(sorted((*entities, *put), key=lambda one: one.start)), quantities=quantities
    )


def asked_of(earlier: Query, groups: Sequence[Sequence[Entity]]) -> Query:
    """An earlier question with other values in the places of its own; everything else of it stays.

    Args:
        earlier: the question, read.
        groups: the values, those at one place together.
    Raises:
        PlanError: it cannot be told which of its values they replace.
    """
    request = earlier.request or Request()
    old = _subjects(earlier, request)
    names = " and ".join(group[0].text for group in groups)
    if not old or not any(ask.what for ask in request.asks):
        raise PlanError(f"the question before asks nothing that could be asked of {names}; ask the whole question")
    if len(old) > 1 and len(groups) == 1 and any(ask.then for ask in request.asks):
        raise PlanError(
            f"the question before compares {len(old)} things, and it is not clear what {names} stands for; "
            "name all that are to be compared"
        )
    ranges = _ranges(earlier, old, groups)
    if ranges is None:
        before = " and ".join(group[0].text for group in old)
        raise PlanError(f"it is not clear which of {before} is to be replaced by {names}; ask the whole question")
    return _replaced(earlier, ranges)


def picked(earlier: Query, group: Sequence[Entity]) -> Query:
    """What an earlier question asks of several things, asked of one, with nothing left to order or to compare.

    Raises:
        PlanError: it asks nothing, or under conditions that only its words give.
    """
    request = earlier.request or Request()
    name = group[0].text
    is_bound = bool(earlier.quantities) or any(reading.role == "setting" for reading in request.readings)
    if is_bound or not any(ask.what for ask in request.asks):
        raise PlanError(f"that is {name}; say what you want to know of it")
    taken = {ask.handle for ask in request.asks}
    put = [one.model_copy(update={"handle": _free(one.handle, taken), "start": 0, "end": len(name)}) for one in group]
    renamed = {entity.handle: tuple(one.handle for one in put) for entity in earlier.entities}
    text, asks = f"{name}: ", list[Ask]()
    readings = [Reading(start=0, end=len(name), role="entity", asks=tuple(ask.handle for ask in request.asks))]
    for ask in request.asks:
        start = len(text) + (2 if asks else 0)
        text = f"{text}{', ' if asks else ''}{ask.text}"
        asks.append(_asked(ask, renamed).model_copy(update={"start": start, "end": len(text), "then": ()}))
        readings.append(Reading(start=start, end=len(text), role="ask", asks=(ask.handle,)))
    return Query(text=text, entities=tuple(put), request=Request(asks=tuple(asks), readings=tuple(readings)))


@dataclass(frozen=True, slots=True)
class _Range:
    """A stretch of a question with the values in it, and those that take their place."""

    start: int
    end: int
    old: tuple[Entity, ...]
    new: tuple[tuple[Entity, ...], ...]


def _ranges(
    earlier: Query, old: Sequence[tuple[Entity, ...]], groups: Sequence[Sequence[Entity]]
) -> list[_Range] | None:
    """What is replaced by what; None when that is not clear."""
    new = tuple(tuple(group) for group in groups)
    hidden = [group for group in old if group[0].end > len(earlier.text)]
    asks = earlier.request.asks if earlier.request else ()
    if (hidden and len(hidden) < len(old)) or any(ask.beside for ask in asks):
        return None
    is_one_list = all(_is_joined(earlier, one[0].end, other[0].start) for one, other in pairwise(old))
    if is_one_list and len(old) != len(new):
        values = tuple(entity for group in old for entity in group)
        return [_Range(old[0][0].start, old[-1][0].end, values, new)]
    if is_one_list:
        return [_Range(was[0].start, was[0].end, was, (now,)) for was, now in zip(old, new, strict=True)]
    if len(new) == 1 and all(_is_of_one(ask, old) for ask in asks):
        return [_Range(group[0].start, group[0].end, group, new) for group in old]
    return None


def _subjects(earlier: Query, request: Request) -> list[tuple[Entity, ...]]:
    """The values that the asks of a question are of; all of them where an ask is of all that is given."""
    groups = groups_of(earlier)
    if any(not ask.of for ask in request.asks):
        return groups
    of = {handle for ask in request.asks for handle in ask.of}
    return [group for group in groups if any(entity.handle in of for entity in group)]


def _is_of_one(ask: Ask, groups: Sequence[tuple[Entity, ...]]) -> bool:
    """Whether an ask is of the values at one place at most, such as each of "the TPSA of … and the log P of …"."""
    return bool(ask.of) and sum(any(one.handle in ask.of for one in group) for group in groups) <= 1


def _is_joined(query: Query, start: int, end: int) -> bool:
    """Whether two places are neighbours in a list."""
    between = re.findall(r"\w+|[^\w\s]", query.text[start:end].lower())
    return all(word in word_list("conversation", "between") for word in between)


def _replaced(earlier: Query, ranges: Sequence[_Range]) -> Query:
    gone = {entity.handle for one in ranges for entity in one.old}
    taken = _handles(earlier) - gone
    taken |= {ask.handle for ask in earlier.request.asks} if earlier.request else set()
    text, place, shifts = "", 0, list[tuple[int, int]]()
    put: list[tuple[_Range, int, Entity]] = []
    for one in ranges:
        is_hidden = one.start > len(earlier.text)
        text += "" if is_hidden else earlier.text[place : one.start]
        for number, group in enumerate(one.new):
            joint = "" if number == 0 or is_hidden else " and " if number == len(one.new) - 1 else ", "
            text += joint
            start = one.start + 2 * number if is_hidden else len(text)
            end = start if is_hidden else start + len(group[0].text)
            text += "" if is_hidden else group[0].text
            for entity in group:
                handle = _free(entity.handle, taken)
                put.append((one, start, entity.model_copy(update={"handle": handle, "start": start, "end": end})))
        if not is_hidden:
            place = one.end
            shifts.append((one.end, len(text) - one.end))
    text += earlier.text[place:]
    renamed = _renamed(ranges, put)
    kept = tuple(_at(entity, shifts) for entity in earlier.entities if entity.handle not in gone)
    entities = sorted((*kept, *(entity for _, _, entity in put)), key=lambda entity: entity.start)
    return Query(
        text=text,
        entities=tuple(entities),
        quantities=tuple(_at(quantity, shifts) for quantity in earlier.quantities),
        request=_request(earlier, ranges, shifts, renamed, [entity for _, _, entity in put]),
    )


def _renamed(ranges: Sequence[_Range], put: Sequence[tuple[_Range, int, Entity]]) -> dict[str, tuple[str, ...]]:
    """The handles that take the place of each handle."""
    return {
        entity.handle: tuple(new.handle for where, _, new in put if where is one)
        for one in ranges
        for entity in one.old
    }


def _request(
    earlier: Query,
    ranges: Sequence[_Range],
    shifts: Sequence[tuple[int, int]],
    renamed: Mapping[str, tuple[str, ...]],
    put: Sequence[Entity],
) -> Request:
    request = earlier.request or Request()
    inside = [(one.start, one.end) for one in ranges]
    kept = [
        _at(reading, shifts)
        for reading in request.readings
        if not any(start <= reading.start < end for start, end in inside)
    ]
    lost = [reading for reading in request.readings if any(start <= reading.start < end for start, end in inside)]
    asks = tuple(dict.fromkeys(handle for reading in lost for handle in reading.asks))
    places = dict.fromkeys((entity.start, entity.end) for entity in put if entity.end > entity.start)
    kept += [Reading(start=start, end=end, role="entity", asks=asks) for start, end in places]
    return Request(
        asks=tuple(_asked(_at(ask, shifts), renamed) for ask in request.asks),
        readings=tuple(sorted(kept, key=lambda reading: reading.start)),
    )


def _asked(ask: Ask, renamed: Mapping[str, tuple[str, ...]]) -> Ask:
    def handles(old: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(new for handle in old for new in renamed.get(handle, (handle,))))

    then = tuple(_operated(operation, renamed) for operation in ask.then)
    return ask.model_copy(update={"of": handles(ask.of), "beside": handles(ask.beside), "then": then})


def _operated(operation: Operation, renamed: Mapping[str, tuple[str, ...]]) -> Operation:
    settings: dict[str, Any] = {}
    for name, value in operation.settings.items():
        reference = Reference.parse(value)
        new = renamed.get(reference.name, ()) if reference is not None and reference.step is None else ()
        settings[name] = f"$query.{new[0]}" if new else value
    return operation.model_copy(update={"settings": settings})


def _at(one: _Placed, shifts: Sequence[tuple[int, int]]) -> _Placed:
    """The same at its place in the new text; the last change in front of it says how far it moves."""

    def moved(place: int) -> int:
        return place + next((shift for end, shift in reversed(shifts) if place >= end), 0)

    return one.model_copy(update={"start": moved(one.start), "end": max(moved(one.start), moved(one.end))})


def _moved(one: _Named, shift: int, taken: set[str]) -> _Named:
    handle = _free(one.handle, taken)
    return one.model_copy(update={"handle": handle, "start": one.start + shift, "end": one.end + shift})


def shifted(one: _Named, end: int, delta: int) -> _Named:
    """A value with its place moved where it stands behind a change of the text that ends at `end`."""
    return one if one.start < end else one.model_copy(update={"start": one.start + delta, "end": one.end + delta})


def _handles(query: Query) -> set[str]:
    return {entity.handle for entity in query.entities} | {quantity.handle for quantity in query.quantities}


def _free(handle: str, taken: set[str]) -> str:
    """A handle of the same name that nothing has yet."""
    base = handle.rstrip(_DIGITS)
    number = 1
    while f"{base}{number}" in taken:
        number += 1
    taken.add(f"{base}{number}")
    return f"{base}{number}"
