"""Measure how soon the MCP server answers what clients ask first: `python -m scitoolagent.benchmarks.mcp`.

It ends with code 1 when `initialize`, `server/discover` or the list of tools take more than a second.

Over stdio the clock starts with the process, as for a client; over HTTP, once with the process and then with each new
connection to the running server. The server is the command that a user starts.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_BOUND = 1.0
_STARTING = 60.0
_COMMAND = [sys.executable, "-c", "from scitoolagent.cli import main; main()", "mcp"]
_CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}
_INITIALIZE = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _CLIENT}).encode()
_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": _CLIENT["clientInfo"],
    "io.modelcontextprotocol/clientCapabilities": {},
}
_DISCOVER, _LIST_AFTER = (
    json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": {"_meta": _META}}).encode()
    for number, method in ((1, "server/discover"), (2, "tools/list"))
)
_READY = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'
_LIST = b'{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}'
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def over_stdio(
    folder: Path, first: bytes = _INITIALIZE, then: bytes = _READY + b"\n" + _LIST
) -> tuple[float, float, float]:
    """Seconds to the answer to the first request, of processor time by then, and to the answer to `tools/list`.

    The processor time does not depend on how busy the machine is; it is 0 where there is no /proc.
    """
    start = time.perf_counter()
    with _process(folder) as server:
        if server.stdin is None or server.stdout is None:
            raise SystemExit("the server has no pipes")
        server.stdin.write(first + b"\n")
        server.stdin.flush()
        _check(server.stdout.readline())
        answered, worked = time.perf_counter() - start, _processor_seconds(server.pid)
        server.stdin.write(then + b"\n")
        server.stdin.flush()
        _check(server.stdout.readline())
        return answered, worked, time.perf_counter() - start


def _processor_seconds(process: int) -> float:
    """The processor time of a process and its threads so far, to the hundredth of a second."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    # Fields 14 and 15 of proc(5), user and system time; the first two precede the bracket.
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def over_http(folder: Path, repeats: int) -> tuple[float, list[float]]:
    """Seconds from the start of the process to its first answer to `initialize`, and of each later one."""
    port = _free_port()
    start = time.perf_counter()
    with _process(folder, "--http", "--port", str(port)) as server:
        while not _listens(port):
            if server.poll() is not None or time.perf_counter() - start > _STARTING:
                raise SystemExit("the server does not start over HTTP")
            time.sleep(0.01)
        _post(port)
        first = time.perf_counter() - start
        later = []
        for _ in range(repeats):
            start = time.perf_counter()
            _post(port)
            later.append(time.perf_counter() - start)
        return first, later


def measure(repeats: int) -> dict[str, Any]:
    """The figures, each as (name, value, unit); `late` says whether one of the first answers exceeds its limit."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # The first process writes bytecode and the snapshot of the graph.
        over_stdio(folder)
        answers, worked, lists = zip(*(over_stdio(folder) for _ in range(repeats)), strict=True)
        modern = [over_stdio(folder, _DISCOVER, _LIST_AFTER) for _ in range(repeats)]
        first, later = over_http(folder, repeats)
    median, after = statistics.median(answers), statistics.median(later)
    listed = statistics.median(lists)
    discovered, listed_after = (statistics.median(one[place] for one in modern) for place in (0, 2))
    return {
        "figures": [
            ["`initialize` over stdio, new process, median", round(median, 3), "s"],
            ["`initialize` over stdio, new process, longest", round(max(answers), 3), "s"],
            ["`initialize` over stdio, processor time by then, median", round(statistics.median(worked), 2), "s"],
            ["`tools/list` over stdio, new process, median", round(listed, 3), "s"],
            ["`server/discover` over stdio, new process, median", round(discovered, 3), "s"],
            ["`tools/list` behind it, median", round(listed_after, 3), "s"],
            ["`initialize` over HTTP, running server, median", round(after, 3), "s"],
            ["`initialize` over HTTP, counted from the start of the server", round(first, 3), "s"],
        ],
        "late": max(median, after, listed, discovered, listed_after) > _BOUND,
        "load average": round(os.getloadavg()[0], 2),
    }


@contextmanager
def _process(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    env = {**os.environ, "SCITOOLAGENT_CACHE_DIR": str(folder), "SCITOOLAGENT_DATA_DIR": str(folder)}
    env.pop("SCITOOLAGENT_MCP_TOKEN", None)
    server = subprocess.Popen(
        [*_COMMAND, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=env,
    )
    try:
        yield server
    finally:
        server.kill()
        server.wait()
        for pipe in (server.stdin, server.stdout):
            if pipe is not None:
                pipe.close()


def _post(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_STARTING)
    connection.request("POST", "/mcp", body=_INITIALIZE, headers=_HEADERS)
    reply = connection.getresponse().read()
    connection.close()
    data = [line.removeprefix(b"data: ") for line in reply.splitlines() if line.startswith((b"data: {", b"{"))]
    _check(data[0] if data else reply)


def _check(line: bytes) -> None:
    try:
        good = "result" in json.loads(line)
    except ValueError:
        good = False
    if not good:
        raise SystemExit(f"the server answered {line[:200]!r}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="how many times each is measured")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    found = measure(max(1, given.repeats))
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        print("\n".join(f"{what}: {value} {unit}" for what, value, unit in found["figures"]))
        print(f"{'LATE' if found['late'] else 'in time'}: each of the first answers may take {_BOUND:g} s")
    raise SystemExit(int(found["late"]))


if __name__ == "__main__":
    main()
