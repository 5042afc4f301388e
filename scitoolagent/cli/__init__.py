"""The command line. Nothing heavy is imported before a command asks for it."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from importlib.util import find_spec


def main() -> None:
    """Run the command line and end the process.

    By now every file is closed and every worker has ended; the interpreter would take 0.1 s more to take itself apart.
    """
    _open_streams()
    code = run()
    try:
        sys.stdout.flush()
    except OSError as error:
        code = code or _told(error)
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


def _open_streams() -> None:
    """Put nothing in the place of streams that are closed, so that no other file gets their numbers."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, closefd=False, encoding="utf-8"))  # noqa: SIM115  for the whole run


def _is_output_full() -> bool:
    try:
        os.write(1, b"\n")
    except OSError:
        return True
    return False


def _told(error: OSError | MemoryError | ImportError | RecursionError) -> int:
    """Say in one line what the machine refuses, and give the exit code, which is not the gate's."""
    if isinstance(error, BrokenPipeError):
        return 1
    if isinstance(error, RecursionError):
        text = "the input is nested too deep to be read; give a flatter one"
    elif isinstance(error, (MemoryError, ImportError)) or error.errno == errno.ENOMEM:
        text = f"there is not enough memory ({error}); end other programs, or raise the limit (ulimit -v)"
    elif error.errno in (errno.EMFILE, errno.ENFILE):
        text = f"{error.strerror}; close other programs, or raise the limit (ulimit -n)"
    elif not error.filename and _is_output_full():
        text = f"the output cannot be written: {error.strerror or error}; send it to another place"
    else:
        place = f"{error.filename}: " if error.filename else ""
        text = f"{place}{error.strerror or error}; free some space, or name other folders with SCITOOLAGENT_DATA_DIR, "
        text += "SCITOOLAGENT_CACHE_DIR and TMPDIR"
    with contextlib.suppress(OSError):
        print(f"scitoolagent: {text.splitlines()[0]}", file=sys.stderr)  # noqa: T201
    return 1


def run() -> int:
    """Run the command line and give its exit code; errors of this package end it with a message, not a traceback."""
    # pydantic looks for plug-ins in every installed package, here and in each worker: 50 ms for what nobody uses.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # A worker is one of several at work; threads of numpy's in each would be in each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from scitoolagent.errors import SciToolAgentError

    for name in ("SIGTERM", "SIGHUP"):
        # What `nohup` has set stays.
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
            signal.signal(getattr(signal, name), _stop)
    try:
        if sys.argv[1:2] in (["ask"], ["map"]):
            # Before anything else: the worker processes import their libraries while this one imports its own.
            from scitoolagent.executor.server import start_server

            start_server()
        if sys.argv[1:] == ["mcp"] and find_spec("mcp") is not None:
            # A client waits for the first answer; importing the other commands would take most of that time.
            from scitoolagent.mcp.stdio import serve_stdio

            serve_stdio()
        elif sys.argv[1:2] == ["ask"]:
            # The other commands are not needed to answer, and neither is what reads their options.
            from scitoolagent.cli.ask import ask

            return ask(sys.argv[2:])
        else:
            from scitoolagent.cli.app import app

            app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except SciToolAgentError as error:
        from scitoolagent.cli.exit import code_of
        from scitoolagent.reading.explain import printable

        # A message quotes the question, which may hold codes that a terminal would obey.
        print(f"scitoolagent: {printable(str(error))}", file=sys.stderr)  # noqa: T201
        return code_of(error)
    except (OSError, MemoryError, ImportError, RecursionError) as error:
        return _told(error)
    except KeyboardInterrupt as stop:
        ended = int(stop.args[0]) if stop.args else signal.SIGINT
        hint = "; `scitoolagent resume last` goes on with the run" if sys.argv[1:2] == ["ask"] else ""
        print(f"scitoolagent: stopped{hint}", file=sys.stderr)  # noqa: T201
        return 128 + ended
    return 0


def _stop(number: int, _: object) -> None:
    """End as by ctrl-C, so that workers are ended and files closed."""
    raise KeyboardInterrupt(number)
