"""The graphs of this user by name, and the built-in graph `demo`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.errors import GraphError
from scitoolagent.graph.store import EmbeddedStore
from scitoolagent.knowledge.store.editing import Change, edit
from scitoolagent.knowledge.store.formats.bolt import read_bolt
from scitoolagent.knowledge.store.formats.ckg import read_ckg
from scitoolagent.knowledge.store.formats.detect import layout_of
from scitoolagent.knowledge.store.formats.hetionet import read_hetionet
from scitoolagent.knowledge.store.formats.mapped import read_mapped
from scitoolagent.knowledge.store.formats.obo import read_obo, read_obograph
from scitoolagent.knowledge.store.formats.pubtator import read_pubtator
from scitoolagent.knowledge.store.formats.rdf import read_rdf
from scitoolagent.knowledge.store.formats.tables import read_kgx, read_neo4j, read_primekg
from scitoolagent.knowledge.store.formats.triples import read_triples
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.index import NameIndex
from scitoolagent.knowledge.store.records import Item
from scitoolagent.knowledge.store.writer import LoadReport, load_in_memory, load_into, report_from_json

DEMO = "demo"
FORMATS: dict[str, Callable[[Path], Iterator[Item]]] = {
    "hetionet": read_hetionet,
    "ckg": read_ckg,
    "triples": read_triples,
    "pubtator": read_pubtator,
    "mapping": read_mapped,
    "obo": read_obo,
    "obograph": read_obograph,
    "rdf": read_rdf,
    "kgx": read_kgx,
    "primekg": read_primekg,
    "neo4j": read_neo4j,
}
AUTO = "auto"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def graph_folder(name: str) -> Path:
    """Where the graph of that name is, or would be.

    Raises:
        GraphError: no graph may be called so.
    """
    if not _NAME.fullmatch(name):
        raise GraphError(f"{name[:80]!r} is no name of a graph; use letters, digits, - and _, at most 64")
    return load_config().data_dir / "knowledge" / name


def graph_names() -> tuple[str, ...]:
    """The graphs that can be opened, `demo` first."""
    folder = load_config().data_dir / "knowledge"
    found = sorted(path.parent.name for path in folder.glob("*/graph.json")) if folder.is_dir() else []
    return (DEMO, *(name for name in found if name != DEMO and _NAME.fullmatch(name)))


def load_graph_files(name: str, layout: str, path: Path, *, strict: bool = False) -> LoadReport:
    """Load files of one of the `FORMATS` (or `auto`) as the graph `name`; an older one of that name is replaced.

    Raises:
        GraphError: the name, the format or the files are not as they should be, or a row is broken and `strict` is set.
    """
    if layout not in FORMATS and layout != AUTO:
        raise GraphError(f"{layout!r} is no format; there are {AUTO}, {', '.join(FORMATS)}")
    if name == DEMO:
        raise GraphError(f"{DEMO!r} is built in; choose another name")
    if not path.exists():
        raise GraphError(f"{path} is not there")
    layout = layout_of(path) if layout == AUTO else layout
    return load_into(FORMATS[layout](path), graph_folder(name), source=f"{layout}: {path.name}", strict=strict)


def load_items(name: str, items: Iterable[Item], source: str, *, strict: bool = False) -> LoadReport:
    """Load entities and relations that were made otherwise as the graph `name`, in the place of an older one.

    Raises:
        GraphError: the name is not as it should be, or an item is broken and `strict` is set.
    """
    if name == DEMO:
        raise GraphError(f"{DEMO!r} is built in; choose another name")
    return load_into(items, graph_folder(name), source=source, strict=strict)


def load_server(name: str, address: str, *, strict: bool = False) -> LoadReport:
    """Load what a Neo4j server holds as the graph `name`.

    Raises:
        GraphError: as `load_items`; the server cannot be read.
    """
    config = load_config()
    password = config.bolt_password.get_secret_value() if config.bolt_password else ""
    source = f"neo4j: {address.rpartition('@')[2][:200]}"
    return load_items(name, read_bolt(address, config.bolt_user, password), source, strict=strict)


def change_graph(name: str, target: str, changes: Sequence[Change]) -> LoadReport:
    """Write the graph `name` with changes as the graph `target`, which may be itself.

    Raises:
        GraphError: there is no such graph, it is built in, or a change does not fit it.
    """
    if DEMO in (name, target):
        raise GraphError(f"{DEMO!r} is built in and is not changed; load a graph of your own")
    before = report_of(name)
    _OPEN.clear()
    return edit(graph_folder(name), graph_folder(target), changes, f"{name}, {len(changes)} triples changed", before)


def report_of(name: str) -> LoadReport:
    """What was loaded as the graph `name`.

    Raises:
        GraphError: there is no such graph.
    """
    if name == DEMO:
        return _demo()[1]
    path = graph_folder(name) / "graph.json"
    try:
        return report_from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        known = ", ".join(graph_names())
        raise GraphError(
            f"no graph is called {name!r}; there are {known}; `scitoolagent knowledge load` adds one"
        ) from None
    except (OSError, ValueError) as error:
        raise GraphError(f"{path} cannot be read ({error}); load the graph again") from error


def open_graph(name: str = DEMO) -> DomainGraph:
    """Open a graph for reading.

    Raises:
        GraphError: there is no such graph, or it is broken.
    """
    if name == DEMO:
        return _demo()[0]
    report, folder = report_of(name), graph_folder(name)
    return _opened(name, str(folder), report)


def _opened(name: str, folder: str, report: LoadReport) -> DomainGraph:
    # Opening takes some 10 ms; a graph that was loaded anew has another date and so is opened anew.
    key = (name, folder, report.loaded)
    if key not in _OPEN:
        _OPEN.clear()
        _OPEN[key] = DomainGraph(
            EmbeddedStore.open(Path(folder) / "store"),
            report.schema,
            NameIndex.open(Path(folder) / "names.sqlite"),
            name=name,
        )
    return _OPEN[key]


_OPEN: dict[tuple[str, str, str], DomainGraph] = {}


@lru_cache(maxsize=1)
def _demo() -> tuple[DomainGraph, LoadReport]:
    folder = resources.files("scitoolagent.knowledge.store") / "demo"
    store, names, report = load_in_memory(
        read_mapped(Path(str(folder)) / "mapping.toml"), source="built in", strict=True
    )
    return DomainGraph(store, report.schema, names, name=DEMO), report
