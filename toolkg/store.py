"""The tool graph as RDF: read the generated Turtle, query it with SPARQL, validate it with SHACL."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from typing import Any

from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError, GraphError
from scitoolagent.graph.endpoint import SparqlEndpoint
from scitoolagent.graph.iri import IS_A, RDFS, SKOS, SYNONYM
from scitoolagent.graph.snapshot import digest_of
from scitoolagent.graph.sparql import SparqlSource
from scitoolagent.graph.store import EmbeddedStore, triples_of
from scitoolagent.tool.registry import BUILT_IN, Registry, load_foreign, load_registry, tool_entry_points
from scitoolagent.toolkg.build import EDAM, KG, graph_of, turtle
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode
from scitoolagent.toolkg.hosted import MOST_TRIPLES, TRIPLES, agreed
from scitoolagent.toolkg.snapshot import keep, read_kept

_FOLDER = resources.files("scitoolagent.toolkg")
_PREFIXES = {"sta": KG, "rdfs": RDFS, "skos": SKOS}
_SECONDS = 30.0
# Labels in other languages than English, with their languages.
_TAGGED = "labels in"
_Facts = dict[str, list[Any]]


@lru_cache(maxsize=1)
def load_graph() -> ToolGraph:
    """The tool graph with the tools of MCP servers: the shipped one, one built here when other packages bring tools, or
    the one behind the endpoint of the settings.

    Raises:
        GraphError: the shipped file is missing or broken; or the endpoint does not answer, or says of a tool what is
            not so here.
    """
    url = load_config().tool_graph_endpoint
    own = _own_graph()
    return _with_foreign(agreed(read_source(SparqlEndpoint(url)), own, url) if url else own)


def _own_graph() -> ToolGraph:
    if any(not entry.value.startswith(BUILT_IN) for entry in tool_entry_points()):
        return graph_of(load_registry())
    data = shipped_turtle()
    folder, digest = load_config().cache_dir, digest_of(data)
    graph = read_kept(folder, digest)
    if graph is None:
        graph = read_turtle(data)
        keep(folder, graph)
    return graph


def _with_foreign(graph: ToolGraph) -> ToolGraph:
    """The graph with the confirmed tools of other MCP servers; the same one where no server was added."""
    specs = load_foreign()
    if not specs:
        return graph
    more = graph_of(Registry(specs))
    digest = f"{graph.digest}-{digest_of(turtle(more).encode())}" if graph.digest else ""
    return ToolGraph((graph.tools | more.tools).values(), (more.types | graph.types).values(), digest)


def shipped_turtle() -> bytes:
    """The generated `tools.ttl`.

    Raises:
        GraphError: it is not there.
    """
    try:
        return (_FOLDER / "tools.ttl").read_bytes()
    except OSError as error:
        raise GraphError("tools.ttl is missing; run `scitoolagent kg build`") from error


def read_turtle(data: bytes | str) -> ToolGraph:
    """Read a graph that `turtle` wrote.

    `also` names come back in the order of the file.

    Raises:
        GraphError: not Turtle, or not a tool graph.
    """
    try:
        return _graph(triples_of(data), digest_of(data.encode() if isinstance(data, str) else data))
    except GraphError as error:
        raise GraphError(f"{error}; run `scitoolagent kg build`") from error


def read_source(source: SparqlSource) -> ToolGraph:
    """Read a graph from whatever answers SPARQL; `also` names come back in alphabetical order.

    Raises:
        GraphError: the source does not answer, or holds no tool graph.
    """
    # One query, since an endpoint gives blank nodes names that hold within one answer only.
    found = source.select(TRIPLES, MOST_TRIPLES)
    if found.truncated:
        raise GraphError(f"the endpoint holds more than {MOST_TRIPLES:,} triples about tools; is it the tool graph?")
    rows = sorted(tuple(cell or "" for cell in row) for row in found.rows if len(row) == 4)
    graph = _graph(((one, two, three, four) for one, two, three, four in rows), "")
    if not graph.tools:
        raise GraphError("the endpoint holds no tool of a tool graph; load tools.ttl there, which `kg build` writes")
    graph.digest = digest_of(turtle(graph).encode())
    return graph


def _graph(triples: Iterable[tuple[str, str, str, str]], digest: str) -> ToolGraph:
    facts: defaultdict[str, _Facts] = defaultdict(lambda: defaultdict(list))
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for subject, predicate, value, language in triples:
        if predicate == IS_A:
            kinds[value].append(subject)
        elif language:
            facts[subject][_TAGGED].append((language, value))
        else:
            facts[subject][predicate].append(value)
    try:
        types = [_type(facts[subject], subject) for subject in kinds[KG + "SemanticType"]]
        tools = [_tool(facts, subject) for subject in kinds[KG + "Tool"]]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise GraphError(f"this is no tool graph: {error!r} is missing or wrong") from error
    return ToolGraph(tools, types, digest)


def _local(subject: str) -> str:
    return subject.removeprefix(KG)


def _one(facts: _Facts, name: str) -> Any:
    values = facts.get(name if ":" in name else KG + name)
    return values[0] if values else None


def _type(facts: _Facts, subject: str) -> TypeNode:
    parent, edam = _one(facts, RDFS + "subClassOf"), _one(facts, "edam")
    return TypeNode(
        _local(subject),
        facts[RDFS + "label"][0],
        _local(parent) if parent else None,
        _one(facts, "unit"),
        edam.removeprefix(EDAM) if edam else None,
        tuple(facts.get(SYNONYM, ())),
        _one(facts, "pattern"),
        _one(facts, "role") or "",
        tuple(facts.get(KG + "announcedBy", ())),
        _one(facts, "needsContext") == "true",
        _one(facts, "recogniser") or "",
        _one(facts, "speller") or "",
        _one(facts, "finder") or "",
        _one(facts, "saidAgain") or "",
        _one(facts, "generic") or "",
        _one(facts, "shownAs") or "",
        _one(facts, "screenedAs") or "",
        tuple(facts.get(_TAGGED, ())),
    )


def _tool(facts: dict[str, _Facts], subject: str) -> ToolNode:
    own = facts[subject]
    ports = {
        kind: tuple(
            _port(own_port)
            for own_port in sorted(
                (facts[node] for node in own.get(KG + kind, ())), key=lambda port: int(port[KG + "position"][0])
            )
        )
        for kind in ("input", "output")
    }
    seconds, memory = _one(own, "seconds"), _one(own, "megabytes")
    return ToolNode(
        _local(subject),
        own[RDFS + "comment"][0],
        _one(own, "operation"),
        _one(own, "topic"),
        _one(own, "safety"),
        _one(own, "source"),
        ports["input"],
        ports["output"],
        tuple(own.get(SYNONYM, ())),
        tuple(own.get(KG + "requires", ())),
        _one(own, "module") or "",
        float(seconds) if seconds is not None else None,
        int(memory) if memory is not None else None,
        tuple(own.get(_TAGGED, ())),
        _one(own, "batch") == "true",
        tuple(sorted(own.get(KG + "loses", ()))),
        tuple(sorted(own.get(KG + "supplies", ()))),
    )


def _port(facts: _Facts) -> PortNode:
    default = _one(facts, "default")
    return PortNode(
        facts[RDFS + "label"][0],
        _local(_one(facts, "type")),
        _one(facts, "python"),
        _one(facts, "many") == "true",
        _one(facts, "required") == "true",
        json.loads(default) if default is not None else None,
        _one(facts, RDFS + "comment") or "",
    )


def open_store(graph: ToolGraph | None = None) -> EmbeddedStore:
    """A SPARQL store with the ontology, the tools and the edges that the rules give."""
    store = EmbeddedStore()
    for data in (*_ontology(), shipped_turtle() if graph is None else turtle(graph).encode()):
        store.load(data, "turtle")
    for name in ("rule-feeds", "rule-alternatives"):
        store.update(read_query(name))
    return store


def _ontology() -> list[bytes]:
    folder = _FOLDER / "ontology"
    return [(folder / name).read_bytes() for name in ("core.ttl", "edam-slice.ttl")]


def query_names() -> tuple[str, ...]:
    """Names of the shipped queries, the rules excluded."""
    names = (entry.name.removesuffix(".rq") for entry in (_FOLDER / "queries").iterdir() if entry.name.endswith(".rq"))
    return tuple(sorted(name for name in names if not name.startswith("rule-")))


def read_query(name: str) -> str:
    """The text of a shipped query.

    Raises:
        GraphError: there is none of that name.
    """
    path = _FOLDER / "queries" / f"{name}.rq"
    if not name.replace("-", "").isalnum() or not path.is_file():
        raise GraphError(f"no query is called {name!r}; there are {', '.join(query_names())}")
    return path.read_text(encoding="utf-8")


def select(store: EmbeddedStore, query: str) -> tuple[list[str], list[list[str]]]:
    """Run a SPARQL SELECT or ASK; gives the variable names and the rows as text.

    Raises:
        GraphError: the query is not valid SPARQL, is neither, asks another machine, takes longer than half a minute,
            or gives more rows than are shown.
    """
    found = store.select(query, seconds=_SECONDS, prefixes=_PREFIXES)
    if found.truncated:
        raise GraphError(f"the query gives more than {len(found.rows):,} rows; give it a LIMIT")
    return list(found.names), [[(cell or "").removeprefix(KG) for cell in row] for row in found.rows]


def validate(graph: ToolGraph | None = None) -> tuple[bool, str]:
    """Check the graph against `shapes.ttl` with pySHACL; gives the verdict and the report.

    Raises:
        ConfigError: the extra `kg` is not installed.
    """
    try:
        import pyshacl
        import rdflib
    except ImportError as error:
        raise ConfigError("checking the tool graph needs: pip install 'scitoolagent[kg]'") from error

    data = rdflib.Graph()
    data.parse(data=open_store(graph).dump(), format="nt")
    shapes = (_FOLDER / "ontology" / "shapes.ttl").read_text(encoding="utf-8")
    good, _, report = pyshacl.validate(data, shacl_graph=shapes, shacl_graph_format="turtle", advanced=False)
    return bool(good), str(report)
