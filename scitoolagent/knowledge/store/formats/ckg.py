"""Read the Clinical Knowledge Graph as BioKGBench ships it: import tables, or what Neo4j exports.

- Import tables (`.tsv`): nodes have a column `ID`, relations `START_ID` and `END_ID`. The type of a node is its
  `:LABEL` column or the end of the file's name, the relation its `TYPE` column or the end of the file's name.
- `apoc.export.json`: one JSON object a line, `"type": "node"` or `"relationship"`.
- `apoc.export.csv`: columns `_id`, `_labels`, …, `_start`, `_end`, `_type`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import header_of, lines, parts, table
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Predicate, Relation
from scitoolagent.language.text import words_of

_NAMED = {"id", "ID", ":LABEL", "name", "synonyms", "START_ID", "END_ID", "TYPE", "source", "publications", "evidence"}
# Ends of the names of relation files, and the relation each holds where the table has no TYPE column
# (import queries of the Clinical Knowledge Graph, Santos et al. 2022, doi:10.1038/s41587-021-01145-6).
_BY_FILE = {
    "has_parent": "HAS_PARENT",
    "associated_with": "ASSOCIATED_WITH",
    "associated_with_integrated": "ASSOCIATED_WITH",
    "interacts_with": "CURATED_INTERACTS_WITH",
    "acts_on_protein": "ACTS_ON",
    "has_modification": "HAS_MODIFICATION",
    "has_modified_site": "HAS_MODIFIED_SITE",
    "is_substrate_of": "IS_SUBSTRATE_OF",
    "has_structure": "HAS_STRUCTURE",
    "annotated_to_pathway": "ANNOTATED_IN_PATHWAY",
}


def read_ckg(path: Path) -> Iterator[Item]:
    """Entities, then relations, of a folder (with its sub-folders) or of one exported file.

    Raises:
        GraphError: nothing there has one of the three layouts.
    """
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    nodes: list[Path] = []
    relations: list[Path] = []
    exports: list[Path] = []
    for file in files:
        kind = file.name.removesuffix(".gz").rpartition(".")[2].lower()
        if kind in ("json", "jsonl", "csv"):
            exports.append(file)
        elif kind == "tsv":
            columns = header_of(file)
            (relations if "START_ID" in columns else nodes if "ID" in columns else []).append(file)
    if not (nodes or relations or exports):
        raise GraphError(f"{path} holds no tables with ID or START_ID columns and no Neo4j export")
    for file in nodes:
        yield from _nodes(file)
    for file in relations:
        yield from _relations(file)
    for file in exports:
        if file.name.removesuffix(".gz").endswith(".csv"):
            yield from _exported(file, _csv_objects(file))
        else:
            yield from _exported(file, _json_objects(file))


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rpartition(".")[0]


def _nodes(path: Path) -> Iterator[Item]:
    last = _stem(path)
    # `uniprot_Protein`: the source, then the type with its capital.
    kind = next((last[place:] for place, sign in enumerate(last) if sign.isupper()), last)
    for row in table(path):
        if isinstance(row, Broken):
            yield row
        elif not row[1]["ID"].strip():
            yield Broken(path.name, row[0], "the ID is empty")
        else:
            yield _entity(row[1]["ID"].strip(), row[1].get(":LABEL", "").strip() or kind, row[1])


def _entity(identifier: str, kind: str, cells: Mapping[str, str]) -> Entity:
    name = cells.get("name", "").strip() or identifier
    synonyms = tuple(text for text in parts(cells.get("synonyms", ""), (",", "|", ";")) if text != name)
    return Entity(identifier, kind, name, synonyms, _attributes(cells))


def _attributes(cells: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in cells.items() if text and name and name not in _NAMED and name[0] not in "_:"}


def _relations(path: Path) -> Iterator[Item]:
    stem = _stem(path).lower()
    by_file = next(
        (verb for end, verb in sorted(_BY_FILE.items(), key=lambda one: -len(one[0])) if stem.endswith(end)), ""
    )
    seen: set[str] = set()
    for row in table(path):
        if isinstance(row, Broken):
            yield row
            continue
        number, cells = row
        predicate = cells.get("TYPE", "").strip() or by_file
        start, end = cells["START_ID"].strip(), cells["END_ID"].strip()
        if not (predicate and start and end):
            yield Broken(path.name, number, "START_ID, END_ID or the relation is empty")
            continue
        if predicate not in seen:
            seen.add(predicate)
            yield _predicate(predicate)
        yield Relation(start, predicate, end, _evidence(cells), _attributes(cells))


def _predicate(name: str) -> Predicate:
    return Predicate(name, words_of(name), name.endswith("INTERACTS_WITH"))


def _evidence(cells: Mapping[str, str]) -> tuple[Evidence, ...]:
    pmids = tuple(one for one in parts(cells.get("publications", "") or cells.get("evidence", "")) if one.isdigit())
    source = cells.get("source", "").strip()
    return (Evidence(pmids, source),) if pmids or source else ()


def _json_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]] | Broken]:
    for number, text in lines(path):
        stripped = text.strip().rstrip(",")
        if stripped in ("", "[", "]"):
            continue
        try:
            value = json.loads(stripped)
        except (ValueError, RecursionError) as error:
            yield Broken(path.name, number, f"it is no JSON object: {error}")
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            yield Broken(path.name, number, "it is no JSON object")


def _csv_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]] | Broken]:
    for row in table(path, ","):
        if isinstance(row, Broken):
            yield row
            continue
        number, cells = row
        properties = {name: text for name, text in cells.items() if name and not name.startswith("_") and text}
        if cells.get("_start"):
            yield (
                number,
                {
                    "type": "relationship",
                    "label": cells.get("_type", ""),
                    "start": {"id": cells["_start"]},
                    "end": {"id": cells.get("_end", "")},
                    "properties": properties,
                },
            )
        else:
            labels = [label for label in cells.get("_labels", "").split(":") if label]
            yield number, {"type": "node", "id": cells.get("_id", ""), "labels": labels, "properties": properties}


def _exported(path: Path, objects: Iterator[tuple[int, dict[str, Any]] | Broken]) -> Iterator[Item]:
    """Neo4j numbers its nodes; relations name the numbers, so they are kept until the file ends."""
    ids: dict[str, str] = {}
    seen: set[str] = set()
    for one in objects:
        if isinstance(one, Broken):
            yield one
            continue
        number, value = one
        cells = {str(name): _text(cell) for name, cell in (value.get("properties") or {}).items()}
        if value.get("type") == "node":
            labels = value.get("labels") or []
            identifier = cells.get("id") or cells.get("ID") or ""
            if not (identifier and isinstance(labels, list) and labels):
                yield Broken(path.name, number, "the node has no property id or no label")
                continue
            ids[str(value.get("id"))] = identifier
            yield _entity(identifier, str(labels[0]), cells)
        elif value.get("type") == "relationship":
            start, end = (ids.get(_end(value.get(side))) for side in ("start", "end"))
            predicate = str(value.get("label") or "")
            if not (start and end and predicate):
                yield Broken(path.name, number, "the relationship has no label, or names a node that is not above it")
                continue
            if predicate not in seen:
                seen.add(predicate)
                yield _predicate(predicate)
            yield Relation(start, predicate, end, _evidence(cells), _attributes(cells))
        else:
            yield Broken(path.name, number, f"its type is {str(value.get('type'))[:40]!r}, not node or relationship")


def _end(value: Any) -> str:
    return str(value.get("id")) if isinstance(value, dict) else str(value)


def _text(value: Any) -> str:
    return ",".join(_text(one) for one in value) if isinstance(value, list) else str(value)
