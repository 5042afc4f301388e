"""Judges of a claim beside the graph that makes it: what another source says, or that it says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal, Protocol

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.coverage import Coverage
from scitoolagent.knowledge.claims.verification import ClaimVerifier
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.language.text import normalise

ClaimKind = Literal["node", "attribute", "relation", "potential"]
Says = Literal["supports", "refutes", "doubts", "unknown"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to be checked.

    `node`: `subject` exists and is a `value` (a type). `attribute`: `attribute` of `subject` is what the graph says.
    `relation`: the graph has the relation; is it right? `potential`: the graph may lack it; should it have it?
    """

    kind: ClaimKind
    subject: str
    predicate: str = ""
    object: str = ""
    attribute: str = ""
    value: str = ""

    def in_words(self, names: Mapping[str, str] | None = None) -> str:
        """The claim as people can read it, with what ids are called."""
        one, other = (f"{names[end]} ({end})" if names and names.get(end, end) != end else end
                      for end in (self.subject, self.object))  # fmt: skip
        if self.kind == "node":
            return f"{one} is a {self.value}" if self.value else f"{one} exists"
        if self.kind == "attribute":
            return f"{self.attribute} of {one} is {self.value!r}" if self.value else f"{one} has a {self.attribute}"
        return f"{one} {self.predicate} {other}"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one source says about a claim, in its own words; `value` is what it has where the claim is about a value.

    `doubts`: the source holds nearly all of such statements and not this one, which is a reason to look and no proof.
    """

    source: str
    says: Says
    text: str
    value: str = ""


class Validator(Protocol):
    """A source that judges claims."""

    @property
    def name(self) -> str:
        """What findings call the source."""
        ...

    def judge(self, claim: Claim) -> Finding:
        """What the source says.

        Raises:
            GraphError: it cannot be asked.
        """
        ...


class GraphValidator:
    """Another graph as the judge, such as a curated table.

    Args:
        graph: the graph that is believed.
        complete: predicates of which it holds all that is known, so that a relation it lacks is wrong; of the others
            only what it has counts. `types` likewise for nodes.
        types: types of which it holds every entity.
        coverage: how much of the graph under check it was found to hold; what it lacks of a kind that it nearly always
            holds is doubted.
    """

    def __init__(
        self,
        graph: DomainGraph,
        complete: frozenset[str] = frozenset(),
        types: frozenset[str] = frozenset(),
        coverage: Coverage | None = None,
    ) -> None:
        self._graph, self._complete, self._types = graph, complete, types
        self._coverage = coverage

    @property
    def name(self) -> str:
        """The name of the graph."""
        return self._graph.name

    def judge(self, claim: Claim) -> Finding:
        """What the graph says; nothing about what it does not cover."""
        if self._coverage:
            ends = list(dict.fromkeys(end for end in (claim.subject, claim.object) if end))
            if strange := self._coverage.stranger() or self._coverage.another(ends):
                return Finding(self.name, "unknown", strange)
        says, text, *value = getattr(self, f"_{claim.kind}")(claim)
        return Finding(self.name, says, text, *value)

    def _node(self, claim: Claim) -> tuple[Says, str] | tuple[Says, str, str]:
        found = self._graph.entities([claim.subject])
        if found:
            good = found[0].type == claim.value
            told = f"{claim.subject} is {found[0].name}, a {found[0].type}"
            return ("supports" if good else "refutes"), told, found[0].type
        if claim.value in self._types:
            return (
                "refutes",
                f"there is no {claim.subject} among every {claim.value} there is",
            )
        doubt = self._coverage.of_type(claim.value) if self._coverage else ""
        return (
            ("doubts", f"{doubt}; {claim.subject} it lacks")
            if doubt
            else ("unknown", f"{claim.subject} is not covered")
        )

    def _attribute(self, claim: Claim) -> tuple[Says, str] | tuple[Says, str, str]:
        found = self._graph.entities([claim.subject])
        known = () if not found else (found[0].name, *found[0].synonyms)
        if found and claim.attribute != "name":
            known = (found[0].attributes[claim.attribute],) if claim.attribute in found[0].attributes else ()
        if not known:
            return "unknown", f"{claim.attribute} of {claim.subject} is not covered"
        good = any(same_value(claim.value, one) for one in known)
        told = f"{claim.attribute} of {claim.subject} is {known[0]!r}"
        return ("supports" if good else "refutes"), told, known[0]

    def _relation(self, claim: Claim) -> tuple[Says, str]:
        if len(self._graph.entities(list(dict.fromkeys((claim.subject, claim.object))))) < len(
            {claim.subject, claim.object}
        ):
            return "unknown", f"{claim.subject} or {claim.object} is not covered"
        if claim.predicate not in self._graph.schema.predicates:
            return "unknown", f"{claim.predicate} is not covered"
        if self._graph.holds(claim.subject, claim.predicate, claim.object):
            return "supports", claim.in_words()
        if claim.predicate in self._complete:
            return "refutes", f"all of {claim.predicate} is held, and not {claim.in_words()}"
        doubt = self._coverage.of_predicate(claim.predicate) if self._coverage else ""
        if doubt:
            return "doubts", f"{doubt}; {claim.in_words()} it lacks"
        return "unknown", f"{claim.in_words()} is not held, which says nothing"

    _potential = _relation


class PublicationValidator:
    """A corpus of abstracts as the judge of relations.

    Args:
        verifier: finds and reads abstracts.
        graph: where the names of the claim's entities stand.
        refutes: whether its Refute counts. The rules' is right in one of three cases only, so it does not by default.
    """

    def __init__(self, verifier: ClaimVerifier, graph: DomainGraph, refutes: bool = False) -> None:
        self._verifier, self._graph, self._refutes = verifier, graph, refutes

    @property
    def name(self) -> str:
        """What findings call it."""
        return "publications"

    def judge(self, claim: Claim) -> Finding:
        """What abstracts say about a relation, with quotes that name both ends; nothing about nodes and attributes."""
        known = {one.id: one for one in self._graph.entities([claim.subject, claim.object or claim.subject])}
        predicate = self._graph.schema.predicates.get(claim.predicate)
        if (
            claim.kind not in ("relation", "potential")
            or predicate is None
            or {claim.subject, claim.object} - set(known)
        ):
            return Finding(self.name, "unknown", "abstracts are only asked about relations of known entities")
        ends = (known[claim.subject], known[claim.object])
        verdict = self._verifier.verify(f"{ends[0].name} {predicate.label} {ends[1].name}")
        if verdict.verdict == "NEI":
            return Finding(self.name, "unknown", verdict.reason)
        # Most words of a claim may stand in a sentence about something else.
        quotes = [quote for quote in verdict.quotes if all(_names(quote.text, end) for end in ends)]
        told = "; ".join(f"{quote.abstract}: {quote.text!r}" for quote in quotes)
        if not quotes:
            return Finding(self.name, "unknown", f"no sentence names both {ends[0].name} and {ends[1].name}")
        if verdict.verdict == "Support":
            return Finding(self.name, "supports", told)
        return Finding(self.name, "refutes" if self._refutes else "unknown", f"against it: {told}")


def same_value(one: str, other: str) -> bool:
    """Whether two values say the same: words but for case and signs, numbers by their amount."""
    try:
        return Decimal(one.strip()) == Decimal(other.strip())
    except InvalidOperation:
        return normalise(one) == normalise(other)


def _names(text: str, entity: Entity) -> bool:
    """Whether a text has the name or a synonym of an entity, as whole words."""
    said = f" {normalise(text)} "
    return any(f" {key} " in said for name in (entity.name, *entity.synonyms) if (key := normalise(name)))


def judged(validator: Validator, claim: Claim) -> Finding:
    """What a source says; that it cannot be asked is `unknown`, with the reason."""
    try:
        return validator.judge(claim)
    except GraphError as error:
        return Finding(validator.name, "unknown", f"could not be asked: {error}")
