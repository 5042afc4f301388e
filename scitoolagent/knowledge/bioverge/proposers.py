"""A model that plays the task of pairs: generation and evaluation in turns, with one memory or with two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from scitoolagent.errors import GraphError, ModelError
from scitoolagent.knowledge.bioverge.hypothesis import MOST_SCORE, Settings, Turn
from scitoolagent.knowledge.bioverge.likelihood import RuleProposer
from scitoolagent.knowledge.bioverge.operations import Operations, safe, tools_in_words
from scitoolagent.knowledge.bioverge.pairs import (
    Attempt,
    Draft,
    Evaluation,
    Proposed,
    Proposer,
    admitted,
    open_relations,
    play,
)
from scitoolagent.knowledge.bioverge.rounds import Memory, Rounds
from scitoolagent.knowledge.bioverge.store import TripletStore, store_of
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.llm import LanguageModel
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Usage

LEAST_WORDS = 5
_GENERATION, _EVALUATION, _EXTRACTION = "generation", "evaluation", "extraction"


def described(call: Mapping[str, Any]) -> str:
    """The description of a call.

    Raises:
        GraphError: it is too short to say anything.
    """
    text = safe(str(call.get("description", "")), 1_200)
    if len(text.split()) < LEAST_WORDS:
        raise GraphError("'description' must say in one to three sentences how the two are related and why")
    return text


def draft_schema(relations: Sequence[str]) -> dict[str, Any]:
    """The schema of a proposal and nothing else."""
    fields = {
        "thought": {"type": "string", "maxLength": 200},
        "relation": {"type": "string", "enum": list(relations)},
        "description": {"type": "string", "maxLength": 400},
    }
    return {
        "type": "object",
        "properties": fields,
        "required": ["thought", "relation", "description"],
        "additionalProperties": False,
    }


class ModelProposer:
    """Plays by a model: each of its modules looks things up in turns and then answers.

    Args:
        store: what is known.
        model: generates, evaluates and chooses.
        settings: architecture, limits and sources.
        head: one end.
        tail: the other.
    """

    def __init__(
        self, store: TripletStore, model: LanguageModel, settings: Settings, head: Entity, tail: Entity
    ) -> None:
        self._store, self._head, self._tail = store, head, tail
        self._open = open_relations(store, head, tail)
        self._rounds = Rounds(model, settings.inner)
        self._settings = settings
        self.name = f"model {model.name}"
        frame = tools_in_words(settings.sources)
        self._operations, self._memory = Operations(store, settings.sources), Memory(frame)
        # Double: an evaluation of its own memory and handles, which has not seen how the proposal came about.
        single = settings.architecture == "single"
        self._judge_operations = self._operations if single else Operations(store, settings.sources)
        self._judge_memory = self._memory if single else Memory(frame)

    @property
    def failure(self) -> str:
        """Why the model gives no more."""
        return self._rounds.failure

    def propose(self, attempts: Sequence[Attempt]) -> Draft | None:
        """A proposal that the gate lets pass, or None at the limit."""

        def accept(call: Mapping[str, Any]) -> Draft:
            relation = admitted(self._store, self._head, str(call.get("relation", "")), self._tail).relation
            if any(
                one.statement.relation == relation and one.description == call.get("description") for one in attempts
            ):
                raise GraphError("this was proposed before in the same words; change the relation or the description")
            return Draft(relation, described(call))

        told = f"{read_prompt('bioverge_pair_generation')}\nHead: <data>{self._operations.handle(self._head)}</data>. "
        told += f"Tail: <data>{self._operations.handle(self._tail)}</data>."
        told += f" Relations to choose from: {', '.join(self._open)}."
        if "get_relations" in self._operations.allowed:
            # What the graph says of the pair is what everybody looks up first; a weak model does not.
            call = {"action": "get_relations", "first": self._head.id, "second": self._tail.id}
            told += f" get_relations of the two: <data>{self._operations.observe(call)}</data>"
        told += f" A proposal is accepted from a score of {self._settings.threshold} of {MOST_SCORE} on."
        if attempts:
            told += _looked_back(attempts[-1])
        self._memory.task(told)
        return self._rounds.module(
            _GENERATION, self._operations, self._memory, "propose", accept, lambda: draft_schema(self._open)
        )

    def evaluate(self, attempt: Attempt) -> Evaluation | None:
        """A judgement, or None at the limit."""

        def accept(call: Mapping[str, Any]) -> Evaluation:
            score, new = call.get("score"), call.get("is_new")
            if not isinstance(score, int) or not 0 <= score <= MOST_SCORE or not isinstance(new, bool):
                raise GraphError(f"judge needs 'is_new' and 'score', a whole number from 0 to {MOST_SCORE}")
            return Evaluation(new, safe(str(call.get("reason", "")), 800), score)

        statement, operations = attempt.statement, self._judge_operations
        ends = f"{operations.handle(statement.subject)} {statement.relation} {operations.handle(statement.object)}"
        told = f"Proposed: {ends}. Description: {attempt.description}"
        self._judge_memory.task(f"{read_prompt('bioverge_pair_evaluation')}\n<data>{told}</data>")
        return self._rounds.module(_EVALUATION, operations, self._judge_memory, "judge", accept, _judgement)

    def choose(self, attempts: Sequence[Attempt]) -> int | None:
        """The place of the proposal that the model holds for the most reasonable of all."""
        listed = "\n".join(
            f"{place}. {one.statement.in_words()}. {one.description}"
            + (f" Score {one.evaluation.score}: {one.evaluation.feedback}" if one.evaluation else " Not judged.")
            for place, one in enumerate(attempts, 1)
        )
        self._memory.task(f"{read_prompt('bioverge_pair_choice')}\n<data>{safe(listed, 6_000)}</data>")
        schema = {
            "type": "object",
            "properties": {"number": {"type": "integer", "minimum": 1, "maximum": len(attempts)}},
            "required": ["number"],
            "additionalProperties": False,
        }
        chosen = self._rounds.asked(_EXTRACTION, self._memory.messages(), schema).get("number")
        return chosen - 1 if isinstance(chosen, int) else None

    def trace(self) -> tuple[tuple[Turn, ...], tuple[Usage, ...]]:
        """The turns of both modules, and what they cost."""
        return tuple(self._rounds.turns), tuple(self._rounds.usage)


def _looked_back(last: Attempt) -> str:
    judged = last.evaluation
    marks = f"{judged.score} of {MOST_SCORE}, {'new' if judged.is_new else 'not new'}" if judged else "nobody judged it"
    told = f"{last.statement.in_words()}. {last.description}"
    feedback = f" Feedback: <data>{judged.feedback}</data>" if judged else ""
    return f" Proposed before: <data>{safe(told, 1_500)}</data> ({marks}).{feedback} Improve on it or propose another."


def _judgement() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "is_new": {"type": "boolean"},
            "reason": {"type": "string", "maxLength": 300},
            "score": {"type": "integer", "minimum": 0, "maximum": MOST_SCORE},
        },
        "required": ["is_new", "reason", "score"],
        "additionalProperties": False,
    }


def propose(
    store: TripletStore,
    head: str,
    tail: str,
    model: LanguageModel | None = None,
    settings: Settings | None = None,
    evaluated: bool = True,
) -> Proposed:
    """A new relation between two given entities with a description, by a model if one is given and by rules if not.

    Args:
        store: what is known.
        head: the id or name of one end.
        tail: of the other.
        settings: architecture, threshold, limits and sources.
        evaluated: whether proposals are evaluated.
    Raises:
        GraphError: an entity is unknown or ambiguous, or nothing new may be proposed of the two.
        ModelError: the model gave nothing that could be read.
    """
    chosen, one, other = settings or Settings(), store.find(head), store.find(tail)
    proposer: Proposer = (
        ModelProposer(store, model, chosen, one, other) if model else RuleProposer(store, one, other, chosen.sources)
    )
    made = play(store, one, other, proposer, chosen, evaluated)
    if proposer.failure and not made.attempts and not any(turn.good for turn in made.turns):
        raise ModelError(proposer.failure)
    return made


def propose_from(
    graph: DomainGraph,
    head: str,
    tail: str,
    model: LanguageModel | None = None,
    settings: Settings | None = None,
    *,
    evaluated: bool = True,
    articles: Path | None = None,
    tree: Path | None = None,
) -> Proposed:
    """As `propose`, from a graph, files of articles (PubTator) and the file of a hierarchy.

    Raises:
        GraphError: a file cannot be read; and as `propose`.
        ModelError: as `propose`.
    """
    store, notes = store_of(graph, articles, tree)
    made = propose(store, head, tail, model, settings, evaluated)
    return replace(made, note="; ".join([*([made.note] if made.note else []), *notes]))


def as_json(made: Proposed) -> dict[str, Any]:
    """Plain values of a run, for JSON."""

    def attempt(one: Attempt) -> dict[str, Any]:
        judged = one.evaluation
        return {
            "subject": one.statement.subject.id,
            "relation": one.statement.relation,
            "object": one.statement.object.id,
            "description": one.description,
            "is_new": judged.is_new if judged else None,
            "score": judged.score if judged else None,
            "feedback": judged.feedback if judged else "",
        }

    return {
        "head": {"id": made.head.id, "type": made.head.type, "name": made.head.name},
        "tail": {"id": made.tail.id, "type": made.tail.type, "name": made.tail.name},
        "by": made.by,
        "chosen": attempt(made.chosen) if made.chosen else None,
        "accepted": made.accepted,
        "attempts": [attempt(one) for one in made.attempts],
        "turns": [{"module": one.module, "action": one.action, "good": one.good} for one in made.turns],
        "note": made.note,
    }
