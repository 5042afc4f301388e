"""Load items into a graph: a stream of quads into pyoxigraph, names into the index, counts into `graph.json`.

A relation is one triple in the default graph. Where it has evidence or attributes, the same triple also stands in a
named graph, and that graph's name carries PMIDs, source, date and attributes; relations with the same evidence share
it. Memory holds the type and a hash of the name of each entity (about 250 bytes), never the relations.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, cast

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import Vocabulary, iri, literal
from scitoolagent.graph.store import EmbeddedStore
from scitoolagent.knowledge.store.index import IndexWriter, NameIndex
from scitoolagent.knowledge.store.records import Entity, Evidence, Item, Link, Note, Predicate, Relation, Schema
from scitoolagent.language.text import normalise, words_of

_BLOCK = 4_000
_NOTES, _SHARED = 50, 5
VOCABULARY = Vocabulary()


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load took in. `broken` counts rows left out; `first_broken` says where the first one is, and why.

    `notes` are what the reader understood, and what is odd in the files.
    """

    entities: int
    relations: int
    broken: int
    first_broken: str
    schema: Schema
    source: str = ""
    loaded: str = ""
    notes: tuple[str, ...] = ()


class _Quads(io.RawIOBase):
    """A generator of byte blocks as a file that pyoxigraph can read."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks, self._rest = blocks, b""
        self.error: GraphError | None = None

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        parts, have = [self._rest], len(self._rest)
        while size < 0 or have < size:
            try:
                block = next(self._blocks, None)
            except GraphError as error:
                # The reader on the other side is not Python and keeps only the text of an error.
                self.error = error
                raise
            if block is None:
                break
            parts.append(block)
            have += len(block)
        data = b"".join(parts)
        if size < 0:
            size = len(data)
        self._rest = data[size:]
        return data[:size]


class _Intake:
    """Turns items into quads and counts them."""

    def __init__(self, index: IndexWriter, strict: bool) -> None:
        self._index, self._strict = index, strict
        self._types: dict[str, str] = {}
        self._kinds: dict[str, str] = {}
        self._names: dict[str, int] = {}
        self._evidence: set[int] = set()
        self.by_type: Counter[str] = Counter()
        self.links: Counter[tuple[str, str, str]] = Counter()
        self.predicates: dict[str, Predicate] = {}
        self.broken = self.shared = self.renamed = 0
        self.first_renamed = ""
        self.first_broken = ""
        self.notes: list[str] = []

    def blocks(self, items: Iterable[Item]) -> Iterator[bytes]:
        lines: list[str] = []
        for item in items:
            if isinstance(item, Relation):
                lines += self._relation(item)
            elif isinstance(item, Entity):
                lines += self._entity(item)
            elif isinstance(item, Predicate):
                self.predicates[item.id] = item
            elif isinstance(item, Note):
                self.notes.append(item.text)
            else:
                self._refuse(str(item))
            if len(lines) >= _BLOCK:
                yield "".join(lines).encode()
                lines.clear()
        yield "".join(lines).encode()

    def _refuse(self, reason: str) -> None:
        if self._strict:
            raise GraphError(f"{reason}; nothing was loaded because of --strict")
        self.broken += 1
        self.first_broken = self.first_broken or reason

    def _entity(self, entity: Entity) -> Iterator[str]:
        try:
            subject = f"<{iri(VOCABULARY.entity, entity.id)}>"
            kind = f"<{iri(VOCABULARY.type, entity.type)}>"
        except GraphError as error:
            self._refuse(f"entity {entity.id[:60]!r}: {error}")
            return
        self._index.add(entity)
        called = hash(normalise(entity.name))
        if entity.id not in self._types:
            self._names[entity.id] = called
            # One text a type, not one an entity.
            self._types[entity.id] = self._kinds.setdefault(entity.type, entity.type)
            self.by_type[entity.type] += 1
            yield f"{subject} <{VOCABULARY.is_a}> {kind} .\n"
            yield f"{subject} <{VOCABULARY.label}> {literal(entity.name or entity.id)} .\n"
        elif self._types[entity.id] != entity.type:
            self.shared += 1
            if self.shared <= _SHARED:
                first = self._types[entity.id]
                self.notes.append(
                    f"{entity.id[:80]} is given as {first[:60]} and as {entity.type[:60]}; {first[:60]} is kept"
                )
        elif called != self._names[entity.id] and self._names[entity.id] not in map(
            hash, map(normalise, entity.synonyms)
        ):
            self.renamed += 1
            self.first_renamed = self.first_renamed or f"{entity.id[:80]}, also {entity.name[:60]}"
        for synonym in entity.synonyms:
            yield f"{subject} <{VOCABULARY.synonym}> {literal(synonym)} .\n"
        for name, value in entity.attributes.items():
            yield f"{subject} <{iri(VOCABULARY.attribute, name)}> {literal(value)} .\n"

    def _relation(self, relation: Relation) -> Iterator[str]:
        subject_type, object_type = self._types.get(relation.subject), self._types.get(relation.object)
        if subject_type is None or object_type is None:
            unknown = relation.subject if subject_type is None else relation.object
            self._refuse(
                f"relation {relation.predicate[:60]!r} names {unknown[:60]!r}, which is no entity of the graph"
            )
            return
        try:
            triple = (
                f"<{iri(VOCABULARY.entity, relation.subject)}> <{iri(VOCABULARY.predicate, relation.predicate)}> "
                f"<{iri(VOCABULARY.entity, relation.object)}>"
            )
        except GraphError as error:
            self._refuse(f"relation {relation.predicate[:60]!r}: {error}")
            return
        self.links[subject_type, relation.predicate, object_type] += 1
        yield f"{triple} .\n"
        grounds = relation.evidence or ((Evidence(),) if relation.attributes else ())
        for evidence in grounds:
            yield from self._grounds(triple, evidence, relation)

    def _grounds(self, triple: str, evidence: Evidence, relation: Relation) -> Iterator[str]:
        facts = sorted(f"pmid {pmid}" for pmid in evidence.pmids)
        facts += [evidence.source, evidence.date, *(f"{key}={value}" for key, value in relation.attributes.items())]
        digest = hashlib.blake2b("\x1f".join(facts).encode("utf-8", "replace"), digest_size=16)
        graph = f"<{VOCABULARY.evidence}{digest.hexdigest()}>"
        yield f"{triple} {graph} .\n"
        short = int.from_bytes(digest.digest()[:8], "big")
        if short in self._evidence:
            return
        # Only to write less: describing the same evidence twice does no harm, so the set may be emptied.
        if len(self._evidence) > 500_000:
            self._evidence.clear()
        self._evidence.add(short)
        described = [("pmid", pmid) for pmid in evidence.pmids]
        described += [(name, text) for name, text in (("source", evidence.source), ("date", evidence.date)) if text]
        for name, value in described:
            yield f"{graph} <{VOCABULARY.evidence}{name}> {literal(value)} .\n"
        for name, value in relation.attributes.items():
            yield f"{graph} <{iri(VOCABULARY.attribute, name)}> {literal(value)} .\n"

    def report(self, source: str) -> LoadReport:
        used = dict.fromkeys(predicate for _, predicate, _ in self.links)
        return LoadReport(
            sum(self.by_type.values()),
            sum(self.links.values()),
            self.broken,
            self.first_broken,
            Schema(
                dict(sorted(self.by_type.items())),
                {name: self.predicates.get(name, Predicate(name, words_of(name))) for name in sorted(used)},
                tuple(Link(*key, count) for key, count in sorted(self.links.items())),
            ),
            source,
            datetime.now(UTC).isoformat(timespec="seconds"),
            (
                *self.notes[:_NOTES],
                *([f"{self.shared:,} ids are given with two types"] if self.shared > _SHARED else ()),
                *(
                    [
                        f"{self.renamed:,} times an id is given with another name, which is kept for the same thing;"
                        f" the first: {self.first_renamed}"
                    ]
                    if self.renamed
                    else ()
                ),
            ),
        )


def load_into(items: Iterable[Item], folder: Path, *, source: str = "", strict: bool = False) -> LoadReport:
    """Load items into a new graph in `folder`; what was there stays until the load has succeeded.

    Entities come before the relations that name them. The same relation given twice is stored once.

    Raises:
        GraphError: a row is broken and `strict` is set, nothing could be loaded, or the folder cannot be written.
    """
    partial = folder.with_name(folder.name + ".partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        store, index = EmbeddedStore(partial / "store"), IndexWriter(partial / "names.sqlite")
        report = _fill(store, index, items, source, strict)[0]
        store.flush()
        del store
        (partial / "graph.json").write_text(json.dumps(report_as_json(report), indent=1), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        partial.rename(folder)
    except OSError as error:
        raise GraphError(f"the graph cannot be written to {folder}: {error}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return report


def load_in_memory(
    items: Iterable[Item], *, source: str = "", strict: bool = False
) -> tuple[EmbeddedStore, NameIndex, LoadReport]:
    """The store, the index and the report of a small graph that is not kept.

    Raises:
        GraphError: as `load_into`.
    """
    store = EmbeddedStore()
    report, names = _fill(store, IndexWriter(None), items, source, strict)
    return store, names, report


def _fill(
    store: EmbeddedStore, index: IndexWriter, items: Iterable[Item], source: str, strict: bool
) -> tuple[LoadReport, NameIndex]:
    intake = _Intake(index, strict)
    quads = _Quads(intake.blocks(items))
    try:
        store.load(cast(IO[bytes], quads), "nquads")
    except GraphError as error:
        raise quads.error or error from error
    if not intake.by_type:
        raise GraphError(f"no entity could be read: {intake.first_broken or 'the input is empty'}")
    return intake.report(source), index.finish()


def report_as_json(report: LoadReport) -> dict[str, Any]:
    """The report as plain values; `report_from_json` reads them back."""
    schema = report.schema
    return {
        "entities": report.entities,
        "relations": report.relations,
        "broken": report.broken,
        "first_broken": report.first_broken,
        "source": report.source,
        "loaded": report.loaded,
        "notes": list(report.notes),
        "types": dict(schema.types),
        "predicates": {name: [one.label, one.symmetric] for name, one in schema.predicates.items()},
        "links": [[link.subject_type, link.predicate, link.object_type, link.count] for link in schema.links],
    }


def report_from_json(data: Any) -> LoadReport:
    """Read a report that `report_as_json` made.

    Raises:
        GraphError: it is not one.
    """
    try:
        schema = Schema(
            {str(name): int(count) for name, count in data["types"].items()},
            {name: Predicate(name, str(label), bool(both)) for name, (label, both) in data["predicates"].items()},
            tuple(Link(str(a), str(b), str(c), int(count)) for a, b, c, count in data["links"]),
        )
        notes = tuple(map(str, data.get("notes", ())))
        numbers = (int(data["entities"]), int(data["relations"]), int(data["broken"]))
        return LoadReport(*numbers, str(data["first_broken"]), schema, str(data["source"]), str(data["loaded"]), notes)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise GraphError(f"the description of the graph is broken ({error!r}); load the graph again") from error
