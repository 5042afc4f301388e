"""A conversation: a question may refer to the entities and results of the questions before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scitoolagent.agent import Agent
from scitoolagent.records import Answer, Entity, Plan, Query, StepResult

# "now do the same for …", "and what about …": the earlier question is asked of something else.
_SAME = re.compile(
    r"\b(?:same|likewise|again|also|too|as well)\b|^(?:and|now|then)?\s*(?:what|how) about\b|^and\b", re.I
)
_BACK = re.compile(
    r"\b(?:it|its|they|them|their|that|this|these|those|both|former|latter|result|previous|earlier|above)\b", re.I
)
_STRUCTURES = ("MolecularStructure", "Sequence", "Identifier", "MoleculeName")
_MOST_TURNS = 50


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation, as it was understood, and its answer."""

    query: Query
    answer: Answer


class Conversation:
    """Asks an agent one question after another.

    Args:
        agent: answers each question; it is not closed here.
    """

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._turns: list[Turn] = []

    def stream(self, text: str) -> Iterator[Query | Plan | StepResult | Answer]:
        """Answer the next question as a stream of records.

        Raises:
            NoPathError: no safe plan.
            PlanError: the question is empty or too long.
        """
        query = self.understand(text)
        for record in self._agent.stream(query):
            if isinstance(record, Answer):
                self._turns = [*self._turns[1 - _MOST_TURNS :], Turn(query, record)]
            yield record

    def understand(self, text: str) -> Query:
        """The question with its own entities and those of earlier turns that it refers to."""
        query = self._agent.planner.recognise(text)
        if not self._turns:
            return query
        last = self._turns[-1]
        if query.entities and _SAME.search(query.text) and not self._agent.planner.asks(query):
            return (
                self._agent.planner.recognise(_asked_of(last.query, query.entities)) if last.query.entities else query
            )
        if not query.entities or _BACK.search(query.text):
            return _with(query, self._meant(query.text))
        return query

    def _meant(self, text: str) -> list[Entity]:
        """What a question refers back to: results whose kind it names, else the last entities."""
        graph, last = self._agent.graph, self._turns[-1]
        results = [
            Entity(handle="result1", type=value.type, value=value.value, text=value.label, start=0, end=0)
            for value in last.answer.values
            if any(graph.is_a(value.type, root) for root in _STRUCTURES) and isinstance(value.value, str)
        ]
        lower = text.lower()
        named = [result for result in results if _head(graph.types[result.type].label) in lower]
        if named:
            return named
        return list(last.query.entities) or results


def _head(label: str) -> str:
    """The word of a type's label that people use for it: `protein` of `protein sequence`."""
    words = label.lower().split()
    return words[0] if words[-1] in ("sequence", "structure", "string") else words[-1]


def _asked_of(earlier: Query, entities: tuple[Entity, ...]) -> str:
    """The earlier question with the new entities in the places of its own."""
    text, place = [], 0
    for number, entity in enumerate(earlier.entities):
        if entity.start < place or entity.end <= entity.start:
            continue
        new = entities[min(number, len(entities) - 1)].text
        if number == len(earlier.entities) - 1:
            new = " and ".join(other.text for other in entities[number:]) or new
        text += [earlier.text[place : entity.start], new]
        place = entity.end
    return "".join([*text, earlier.text[place:]])


def _with(query: Query, carried: list[Entity]) -> Query:
    """The question with entities of earlier turns, which stand behind its end and get handles of their own."""
    taken = {entity.handle for entity in query.entities}
    end = len(query.text)
    added: list[Entity] = []
    for entity in carried:
        base = entity.handle.rstrip("0123456789")
        number = next(number for number in range(1, end + 1000) if f"{base}{number}" not in taken)
        taken.add(f"{base}{number}")
        added.append(entity.model_copy(update={"handle": f"{base}{number}", "start": end, "end": end}))
    return query.model_copy(update={"entities": (*query.entities, *added), "request": None})
