"""What the readers of ontologies share: terms, their parents, how ids are written, and what is told of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scitoolagent.knowledge.store.records import Entity, Item, Note, Predicate, Relation
from scitoolagent.language.text import words_of

IS_A = "is_a"
MAX_TERMS = 5_000_000
_PURL = re.compile(r"https?://purl\.obolibrary\.org/obo/([A-Za-z][A-Za-z0-9]*)_([A-Za-z0-9]+)")
_MOST_CYCLES = 5


@dataclass(slots=True)
class Term:
    """A term of an ontology; `links` are predicate and id of the other end."""

    id: str
    name: str = ""
    kind: str = ""
    synonyms: list[str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    links: list[tuple[str, str]] = field(default_factory=list)
    obsolete: bool = False


def short_id(address: str) -> str:
    """`GO:0008150` for its address in the OBO library; any other address as it is."""
    match = _PURL.fullmatch(address)
    return f"{match[1]}:{match[2]}" if match else address


def kind_of(term: Term) -> str:
    """The type of a term: what the file says, else what its id begins with."""
    begins, colon, rest = term.id.partition(":")
    return term.kind or (begins if colon and not rest.startswith("//") else "") or "Term"


def items_of(terms: Mapping[str, Term], labels: Mapping[str, str], what: str) -> Iterator[Item]:
    """Notes, predicates, entities and relations of an ontology; a term that is only pointed at is made."""
    kept = {one.id: one for one in terms.values() if not one.obsolete}
    outside = dict.fromkeys(other for one in kept.values() for _, other in one.links if other not in terms)
    gone = len(terms) - len(kept)
    yield Note(f"{what}: {len(kept):,} terms" + (f", {gone:,} obsolete ones left out" if gone else ""))
    if outside:
        yield Note(f"{len(outside):,} terms are only pointed at, such as {next(iter(outside))[:80]}; they have no name")
    yield from cycles_of(kept)
    for name in dict.fromkeys(predicate for one in kept.values() for predicate, _ in one.links):
        yield Predicate(name, labels.get(name, "") or words_of(name))
    for one in kept.values():
        synonyms = tuple(name for name in dict.fromkeys(one.synonyms) if name and name != one.name)
        yield Entity(one.id, kind_of(one), one.name or one.id, synonyms, one.attributes)
    for identifier in outside:
        yield Entity(identifier, kind_of(Term(identifier)), identifier)
    lost = 0
    for one in kept.values():
        for predicate, other in dict.fromkeys(one.links):
            if other in kept or other in outside:
                yield Relation(one.id, predicate, other)
            else:
                lost += 1
    if lost:
        yield Note(f"{lost:,} relations to obsolete terms left out")


def cycles_of(terms: Mapping[str, Term]) -> Iterator[Note]:
    """The first few cycles of `is_a`, which a hierarchy should not have; they are loaded as they stand."""
    state: dict[str, int] = {}
    found = 0
    for start in terms:
        path = [start]
        waiting = [iter(_parents(terms, start))] if start not in state else []
        state.setdefault(start, 1)
        while waiting:
            other = next(waiting[-1], None)
            if other is None:
                state[path.pop()] = 2
                waiting.pop()
            elif state.get(other) == 1:
                found += 1
                if found <= _MOST_CYCLES:
                    loop = [*path[path.index(other) :], other]
                    yield Note(f"is_a goes round: {' → '.join(loop[:10])}{' …' if len(loop) > 10 else ''}")
            elif other not in state and other in terms:
                state[other] = 1
                path.append(other)
                waiting.append(iter(_parents(terms, other)))
        state[start] = 2
    if found > _MOST_CYCLES:
        yield Note(f"and {found - _MOST_CYCLES:,} more places where is_a goes round")


def _parents(terms: Mapping[str, Term], identifier: str) -> list[str]:
    return [other for predicate, other in terms[identifier].links if predicate == IS_A]
