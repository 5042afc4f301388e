"""Questions that are answered in the background: start one, list them, show one, stop one.

A job is a folder below that of the data: the words of the question, the process that answers it, how far that is, what
it printed and how it ended. Its records are in the trace of its run, as those of any other.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError
from scitoolagent.tool.progress import VARIABLE, Progress, told

JOB = "SCITOOLAGENT_JOB"
State = Literal["running", "answered", "partial answer", "no plan", "stopped by the gate", "cancelled", "failed"]
_CODES: dict[int, State] = {0: "answered", 1: "partial answer", 2: "no plan", 3: "stopped by the gate"}
_ID = re.compile(r"\d{4}-\d{6}-[0-9a-f]{4}")
_GRACE = 10.0
_SHOWN = 60
# Those that this very process has started: it has to ask after them, or they stay as zombies until it ends.
_started: dict[int, subprocess.Popen[bytes]] = {}


@dataclass(frozen=True, slots=True)
class Job:
    """A question that is, or was, answered in the background.

    Attributes:
        id: its name.
        question: what was asked.
        started: when, in ISO form.
        process: the number of its process.
        birth: what distinguishes that process from a later one with the same number.
        folder: where its files lie.
    """

    id: str
    question: str
    started: str
    process: int
    birth: str
    folder: Path

    @property
    def state(self) -> State:
        """How it stands; one whose process is gone without a word has failed."""
        code = _read(self.folder / "ended")
        if (self.folder / "cancelled").exists() and (code or not self.is_alive):
            return "cancelled"
        if code:
            return _CODES.get(int(code), "failed") if code.isdigit() else "failed"
        return "running" if self.is_alive else "failed"

    @property
    def is_alive(self) -> bool:
        """Whether its process is there; not one that took its number later."""
        return bool(self.birth) and birth_of(self.process) == self.birth

    @property
    def run(self) -> str:
        """The name of its trace; empty before it has one."""
        return _read(self.folder / "run")

    @property
    def progress(self) -> Progress | None:
        """The progress that its tools report."""
        return told(self.folder / "progress")

    @property
    def printed(self) -> str:
        """What it has printed, the messages last."""
        return "".join(_read(self.folder / name, strip=False) for name in ("answer", "messages"))


def start(words: Sequence[str], question: str) -> Job:
    """Begin to answer a question in a process that goes on when this one and its terminal end.

    Args:
        words: those of the command `ask`, with the question among them.
        question: the question alone.
    Raises:
        ConfigError: the system has no such processes, or the folder of the job cannot be made.
    """
    if os.name != "posix":
        raise ConfigError("--background needs Linux or macOS; elsewhere, start `serve` or `web` and ask there")
    name = f"{datetime.now(UTC):%m%d-%H%M%S}-{secrets.token_hex(2)}"
    folder = _jobs() / name
    try:
        folder.mkdir(mode=0o700, parents=True)
        environment = {**os.environ, JOB: str(folder), VARIABLE: str(folder / "progress"), "COLUMNS": "100"}
        with (folder / "answer").open("wb") as out, (folder / "messages").open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "scitoolagent.cli.background", str(folder), *words],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
                env=environment,
                start_new_session=True,
            )
        _started[process.pid] = process
        job = Job(name, question, datetime.now(UTC).isoformat(), process.pid, birth_of(process.pid), folder)
        kept = {"question": question, "started": job.started, "process": job.process, "birth": job.birth}
        (folder / "job.json").write_text(json.dumps(kept), "utf-8")
    except OSError as error:
        raise ConfigError(f"the job cannot be started in {folder}: {error.strerror or error}") from error
    return job


def load(name: str) -> Job:
    """A job by its name; `last` is the newest.

    Raises:
        ConfigError: there is no job of that name.
    """
    every = list_jobs()
    found = [job for job in every if job.id == name] or (every[:1] if name == "last" else [])
    if not found:
        raise ConfigError(f"there is no job {name[:_SHOWN]!r}; `scitoolagent jobs` lists them")
    return found[0]


def list_jobs() -> list[Job]:
    """All jobs, the newest first; a folder that holds none is left out."""
    found = []
    for folder in sorted(_jobs().glob("*"), reverse=True):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            if _ID.fullmatch(folder.name):
                kept = json.loads((folder / "job.json").read_text("utf-8"))
                given = str(kept["question"]), str(kept["started"]), int(kept["process"]), str(kept["birth"])
                found.append(Job(folder.name, *given, folder))
    return sorted(found, key=lambda job: job.started, reverse=True)


def cancel(job: Job) -> bool:
    """End a job with all its processes, and wait until they are gone; whether it was under way.

    It is asked to end first, which closes its trace, and made to after ten seconds.
    """
    if job.state != "running":
        return False
    (job.folder / "cancelled").touch()
    with contextlib.suppress(ProcessLookupError):
        os.kill(job.process, signal.SIGTERM)
    end = time.monotonic() + _GRACE
    while job.is_alive and time.monotonic() < end:
        time.sleep(0.05)
    # It leads a group of its own: whatever it has started, and did not end in time, goes with it.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(job.process, signal.SIGKILL)
    return True


def clear() -> int:
    """Remove the jobs that have ended, not their traces; how many there were."""
    ended = [job for job in list_jobs() if job.state != "running"]
    for job in ended:
        shutil.rmtree(job.folder, ignore_errors=True)
    return len(ended)


def note_run(run: str) -> None:
    """Let a job know the name of its run; nothing where no job waits for it."""
    if folder := os.environ.get(JOB):
        with contextlib.suppress(OSError):
            Path(folder, "run").write_text(run, "ascii")


def birth_of(process: int) -> str:
    """Return what distinguishes a process from a later one with its number: its start; empty if it is gone."""
    if process in _started:
        _started[process].poll()
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii", errors="replace").rpartition(")")[2].split()
        return "" if fields[0] == "Z" else fields[19]
    except (OSError, IndexError):
        if Path("/proc/self/stat").exists():
            return ""
    told_by = subprocess.run(
        ["ps", "-o", "lstart=,state=", "-p", str(process)], capture_output=True, text=True, check=False, timeout=10
    )
    words = told_by.stdout.split()
    return "" if not words or words[-1].startswith("Z") else " ".join(words[:-1])


def _jobs() -> Path:
    return load_config().data_dir / "jobs"


def _read(place: Path, strip: bool = True) -> str:
    with contextlib.suppress(OSError):
        text = place.read_text("utf-8", errors="replace")
        return text.strip() if strip else text
    return ""
