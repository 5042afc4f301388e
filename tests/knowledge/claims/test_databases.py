"""UniProt and STRING as judges, against a local server that answers in their documented shapes, or badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.http import HttpClient
from scitoolagent.knowledge.claims.check import Checker
from scitoolagent.knowledge.claims.databases import MAX_BYTES, JsonReader, StringValidator, UniProtValidator, reader_of
from scitoolagent.knowledge.claims.validators import Claim
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

# The fields used of https://rest.uniprot.org/uniprotkb/P04637.json; names, length and taxon are those of that entry.
P53 = {
    "entryType": "UniProtKB reviewed (Swiss-Prot)",
    "primaryAccession": "P04637",
    "secondaryAccessions": ["Q15086"],
    "uniProtkbId": "P53_HUMAN",
    "organism": {"scientificName": "Homo sapiens", "commonName": "Human", "taxonId": 9606},
    "proteinDescription": {
        "recommendedName": {"fullName": {"value": "Cellular tumor antigen p53"}},
        "alternativeNames": [{"fullName": {"value": "Antigen NY-CO-13"}}],
    },
    "genes": [{"geneName": {"value": "TP53"}, "synonyms": [{"value": "P53"}]}],
    "comments": [{"commentType": "DISEASE", "disease": {"diseaseCrossReference": {"database": "MIM", "id": "151623"}}}],
    "uniProtKBCrossReferences": [{"database": "GO", "id": "GO:0005634"}],
    "sequence": {"length": 393, "molWeight": 43653},
}
GONE = {
    "entryType": "Inactive",
    "primaryAccession": "P00000",
    "inactiveReason": {"inactiveReasonType": "DELETED"},
}
MERGED = {
    "entryType": "Inactive",
    "primaryAccession": "Q00000",
    "inactiveReason": {"inactiveReasonType": "MERGED", "mergeDemergeTo": ["P04637"]},
}
IDS = {"TP53": "9606.ENSP00000269305", "MDM2": "9606.ENSP00000258149", "ALB": "9606.ENSP00000295897"}
SCORES = {("TP53", "MDM2"): 0.999, ("TP53", "ALB"): 0.45}

Answer = tuple[int, str, bytes]


def as_json(value: object, status: int = 200) -> Answer:
    return status, "application/json", json.dumps(value).encode()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.queue: list[Answer] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        status, kind, body = self.server.queue.pop(0) if self.server.queue else answer(self.path)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if status in (301, 302, 303):
            self.send_header("Location", body.decode())
            body = b""
        if status in (429, 503):
            self.send_header("Retry-After", "7")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def answer(path: str) -> Answer:
    parts, query = urlsplit(path), {name: one[0] for name, one in parse_qs(urlsplit(path).query).items()}
    if parts.path.startswith("/uniprotkb/"):
        accession = parts.path.removeprefix("/uniprotkb/").removesuffix(".json")
        if accession == "Q15086":
            return 303, "text/plain", b"/uniprotkb/P04637.json"
        entry = {"P04637": P53, "P00000": GONE, "Q00000": MERGED}.get(accession)
        return as_json(entry) if entry else as_json({"url": path, "messages": ["Resource not found"]}, 404)
    assert query["caller_identity"] == "scitoolagent"
    assert query["species"] == "9606"
    if parts.path == "/json/get_string_ids":
        name = query["identifiers"]
        if name not in IDS:
            return as_json({"Error": "not found", "ErrorMessage": f"STRING could not find {name}"}, 404)
        return as_json([{"queryIndex": 0, "queryItem": name, "stringId": IDS[name], "ncbiTaxonId": 9606}])
    assert parts.path == "/json/network"
    asked = set(query["identifiers"].split("\r"))
    rows = [
        {"stringId_A": IDS[one], "stringId_B": IDS[other], "preferredName_A": one, "preferredName_B": other,
         "ncbiTaxonId": 9606, "score": score}
        for (one, other), score in SCORES.items()
        if {IDS[one], IDS[other]} == asked
    ]  # fmt: skip
    return as_json(rows)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


class Time:
    """A clock that only moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now, self.slept = 0.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def client(time: Time, interval: float = 1.0) -> HttpClient:
    answers = (200, 400, 404)
    return HttpClient(
        interval=interval, seconds=5, most=MAX_BYTES, answers=answers, sleep=time.sleep, clock=lambda: time.now
    )


def reader(server: Server, time: Time | None = None, kept: Path | None = None, interval: float = 1.0) -> JsonReader:
    time = time or Time()
    return JsonReader(server.url, client(time, interval), kept)


@pytest.mark.parametrize(
    ("claim", "says", "told"),
    [
        (Claim("node", "P04637", value="Protein"), "supports", "Cellular tumor antigen p53"),
        (Claim("node", "Q15086", value="Protein"), "supports", "now P04637"),
        (Claim("node", "P99999", value="Protein"), "refutes", "no entry P99999"),
        (Claim("node", "P00000", value="Protein"), "refutes", "deleted"),
        (Claim("node", "Q00000", value="Protein"), "unknown", "merged"),
        (Claim("node", "P04637", value="Disease"), "unknown", "only"),
        (Claim("node", "../P04637", value="Protein"), "unknown", "no accession"),
        (Claim("attribute", "P04637", attribute="name", value="antigen NY-CO-13"), "supports", "name"),
        (Claim("attribute", "P04637", attribute="name", value="TP53"), "supports", "name"),
        (Claim("attribute", "P04637", attribute="name", value="Serum albumin"), "refutes", "Cellular tumor"),
        (Claim("attribute", "P04637", attribute="length", value="393"), "supports", "393"),
        (Claim("attribute", "P04637", attribute="length", value="394"), "refutes", "393"),
        (Claim("attribute", "P04637", attribute="organism", value="homo sapiens"), "supports", "Homo"),
        (Claim("attribute", "P04637", attribute="colour", value="blue"), "unknown", "nothing is said"),
        (Claim("attribute", "P99999", attribute="name", value="x"), "unknown", "no entry"),
        (Claim("relation", "P04637", "ASSOCIATED_WITH", "GO:0005634"), "supports", "refers to"),
        (Claim("relation", "P04637", "ASSOCIATED_WITH", "MIM:151623"), "supports", "refers to"),
        (Claim("potential", "P04637", "ASSOCIATED_WITH", "GO:0000001"), "unknown", "may still hold"),
    ],
)
def test_uniprot(server: Server, claim: Claim, says: str, told: str) -> None:
    finding = UniProtValidator(reader(server), crossed=frozenset({"ASSOCIATED_WITH"})).judge(claim)
    assert (finding.says, told in finding.text) == (says, True), finding


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        ("TP53", "MDM2", "supports"),
        ("MDM2", "TP53", "supports"),
        ("TP53", "ALB", "unknown"),  # joined, but below high confidence
        ("MDM2", "ALB", "refutes"),
        ("TP53", "NOSUCH", "unknown"),
        ("TP53", "TP53", "unknown"),
    ],
)
def test_string(server: Server, one: str, other: str, says: str) -> None:
    judge = StringValidator(reader(server), frozenset({"interacts"}), refutes=True)
    finding = judge.judge(Claim("relation", one, "interacts", other))
    assert finding.says == says, finding
    if says == "refutes":
        open_judge = StringValidator(reader(server), frozenset({"interacts"}))
        assert open_judge.judge(Claim("relation", one, "interacts", other)).says == "unknown"


def test_string_asks_with_the_names_of_the_graph(server: Server) -> None:
    items = [Entity("7157", "Gene", "TP53"), Entity("4193", "Gene", "MDM2"), Relation("7157", "GiG", "4193")]
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    judge = StringValidator(reader(server), frozenset({"GiG"}), graph)
    assert judge.judge(Claim("relation", "7157", "GiG", "4193")).says == "supports"
    assert judge.judge(Claim("relation", "7157", "GiG", "999")).says == "unknown"
    assert judge.judge(Claim("relation", "7157", "binds", "4193")).says == "unknown"


HTML = (200, "text/html", b"<!DOCTYPE html><title>Maintenance</title>")
BAD: tuple[tuple[Answer, str], ...] = (
    (HTML, "text/html instead of JSON"),
    ((404, "text/html", b"<h1>Not Found</h1>"), "instead of JSON"),
    ((200, "application/json", b"[" * 100_000), "instead of JSON"),
    ((200, "application/json", b'{"primaryAccession": '), "instead of JSON"),
    ((200, "application/octet-stream", bytes(range(256))), "instead of JSON"),
    (as_json([1, 2, 3]), ""),
    (as_json({"primaryAccession": 7}), ""),
    (as_json({}, 404), ""),
    (as_json("nothing", 400), ""),
    ((403, "text/plain", b"no"), "HTTP 403"),
    ((302, "text/plain", b"http://127.0.0.2:9/elsewhere"), "not followed"),
    ((200, "application/json", b" " * (MAX_BYTES + 1)), "bytes"),
)


@pytest.mark.parametrize(("bad", "told"), BAD)
def test_what_is_no_answer_is_no_verdict(server: Server, bad: Answer, told: str) -> None:
    graph = open_graph("demo")
    for judge, claim in (
        (UniProtValidator(reader(server)), Claim("node", "P04637", value="Protein")),
        (StringValidator(reader(server), frozenset({"interacts"})), Claim("relation", "TP53", "interacts", "MDM2")),
    ):
        server.queue[:] = [bad]
        verdict = Checker(graph, [judge]).check(claim)
        assert verdict.result == "not verified"
        assert "could not be asked" in verdict.reason
        assert told in verdict.reason


def test_a_server_that_is_down(server: Server) -> None:
    address, time = server.url, Time()
    server.shutdown()
    server.server_close()
    down = JsonReader(address, client(time))
    verdict = Checker(open_graph("demo"), [UniProtValidator(down)]).check(Claim("node", "P04637", value="Protein"))
    assert verdict.result == "not verified"
    assert "did not answer in 3 attempts" in verdict.reason


def test_a_busy_server_is_asked_again_after_the_time_it_names(server: Server) -> None:
    time = Time()
    server.queue[:] = [(503, "text/plain", b""), (429, "text/plain", b"")]
    assert UniProtValidator(reader(server, time)).judge(Claim("node", "P04637", value="Protein")).says == "supports"
    assert len(server.asked) == 3
    assert time.slept == [7.0, 14.0], "7 s were named; the pause doubles from there"
    server.queue[:] = [(500, "text/plain", b"")] * 9
    with pytest.raises(GraphError, match="3 attempts: HTTP 500"):
        reader(server).read("uniprotkb/P04637.json")
    assert len(server.asked) == 6


def test_requests_keep_a_pause(server: Server) -> None:
    time = Time()
    StringValidator(reader(server, time), frozenset({"i"})).judge(Claim("relation", "TP53", "i", "MDM2"))
    assert len(server.asked) == 3
    assert time.slept == [1.0, 1.0]


def test_answers_are_kept_and_failures_are_not(server: Server, tmp_path: Path) -> None:
    claim = Claim("node", "P04637", value="Protein")
    server.queue[:] = [HTML]
    with pytest.raises(GraphError):
        UniProtValidator(reader(server, kept=tmp_path)).judge(claim)
    assert list(tmp_path.iterdir()) == []
    for _ in range(2):
        assert UniProtValidator(reader(server, kept=tmp_path)).judge(claim).says == "supports"
    assert len(server.asked) == 2
    next(tmp_path.iterdir()).write_text("garbage")
    assert UniProtValidator(reader(server, kept=tmp_path)).judge(claim).says == "supports"
    assert len(server.asked) == 3


@pytest.mark.parametrize("url", ["ftp://example.org", "file:///etc", "rest.uniprot.org"])
def test_only_http(url: str) -> None:
    with pytest.raises(GraphError, match="http://"):
        reader_of(url, 1.0)
