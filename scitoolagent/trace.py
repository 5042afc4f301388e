"""Every run leaves a trace: JSON lines, a header and then the run's records as they came."""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from importlib import metadata, resources
from pathlib import Path
from typing import TextIO

from pydantic import ValidationError

from scitoolagent import __version__
from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError
from scitoolagent.records import AnyRecord, read_record

_RUN = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")
# The packages whose code or data values come from.
PACKAGES = (
    "ase",
    "biopython",
    "chemicals",
    "duckdb",
    "mendeleev",
    "numpy",
    "prody",
    "pydantic-monty-client",
    "pymatgen",
    "rdkit",
    "scipy",
    "selfies",
)


class Trace:
    """Writes one run. Each record is flushed, so a run that was killed can be read up to there."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.run, started, self._file = _begin(folder)
        except OSError as error:
            raise _unwritable(folder, error) from error
        header = {"kind": "run", "run": self.run, "scitoolagent": __version__, "started": started.isoformat()}
        self._line(json.dumps({**header, "environment": environment()}))

    def write(self, record: AnyRecord) -> None:
        """Append one record."""
        self._line(record.model_dump_json())

    def close(self) -> None:
        """Close the file."""
        # What could not be written was told when it was.
        with contextlib.suppress(OSError):
            self._file.close()

    def _line(self, text: str) -> None:
        try:
            self._file.write(text + "\n")
            self._file.flush()
        except OSError as error:
            raise _unwritable(Path(self._file.name).parent, error) from error


def _begin(folder: Path) -> tuple[str, datetime, TextIO]:
    """A new run, named by the moment of its start, so that names sort by time even within a second."""
    while True:
        now = datetime.now(UTC)
        run = f"{now:%Y%m%d-%H%M%S-%f}"
        with contextlib.suppress(FileExistsError):
            return run, now, (folder / f"{run}.jsonl").open("x", encoding="utf-8")


def _unwritable(folder: Path, error: OSError) -> ConfigError:
    reason = error.strerror or error
    return ConfigError(
        f"the trace cannot be written to {folder}: {reason}; free some space there, or name another folder with "
        "SCITOOLAGENT_DATA_DIR"
    )


def environment() -> dict[str, str]:
    """What values depend on, with versions: this program, Python, packages, the hazard tables.

    The tables that stand beside a tool count into the version of its results.
    """
    return {"scitoolagent": __version__, **_installed(), "hazard tables": _hazard_tables()}


@lru_cache(maxsize=1)
def _installed() -> dict[str, str]:
    """Versions as the packages' own files name them; nothing is imported."""
    found = {"Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _hazard_tables() -> str:
    """The day and the digest of the manifest, which holds the digest of every table."""
    updated = load_config().data_dir / "safety_db"
    folder = updated if updated.is_dir() else resources.files("scitoolagent.safety_db")
    try:
        content = folder.joinpath("MANIFEST.json").read_bytes()
        return f"{json.loads(content)['built']} {hashlib.sha256(content).hexdigest()[:12]}"
    except (OSError, ValueError, LookupError, TypeError):
        return "none"


def is_run_name(text: str) -> bool:
    """Whether a text has the form of a run's name."""
    return _RUN.fullmatch(text) is not None


def list_runs(folder: Path) -> list[str]:
    """The runs in a folder, newest first."""
    return sorted((path.stem for path in folder.glob("*.jsonl") if _RUN.fullmatch(path.stem)), reverse=True)


def read_trace(folder: Path, run: str) -> Iterator[AnyRecord]:
    """The records of a run; `last` names the newest. A last line cut off by a kill is left out.

    Raises:
        ConfigError: there is no such run, or a line is no record.
    """
    if run == "last":
        runs = list_runs(folder)
        if not runs:
            raise ConfigError(f"there are no runs in {folder}")
        run = runs[0]
    path = folder / f"{run}.jsonl"
    if not _RUN.fullmatch(run) or not path.is_file():
        raise ConfigError(f"there is no run {run!r} in {folder}; `scitoolagent show` lists them")
    try:
        lines = path.read_bytes().removesuffix(b"\n").split(b"\n")
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    if not lines[0].startswith(b"{"):
        what = "is empty" if lines == [b""] else "does not begin like a trace in line 1"
        raise ConfigError(f"{path} {what}; it was cut or overwritten, and nothing of its run can be shown")
    for number, line in enumerate(lines[1:], start=2):
        try:
            yield read_record(line)
        except ValidationError as error:
            if number == len(lines):
                return
            reason = error.errors()[0]["msg"] if _is_utf8(line) else "it holds bytes that are no UTF-8 text"
            raise ConfigError(f"line {number} of {path} is no record: {reason}") from error


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
