"""The BioVerge agent (arXiv:2511.08866): hypotheses that are generated and evaluated in turns, both bounded.

```
      ┌──────────────────── outer iterations ───────────────────┐
topic ─▶ generation ⇄ operations ─▶ gate ─▶ evaluation ⇄ operations ─▶ score ≥ threshold ─▶ accepted
             └── inner turns, then an extractor ──┘                  └─ else the judgement goes back ─┘
```

Single: one memory for both modules. Double: each has its own, and the evaluation sees the proposal only. Without a
model `by_rules` makes the hypotheses. The gate (`stated`) refuses what is known, so nothing that is given is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from scitoolagent.errors import GraphError, ModelError
from scitoolagent.knowledge.bioverge.hypothesis import (
    MAX_COUNT,
    MOST_SCORE,
    Hypotheses,
    Hypothesis,
    Settings,
    Statement,
    Turn,
    stated,
)
from scitoolagent.knowledge.bioverge.mesh import read_tree
from scitoolagent.knowledge.bioverge.operations import Operations, call_of, safe, schema_of
from scitoolagent.knowledge.bioverge.ranking import by_rules, candidates, fitting
from scitoolagent.knowledge.bioverge.store import TripletStore, read_articles
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.llm.structured import read_object
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Usage

T = TypeVar("T")
_MEMORY = 24_000
_MOST_SILENT = 3
_MOST_CHOICES = 60
_SHOWN_PATHS = 3
_GENERATION, _EVALUATION = "generation", "evaluation"


class _Memory:
    """A conversation: the oldest turns are left out when it grows too long, the frame and the last task never."""

    def __init__(self, system: str) -> None:
        self._system = Message("system", system)
        self._told: list[Message] = []
        self._task = 0

    def task(self, text: str) -> None:
        self._task = len(self._told)
        self._told.append(Message("user", text))

    def turn(self, call: Mapping[str, Any], told: str) -> None:
        self._told += [Message("assistant", json.dumps(dict(call))), Message("user", told)]

    def messages(self) -> list[Message]:
        room, kept = _MEMORY - len(self._told[self._task].content), [self._task]
        for place in range(len(self._told) - 1, -1, -1):
            if place != self._task:
                room -= len(self._told[place].content)
                if room < 0:
                    break
                kept.append(place)
        said: list[Message] = []
        for message in (self._told[place] for place in sorted(kept)):
            # Templates of chat models want turns that alternate and begin with the user's.
            if message.role == "user" and said and said[-1].role == "user":
                said[-1] = Message("user", f"{said[-1].content}\n{message.content}")
            elif message.role == "user" or said:
                said.append(message)
        return [self._system, *said]


@dataclass(slots=True)
class _Run:
    """What has happened so far. `silent` counts the replies in a row that could not be read."""

    turns: list[Turn] = field(default_factory=list)
    usage: list[Usage] = field(default_factory=list)
    silent: int = 0
    failure: str = ""


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
        run, taken, given = _Run(), frozenset[frozenset[str]](), list[Hypothesis]()
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

    def _tried(self, run: _Run, topic: Entity, taken: frozenset[frozenset[str]]) -> list[Hypothesis]:
        """The outer iterations: all that was proposed, the best first."""
        settings, tried = self._settings, list[Hypothesis]()
        rules = safe(self._store.rules_in_words, 3_000)
        frame = f"{read_prompt('bioverge_tools')}\nRelations and what they may join: {rules}"
        operations, memory = Operations(self._store), _Memory(frame)
        # Double: an evaluation of its own memory and handles, which has not seen how the proposal came about.
        judge_operations, judge_memory = (
            (operations, memory) if settings.architecture == "single" else (Operations(self._store), _Memory(frame))
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
        self, run: _Run, operations: Operations, memory: _Memory, topic: Entity, taken: frozenset[frozenset[str]]
    ) -> tuple[Statement, str] | None:
        def accept(call: Mapping[str, Any]) -> tuple[Statement, str]:
            ends = operations.resolve(call, "first"), operations.resolve(call, "second")
            made = stated(self._store, ends[0], str(call.get("relation", "")), ends[1], topic.id, taken)
            return made, safe(str(call.get("reason", "")), 600)

        return self._module(
            run, operations, memory, _GENERATION, "propose", accept, lambda: self._choices(operations, topic, taken)
        )

    def _evaluated(
        self, run: _Run, operations: Operations, memory: _Memory, statement: Statement, reason: str
    ) -> tuple[int | None, str]:
        def accept(call: Mapping[str, Any]) -> tuple[int, str]:
            score = call.get("score")
            if not isinstance(score, int) or not 0 <= score <= MOST_SCORE:
                raise GraphError(f"judge needs 'score', a whole number from 0 to {MOST_SCORE}")
            return score, safe(str(call.get("reason", "")), 600)

        ends = f"{operations.handle(statement.subject)} {statement.relation} {operations.handle(statement.object)}"
        memory.task(f"{read_prompt('bioverge_evaluation')}\n<data>Proposed: {ends}. Reason: {reason}</data>")
        return self._module(run, operations, memory, _EVALUATION, "judge", accept, _judgement) or (None, "not judged")

    def _module(
        self,
        run: _Run,
        operations: Operations,
        memory: _Memory,
        module: str,
        final: str,
        accept: Callable[[Mapping[str, Any]], T],
        forced: Callable[[], dict[str, Any]],
    ) -> T | None:
        """Inner turns, until the final action is accepted; at the limit the extractor asks for nothing but that."""
        schema, done = schema_of(final), set[str]()
        for number in range(self._settings.inner + 1):
            last = number == self._settings.inner
            if last:
                memory.task(f"{module.upper()}: no turns are left. Answer now with {final}, from what was found.")
            call = self._asked(run, module, memory, forced() if last else schema)
            if run.failure:
                return None
            if last:
                call = {**call, "action": final} if call else call
            action = call.get("action", "")
            key = json.dumps({name: text for name, text in call.items() if name != "thought"}, sort_keys=True)
            try:
                if action == final:
                    result = accept(call)
                    run.turns.append(Turn(module, action, key, "accepted", True))
                    memory.turn(call, "accepted")
                    return result
                if key in done:
                    raise GraphError("this was done before; do something else")
                told, good = f"<data>{operations.observe(call)}</data>", True
                done.add(key)
            except GraphError as error:
                told, good = f"refused: <data>{safe(str(error), 600)}</data>", False
            run.turns.append(Turn(module, action, key, told, good))
            memory.turn(call, f"{told} {self._settings.inner - number - 1} turns left." if not last else told)
        return None

    def _asked(self, run: _Run, module: str, memory: _Memory, schema: Mapping[str, Any]) -> dict[str, Any]:
        """One reply; an empty call when it cannot be read, and a failure of the run after three such in a row."""
        try:
            reply = self._model.complete(f"bioverge {module}", memory.messages(), schema)
            run.usage.append(reply.usage)
            call = call_of(reply.data if isinstance(reply.data, dict) else read_object(reply.text, schema))
        except ModelError as error:
            run.silent += 1
            if run.silent >= _MOST_SILENT:
                run.failure = f"the model gave nothing usable {_MOST_SILENT} times running; the last: {error}"
            return {}
        run.silent = 0
        return call

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
        fields: dict[str, Any] = {
            "first": {"type": "string", "enum": [operations.handle(topic).partition(" ")[0]]},
            "relation": {"type": "string", "enum": list(self._store.rules.pairs)},
            "second": {"type": "string", "enum": names} if names else {"type": "string", "maxLength": 200},
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
    read, broken = read_articles(articles) if articles else ([], 0)
    placed = read_tree(tree) if tree else None
    found = hypothesise(TripletStore(graph, read, placed), topic, count, model, settings)
    notes = [found.note] if found.note else []
    if broken:
        notes.append(f"{broken:,} lines of {articles.name if articles else ''} were broken and left out")
    if placed and placed.broken:
        notes.append(f"{placed.broken:,} rows of the hierarchy were left out; the first: {placed.first_broken}")
    return replace(found, note="; ".join(notes))


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
