"""A conversation: a question may take its values, its asks or its order from the questions before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scitoolagent.agent import Agent
from scitoolagent.errors import PlanError
from scitoolagent.reading.followup import (
    Pointing,
    asked_of,
    carried,
    continued,
    find_pointing,
    groups_of,
    picked,
    says_the_same,
    with_value,
)
from scitoolagent.records import Answer, AnswerValue, Ask, Entity, Plan, Query, StepResult
from scitoolagent.tool.declare import Operation
from scitoolagent.toolkg.graph import ToolGraph

_STRUCTURES = ("MolecularStructure", "Sequence", "Identifier")
_NOTATIONS = ("MolecularStructure", "Identifier", "MoleculeName", "IupacName")
_MOST_TURNS = 50

# Values at one place of a question: one thing, in each way that it may be read.
Group = tuple[Entity, ...]


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
            PlanError: the question is empty or too long, or it is not clear what it points back to.
        """
        query = self.understand(text)
        for record in self._agent.stream(query):
            if isinstance(record, Answer):
                self.note(query, record)
            yield record

    def note(self, query: Query, answer: Answer) -> None:
        """Remember a question and its answer.

        One that was not understood and names nothing leaves the subject of the conversation as it was.
        """
        if answer.status != "failed" or query.entities:
            self._turns = [*self._turns[1 - _MOST_TURNS :], Turn(query, answer)]

    def understand(self, text: str) -> Query:
        """The question with what it takes from the one before.

        Raises:
            PlanError: the question is empty or too long, or it is not clear what it points back to.
        """
        query = self._agent.planner.recognise(text)
        if not self._turns or query.request is None:
            return query
        last, pointing = self._turns[-1], find_pointing(query)
        if pointing.place is not None and not query.entities:
            return self._at_place(query, last, pointing)
        if query.entities:
            compared = self._compared(query, last, pointing)
            if compared is not None or any(ask.what for ask in _asks(query)) or not says_the_same(query):
                return compared or query
            return asked_of(last.query, groups_of(query))
        return self._about(query, last, pointing) or self._with_more(query, last)

    def _at_place(self, query: Query, last: Turn, pointing: Pointing) -> Query:
        """A question about "the second one" of the last several things that were named."""
        ranked = ranking_of(self._several() or last)
        place = pointing.place or 0
        if place >= len(ranked):
            raise PlanError(f"{len(ranked)} things were named before, and none at place {place + 1}; name it")
        group = ranked[place]
        named = with_value(query, pointing.start, pointing.end, group)
        read = self._agent.planner.read_again(named)
        if any(ask.what for ask in _asks(read)) or not says_the_same(read):
            return read
        return picked(last.query, group) if _has_operation(last) else asked_of(last.query, [group])

    def _several(self) -> Turn | None:
        """The last question about several things."""
        return next((turn for turn in reversed(self._turns) if len(groups_of(turn.query)) > 1), None)

    def _compared(self, query: Query, last: Turn, pointing: Pointing) -> Query | None:
        """A question with values of its own, compared with what a pronoun means; None where it compares no more."""
        choices = self._meant(last, pointing) if pointing.pronoun else []
        if len(choices) != 1 or len(choices[0]) != 1 or pointing.pronoun is None:
            return None
        wider = self._agent.planner.read_again(with_value(query, *pointing.pronoun, choices[0][0]))
        # "Is it true that …", or a pronoun for a value of the question itself, leaves nothing more to compare.
        has_more = sum(len(ask.then) for ask in _asks(wider)) > sum(len(ask.then) for ask in _asks(query))
        return wider if has_more else None

    def _about(self, query: Query, last: Turn, pointing: Pointing) -> Query | None:
        """A question without values of its own, about earlier ones or results; None where it asks for nothing."""
        if not (pointing.one or pointing.several) and self._can_be_planned(query):
            return query
        named = self._named_results(query, last, pointing)
        choices = [named] if named else self._meant(last, pointing)
        read = [self._agent.planner.read_again(self._put(query, groups)) for groups in choices]
        if not any(ask.what for one in (query, *read) for ask in _asks(one)):
            return None
        possible = [number for number, one in enumerate(read) if self._can_be_planned(one)] if len(read) > 1 else [0]
        if len(possible) > 1:
            names = [" and ".join(group[0].text for group in choices[number]) for number in possible]
            word = f"{pointing.word!r}" if pointing.word else "the question"
            raise PlanError(f"{word} may be about {', or about '.join(names)}; say which")
        return read[possible[0]] if read and possible else read[0] if read else query

    def _put(self, query: Query, groups: Sequence[Group]) -> Query:
        """A question with earlier values: one that it names by its kind stands there, others behind the end."""
        if len(groups) == 1 and len(groups[0]) == 1:
            entity = groups[0][0]
            head = re.escape(_head(self._agent.graph.types[entity.type].label))
            kind = rf"\b(?:that|this|the)\s+(?:\w+\s+)?{head}\b(?:\s+(?:sequence|structure)\b)?"
            found = re.search(kind, query.text, re.IGNORECASE)
            if found is not None and isinstance(entity.value, str):
                return with_value(query, *found.span(), [entity.model_copy(update={"text": entity.value})])
        return carried(query, groups)

    def _with_more(self, query: Query, last: Turn) -> Query:
        """The last question with the order, form or setting that this one adds; this one alone where none is read."""
        if last.query.request is None or not any(ask.what for ask in last.query.request.asks):
            return query
        longer = self._agent.planner.read_again(continued(last.query, query))
        before = len(longer.text) - len(query.text)
        readings = longer.request.readings if longer.request else ()
        added = [reading.role for reading in readings if reading.start >= before]
        is_read = "unread" not in added and {"operation", "setting", "form", "selection"} & set(added)
        return longer if is_read else query

    def _can_be_planned(self, query: Query) -> bool:
        try:
            self._agent.planner.draft(query)
        except PlanError:
            return False
        return True

    def _meant(self, last: Turn, pointing: Pointing) -> list[list[Group]]:
        """What a question may point back to: each item is all that one reading of it means."""
        if pointing.several and len(groups_of(last.query)) < 2:
            last = self._several() or last
        groups = groups_of(last.query)
        results: list[Group] = [(result,) for result in self._derived(last)]
        if pointing.one and not pointing.several:
            winner = winner_of(last)
            choices = [[winner]] if winner else [[group] for group in groups]
            return choices + [[result] for result in results]
        kept = ranking_of(last) if groups else []
        return [choice for choice in (kept, results) if choice]

    def _named_results(self, query: Query, last: Turn, pointing: Pointing) -> list[Group]:
        """Results whose kind the question names ("that protein"), unless it asks for one of that kind itself."""
        graph, text = self._agent.graph, query.text.lower()
        asked = {candidate.type for ask in _asks(query) for candidate in ask.what}
        named = [
            result
            for result in _results(graph, last.answer.values)
            if _head(graph.types[result.type].label) in text and result.type not in asked
        ]
        return [(result,) for result in named] if len(named) == 1 or not pointing.one else []

    def _derived(self, last: Turn) -> list[Entity]:
        """Results that are other things than those of the question, and no mere notation of them."""
        graph = self._agent.graph
        given = {name for group in groups_of(last.query) for name in _names(group)}
        values = [
            value
            for value in last.answer.values
            if not _is_notation(graph, value) and not (_has_operation(last) and str(value.value) in given)
        ]
        return _results(graph, values)


def ranking_of(turn: Turn) -> list[Group]:
    """The values of a question in the order that its answer put them in, or those that it kept."""
    groups = groups_of(turn.query)
    by_text = {name: group for group in groups for name in _names(group)}
    for value in turn.answer.values if _has_operation(turn) else ():
        if isinstance(value.value, list) and value.value and all(str(one) in by_text for one in value.value):
            return [by_text[str(one)] for one in value.value]
    return groups


def winner_of(turn: Turn) -> Group | None:
    """The value of a question that its answer chose among several; None when it did not choose one."""
    groups = groups_of(turn.query)
    if len(groups) < 2 or not _has_operation(turn):
        return None
    by_text = {name: group for group in groups for name in _names(group)}
    chosen = [by_text[str(value.value)] for value in turn.answer.values if str(value.value) in by_text]
    return chosen[0] if len(chosen) == 1 else None


def _has_operation(turn: Turn) -> bool:
    return any(ask.then for ask in _asks(turn.query))


def _names(group: Group) -> set[str]:
    return {name for entity in group for name in (entity.text, str(entity.value))}


def _results(graph: ToolGraph, values: Sequence[AnswerValue]) -> list[Entity]:
    return [
        Entity(handle=f"result{number}", type=value.type, value=value.value, text=_title(value), start=0, end=0)
        for number, value in enumerate(values, start=1)
        if any(graph.is_a(value.type, root) for root in _STRUCTURES) and isinstance(value.value, str)
    ]


def _title(value: AnswerValue) -> str:
    return f"the {value.label} of {value.subject}" if value.subject else value.label


def _is_notation(graph: ToolGraph, value: AnswerValue) -> bool:
    """Whether a value is another way to write what the question gave."""
    tool, node = graph.tools.get(value.tool), graph.types.get(value.type)
    is_conversion = tool is not None and tool.operation == Operation.CONVERSION
    return is_conversion and node is not None and node.parent in _NOTATIONS


def _asks(query: Query) -> Sequence[Ask]:
    return query.request.asks if query.request else ()


def _head(label: str) -> str:
    """The word of a type's label that people use for it: `protein` of `protein sequence`."""
    words = label.lower().split()
    return words[0] if words[-1] in ("sequence", "structure", "string") else words[-1]
