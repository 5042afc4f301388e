"""A Neo4j server by Bolt: a small server of our own speaks the protocol (PackStream 1, Bolt 5.0, as Neo4j documents)."""

from __future__ import annotations

import socket
import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scitoolagent.cli.knowledge import app
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.formats.bolt import is_bolt, read_bolt
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Note, Relation

HELLO, GOODBYE, RESET, RUN, BEGIN, COMMIT, ROLLBACK, PULL = 0x01, 0x02, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x3F
SUCCESS, RECORD, FAILURE = 0x70, 0x71, 0x7F
NODES: list[list[Any]] = [
    ["4:x:0", ["Drug"], {"id": "1", "name": "aspirin", "synonyms": ["ASA", "acetylsalicylic acid"], "mass": 180.2}],
    ["4:x:1", ["Protein"], {"id": "1", "name": "PTGS1"}],
    ["4:x:2", ["Disease", "Common"], {"name": "headache", "seen": None}],
    ["4:x:3", [], {"name": "nothing"}],
]
RELATIONS: list[list[Any]] = [
    ["4:x:0", "INHIBITS", "4:x:1", {"pmids": ["11", 12], "score": 0.9}],
    ["4:x:0", "TREATS", "4:x:2", {}],
    ["4:x:0", "TREATS", "4:x:9", {}],
]


def pack(value: Any) -> bytes:
    if value is None:
        return b"\xc0"
    if isinstance(value, float):
        return b"\xc1" + struct.pack(">d", value)
    if isinstance(value, int):
        return b"\xcb" + struct.pack(">q", value)
    if isinstance(value, str):
        data = value.encode()
        return b"\xd2" + struct.pack(">I", len(data)) + data
    if isinstance(value, list):
        return b"\xd6" + struct.pack(">I", len(value)) + b"".join(map(pack, value))
    return b"\xda" + struct.pack(">I", len(value)) + b"".join(pack(one) for pair in value.items() for one in pair)


def unpack(data: bytes) -> tuple[Any, bytes]:
    """What the driver sends: texts, lists and maps of any size, small numbers, null and booleans."""
    mark, rest = data[0], data[1:]
    if mark < 0x80 or mark >= 0xF0:
        return mark - (256 if mark >= 0xF0 else 0), rest
    if mark in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[mark], rest
    if mark in (0xC8, 0xC9, 0xCA, 0xCB):
        size = 1 << (mark - 0xC8)
        return int.from_bytes(rest[:size], "big", signed=True), rest[size:]
    if mark >= 0xD0:
        size = 1 << (mark - 0xD0) % 4
        count, rest = int.from_bytes(rest[:size], "big"), rest[size:]
        kind = {0xD0: 0x80, 0xD4: 0x90, 0xD8: 0xA0}[mark & 0xFC]
    else:
        kind, count = mark & 0xF0, mark & 0x0F
    if kind == 0x80:
        return rest[:count].decode(), rest[count:]
    values = []
    for _ in range(count * (2 if kind == 0xA0 else 1)):
        value, rest = unpack(rest)
        values.append(value)
    return (dict(zip(values[::2], values[1::2], strict=True)) if kind == 0xA0 else values), rest


class Server(socketserver.BaseRequestHandler):
    mode = "good"
    heard: list[tuple[int, list[Any]]]

    def handle(self) -> None:
        if self._read(4) != b"\x60\x60\xb0\x17":
            return
        self._read(16)
        if self.mode == "garbage":
            self.request.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            return
        self.request.sendall(b"\x00\x00\x00\x05")
        rows: list[list[Any]] = []
        names: list[str] = []
        while message := self._message():
            tag, fields = message
            self.heard.append((tag, fields))
            if tag == GOODBYE:
                return
            if tag == HELLO and self.mode == "locked":
                told = {"code": "Neo.ClientError.Security.Unauthorized", "message": "wrong password"}
                self._send(FAILURE, told)
                return
            if tag == RUN:
                nodes = "labels(n)" in fields[0]
                names = ["own", "kinds", "told"] if nodes else ["start", "kind", "end", "told"]
                rows = list(NODES if nodes else RELATIONS)
                self._send(SUCCESS, {"fields": names})
            elif tag == PULL:
                for row in rows[: fields[0]["n"]]:
                    self._send(RECORD, row)
                rows = rows[fields[0]["n"] :]
                self._send(SUCCESS, {"has_more": True} if rows else {"type": "r"})
            else:
                self._send(SUCCESS, {"server": "Neo4j/5.0.0", "connection_id": "1"} if tag == HELLO else {})

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size and (more := self.request.recv(size - len(data))):
            data += more
        return data

    def _message(self) -> tuple[int, list[Any]] | None:
        data = b""
        while size := int.from_bytes(self._read(2), "big"):
            data += self._read(size)
        if not data:
            return None
        fields, rest = list[Any](), data[2:]
        for _ in range(data[0] & 0x0F):
            value, rest = unpack(rest)
            fields.append(value)
        return data[1], fields

    def _send(self, tag: int, field: Any) -> None:
        # has_more has to be a true boolean.
        body = (
            b"\xb1"
            + bytes([tag])
            + (b"\xa1" + pack("has_more") + b"\xc3" if field == {"has_more": True} else pack(field))
        )
        self.request.sendall(struct.pack(">H", len(body)) + body + b"\x00\x00")


@contextmanager
def server(mode: str = "good") -> Iterator[tuple[str, list[tuple[int, list[Any]]]]]:
    heard: list[tuple[int, list[Any]]] = []
    handler = type("Own", (Server,), {"mode": mode, "heard": heard})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as running:
        running.daemon_threads = True
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield f"bolt://127.0.0.1:{running.server_address[1]}", heard
        finally:
            running.shutdown()
            thread.join()


def test_nodes_and_relations_are_read() -> None:
    with server() as (address, _):
        items = list(read_bolt(address))
    assert [one for one in items if isinstance(one, Entity)] == [
        Entity("1", "Drug", "aspirin", ("ASA", "acetylsalicylic acid"), {"mass": "180.2"}),
        # Its own id is taken by the drug.
        Entity("4:x:1", "Protein", "PTGS1"),
        Entity("4:x:2", "Common", "headache"),
    ]
    assert [one for one in items if isinstance(one, Relation)] == [
        Relation("1", "INHIBITS", "4:x:1", (Evidence(("11", "12")),), {"score": "0.9"}),
        Relation("1", "TREATS", "4:x:2"),
    ]
    assert [str(one) for one in items if isinstance(one, Broken)] == [
        "nodes, line 4: node 4:x:3 has no label",
        "relations, line 3: it joins nodes that the server did not send, or is no relation",
    ]
    assert [one.text for one in items if isinstance(one, Note)] == ["Neo4j at 127.0.0.1 by Bolt, read-only"]


def test_nothing_but_reading_is_ever_sent() -> None:
    with server() as (address, heard):
        list(read_bolt(address, "reader", "secret"))
    begun = [fields[0] for tag, fields in heard if tag == BEGIN]
    assert [one.get("mode") for one in begun] == ["r"]
    queries = [fields[0] for tag, fields in heard if tag == RUN]
    assert len(queries) == 2
    assert all(query.startswith("MATCH ") and " RETURN " in query for query in queries)
    assert not any(tag == COMMIT for tag, _ in heard)
    assert any(tag == ROLLBACK for tag, _ in heard)


def test_long_answers_come_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scitoolagent.knowledge.store.formats.bolt._FETCHED", 2)
    with server() as (address, heard):
        items = list(read_bolt(address))
    assert sum(isinstance(one, Entity) for one in items) == 3
    assert [fields[0]["n"] for tag, fields in heard if tag == PULL] == [2, 2, 2, 2]


def test_what_is_sent_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scitoolagent.knowledge.store.formats.bolt.MAX_ROWS", 2)
    with server() as (address, _), pytest.raises(GraphError, match="more than 2 rows"):
        list(read_bolt(address))


@pytest.mark.parametrize(("mode", "told"), [("locked", "wrong password"), ("garbage", "gave no answer")])
def test_a_server_that_refuses_is_told_without_the_password(mode: str, told: str) -> None:
    with server(mode) as (address, _), pytest.raises(GraphError, match=told) as caught:
        list(read_bolt(address, "reader", "hunter2", 2.0))
    assert "hunter2" not in str(caught.value)


def test_a_server_that_is_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(GraphError, match="gave no answer"):
        list(read_bolt(f"bolt://127.0.0.1:{port}", seconds=2.0))


@pytest.mark.parametrize("address", ["http://x", "bolt:/x", "bolt://", "ftp://x", "file:///etc/passwd"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(GraphError, match="is no address of a Neo4j server"):
        list(read_bolt(address))


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    assert is_bolt("neo4j+s://host")
    with pytest.raises(GraphError, match="not in the address") as caught:
        list(read_bolt("bolt://me:hunter2@127.0.0.1:7687"))
    assert "hunter2" not in str(caught.value)


def test_the_command_loads_a_server_and_the_graph_can_be_asked(tmp_path: Path) -> None:
    with server() as (address, _):
        done = CliRunner().invoke(app, ["load", "mine", address], catch_exceptions=False)
    assert done.exit_code == 0
    assert "3 entities and 2 relations" in done.output
    assert "read-only" in done.output
    assert open_graph("mine").holds("1", "INHIBITS", "4:x:1")
    asked = CliRunner().invoke(app, ["query", "mine", "Which drugs treat headache?", "--json"], catch_exceptions=False)
    assert '"aspirin"' in asked.output
