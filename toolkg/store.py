"""The tool graph as RDF: read the generated Turtle, query it with SPARQL, validate it with SHACL."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import lru_cache
from importlib import resources
from typing import Any

import pyoxigraph as ox

from scitoolagent.config import load_config
from scitoolagent.errors import GraphError
from scitoolagent.tool.registry import BUILT_IN, Registry, load_foreign, load_registry, tool_entry_points
from scitoolagent.toolkg.build import EDAM, KG, graph_of, turtle
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode
from scitoolagent.toolkg.snapshot import digest_of, read_snapshot, write_snapshot

_FOLDER = resources.files("scitoolagent.toolkg")
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_ALSO = "http://www.w3.org/2004/02/skos/core#altLabel"
_IS_A = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_Facts = dict[str, list[Any]]


@lru_cache(maxsize=1)
def load_graph() -> ToolGraph:
    """The tool graph: the shipped one, or one built here when other packages bring tools; with those of MCP servers.

    Raises:
        GraphError: the shipped file is missing or broken.
    """
    if any(not entry.value.startswith(BUILT_IN) for entry in tool_entry_points()):
        return _with_foreign(graph_of(load_registry()))
    data = shipped_turtle()
    folder, digest = load_config().cache_dir, digest_of(data)
    graph = read_snapshot(folder, digest)
    if graph is None:
        graph = read_turtle(data)
        write_snapshot(folder, graph)
    return _with_foreign(graph)


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
    facts: defaultdict[str, _Facts] = defaultdict(lambda: defaultdict(list))
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    try:
        for quad in ox.parse(data, format=ox.RdfFormat.TURTLE):
            subject, predicate, value = quad.subject.value, quad.predicate.value, quad.object.value
            if predicate == _IS_A:
                kinds[value].append(subject)
            else:
                facts[subject][predicate].append(value)
        types = [_type(facts[subject], subject) for subject in kinds[KG + "SemanticType"]]
        tools = [_tool(facts, subject) for subject in kinds[KG + "Tool"]]
    except (SyntaxError, ValueError, KeyError, IndexError) as error:
        raise GraphError(f"the tool graph cannot be read: {error}; run `scitoolagent kg build`") from error
    return ToolGraph(tools, types, digest_of(data.encode() if isinstance(data, str) else data))


def _local(subject: str) -> str:
    return subject.removeprefix(KG)


def _one(facts: _Facts, name: str) -> Any:
    values = facts.get(name if ":" in name else KG + name)
    return values[0] if values else None


def _type(facts: _Facts, subject: str) -> TypeNode:
    parent, edam = _one(facts, _RDFS + "subClassOf"), _one(facts, "edam")
    return TypeNode(
        _local(subject),
        facts[_RDFS + "label"][0],
        _local(parent) if parent else None,
        _one(facts, "unit"),
        edam.removeprefix(EDAM) if edam else None,
        tuple(facts.get(_ALSO, ())),
        _one(facts, "pattern"),
        _one(facts, "role") or "",
        tuple(facts.get(KG + "announcedBy", ())),
        _one(facts, "needsContext") == "true",
        _one(facts, "recogniser") or "",
        _one(facts, "screenedAs") or "",
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
    return ToolNode(
        _local(subject),
        own[_RDFS + "comment"][0],
        _one(own, "operation"),
        _one(own, "topic"),
        _one(own, "safety"),
        _one(own, "source"),
        ports["input"],
        ports["output"],
        tuple(own.get(_ALSO, ())),
        tuple(own.get(KG + "requires", ())),
        _one(own, "module") or "",
    )


def _port(facts: _Facts) -> PortNode:
    default = _one(facts, "default")
    return PortNode(
        facts[_RDFS + "label"][0],
        _local(_one(facts, "type")),
        _one(facts, "python"),
        _one(facts, "many") == "true",
        _one(facts, "required") == "true",
        json.loads(default) if default is not None else None,
        _one(facts, _RDFS + "comment") or "",
    )


def open_store(graph: ToolGraph | None = None) -> ox.Store:
    """A SPARQL store with the ontology, the tools and the edges that the rules give."""
    store = ox.Store()
    for data in (*_ontology(), shipped_turtle() if graph is None else turtle(graph).encode()):
        store.bulk_load(data, format=ox.RdfFormat.TURTLE)
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


def select(store: ox.Store, query: str) -> tuple[list[str], list[list[str]]]:
    """Run a SPARQL SELECT or ASK; gives the variable names and the rows as text.

    Raises:
        GraphError: the query is not valid SPARQL, or it is neither.
    """
    try:
        found = store.query(query, prefixes={"sta": KG, "rdfs": _RDFS, "skos": _ALSO.removesuffix("altLabel")})
    except (SyntaxError, ValueError, OSError) as error:
        raise GraphError(f"the query failed: {error}") from error
    if isinstance(found, ox.QueryBoolean):
        return ["answer"], [["true" if found else "false"]]
    if not isinstance(found, ox.QuerySolutions):
        raise GraphError("only SELECT and ASK queries can be shown as a table")
    names = [variable.value for variable in found.variables]
    return names, [
        ["" if (term := row[name]) is None else term.value.removeprefix(KG) for name in names] for row in found
    ]


def validate(graph: ToolGraph | None = None) -> tuple[bool, str]:
    """Check the graph against `shapes.ttl` with pySHACL; gives the verdict and the report."""
    import pyshacl
    import rdflib

    data = rdflib.Graph()
    dumped = open_store(graph).dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph()) or b""
    data.parse(data=dumped, format="nt")
    shapes = (_FOLDER / "ontology" / "shapes.ttl").read_text(encoding="utf-8")
    good, _, report = pyshacl.validate(data, shacl_graph=shapes, shacl_graph_format="turtle", advanced=False)
    return bool(good), str(report)
