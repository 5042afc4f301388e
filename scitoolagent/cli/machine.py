"""What the machine refuses, and signals: each ends a command with one line that says what to do."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor
from typing import Any

# With less, libraries end the process in the middle of their work, where nobody can say why.
_LEAST_MEGABYTES = 400
_LEAST_FILES = 24

_INTERRUPTED = 130  # of typer
_THREADS = "can't start new thread"  # the words of Python's RuntimeError, which has no class of its own
_signals: list[int] = []  # those that came


def too_little() -> str:
    """What the limits of this process lack for any command; empty where they do."""
    try:
        import resource
    except ImportError:  # Windows
        return ""
    rows = (
        (resource.RLIMIT_AS, _LEAST_MEGABYTES, 1 << 20, "MB of memory", "ulimit -v"),
        (resource.RLIMIT_NOFILE, _LEAST_FILES, 1, "open files", "ulimit -n"),
    )
    for kind, least, unit, what, command in rows:
        given = resource.getrlimit(kind)[0]
        if given != resource.RLIM_INFINITY and given < least * unit:
            return f"only {given // unit} {what} are allowed here, but {least} are needed; raise the limit ({command})"
    return ""


def take_signals() -> None:
    """End by any signal as by ctrl-C, so that workers are ended and files closed; a second one ends at once."""
    usual = (signal.SIG_DFL, signal.default_int_handler)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU"):
        # What `nohup` has set stays.
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) in usual:
            signal.signal(getattr(signal, name), _stop)
    sys.unraisablehook = _unraised
    threading.excepthook = _thread_ended


def _stop(number: int, _: object) -> None:
    _signals.append(number)
    if len(_signals) > 1:
        os._exit(128 + number)
    raise KeyboardInterrupt(number)


def stopped() -> int:
    """Say that a signal has ended the command, and give the exit code."""
    number = _signals[0] if _signals else signal.SIGINT
    _signals.append(number)
    hint = "; `scitoolagent resume last` continues the run" if sys.argv[1:2] == ["ask"] else ""
    _say(f"stopped{hint}")
    return 128 + number


def ended(code: str | int | None) -> int:
    """The exit code of a command that has ended itself; typer ends one that was interrupted without a word."""
    if code == _INTERRUPTED and _signals:
        return stopped()
    return code if isinstance(code, int) else int(code is not None)


def _unraised(what: Any) -> None:
    """A signal that came while an object was being destroyed ends the command, too; its exception gets nowhere."""
    if isinstance(what.exc_value, KeyboardInterrupt):
        os._exit(stopped())
    if not isinstance(what.exc_value, (OSError, MemoryError)):
        sys.__unraisablehook__(what)


def _thread_ended(what: threading.ExceptHookArgs) -> None:
    """What the machine refuses a thread ends the command: others would wait for that thread for ever."""
    if is_refusal(what.exc_value):
        os._exit(told(what.exc_value))
    threading.__excepthook__(what)


def is_refusal(error: BaseException | None) -> bool:
    """Whether an error is the machine's: no memory, no space, no more files, processes or depth."""
    if isinstance(error, (OSError, MemoryError, ImportError, RecursionError, BrokenExecutor)):
        return True
    return isinstance(error, RuntimeError) and str(error) == _THREADS


def told(error: BaseException | None) -> int:
    """Say in one line what the machine refuses, and give the exit code, which is not the gate's."""
    while error is not None and error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, BrokenPipeError):
        return 1
    if isinstance(error, RecursionError):
        text = "the input is nested too deeply; give a flatter one"
    elif isinstance(error, ImportError):
        text = f"a library cannot be loaded{_detail(error)}; install scitoolagent again, or give it more memory"
    elif not isinstance(error, OSError) or error.errno in (errno.ENOMEM, errno.EAGAIN):
        text = f"there is not enough memory{_detail(error)}; close other programs, or raise the limits (ulimit -v, -u)"
    elif error.errno in (errno.EMFILE, errno.ENFILE):
        text = f"{error.strerror}; close other programs, or raise the limit (ulimit -n)"
    elif not error.filename and _is_output_full():
        text = f"the output cannot be written: {error.strerror or error}; send it to another place"
    else:
        place = f"{error.filename}: " if error.filename else ""
        text = f"{place}{error.strerror or error}; free some space, or name other folders with SCITOOLAGENT_DATA_DIR, "
        text += "SCITOOLAGENT_CACHE_DIR and TMPDIR"
    _say(text)
    return 1


def _detail(error: BaseException | None) -> str:
    lines = str(error).strip().splitlines() if error is not None else []
    return f" ({lines[0]})" if lines else ""


def _is_output_full() -> bool:
    try:
        os.write(1, b"\n")
    except OSError:
        return True
    return False


def _say(text: str) -> None:
    # The stream may have no memory left to work with, and may be in use by what was interrupted.
    with contextlib.suppress(OSError):
        os.write(2, f"scitoolagent: {' '.join(text.split())}\n".encode(errors="replace"))
