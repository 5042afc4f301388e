"""The process in the box: reads a job, shuts itself in, runs the code and tells what came of it.

It is started as `python -I -m scitoolagent.box.inside REPORT`, where REPORT is the number of the descriptor to write
to. Its standard input gives the job and, later, the answers to calls of tools; its standard output and error are the
code's. Two processes: the first makes the namespaces, the second is the first process in them, and runs the code.
"""

from __future__ import annotations

import base64
import json
import math
import os
import stat
import sys
import traceback
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TextIO

from scitoolagent.box.confine import WORK, bound_resources, enter_namespaces, leave_files, lock

CODE = "<code>"
_LONGEST_TEXT = 20_000
_MOST_ITEMS = 10_000
_DEEPEST = 6


def main() -> None:
    """Do the job on standard input; whatever fails before the code runs is told as `refused`."""
    report = os.fdopen(int(sys.argv[1]), "w", encoding="utf-8", errors="backslashreplace")
    job = json.loads(sys.stdin.readline())
    try:
        enter_namespaces()
        inner = os.fork()
        if inner == 0:
            _run(job, report)
    except OSError as error:
        _tell(report, refused=str(error))
        return
    if os.waitpid(inner, 0)[1]:
        sys.exit(1)


def _run(job: dict[str, Any], report: TextIO) -> None:
    """Shut this process in and run the code; never returns."""
    try:
        leave_files(job["readable"], job["disk_megabytes"])
        _link(job)
        bound_resources(job["seconds"], job["megabytes"], job["disk_megabytes"])
        lock(job["readable"])
    except OSError as error:
        _tell(report, refused=str(error))
        os._exit(1)
    try:
        _execute(job, report)
    finally:
        # Whatever the code raised is its result, an end of the process too.
        raised = sys.exc_info()[1]
        if raised is not None:
            _tell(report, failed=_reason(raised))
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        _tell_files(report, job["told_megabytes"])
        _tell(report, done=True)
        os._exit(0 if raised is None else 1)


def _link(job: dict[str, Any]) -> None:
    """Lay the files of the question into the folder, by the names that the question calls them."""
    for name, path in job["files"].items():
        Path(WORK, name).symlink_to(path)
    os.environ.clear()
    os.environ |= {"HOME": WORK, "TMPDIR": WORK, "MPLCONFIGDIR": WORK + "/.matplotlib", "MPLBACKEND": "Agg"}
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _execute(job: dict[str, Any], report: TextIO) -> None:
    # So that an error can show its line.
    import linecache

    linecache.cache[CODE] = (len(job["code"]), None, job["code"].splitlines(keepends=True), CODE)
    import warnings

    # What joblib says where there are no processes.
    warnings.filterwarnings("ignore", module="joblib")
    names: dict[str, Any] = {"__name__": "__main__", **job["values"], "tools": _tools(job["tools"], report)}
    for name, table in job["tables"].items():
        names[name] = _frame(table)
    exec(compile(job["code"], CODE, "exec"), names)  # noqa: S102  this is what the box is for
    if "result" in names:
        _tell(report, result=_plain(names["result"]))


def _frame(table: dict[str, Any]) -> Any:
    """A table as a data frame, with the names of its columns."""
    import duckdb

    with duckdb.connect(config={"temp_directory": "", "threads": 1}) as database:
        frame = database.execute("SELECT * FROM read_parquet(?)", [table["files"]]).df()
    return frame[list(table["columns"])].set_axis(list(table["columns"].values()), axis=1)


def _tools(names: list[str], report: TextIO) -> Any:
    """The tools that the code may call: `tools.qed(smiles="CCO")`. The call leaves the box, and is screened there."""

    def caller(name: str) -> Any:
        def call(*values: Any, **named: Any) -> Any:
            _tell(report, call=name, values=_plain(list(values)), named=_plain(named))
            reply = json.loads(sys.stdin.readline())
            if "error" in reply:
                raise RuntimeError(reply["error"])
            return reply["value"]

        return call

    return SimpleNamespace(**{name: caller(name) for name in names})


def _plain(value: Any, depth: int = 0) -> Any:
    """A value as JSON has it; what is none is told by its text."""
    if depth > _DEEPEST:
        return str(value)[:_LONGEST_TEXT]
    if isinstance(value, float) and depth and not math.isfinite(value):
        return None  # JSON has no other word for a missing number among others
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value[:_LONGEST_TEXT]
    if isinstance(value, dict):
        return {str(key): _plain(item, depth + 1) for key, item in list(value.items())[:_MOST_ITEMS]}
    if isinstance(value, list | tuple | set):
        return [_plain(item, depth + 1) for item in list(value)[:_MOST_ITEMS]]
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        return _plain(value.to_dict("list"), depth + 1)
    if hasattr(value, "tolist"):
        return _plain(value.tolist(), depth + 1)
    return str(value)[:_LONGEST_TEXT]


def _reason(error: BaseException) -> str:
    """What went wrong, and in which line of the code."""
    if isinstance(error, SystemExit):
        return f"the code ended itself ({error.code})"
    last = traceback.format_exception_only(type(error), error)[-1].strip()[:_LONGEST_TEXT]
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == CODE]
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else (lines[-1] if lines else None)
    return f"line {line}: {last}" if line else last


def _tell_files(report: TextIO, megabytes: int) -> None:
    """What the code wrote into its folder: plain files, not those of the question."""
    left = megabytes << 20
    for path in sorted(Path(WORK).iterdir()):
        left -= path.lstat().st_size
        if left < 0:
            _tell(report, failed=f"the code wrote more than {megabytes} MB of files")
            return
        if path.name.startswith(".") or not stat.S_ISREG(path.lstat().st_mode):
            continue
        _tell(report, file=path.name, data=base64.b64encode(path.read_bytes()).decode("ascii"))


def _tell(report: TextIO, **said: Any) -> None:
    report.write(json.dumps(said) + "\n")
    report.flush()


if __name__ == "__main__":
    main()
