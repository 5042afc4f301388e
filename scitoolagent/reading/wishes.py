"""The unit that an answer is wanted in, and questions that name nothing but a unit: "how many kDa is …"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scitoolagent.language.words import meanings, phrase_list, phrases_of, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.glosses import is_known, vocabulary
from scitoolagent.reading.nesting import split_subjects
from scitoolagent.reading.phrases import Match, Target
from scitoolagent.reading.tokens import ENTITY, QUANTITY, WORD, Token, header_brackets
from scitoolagent.reading.words import Word
from scitoolagent.records import Query
from scitoolagent.tool.unit_words import find_units
from scitoolagent.tool.units import convert, convertible, is_pure
from scitoolagent.toolkg.generics import can_be_in
from scitoolagent.toolkg.graph import ToolGraph

# Between the units of atoms and those of the laboratory lie 23 powers of ten; a photon has an energy in J.
_WIDEST = 1e22
# Where a unit is what an answer is wanted in.
_ASKED_IN, _ENDS = re.compile(r"\bin\s+$"), re.compile(r"\s*(?:[?.!,;]|$|(?:in|of|for|from|and|by)\b)")


def wanted_units(
    graph: ToolGraph,
    query: Query,
    parts: Sequence[Sequence[Token]],
    asks: list[AskDraft],
    read: Sequence[Read],
) -> list[Read]:
    """Give each unit that is wanted to the asks of its sentence that can be in it; one that serves none is unread."""
    found: list[Read] = []
    said, last = tuple(asks), 0
    joints = {",", *phrase_list("units", "joints"), *phrase_list("units", "before")}
    given = [(entity.start, entity.end) for entity in query.entities]
    given += [(quantity.start, quantity.end) for quantity in query.quantities]
    given += header_brackets(query)
    for start, end, unit in find_units(query.text):
        if any(left < end and start < right for left, right in given):
            continue
        sentence = next((part for part in parts if part[0].start <= start < part[-1].end), ())
        inside = [ask for ask in said if sentence and sentence[0].start <= ask.start < sentence[-1].end]
        if any(part.role == "ask" and part.start < end and start < part.end for part in read):
            continue
        fitting = [ask for ask in inside if not ask.soft and _can_be_in(graph, ask, unit)]
        free = [ask for ask in fitting if not ask.unit]
        for ask in free:
            ask.unit = _sign(unit)
        # "In °C and in K": the same again.
        listed = bool(last) and set(query.text[last:start].lower().replace(",", " , ").split()) <= joints
        last = end
        repeated = fitting if listed and not (free or query.tables) else []
        again = [replace(ask, unit=_sign(unit)) for ask in repeated if ask.reported]
        asks += again
        if free or again:
            found.append(Read(start, end, "form"))
        elif inside and query.tables and _ASKED_IN.search(query.text[:start]) and _ENDS.match(query.text[end:]):
            # "The sum of left in g" of a column that tells no unit.
            found.append(Read(start, end, "unread"))
    return found


def without_units(graph: ToolGraph, query: Query, matches: list[Match], words: Sequence[Word]) -> list[Match]:
    """The labels found in a question, less the signs of units that another one is wanted in: "viscosity in cP", no Cp.

    Labels are found in any case of their letters, and the signs of units are not.
    """
    wanted = {start: (end, unit) for start, end, unit in units_asked_in(query.text)}
    kept: list[Match] = []
    for match in matches if wanted else ():
        places = [(words[place].start, words[place].end) for place in match.words]
        end, unit = wanted.get(places[0][0], (-1, ""))
        others = [other for other in matches if other is not match]
        if end == places[-1][1] and any(gives_in(graph, one, unit) for other in others for one in other.targets):
            continue
        kept.append(match)
    return kept if wanted else matches


def units_asked_in(text: str) -> Iterator[tuple[int, int, str]]:
    """The units of a text that an answer is wanted in, by "in" and what comes behind them: "in hours by clinic"."""
    for start, end, unit in find_units(text):
        if _ASKED_IN.search(text[:start]) and _ENDS.match(text[end:]):
            yield start, end, unit


def _sign(unit: str) -> str:
    """The sign of a unit that is written out, where the language has one for it."""
    signs = meanings("unit_signs")
    return next((signs[word] for word in unit.lower().split() if word in signs), unit)


def _can_be_in(graph: ToolGraph, ask: AskDraft, unit: str) -> bool:
    if any(target.column and target.unit and convertible(target.unit, unit) for target in ask.targets):
        return True
    return any(gives_in(graph, target, unit) for target in ask.targets)


def gives_in(graph: ToolGraph, target: Target, unit: str) -> bool:
    """Whether a tool gives a value that can be in a unit."""
    return bool(target.tool) and any(
        can_be_in(graph, port, unit) for port in graph.tools[target.tool].outputs if target.output in ("", port.name)
    )


def ask_by_unit(
    graph: ToolGraph,
    query: Query,
    parts: Sequence[Sequence[Token]],
    asks: list[AskDraft],
    read: Sequence[Read],
    labelled: Callable[[str], tuple[Target, ...]],
) -> list[Read]:
    """Add the ask of a question that names a unit and no property: the values in it that its words speak of.

    "How much …" in front of a substance, and "how do I prepare …" with amounts, ask for a mass.
    """
    for start, end, unit, wanted in (*_units_named(query.text), *_masses_meant(query, parts)):
        if is_pure(unit) or any(part.start < end and start < part.end for part in read):
            continue
        sentence = next((part for part in parts if part[0].start <= start < part[-1].end), ())
        handled = word_list("values", "weighing")
        left = [token for token in sentence if token.text not in handled and _is_content(token, start, end, read)]
        # What is not understood of a story may change what a unit alone can only be guessed to ask for.
        told = [token for part in parts if part is not sentence for token in part if token.text not in handled]
        story = word_list("frames", "story")
        left += [one for one in told if one.text not in story and _is_content(one, start, end, read)]
        targets = [
            target
            for target in _measured_in(graph, unit, labelled)
            if all(is_known(token, vocabulary(graph, (target,))) for token in left)
        ]
        if not left and not any(not graph.is_setting(entity.type) for entity in query.entities):
            # Nothing but numbers and a unit: no value of a tool that would take another number for granted.
            targets = [one for one in targets if _numbers_taken(graph, one) <= len(query.quantities)]
        if not targets:
            continue
        about = tuple(entity.handle for entity in query.entities)
        asks.append(AskDraft(query.text[start:end], tuple(targets), start, end, about, unit=wanted))
        split_subjects(graph, query, asks[-1:])
        read_too = [Read(start, end, "form")]
        first = asks[-1]
        for begin, last, other, sign in _units_named(query.text):
            if sentence and end <= begin < sentence[-1].end and convertible(other, unit):
                asks.append(replace(first, unit=sign))
                read_too.append(Read(begin, last, "form"))
        return [*read_too, *(Read(token.start, token.end, "ask") for token in left)]
    return []


def _numbers_taken(graph: ToolGraph, target: Target) -> int:
    return sum(not is_pure(graph.types[port.type].unit) for port in graph.tools[target.tool].inputs)


def _units_named(text: str) -> Iterator[tuple[int, int, str, str]]:
    """The units that a question names, each with its place and as an answer is to be given in it."""
    for start, end, unit in find_units(text):
        yield start, end, unit, _sign(unit)


def _masses_meant(query: Query, parts: Sequence[Sequence[Token]]) -> Iterator[tuple[int, int, str, str]]:
    """Words that ask for the mass of a substance without a unit, where the question gives amounts."""
    if not query.quantities:
        return
    small = word_list("references", "small") | {"of"}
    for sentence in parts:
        texts = [token.text for token in sentence]
        for phrase in phrase_list("values", "how_much"):
            words = phrase.split()
            for place in range(len(texts) - len(words) + 1):
                behind = place + len(words)
                while behind < len(texts) and texts[behind] in small:
                    behind += 1
                kind = sentence[behind].kind if behind < len(texts) else ""
                if texts[place : place + len(words)] == words and kind in (ENTITY, QUANTITY):
                    yield sentence[place].start, sentence[place + len(words) - 1].end, "g", ""


def _measured_in(graph: ToolGraph, unit: str, labelled: Callable[[str], tuple[Target, ...]]) -> Iterator[Target]:
    """The values of the graph that can be given in a unit, those of its usual property where it has one."""
    for name, labels in phrases_of("usual_properties").items():
        if convertible(name, unit):
            yield from (target for label in labels for target in labelled(label))
            return
    by_name = {target.type for label in phrase_list("values", "only_by_name") for target in labelled(label)}
    for tool in graph.tools.values():
        for port in tool.outputs:
            if port.type in by_name:
                continue
            node = graph.types[port.type]
            if not node.generic and node.unit and not is_pure(node.unit) and _same_scale(node.unit, unit):
                yield Target(type=port.type, tool=tool.name, output=port.name)


def _same_scale(own: str, unit: str) -> bool:
    """Whether values can be given in a unit that people use for them: what is weighed in grams has no mass in Da."""
    return convertible(own, unit) and 1 / _WIDEST < abs(convert(1.0, own, unit)) < _WIDEST


def _is_content(token: Token, start: int, end: int, read: Sequence[Read]) -> bool:
    if token.kind != WORD or start <= token.start < end or token.text in word_list("frames", "words"):
        return False
    return not any(part.start < token.end and token.start < part.end for part in read)
