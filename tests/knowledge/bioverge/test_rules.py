"""The tables of relations and pairs, and what stands in for them in other graphs."""

from __future__ import annotations

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.rules import BIORED, PUBTATOR3, Rules, kind_of, published, rules_of
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.records import Predicate, Schema


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("GeneOrGeneProduct", "gene"),
        ("Protein", "gene"),
        ("ChemicalEntity", "chemical"),
        ("DiseaseOrPhenotypicFeature", "disease"),
        ("SequenceVariant", "variant"),
        ("ProteinMutation", "variant"),
        ("OrganismTaxon", ""),
        ("CellLine", ""),
    ],
)
def test_kinds_of_types(name: str, kind: str) -> None:
    assert kind_of(name) == kind


# BioRED annotates eight pairs of concepts (Luo et al. 2022, table 1): the pairs of kinds that are missing here are
# disease with disease and gene with variant.
def test_biored_joins_eight_pairs() -> None:
    rules = published(BIORED)
    kinds = ("gene", "chemical", "disease", "variant")
    joined = {(one, other) for i, one in enumerate(kinds) for other in kinds[i:] if rules.relations(one, other)}
    assert len(joined) == 8
    assert ("disease", "disease") not in joined
    assert ("gene", "variant") not in joined


@pytest.mark.parametrize(
    ("table", "one", "relation", "other", "may"),
    [
        (BIORED, "Chemical", "Cotreatment", "Chemical", True),
        (BIORED, "Chemical", "Cotreatment", "Gene", False),
        (BIORED, "Gene", "Bind", "Chemical", True),
        (BIORED, "Disease", "Bind", "Gene", False),
        (BIORED, "SequenceVariant", "Positive_Correlation", "SequenceVariant", False),
        (PUBTATOR3, "Disease", "treat", "Chemical", True),
        (PUBTATOR3, "Gene", "treat", "Disease", False),
        (PUBTATOR3, "SNP", "prevent", "Disease", True),
    ],
)
def test_pairs_of_the_tables(table: dict[str, str], one: str, relation: str, other: str, may: bool) -> None:
    rules = published(table)
    if may:
        assert not rules.turned(one, relation, other)
    else:
        with pytest.raises(GraphError, match="cannot join"):
            rules.turned(one, relation, other)


def test_a_graph_of_a_published_vocabulary_takes_its_table() -> None:
    schema = Schema({}, {"treat": Predicate("treat", "treat")}, ())
    assert set(rules_of(schema).pairs) == set(PUBTATOR3)


def test_another_graph_shows_its_own_pairs_and_their_direction() -> None:
    rules = rules_of(open_graph("demo").schema)
    assert not rules.published
    assert not rules.turned("Compound", "inhibits", "Protein")
    assert rules.turned("Protein", "inhibits", "Compound")
    with pytest.raises(GraphError, match="cannot join"):
        rules.turned("Disease", "inhibits", "Disease")


def test_names_of_relations_are_taken_as_people_write_them() -> None:
    rules: Rules = published(BIORED)
    assert rules.relation("positive correlation") == "Positive_Correlation"
    with pytest.raises(GraphError, match="no relation 'cures'"):
        rules.relation("cures")
