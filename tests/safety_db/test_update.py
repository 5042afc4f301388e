"""`update` against a local server: complete answers, pages, errors, garbage."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import SafetyError
from scitoolagent.safety_db import build, derive, screen, store, update

CLIENT = update.Client(pause=0.001, timeout=2.0, attempts=3)
TOXIN = "GIGAVLKVLTTGLPALISWIKRKRQQ"
NEW = "MWCKDHFPTRENQYGAKLVWISDEHCRMTPNFYK"


class Server:
    """Answers from a list of functions, and remembers what was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[str, bytes], tuple[int, bytes, dict[str, str]]]] = {}
        self.asked: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(b"")

            def do_POST(self) -> None:
                self._answer(self.rfile.read(int(self.headers["Content-Length"])))

            def _answer(self, body: bytes) -> None:
                outer.asked.append(self.path)
                for start, make in outer.answers.items():
                    if self.path.startswith(start):
                        status, content, headers = make(self.path, body)
                        self.send_response(status)
                        for name, value in {"Content-Length": str(len(content)), **headers}.items():
                            self.send_header(name, value)
                        self.end_headers()
                        self.wfile.write(content)
                        return
                self.send_error(404)

            def log_message(self, *_: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.http.server_address[1]}"
        self.thread = threading.Thread(target=self.http.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


# Shapes of rest.uniprot.org (TSV, Link and X-Total-Results headers) and of PubChem's PUG View and PUG REST
def table(*rows: tuple[str, ...]) -> bytes:
    header = "Entry\tProtein names\tOrganism\tProtein families\tToxic dose\tSequence\tChain\tPeptide"
    return "\n".join([header, *("\t".join((*row, "", "")[:8]) for row in rows)]).encode() + b"\n"


ONE = table(("P01501", "Melittin", "Apis mellifera", "", "", TOXIN))


def annotation(cid: int, text: str, owner: str = "European Chemicals Agency (ECHA)") -> dict[str, Any]:
    data = [{"Name": "GHS Hazard Statements", "Value": {"StringWithMarkup": [{"String": text}]}}]
    return {"SourceName": owner, "SourceID": "1", "Name": "x", "Data": data, "LinkedRecords": {"CID": [cid]}}


def annotations(*found: dict[str, Any], pages: int = 1) -> bytes:
    return json.dumps({"Annotations": {"Annotation": list(found), "Page": 1, "TotalPages": pages}}).encode()


def properties(*rows: tuple[int, str, str]) -> bytes:
    rows_json = [{"CID": cid, "SMILES": smiles, "Title": title} for cid, smiles, title in rows]
    return json.dumps({"PropertyTable": {"Properties": rows_json}}).encode()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()

    def toxins(path: str, _: bytes) -> tuple[int, bytes, dict[str, str]]:
        if "cursor" in path:
            return 200, table(("A0A000", "New toxin", "Vipera", "", "", NEW)), {"X-Total-Results": "2"}
        link = f'<{made.base}/uniprotkb/search?cursor=abc&size=500>; rel="next"'
        first = table(("P01501", "Melittin", "Apis mellifera", "Melittin family", "", TOXIN))
        return 200, first, {"X-Total-Results": "2", "Link": link}

    def statements(path: str, _: bytes) -> tuple[int, bytes, dict[str, str]]:
        if "page=2" in path:
            return 200, annotations(annotation(3, "H225: flammable", "A blog")), {}
        first = annotation(1, "H300 (100%): Fatal if swallowed [Danger Acute toxicity, oral]")
        return 200, annotations(first, annotation(2, "H319 only"), pages=2), {}

    def structures(_: str, body: bytes) -> tuple[int, bytes, dict[str, str]]:
        assert urllib.parse.parse_qs(body.decode())["cid"] == ["1"]
        return 200, properties((1, "OCCCCCCBr", "6-bromohexanol")), {}

    made.answers["/uniprotkb/search"] = toxins
    made.answers["/rest/pug_view/annotations/heading/JSON"] = statements
    made.answers["/rest/pug/compound/cid/property"] = structures
    yield made
    made.close()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small database, built once."""
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("tables")
    for name in ("controlled.csv", "everyday.csv"):
        shutil.copyfile(store.PACKAGED / name, made / name)
    derive.write_derived(made / "derived.csv", [])
    hazards = [("", "CCCCBr", "1-bromobutane", "109-65-9", "mutagen (Ames positive)", "AMES")]
    toxins = [("P01501", "Melittin", "Apis mellifera", "Melittin family", "", TOXIN, "ToxProt")]
    for file, columns, rows in (
        (build.HAZARDS, ("inchikey", "smiles", "name", "cas", "hazard", "source"), hazards),
        (build.PROTEINS, ("accession", "name", "organism", "family", "toxic_dose", "sequence", "source"), toxins),
    ):
        with gzip.open(source / file, "wt", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerows([columns, *rows])
    build.build(source, made, "2026-01-02")
    return made


@pytest.fixture
def small(tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of an update, with the small database in place of the shipped one."""
    monkeypatch.setattr(store, "PACKAGED", tables)
    return tmp_path / "data" / "safety_db"


def run(server: Server, target: Path) -> dict[str, Any]:
    return update.update(target, "2026-02-03", uniprot=server.base, pubchem=server.base, client=CLIENT)


def test_update_merges_what_is_new(server: Server, small: Path) -> None:
    counts = run(server, small)
    assert counts["proteins"] == 2
    assert screen.screen_protein(NEW, place=small).verdict == "confirm"
    assert screen.screen_protein(TOXIN, place=small).verdict == "confirm"
    found = screen.screen_molecule("OCCCCCCBr", place=small)
    assert found.verdict == "confirm"
    assert "H300" in found.findings[0].reason
    assert "European Chemicals Agency" in found.findings[0].source
    assert screen.screen_molecule("CCCCBr", place=small).verdict in ("note", "warn")  # what was known stays
    assert screen.screen_molecule("CC(C)OP(C)(=O)F", place=small).verdict == "block"
    assert store.manifest(small)["built"] == "2026-02-03"
    assert not [path for path in small.parent.iterdir() if path != small]


def test_a_second_update_replaces_the_first(server: Server, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(server, small)
    monkeypatch.setattr(store, "folder", lambda: small)
    assert run(server, small)["proteins"] == 2


def test_the_next_page_is_asked_for_and_a_foreign_one_is_not(server: Server, small: Path) -> None:
    run(server, small)
    assert sum("cursor=abc" in path for path in server.asked) == 1
    foreign = {"X-Total-Results": "2", "Link": '<http://127.0.0.1:1/uniprotkb>; rel="next"'}
    row = table(("P01501", "Melittin", "Apis mellifera", "", "", TOXIN))
    server.answers["/uniprotkb/search"] = lambda *_: (200, row, foreign)
    with pytest.raises(SafetyError, match="announced 2"):
        run(server, small)


@pytest.mark.parametrize(
    ("path", "answer", "message"),
    [
        ("/uniprotkb/search", (500, b"", {}), "HTTP 500"),
        ("/uniprotkb/search", (400, b"", {}), "HTTP 400"),
        ("/uniprotkb/search", (200, b"<html>busy</html>", {"X-Total-Results": "2"}), "columns"),
        ("/uniprotkb/search", (200, b"\xff\xfe", {"X-Total-Results": "2"}), "table"),
        ("/uniprotkb/search", (200, table(), {"X-Total-Results": "0"}), "cut answer"),
        ("/uniprotkb/search", (200, ONE, {"X-Total-Results": "9000"}), "announced"),
        ("/uniprotkb/search", (200, ONE.replace(b"GIGA", b"GI A"), {"X-Total-Results": "1"}), "no protein"),
        ("/uniprotkb/search", (200, b"", {"Content-Length": "999"}), r"gave no answer|columns"),
        ("/rest/pug_view", (200, b"{", {}), "GHS annotations"),
        ("/rest/pug_view", (200, b'{"Fault": {}}', {}), "GHS annotations"),
        ("/rest/pug_view", (200, b'{"Annotations": {"TotalPages": 1, "Annotation": [1]}}', {}), "GHS annotations"),
        ("/rest/pug_view", (503, b"", {}), "HTTP 503"),
        ("/rest/pug/compound", (200, b"[]", {}), "structures"),
        ("/rest/pug/compound", (404, b"", {}), "HTTP 404"),
    ],
)  # fmt: skip
def test_a_bad_answer_changes_nothing(
    server: Server, small: Path, path: str, answer: tuple[int, bytes, dict[str, str]], message: str
) -> None:
    server.answers = {path: lambda *_: answer, **{key: make for key, make in server.answers.items() if key != path}}
    with pytest.raises(SafetyError, match=message):
        run(server, small)
    assert not small.exists()


def test_a_busy_server_is_asked_again_and_a_refusal_is_not(server: Server, small: Path) -> None:
    usual = server.answers["/uniprotkb/search"]
    calls = []

    def busy(path: str, body: bytes) -> tuple[int, bytes, dict[str, str]]:
        calls.append(path)
        return (429, b"", {}) if len(calls) == 1 else usual(path, body)

    server.answers["/uniprotkb/search"] = busy
    run(server, small)
    assert len(calls) == 3
    calls.clear()
    server.answers["/uniprotkb/search"] = lambda path, _: (calls.append(path), (403, b"", {}))[1]
    with pytest.raises(SafetyError, match="HTTP 403"):
        run(server, small)
    assert len(calls) == 1


def test_an_update_that_broke_off_goes_on_where_it_was(server: Server, small: Path) -> None:
    usual = server.answers["/rest/pug/compound/cid/property"]
    server.answers["/rest/pug/compound/cid/property"] = lambda *_: (503, b"", {})
    kept = small.parent / ".safety_db-pages-2026-02-03"
    client = update.Client(pause=0.001, timeout=2.0, attempts=2, kept=kept)
    again = lambda: update.update(small, "2026-02-03", uniprot=server.base, pubchem=server.base, client=client)
    with pytest.raises(SafetyError, match="HTTP 503"):
        again()
    assert not small.exists()
    (small.parent / ".safety_db-pages-2026-01-01").mkdir()  # of another day: forgotten
    server.asked.clear()
    server.answers["/rest/pug/compound/cid/property"] = usual
    assert again()["proteins"] == 2
    assert len(server.asked) == 1, "the pages that came are not asked for again"
    assert [path.name for path in small.parent.iterdir()] == ["safety_db"]


def test_an_answer_that_could_not_be_read_is_not_kept(server: Server, small: Path) -> None:
    usual = server.answers["/rest/pug_view/annotations/heading/JSON"]
    server.answers["/rest/pug_view/annotations/heading/JSON"] = lambda *_: (200, b"<html>", {})
    client = update.Client(pause=0.001, timeout=2.0, attempts=1, kept=small.parent / ".safety_db-pages-2026-02-03")
    with pytest.raises(SafetyError, match="GHS annotations"):
        update.update(small, "2026-02-03", uniprot=server.base, pubchem=server.base, client=client)
    server.answers["/rest/pug_view/annotations/heading/JSON"] = usual
    assert update.update(small, "2026-02-03", uniprot=server.base, pubchem=server.base, client=client)


def test_short_mature_chains_get_rows_of_their_own() -> None:
    # UniProt's text format of features, P01500 (apamin): CHAIN 28..45
    row = {
        "accession": "P01500", "sequence": "MISMLRCIYLFLSVILITSYFVTPVMPCNCKAPETALCARRCQQHG", "name": "Apamin",
        "chains": 'CHAIN 28..45; /note="Apamin"; /id="PRO_0000035316"; CHAIN <1..12; /note="Cut"',
        "peptides": 'PEPTIDE 2..5; /note="Too short"; PEPTIDE 1..46; /note="Whole"',
    }  # fmt: skip
    assert [(part["accession"], part["sequence"]) for part in update.short_chains(row)] == [
        ("P01500#28-45", "CNCKAPETALCARRCQQH")
    ]


def test_what_a_minority_of_companies_says_stops_nothing() -> None:
    # PubChem's wording of the statements that ECHA collects
    texts = [
        "H300+H310+H330 (97.6%): Fatal if swallowed, in contact with skin or if inhaled [Danger Acute toxicity, oral]",
        "H350 (12.4%): May cause cancer [Danger Carcinogenicity]",
        "H360FD: May damage fertility [Danger Reproductive toxicity]",
        "Not Classified",
    ]
    found: dict[int, dict[str, str]] = {}
    given = annotation(7, "")
    given["Data"][0]["Value"]["StringWithMarkup"] = [{"String": text} for text in texts]
    update._note(given, found)
    assert set(found[7]) == {"H300", "H310", "H330", "H350?", "H360"}
    graded = {hazard.label: hazard for hazard in update.hazards(found[7], "2026-02-03")}
    assert graded["GHS Acute Tox. 1 or 2 (H310)"].verdict == "confirm"
    doubtful = graded["GHS Carc. 1A/1B (H350, by a minority of companies)"]
    assert (doubtful.verdict, doubtful.specific) == ("warn", False)


def test_no_server_is_an_error(small: Path) -> None:
    with pytest.raises(SafetyError, match="gave no answer"):
        update.update(small, "2026-02-03", uniprot="http://127.0.0.1:9", pubchem="http://127.0.0.1:9", client=CLIENT)


def test_statements_become_classes() -> None:
    graded = update.hazards(
        {"H300": "ECHA", "H302": "ECHA", "H350": "ECHA", "H319": "ECHA", "H201": "ECHA"}, "2026-02-03"
    )
    assert {(hazard.label, hazard.verdict) for hazard in graded} == {
        ("GHS Acute Tox. 1 or 2 (H300)", "confirm"),
        ("GHS Acute Tox. 4 (H302)", "warn"),
        ("GHS Carc. 1A/1B (H350)", "warn"),
        ("GHS Explosive or Self-react. A/B (H201)", "confirm"),
    }
