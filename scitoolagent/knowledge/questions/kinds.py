"""Kinds of an ontology in a question: the fish of "which fish eat roach" are terms below one, and no type."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from scitoolagent.knowledge.questions.reading import Reading
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.hierarchy import hierarchy_of, reached

_WHICH = ("which", "what")


@dataclass(frozen=True, slots=True)
class Group:
    """What an ontology has below a kind that is asked for; `truncated` where a limit cut it."""

    name: str
    members: frozenset[str]
    truncated: bool


def asked_group(graph: DomainGraph, reading: Reading) -> tuple[Reading, Group | None]:
    """A reading without the entity that stands as the kind of thing that is asked for, and that kind."""
    for mention in reading.mentions:
        if mention.place and reading.words[mention.place - 1] in _WHICH:
            found = [below(graph, match.entity) for match in mention.matches]
            members = frozenset(one for ids, _ in found for one in ids)
            if members:
                left = tuple(one for one in reading.mentions if one is not mention)
                return replace(reading, mentions=left), Group(mention.text, members, any(cut for _, cut in found))
    return reading, None


def below(graph: DomainGraph, identifier: str, over: Collection[str] = ("is_a",)) -> tuple[tuple[str, ...], bool]:
    """What is of a kind, or part of a whole where `over` says so, and whether a limit cut it."""
    if not any(hierarchy_of(graph)):
        return (), False
    found, cut = reached(graph, identifier, down=True)
    return tuple(one.entity for one in found if one.relation in over), cut
