"""Decide which phrases of a question are goals, what each is about, and what is asked that nothing gives."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scitoolagent.language.words import word_list
from scitoolagent.reading.phrases import ENTITY, Match, Target
from scitoolagent.reading.words import BREAKS, EMPTY, Word
from scitoolagent.records import Entity
from scitoolagent.toolkg.graph import ToolGraph

# A phrase this many words in front of a value of its own type announces the value.
_ANNOUNCING = 6
# "The name of the methyl ester …": words between a notation and what it is asked of.
_NEAR = 4
# A notation named behind such a word is a way, not a goal.
_WAYS = re.compile(
    r"\b(by|using|via|based on|from|through|after|according to|where|in (its|the)|represented|given|first)\b[^.?!;]*$"
)
# "First make the ester, then give its InChI": asked for, although the clause tells a way.
_GIVEN_BACK = re.compile(r"\b(?:give|report|provide|return|tell|show|state)\b[^,;.]*$")
# "Tell me its QED by first converting the name to SMILES": what is to be told stands before the way.
_BY_DOING = re.compile(r"\b(?:by|after|via|through)\s+(?:first\s+)?\w+ing\b(?P<done>[^.?!;]*)$")
_LEAVING_OUT = word_list("values", "leaving_out")
_THEN = re.compile(r"\b(then|resulting|result|obtained|afterwards|followed by|subsequently|next|thereafter)\b")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One goal of the question.

    `soft` marks a notation named on the way, which needs no value of its own when the plan passes it anyway.
    `about` are the entities it is asked of; `after` is the place of an earlier goal whose result it is asked of.
    """

    text: str
    targets: tuple[Target, ...]
    start: int
    end: int
    soft: bool
    about: tuple[Entity, ...]
    after: int | None = None


def find_goals(
    graph: ToolGraph, found_phrases: Sequence[Match], text: str, words: list[Word], entities: Sequence[Entity]
) -> list[Wanted]:
    """The goals among the phrases found in a question, in the order of the text."""
    matches = [
        match
        for match in found_phrases
        if not _announces(graph, match, words, entities)
        and not (_is_given(graph, match, entities) and not _is_of_another(graph, match, found_phrases, words))
        and not _is_left_out(match, words)
    ]
    matches = _without_glosses(graph, _merge(matches, words), words)
    marks = sorted(
        [(words[match.first].start, number) for number, match in enumerate(matches)]
        + [(entity.start, -1) for entity in entities]
    )
    groups = _attach(marks, matches, list(entities))
    found: list[Wanted] = []
    for number, match in enumerate(matches):
        start, end = words[match.first].start, words[match.last].end
        clause = _clause(text, start)
        way = _BY_DOING.search(clause)
        given_back = _GIVEN_BACK.search(way["done"] if way else clause)
        soft = _is_notation(match) and bool(_WAYS.search(clause)) and not given_back
        found.append(
            Wanted(
                text[start:end],
                match.targets,
                start,
                end,
                soft,
                groups[number],
                _follows(graph, text, matches, words, number),
            )
        )
    return found


def _clause(text: str, start: int) -> str:
    return re.split(r"[.?!;]\s", text[max(0, start - 200) : start].lower())[-1]


def _is_notation(match: Match) -> bool:
    return all(target.tool == "" and not target.column for target in match.targets)


def _announces(graph: ToolGraph, match: Match, words: list[Word], entities: Sequence[Entity]) -> bool:
    """Whether the phrase only says what a value is: `the SMILES string …`, `… as SLN`."""
    types = {target.type for target in match.targets if target.type}
    by_start = {entity.start: entity for entity in entities}
    if _is_kind_of_next(graph, match, words, by_start):
        return True
    if not types:
        return False
    nearest: list[Word] = []
    for place in range(match.last + 1, min(match.last + 1 + _ANNOUNCING, len(words))):
        if words[place].text in BREAKS - {":"} or words[place].text in ("and", "to", "then", "into"):
            break
        if words[place].text == ENTITY:
            nearest.append(words[place])
            break
        if words[place].text not in EMPTY and words[place].text not in (
            "code",
            "id",
            "(",
            ")",
            ":",
            ",",
            "identifier",
            "name",
        ):
            break
    if match.first > 0 and words[match.first - 1].text == ENTITY:
        nearest.append(words[match.first - 1])
    # A narrower type announces too (`the IUPAC name …`), unless an edit gives it (`the reverse complement of …`) or it
    # is asked of the value: "the IUPAC name of aspirin".
    asked_of = [word.text for word in words[match.last + 1 : match.last + 3]] == ["of", ENTITY]
    narrower = _is_notation(match) and not asked_of
    return any(
        graph.is_a(by_start[word.start].type, name) or (narrower and graph.is_a(name, by_start[word.start].type))
        for word in nearest
        for name in types
        if word.start in by_start
    )


def _is_kind_of_next(graph: ToolGraph, match: Match, words: list[Word], by_start: Mapping[int, Entity]) -> bool:
    """Whether a phrase of one word is what the value right behind it is called: "primer GATTACA", "gene ATGGCC"."""
    behind = words[match.last + 1 : match.last + 2]
    entity = by_start.get(behind[0].start) if behind and behind[0].text == ENTITY else None
    return (
        entity is not None and len(match.words) == 1 and words[match.first].text in graph.types[entity.type].announced
    )


def _is_of_another(graph: ToolGraph, match: Match, others: Sequence[Match], words: list[Word]) -> bool:
    """Whether a notation is asked of what is made of a value, of another type: "the name of the scaffold of …"."""
    behind = [word.text for word in words[match.last + 1 : match.last + 1 + _ANNOUNCING + _NEAR]]
    end = next((place for place, text in enumerate(behind) if text == ENTITY or text in BREAKS), 0)
    if behind[:1] != ["of"] or behind[end] != ENTITY:
        return False
    if "of" not in behind[1:end]:
        # "The methyl ester of salicylic acid" is made by a setting and a value.
        return behind[end + 1 : end + 3] == ["of", ENTITY]
    inside = range(match.last + 1, match.last + 1 + end)
    targets = [target for other in others if other.first in inside for target in other.targets]
    made = {
        name
        for target in targets
        for name in ([port.type for port in graph.tools[target.tool].outputs] if target.tool else [target.type])
    }
    return not any(graph.is_a(name, target.type) for name in made for target in match.targets)


def _is_given(graph: ToolGraph, match: Match, entities: Sequence[Entity]) -> bool:
    """Whether the phrase names a notation that the question already gives: `convert the SLN to SMILES`."""
    return _is_notation(match) and any(
        graph.is_a(entity.type, target.type) for target in match.targets for entity in entities
    )


def _without_glosses(graph: ToolGraph, matches: list[Match], words: list[Word]) -> list[Match]:
    """Leave out what only explains the phrase in front of it: `NPR1 (normalised principal moments ratio)`."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda match: match.first):
        goal = kept[-1] if kept else None
        if goal is None or not (_is_detail(goal, match, words) or _is_gloss(goal, match, words)):
            kept.append(match)
        elif not _tools(goal) & _tools(match) and (_fills_bracket(match, words) or _is_one_of(graph, goal, match)):
            # `surface area (by some other method)`: the bracket says which one is meant.
            kept[-1] = match
    return kept


def _is_one_of(graph: ToolGraph, goal: Match, match: Match) -> bool:
    """Whether a phrase names one value where the one in front of it names a kind of them: `drug-likeness (QED)`."""
    several = all(
        not target.output and len(graph.tools[target.tool].outputs) > 1 for target in goal.targets if target.tool
    )
    return several and any(target.output for target in match.targets)


def _fills_bracket(match: Match, words: list[Word]) -> bool:
    """Whether a phrase is all that a bracket holds, and is spelt out; a lone abbreviation only repeats the goal."""
    if len(match.label) < 2 or not all(word.isalpha() for word in match.label):
        return False
    outside = (match.first - 1, match.last + 1)
    signs = [words[place].text if 0 <= place < len(words) else "" for place in outside]
    return signs == ["(", ")"] and len(match.words) == match.last - match.first + 1


def _tools(match: Match) -> set[str]:
    return {target.tool for target in match.targets}


def _is_left_out(match: Match, words: list[Word]) -> bool:
    """`… without hydrogen atoms`: what is left out is no goal."""
    before = next((words[place].text for place in range(match.first - 1, -1, -1) if words[place].text not in EMPTY), "")
    return before in _LEAVING_OUT


def _is_gloss(goal: Match, match: Match, words: list[Word]) -> bool:
    """Whether a phrase stands in brackets right behind a goal, or inside it."""
    before = [words[place].text for place in range(match.first)]
    opening = max((place for place, text in enumerate(before) if text == "("), default=-1)
    if opening <= goal.first or ")" in before[opening:]:
        return False
    return all(
        text in EMPTY or text == "number" or goal.first < place < goal.last
        for place, text in enumerate(before[goal.first : opening], goal.first)
        if place not in goal.words
    )


def _merge(matches: list[Match], words: list[Word]) -> list[Match]:
    """Two names of one thing side by side (`TPSA (topological polar surface area)`) are one goal."""
    kept: list[Match] = []
    telling = {text: [place for place, word in enumerate(words) if word.text == text] for text in ("by", ENTITY)}
    for match in matches:
        twin = next((other for other in kept if _is_twin(other, match, words, telling)), None)
        if twin is None:
            kept.append(match)
        elif match.score > twin.score and not _stands_between("by", telling, twin, match):
            # "The area by trapezoids": the way of doing it does not stand for what is asked.
            kept[kept.index(twin)] = match
    return kept


def _stands_between(text: str, telling: Mapping[str, Sequence[int]], one: Match, other: Match) -> bool:
    place = bisect_left(telling[text], one.last)
    return place < len(telling[text]) and telling[text][place] < other.first


def _is_detail(goal: Match, match: Match, words: list[Word]) -> bool:
    """`BCUT descriptors, including values for mass and charge`: parts of the goal, no goals of their own."""
    between = [words[place].text for place in range(goal.last + 1, match.first)]
    return "including" in between and ENTITY not in between and not BREAKS & set(between)


def _is_twin(other: Match, match: Match, words: list[Word], telling: Mapping[str, Sequence[int]]) -> bool:
    """Whether the later phrase means the same goal as the earlier one; `telling` are the places of some words."""

    same = bool(set(other.targets) & set(match.targets))
    # "The reverse complement of the reverse complement": twice.
    if match.first - other.last in (2, 3) and words[other.last + 1].text == "of":
        return False
    if not same and not set(match.label) < set(other.label):
        return False
    # "… the number of aromatic rings of X by converting it and then counting the rings": the way, told again.
    return _stands_between("by", telling, other, match) or (same and not _stands_between(ENTITY, telling, other, match))


def _attach(marks: list[tuple[int, int]], matches: list[Match], entities: list[Entity]) -> list[tuple[Entity, ...]]:
    """Which entities each goal is about: the nearest group when goals and entities alternate, all of them otherwise."""
    everything = tuple(entities)
    runs: list[list[int | Entity]] = []
    by_start = {entity.start: entity for entity in entities}
    for start, number in marks:
        item: int | Entity = by_start[start] if number < 0 else number
        if runs and isinstance(runs[-1][0], int) == isinstance(item, int):
            runs[-1].append(item)
        else:
            runs.append([item])
    goal_runs = [run for run in runs if isinstance(run[0], int)]
    entity_runs = [run for run in runs if not isinstance(run[0], int)]
    attached: list[tuple[Entity, ...]] = [everything] * len(matches)
    if len(entity_runs) >= 2 and len(goal_runs) == len(entity_runs):
        for goals, about in zip(goal_runs, entity_runs, strict=True):
            for goal in goals:
                if isinstance(goal, int):
                    attached[goal] = tuple(entity for entity in about if not isinstance(entity, int))
    return attached


def _follows(graph: ToolGraph, text: str, matches: list[Match], words: list[Word], number: int) -> int | None:
    """The earlier goal whose result this goal is asked of: `translate …, then compute the pI of the protein`."""
    for earlier in range(number - 1, -1, -1):
        if not any(_is_structure(graph, target) for target in matches[earlier].targets):
            continue
        between = text[words[matches[earlier].last].end : words[matches[number].first].start].lower()
        if _THEN.search(between):
            return earlier
    return None


def _is_structure(graph: ToolGraph, target: Target) -> bool:
    if target.tool:
        return any(
            graph.is_a(port.type, root)
            for port in graph.tools[target.tool].outputs
            for root in ("MolecularStructure", "Sequence")
        )
    return any(graph.is_a(target.type, root) for root in ("MolecularStructure", "Sequence"))
