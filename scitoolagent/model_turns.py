"""Earlier turns of a chat for a model: what was asked and answered, and their values as variables of the next one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from scitoolagent.language.signs import printable
from scitoolagent.llm import Message, ToolCall
from scitoolagent.records import Entity, Quantity, Query
from scitoolagent.turns import Turn

_MOST_TURNS = 6
_LONGEST_QUESTION, _LONGEST_ANSWER, _LONGEST_CODE = 4_000, 2_000, 6_000
_ELSEWHERE = "The answer was given elsewhere and is not known here."
_NUMBERED = re.compile(r"(.*?)\d*")
_Given = TypeVar("_Given", Entity, Quantity)


def going_on(query: Query, turns: Sequence[Turn], reply: str = "") -> tuple[Query, tuple[Message, ...]]:
    """A question with the values of the turns before it, and these turns as a model reads them.

    Args:
        query: the question.
        turns: those before it, the oldest first.
        reply: what the person said to the question back that the last one ended with.
    """
    told = _told(turns)[-_MOST_TURNS:]
    messages: list[Message] = []
    # The names of the latest turns are kept where two give different values under one name.
    named: list[dict[str, str]] = []
    for turn in reversed(told):
        query, names = _with_values(query, turn.query)
        named.insert(0, names)
    for number, (turn, names) in enumerate(zip(told, named, strict=True), start=1):
        messages += _messages(turn, f"earlier{number}", names, reply)
    return query, tuple(messages)


def as_asked(query: Query) -> str:
    """A question as it was written, before rules put words of it into others."""
    return query.original.text if query.original is not None else query.text


def _told(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that a model is told of: answered ones, and the last one where it was asked back.

    A question that was asked back stands whole in the turn of its reply. Nothing that was refused is told again, and
    nothing that rules alone failed at.
    """
    return [
        turn
        for turn in turns
        if turn.answer.status != "blocked"
        and (turn.answer.status != "failed" or turn.answer.drafter != "symbolic")
        and (turn.answer.question is None or turn is turns[-1])
    ]


def _messages(turn: Turn, call: str, names: Mapping[str, str], reply: str) -> Iterator[Message]:
    yield Message("user", printable(as_asked(turn.query))[:_LONGEST_QUESTION])
    answer, program = turn.answer, turn.program
    text = printable(answer.text)[:_LONGEST_ANSWER] or _ELSEWHERE
    if answer.question is not None:
        arguments: dict[str, Any] = {
            "question": answer.question.text,
            "choices": [choice.model_dump(mode="json") for choice in answer.question.choices],
        }
        yield Message("assistant", "", (ToolCall("ask", arguments, call),))
        yield Message("tool", f"The person says: {printable(reply)[:_LONGEST_QUESTION]}", call=call)
    elif program is not None:
        code = _renamed(program.code, names)[:_LONGEST_CODE]
        arguments = {"code": code, **({"answer": program.answer} if program.answer else {})}
        yield Message("assistant", "", (ToolCall("program", arguments, call),))
        yield Message("tool", f"The answer was:\n{text}", call=call)
    else:
        yield Message("assistant", "", (ToolCall("answer", {"text": text}, call),))
        yield Message("tool", "The answer was given.", call=call)


def _renamed(code: str, names: Mapping[str, str]) -> str:
    """A program with the variables of its question under the names that they have now."""
    changed = {old: new for old, new in names.items() if old != new}
    if not changed:
        return code
    pattern = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, changed))})(?!\w)")
    return pattern.sub(lambda match: changed[match[0]], code)


def _with_values(query: Query, earlier: Query) -> tuple[Query, dict[str, str]]:
    """A question with the values of an earlier one behind its end, and what each of them is called there."""
    given: tuple[Entity | Quantity, ...] = (*query.entities, *query.quantities)
    taken = {one.handle for one in given}
    known = {(one.type, str(one.value)): one.handle for one in query.entities if not one.file}
    numbers = {_content(one): one.handle for one in query.quantities}
    place = max([len(query.text), *(one.end for one in given)])
    names: dict[str, str] = {}
    entities, quantities = list(query.entities), list(query.quantities)
    for entity in earlier.entities:
        if entity.file:
            continue
        same = known.get((entity.type, str(entity.value)))
        if same is None:
            place += 2
            entities.append(_put(entity, place, taken))
        names[entity.handle] = same or entities[-1].handle
    for quantity in earlier.quantities:
        same = numbers.get(_content(quantity))
        if same is None:
            place += 2
            quantities.append(_put(quantity, place, taken))
        new = same or quantities[-1].handle
        names |= {f"{quantity.handle}{end}": f"{new}{end}" for end in ("", "_lower", "_upper")}
    return query.model_copy(update={"entities": tuple(entities), "quantities": tuple(quantities)}), names


def _content(quantity: Quantity) -> str:
    """What a quantity is, wherever it stands."""
    return quantity.model_copy(update={"handle": "", "start": 0, "end": 0, "text": ""}).model_dump_json()


def _put(value: _Given, place: int, taken: set[str]) -> _Given:
    """A value at a place behind the question, under a name that nothing else has."""
    match = _NUMBERED.fullmatch(value.handle)
    stem, number, handle = match[1] if match else value.handle, 1, value.handle
    while handle in taken:
        handle, number = f"{stem}{number}", number + 1
    taken.add(handle)
    return value.model_copy(update={"handle": handle, "start": place, "end": place})
