"""Read any tables by a mapping file, which says in TOML what their columns mean.

```toml
[[entities]]
file = "genes.tsv"          # beside the mapping file; .gz is read too
id = "gene_id"              # a column; all of these name columns
name = "symbol"
synonyms = "aliases"        # split at | ; or ,
type = "Gene"               # the type itself; or type_column = "kind"
attributes = ["chromosome"]

[[relations]]
file = "edges.tsv"
subject = "source"
object = "target"
predicate = "interacts with"   # the relation itself; or predicate_column = "kind"
symmetric = true
pmids = "pubmed"
source = "database"
date = "year"
attributes = ["score"]
```

Entities that only relations name are made when `subject_type` and `object_type` are given; `subject_name` and
`object_name` are the columns of their names. `delimiter = ","` reads CSV; `prefix` and so on are not known: an
unknown key is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import header_of, parts, table
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Predicate, Relation
from scitoolagent.language.text import words_of


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    file: str
    delimiter: str = "\t"
    attributes: tuple[str, ...] = ()


class _Entities(_Table):
    id: str
    name: str = ""
    synonyms: str = ""
    type: str = ""
    type_column: str = ""


class _Relations(_Table):
    subject: str
    object: str
    predicate: str = ""
    predicate_column: str = ""
    symmetric: bool = False
    pmids: str = ""
    source: str = ""
    date: str = ""
    subject_type: str = ""
    subject_name: str = ""
    object_type: str = ""
    object_name: str = ""


class _Mapping(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    entities: tuple[_Entities, ...] = ()
    relations: tuple[_Relations, ...] = ()


def read_mapped(path: Path) -> Iterator[Item]:
    """Entities, then relations, of the tables that the mapping file `path` describes.

    Raises:
        GraphError: the mapping cannot be read, or names a file or a column that is not there.
    """
    try:
        mapping = _Mapping(**tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise GraphError(f"the mapping {path} cannot be read: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise GraphError(f"the mapping {path}: {where}: {first['msg']}") from error
    for entities in mapping.entities:
        yield from _entities(path.parent, entities)
    for relations in mapping.relations:
        yield from _implied(path.parent, relations)
    for relations in mapping.relations:
        yield from _relations(path.parent, relations)


def _rows(folder: Path, wanted: _Table, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]] | Broken]:
    path = folder / wanted.file
    header = header_of(path, wanted.delimiter)
    missing = [column for column in (*columns, *wanted.attributes) if column and column not in header]
    if missing:
        raise GraphError(f"{path.name} has no column {missing[0]!r}; it has {', '.join(header[:30])}")
    return table(path, wanted.delimiter)


def _entities(folder: Path, wanted: _Entities) -> Iterator[Item]:
    if bool(wanted.type) == bool(wanted.type_column):
        raise GraphError(f"entities of {wanted.file}: give either type or type_column")
    for row in _rows(folder, wanted, (wanted.id, wanted.name, wanted.synonyms, wanted.type_column)):
        if isinstance(row, Broken):
            yield row
            continue
        number, cells = row
        identifier, kind = cells[wanted.id].strip(), wanted.type or cells[wanted.type_column].strip()
        if not (identifier and kind):
            yield Broken(wanted.file, number, "the id or the type is empty")
            continue
        name = cells[wanted.name].strip() if wanted.name else ""
        synonyms = parts(cells[wanted.synonyms]) if wanted.synonyms else ()
        yield Entity(identifier, kind, name or identifier, synonyms, _attributes(cells, wanted))


def _attributes(cells: dict[str, str], wanted: _Table) -> dict[str, str]:
    return {name: cells[name] for name in wanted.attributes if cells[name].strip()}


def _implied(folder: Path, wanted: _Relations) -> Iterator[Item]:
    every = (
        (wanted.subject, wanted.subject_type, wanted.subject_name),
        (wanted.object, wanted.object_type, wanted.object_name),
    )
    ends = tuple(end for end in every if end[1])
    if not ends:
        return
    seen: set[str] = set()
    for row in _rows(folder, wanted, tuple(column for end in ends for column in (end[0], end[2]))):
        if isinstance(row, Broken):
            continue
        for column, kind, name in ends:
            identifier = row[1][column].strip()
            if identifier and identifier not in seen:
                seen.add(identifier)
                yield Entity(identifier, kind, (row[1][name].strip() if name else "") or identifier)


def _relations(folder: Path, wanted: _Relations) -> Iterator[Item]:
    if bool(wanted.predicate) == bool(wanted.predicate_column):
        raise GraphError(f"relations of {wanted.file}: give either predicate or predicate_column")
    columns = (wanted.subject, wanted.object, wanted.predicate_column, wanted.pmids, wanted.source, wanted.date)
    seen: set[str] = set()
    for row in _rows(folder, wanted, columns):
        if isinstance(row, Broken):
            yield row
            continue
        number, cells = row
        subject, target = cells[wanted.subject].strip(), cells[wanted.object].strip()
        predicate = wanted.predicate or cells[wanted.predicate_column].strip()
        if not (subject and target and predicate):
            yield Broken(wanted.file, number, "the subject, the object or the relation is empty")
            continue
        if predicate not in seen:
            seen.add(predicate)
            yield Predicate(predicate, words_of(predicate), wanted.symmetric)
        pmids = parts(cells[wanted.pmids]) if wanted.pmids else ()
        source, date = (cells[column].strip() if column else "" for column in (wanted.source, wanted.date))
        evidence = (Evidence(pmids, source, date),) if pmids or source or date else ()
        yield Relation(subject, predicate, target, evidence, _attributes(cells, wanted))
