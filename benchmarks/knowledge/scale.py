"""How a domain graph grows: `python -m scitoolagent.benchmarks.knowledge.scale --triples 5000000`.

Each size is generated, loaded and asked in a process of its own, so that memory is that size's. The degrees follow a
power law and one entity is joined to 10,000 others. The queries go to a graph opened anew; "cold" is the first of
them. For a really cold disk the page cache would have to be dropped, which needs a superuser.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from scitoolagent.graph.store import EmbeddedStore
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.index import NameIndex
from scitoolagent.knowledge.store.records import Direction, Entity, Item, Relation
from scitoolagent.knowledge.store.writer import load_into

TYPES = ("Protein", "Disease", "Drug", "Pathway", "Tissue", "Process")
PREDICATES = 18
DEGREE = 40
HUB = 10_000
QUERIES = 1_000


def generated(relations: int, seed: int = 7) -> Iterator[Item]:
    """Entities and relations of a graph with `relations` relations, one entity for 40 of them."""
    rng, count = random.Random(seed), max(relations // DEGREE, 2 * HUB)
    for number in range(count):
        yield Entity(f"E{number}", TYPES[number % len(TYPES)], f"entity {number}", (f"alias {number}",))
    for number in range(min(HUB, relations // 4)):
        yield Relation("E0", "R0", f"E{number + 1}")
    for _ in range(relations - min(HUB, relations // 4)):
        # A cube of a uniform number: few entities have many relations, most have some.
        subject = 1 + int((count - 1) * rng.random() ** 3)
        yield Relation(f"E{subject}", f"R{rng.randrange(PREDICATES)}", f"E{rng.randrange(count)}")


def measure(relations: int) -> dict[str, float]:
    """Load a graph of that size and ask it."""
    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        folder = Path(name) / "graph"
        start = time.perf_counter()
        report = load_into(generated(relations), folder)
        seconds = time.perf_counter() - start
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
        start = time.perf_counter()
        graph = DomainGraph(
            EmbeddedStore.open(folder / "store"),
            report.schema,
            NameIndex.open(folder / "names.sqlite"),
            name="generated",
        )
        opened = (time.perf_counter() - start) * 1000
        times, linked = ask(graph, report.entities)
        hub = _timed(lambda: graph.neighbours(["E0"], "R0", "outgoing"))
    return {
        "relations": relations,
        "entities": report.entities,
        "load_s": round(seconds, 1),
        "peak_MB": round(memory),
        "disk_MB": round(size),
        "open_ms": round(opened, 1),
        "first_ms": round(times[0], 2),
        "one_hop_median_ms": round(statistics.median(times), 2),
        "one_hop_p95_ms": round(sorted(times)[int(0.95 * len(times))], 2),
        "one_hop_max_ms": round(max(times), 2),
        "link_median_ms": round(statistics.median(linked), 3),
        "hub_10000_ms": round(hub, 1),
    }


def ask(graph: DomainGraph, entities: int) -> tuple[list[float], list[float]]:
    """Milliseconds of one-hop queries and of look-ups of names, of entities drawn at random."""
    rng, hops, links = random.Random(11), [], []
    for number in range(QUERIES):
        entity, predicate = f"E{1 + int((entities - 1) * rng.random() ** 2)}", f"R{rng.randrange(PREDICATES)}"
        direction: Direction = "outgoing" if number % 2 else "incoming"
        hops.append(_timed(partial(graph.neighbours, [entity], predicate, direction)))
        links.append(_timed(partial(graph.link, f"Alias {rng.randrange(entities)}")))
    return hops, links


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Print one line a size, and how load time grows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--triples", type=int, default=5_000_000, help="the largest size; a tenth and a fifth come first"
    )
    parser.add_argument("--one", action="store_true", help="measure this size only, in this process")
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.triples)))
        return
    lines = []
    for size in (given.triples // 10, given.triples // 5, given.triples):
        command = [sys.executable, "-m", "scitoolagent.benchmarks.knowledge.scale", "--one", "--triples", str(size)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        lines.append(json.loads(done.stdout.strip().splitlines()[-1]))
        print(json.dumps(lines[-1]), flush=True)
    growth = [round(line["load_s"] / line["relations"] * 1e6, 1) for line in lines]
    print(json.dumps({"load_s_per_million": growth, "load_s_for_19_million": round(growth[-1] * 19)}))


if __name__ == "__main__":
    main()
