"""What a domain graph holds: entities, relations and the evidence for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scitoolagent.language.text import normalise

Direction = Literal["outgoing", "incoming"]


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing the graph knows. `id` is unique in the graph; `attributes` are texts by name."""

    id: str
    type: str
    name: str
    synonyms: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a relation is believed: PubMed ids, where it was taken from, and a date as `2021` or `2021-03-05`."""

    pmids: tuple[str, ...] = ()
    source: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """`subject` and `object` are entity ids; several evidences of one relation are several records when loaded."""

    subject: str
    predicate: str
    object: str
    evidence: tuple[Evidence, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A kind of relation. `label` is its verb as people say it; a symmetric one holds both ways though stored once."""

    id: str
    label: str
    symmetric: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A row that could not be read: where, and why; in line 0 is what has no line of its own."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Link:
    """A pair of types that a predicate joins, and how many relations do so."""

    subject_type: str
    predicate: str
    object_type: str
    count: int


@dataclass(frozen=True, slots=True)
class Schema:
    """Types and predicates of a graph, with counts; what a question can be about at all."""

    types: Mapping[str, int]
    predicates: Mapping[str, Predicate]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Entity ids in order, and whether a limit cut them."""

    ids: tuple[str, ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """An entity a text may stand for. `how` is id, name, synonym or near; `surface` is the name as the graph has it."""

    entity: str
    type: str
    surface: str
    how: Literal["id", "name", "synonym", "near"]


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader has to say of a file as a whole."""

    text: str


def share_a_name(one: Entity, other: Entity) -> bool:
    """Whether two entities have a name or synonym in common, however it is written."""
    names = {normalise(text) for text in (one.name, *one.synonyms)}
    return any(normalise(text) in names for text in (other.name, *other.synonyms))


Item = Entity | Relation | Predicate | Broken | Note
