"""A graph behind somebody's SPARQL endpoint: its schema is asked once, then it is used like a loaded one."""

from __future__ import annotations

from collections import Counter

from scitoolagent.errors import GraphError
from scitoolagent.graph.endpoint import SparqlEndpoint
from scitoolagent.graph.iri import Vocabulary, identifier_of, local_name
from scitoolagent.graph.sparql import SparqlSource, count_of
from scitoolagent.http import HttpClient
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Link, Predicate, Schema
from scitoolagent.language.text import words_of

_SAMPLE = 200_000
_MOST = 5_000


def open_endpoint(url: str, vocabulary: Vocabulary | None = None, seconds: float = 30.0) -> DomainGraph:
    """The graph at an endpoint.

    Args:
        url: address of a SPARQL 1.1 endpoint.
        vocabulary: where the IRIs of its entities, relations and types begin; that of this program when left out.
        seconds: the longest one request may take.
    Raises:
        GraphError: the endpoint does not answer as one, or holds no typed entities.
    """
    source, words = SparqlEndpoint(url, HttpClient(seconds=seconds)), vocabulary or Vocabulary()
    return DomainGraph(source, schema_at(source, words), None, words, url)


def schema_at(source: SparqlSource, words: Vocabulary) -> Schema:
    """Types and links of the first 200,000 relations; the counts are of those, so that any graph can be asked.

    No relation is known to hold both ways: an endpoint does not say.
    """
    inner = f"SELECT ?s ?p ?o WHERE {{ ?s ?p ?o FILTER(isIRI(?o) && ?p != <{words.is_a}>) }} LIMIT {_SAMPLE}"
    query = (
        f"SELECT ?a ?p ?b (COUNT(*) AS ?n) WHERE {{ {{ {inner} }} ?s <{words.is_a}> ?a . ?o <{words.is_a}> ?b }} "
        f"GROUP BY ?a ?p ?b ORDER BY ?a ?p ?b"
    )
    links = tuple(
        Link(
            identifier_of(words.type, first or ""),
            identifier_of(words.predicate, predicate or ""),
            identifier_of(words.type, last or ""),
            count_of(count),
        )
        for first, predicate, last, count in source.select(query, _MOST).rows
    )
    if not links:
        raise GraphError(f"the endpoint holds no relations between entities with a type <{words.is_a}>")
    types: Counter[str] = Counter()
    counted = f"SELECT ?t (COUNT(?e) AS ?n) WHERE {{ ?e <{words.is_a}> ?t }} GROUP BY ?t ORDER BY ?t"
    for kind, count in source.select(counted, _MOST).rows:
        types[identifier_of(words.type, kind or "")] += count_of(count)
    names = dict.fromkeys(link.predicate for link in links)
    # A predicate that is a whole address is called by its last part.
    labels = {name: words_of(local_name(name) if ":" in name else name) for name in names}
    return Schema(types, {name: Predicate(name, labels[name]) for name in names}, links)
