"""The embedded store answers SELECT and ASK within bounds, and asks nobody else."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import iri, literal, local_name
from scitoolagent.graph.sparql import MAX_QUERY, check_query
from scitoolagent.graph.store import EmbeddedStore, triples_of

CHAIN = "".join(f"<urn:n{number}> <urn:next> <urn:n{number + 1}> .\n" for number in range(300)).encode()


@pytest.fixture(scope="module")
def chain() -> EmbeddedStore:
    store = EmbeddedStore()
    store.load(CHAIN, "nquads")
    return store


def test_rows_are_bounded_and_said_to_be(chain: EmbeddedStore) -> None:
    found = chain.select("SELECT ?a WHERE { ?a <urn:next> ?b } ORDER BY ?a", 3)
    assert (found.names, len(found.rows), found.truncated) == (("a",), 3, True)
    assert not chain.select("SELECT ?b WHERE { <urn:n7> <urn:next> ?b }", 1).truncated
    assert chain.select("SELECT ?b ?c WHERE { <urn:n7> <urn:next> ?b }").rows == (("urn:n8", None),)
    assert chain.select("ASK { <urn:n7> <urn:next> <urn:n9> }").rows == (("false",),)
    assert chain.select("ASK { <urn:n7> n:ext ?b }", prefixes={"n": "urn:n"}).rows == (("true",),)


def test_a_query_that_takes_too_long_is_given_up(chain: EmbeddedStore) -> None:
    # 300⁴ rows; asked for row by row, so that the thread ends soon after.
    endless = "SELECT * WHERE { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h }"
    start = time.monotonic()
    with pytest.raises(GraphError, match=r"longer than 0\.2 s"):
        chain.select(endless, 10**9, seconds=0.2)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("seconds", [None, 20.0])
@pytest.mark.parametrize(
    ("query", "told"),
    [("SELECT nothing", "the query failed"), ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", "only SELECT and ASK")],
)
def test_what_is_no_question_is_refused(chain: EmbeddedStore, query: str, told: str, seconds: float | None) -> None:
    with pytest.raises(GraphError, match=told):
        chain.select(query, seconds=seconds)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <URL> { ?s ?p ?o } }",
        "SELECT * { service silent <URL> { ?s ?p ?o } }",
        r"SELECT * { SERV\u0049CE <URL> { ?s ?p ?o } }",
        "SELECT * { ?a <urn:next> ?b FILTER(?a<?b)SERVICE<URL>{?s ?p ?o} }",
        "SELECT * { ?a <urn:next> 1SERVICE<URL>{?s ?p ?o} }",
        'SELECT * { ?a <urn:next> "it\\"s"SERVICE<URL>{?s ?p ?o} }',
        "PREFIX e: <URL> SELECT * { ?a <urn:next> ?b . # <\nSERVICE e: {?s ?p ?o} }",
        "PREFIX e: <URL> SELECT * { ?a <urn:next> ?b SERVICEe:{?s ?p ?o} }",
        'SELECT * { BIND("""a "" \\""" AS ?t) SERVICE <URL> { ?s ?p ?o } }',
        "ASK { OPTIONAL { SERVICE ?x { ?s ?p ?o } } BIND(<URL> AS ?x) }",
    ],
)
def test_no_query_reaches_another_machine(chain: EmbeddedStore, query: str) -> None:
    """SERVICE is refused, however it is written; the engine itself would make the request."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(500)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        with pytest.raises(GraphError, match="SERVICE is not allowed"):
            chain.select(query.replace("URL", f"http://127.0.0.1:{server.server_port}/"))
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert asked == []


@pytest.mark.parametrize(
    "query",
    [
        'SELECT * { ?service ?p "a SERVICE" }',
        "SELECT * { ?s <urn:SERVICE> '''of SERVICE''' } # SERVICE",
        'PREFIX e: <urn:e> SELECT * { e:SERVICE ?p "x"@en }',
    ],
)
def test_the_word_alone_is_no_request(chain: EmbeddedStore, query: str) -> None:
    assert chain.select(query).rows == ()


def test_a_query_has_an_end() -> None:
    with pytest.raises(GraphError, match="characters"):
        check_query(" " * (MAX_QUERY + 1))


def test_a_folder_is_opened_or_refused(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "g")
    store.load(CHAIN, "nquads")
    store.flush()
    del store
    assert len(EmbeddedStore.open(tmp_path / "g").select("SELECT ?a { ?a ?p ?b }").rows) == 300
    with pytest.raises(GraphError, match="no graph store"):
        EmbeddedStore.open(tmp_path / "other")
    with pytest.raises(GraphError, match="could not be stored"):
        EmbeddedStore().load(b"no quads", "nquads")


def test_turtle_is_read_or_refused() -> None:
    assert next(triples_of('<urn:a> <urn:b> "c", [] .')) == ("urn:a", "urn:b", "c", "")
    with pytest.raises(GraphError, match="no Turtle"):
        list(triples_of("<urn:a> <urn:b>"))


def test_texts_and_ids_survive_sparql(chain: EmbeddedStore) -> None:
    for text in ('a "b" \\ c', "two\nlines\ttab", "µ€😀", "\\u0041"):
        store = EmbeddedStore()
        store.load(f"<{iri('urn:e:', text)}> <urn:p> {literal(text)} .".encode(), "nquads")
        assert store.select(f"SELECT ?e {{ ?e <urn:p> {literal(text)} }}").rows == ((iri("urn:e:", text),),)
    assert [local_name(one) for one in ("http://x.org/a#b", "http://x.org/a/", "urn:x:y", "plain")] == [
        "b", "a", "y", "plain"
    ]  # fmt: skip
