"""Which relations may join which entities: the tables of BioRED and PubTator3, or what a graph itself shows.

Sources: the eight relations of BioRED over its eight pairs of concepts (Luo et al. 2022, doi:10.1093/bib/bbac282) and
the definitions of PubTator3 (Wei et al. 2024, doi:10.1093/nar/gkae235, table 2 of its tutorial), the vocabulary of the
BioVerge paper (arXiv:2511.08866). Neither is directed. Of the 6,503 relations of BioRED, 6,496 fit the table; the seven
others (five co-treatments with a gene product, a binding of two chemicals, a gene with a variant) are slips the table
would refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.records import Schema
from scitoolagent.language.text import normalise

Pair = tuple[str, str]
_KINDS = {
    "gene": ("gene", "protein", "geneorgeneproduct", "gene product", "enzyme"),
    "chemical": ("chemical", "chemicalentity", "compound", "drug"),
    "disease": ("disease", "diseaseorphenotypicfeature", "phenotype", "symptom"),
    "variant": ("variant", "sequencevariant", "mutation", "snp", "dnamutation", "proteinmutation"),
}
_KIND_OF = {name: kind for kind, names in _KINDS.items() for name in names}
_LETTERS = {"G": "gene", "C": "chemical", "D": "disease", "V": "variant"}
_ALL = "GG CC CD CG DG CV DV VV"
_SIGNED = "GG CC CD CG DG CV DV"
BIORED = {
    "Association": _ALL,
    "Positive_Correlation": _SIGNED,
    "Negative_Correlation": _SIGNED,
    "Bind": "GG CG",
    "Cotreatment": "CC",
    "Comparison": "CC",
    "Drug_Interaction": "CC",
    "Conversion": "CC",
}
PUBTATOR3 = {
    "associate": _ALL,
    "cause": "CD DV",
    "compare": "CC",
    "cotreat": "CC",
    "drug_interact": "CC",
    "inhibit": "DG CV",
    "interact": "GG CG CV",
    "negative_correlate": "CG CC GG",
    "positive_correlate": "CG CC GG",
    "prevent": "DV",
    "stimulate": "DG DV CV",
    "treat": "CD",
}


@lru_cache(maxsize=1_000)
def kind_of(entity_type: str) -> str:
    """Gene, chemical, disease or variant, whatever a graph calls them; empty for any other type."""
    return _KIND_OF.get(normalise(entity_type), "")


@dataclass(frozen=True, slots=True)
class Rules:
    """The pairs of types that each relation may join, in order. `published` rules are about the four kinds."""

    pairs: Mapping[str, frozenset[Pair]]
    published: bool

    def kind(self, entity_type: str) -> str:
        """What the rules call a type; empty when they say nothing of it."""
        if self.published:
            return kind_of(entity_type)
        return entity_type if any(entity_type in pair for joined in self.pairs.values() for pair in joined) else ""

    def relations(self, one: str, other: str) -> tuple[str, ...]:
        """The relations that may join two types, either way round."""
        ends = (self.kind(one), self.kind(other))
        return tuple(name for name, joined in self.pairs.items() if ends in joined or ends[::-1] in joined)

    def relation(self, text: str) -> str:
        """The relation as the rules spell it.

        Raises:
            GraphError: there is none of that name.
        """
        wanted = normalise(text).replace(" ", "")
        for name in self.pairs:
            if normalise(name).replace(" ", "") == wanted:
                return name
        raise GraphError(f"there is no relation {text[:60]!r}; there are {', '.join(self.pairs)}")

    def turned(self, one: str, relation: str, other: str) -> bool:
        """Whether a relation of two types holds only the other way round.

        Raises:
            GraphError: it may not join the two at all; says which relations may.
        """
        ends, joined = (self.kind(one), self.kind(other)), self.pairs[relation]
        if ends in joined:
            return False
        if ends[::-1] in joined:
            return True
        may = ", ".join(self.relations(one, other)) or "no relation"
        raise GraphError(f"{relation} cannot join {one[:40]} and {other[:40]}; {may} can")


def published(*tables: Mapping[str, str]) -> Rules:
    """The rules of published tables such as `BIORED`."""
    return Rules({name: _pairs(text) for table in tables for name, text in table.items()}, published=True)


def rules_of(schema: Schema) -> Rules:
    """The rules for a graph: the published ones when it has relations of theirs, else the links it shows itself."""
    tables = [table for table in (BIORED, PUBTATOR3) if table.keys() & schema.predicates.keys()]
    if tables:
        return published(*tables)
    seen: dict[str, set[Pair]] = {}
    for link in schema.links:
        seen.setdefault(link.predicate, set()).add((link.subject_type, link.object_type))
    return Rules({name: frozenset(joined) for name, joined in sorted(seen.items())}, published=False)


def _pairs(text: str) -> frozenset[Pair]:
    said = [(_LETTERS[pair[0]], _LETTERS[pair[1]]) for pair in text.split()]
    return frozenset(said) | frozenset((other, one) for one, other in said)
