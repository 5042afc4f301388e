"""Tell a person how a question was read: each word with its reading, and each ask in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.language.signs import printable
from scitoolagent.reading.written import as_written
from scitoolagent.records import Ask, Candidate, Entity, Operation, Quantity, Query, Reading, Reference, Role
from scitoolagent.toolkg.graph import ToolGraph

# What a role is called where people see it.
ROLE_NAMES: dict[Role, str] = {
    "ask": "asked for",
    "entity": "given",
    "quantity": "quantity",
    "setting": "setting",
    "operation": "done with the values",
    "selection": "which of them",
    "form": "form of the answer",
    "frame": "carries the question",
    "unread": "not understood",
}
_LONG = 60
_MOST_LABELS = 4


@dataclass(frozen=True, slots=True)
class Segment:
    """Some words of a question and what they were read as; `role` is empty for blanks and signs between words.

    `asks` are the handles of the asks that they stand with, `handles` are those of the values that they name, and
    `read_as` is what a misspelt name was taken for.
    """

    text: str
    role: Role | None
    asks: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()
    read_as: str = ""

    @property
    def shown(self) -> str:
        """The text, shortened where it is a value longer than a line."""
        is_value = self.role in ("entity", "quantity")
        return (
            f"{self.text[:_LONG]}… ({len(self.text)} characters)" if is_value and len(self.text) > _LONG else self.text
        )


@dataclass(frozen=True, slots=True)
class AskSummary:
    """One ask in words: what is asked, of what, what is done with the values, in which unit, and what is wrong."""

    handle: str
    what: str
    of: str
    then: str
    unit: str
    problem: str


def segments(query: Query) -> tuple[Segment, ...]:
    """What was asked, in pieces, in order and without a gap; neighbours that were read alike are one piece."""
    query = as_written(query)
    merged: list[tuple[int, int, Reading | None]] = []
    place = 0
    for reading in sorted(query.request.readings if query.request else (), key=lambda one: (one.start, -one.end)):
        start, end = max(reading.start, place), min(reading.end, len(query.text))
        if start >= end:
            continue
        last = merged[-1][2] if merged else None
        if last is not None and _is_alike(last, reading) and not query.text[place:start].strip():
            merged[-1] = (merged[-1][0], end, last)
        else:
            merged += [(place, start, None)] if place < start else []
            merged.append((start, end, reading))
        place = end
    merged += [(place, len(query.text), None)] if place < len(query.text) else []
    return tuple(_segment(query, *piece) for piece in merged)


def _is_alike(one: Reading, other: Reading) -> bool:
    is_same = one.role == "frame" or one.asks == other.asks
    return one.role == other.role and is_same and one.role not in ("entity", "quantity")


def _segment(query: Query, start: int, end: int, reading: Reading | None) -> Segment:
    text = printable(query.text[start:end])
    if reading is None:
        return Segment(text, None)
    handles = (value.handle for value in _values(query) if value.start < end and start < value.end)
    named = tuple(handles) if reading.role in ("entity", "quantity", "setting", "operation") else ()
    taken = {entity.read_as for entity in query.entities if entity.handle in named and entity.read_as}
    # What carries the question says nothing about one ask or the other.
    return Segment(text, reading.role, () if reading.role == "frame" else reading.asks, named, ", ".join(sorted(taken)))


def unread_words(query: Query, read: Iterable[tuple[int, int]] = ()) -> tuple[str, ...]:
    """The words of a question that were read as nothing, neighbours together; what stands at `read` was read later."""
    if query.request is not None and (places := list(read)):
        left = [
            one
            for one in query.request.readings
            if not any(start < one.end and one.start < end for start, end in places)
        ]
        query = query.model_copy(update={"request": query.request.model_copy(update={"readings": tuple(left)})})
    return tuple(dict.fromkeys(piece.text for piece in segments(query) if piece.role == "unread"))


def summarise_asks(graph: ToolGraph, query: Query) -> tuple[AskSummary, ...]:
    """The asks of a question in words, in their order."""
    asks = query.request.asks if query.request else ()
    return tuple(
        AskSummary(
            handle=ask.handle,
            what=_what(graph, ask),
            of=_subjects(query, ask, asks),
            then="; ".join(_operation(query, operation) for operation in ask.then),
            unit=ask.unit,
            problem=printable(ask.problem) if ask.what else ask.problem or "nothing here gives this",
        )
        for ask in asks
    )


def _what(graph: ToolGraph, ask: Ask) -> str:
    """The labels of the candidates; a whole tool is named only where none of its outputs is a candidate."""
    named = {candidate.tool for candidate in ask.what if candidate.type}
    shown = [one for one in ask.what if one.type or one.tool not in named]
    labels = list(dict.fromkeys(candidate_label(graph, candidate) for candidate in shown))
    more = [f"{len(labels) - _MOST_LABELS} more"] if len(labels) > _MOST_LABELS else []
    return " or ".join(labels[:_MOST_LABELS] + more) or printable(ask.text)


def candidate_label(graph: ToolGraph, candidate: Candidate) -> str:
    """What an ask may stand for, in words: the label of the type, or the tool with its output."""
    if candidate.type:
        node = graph.types.get(candidate.type)
        return node.label if node else candidate.type
    return f"{candidate.tool}: {candidate.output}" if candidate.output else candidate.tool


def _subjects(query: Query, ask: Ask, asks: Sequence[Ask]) -> str:
    of = ", ".join(_subject(query, asks, handle) for handle in ask.of) or "all that is given"
    beside = ", ".join(_value(query, handle) for handle in ask.beside)
    return f"{of} with {beside}" if beside else of


def _subject(query: Query, asks: Sequence[Ask], handle: str) -> str:
    ask = next((one for one in asks if one.handle == handle), None)
    if ask is not None:
        return f"{handle} ({printable(ask.text)})" if ask.text else handle
    return _value(query, handle)


def _values(query: Query) -> list[Entity | Quantity]:
    return [*query.entities, *query.quantities]


def _value(query: Query, handle: str) -> str:
    text = next((value.text for value in _values(query) if value.handle == handle), handle)
    return printable(text if len(text) <= _LONG else f"{text[:_LONG]}…")


def _operation(query: Query, operation: Operation) -> str:
    settings = ", ".join(f"{name} {_setting(query, value)}" for name, value in operation.settings.items())
    name = operation.tool.replace("_", " ")
    return f"{name} ({settings})" if settings else name


def _setting(query: Query, value: Any) -> str:
    reference = Reference.parse(value)
    return _value(query, reference.name) if reference is not None and reference.step is None else str(value)
