"""Measure reading and planning, warm: `python -m scitoolagent.benchmarks.latency`.

Asks the questions of the composition grid over the graph as it is, and over the same graph with made-up tools added
until there are 1,000; nothing is run. Then questions of 10,000 characters of several kinds, of which the slowest
counts. Prints median and 99th percentile, and what the slowest question was. All times are processor time, which
other programs on the machine change little.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from scitoolagent.benchmarks.composition.cells import Stock, wording
from scitoolagent.benchmarks.composition.grid import questions
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError
from scitoolagent.planner import Planner
from scitoolagent.toolkg.graph import ToolGraph, TypeNode
from scitoolagent.toolkg.store import load_graph

LONG = 10_000
_MANY = 1_000
_PROPERTIES = 12
_WARM = 20
_SYLLABLES = (
    "ba bro cel dar el fan gri hol ix jor kel lum mor nex or pal qui ras sten tor ul ves wil xan yor zet".split()
)


@dataclass(frozen=True, slots=True)
class Latency:
    """Times of reading and planning in milliseconds, and the question that took longest."""

    median: float
    p99: float
    slowest: float
    question: str


def enlarged(graph: ToolGraph, count: int, seed: int = 7) -> ToolGraph:
    """The graph with made-up tools: each takes what a real one takes and gives a type of its own, with a label."""
    rng = random.Random(seed)
    real, types = list(graph.tools.values()), dict(graph.types)
    tools = list(real)
    while len(tools) < count:
        number = len(tools)
        model = real[number % len(real)]
        label = " ".join("".join(rng.choices(_SYLLABLES, k=3)) for _ in range(2))
        made = TypeNode(name=f"Made{number}", label=f"{label} index", unit="1", role="value")
        types[made.name] = made
        port = replace(model.outputs[0], name="value", type=made.name, python="float", many=False)
        summary = f"Compute the {label} index."
        tools.append(replace(model, name=f"made_{number}", summary=summary, outputs=(port,), also=(), module=""))
    return ToolGraph(tools, types.values())


def measure(planner: Planner, texts: Sequence[str]) -> Latency:
    """The times of reading and planning each question once, after some that do not count."""
    for text in texts[:: max(1, len(texts) // _WARM)]:
        _milliseconds(planner, text)
    times = sorted((_milliseconds(planner, text), text) for text in texts)
    values = [value for value, _ in times]
    p99 = values[min(len(values) - 1, int(0.99 * len(values)))]
    return Latency(statistics.median(values), p99, values[-1], times[-1][1])


def _milliseconds(planner: Planner, text: str) -> float:
    start = time.process_time()
    # A refusal takes its time, too.
    with suppress(PlanError):
        planner.draft(planner.recognise(text))
    return 1000 * (time.process_time() - start)


def long_questions() -> dict[str, str]:
    """Questions of 10,000 characters: asks, things, a story around one ask, nesting, a sequence, repetitions."""
    names, dna = wording()["plain"], wording()["dna"][0]
    story = "We cleaned the flasks on Monday and my colleague wrote the labels by hand. "
    ask = "What is the molecular weight of "
    return {
        "asks": _filled("".join(f"{ask}{name}? " for name in names)),
        "things": ask + _filled(", ".join(names) + ", ", LONG - len(ask)),
        "story": _filled(story, LONG - 50) + f" {ask}camphor?",
        "nested": ask + _filled("the Murcko scaffold of the neutral parent of ", LONG - 50) + " camphor?",
        "sequence": f"What is the GC content of {_filled(dna, LONG - 30)}?",
        "records": _filled(">a\nMKV\n"),
        "digits": _filled("1 "),
        "numbers": ask + _filled("camphor at 1, 2, ", LONG - len(ask)),
        "labels": _filled("chi3v "),
        "joined": _filled("TPSA and "),
        "brackets": _filled("((( ", LONG // 2) + _filled("))) ", LONG // 2),
        "signs": _filled("µ°Å² "),
    }


def _filled(text: str, size: int = LONG) -> str:
    """The text again and again, cut at a blank where there is one."""
    whole = (text * (size // len(text) + 1))[:size]
    return whole.rpartition(" ")[0] if " " in whole else whole


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask only each N-th question")
    given = parser.parse_args()
    graph = load_graph()
    texts = [cell.item.text for _, cell in questions(Stock(graph), _PROPERTIES)][:: given.every]
    with tempfile.TemporaryDirectory() as folder:
        config = load_config().model_copy(update={"cache_dir": Path(folder)})
        planner = Planner(graph, config)
        for name, one in (
            (f"{len(graph.tools)} tools", planner),
            ("1000 tools", Planner(enlarged(graph, _MANY), config)),
        ):
            found = measure(one, texts)
            print(f"{name}, {len(texts)} questions: median {found.median:.1f} ms, p99 {found.p99:.1f} ms")
            print(f"  slowest {found.slowest:.1f} ms: {found.question[:110]}", flush=True)
        for name, text in long_questions().items():
            _milliseconds(planner, text[:200])
            print(f"10,000 characters, {name}: {_milliseconds(planner, text):.0f} ms", flush=True)


if __name__ == "__main__":
    main()
