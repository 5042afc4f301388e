"""Measure a real server process: many questions at once, and its memory over many more.

python -m scitoolagent.benchmarks.serving --requests 50 --concurrent 50 --memory 1000
python -m scitoolagent.benchmarks.serving --seconds 60 --concurrent 50

Every answer is checked against a value that follows from the question alone, so that lost answers and those that
went to another client are both counted. On a busy machine only the ratio to a single question of the same run counts.
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
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

_START = "import typer; from scitoolagent.cli.serving import serve; typer.run(serve)"
_STARTING_SECONDS = 120.0
_ANSWER_SECONDS = 300.0
_SINGLE = 11


@dataclass(frozen=True, slots=True)
class GeneratedQuestion:
    """A question, and a value that its answer must hold."""

    text: str
    value: Any


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """The outcome of one question: `answered`, `wrong`, or `lost` with the reason; and the seconds it took."""

    kind: str
    seconds: float
    reason: str = ""


def generated_questions() -> Iterator[GeneratedQuestion]:
    """An endless series of distinct questions about chains whose values can be counted, so that none is cached."""
    for number in count():
        short, long = number % 20 + 2, number // 20
        chain, carbons = "C" * short + "OCC" * long, short + 2 * long
        oxygens = "O" if long == 0 else f"O{long + 1}"
        yield GeneratedQuestion(f"What is the molecular formula of {chain}O?", f"C{carbons}H{2 * carbons + 2}{oxygens}")
        yield GeneratedQuestion(f"How many heavy atoms has OC(=O){chain}C(=O)O?", carbons + long + 6)
        yield GeneratedQuestion(f"How many rings has C1{chain}C1?", 1)
        protein = f"M{'A' * short}{'K' * long}*"
        yield GeneratedQuestion(f"Translate ATG{'GCC' * short}{'AAA' * long}TAA into protein.", protein)


@contextmanager
def server(folder: Path) -> Iterator[tuple[int, int]]:
    """Start a server on a free port with fresh data; yields its process id and port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    env = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(folder / "data"), "SCITOOLAGENT_CACHE_DIR": str(folder / "cache")}
    # Here a single client sends the requests of many.
    words = [sys.executable, "-c", _START, "--port", str(port), "--rate", "1000000"]
    process = subprocess.Popen(words, env=env, cwd=folder)
    try:
        _wait_for(process, port)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(60)


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _STARTING_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit(f"the server did not start within {_STARTING_SECONDS:g} s (exit code {process.poll()})")


def ask_server(port: int, question: GeneratedQuestion) -> RequestOutcome:
    """Ask one question over a connection of its own."""
    started = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_ANSWER_SECONDS)
    body = json.dumps({"model": "scitoolagent", "messages": [{"role": "user", "content": question.text}]})
    try:
        connection.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
        reply = connection.getresponse()
        content = reply.read()
    except (OSError, http.client.HTTPException) as error:
        return RequestOutcome("lost", time.monotonic() - started, f"{type(error).__name__}: {error}")
    finally:
        connection.close()
    seconds = time.monotonic() - started
    if reply.status != 200:
        return RequestOutcome("lost", seconds, f"status {reply.status}: {content[:200]!r}")
    values = [value["value"] for value in json.loads(content)["scitoolagent"]["values"]]
    if question.value in values:
        return RequestOutcome("answered", seconds)
    return RequestOutcome("wrong", seconds, f"{question.text} gave {values}, not {question.value}")


def ask_many(port: int, asked: Sequence[GeneratedQuestion], concurrent: int) -> tuple[list[RequestOutcome], float]:
    """Ask so many questions at a time; returns the outcomes and the total seconds."""
    started = time.monotonic()
    with ThreadPoolExecutor(concurrent) as threads:
        outcomes = list(threads.map(lambda question: ask_server(port, question), asked))
    return outcomes, time.monotonic() - started


def ask_for(
    port: int, source: Iterator[GeneratedQuestion], concurrent: int, seconds: float
) -> tuple[list[RequestOutcome], float]:
    """So many clients that ask one question after the other for a while; the outcomes and the total seconds."""
    started, lock = time.monotonic(), threading.Lock()

    def client(_: int) -> list[RequestOutcome]:
        found = []
        while time.monotonic() - started < seconds:
            with lock:
                question = next(source)
            found.append(ask_server(port, question))
        return found

    with ThreadPoolExecutor(concurrent) as threads:
        outcomes = [one for found in threads.map(client, range(concurrent)) for one in found]
    return outcomes, time.monotonic() - started


def lasting(seconds: float, concurrent: int) -> bool:
    """Keep a server busy for a while; returns whether no answer was lost or wrong."""
    source = generated_questions()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (process, port):
        warming, _ = ask_many(port, [next(source) for _ in range(8)], 2)
        single = statistics.median(ask_server(port, next(source)).seconds for _ in range(_SINGLE))
        begun, _ = ask_for(port, source, concurrent, seconds / 6)  # until every thread has its buffers
        before = _print_memory(len(begun), process)
        outcomes, wall = ask_for(port, source, concurrent, seconds)
        after = _print_memory(len(begun) + len(outcomes), process)
        good = report(f"{concurrent} clients for {seconds:g} s", outcomes, wall, single)
        print(f"  memory grown by {after - before:+.1f} MiB; load of the machine {os.getloadavg()[0]:.1f}")
    return good and all(outcome.kind == "answered" for outcome in [*warming, *begun])


def memory(process: int) -> dict[str, float]:
    """Memory of a process and its descendants in MiB: resident of each, and of all with shared pages counted once."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        children.setdefault(parent, []).append(int(path.parent.name))
    found, todo = {"server": 0.0, "workers": 0.0, "together": 0.0}, [process]
    while todo:
        one = todo.pop()
        todo += children.get(one, [])
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines[1:]}
        found["server" if one == process else "workers"] += sizes["Rss"]
        found["together"] += sizes["Pss"]
    return found


def report(name: str, outcomes: Sequence[RequestOutcome], wall: float, single: float) -> bool:
    """Print the outcomes of a batch; returns whether nothing was lost or wrong."""
    seconds = sorted(outcome.seconds for outcome in outcomes)
    middle, late = statistics.median(seconds), percentile(seconds, 95)
    kinds = {kind: sum(outcome.kind == kind for outcome in outcomes) for kind in ("answered", "lost", "wrong")}
    print(f"{name}: {kinds['answered']} answered, {kinds['lost']} lost, {kinds['wrong']} wrong")
    print(f"  {wall:.2f} s in all, {len(outcomes) / wall:.1f} a second; one at a time {single:.3f} s (median)")
    print(
        f"  median {middle:.2f} s, p95 {late:.2f} s = {late / single:.0f} × a single one, longest {seconds[-1]:.2f} s"
    )
    for outcome in [outcome for outcome in outcomes if outcome.reason][:5]:
        print(f"  {outcome.kind}: {outcome.reason}")
    return kinds["answered"] == len(outcomes)


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that so many percent of the sorted values do not exceed (nearest rank)."""
    return values[max(0, -(-len(values) * percent // 100) - 1)]


def _print_memory(after: int, process: int) -> float:
    sizes = memory(process)
    own, others, together = sizes["server"], sizes["workers"], sizes["together"]
    print(f"memory after {after:,} requests: server {own:.0f} MiB, its workers {others:.0f} MiB resident,")
    print(f"  {together:.0f} MiB all together with shared pages counted once", flush=True)
    return own + others


def measure(requests: int, concurrent: int, many: int) -> bool:
    """Start a server, ask, print; returns whether no answer was lost or wrong."""
    source = generated_questions()

    def next_ones(number: int) -> list[GeneratedQuestion]:
        return [next(source) for _ in range(number)]

    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (process, port):
        # The first questions load libraries in the workers of both runners.
        warming, _ = ask_many(port, next_ones(8), 2)
        singles = [ask_server(port, question) for question in next_ones(_SINGLE)]
        single = statistics.median(outcome.seconds for outcome in singles)
        outcomes, wall = ask_many(port, next_ones(requests), concurrent)
        good = report(f"{requests} questions, {concurrent} at a time", outcomes, wall, single)
        good &= all(outcome.kind == "answered" for outcome in [*warming, *singles])
        done = 8 + _SINGLE + requests
        if many > done:
            first = max(0, 100 - done)
            early, _ = ask_many(port, next_ones(first), concurrent) if first else ([], 0.0)
            before = _print_memory(done + first, process)
            later, wall = ask_many(port, next_ones(many - done - first), concurrent)
            after = _print_memory(many, process)
            good &= report(f"{len(later)} more, {concurrent} at a time", later, wall, single)
            good &= all(outcome.kind == "answered" for outcome in early)
            each = (after - before) * 1024 / len(later)
            print(f"  memory grown by {after - before:+.1f} MiB, {each:+.1f} KiB a request")
    return good


def main() -> None:
    """Parse the command line and run the measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=50, help="questions that are timed")
    parser.add_argument("--seconds", type=float, help="keep the clients asking for so long instead")
    parser.add_argument("--concurrent", type=int, default=50, help="how many of them at a time")
    parser.add_argument("--memory", type=int, default=0, help="requests over which memory is watched; none by default")
    given = parser.parse_args()
    if min(given.requests, given.concurrent) < 1:
        parser.error("--requests and --concurrent are at least 1")
    if given.seconds is not None:
        sys.exit(0 if lasting(given.seconds, given.concurrent) else 1)
    sys.exit(0 if measure(given.requests, given.concurrent, given.memory) else 1)


if __name__ == "__main__":
    main()
