"""Run plans in a process of its own, where the awkward tools are installed: plans as JSON in, results as JSON out."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.records import Plan, Query
from scitoolagent.toolkg.store import load_graph


def main() -> None:
    given = json.load(sys.stdin)
    graph = load_graph()
    executor = Executor(
        graph,
        Config(**{"backend": os.environ.get("SCITOOLAGENT_BACKEND", "local"), **given["config"]}),
        Path(given["workspace"]),
        SafetyGate(graph),
    )
    found = []
    for run in given["runs"]:
        if "gate" in run:
            answer = run["gate"].get("answer")
            person = None if answer is None else lambda findings, answer=answer: answer
            executor.enter(SafetyGate(graph, run["gate"].get("approved", ()), person))
        results = executor.run(Query(**run.get("query", {"text": "x"})), Plan(**run["plan"]))
        found.append([result.model_dump() for result in results])
    executor.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
