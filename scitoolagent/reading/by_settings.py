"""Asks that settings say alone: "the sodium salt of …", "residues 10 to 25 of …"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.judging import judging
from scitoolagent.reading.outputs import Outputs
from scitoolagent.reading.phrases import RECORD_FIELD, Target
from scitoolagent.reading.tokens import ENTITY, Token
from scitoolagent.reading.words import EMPTY, label_words, read_words
from scitoolagent.records import Entity, Query
from scitoolagent.toolkg.graph import ToolGraph


def implied_by_settings(
    graph: ToolGraph, outputs: Outputs, query: Query, parts: Sequence[Sequence[Token]], drafts: Sequence[AskDraft]
) -> list[AskDraft]:
    """Asks that a setting says alone: "the sodium salt of …", "residues 10 to 25 of …"."""
    made, seen = list[AskDraft](), set[tuple[str, str]]()
    things = tuple(entity.handle for entity in query.entities if not graph.is_setting(entity.type))
    for entity in query.entities:
        if not graph.is_setting(entity.type):
            continue
        sentence = next((part for part in parts if part[0].start <= entity.start < part[-1].end), ())
        inside = [draft for draft in drafts if sentence and sentence[0].start <= draft.start < sentence[-1].end]
        if any(_takes(graph, target, entity.type) for draft in inside for target in draft.targets):
            continue
        targets = tuple(
            Target(tool=tool.name)
            for tool in graph.tools.values()
            if any(graph.is_a(entity.type, port.type) for port in tool.required)
        )
        targets = outputs.of_a_kind(targets, _asked_kind(sentence, entity.start))
        said = (entity.type, str(entity.value))
        if targets and _names_output(graph, targets, entity, sentence, inside):
            seen.add(said)
        if targets and said not in seen and _asks(graph, entity.type, targets, inside):
            made.append(AskDraft(entity.text, targets, entity.start, entity.end, things))
            if query.tables and outputs.are_counts(targets) and _of_a_file(query, sentence, entity):
                made[-1].problem = (
                    f"{entity.text} may be counted in each row, or the rows that have one: say which, as in "
                    f"'how many rows contain …' or '… in each row'"
                )
            if graph.is_a(entity.type, RECORD_FIELD):
                made[-1].about = _read_of(graph, targets, query, sentence, entity)
                if any(token.text in judging() for token in sentence):
                    # The better resolution is the lower number, the better capacity the higher one.
                    made[-1].problem = "a record does not say which number is better; ask which is higher or lower"
            seen.add(said)
    made = _together(graph, query, made)
    for one, other in itertools.combinations(made, 2):
        # "Dilute 1:10 and then 1:5": the second is done with the result of the first, which nothing binds.
        between = {token.text for part in parts for token in part if one.end <= token.start < other.start}
        if one.targets == other.targets and between & word_list("references", "going_on"):
            one.problem = other.problem = "one is done after the other; ask about one at a time"
    return made


def _together(graph: ToolGraph, query: Query, drafts: Sequence[AskDraft]) -> list[AskDraft]:
    """The asks, of which those of different settings of one call are one: "300 K to °C", "25 MPa in psi"."""
    kinds = {entity.start: entity.type for entity in query.entities}
    made = list[AskDraft]()
    for draft in drafts:
        before = made[-1] if made else None
        if before is None or before.problem or draft.problem or before.targets != draft.targets:
            made.append(draft)
            continue
        both = kinds[before.start], kinds[draft.start]
        taken = [[port.type for port in graph.tools[target.tool].required] for target in draft.targets]
        # A third setting begins the next call.
        alone = any((entity.start, entity.end) == (before.start, before.end) for entity in query.entities)
        if alone and both[0] != both[1] and all(set(both) <= set(one) for one in taken):
            made[-1] = replace(before, text=query.text[before.start : draft.end], end=draft.end)
        else:
            made.append(draft)
    return made


def _names_output(
    graph: ToolGraph, targets: Sequence[Target], entity: Entity, sentence: Sequence[Token], inside: Sequence[AskDraft]
) -> bool:
    """Whether the words in front of a setting name one value of what it asks for: "the mass of" what a reaction gives.

    That value is then what they ask for.
    """
    for draft in inside:
        between = [token.text for token in sentence if draft.end <= token.start < entity.start]
        if draft.end > entity.start or not set(between) <= word_list("references", "small") | {"of", "the"}:
            continue
        words = {word for word, *_ in read_words(draft.text)} - EMPTY
        named = [
            Target(port.type, target.tool, port.name)
            for target in targets
            for port in graph.tools[target.tool].outputs
            for label in (graph.types[port.type].label, *graph.types[port.type].also)
            if words and words <= set(label_words(label))
        ]
        if named:
            draft.targets = tuple(dict.fromkeys(named))
            return True
    return False


def _of_a_file(query: Query, sentence: Sequence[Token], counted: Entity) -> bool:
    """Whether something is counted right in a file of rows: "how many alcohols are in lib.csv"."""
    behind = list(itertools.dropwhile(lambda token: token.start < counted.end, sentence))
    words = list(itertools.takewhile(lambda token: token.kind != ENTITY, behind))
    files = {one.start for one in query.entities if one.file}
    small = {token.text for token in words} <= word_list("operations", "being_in")
    return small and len(words) < len(behind) and behind[len(words)].start in files


def _asks(graph: ToolGraph, kind: str, targets: Sequence[Target], inside: Sequence[AskDraft]) -> bool:
    """Whether a setting asks for something: "disulfide bonds" only where values of the same unit are asked for, too."""
    if kind.lower() not in phrase_list("implied", "silent"):
        return True
    own, others = (
        {graph.types[port.type].unit for one in group if one.tool for port in graph.tools[one.tool].outputs}
        for group in (targets, [target for draft in inside for target in draft.targets])
    )
    return bool((own & others) - {None})


def _read_of(
    graph: ToolGraph, targets: Sequence[Target], query: Query, sentence: Sequence[Token], field: Entity
) -> tuple[str, ...]:
    """The accessions that a field of a record is read of: those of such records, and of several groups its own.

    "The length of P69905 and the mass of P04637" are two values, "the length and the mass of P69905 and P04637" four.
    """
    takes = {port.type for target in targets for port in graph.tools[target.tool].required}
    kinds = {name for name in takes if not graph.is_setting(name)}
    named = [one for one in query.entities if any(graph.is_a(one.type, name) for name in kinds)]
    inside = [one for one in named if sentence[0].start <= one.start < sentence[-1].end]
    fields = [
        one for one in query.entities if one.type == field.type and sentence[0].start <= one.start < sentence[-1].end
    ]
    marks = sorted([*inside, *fields], key=lambda one: one.start)
    runs = [list(run) for _, run in itertools.groupby(marks, key=lambda one: one.type == field.type)]
    asked, read = [run for run in runs if run[0].type == field.type], [run for run in runs if run[0].type != field.type]
    if len(asked) == len(read) > 1:
        for own, of in zip(asked, read, strict=True):
            if field in own:
                return tuple(one.handle for one in of)
    return tuple(one.handle for one in inside or named)


def _takes(graph: ToolGraph, target: Target, kind: str) -> bool:
    tool = graph.tools.get(target.tool)
    return tool is not None and any(graph.is_a(kind, port.type) for port in tool.inputs)


def _asked_kind(sentence: Sequence[Token], place: int) -> str:
    """Whether a number is asked for, or a verdict: "how many …", "does it contain …"."""
    before = [token.text for token in sentence if token.end <= place]
    if before[-2:] == ["how", "many"] or "number" in before[-3:] or "count" in before[-3:]:
        return "int"
    verifying = bool(before) and before[0] in word_list("operations", "verifying")
    having = any(text in word_list("operations", "having") for text in before)
    return "bool" if verifying or having else ""
