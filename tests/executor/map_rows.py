"""Map a tool over rows in a process of its own, where the tools for it are installed: JSON in, JSON out."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from scitoolagent import Agent, Config, SciToolAgentError


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


def answer(given: dict[str, Any]) -> dict[str, Any]:
    """What a map gives, or the error that it ends with."""
    person = None if given.get("answer") is None else lambda findings: given["answer"]
    with Agent(
        Config(**{"backend": os.environ.get("SCITOOLAGENT_BACKEND", "local"), **given["config"]}),
        Path(given["workspace"]),
        ask=person,
        models={},
    ) as agent:
        try:
            table = agent.map(given["tool"], given["table"], given.get("columns"), None, **given.get("settings", {}))
        except SciToolAgentError as error:
            return {"error": type(error).__name__, "message": str(error)}
        rows = [row for chunk in table.chunks() for row in zip(*chunk.values.values(), strict=True)]
        problems = [problem for chunk in table.chunks() for problem in chunk.problems]
        described = table.model_dump(mode="json", exclude={"folder", "parts"})
        return {**described, "values": rows, "problems": problems}


if __name__ == "__main__":
    main()
