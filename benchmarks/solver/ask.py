"""Ask a set, many questions at once: `python -m scitoolagent.benchmarks.solver.ask SET --out FOLDER [--mode MODE]`.

SET is `panel`, `own`, `beyond`, `free`, `files`, `freeask`, or a folder with `items.jsonl` and `files`. Modes: `solver`
(the model of the settings drives), `rules` (no model), `plain` (the same model with plain Python and no tools),
`unchecked` (the solver without the type-check) and `single` (without the second reader). Answers stand as JSON lines in
FOLDER, and what has one is not asked again.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.solver.sets import Row, rows_of

MODES = ("solver", "rules", "plain", "unchecked", "single")
_SLOW_SECONDS = 3600.0


def answered(row: Row, mode: str) -> dict[str, Any]:
    """One answer: its status, text, values, what it took, and what it rests on."""
    from scitoolagent.agent import Agent
    from scitoolagent.benchmarks.solver.plain import plain_answer
    from scitoolagent.config import load_config
    from scitoolagent.errors import SciToolAgentError
    from scitoolagent.outcome import unanswered
    from scitoolagent.records import Answer, Program

    config = load_config().model_copy(update={"workers": 1, "model_seconds": _SLOW_SECONDS, "model_tokens": 4096})
    started = time.time()
    if mode == "plain":
        return {"id": row.id, "mode": mode, **plain_answer(row, config), "seconds": time.time() - started}
    if mode == "single":
        config = config.model_copy(update={"second_reader": False})
    programs: list[Program] = []
    with Agent(config, row.folder, ask=lambda findings: True, models={} if mode == "rules" else None) as agent:
        if mode == "unchecked":
            _uncheck()
        try:
            records = list(agent.stream(row.question))
            programs = [one for one in records if isinstance(one, Program)]
            answer = next(one for one in reversed(records) if isinstance(one, Answer))
        except SciToolAgentError as error:
            answer = unanswered(error)
    usage = answer.usage
    return {
        "id": row.id,
        "mode": mode,
        "status": answer.status,
        "answer": answer.model_dump(mode="json"),
        "programs": [one.model_dump(mode="json") for one in programs],
        "calls": len(usage),
        "tokens": [[one.role, one.prompt_tokens, one.completion_tokens] for one in usage],
        "seconds": time.time() - started,
    }


def _uncheck() -> None:
    """Let programs run without the type-check: what is wrong shows at the call, or not at all."""
    from scitoolagent.solver.program import Programs

    Programs._type_errors = lambda self, code, tools: []  # type: ignore[method-assign]


def ask_all(rows: list[Row], mode: str, out: Path, at_once: int) -> None:
    """Ask every question that has no answer yet."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{mode}.jsonl"
    known = {json.loads(line)["id"] for line in file.read_text().splitlines()} if file.is_file() else set()
    waiting = [row for row in rows if row.id not in known]
    with ProcessPoolExecutor(at_once) as pool, file.open("a", encoding="utf-8") as lines:
        futures = {pool.submit(answered, row, mode): row for row in waiting}
        for number, future in enumerate(as_completed(futures), start=1):
            found: Mapping[str, Any] = future.result()
            lines.write(json.dumps(found, ensure_ascii=False) + "\n")
            lines.flush()
            print(f"{number}/{len(waiting)} {found['id']} {found['status']}", flush=True)


def main() -> None:
    """Ask a set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set")
    parser.add_argument("--mode", choices=MODES, default="solver")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=Path, help="a file of ids, one a line")
    given = parser.parse_args()
    rows = rows_of(given.set, given.shared)
    if given.only:
        wanted = set(given.only.read_text().split())
        rows = [row for row in rows if row.id in wanted]
    ask_all(rows, given.mode, given.out, given.at_once)


if __name__ == "__main__":
    main()
