"""Asks that settings say alone: "the sodium salt of …", "residues 10 to 25 of …"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.outputs import Outputs
from scitoolagent.reading.phrases import RECORD_FIELD, Target
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query
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
        if targets and said not in seen:
            made.append(AskDraft(entity.text, targets, entity.start, entity.end, things))
            if graph.is_a(entity.type, RECORD_FIELD) and any(token.text in _judging() for token in sentence):
                # The better resolution is the lower number, the better capacity the higher one.
                made[-1].problem = "a record does not say which number is the better one; ask which is higher or lower"
            seen.add(said)
    for one, other in itertools.combinations(made, 2):
        # "Dilute 1:10 and then 1:5": the second is done with the result of the first, which nothing binds.
        between = {token.text for part in parts for token in part if one.end <= token.start < other.start}
        if one.targets == other.targets and between & word_list("references", "going_on"):
            one.problem = other.problem = "one is done after the other; ask about one at a time"
    return made


def _judging() -> frozenset[str]:
    """The words that call a value good or bad: no scale says which end of it is meant."""
    return frozenset(word for name in ("good", "bad") for form in phrases_of("degrees")[name] for word in form.split())


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
