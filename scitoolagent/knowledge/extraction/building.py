"""Make entities and relations of documents, each relation with the sentences and the PubMed id that tell it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from scitoolagent.knowledge.extraction.documents import Document, read_documents
from scitoolagent.knowledge.extraction.entities import Dictionary, Mention
from scitoolagent.knowledge.extraction.naming import NamesByModel
from scitoolagent.knowledge.extraction.relations import PREDICATES, Told, Unread, relations_of
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Note, Predicate, Relation
from scitoolagent.language.text import words_of

# What a document denies is kept apart, so that nobody who asks for a relation finds it.
DENIED = Predicate("Denied_Association", "is said to have no relation with", True)
_MOST_SENTENCES, _SHOWN = 5, 5


def extracted(paths: Iterable[Path], dictionary: Dictionary, model: NamesByModel | None = None) -> Iterator[Item]:
    """What documents tell, as the items of a graph.

    Args:
        paths: files of documents.
        dictionary: the names that are looked for.
        model: finds names that the dictionary lacks.
    Raises:
        GraphError: a file cannot be read.
        ModelError: the model gives nothing that can be read.
    """
    yield from (Predicate(name, words_of(name), True) for name in PREDICATES)
    yield DENIED
    types: dict[str, str] = {}
    unread = Unread()
    for path in paths:
        for document in read_documents(path):
            if isinstance(document, Broken):
                yield document
                continue
            mentions = dictionary.mentions(document.text)
            if model is not None:
                mentions = model.mentions(document.text, mentions)
            # A relation is taken between entities that are there.
            yield from _entities(mentions, types)
            yield from (_relation(document, path, told) for told in relations_of(document.text, mentions, unread))
    yield from _left_out(unread)
    apart = dictionary.told_apart
    if apart:
        some = ", ".join(apart[:_SHOWN])
        yield Note(f"{len(apart)} ids mean different things in two graphs and carry the name of theirs: {some}")
    if model is not None:
        yield Note(f"{len(model.found)} entities are names that a model found and no loaded graph has (text:…)")
        if model.unread:
            yield Note(f"of {model.unread} documents the model's names could not be read")


def _left_out(unread: Unread) -> Iterator[Note]:
    if unread.orders:
        yield Note(f"{unread.orders} sentences give orders to who reads them and were not read for relations")
    if unread.open:
        yield Note(f"{unread.open} sentences ask, suppose or leave something out, and state no relation of it")


def _entities(mentions: Sequence[Mention], types: dict[str, str]) -> Iterator[Entity]:
    """What a document names; an id keeps the type with which it was met first."""
    named: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for one in mentions:
        named[one.id][one.text] = None
    kinds = {one.id: one.type for one in reversed(mentions)}
    for identifier, found in named.items():
        is_new = identifier not in types
        texts = tuple(found)
        yield Entity(identifier, types.setdefault(identifier, kinds[identifier]), texts[0], texts[is_new:])


def _relation(document: Document, path: Path, told: Told) -> Relation:
    pmids = (document.id,) if document.is_pubmed else ()
    source = path.name if pmids else f"{path.name}: {document.id}"
    attributes = {
        "sentence": " … ".join(told.sentences[:_MOST_SENTENCES]),
        "confidence": f"{told.confidence:.2f}",
        "document": document.id,
    }
    predicate = DENIED.id if told.denied else told.predicate
    return Relation(told.one, predicate, told.other, (Evidence(pmids, source),), attributes)
