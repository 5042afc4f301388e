"""Change a kept graph: a copy with some triples added and deleted, its names and its counts with them."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import Vocabulary, identifier_of
from scitoolagent.graph.sparql import count_of
from scitoolagent.graph.store import EmbeddedStore
from scitoolagent.knowledge.store.index import rewrite
from scitoolagent.knowledge.store.records import Link, Predicate, Schema
from scitoolagent.knowledge.store.writer import LoadReport, report_as_json
from scitoolagent.language.text import words_of

_WORDS = Vocabulary()
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Change:
    """A triple to add or delete; its parts are written as in N-Triples."""

    add: bool
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Changes that belong together, what they are about and why; `number` is how a curator names them."""

    number: int
    title: str
    reason: str
    changes: tuple[Change, ...]


def edit(folder: Path, target: Path, changes: Sequence[Change], source: str, before: LoadReport) -> LoadReport:
    """Write the graph in `folder` with the changes into `target`, which may be the same; nothing is half done.

    Raises:
        GraphError: a change names what the graph does not have, or the graph cannot be read or written.
    """
    partial = target.with_name(target.name + ".partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(folder, partial)
        store = EmbeddedStore(partial / "store")
        editing = _Editing(store, before.schema)
        for change in changes:
            editing.apply(change)
        store.flush()
        after = editing.report(before, source)
        rewrite(partial / "names.sqlite", editing.entities())
        del store, editing.store
        (partial / "graph.json").write_text(json.dumps(report_as_json(after), indent=1), encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        partial.rename(target)
    except (OSError, ValueError, sqlite3.Error) as error:
        raise GraphError(f"the graph cannot be changed: {error}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return after


class _Editing:
    def __init__(self, store: EmbeddedStore, schema: Schema) -> None:
        self.store, self._schema = store, schema
        self._types: Counter[str] = Counter(schema.types)
        self._links: Counter[tuple[str, str, str]] = Counter(
            {(one.subject_type, one.predicate, one.object_type): one.count for one in schema.links}
        )
        self._touched: dict[str, None] = {}
        self._retyped = False

    def apply(self, change: Change) -> None:
        """Make one change.

        Raises:
            GraphError: it deletes what is not there, adds what is, or joins what is no entity.
        """
        for term in (change.subject, change.predicate, change.object):
            # The text goes into SPARQL, so it has to be one term and nothing behind it.
            if len(term) > _LONGEST or not re.fullmatch(r'<[^<>"{}|^`\\\s]+>|"(?:[^"\\\n\r]|\\[nrt"\\])*"', term):
                raise GraphError(f"{term[:80]!r} is no address and no text")
        triple = f"{change.subject} {change.predicate} {change.object}"
        there = self._asked(f"ASK {{ {triple} }}")
        if there == change.add:
            raise GraphError(f"the graph {'already has' if there else 'does not have'} {triple[:200]}")
        predicate = change.predicate[1:-1]
        if predicate.startswith(_WORDS.predicate):
            self._count(change, identifier_of(_WORDS.predicate, predicate))
        elif predicate == _WORDS.is_a:
            self._types[identifier_of(_WORDS.type, change.object[1:-1])] += 1 if change.add else -1
            # Relations are counted by the types of their ends, so those of this entity are counted anew at the end.
            self._retyped = True
        self._touched[change.subject] = None
        if change.add:
            self.store.update(f"INSERT DATA {{ {triple} }}")
        else:
            self.store.update(f"DELETE DATA {{ {triple} }}")
            self.store.update(f"DELETE WHERE {{ GRAPH ?g {{ {triple} }} }}")

    def _asked(self, query: str) -> bool:
        return self.store.select(query).rows[0][0] == "true"

    def _count(self, change: Change, predicate: str) -> None:
        ends = (self._type(change.subject), self._type(change.object))
        self._links[ends[0], predicate, ends[1]] += 1 if change.add else -1

    def _type(self, entity: str) -> str:
        found = self.store.select(f"SELECT ?t WHERE {{ {entity} <{_WORDS.is_a}> ?t }}", 1).rows
        if not found:
            raise GraphError(f"{entity[:120]} is no entity of the graph")
        return identifier_of(_WORDS.type, found[0][0] or "")

    def _counted(self) -> Counter[tuple[str, str, str]]:
        query = (
            f'SELECT ?a ?p ?b (COUNT(*) AS ?n) WHERE {{ ?s ?p ?o . FILTER(STRSTARTS(STR(?p), "{_WORDS.predicate}")) '
            f"?s <{_WORDS.is_a}> ?a . ?o <{_WORDS.is_a}> ?b }} GROUP BY ?a ?p ?b"
        )
        found: Counter[tuple[str, str, str]] = Counter()
        for one, predicate, other, count in self.store.select(query, 1_000_000).rows:
            ends = (identifier_of(_WORDS.type, end or "") for end in (one, other))
            found[next(ends), identifier_of(_WORDS.predicate, predicate or ""), next(ends)] = count_of(count)
        return found

    def entities(self) -> dict[str, tuple[str, str, tuple[str, ...]] | None]:
        """Type, name and synonyms of each entity that was touched; None for one that is gone.

        Raises:
            GraphError: one that is gone has relations left, or one has two types.
        """
        found: dict[str, tuple[str, str, tuple[str, ...]] | None] = {}
        for subject in self._touched:
            rows = self.store.select(f"SELECT ?p ?v WHERE {{ {subject} ?p ?v }}", 100_000).rows
            identifier = identifier_of(_WORDS.entity, subject[1:-1])
            kinds = [value or "" for name, value in rows if name == _WORDS.is_a]
            names = sorted(value or "" for name, value in rows if name == _WORDS.label)
            synonyms = tuple(sorted(value or "" for name, value in rows if name == _WORDS.synonym))
            if len(kinds) > 1 or (
                not kinds and self._asked(f"ASK {{ {{ {subject} ?p ?o }} UNION {{ ?o ?p {subject} }} }}")
            ):
                left = "two types" if kinds else "no type any more but relations or texts left"
                raise GraphError(f"{identifier[:80]} would have {left}; nothing was changed")
            kind = identifier_of(_WORDS.type, kinds[0]) if kinds else ""
            found[identifier] = (kind, names[0] if names else identifier, synonyms) if kinds else None
        return found

    def report(self, before: LoadReport, source: str) -> LoadReport:
        """What the graph holds now."""
        if self._retyped:
            self._links = self._counted()
        links = tuple(Link(*key, count) for key, count in sorted(self._links.items()) if count > 0)
        kinds = {name: count for name, count in sorted(self._types.items()) if count > 0}
        known = self._schema.predicates
        names = dict.fromkeys(link.predicate for link in links)
        predicates = {name: known.get(name, Predicate(name, words_of(name))) for name in names}
        return replace(
            before,
            entities=sum(kinds.values()),
            relations=sum(link.count for link in links),
            schema=Schema(kinds, predicates, links),
            source=source,
            # Graphs that are kept open are told apart by this date.
            loaded=datetime.now(UTC).isoformat(timespec="microseconds"),
        )
