"""The command line. Nothing heavy is imported before a command asks for it."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from importlib.util import find_spec

_WIDTHS = (20, 1000)  # columns


def main() -> None:
    """Run the command line and end the process.

    By now every file is closed and every worker has ended; the interpreter would take 0.1 s more to take itself apart.
    """
    from scitoolagent.cli.machine import stopped, take_signals, told, too_little

    try:
        take_signals()
        _open_streams()
        _take_width()
        if lack := too_little():
            sys.stderr.write(f"scitoolagent: {lack}\n")
            os._exit(1)
        code = run()
        try:
            sys.stdout.flush()
        except OSError as error:
            code = code or told(error)
    except KeyboardInterrupt:
        code = stopped()
    except _schema_errors() as error:
        if "KeyboardInterrupt" not in str(error):
            raise
        code = stopped()
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


def _schema_errors() -> tuple[type[Exception], ...]:
    """Return what pydantic makes of an interrupt while its classes are built; it may not be loaded yet."""
    loaded = sys.modules.get("pydantic_core")
    return (loaded.SchemaError,) if loaded is not None else ()


def _open_streams() -> None:
    """Put nothing in the place of streams that are closed, so that no other file gets their numbers."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, closefd=False, encoding="utf-8"))  # noqa: SIM115  for the whole run
    codecs.register_error("escaped", _escaped)
    for stream in (sys.stdout, sys.stderr):
        # A stream that lacks a letter (LANG=C) shows its number, as in JSON, which stays JSON so.
        if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(errors="escaped")


def _take_width() -> None:
    """Leave a width out that no terminal has: in none at all nothing would be shown, in a huge one blanks."""
    wanted = os.environ.get("COLUMNS", "")
    if wanted and not (wanted.isascii() and wanted.isdigit() and _WIDTHS[0] <= int(wanted[:9]) <= _WIDTHS[1]):
        del os.environ["COLUMNS"]


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """What stands for letters that the encoding of a stream lacks: their numbers in UTF-16, as JSON writes them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    data = error.object[error.start : error.end].encode("utf-16-be", errors="surrogatepass")
    units = (int.from_bytes(data[place : place + 2], "big") for place in range(0, len(data), 2))
    return "".join(f"\\u{unit:04x}" for unit in units), error.end


def run() -> int:
    """Run the command line and give its exit code; errors of this package end it with a message, not a traceback."""
    # pydantic looks for plug-ins in every installed package, here and in each worker: 50 ms for what nobody uses.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # As each worker (`executor.server`): threads of numpy's would be in the workers' way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from scitoolagent.cli.machine import ended, is_refusal, stopped, told
    from scitoolagent.errors import SciToolAgentError

    try:
        if sys.argv[1:2] in (["ask"], ["map"]):
            # Before anything else: the worker processes import their libraries while this one imports its own.
            from scitoolagent.executor.server import start_server

            start_server()
        if _is_plain_mcp(sys.argv[1:]) and find_spec("mcp") is not None:
            # A client waits for the first answer; importing the other commands would take most of that time.
            from scitoolagent.mcp.stdio import serve_stdio

            serve_stdio(*sys.argv[3:])
        elif sys.argv[1:2] == ["ask"]:
            # The other commands are not needed to answer, and neither is what reads their options.
            from scitoolagent.cli.ask import ask

            return ask(sys.argv[2:])
        else:
            from scitoolagent.cli.app import app

            app()
    except SystemExit as end:
        return ended(end.code)
    except SciToolAgentError as error:
        from scitoolagent.cli.exit import code_of
        from scitoolagent.language.signs import printable

        # A message quotes the question, which may hold codes that a terminal would obey.
        print(f"scitoolagent: {printable(str(error))}", file=sys.stderr)  # noqa: T201
        return code_of(error)
    except KeyboardInterrupt:
        return stopped()
    except (OSError, MemoryError, ImportError, RuntimeError) as error:
        if not is_refusal(error):
            raise
        return told(error)
    return 0


def _is_plain_mcp(words: list[str]) -> bool:
    """Whether the server is to be started over standard input and output, as hosts do."""
    return words == ["mcp"] or (words[:2] == ["mcp", "--folder"] and len(words) == 3)
