"""Apply a person's changes to how a question was read before it is planned again."""

from __future__ import annotations

from typing import Any

from scitoolagent.records import Ask, Candidate, Query, Reading, Request


def without_ask(query: Query, handle: str) -> Query:
    """The question without an ask and those that are asked of its result; its words only carry the question then."""
    request = query.request or Request()
    gone = {handle}
    for ask in request.asks:
        if gone & set(ask.of):
            gone.add(ask.handle)
    readings = tuple(
        reading.model_copy(update={"role": "frame", "asks": ()}) if _is_gone(reading, gone) else _left(reading, gone)
        for reading in request.readings
    )
    asks = tuple(ask for ask in request.asks if ask.handle not in gone)
    return query.model_copy(update={"request": Request(asks=asks, readings=readings)})


def _is_gone(reading: Reading, gone: set[str]) -> bool:
    """Whether words stood with removed asks only; values stay what they are."""
    return bool(reading.asks) and gone.issuperset(reading.asks) and reading.role not in ("entity", "quantity")


def _left(reading: Reading, gone: set[str]) -> Reading:
    return reading.model_copy(update={"asks": tuple(handle for handle in reading.asks if handle not in gone)})


def with_meaning(query: Query, handle: str, what: Candidate) -> Query:
    """The question with one of the things that an ask may stand for."""
    return _changed(query, handle, {"what": (what,), "problem": ""})


def with_subjects(query: Query, handle: str, of: tuple[str, ...]) -> Query:
    """The question with an ask that is asked of other values; of all that are given when `of` is empty."""
    return _changed(query, handle, {"of": of})


def with_unit(query: Query, handle: str, unit: str) -> Query:
    """The question with an ask whose answer is wanted in another unit."""
    return _changed(query, handle, {"unit": unit.strip()})


def without_operation(query: Query, handle: str, number: int) -> Query:
    """The question with an ask whose values pass one operation less."""
    ask = ask_of(query, handle)
    return _changed(query, handle, {"then": ask.then[:number] + ask.then[number + 1 :]})


def ask_of(query: Query, handle: str) -> Ask:
    """The ask called `handle`; KeyError when there is none."""
    for ask in query.request.asks if query.request else ():
        if ask.handle == handle:
            return ask
    raise KeyError(handle)


def subjects_of(query: Query, handle: str) -> tuple[str, ...]:
    """What an ask may be asked of: the values of the question and the asks before it."""
    asks = query.request.asks if query.request else ()
    names = [ask.handle for ask in asks]
    return (*(entity.handle for entity in query.entities), *names[: names.index(handle)])


def _changed(query: Query, handle: str, update: dict[str, Any]) -> Query:
    request = query.request or Request()
    asks = tuple(ask.model_copy(update=update) if ask.handle == handle else ask for ask in request.asks)
    return query.model_copy(update={"request": request.model_copy(update={"asks": asks})})
