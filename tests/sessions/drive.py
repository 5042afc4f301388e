"""Sessions in a process of its own, where tools that take their time are installed; prints what happened as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scitoolagent.config import Config
from scitoolagent.provenance.tools import one_step
from scitoolagent.records import StepResult
from scitoolagent.sessions import Run, Session, Sessions
from scitoolagent.toolkg.store import load_graph


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def call(session: Session, tool: str, **arguments: Any) -> Run:
    return session.run_plan(*one_step(load_graph(), tool, arguments or {"note": "hello"}))


def statuses(run: Run) -> list[str]:
    run.wait(60)
    return [record.status for record in run.records() if isinstance(record, StepResult)]


def busy(folder: Path) -> list[int]:
    """The processes in which a tool that hangs wrote its id down and is still there."""
    return [int(path.name) for path in folder.glob("[0-9]*") if Path(f"/proc/{path.name}").exists()]


def main() -> None:
    folder = Path(sys.argv[1])
    config = Config(data_dir=folder / "data", cache_dir=folder / "cache", tool_seconds=50, workers=2)
    found: dict[str, Any] = {}
    with Sessions(config, folder / "users", running=2) as sessions:
        hanging, other = sessions.open(), sessions.open()
        slow = call(hanging, "hangs", folder=str(folder))
        behind = call(hanging, "counts")
        also = call(other, "hangs", folder=str(folder))
        until(lambda: len(busy(folder)) == 2)
        first_two = busy(folder)
        slow.cancel()
        until(lambda: len(busy(folder)) == 1)
        found["cancelled"] = [slow.state, statuses(slow)]
        found["behind"] = [behind.wait(60), statuses(behind)]
        found["other still runs"] = also.state
        found["left"] = len(set(busy(folder)) & set(first_two))
        found["crash"] = [statuses(call(hanging, "crashes")), statuses(call(hanging, "counts"))]
        third = sessions.open()
        until(lambda: sessions.health()["running"] == 1)
        again = call(third, "hangs", folder=str(folder))
        until(lambda: len(busy(folder)) == 2)
        sessions.close(third)
        until(lambda: len(busy(folder)) == 1)
        found["closed"] = again.state
        found["health"] = sessions.health()
    until(lambda: not busy(folder))
    found["after the end"] = also.state
    print(json.dumps(found))


if __name__ == "__main__":
    main()
