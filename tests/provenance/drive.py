"""In a process of its own, where the awkward tools are installed: run a plan and keep its trace, or replay a run."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.provenance.recorded import load_run
from scitoolagent.provenance.replay import replay
from scitoolagent.records import Plan, Query
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace


def main() -> None:
    given = json.load(sys.stdin)
    config = load_config()
    if "replay" in given:
        replayed = replay(load_run(config.runs_dir, given["replay"]), config, Path.cwd())
        print(json.dumps({"same": replayed.same, **dataclasses.asdict(replayed)}))
        return
    query, plan = Query(**given["query"]), Plan(**given["plan"])
    graph = load_graph()
    executor = Executor(graph, config, Path.cwd(), SafetyGate(graph, ask=lambda finding: given["confirm"]))
    trace = Trace(config.runs_dir)
    for record in (query, plan, *executor.run(query, plan)):
        trace.write(record)
    trace.close()
    executor.close()
    print(json.dumps(trace.run))


if __name__ == "__main__":
    main()
