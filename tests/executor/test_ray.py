"""A cluster: a machine that is lost costs nothing but time, calls can be stopped, and what is wrong is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import Config, load_config
from scitoolagent.errors import ConfigError, TableError, WorkerDiedError
from scitoolagent.executor.backends import connection, node, open_backend
from scitoolagent.executor.backends.cluster import Cluster, _settle
from scitoolagent.executor.backends.wire import packed, reply_of
from scitoolagent.executor.part_rows import keep_part
from scitoolagent.executor.piece_rows import Span, missing_spans
from scitoolagent.gate import screen_many
from scitoolagent.tables.store import connected, write_part

HERE = Path(__file__).parent
STOPPED = """
import os, threading, time
from concurrent.futures import CancelledError
from scitoolagent.config import Config
from scitoolagent.executor.backends import open_backend
from scitoolagent.gate import Check
from scitoolagent.toolkg.store import load_graph
tools, none = load_graph().tools, Check({}, {}, ())
pool = open_backend(Config(backend="ray", workers=1, cache_dir=os.getcwd() + "/cache", data_dir=os.getcwd()))
print(pool.outcome(pool.submit(tools["molecular_formula"], {"smiles": "CCO"}, none))["outputs"], pool.workers)
call = pool.submit(tools["hangs"], {"note": "a"}, none)
time.sleep(1)
threading.Thread(target=pool.cancel).start()
try:
    pool.outcome(call, tools["hangs"])
except CancelledError:
    print("stopped")
pool.resume()
print(pool.outcome(pool.submit(tools["molecular_formula"], {"smiles": "CC"}, none))["outputs"])
print([machine.problem for machine in pool._connection.machines()])
pool.close()
"""


@pytest.mark.slow
def test_a_machine_that_is_lost_costs_no_row(nodes: Any, tmp_path: Path) -> None:
    words = [f"slow{number}" for number in range(400)]
    (tmp_path / "a.csv").write_text("word\n" + "\n".join(words) + "\n")
    config = {"workers": 1, "cache_dir": str(tmp_path / "cache"), "data_dir": str(tmp_path)}
    given = {"config": config, "workspace": str(tmp_path), "tool": "counted", "table": "a.csv", "columns": "word"}
    # A program ends with the node that it joined, so the one that is killed comes after it.
    nodes.tell("kill")
    process = _started("map_rows.py", nodes, json.dumps(given | {"settings": {"folder": str(tmp_path)}}))
    parts = tmp_path / "cache" / "tables"
    _wait_for_parts(parts, 1)
    nodes.tell("add")
    _wait_for_parts(parts, 6)
    nodes.tell("kill")
    try:
        found = json.loads(process.communicate(timeout=120)[0])
    finally:
        nodes.tell("add")
    assert [row[:2] for row in found["values"]] == [[word, len(word)] for word in words]
    assert (found["failed"], found["rows"]) == (0, 400)


@pytest.mark.slow
def test_calls_on_a_cluster_are_stopped_and_taken_again(nodes: Any, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED],
        cwd=tmp_path,
        env={**os.environ, **nodes.backend.environment, "PYTHONPATH": str(HERE.parent / "plugin")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "{'molecular_formula': 'C2H6O'} 2",
        "stopped",
        "{'molecular_formula': 'C2H6'}",
        "['', '']",
    ], done.stderr


def _wait_for_parts(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 180
    while len(list(folder.glob("map-*/rows-*.parquet"))) < count and time.monotonic() < deadline:
        time.sleep(0.05)


def _started(script: str, nodes: Any, line: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, str(HERE / script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            **nodes.backend.environment,
            "PYTHONPATH": str(HERE / "row_plugin"),
            "SCITOOLAGENT_BACKEND": "ray",
        },
    )
    assert process.stdin
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return process


def test_ray_that_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"Ray is not installed.*scitoolagent\[ray\].*SCITOOLAGENT_BACKEND=local"):
        open_backend(Config(backend="ray"))


@pytest.mark.parametrize("text", ["dask", "ray://", "ray://host", "ray://host:port", "http://host:10001"])
def test_a_backend_that_is_none_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_BACKEND", text)
    load_config.cache_clear()
    with pytest.raises(ConfigError, match="'backend'"):
        load_config()


def test_an_address_at_which_nobody_listens_is_said_at_once() -> None:
    pytest.importorskip("ray", reason="Ray is not installed; pip install 'scitoolagent[ray]'")
    with pytest.raises(ConfigError, match=r"no Ray cluster at ray://127.0.0.1:9.*ray start --head"):
        connection.Connection(Config(backend="ray://127.0.0.1:9")).call(b"")


def test_a_node_with_another_hazard_database_calls_no_tool(tmp_path: Path) -> None:
    """It would let through what the asking program stops."""
    program = {**node.program(), "hazard database": "0"}
    reply = reply_of(node.run(packed(_request(tmp_path, program))))
    assert (reply["raised"], reply["error"]) == (node.OTHER, "ConfigError")
    assert "hazard database" in reply["message"]
    assert "install the same on both" in reply["message"]


def _request(folder: Path, program: dict[str, str]) -> dict[str, Any]:
    arguments = ["molecular_formula", "scitoolagent.tools.chemistry", {"smiles": "CCO"}, None, None]
    bounds = {"seconds": 60.0, "megabytes": 4096, "cache_dir": str(folder), "data_dir": str(folder)}
    return {"function": "tool", "arguments": arguments, "program": program, **bounds}


def test_what_no_node_can_do_is_refused(tmp_path: Path) -> None:
    reply = reply_of(node.run(packed(_request(tmp_path, node.program()) | {"function": "os.system"})))
    assert "no worker can do 'os.system'" in reply["message"]


@pytest.mark.parametrize("data", [{"outputs": {}}, b"{", b"[1]", b'{"found": [{"subject": 1}]}'])
def test_a_reply_that_is_none_is_a_lost_call(data: Any) -> None:
    """Whatever is no JSON of the right form is not read, and nothing but bytes is looked at."""
    future: Future[dict[str, Any]] = Future()
    given: Future[Any] = Future()
    given.set_result(data)
    _settle(future, given)
    assert isinstance(future.exception(), WorkerDiedError)


def test_values_cross_as_they_are() -> None:
    found = screen_many([("smiles", "CC(C)OP(C)(=O)F")])
    values = {"a": [1, 1.0, 1e300, float("inf"), 0.1 + 0.2, None, True, "Å\ud800"], "found": found}
    assert found
    assert reply_of(packed(values)) == values
    assert reply_of(packed({"x": float("nan")}))["x"] != 0


def test_a_cancelled_call_wakes_who_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[Any] = []

    class Reference:
        def future(self) -> Future[Any]:
            return Future()

    monkeypatch.setattr(connection.importlib.util, "find_spec", lambda name: True)
    pool: Any = Cluster(Config(backend="ray", workers=1, cache=False))
    monkeypatch.setattr(pool._connection, "call", lambda data: Reference())
    monkeypatch.setattr(pool._connection, "stop", stopped.append)
    future = pool._submit("tool", [], _limits())
    pool.cancel()
    with pytest.raises(CancelledError):
        pool.outcome(future)
    assert len(stopped) == 1
    with pytest.raises(CancelledError):
        pool._submit("tool", [], _limits())
    pool.close()


def _limits() -> Any:
    from scitoolagent.executor.backends.protocol import Limits

    return Limits(1.0, 256)


def test_rows_that_were_not_asked_for_are_not_kept(tmp_path: Path) -> None:
    """A part counts once, with its own rows and its own name, whatever a worker tells."""
    name = "rows-000000000000-000000000002.parquet.0123456789abcdef.new"
    with connected(tmp_path) as engine:
        write_part(engine, tmp_path / name, [("row_number", "integer")], [[1, 2]])
        for rows, file in ((2, "../x"), (3, name), (1, name), (0, name)):
            with pytest.raises(TableError, match="not given"):
                keep_part(engine, tmp_path, Span(0, 2), {"rows": rows, "file": file})
        with pytest.raises(TableError, match="not given"):
            keep_part(engine, tmp_path, Span(2, 4), {"rows": 2, "file": name})
        assert keep_part(engine, tmp_path, Span(0, 2), {"rows": 2, "file": name}) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["rows-000000000000-000000000002.parquet"]


def test_the_rows_that_are_missing_are_those_between() -> None:
    assert list(missing_spans(10, [(4, 6), (0, 2)])) == [Span(2, 4), Span(6, 10)]
    assert list(missing_spans(3, [(0, 3)])) == []
