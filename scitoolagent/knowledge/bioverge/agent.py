"""Hypotheses about a topic, by the agent of BioVerge (arXiv:2511.08866): generated and evaluated in bounded turns.

This is a task of our own; the one of the paper, where both ends are given, is in `pairs.py`.

```
      ┌──────────────────── outer iterations ───────────────────┐
topic ─▶ generation ⇄ operations ─▶ gate ─▶ evaluation ⇄ operations ─▶ score ≥ threshold ─▶ accepted
             └── inner turns, then an extractor ──┘                  └─ else the judgement goes back ─┘
```

Single: one memory for both modules. Double: each has its own, and the evaluation sees the proposal only. Without a
model `by_rules` makes the hypotheses. The gate (`stated`) refuses what is known, so nothing that is given is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from scitoolagent.errors import GraphError, ModelError
from scitoolagent.knowledge.bioverge.hypothesis import (
    MAX_COUNT,
    MOST_SCORE,
    Hypotheses,
    Hypothesis,
    Settings,
    Statement,
    stated,
)
from scitoolagent.knowledge.bioverge.operations import Operations, safe, tools_in_words
from scitoolagent.knowledge.bioverge.ranking import by_rules, candidates, fitting
from scitoolagent.knowledge.bioverge.rounds import Memory, Rounds
from scitoolagent.knowledge.bioverge.store import TripletStore, store_of
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.llm import LanguageModel
from scitoolagent.prompts import read_prompt

_MOST_CHOICES = 60
_SHOWN_PATHS = 3
_GENERATION, _EVALUATION = "generation", "evaluation"


class HypothesisAgent:
    """Makes hypotheses with a language model.

    Args:
        store: what is known.
        model: generates and evaluates.
        settings: architecture, threshold and limits.
    """

    def __init__(self, store: TripletStore, model: LanguageModel, settings: Settings | None = None) -> None:
        self._store, self._model, self._settings = store, model, settings or Settings()

    def about(self, topic: Entity, count: int = 1) -> Hypotheses:
        """So many hypotheses about an entity, or fewer, with a note that says why.

        Raises:
            GraphError: the count is out of its range.
            ModelError: the model gave nothing that could be read from the start.
        """
        if not 1 <= count <= MAX_COUNT:
            raise GraphError(f"1 to {MAX_COUNT} hypotheses can be asked for, not {count}")
        run, taken, given = Rounds(self._model, self._settings.inner), frozenset[frozenset[str]](), list[Hypothesis]()
        for _ in range(count):
            tried = self._tried(run, topic, taken)
            taken |= {one.statement.pair for one in tried}
            given += tried[:1]
            # A model answers the same question in the same way, so that asking again would find nothing again.
            if run.failure or not tried:
                break
        if run.failure and not any(turn.good for turn in run.turns):
            raise ModelError(run.failure)
        notes = [run.failure] if run.failure else []
        if len(given) < count:
            notes.append(f"only {len(given)} of {count} could be found")
        return Hypotheses(topic, tuple(_best_first(given)), tuple(run.turns), tuple(run.usage), "; ".join(notes))

    def _tried(self, run: Rounds, topic: Entity, taken: frozenset[frozenset[str]]) -> list[Hypothesis]:
        """The outer iterations: all that was proposed, the best first."""
        settings, tried = self._settings, list[Hypothesis]()
        rules = safe(self._store.rules_in_words, 3_000)
        frame = f"{tools_in_words(settings.sources)}\nRelations and what they may join: {rules}"
        operations, memory = Operations(self._store, settings.sources), Memory(frame)
        # Double: an evaluation of its own memory and handles, which has not seen how the proposal came about.
        judge_operations, judge_memory = (
            (operations, memory)
            if settings.architecture == "single"
            else (Operations(self._store, settings.sources), Memory(frame))
        )
        told = ""
        for _ in range(settings.outer):
            about = (
                f"{read_prompt('bioverge_generation')}\nOne end must be <data>{operations.handle(topic)}</data>.{told}"
            )
            memory.task(about)
            made = self._generated(run, operations, memory, topic, taken)
            if run.failure:
                break
            if made is None:
                told = " No proposal could be read before; propose one in the form that was asked for."
                continue
            statement, reason = made
            taken |= {statement.pair}
            score, judged = self._evaluated(run, judge_operations, judge_memory, statement, reason)
            one = self._hypothesis(statement, reason, score, judged)
            tried.append(one)
            if one.accepted or run.failure:
                break
            marks = "nobody could judge it" if score is None else f"it got {score} of {MOST_SCORE}"
            told = f" Before, <data>{safe(statement.in_words())}</data> was proposed and {marks}: <data>{judged}</data>"
        return _best_first(tried)

    def _generated(
        self, run: Rounds, operations: Operations, memory: Memory, topic: Entity, taken: frozenset[frozenset[str]]
    ) -> tuple[Statement, str] | None:
        def accept(call: Mapping[str, Any]) -> tuple[Statement, str]:
            ends = operations.resolve(call, "first"), operations.resolve(call, "second")
            made = stated(self._store, ends[0], str(call.get("relation", "")), ends[1], topic.id, taken)
            return made, safe(str(call.get("reason", "")), 600)

        # Before the last turn the ends are what the model has met; only then are they given to choose from.
        return run.module(
            _GENERATION,
            operations,
            memory,
            "propose",
            accept,
            lambda: self._choices(operations, topic, taken),
            self._proposal({}, {}),
        )

    def _evaluated(
        self, run: Rounds, operations: Operations, memory: Memory, statement: Statement, reason: str
    ) -> tuple[int | None, str]:
        def accept(call: Mapping[str, Any]) -> tuple[int, str]:
            score = call.get("score")
            if not isinstance(score, int) or not 0 <= score <= MOST_SCORE:
                raise GraphError(f"judge needs 'score', a whole number from 0 to {MOST_SCORE}")
            return score, safe(str(call.get("reason", "")), 600)

        ends = f"{operations.handle(statement.subject)} {statement.relation} {operations.handle(statement.object)}"
        memory.task(f"{read_prompt('bioverge_evaluation')}\n<data>Proposed: {ends}. Reason: {reason}</data>")
        return run.module(_EVALUATION, operations, memory, "judge", accept, _judgement) or (None, "not judged")

    def _choices(self, operations: Operations, topic: Entity, taken: frozenset[frozenset[str]]) -> dict[str, Any]:
        """The extractor of a proposal: its other end is chosen from what was seen and may be joined to the topic."""
        found, _ = candidates(topic.id, self._store.partners, most=200)
        near = self._store.graph.entities([one.entity for one in fitting(self._store, topic, found)])
        linked = set(self._store.partners(topic.id).ids)
        free = [
            one
            for one in dict.fromkeys(entity.id for entity in (*operations.seen(), *near))
            if one != topic.id
            and one not in linked
            and frozenset((one, topic.id)) not in taken
            and self._store.may_join(topic.type, one)
        ]
        names = [
            operations.handle(entity).partition(" ")[0] for entity in self._store.graph.entities(free[:_MOST_CHOICES])
        ]
        other = {"enum": names} if names else {}
        return self._proposal({"enum": [operations.handle(topic).partition(" ")[0]]}, other)

    def _proposal(self, first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
        """The schema of a proposal, with what may stand at its ends."""
        free = {"type": "string", "maxLength": 200}
        fields: dict[str, Any] = {
            "first": {"type": "string", **first} if first else free,
            "relation": {"type": "string", "enum": list(self._store.rules.pairs)},
            "second": {"type": "string", **second} if second else free,
            "reason": {"type": "string", "maxLength": 600},
        }
        return {
            "type": "object",
            "properties": fields,
            "required": ["first", "relation", "second"],
            "additionalProperties": False,
        }

    def _hypothesis(self, statement: Statement, reason: str, score: int | None, judged: str) -> Hypothesis:
        accepted = score is not None and score >= self._settings.threshold
        ends = (statement.subject.id, statement.object.id)
        paths = self._store.get_shortest_entity_paths(*ends).found[:_SHOWN_PATHS]
        return Hypothesis(statement, reason, score, accepted, f"model {self._model.name}", judged, paths)


def _best_first(made: list[Hypothesis]) -> list[Hypothesis]:
    return sorted(made, key=lambda one: (not one.accepted, -(one.score if one.score is not None else -1)))


def _judgement() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "score": {"type": "integer", "minimum": 0, "maximum": MOST_SCORE},
            "reason": {"type": "string", "maxLength": 600},
        },
        "required": ["score"],
        "additionalProperties": False,
    }


def hypothesise(
    store: TripletStore,
    topic: str,
    count: int = 5,
    model: LanguageModel | None = None,
    settings: Settings | None = None,
) -> Hypotheses:
    """New relations of an entity, by a model if one is given and by ABC ranking if not.

    Args:
        topic: the id or name of the entity.
        count: how many are wanted, at most 100.
        settings: of the model's work; the rules take none.
    Raises:
        GraphError: the entity is unknown or ambiguous, no relation may join its type to anything, or the count is
            out of its range.
        ModelError: the model gave nothing that could be read.
    """
    entity = store.find(topic)
    if not store.rules.kind(entity.type):
        raise GraphError(f"{entity.name} is a {entity.type}, which no relation of the rules joins to anything")
    if model is None:
        return by_rules(store, entity, count)
    return HypothesisAgent(store, model, settings).about(entity, count)


def hypothesise_from(
    graph: DomainGraph,
    topic: str,
    count: int = 5,
    model: LanguageModel | None = None,
    settings: Settings | None = None,
    *,
    articles: Path | None = None,
    tree: Path | None = None,
) -> Hypotheses:
    """As `hypothesise`, from a graph, files of articles (PubTator) and the file of a hierarchy.

    Raises:
        GraphError: a file cannot be read; and as `hypothesise`.
        ModelError: as `hypothesise`.
    """
    store, notes = store_of(graph, articles, tree)
    found = hypothesise(store, topic, count, model, settings)
    return replace(found, note="; ".join([*([found.note] if found.note else []), *notes]))


def as_json(found: Hypotheses) -> dict[str, Any]:
    """Plain values of a run, for JSON."""

    def end(entity: Entity) -> dict[str, str]:
        return {"id": entity.id, "type": entity.type, "name": entity.name}

    return {
        "topic": end(found.topic),
        "hypotheses": [
            {
                "subject": end(one.statement.subject),
                "relation": one.statement.relation,
                "object": end(one.statement.object),
                "score": one.score,
                "accepted": one.accepted,
                "by": one.by,
                "reason": one.reason,
                "judged": one.judged,
                "between": [end(entity) for entity in one.between],
                "paths": [[[step.subject, step.predicate, step.object] for step in path] for path in one.paths],
            }
            for one in found.found
        ],
        "turns": [{"module": one.module, "action": one.action, "good": one.good} for one in found.turns],
        "note": found.note,
    }
