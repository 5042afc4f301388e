"""Start a box, answer what its code asks for, and read what comes out of it, within bounds."""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any, cast

from scitoolagent.errors import ToolError, ToolFailedError, ToolTimeoutError, ToolUnavailableError

_MOST_PRINTED = 20_000
_TOLD_MEGABYTES = 16
_MOST_TOLD = 32_000_000
_MOST_FILES = 20
_MOST_CALLS = 1_000
_FILE_NAME_LENGTH = 100
# A pipe takes so much at once.
_LONGEST_ANSWER = 32_000
_PIECE = 1 << 16
# Folders of a system without which Python's libraries do not load; those that are there are readable in the box.
_SYSTEM = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/usr/share/fonts", "/usr/share/zoneinfo")

Call = Callable[[str, list[Any], dict[str, Any]], Any]
# Of this process: what makes the calls of tools that code asks for; it stands above the tools, which run the code.
_CALL: list[Call] = []


def let_call(call: Call) -> None:
    """Let code that runs in this process from now on call tools.

    Args:
        call: makes a call, of a name, values and named values, and screens what goes in and comes out.
    """
    _CALL[:] = [call]


def calling() -> Call | None:
    """What makes the calls of code in this process; None where it may call nothing."""
    return _CALL[0] if _CALL else None


@dataclass(frozen=True, slots=True)
class BoxedTable:
    """A table for the code: its Parquet files, and the names of its columns by those in the files."""

    files: tuple[Path, ...]
    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BoxedCode:
    """What runs in a box, and what it is given.

    Attributes:
        code: Python; what it assigns to `result` and what it prints are its results.
        values: by the names under which the code finds them; of JSON.
        files: which the code may read, by their names in its folder.
        tables: by the names under which the code finds them, as data frames of pandas.
        tools: names of tools that it may call, `tools.NAME(…)`.
        seconds: it may take; processor time and time.
        megabytes: of memory.
        disk_megabytes: that it may write; they lie in memory.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, Path] = field(default_factory=dict)
    tables: Mapping[str, BoxedTable] = field(default_factory=dict)
    tools: tuple[str, ...] = ()
    seconds: int = 60
    megabytes: int = 4096
    disk_megabytes: int = 64


@dataclass(frozen=True, slots=True)
class BoxResult:
    """What came out of a box.

    Attributes:
        result: what the code assigned to `result`, as JSON has it; None where it assigned nothing.
        printed: what it wrote to its standard output and error, cut at 20,000 characters.
        files: what it left in its folder, by name.
    """

    result: Any = None
    printed: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)


@cache
def why_no_box() -> str:
    """Why this machine has no box; empty where it has one.

    Asked in a process of its own: a program with threads should not fork.
    """
    asked = "from scitoolagent.box.confine import why_no_box as why; print(why(), end='')"
    done = subprocess.run([sys.executable, "-I", "-c", asked], capture_output=True, text=True, check=False, timeout=30)
    return done.stdout if done.returncode == 0 else "the box could not be looked at"


def run_boxed(job: BoxedCode, call: Call | None = None) -> BoxResult:
    """Run code that sees what it is given, and nothing else: no file, no network, no process, no clock to set.

    Args:
        job: the code and what it is given.
        call: makes the calls of tools that the code asks for, and screens them.
    Raises:
        ToolUnavailableError: this machine has no box; code is not run without one.
        ToolFailedError: the code raised, or passed a bound; the message says which, and what it had printed.
        ToolTimeoutError: it ran for longer than it may.
    """
    if why := why_no_box():
        raise ToolUnavailableError(f"code is not run here, since there is no box for it: {why}")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-I", "-m", "scitoolagent.box.inside", str(writing)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=(writing,),
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        start_new_session=True,
        close_fds=True,
    )
    os.close(writing)
    talk = _Talk(process, reading, job, call)
    try:
        return talk.to_its_end()
    finally:
        talk.end()


def _readable() -> list[str]:
    """What the code may read: Python, its libraries, and the libraries of the system."""
    python = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    python |= {str(Path(base, "lib")) for base in (sys.base_prefix, sys.prefix)}
    found = [Path(path) for path in (*python, *_SYSTEM) if path and Path(path).exists()]
    # A link such as /lib is no folder to be laid over another; the libraries behind it are found by its own name.
    inner = [path for path in found if not any(other in path.parents for other in found)]
    return sorted(str(path) for path in inner)


class _Talk:
    """The conversation with one box."""

    def __init__(self, process: subprocess.Popen[bytes], reading: int, job: BoxedCode, call: Call | None) -> None:
        self._to, self._out = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
        self._process, self._reading, self._job, self._call = process, reading, job, call
        self._ends = time.monotonic() + job.seconds
        self._printed, self._told = bytearray(), 0
        self._line: list[bytes] = []
        self._done = False
        self._waits = True
        self._calls = 0
        self._result: Any = None
        self._failed = ""
        self._files: dict[str, bytes] = {}

    def to_its_end(self) -> BoxResult:
        """Read until the box closes both its ends."""
        # The code does not run before the job is read, and then nothing waits for it to read on.
        self._say(self._described())
        self._waits = False
        with selectors.DefaultSelector() as ready:
            ready.register(self._out, selectors.EVENT_READ, self._read_printed)
            ready.register(self._reading, selectors.EVENT_READ, self._read_told)
            while ready.get_map():
                left = self._ends - time.monotonic()
                found = ready.select(max(left, 0.0))
                if not found and left <= 0:
                    spent = f"the code ran for more than {self._job.seconds} s and was stopped"
                    raise ToolTimeoutError(spent + self._so_far())
                for key, _ in found:
                    piece = os.read(key.fd, _PIECE)
                    if piece:
                        key.data(piece)
                    else:
                        ready.unregister(key.fileobj)
        self._process.wait(5)
        if self._failed:
            raise ToolFailedError(f"the code failed: {self._failed}{self._so_far()}")
        if not self._done:
            raise ToolFailedError(f"the code ended its process before it was done{self._so_far()}")
        return BoxResult(self._result, self._text(), self._files)

    def end(self) -> None:
        """End what is left of the box; nothing in it outlives the call."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._to, self._out):
            with contextlib.suppress(OSError):
                stream.close()
        os.close(self._reading)

    def _described(self) -> dict[str, Any]:
        job = self._job
        files = {name: str(path.resolve()) for name, path in job.files.items()}
        tables = {
            name: {"files": [str(file.resolve()) for file in one.files], "columns": dict(one.columns)}
            for name, one in job.tables.items()
        }
        given = [*files.values(), *(file for one in tables.values() for file in one["files"])]
        return {
            "code": job.code,
            "values": dict(job.values),
            "files": files,
            "tables": tables,
            "tools": list(job.tools),
            "seconds": job.seconds,
            "megabytes": job.megabytes,
            "disk_megabytes": job.disk_megabytes,
            "told_megabytes": _TOLD_MEGABYTES,
            "readable": [*_readable(), *dict.fromkeys(given)],
        }

    def _say(self, data: dict[str, Any]) -> None:
        line = json.dumps(data).encode("utf-8") + b"\n"
        # It may have ended, which is told when its own end closes.
        with contextlib.suppress(BrokenPipeError):
            if self._waits:
                self._to.write(line)
                self._to.flush()
                os.set_blocking(self._to.fileno(), False)
            elif len(line) > _LONGEST_ANSWER:
                self._say({"error": f"the result is longer than {_LONGEST_ANSWER:,} characters"})
            else:
                with contextlib.suppress(BlockingIOError):  # nobody reads the answers: the time will end that
                    os.write(self._to.fileno(), line)

    def _read_printed(self, piece: bytes) -> None:
        self._printed += piece[: max(0, 4 * _MOST_PRINTED - len(self._printed))]

    def _read_told(self, piece: bytes) -> None:
        self._told += len(piece)
        if self._told > _MOST_TOLD:
            raise ToolFailedError(f"the code gave back more than {_MOST_TOLD:,} bytes{self._so_far()}")
        *lines, rest = piece.split(b"\n")
        for line in lines:
            self._line.append(line)
            self._hear(b"".join(self._line))
            self._line.clear()
        self._line.append(rest)

    def _hear(self, line: bytes) -> None:
        """Take in what the box says; the code could say it, too, so nothing in it is believed but its form."""
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise ToolFailedError("the code gave back what cannot be read")
        if isinstance(said.get("refused"), str):
            raise ToolUnavailableError(f"the box could not be closed, so the code was not run: {said['refused'][:200]}")
        if isinstance(said.get("failed"), str):
            self._failed = said["failed"][:_MOST_PRINTED]
        elif isinstance(said.get("call"), str):
            self._say(self._answer(said))
        elif isinstance(said.get("file"), str):
            self._keep(said["file"], said.get("data"))
        elif "result" in said:
            self._result = said["result"]
        elif said.get("done") is True:
            self._done = True

    def _answer(self, said: dict[str, Any]) -> dict[str, Any]:
        self._calls += 1
        values, named = said.get("values"), said.get("named")
        if self._call is None or said["call"] not in self._job.tools:
            return {"error": f"there is no tool {said['call'][:_FILE_NAME_LENGTH]!r} in the box"}
        if self._calls > _MOST_CALLS:
            return {"error": f"the code may make {_MOST_CALLS:,} calls of tools"}
        if not isinstance(values, list) or not isinstance(named, dict):
            return {"error": "a call takes values"}
        try:
            return {"value": self._call(said["call"], values, named)}
        except ToolError as error:
            return {"error": str(error)}

    def _keep(self, name: str, data: Any) -> None:
        plain = Path(name).name
        if plain != name or len(name) > _FILE_NAME_LENGTH or not name.isprintable() or len(self._files) >= _MOST_FILES:
            return
        try:
            self._files[name] = base64.b64decode(str(data), validate=True)
        except (binascii.Error, ValueError):
            return

    def _text(self) -> str:
        text = self._printed.decode("utf-8", "replace")
        return text if len(text) <= _MOST_PRINTED else text[:_MOST_PRINTED] + " …"

    def _so_far(self) -> str:
        printed = self._text().strip()
        return f"; it had printed: {printed[-400:]}" if printed else ""
