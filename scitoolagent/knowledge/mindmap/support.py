"""How far an answer in words stands on the evidence: which sentences a fact supports, and what it names beyond it.

No judge is asked. A sentence is supported when two of the things it names are joined by a fact of the evidence and it
does not deny that; one that names fewer than two says nothing that could be looked up. A thing that the graph knows,
and that neither the question nor a fact of the evidence has, is named without evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.knowledge.claims.sentences import sentences_of
from scitoolagent.knowledge.mindmap.evidence import Evidence
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.language.text import tokens
from scitoolagent.language.words import patients, word_list

_LONGEST = 12
_MOST = 50


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with the entities it names and the numbers of the facts that support it."""

    text: str
    entities: tuple[str, ...]
    facts: tuple[int, ...]
    denies: bool = False

    @property
    def telling(self) -> bool:
        """Whether it joins two things, so that a fact could support it."""
        return len(self.entities) > 1


@dataclass(frozen=True, slots=True)
class Support:
    """The sentences of an answer, and the entities it names that the evidence does not have."""

    sentences: tuple[Sentence, ...]
    named: tuple[str, ...]
    beyond: tuple[str, ...]

    def in_words(self) -> str:
        """One line for people."""
        telling = [one for one in self.sentences if one.telling]
        held = sum(bool(one.facts) for one in telling)
        without = f"; not in the evidence: {', '.join(self.beyond)}" if self.beyond else ""
        return (
            f"{held} of {len(telling)} sentences that join two things stand on a fact; "
            f"{len(self.beyond)} of {len(self.named)} things named are not in the evidence{without}"
        )


def support_of(text: str, evidence: Evidence, graph: DomainGraph) -> Support:
    """What of a text the evidence supports; the text may say anything, and no more than 50 sentences are read."""
    known = {end.id for fact in evidence.facts for end in (fact.subject, fact.object)}
    known |= {seed.entity for seed in evidence.seeds}
    denials = frozenset(patients()["denial"]["words"].split()) | word_list("claims", "denial")
    sentences, named = [], dict[str, str]()
    for said in sentences_of(text)[:_MOST]:
        own = _named(said, graph, known)
        named |= own
        denies = any(word in denials for word, _, _ in tokens(said))
        facts = tuple(
            number
            for number, fact in enumerate(evidence.facts, 1)
            if not denies and fact.subject.id in own and fact.object.id in own
        )
        sentences.append(Sentence(said, tuple(own), facts, denies))
    beyond = tuple(name for identifier, name in named.items() if identifier not in known)
    return Support(tuple(sentences), tuple(named), beyond)


def _named(text: str, graph: DomainGraph, known: set[str]) -> dict[str, str]:
    """The entities that a text names in full, the longest names first; of namesakes the one that is known."""
    words, found, start = tokens(text), dict[str, str](), 0
    while start < len(words):
        size = 0
        for end in range(min(len(words), start + _LONGEST), start, -1):
            surface = text[words[start][1] : words[end - 1][2]]
            # Where a graph has names for ids, a name is an id.
            matches = [one for one in graph.link(surface, limit=5) if one.how != "near"]
            if matches and len(surface) > 2:
                best = next((one for one in matches if one.entity in known), matches[0])
                found.setdefault(best.entity, best.surface)
                size = end - start
                break
        start += max(size, 1)
    return found


def share_beyond(found: Sequence[Support]) -> float | None:
    """The share of named things that are not in the evidence, over some answers; None where nothing is named."""
    named = sum(len(one.named) for one in found)
    return sum(len(one.beyond) for one in found) / named if named else None
