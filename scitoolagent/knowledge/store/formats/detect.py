"""Which layout files have, by their names and first lines; what cannot be told is not guessed."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.rows import header_of, open_text
from scitoolagent.knowledge.store.formats.triples import is_header

_RDF = (".owl", ".ttl", ".rdf", ".nt", ".nq", ".trig", ".xml")


def layout_of(path: Path) -> str:
    """The name of the format of a file or folder.

    Raises:
        GraphError: it is of none that can be told.
    """
    if path.is_file() and not path.stat().st_size:
        raise GraphError(f"{path.name} is empty")
    found = _of_folder(path) if path.is_dir() else _of_file(path)
    if not found:
        raise GraphError(f"what {path.name} holds cannot be told by its names and first lines; say it by --format")
    return found


def _of_folder(folder: Path) -> str:
    names = [one.name.lower() for one in sorted(folder.iterdir()) if one.is_file()]
    if any(name.endswith((".sif", ".sif.gz")) for name in names):
        return "hetionet"
    if any("nodes.tsv" in name for name in names) and any("edges.tsv" in name for name in names):
        return "kgx"
    if "kg.csv" in names or "kg.csv.gz" in names:
        return "primekg"
    if "mapping.toml" in names:
        return "mapping"
    tables = [one for one in sorted(folder.iterdir()) if one.is_file() and (".csv" in one.name or ".tsv" in one.name)]
    return "neo4j" if any(":START_ID" in "".join(_header(one)) for one in tables) else ""


def _of_file(path: Path) -> str:
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(".obo"):
        return "obo"
    if name.endswith(_RDF):
        return "rdf"
    if name.endswith(".toml"):
        return "mapping"
    if name.endswith(".json"):
        with open_text(path) as stream:
            return "obograph" if '"graphs"' in stream.read(20_000) else ""
    if "x_id" in _header(path):
        return "primekg"
    if name.endswith((".pubtator", ".zip")):
        return "pubtator"
    cells = _header(path)
    if name.endswith(".csv") and is_header(cells):
        return "triples"
    return "triples" if name.endswith((".tsv", ".txt")) and len(cells) == 3 else ""


def _header(path: Path) -> tuple[str, ...]:
    if path.suffix == ".zip":
        return ()
    return header_of(path, "," if ".csv" in path.name.lower() else "\t")
