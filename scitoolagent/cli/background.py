"""Run `ask` for a job, in a process that no terminal holds: `python -m scitoolagent.cli.background FOLDER WORDS`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from scitoolagent.cli import run
from scitoolagent.cli.machine import take_signals


def main() -> None:
    """Answer the question in the words behind the folder of the job, and leave the exit code there."""
    folder, words = Path(sys.argv[1]), sys.argv[2:]
    take_signals()
    sys.argv = ["scitoolagent", "ask", *words]
    code = run()
    sys.stdout.flush()
    partial = folder / "ended.part"
    partial.write_text(str(code), "ascii")
    partial.replace(folder / "ended")
    os._exit(code)


if __name__ == "__main__":
    main()
