"""Tell a person how a question was read: each word with its reading, and each ask in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
    "unread": "not read",
}
_LONG = 60
# Control characters and those that turn the direction of writing: shown they could rewrite what stands around them.
_CONTROL = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"} | {0x7F: 0x2421}
_CONTROL |= dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD)


@dataclass(frozen=True, slots=True)
class Segment:
    """Some words of a question and what they were read as; `role` is empty for blanks and signs between words.

    `ask` is the handle of the ask that they belong to, `handles` are those of the values that they name.
    """

    text: str
    role: Role | None
    ask: str = ""
    handles: tuple[str, ...] = ()

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


def printable(text: str) -> str:
    """A text whose control characters are replaced by visible signs."""
    return text.translate(_CONTROL)


def segments(query: Query) -> tuple[Segment, ...]:
    """The text of a question in pieces, in order and without a gap; neighbours that were read alike are one piece."""
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
    return one.role == other.role and one.ask == other.ask and one.role not in ("entity", "quantity")


def _segment(query: Query, start: int, end: int, reading: Reading | None) -> Segment:
    text = printable(query.text[start:end])
    if reading is None:
        return Segment(text, None)
    handles = (value.handle for value in _values(query) if value.start < end and start < value.end)
    named = tuple(handles) if reading.role in ("entity", "quantity", "setting", "operation") else ()
    return Segment(text, reading.role, reading.ask, named)


def unread_words(query: Query) -> tuple[str, ...]:
    """The words of a question that were read as nothing, neighbours together."""
    return tuple(dict.fromkeys(piece.text for piece in segments(query) if piece.role == "unread"))


def summarise_asks(graph: ToolGraph, query: Query) -> tuple[AskSummary, ...]:
    """The asks of a question in words, in their order."""
    asks = query.request.asks if query.request else ()
    return tuple(
        AskSummary(
            handle=ask.handle,
            what=_what(graph, ask),
            of=", ".join(_subject(query, asks, handle) for handle in ask.of) or "all that is given",
            then="; ".join(_operation(query, operation) for operation in ask.then),
            unit=ask.unit,
            problem=ask.problem,
        )
        for ask in asks
    )


def _what(graph: ToolGraph, ask: Ask) -> str:
    return " or ".join(dict.fromkeys(candidate_label(graph, candidate) for candidate in ask.what)) or ask.text


def candidate_label(graph: ToolGraph, candidate: Candidate) -> str:
    """What an ask may stand for, in words: the label of the type, or the tool with its output."""
    if candidate.type:
        node = graph.types.get(candidate.type)
        label = node.label if node else candidate.type
        return f"{label} (by {candidate.tool})" if candidate.tool else label
    return f"{candidate.tool}: {candidate.output}" if candidate.output else candidate.tool


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
