"""Read graphs that are published as tables: KGX, PrimeKG, and the CSV of Neo4j's import, as SPOKE and CKG have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import header_of, parts, table
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Note, Predicate, Relation
from scitoolagent.language.text import words_of

Cells = Mapping[str, str]
_PRIMEKG = (
    "relation",
    "display_relation",
    "x_id",
    "x_type",
    "x_name",
    "x_source",
    "y_id",
    "y_type",
    "y_name",
    "y_source",
)
_VAGUE = {"NamedThing", "Entity", "BiologicalEntity", "PhysicalEssence", "OntologyClass", "ThingWithTaxon"}


def read_kgx(folder: Path) -> Iterator[Item]:
    """`*nodes.tsv` and `*edges.tsv` in the layout of the Knowledge Graph Exchange (https://github.com/biolink/kgx).

    Raises:
        GraphError: a file or a column that KGX demands is missing.
    """
    nodes, edges = _files(folder, "*nodes.tsv*"), _files(folder, "*edges.tsv*")
    yield Note(f"KGX: {', '.join(one.name for one in (*nodes, *edges))}")
    for path in nodes:
        yield from _each(path, ("id", "category"), lambda cells: _kgx_node(cells))
    seen: set[str] = set()
    for path in edges:
        yield from _each(path, ("subject", "predicate", "object"), lambda cells: _kgx_edge(cells, seen))


def _kgx_node(cells: Cells) -> Iterator[Item] | str:
    kinds = [one.removeprefix("biolink:") for one in parts(cells["category"], ("|",))]
    telling = [one for one in kinds if one not in _VAGUE] or kinds
    if not cells["id"].strip() or not telling:
        return "the id or the category is empty"
    known = {name: cells[name] for name in ("description",) if cells.get(name, "").strip()}
    synonyms = parts(cells.get("synonym", ""), ("|",))
    return iter(
        (Entity(cells["id"].strip(), telling[0], cells.get("name", "").strip() or cells["id"], synonyms, known),)
    )


def _kgx_edge(cells: Cells, seen: set[str]) -> Iterator[Item] | str:
    subject, predicate, target = (cells[name].strip() for name in ("subject", "predicate", "object"))
    if not (subject and predicate and target):
        return "the subject, the predicate or the object is empty"
    name = predicate.removeprefix("biolink:")
    papers = tuple(
        one.removeprefix("PMID:") for one in parts(cells.get("publications", ""), ("|",)) if one.startswith("PMID:")
    )
    source = cells.get("primary_knowledge_source", "") or cells.get("provided_by", "")
    return _made(name, Relation(subject, name, target, _grounds(papers, source)), seen)


def _grounds(papers: tuple[str, ...], source: str) -> tuple[Evidence, ...]:
    return (Evidence(papers, source),) if papers or source else ()


def _made(name: str, relation: Relation, seen: set[str], label: str = "", both: bool = False) -> Iterator[Item]:
    if name not in seen:
        seen.add(name)
        return iter((Predicate(name, label or words_of(name), both), relation))
    return iter((relation,))


def read_primekg(path: Path) -> Iterator[Item]:
    """`kg.csv` of PrimeKG (Chandak et al. 2023, doi:10.1038/s41597-023-01960-3), which has each edge both ways.

    Raises:
        GraphError: a column is missing.
    """
    path = path if path.is_file() else _files(path, "kg.csv*")[0]
    yield Note(f"PrimeKG: {path.name}; every relation is taken to hold both ways, as the file writes it")
    known: set[str] = set()
    yield from _each(path, _PRIMEKG, lambda cells: _prime_ends(cells, known))
    seen: set[str] = set()
    yield from _each(path, _PRIMEKG, lambda cells: _prime_edge(cells, seen), tell=False)


def _prime_id(cells: Cells, end: str) -> str:
    """Ids are numbers of several sources, so that the source belongs to the id."""
    return f"{cells[f'{end}_source'].strip()}:{cells[f'{end}_id'].strip()}"


def _prime_ends(cells: Cells, known: set[str]) -> Iterator[Item] | str:
    if not all(cells[name].strip() for name in ("x_id", "x_type", "y_id", "y_type", "relation")):
        return "an id, a type or the relation is empty"
    made = []
    for end in "xy":
        identifier, kind = _prime_id(cells, end), cells[f"{end}_type"].strip()
        if (key := f"{identifier}\t{kind}") not in known:
            known.add(key)
            made.append(Entity(identifier, kind, cells[f"{end}_name"].strip() or identifier))
    return iter(made)


def _prime_edge(cells: Cells, seen: set[str]) -> Iterator[Item] | str:
    if not all(cells[name].strip() for name in ("x_id", "x_type", "y_id", "y_type", "relation")):
        return "an id, a type or the relation is empty"
    name = cells["relation"].strip()
    relation = Relation(_prime_id(cells, "x"), name, _prime_id(cells, "y"))
    return _made(name, relation, seen, words_of(cells["display_relation"] or name), both=True)


def read_neo4j(folder: Path) -> Iterator[Item]:
    """CSV or TSV of Neo4j's import: nodes have `:ID` and `:LABEL`, relations `:START_ID`, `:END_ID` and `:TYPE`.

    Raises:
        GraphError: the folder holds no such tables.
    """
    found = [path for path in sorted(folder.iterdir()) if path.is_file()] if folder.is_dir() else [folder]
    nodes = [path for path in found if _column(header_of(path, _delimiter(path)), ":ID")]
    edges = [path for path in found if _column(header_of(path, _delimiter(path)), ":START_ID")]
    if not nodes or not edges:
        raise GraphError(f"{folder} holds no tables with :ID and with :START_ID as Neo4j's import has them")
    yield Note(
        f"Neo4j's import: nodes in {', '.join(one.name for one in nodes)}; "
        f"relations in {', '.join(one.name for one in edges)}"
    )
    for path in nodes:
        yield from _each(path, (), lambda cells: _neo_node(cells))
    seen: set[str] = set()
    for path in edges:
        yield from _each(path, (), lambda cells: _neo_edge(cells, seen))


def _column(header: tuple[str, ...] | Cells, ending: str) -> str:
    """The column of a role: `id:ID(Gene)` is the id."""
    return next((name for name in header if name.partition("(")[0].endswith(ending)), "")


def _neo_node(cells: Cells) -> Iterator[Item] | str:
    identifier, label = cells[_column(cells, ":ID")].strip(), _column(cells, ":LABEL")
    kinds = parts(cells[label], (";", "|")) if label else ()
    if not identifier or not kinds:
        return "the :ID or the :LABEL is empty"
    plain = {
        name.partition(":")[0]: value.strip() for name, value in cells.items() if not name.partition(":")[2].isupper()
    }
    name = plain.pop("name", "") or plain.get("identifier", "") or identifier
    synonyms = parts(plain.pop("synonyms", ""), ("|", ";"))
    return iter(
        (Entity(identifier, kinds[0], name, synonyms, {key: value for key, value in plain.items() if key and value}),)
    )


def _neo_edge(cells: Cells, seen: set[str]) -> Iterator[Item] | str:
    start, end, kind = (cells.get(_column(cells, name), "").strip() for name in (":START_ID", ":END_ID", ":TYPE"))
    if not (start and end and kind):
        return "the :START_ID, the :END_ID or the :TYPE is empty"
    return _made(kind, Relation(start, kind, end), seen)


def _delimiter(path: Path) -> str:
    return "," if ".csv" in path.name.lower() else "\t"


def _each(
    path: Path, columns: tuple[str, ...], read: Callable[[Cells], Iterator[Item] | str], tell: bool = True
) -> Iterator[Item]:
    """What each row gives; a reader that returns a text says why the row is broken."""
    header = header_of(path, _delimiter(path))
    missing = [name for name in columns if name not in header]
    if missing:
        raise GraphError(f"{path.name} has no column {missing[0]!r}; it has {', '.join(header[:30])}")
    for row in table(path, _delimiter(path)):
        if isinstance(row, Broken):
            if tell:
                yield row
            continue
        made = read(row[1])
        if not isinstance(made, str):
            yield from made
        elif tell:
            yield Broken(path.name, row[0], made)


def _files(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.glob(pattern)) if folder.is_dir() else []
    if not found:
        raise GraphError(f"{folder} holds no {pattern}")
    return found
