"""An endpoint that is down, slow, busy or no endpoint at all gives a clear error; a good one the same answers as a store."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.graph.endpoint import SparqlEndpoint
from scitoolagent.graph.iri import Vocabulary
from scitoolagent.graph.sparql import asked_of
from scitoolagent.http import HttpClient
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.endpoint import open_endpoint
from scitoolagent.knowledge.store.graph import DomainGraph

HTML = b"<html><body>Welcome to our portal</body></html>"


LIES = {"not a number": "many", "nan": "NaN", "infinite": "INF", "negative": "-3", "huge": "9" * 400, "part": "3.7"}
FORMS = {
    "others": {"head": {"vars": ["zz"]}, "results": {"bindings": [{"zz": {"value": "a"}}]}},
    "too many": {"head": {"vars": ["b", "a"]}, "results": {"bindings": [{"a": {"value": "1"}}] * 9}},
    "yes": {"head": {}, "boolean": True},
}


class Handler(BaseHTTPRequestHandler):
    mode = "good"
    requests = 0

    def do_POST(self) -> None:
        cls = type(self)
        cls.requests += 1
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        query = parse_qs(body)["query"][0]
        if cls.mode == "busy once" and cls.requests == 1:
            self.reply(503, b"busy")
        elif cls.mode == "refuses":
            self.reply(400, b"parse error near <x>")
        elif cls.mode == "slow":
            time.sleep(1.0)
        elif cls.mode in ("html", "odd json"):
            self.reply(200, HTML if cls.mode == "html" else b'{"results": []}', "text/html")
        elif cls.mode in LIES and "COUNT(" in query:
            self.reply(200, lie(query, LIES[cls.mode]), "application/sparql-results+json")
        elif cls.mode in FORMS:
            self.reply(200, json.dumps(FORMS[cls.mode]).encode(), "application/sparql-results+json")
        elif cls.mode == "cuts":
            self.reply(200, cut(query), "application/sparql-results+json")
        else:
            self.reply(200, answer(query), "application/sparql-results+json")

    def reply(self, code: int, body: bytes, kind: str = "text/plain") -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


def answer(query: str) -> bytes:
    """The demo graph behind the protocol of SPARQL 1.1 (JSON results of the W3C recommendation)."""
    rows = open_graph("demo").select(query, 10_000)
    if rows.names == ("answer",):
        return json.dumps({"head": {}, "boolean": rows.rows[0][0] == "true"}).encode()
    bindings = [
        {
            name: {"type": "uri", "value": value}
            for name, value in zip(rows.names, row, strict=True)
            if value is not None
        }
        for row in rows.rows
    ]
    return json.dumps({"head": {"vars": list(rows.names)}, "results": {"bindings": bindings}}).encode()


def lie(query: str, count: str) -> bytes:
    """What the demo graph says, with all counts replaced."""
    said = json.loads(answer(query))
    for row in said["results"]["bindings"]:
        row["n"]["value"] = count
    return json.dumps(said).encode()


def cut(query: str) -> bytes:
    """An endpoint that has 300 neighbours, counts them rightly, gives 150 and says nothing of it."""
    if "COUNT(" in query:
        return json.dumps({"head": {"vars": ["n"]}, "results": {"bindings": [{"n": {"value": "300"}}]}}).encode()
    rows = [{"o": {"value": f"{Vocabulary().entity}D{number}"}} for number in range(150)]
    return json.dumps({"head": {"vars": ["o"]}, "results": {"bindings": rows}}).encode()


@contextmanager
def endpoint(mode: str, **options: float) -> Iterator[SparqlEndpoint]:
    handler = type("Own", (Handler,), {"mode": mode, "requests": 0})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        settings: dict[str, float] = {"seconds": 5.0, "pause": 0.0, **options}
        client = HttpClient(seconds=settings["seconds"], attempts=2, pause=settings["pause"])
        yield SparqlEndpoint(f"http://127.0.0.1:{server.server_port}/sparql", client)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_an_endpoint_answers_as_a_store_does() -> None:
    here = open_graph("demo")
    with endpoint("good") as source:
        there = DomainGraph(source, here.schema, name="remote")
        assert there.neighbours(["DB00945"], "inhibits", "outgoing") == here.neighbours(
            ["DB00945"], "inhibits", "outgoing"
        )
        assert there.relations_of(["DOID:9352"]) == here.relations_of(["DOID:9352"])
        assert there.entity("DB00945") == here.entity("DB00945")
        assert there.evidence("DB00945", "inhibits", "P23219") == here.evidence("DB00945", "inhibits", "P23219")
        assert [match.entity for match in there.link("Aspirin")] == ["DB00945"]
        assert there.link("nothing of the kind") == ()


def test_the_schema_of_an_endpoint_is_asked() -> None:
    here = open_graph("demo")
    with endpoint("good") as source:
        there = open_endpoint(source.url)
        assert there.schema == here.schema
        assert there.neighbours(["DOID:9352"], "treats", "incoming").ids == ("DB00331", "DB01016")


def test_a_limit_is_said() -> None:
    with endpoint("good") as source:
        rows = source.select("SELECT ?s WHERE { ?s ?p ?o }", 3)
    assert (len(rows.rows), rows.truncated) == (3, True)


def test_a_busy_endpoint_is_asked_again() -> None:
    with endpoint("busy once") as source:
        assert source.select("ASK { ?s ?p ?o }").rows == (("true",),)


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("html", r"sent text/html instead of SPARQL JSON, beginning '<html>.*is this the address"),
        ("odd json", "instead of SPARQL JSON"),
        ("refuses", "refused the request: HTTP 400: .*parse error"),
    ],
)
def test_what_is_no_sparql_is_told(mode: str, told: str) -> None:
    with endpoint(mode) as source, pytest.raises(GraphError, match=told):
        source.select("ASK { ?s ?p ?o }")


def test_a_slow_endpoint_is_given_up() -> None:
    with endpoint("slow", seconds=0.1) as source, pytest.raises(GraphError, match="did not answer in 2 attempts"):
        source.select("ASK { ?s ?p ?o }")


def test_an_endpoint_that_is_down() -> None:
    with endpoint("good") as source:
        pass
    with pytest.raises(GraphError, match=r"did not answer in 2 attempts: .*refused"):
        source.select("ASK { ?s ?p ?o }")
    with pytest.raises(GraphError, match="must begin with http"):
        SparqlEndpoint("file:///etc/passwd")


@pytest.mark.parametrize("mode", LIES)
def test_counts_that_are_none_are_refused(mode: str) -> None:
    with endpoint(mode) as source:
        with pytest.raises(GraphError, match="is no number of things; it cannot be trusted"):
            open_endpoint(source.url)
        there = DomainGraph(source, open_graph("demo").schema, name="remote")
        with pytest.raises(GraphError, match="cannot be trusted"):
            there.neighbour_types(["DB00945"], "inhibits", "outgoing")


def test_what_an_endpoint_cuts_without_saying_so_is_told() -> None:
    with endpoint("cuts") as source:
        there = DomainGraph(source, open_graph("demo").schema, name="remote")
        found = there.neighbours(["DB00945"], "inhibits", "outgoing")
    assert (len(found.ids), found.truncated) == (150, True)


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("others", r"answers of \?zz where \?a, \?b was asked for"),
        ("too many", "sent 9 rows where at most 8 were asked for"),
        ("yes", "instead of SPARQL JSON"),
    ],
)
def test_an_answer_to_another_query_is_refused(mode: str, told: str) -> None:
    with endpoint(mode) as source, pytest.raises(GraphError, match=told):
        source.select("SELECT ?a (COUNT(DISTINCT ?s) AS ?b) WHERE { ?s ?a ?o } GROUP BY ?a LIMIT 8")


def test_variables_come_in_the_order_in_which_they_are_asked_for() -> None:
    with endpoint("too many") as source:
        assert source.select("SELECT ?a ?b { ?s ?a ?b }").rows[0] == ("1", None)


@pytest.mark.parametrize(
    ("query", "names", "most"),
    [
        ("SELECT ?s WHERE { ?s ?p ?o }", ("s",), None),
        ("select distinct ?a (COUNT(*) AS ?n) (STR(?x) as ?y) { } limit 5 ", ("a", "n", "y"), 5),
        ("SELECT * WHERE { ?s ?p ?o } LIMIT 7", (), 7),
        ("ASK { ?s ?p ?o }", (), None),
        ("PREFIX a: <http://select.org/> SELECT ?s { }", (), None),
        ("SELECT " + "(1 AS ?a) " * 5000 + "FROM <x> { }", (), None),
    ],
)
def test_what_a_query_asks_for(query: str, names: tuple[str, ...], most: int | None) -> None:
    assert asked_of(query) == (names, most)
