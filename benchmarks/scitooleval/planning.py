"""Score the planner on SciToolEval: `python -m scitoolagent.benchmarks.scitooleval.planning --data FILE`.

A plan is right when, after the original's tool names are mapped through the tools' `also` names, it calls the same
tools as often (`equivalent`: independent steps may stand in any order; a plan here is always in a runnable order), or
calls them in the very same order (`ordered`). Only questions whose reference tools are all local, or resolve a name or
an InChIKey, are scored; an abstention counts as wrong.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.config import load_config
from scitoolagent.errors import PlanError
from scitoolagent.planner import Planner
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

RESOLVERS = ("NameToSMILES", "InChIKeyToSMILES")


@dataclass(frozen=True, slots=True)
class Scored:
    """One question: the reference path and the planned one, as tool names here."""

    id: str
    reference: tuple[str, ...]
    planned: tuple[str, ...]
    error: str
    seconds: float

    @property
    def ordered(self) -> bool:
        return self.reference == self.planned

    @property
    def equivalent(self) -> bool:
        return sorted(self.reference) == sorted(self.planned)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def names_here(graph: ToolGraph) -> dict[str, str]:
    """The original's tool names, and those here, to the tools here."""
    found = {name: name for name in graph.tools}
    for tool in graph.tools.values():
        for name in tool.also:
            found.setdefault(name, tool.name)
    return found


def scored_rows(rows: Iterable[dict[str, Any]], capabilities: Path) -> list[dict[str, Any]]:
    """The rows all of whose tools are local or resolve an identifier."""
    with capabilities.open(encoding="utf-8", newline="") as file:
        local = {row["original_name"] for row in csv.DictReader(file) if row["class"] == "local"}
    return [row for row in rows if all(name in local or name in RESOLVERS for name in row["tool_path"])]


def score(planner: Planner, graph: ToolGraph, rows: Iterable[dict[str, Any]]) -> list[Scored]:
    """Plan every row."""
    names = names_here(graph)
    found = []
    for row in rows:
        reference = _mapped(row["tool_path"], names)
        planned: tuple[str, ...] = ()
        error = ""
        start = time.perf_counter()
        try:
            plan = planner.draft(planner.recognise(row["question"]))
            planned = tuple(step.tool for step in plan.steps)
        except PlanError as problem:
            error = str(problem)
        found.append(Scored(row["id"], reference, planned, error, time.perf_counter() - start))
    return found


def _mapped(path: list[str], names: dict[str, str]) -> tuple[str, ...]:
    """The reference path in tools here; two tools of the original that are one here are one call, not two."""
    first: dict[str, str] = {}
    found = []
    for original in path:
        here = names.get(original, f"no {original}")
        if first.setdefault(here, original) == original:
            found.append(here)
    return tuple(found)


def figures(scored: list[Scored], defects: frozenset[str]) -> dict[str, float]:
    """The shares that are right, with and without the defective items, and the median time in ms."""
    sound = [item for item in scored if item.id not in defects]
    return {
        "questions": len(scored),
        "equivalent": _share(item.equivalent for item in scored),
        "ordered": _share(item.ordered for item in scored),
        "sound_questions": len(sound),
        "sound_equivalent": _share(item.equivalent for item in sound),
        "sound_ordered": _share(item.ordered for item in sound),
        "abstained": sum(1 for item in scored if item.error),
        "median_ms": statistics.median(item.seconds for item in scored) * 1000,
    }


def _share(right: Iterable[bool]) -> float:
    values = list(right)
    return 100 * sum(values) / max(1, len(values))


def main() -> None:
    """Print the figures and, when asked, each miss."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--capabilities", type=Path, required=True)
    parser.add_argument("--defects", type=Path)
    parser.add_argument("--misses", action="store_true", help="print each wrong plan")
    given = parser.parse_args()
    graph = load_graph()
    planner = Planner(graph, load_config())
    rows = scored_rows(read_rows(given.data), given.capabilities)
    planner.draft(planner.recognise("What is the TPSA of menthol?"))  # the table of names is loaded once, ahead
    scored = score(planner, graph, rows)
    defects = frozenset(json.loads(given.defects.read_text())["union"]) if given.defects else frozenset()
    for item in scored:
        if given.misses and not item.equivalent:
            print(
                f"{item.id}{' (defective)' if item.id in defects else ''}\n  wanted {' '.join(item.reference)}\n"
                f"  got    {' '.join(item.planned)} {item.error[:300]}"
            )
    print(json.dumps({name: round(value, 2) for name, value in figures(scored, defects).items()}))


if __name__ == "__main__":
    main()
