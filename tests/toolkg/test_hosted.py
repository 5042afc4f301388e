"""The tool graph behind an endpoint: the same graph, or a clear refusal; an endpoint never decides what is run or screened."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pyoxigraph as ox
import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import GraphError
from scitoolagent.graph.endpoint import SparqlEndpoint
from scitoolagent.http import HttpClient
from scitoolagent.toolkg.store import load_graph, read_source, read_turtle, shipped_turtle


class Handler(BaseHTTPRequestHandler):
    """Answers SPARQL over a Turtle text, as the protocol of SPARQL 1.1 has it; the results are written by Oxigraph."""

    turtle = b""
    answer: bytes | None = None

    def do_POST(self) -> None:
        query = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())["query"][0]
        body = self.answer
        if body is None:
            store = ox.Store()
            store.bulk_load(self.turtle, format=ox.RdfFormat.TURTLE)
            body = store.query(query).serialize(format=ox.QueryResultsFormat.JSON)
        self.send_response(200)
        self.send_header("Content-Type", "application/sparql-results+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Starts a server for a Turtle text or a fixed answer, and names it in the settings."""
    servers: list[tuple[ThreadingHTTPServer, threading.Thread]] = []

    def start(turtle: bytes, answer: bytes | None = None) -> str:
        handler = type("Own", (Handler,), {"turtle": turtle, "answer": answer})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        servers.append((server, thread))
        url = f"http://127.0.0.1:{server.server_port}/sparql"
        monkeypatch.setenv("SCITOOLAGENT_TOOL_GRAPH_ENDPOINT", url)
        load_config.cache_clear()
        load_graph.cache_clear()
        return url

    yield start
    for server, thread in servers:
        server.shutdown()
        server.server_close()
        thread.join()
    monkeypatch.undo()
    load_config.cache_clear()
    load_graph.cache_clear()


def test_the_graph_of_an_endpoint_is_the_graph_of_the_file(host: Callable[..., str]) -> None:
    host(shipped_turtle())
    own, there = read_turtle(shipped_turtle()), load_graph()
    assert there.tools.keys() == own.tools.keys()
    assert there.types.keys() == own.types.keys()
    assert len(there.digest) == 16
    one, other = own.tool("polar_surface_area"), there.tool("polar_surface_area")
    assert (one.inputs, one.outputs, one.module, one.safety) == (
        other.inputs,
        other.outputs,
        other.module,
        other.safety,
    )
    assert sorted(one.also) == sorted(other.also)
    assert set(own.edges()) == set(there.edges())


def test_a_host_may_name_and_choose(host: Callable[..., str]) -> None:
    text = shipped_turtle().decode()
    head, _, rest = text.partition("sta:polar_surface_area a sta:Tool")
    assert rest
    before = rest.partition("rdfs:comment ")[2].partition(" ;")[0]
    host((head + "sta:polar_surface_area a sta:Tool" + rest.replace(before, '"Sum up what is polar."', 1)).encode())
    assert load_graph().tool("polar_surface_area").summary == "Sum up what is polar."
    blocks = text.split("\n\n")
    kept = [block for block in blocks if not block.startswith("sta:polar_surface_area a sta:Tool")]
    assert len(kept) == len(blocks) - 1
    host("\n\n".join(kept).encode())
    assert "polar_surface_area" not in load_graph().tools


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('sta:safety "screened"', 'sta:safety "open"', "safety"),
        ('sta:module "scitoolagent.', 'sta:module "antigravity.', "module"),
        ("rdfs:subClassOf sta:MolecularStructure", "rdfs:subClassOf sta:Parameter", "parent"),
        ("sta:required true", "sta:required false", "inputs|outputs"),
    ],
)
def test_a_host_does_not_decide_what_is_run_or_screened(
    host: Callable[..., str], old: str, new: str, told: str
) -> None:
    text = shipped_turtle().decode()
    assert old in text
    url = host(text.replace(old, new, 1).encode())
    with pytest.raises(GraphError, match=rf"{url} is of another version.*\((.*, )?({told})"):
        load_graph()


def test_a_tool_that_is_not_here_is_named(host: Callable[..., str]) -> None:
    made = '\nsta:odd a sta:Tool ; rdfs:label "odd" ; rdfs:comment "Be odd." ; sta:operation "Analysis" ; '
    made += 'sta:topic "General" ; sta:safety "open" ; sta:source "none" .\n'
    host(shipped_turtle() + made.encode())
    with pytest.raises(GraphError, match="has odd, which are not installed here"):
        load_graph()


@pytest.mark.parametrize(
    ("turtle", "answer", "told"),
    [
        (b"", None, "holds no tool of a tool graph"),
        (b"<urn:a> <urn:b> <urn:c> .", None, "holds no tool"),
        (b"@prefix sta: <https://scitoolagent.org/kg#> . sta:a a sta:Tool .", None, "no tool graph"),
        (b"", b"<html>", "instead of SPARQL JSON"),
        (b"", b'{"head": {"vars": ["s", "p", "o"]}, "results": {"bindings": [{"s": 1}]}}', "instead of SPARQL JSON"),
        (b"", json.dumps({"boolean": True}).encode(), "holds no tool"),
        (b"", json.dumps({"boolean": "yes"}).encode(), "instead of SPARQL JSON"),
    ],
)
def test_what_is_no_tool_graph_is_told(
    host: Callable[..., str], turtle: bytes, answer: bytes | None, told: str
) -> None:
    url = host(turtle, answer)
    with pytest.raises(GraphError, match=told):
        load_graph()
    with pytest.raises(GraphError, match=told):
        read_source(SparqlEndpoint(url, HttpClient(attempts=1)))


def test_an_endpoint_that_is_no_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_TOOL_GRAPH_ENDPOINT", "file:///etc/passwd")
    load_config.cache_clear()
    load_graph.cache_clear()
    with pytest.raises(GraphError, match="must begin with http"):
        load_graph()
    monkeypatch.undo()
    load_config.cache_clear()
    load_graph.cache_clear()
