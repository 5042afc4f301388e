"""Names that no table has: read by OPSIN where it is there, asked of PubChem where a setting says so, whole or not."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.cli.doctor import look_ups
from scitoolagent.config import Config, load_config
from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.safety_db import store
from scitoolagent.tools.chemistry import _name_services as services
from scitoolagent.tools.chemistry import names

HAS_OPSIN = services.opsin_is_there()
NAME = "madeupine"  # no table has it
# The records of PubChem for acetaminophen: the shape of its answers, with the key that it publishes.
ROW = {
    "CID": 1983,
    "Title": "Acetaminophen",
    "MolecularFormula": "C8H9NO2",
    "SMILES": "CC(=O)NC1=CC=C(C=C1)O",
    "InChIKey": "RZVAJINKPMORJF-UHFFFAOYSA-N",
}
FAULT = {"Fault": {"Code": "PUGREST.NotFound", "Message": "No CID found", "Details": ["No CID found"]}}


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.answers: list[tuple[int, bytes]] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    def will_say(self, status: int, body: Any) -> None:
        self.answers.append((status, body if isinstance(body, bytes) else json.dumps(body).encode()))

    def has(self, *rows: dict[str, Any]) -> None:
        self.will_say(200, {"PropertyTable": {"Properties": list(rows)}})


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.server.asked.append((self.path, body))
        status, content = self.server.answers.pop(0)
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A stand-in for PubChem, named in the settings; OPSIN is away."""
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        given = load_config().model_copy(
            update={"name_service": f"http://127.0.0.1:{made.server_port}/rest/pug", "cache_dir": tmp_path}
        )
        monkeypatch.setattr(services, "load_config", lambda: given)
        monkeypatch.setattr(services, "opsin_is_there", lambda: False)
        monkeypatch.setattr(services, "_INTERVAL", 0.0)
        monkeypatch.setattr("scitoolagent.http.time.sleep", lambda _: None)
        monkeypatch.setattr(services.HttpClient.__init__, "__kwdefaults__",
                            {**services.HttpClient.__init__.__kwdefaults__, "sleep": lambda _: None})  # fmt: skip
        yield made
        made.shutdown()
        thread.join()


def test_nothing_is_asked_where_no_setting_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Config().name_service is None
    monkeypatch.setattr(services, "load_config", Config)
    with pytest.raises(ToolInputError, match="no name known here"):
        names.name_to_smiles(NAME)
    assert not server.asked


def test_a_name_of_the_tables_is_never_sent(server: Server) -> None:
    assert names.name_to_smiles("caffeine").smiles
    assert not server.asked


def test_a_name_is_asked_once_and_the_day_is_told(server: Server) -> None:
    server.has(ROW)
    found = names.name_to_smiles(NAME)
    assert found.smiles == "CC(=O)Nc1ccc(O)cc1"
    assert f"PubChem's, asked on {datetime.now(UTC):%Y-%m-%d}" in found.stereo_note
    assert server.asked == [
        ("/rest/pug/compound/name/property/Title,MolecularFormula,IsomericSMILES,InChIKey/JSON", f"name={NAME}")
    ]
    assert names.name_to_smiles(NAME) == found
    assert len(server.asked) == 1


def test_an_answer_of_long_ago_says_so_and_is_asked_anew_in_the_end(server: Server, tmp_path: Path) -> None:
    server.has(ROW)
    names.name_to_smiles(NAME)
    (kept,) = (tmp_path / "names").glob("*.json")
    for days, times in ((30, 1), (100, 2)):
        then = datetime.now(UTC) - timedelta(days=days)
        kept.write_text(json.dumps({"asked": then.isoformat(), "rows": [ROW]}), "utf-8")
        server.has(ROW)
        shown = names.name_to_smiles(NAME).stereo_note
        assert (f"{then:%Y-%m-%d}" in shown) is (times == 1)
        assert len(server.asked) == times


@pytest.mark.parametrize(
    "spoilt", [b"", b"{", b"\xff\xfe", b'{"asked": 3, "rows": []}', b'{"asked": "x"}', b"[" * 9999]
)
def test_a_spoilt_cache_is_made_anew(server: Server, tmp_path: Path, spoilt: bytes) -> None:
    server.has(ROW)
    names.name_to_smiles(NAME)
    (kept,) = (tmp_path / "names").glob("*.json")
    kept.write_bytes(spoilt)
    server.has(ROW)
    assert names.name_to_smiles(NAME).smiles == "CC(=O)Nc1ccc(O)cc1"
    assert len(server.asked) == 2


def test_what_pubchem_does_not_have_is_no_name(server: Server) -> None:
    server.will_say(404, FAULT)
    with pytest.raises(ToolInputError, match="no name known here"):
        names.name_to_smiles(NAME)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(server: Server, status: int) -> None:
    server.will_say(status, {"Fault": {"Code": "PUGREST.ServerBusy"}})
    server.has(ROW)
    assert names.name_to_smiles(NAME).smiles
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (503, b"busy"),
        (404, b"<html>not here</html>"),
        (404, {"message": "no such route"}),
        (400, {"Fault": {"Code": "PUGREST.BadRequest"}}),
        (200, b"<html>log in</html>"),
        (200, b"\x00\xff"),
        (200, [1, 2]),
        (200, {"PropertyTable": {"Properties": "none"}}),
        (200, b"[" * 100_000),
    ],
)
def test_what_is_no_answer_is_never_unknown(server: Server, status: int, body: Any) -> None:
    for _ in range(3):
        server.will_say(status, body)
    with pytest.raises(ToolUnavailableError, match="no table has 'madeupine'"):
        names.name_to_smiles(NAME)


@pytest.mark.parametrize("field", [{"InChIKey": "RYYVLZVUVIJVGH-UHFFFAOYSA-N"}, {"SMILES": "C1CC"}, {"SMILES": None}])
def test_a_structure_that_contradicts_itself_is_refused(server: Server, field: dict[str, Any]) -> None:
    server.has({**ROW, **field})
    with pytest.raises((ToolUnavailableError, ToolInputError)):
        names.name_to_smiles(NAME)


def test_a_name_of_several_compounds_is_refused(server: Server) -> None:
    other = {"CID": 702, "Title": "Ethanol", "SMILES": "CCO", "InChIKey": "LFQSCWFLJHTTHZ-UHFFFAOYSA-N"}
    server.has(ROW, other)
    with pytest.raises(ToolInputError, match="Acetaminophen, Ethanol"):
        names.name_to_smiles(NAME)


@pytest.mark.slow
def test_what_pubchem_sends_is_screened(server: Server, tmp_path: Path) -> None:
    row = next(store.compounds(store.folder()).row(number)
               for number, line in enumerate(store.compounds(store.folder()).rows) if "\tblock\t" in line)  # fmt: skip
    server.has({"Title": "x", "SMILES": row["smiles"], "InChIKey": row["inchikey"]})
    environment = {
        **os.environ,
        "SCITOOLAGENT_NAME_SERVICE": f"http://127.0.0.1:{server.server_port}/rest/pug",
        "SCITOOLAGENT_CACHE_DIR": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-m", "scitoolagent.cli", "tools", "run", "name_to_smiles", f"name={NAME}"],
        env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 3, done.stdout + done.stderr
    assert len(server.asked) == 1
    assert row["smiles"] not in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not HAS_OPSIN, reason="OPSIN needs Java")
def test_opsin_reads_whole_names_only() -> None:
    # The structure follows from the rules of IUPAC's P-31 alone.
    assert names.name_to_smiles("2-ethyl-5-fluoronicotinonitrile").smiles == "CCc1ncc(F)cc1C#N"
    assert services._read("methylbutanol") == ("", "it fits several structures")
    assert services._read("(+)-butan-2-ol")[0] == ""
    assert services._read("ethyl") == services._read("polyethylene") == ("", "")
    assert services.looked_up("morphine citrate") is None, "no ratio is said"
    assert services.looked_up("sodium 4-bromo-2-fluorobenzoate") is not None, "that of ions follows from their charges"
    with pytest.raises(ToolInputError, match="several structures"):
        services.looked_up("methylbutanol")


@pytest.mark.skipif(not HAS_OPSIN, reason="OPSIN needs Java")
def test_a_systematic_name_that_no_table_has_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    # Names that other tests of this process tried in vain would make it pause.
    monkeypatch.setattr(services, "_in_vain", deque(maxlen=4))
    assert names.is_known_name("methyl 4-bromo-2-ethoxy-6-fluorobenzoate")
    assert not names.is_known_name("4-stage process line")


@pytest.mark.parametrize(
    ("text", "has_form"),
    [
        ("2-ethyl-5-fluoronicotinonitrile", True),
        ("4-(dimethylamino)-3-hydroxybenzoic acid", True),
        ("what is 2-ethylpyridine", False),
        ("20-year", False),
        ("benzene", False),
        ("2-" + "a" * 400 + "ol", False),
    ],
)
def test_only_what_has_the_form_of_a_systematic_name_is_tried(text: str, has_form: bool) -> None:
    assert services.may_be_systematic(text) is has_form


def test_a_question_full_of_what_is_no_name_starts_few_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(services, "opsin_is_there", lambda: True)
    monkeypatch.setattr(services, "_read", lambda name: (read.append(name) or "", ""))
    monkeypatch.setattr(services, "_in_vain", deque(maxlen=4))
    monkeypatch.setattr(services, "_tried", {"2-ethyl-5-fluoronicotinonitrile": True})
    assert not any(services.is_systematic(f"{number}-nothingatall{'a' * number}ol") for number in range(1, 50))
    assert not any(services.is_systematic("1-nothingatallaol") for _ in range(5))
    assert len(read) == 4
    assert services.is_systematic("2-ethyl-5-fluoronicotinonitrile"), "what is known stays so"
    # A while later names are tried again.
    monkeypatch.setattr(services, "_PAUSE", 0.0)
    assert not services.is_systematic("3-nothingatallaaaaaaaaaaaol")
    assert len(read) == 5


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$"])
def test_an_opsin_that_breaks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    java = tmp_path / "java"
    java.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    java.chmod(java.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(services.shutil, "which", lambda _: str(java))
    monkeypatch.setattr(services, "_jar", lambda: Path("x.jar"))
    services._read.cache_clear()
    with pytest.raises(ToolUnavailableError, match="OPSIN ended"):
        services.looked_up("2-ethyl-5-fluoronicotinonitrile")


def test_doctor_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scitoolagent.cli.doctor.shutil.which", lambda _: None)
    services_rows = look_ups()
    assert [row[0] for row in services_rows] == ["–", "–", "–", "–"]
    assert "SCITOOLAGENT_FOLD_SERVICE=" in services_rows[3][3]
    assert "SCITOOLAGENT_RECORD_SERVICES=public" in services_rows[2][3]
    assert "install Java" in services_rows[0][3]
    assert "SCITOOLAGENT_NAME_SERVICE=https://pubchem" in services_rows[1][3]
