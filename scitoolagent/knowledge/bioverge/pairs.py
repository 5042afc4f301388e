"""The task of the BioVerge paper (arXiv:2511.08866): head and tail are given, relation and description are proposed.

```
              ┌─────────────── outer iterations ───────────────┐
head, tail ─▶ propose ─▶ gate ─▶ evaluate ─▶ new, score ≥ threshold ─▶ accepted
                 ▲                              └─ feedback ─┘   └─ at the limit the best of all is chosen, not accepted
```

Whoever plays (rules, a model, a script in a test), the machine is the same and so is the gate: a relation that the
graph states already, or that may not join the two types, is no proposal. A pair may be joined by other relations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.hypothesis import MOST_SCORE, Settings, Statement, Turn
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.records import Usage


@dataclass(frozen=True, slots=True)
class Draft:
    """What a proposer proposes; `description` is in the proposer's own words and never a checked fact."""

    relation: str
    description: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a proposer thinks of a proposal: whether it is new, why it is reasonable or not, and a score of 0 to 100."""

    is_new: bool
    feedback: str
    score: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """A proposal that passed the gate, with its evaluation; None where nobody gave one."""

    statement: Statement
    description: str
    evaluation: Evaluation | None = None

    @property
    def score(self) -> int:
        """To compare attempts; what nobody judged is behind all others."""
        return self.evaluation.score if self.evaluation else -1


@dataclass(frozen=True, slots=True)
class Proposed:
    """What came of a pair: `chosen` is the attempt that was accepted, else the best one, None when there is none."""

    head: Entity
    tail: Entity
    by: str
    attempts: tuple[Attempt, ...]
    chosen: Attempt | None
    accepted: bool
    turns: tuple[Turn, ...] = ()
    usage: tuple[Usage, ...] = ()
    note: str = ""


class Proposer(Protocol):
    """Proposes and evaluates for one pair, and remembers of it what it likes."""

    @property
    def name(self) -> str:
        """Who plays."""
        ...

    @property
    def failure(self) -> str:
        """Why no more can be had from it; empty while it can."""
        ...

    def propose(self, attempts: Sequence[Attempt]) -> Draft | None:
        """The next proposal, given what was tried and judged before; None when there is none."""
        ...

    def evaluate(self, attempt: Attempt) -> Evaluation | None:
        """Judge a proposal; None when it cannot."""
        ...

    def choose(self, attempts: Sequence[Attempt]) -> int | None:
        """The place of the most reasonable attempt, where none was accepted; None leaves it to the scores."""
        ...

    def trace(self) -> tuple[tuple[Turn, ...], tuple[Usage, ...]]:
        """What was looked up on the way, and what it cost."""
        ...


def open_relations(store: TripletStore, head: Entity, tail: Entity) -> tuple[str, ...]:
    """The relations that may join two entities and that the graph does not state of them.

    Raises:
        GraphError: there is none, or both are the same entity; says why.
    """
    if head.id == tail.id:
        raise GraphError("head and tail are the same entity; give two")
    may = store.rules.relations(head.type, tail.type)
    if not may:
        raise GraphError(f"no relation of the rules joins a {head.type[:40]} and a {tail.type[:40]}")
    left, rounds = list[str](), ""
    for name in may:
        first, second = (tail, head) if store.rules.turned(head.type, name, tail.type) else (head, tail)
        if store.goes_round(first.id, name, second.id):
            rounds = " or would go round"
        elif not store.states(first.id, name, second.id):
            left.append(name)
    if not left:
        raise GraphError(f"all relations that may join {head.name} and {tail.name} are known{rounds}: {', '.join(may)}")
    return tuple(left)


def admitted(store: TripletStore, head: Entity, relation: str, tail: Entity) -> Statement:
    """The gate: the statement, turned the way the rules have it.

    Raises:
        GraphError: it may not be proposed; says why.
    """
    name = store.rules.relation(relation)
    first, second = (tail, head) if store.rules.turned(head.type, name, tail.type) else (head, tail)
    if store.states(first.id, name, second.id):
        raise GraphError(f"{first.name} {name} {second.name} is in the graph already; that is not new")
    if store.goes_round(first.id, name, second.id):
        raise GraphError(f"{second.name} stands below {first.name} in the graph, so {name} would go round")
    return Statement(first, name, second)


def play(
    store: TripletStore, head: Entity, tail: Entity, proposer: Proposer, settings: Settings, evaluated: bool = True
) -> Proposed:
    """Let a proposer propose for a pair.

    Args:
        evaluated: whether proposals are evaluated; without, the first is taken as it is and never accepted.
    Raises:
        GraphError: nothing new may be proposed for the pair.
    """
    open_relations(store, head, tail)
    attempts, accepted, notes = list[Attempt](), False, list[str]()
    for _ in range(settings.outer):
        draft = proposer.propose(tuple(attempts))
        if proposer.failure:
            break
        if draft is None:
            continue
        try:
            made = Attempt(admitted(store, head, draft.relation, tail), draft.description)
        except GraphError as error:
            notes.append(f"a proposal was refused: {error}")
            continue
        if not evaluated:
            attempts.append(made)
            break
        attempts.append(Attempt(made.statement, made.description, proposer.evaluate(made)))
        accepted = _good(attempts[-1], settings)
        if accepted or proposer.failure:
            break
    chosen = attempts[-1] if accepted else _best(proposer, attempts)
    notes += [proposer.failure] if proposer.failure else []
    if chosen is None:
        notes.append("nothing was proposed")
    turns, usage = proposer.trace()
    return Proposed(head, tail, proposer.name, tuple(attempts), chosen, accepted, turns, usage, "; ".join(notes))


def _good(attempt: Attempt, settings: Settings) -> bool:
    judged = attempt.evaluation
    return judged is not None and judged.is_new and settings.threshold <= judged.score <= MOST_SCORE


def _best(proposer: Proposer, attempts: Sequence[Attempt]) -> Attempt | None:
    if not attempts:
        return None
    place = proposer.choose(tuple(attempts)) if len(attempts) > 1 and not proposer.failure else None
    if place is not None and 0 <= place < len(attempts):
        return attempts[place]
    return max(attempts, key=lambda one: one.score)
