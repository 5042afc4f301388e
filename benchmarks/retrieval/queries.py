"""Recall of short queries: `python -m scitoolagent.benchmarks.retrieval.queries FILE [--unread] [--misses]`.

FILE holds lines of `{"query": …, "tools": […]}`; a query is a hit where any of its tools is among the first 12 found.
A hash of the query puts it into the half that may be read while the search is improved, or into the one that may
not: of the latter only totals are printed (`--unread`), never a query. `--misses` lists what was missed in the
half that may be read. `--controls` adds what `tools search` finds, and parts of the search alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.config import Config, load_config
from scitoolagent.planner import make_ranker
from scitoolagent.planner.finding import ToolFinder
from scitoolagent.solver.index import ToolIndex
from scitoolagent.solver.search import ToolSearch
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

MOST = 12
Row = dict[str, Any]
Find = Callable[[str], Sequence[str]]


def read_queries(path: Path) -> tuple[list[Row], list[Row]]:
    """Return the queries of a file that may be read, and those that may not."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    halves: tuple[list[Row], list[Row]] = ([], [])
    for row in rows:
        halves[hashlib.sha256(row["query"].encode()).digest()[0] % 2].append(row)
    return halves


def measure(find: Find, rows: Sequence[Row]) -> tuple[dict[str, Any], list[Row]]:
    """Return the recall and the milliseconds a query, and the rows that were missed with what was found instead."""
    start = time.perf_counter()
    answers = [list(find(row["query"])[:MOST]) for row in rows]
    spent = time.perf_counter() - start
    missed = [
        {**row, "found": found} for row, found in zip(rows, answers, strict=True) if not set(found) & set(row["tools"])
    ]
    count = max(1, len(rows))
    hits = len(rows) - len(missed)
    figures = {f"recall@{MOST}": round(hits / count, 3), "hits": hits, "queries": len(rows)}
    return {**figures, "ms": round(spent / count * 1000, 2)}, missed


def searches(graph: ToolGraph, config: Config, controls: bool) -> Mapping[str, Find]:
    """Return the search, and with `controls` what it is compared with, by their titles."""
    search = ToolSearch(graph, config)
    found: dict[str, Find] = {"search": lambda query: [tool.name for tool in search.find(query, most=MOST)]}
    if controls:
        wider = config.model_copy(update={"candidates": MOST})
        found["tools search"] = ToolFinder(graph, wider, make_ranker(graph, wider)).find
        found["BM25 alone"] = ToolIndex(graph, vectors=False).nearest
        found["vectors alone"] = ToolIndex(graph, lexical=False).nearest
        found["without types"] = ToolIndex(graph).nearest
    return found


def main() -> None:
    """Print the figures, one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="Lines of {query, tools}.")
    parser.add_argument("--unread", action="store_true", help="Print the totals of the other half too.")
    parser.add_argument("--misses", action="store_true", help="List what the search missed in the half to be read.")
    parser.add_argument("--controls", action="store_true", help="Measure what the search is compared with too.")
    given = parser.parse_args()
    halves = dict(zip(("read", "unread"), read_queries(given.file), strict=True))
    for title, find in searches(load_graph(), load_config(), given.controls).items():
        find("molecular weight")  # the index is built with the first query
        for half in ("read", "unread") if given.unread else ("read",):
            figures, missed = measure(find, halves[half])
            print(json.dumps({"by": title, "half": half, **figures}))
            if given.misses and half == "read" and title == "search":
                for row in missed:
                    print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
