"""Hypotheses of the BioVerge agent, and the one gate that each of them passes, whoever proposes it.

A hypothesis is a relation between two known entities that the rules allow and that no known relation joins yet; what
is already in the graph is refused, so everything that leaves the gate is new to the graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scitoolagent.errors import ConfigError, GraphError
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.records import Entity, Relation
from scitoolagent.records import Usage

MOST_SCORE = 100
MAX_COUNT = 100
# What an agent may look up, by where it comes from; an ablation leaves some of them out.
SOURCES: Mapping[str, tuple[str, ...]] = {
    "entities": ("get_entities",),
    "relations": ("get_relations",),
    "triplets": ("get_triplets",),
    "articles": ("get_articles", "browse_articles"),
    "paths": ("get_shortest_entity_paths",),
    "hierarchy": ("get_mesh_parents", "get_mesh_children", "get_mesh_siblings"),
}
Architecture = Literal["single", "double"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How an agent works.

    Args:
        architecture: `single` is one agent with one memory for generation and evaluation, `double` two with their own.
        threshold: the least score of 0 to 100 at which a hypothesis is accepted.
        outer: how many hypotheses may be tried for one that is accepted.
        inner: how many turns each generation and each evaluation may take.
        sources: what may be looked up, of `SOURCES`; all when left out.
    Raises:
        ConfigError: a setting is out of its range.
    """

    architecture: Architecture = "single"
    threshold: int = 50
    outer: int = 3
    inner: int = 10
    sources: tuple[str, ...] = tuple(SOURCES)

    def __post_init__(self) -> None:
        if self.architecture not in ("single", "double"):
            raise ConfigError(f"the architecture is single or double, not {self.architecture[:30]!r}")
        unknown = [one for one in self.sources if one not in SOURCES]
        if unknown or not self.sources:
            raise ConfigError(f"sources are some of {', '.join(SOURCES)}, not {', '.join(unknown)[:60] or 'none'}")
        ranges = {"threshold": (0, MOST_SCORE), "outer": (1, 20), "inner": (1, 50)}
        for name, (least, most) in ranges.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise ConfigError(f"{name} must lie between {least} and {most}, not {value}")


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation that may be proposed; only `stated` makes one."""

    subject: Entity
    relation: str
    object: Entity

    @property
    def pair(self) -> frozenset[str]:
        """The ids of both ends."""
        return frozenset((self.subject.id, self.object.id))

    def in_words(self) -> str:
        """As a line."""
        return f"{self.subject.name} {self.relation} {self.object.name}"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A hypothesis. `reason` and `judged` are the proposer's and the evaluator's own words, never checked facts;

    `paths` are chains of known relations between the ends, `between` the entities through which they were brought
    together. `score` is None when nobody judged it; `accepted` needs a score at or above the threshold, or is the
    word of the rules where no model is asked.
    """

    statement: Statement
    reason: str
    score: float | None
    accepted: bool
    by: str
    judged: str = ""
    paths: tuple[tuple[Relation, ...], ...] = ()
    between: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a module: what was wanted, what was told, and whether it could be done."""

    module: str
    action: str
    call: str
    told: str
    good: bool


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What a run gave: accepted hypotheses first, then those below the threshold, each group best first."""

    topic: Entity
    found: tuple[Hypothesis, ...]
    turns: tuple[Turn, ...] = ()
    usage: tuple[Usage, ...] = ()
    note: str = ""


def stated(
    store: TripletStore,
    first: Entity,
    relation: str,
    second: Entity,
    topic: str = "",
    taken: frozenset[frozenset[str]] = frozenset(),
) -> Statement:
    """The statement, turned the way the rules have it.

    Args:
        topic: an entity that must be one of its ends.
        taken: pairs that were proposed before.
    Raises:
        GraphError: it may not be proposed; says why.
    """
    if first.id == second.id:
        raise GraphError("both ends are the same entity; propose two")
    if topic and topic not in (first.id, second.id):
        raise GraphError(f"one end must be {store.entity(topic).name}")
    name = store.rules.relation(relation)
    if store.rules.turned(first.type, name, second.type):
        first, second = second, first
    if frozenset((first.id, second.id)) in taken:
        raise GraphError(f"{first.name} and {second.name} were proposed before; propose another pair")
    if store.known(first.id, second.id):
        raise GraphError(f"{first.name} and {second.name} are already joined in the graph; that is not new")
    return Statement(first, name, second)
