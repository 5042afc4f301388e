"""Rows on a cluster: `python -m scitoolagent.benchmarks.scale [--rows 20000] [--out FOLDER]`.

Maps a tool that keeps a CPU busy over a file of rows, on clusters of Ray that it starts on this machine, on loopback
alone: one worker against two, the overhead of a chunk, the memory of the asking program over more rows, and whether
every row is there once after a node was killed. Prints the load of the machine with each figure: other work on it makes
the ratio of two workers to one smaller than it is.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOOL = "qed"
_NODES = "scitoolagent.benchmarks.scale_nodes"
# Ray listens on loopback alone, and misses a node that is gone within two seconds.
_RAY = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "4",
}


@contextmanager
def nodes() -> Iterator[subprocess.Popen[str]]:
    """A cluster of one node with one CPU, in this program's environment; `add` and `kill` change its nodes."""
    folder = tempfile.mkdtemp(prefix="ray-")
    os.environ.update(_RAY, RAY_TMPDIR=folder)
    started = subprocess.Popen(
        [sys.executable, "-m", _NODES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        os.environ["RAY_ADDRESS"] = tell(started, "")
        yield started
    finally:
        if started.stdin:
            started.stdin.close()
        started.wait(timeout=60)
        shutil.rmtree(folder, ignore_errors=True)


def tell(process: subprocess.Popen[str], command: str) -> str:
    """Tell the cluster something; what it answers."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the cluster has no pipes")
    if command:
        process.stdin.write(f"{command}\n")
        process.stdin.flush()
    return process.stdout.readline().strip()


def rows_file(folder: Path, rows: int) -> Path:
    """A file of molecules, no two rows of which are alike."""
    path = folder / f"rows{rows}.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("n,smiles\n")
        for number in range(rows):
            # A chain, a ring and a side chain: something to compute, and nothing hazardous.
            file.write(f"{number},{'C' * (number % 13 + 1)}c1ccccc1C(=O)N{'C' * (number // 13 % 17 + 1)}O\n")
    return path


def mapped(folder: Path, rows: int, lose: Callable[[], bool] | None = None) -> dict[str, Any]:
    """Map the tool in a process of its own, which tells what it measured; `lose` ends a node on the way, if it can."""
    given = [sys.executable, "-m", "scitoolagent.benchmarks.scale", "--one", str(folder), "--rows", str(rows)]
    process = subprocess.Popen(given, stdout=subprocess.PIPE, text=True)
    if process.stdout is None:
        raise RuntimeError("the map has no pipe")
    told: dict[str, Any] = {}
    killed = False
    for line in process.stdout:
        told = json.loads(line)
        if lose is not None and not killed and told.get("done", 0) > rows // 4:
            killed = lose()
    process.wait()
    return {**told, "killed": killed, "load": round(os.getloadavg()[0], 1)}


def one_map(folder: Path, rows: int) -> None:
    """Map the tool over a file of rows; prints how far it is, and what was measured, one JSON object a line."""
    from scitoolagent import Agent
    from scitoolagent.config import Config

    config = Config.model_validate(
        {"backend": "ray", "workers": 1, "cache": False, "cache_dir": folder / "cache", "data_dir": folder}
    )
    with Agent(config, folder, models={}) as agent:
        table = agent.table(f"rows{rows}.csv")
        # The machines are looked over, and each starts what it needs.
        agent.map(TOOL, {"smiles": [f"{'C' * n}O" for n in range(1, 300)]}, "smiles")
        before = _memory()
        chunks: list[float] = []

        def tell_progress(done: int, total: int) -> None:
            chunks.append(time.perf_counter())
            print(json.dumps({"done": done}), flush=True)

        begun = time.perf_counter()
        found = agent.map(TOOL, table, "smiles", tell_progress)
        seconds = time.perf_counter() - begun
        numbers = list(found.values("n"))
        whole = sum(value is not None for value in found.values(TOOL))
        once = numbers == list(range(rows))
        told = {"seconds": seconds, "chunks": len(chunks) - 1, "rows": len(numbers), "whole": whole, "once": once}
        print(json.dumps({**told, "memory": _memory() - before}), flush=True)


def overhead(calls: int = 200) -> float:
    """The milliseconds that a call on the cluster takes besides what its machine is busy for; the median."""
    from scitoolagent.config import Config
    from scitoolagent.executor.backends import open_backend
    from scitoolagent.gate import Check
    from scitoolagent.toolkg.store import load_graph

    folder = Path(tempfile.mkdtemp())
    config = Config.model_validate({"backend": "ray", "cache": False, "cache_dir": folder, "data_dir": folder})
    pool, tool, taken = open_backend(config), load_graph().tools[TOOL], []
    try:
        for _ in range(calls):
            begun = time.perf_counter()
            reply = pool.outcome(pool.submit(tool, {"smiles": "CCO"}, Check({}, {}, ())), tool)
            taken.append(1000 * (time.perf_counter() - begun - reply["busy"]))
    finally:
        pool.close()
        shutil.rmtree(folder, ignore_errors=True)
    return float(statistics.median(taken[calls // 10 :]))


def _memory() -> int:
    """The most megabytes that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measure(rows: int, repeats: int, folder: Path) -> dict[str, Any]:
    """Everything, in order; prints each figure as it is there."""
    found: dict[str, Any] = {"rows": rows, "cores": os.cpu_count(), "one": [], "two": []}
    rows_file(folder, rows)
    rows_file(folder, 3 * rows)
    with nodes() as cluster:
        found["overhead"] = overhead()
        print(f"overhead of a call: {found['overhead']:.1f} ms, load {os.getloadavg()[0]:.1f}", flush=True)
        for count in ("one", "two"):
            if count == "two":
                tell(cluster, "add")
            for _ in range(repeats):
                found[count].append(told := mapped(folder, rows))
                print(f"{count}: {told['seconds']:.1f} s, {told['chunks']} chunks, load {told['load']}", flush=True)
        best = [min(one["seconds"] for one in found[count]) for count in ("one", "two")]
        found["ratio"] = best[0] / best[1]
        print(f"two workers against one: {found['ratio']:.2f} times", flush=True)
        found["more"] = mapped(folder, 3 * rows)
        less, more = found["two"][-1]["memory"], found["more"]["memory"]
        print(f"memory that the map adds: {less} MB for {rows:,} rows, {more} MB for {3 * rows:,}", flush=True)
        # A program ends with the node that it joined, so the one that is killed comes later.
        tell(cluster, "kill")
        found["killed"] = _killed(cluster, folder, rows)
        lost = found["killed"]
        when = "after a killed node" if lost["killed"] else "no node was killed in time; without that"
        print(f"{when}: {lost['whole']:,} of {rows:,}, once: {lost['once']}, load {lost['load']}", flush=True)
    return found


def _killed(cluster: subprocess.Popen[str], folder: Path, rows: int) -> dict[str, Any]:
    """A map that loses one of two nodes; `killed` says whether it did."""
    added = threading.Event()

    def add() -> None:
        # The map joins the one node there is, first.
        time.sleep(8.0)
        tell(cluster, "add")
        added.set()

    threading.Thread(target=add, daemon=True).start()
    return mapped(folder, rows, lambda: added.is_set() and tell(cluster, "kill") == "kill")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", type=Path, help="write the figures here, as scale.json")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.one is not None:
        one_map(given.one, given.rows)
        return
    with tempfile.TemporaryDirectory() as folder:
        found = measure(given.rows, given.repeats, Path(folder))
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "scale.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
