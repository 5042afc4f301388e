"""Print the figures of the README: `make bench`, or `python -m scitoolagent.benchmarks.bench --shared FOLDER`.

Each line is one command's figure; the commands are printed with them, so that each can be run alone.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scitoolagent.toolkg.store import load_graph

_DEMO = "What are the molecular formula, exact mass, TPSA and QED of caffeine, and what is its InChIKey?"
_REPEATS = 7


def run(*words: str) -> str:
    """Run a module of the benchmarks and give the last line it prints."""
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.strip().splitlines()
    return lines[-1] if done.returncode == 0 and lines else f"failed: {done.stderr.strip()[-300:]}"


def cold_seconds(*words: str) -> tuple[float, float]:
    """The time of a command in the first process of a user, and the median in later ones; no result is cached."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "SCITOOLAGENT_CACHE_DIR": folder, "SCITOOLAGENT_DATA_DIR": folder}
        env["SCITOOLAGENT_CACHE"] = "false"
        env["PYTHONPYCACHEPREFIX"] = folder + "/bytecode"
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(_REPEATS):
            start = time.perf_counter()
            command = [sys.executable, "-c", "from scitoolagent.cli import main; main()", *words]
            subprocess.run(command, capture_output=True, check=False, env=env)
            times.append(time.perf_counter() - start)
    return times[0], statistics.median(times[1:])


def graph_milliseconds() -> float:
    """The median time to read the tool graph as a start does: the Turtle is hashed and its snapshot read."""
    times = []
    load_graph()
    for _ in range(_REPEATS):
        load_graph.cache_clear()
        start = time.perf_counter()
        load_graph()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def main() -> None:
    """Print every figure that the data at hand allow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True, help="the folder with eval/ and capabilities.csv")
    shared = parser.parse_args().shared
    first, later = cold_seconds("ask", _DEMO)
    figures = {
        "tools": len(load_graph().tools),
        "read_graph_ms": round(graph_milliseconds(), 1),
        "help_s": round(cold_seconds("--help")[1], 2),
        "ask_first_s": round(first, 2),
        "ask_cold_s": round(later, 2),
    }
    print(json.dumps(figures))
    data, capabilities = shared / "eval/scitooleval/dev.jsonl", shared / "capabilities.csv"
    if not data.is_file():
        print(f"no evaluation data in {shared}; the accuracy figures are left out")
        return
    package = "scitoolagent.benchmarks"
    print(
        "SciToolEval planning",
        run(
            f"{package}.scitooleval.planning",
            "--data",
            str(data),
            "--capabilities",
            str(capabilities),
            "--defects",
            str(data.with_name("defects.json")),
        ),
    )
    print("CACTUS", run(f"{package}.cactus.score", "--data", str(shared / "eval/cactus/dev.jsonl")))
    print("retrieval", run(f"{package}.retrieval.recall", "--data", str(data)))


if __name__ == "__main__":
    main()
