"""Measure speed and accuracy and keep the dated results: `make bench`, or `python -m scitoolagent.benchmarks.bench`.

What the folder with the evaluation data lacks is left out. The whole takes about six minutes on two cores.
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
from typing import Any

from scitoolagent.toolkg.store import load_graph

_DEMO = "What are the molecular formula, exact mass, TPSA and QED of caffeine, and what is its InChIKey?"
_SHORT = "What is the QED of caffeine?"
_REPEATS = 7
_MODULE = "scitoolagent.benchmarks"
_RESULTS = Path(__file__).resolve().parent / "results"


_CLI = "from scitoolagent.cli import main; main()"


def cold_seconds(*words: str) -> tuple[float, float]:
    """The time of a command in a user's first process, and the median of later ones; no result is cached."""
    return _new_processes(["-c", _CLI, *words])


def rdkit_seconds() -> float:
    """How long a new process takes to import rdkit, as a measure of the machine's speed."""
    return _new_processes(["-c", "import rdkit.Chem"])[1] - _new_processes(["-c", "pass"])[1]


def _new_processes(arguments: list[str]) -> tuple[float, float]:
    times = []
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "SCITOOLAGENT_CACHE_DIR": folder, "SCITOOLAGENT_DATA_DIR": folder}
        env["SCITOOLAGENT_CACHE"] = "false"
        env["PYTHONPYCACHEPREFIX"] = folder + "/bytecode"
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(_REPEATS):
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments], capture_output=True, check=False, env=env)
            times.append(time.perf_counter() - start)
    return times[0], statistics.median(times[1:])


def graph_milliseconds() -> float:
    """The median time to load the tool graph as at a start: hash the Turtle and read its snapshot."""
    times = []
    load_graph()
    for _ in range(_REPEATS):
        load_graph.cache_clear()
        start = time.perf_counter()
        load_graph()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def planning_milliseconds() -> float:
    """The median time to plan the demo question, warm."""
    from scitoolagent.config import load_config
    from scitoolagent.planner import Planner

    planner = Planner(load_graph(), load_config())
    times = []
    for _ in range(_REPEATS + 1):
        start = time.perf_counter()
        planner.draft(planner.recognise(_DEMO))
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:]) * 1000


def speed() -> dict[str, Any]:
    """The figures of speed, each as (name, value, unit)."""
    first, later = cold_seconds("ask", _DEMO)
    short, rdkit = cold_seconds("ask", _SHORT)[1], rdkit_seconds()
    return {
        "figures": [
            ["tools in the graph", len(load_graph().tools), ""],
            ["planning the demo question, median, warm", round(planning_milliseconds(), 1), "ms"],
            ["reading the tool graph, median", round(graph_milliseconds(), 1), "ms"],
            ["`scitoolagent --help`, new process, median", round(cold_seconds("--help")[1], 2), "s"],
            ["`scitoolagent ask`, a user's first process, demo question", round(first, 2), "s"],
            ["`scitoolagent ask`, later processes, demo question, median", round(later, 2), "s"],
            ["`scitoolagent ask`, later processes, one property of a named molecule, median", round(short, 2), "s"],
            ["`import rdkit.Chem`, new process, less a bare one", round(rdkit, 3), "s"],
            ["one property of a named molecule, in times of that import", round(short / rdkit, 1), ""],
        ],
        "load average": round(os.getloadavg()[0], 2),
    }


def run_evaluation(name: str, data: Path, results: Path) -> None:
    """Run one of the `scitoolagent eval` commands in a separate process."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["eval", name, "--data", str(data), "--out", f"{folder}/run", "--results", str(results)]
        if name == "freeask":
            words += ["--files", str(data.parent / "files")]
        command = [sys.executable, "-c", _CLI, *words]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def measure_recall(data: Path, results: Path) -> None:
    """Measure the recall of what `tools search` finds: what the rules read, then words and vectors together."""
    from scitoolagent.benchmarks.evaluate import keep_summary

    command = [sys.executable, "-m", f"{_MODULE}.retrieval.recall", "--data", str(data)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    keep_summary(json.loads(done.stdout.strip().splitlines()[-1]), "retrieval", results)


def ask_own(name: str, results: Path) -> None:
    """Ask questions that come with this program, in a separate process; wrong answers show in the figures."""
    command = [sys.executable, "-m", f"{_MODULE}.{name}", "--results", str(results)]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def main() -> None:
    """Measure what the available data allow, and keep the results."""
    from scitoolagent.benchmarks.evaluate import keep_summary
    from scitoolagent.benchmarks.report import newest, results_table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True, help="the folder with eval/")
    parser.add_argument("--results", type=Path, default=_RESULTS, help="where dated results are kept")
    given = parser.parse_args()
    keep_summary(speed(), "speed", given.results)
    for name in ("units", "composition.grid", "panel.score"):
        ask_own(name, given.results)
    for name in ("scitooleval", "cactus", "freeask"):
        data = given.shared / "eval" / name / "dev.jsonl"
        if not data.is_file():
            print(f"{data} is not there; left out", file=sys.stderr)
            continue
        run_evaluation(name, data, given.results)
        if name == "scitooleval":
            measure_recall(data, given.results)
    print(results_table(newest(given.results)))


if __name__ == "__main__":
    main()
