"""Plant faults and see that each is survived: no traceback, no hang, one line that says what to do, nothing lost.

`python -m scitoolagent.benchmarks.faults [--only WORDS] [--json FILE]`. Each fault is a command in a process of its
own;
`benchmarks/planted.py` lists them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.planted import ASK, Fault, planted

_MOST_LINES = 3  # of standard error: one that says what to do, and what a tool's findings add
_RAW = re.compile(r"\x1b\[2J|\x1b\]0;|\x07")


def problems(fault: Fault, environment: dict[str, str]) -> list[str]:
    """What is wrong with how the program takes a fault; nothing when it survives it."""
    changed = {**environment, **{name: value for name, value in fault.environment.items() if value is not None}}
    for name in (name for name, value in fault.environment.items() if value is None):
        changed.pop(name, None)
    before = {path: path.read_bytes() for path in fault.kept}
    words = [sys.executable, "-m", "scitoolagent.cli", *fault.words]
    folder = changed.pop("PWD_OF_FAULT", None)
    with Path("/dev/full").open("wb") as full:
        try:
            done = subprocess.run(
                words,
                env=changed,
                cwd=folder,
                input=fault.given,
                stdout=full if fault.full else subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=fault.seconds,
                preexec_fn=fault.limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return [f"it hangs: longer than {fault.seconds:g} s"]
    told, said = done.stderr.decode(errors="replace"), (done.stdout or b"").decode(errors="replace")
    found = [f"exit code {done.returncode}, not {fault.codes}"] if done.returncode not in fault.codes else []
    found += ["a traceback"] if "Traceback (most recent call last)" in told + said else []
    found += [f"{count} lines of errors"] if (count := len(told.strip().splitlines())) > _MOST_LINES else []
    found += [f"does not say {word!r}" for word in fault.says if word.lower() not in (told + said).lower()]
    found += ["says nothing"] if done.returncode and not (told + said).strip() else []
    found += ["a terminal escape comes through"] if _RAW.search(told + said) else []
    found += [f"{path.name} was changed" for path, content in before.items() if path.read_bytes() != content]
    return found + ([f"… {told.strip()[-300:]!r}"] if found else [])


def main(words: list[str] | None = None) -> int:
    """Plant all faults; ends with 1 when one is not survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="Only faults whose name holds these words.")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(words)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        usual = {"SCITOOLAGENT_DATA_DIR": str(folder / "data"), "SCITOOLAGENT_CACHE_DIR": str(folder / "cache")}
        os.environ |= {**usual, "COLUMNS": "200"}
        environment = {key: value for key, value in os.environ.items() if not key.startswith("SCITOOLAGENT_MODEL")}
        problems(Fault("a first run", ASK), environment)  # makes the indexes that some of the faults spoil
        for fault in planted(folder):
            if given.only not in fault.name:
                continue
            begin = time.perf_counter()
            found = problems(fault, environment)
            figures[fault.name] = {"problems": found, "seconds": round(time.perf_counter() - begin, 1)}
            print(f"{'survived' if not found else 'NOT'}  {fault.name}", *found, sep="\n    ", flush=True)
    survived = sum(not row["problems"] for row in figures.values())
    print(f"{survived} of {len(figures)} faults survived")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(survived < len(figures))


if __name__ == "__main__":
    sys.exit(main())
