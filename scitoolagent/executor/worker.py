"""What runs inside a worker process: one call after another, each within its memory bound, and the cache.

Nothing but plain data crosses the process border: an exception of a tool comes back as its class name and message.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from scitoolagent.box import let_call
from scitoolagent.config import load_config
from scitoolagent.errors import SafetyError, SciToolAgentError, TableError, ToolError, class_name
from scitoolagent.executor.cache import ResultCache
from scitoolagent.executor.code_calls import called_by_code
from scitoolagent.gate import Check, screen_many
from scitoolagent.tool.call import call_tool, check_outputs
from scitoolagent.tool.declare import ToolSpec
from scitoolagent.tool.registry import load_tool
from scitoolagent.tool.versions import Versions, versions_of

_MEGABYTE = 1 << 20
WITHHELD = "it failed; the text of its error is withheld, since the safety gate stops what is in it"


def start_worker(cache_dir: str = "", data_dir: str = "") -> None:
    """End this process with the one that it works for, and keep files where that one looks for them.

    The server that it was forked from may be older than the settings of its caller.
    """
    for name, folder in (("SCITOOLAGENT_CACHE_DIR", cache_dir), ("SCITOOLAGENT_DATA_DIR", data_dir)):
        if folder:
            os.environ[name] = folder
    load_config.cache_clear()
    let_call(called_by_code)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed ends nothing itself, and a call that hangs would go on for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _end_children()
        os._exit(1)


def ready() -> bool:
    """Answer when the process is up; asked ahead so that the first step does not wait for imports."""
    return True


def run_bounded(megabytes: int, function: Callable[..., Any], *arguments: Any) -> Any:
    """Make one call within a bound on the memory of this process; no process that it started outlives it."""
    try:
        with memory_bound(megabytes):
            return function(*arguments)
    finally:
        _end_children()


def _end_children() -> None:
    """End the processes that a call has left behind, where the system says which they are; in a worker only."""
    if multiprocessing.parent_process() is None:
        return
    with contextlib.suppress(OSError, ValueError):
        for listed in Path("/proc/self/task").glob("*/children"):
            for child in listed.read_text().split():
                os.kill(int(child), signal.SIGKILL)


@contextlib.contextmanager
def memory_bound(megabytes: int) -> Iterator[None]:
    """Bound the address space of this process for a while, where the system can do so.

    Only the soft limit is set: a hard one cannot be raised again, and the next tool may need more.
    """
    try:
        import resource

        before = resource.getrlimit(resource.RLIMIT_AS)
        hard = before[1]
        size = megabytes * _MEGABYTE
        soft = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    except (ImportError, ValueError, OSError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def run_tool(
    name: str, module: str, arguments: dict[str, Any], cache_file: str | None, check: Check | None = None
) -> dict[str, Any]:
    """Call one tool, which `module` declares, and screen what goes into it and comes out of it.

    Args:
        name: name of the tool.
        module: the module that declares it.
        arguments: its inputs.
        cache_file: where results are kept, if they are.
        check: what is screened; left out by who screens before and after the call in its own process.
    Returns:
        `outputs` and `cached` of a call that worked, `held` for one that its arguments hold back, or `error` (class
        name) and `message`; always `version`, and `found` by the screening.
    """
    reply: dict[str, Any] = {"version": "", "found": ()}
    try:
        spec = load_tool(name, module)
        made_by = versions_of(spec)
        reply["version"] = made_by.code
        if check is not None:
            reply["found"] = screen_many(_kinds(check.inputs, arguments))
            if "" in check.held or any(item.finding.verdict in check.held for item in reply["found"]):
                return reply | {"held": True}
        outputs, cached = _made(spec, made_by, arguments, cache_file)
        if check is not None:
            reply["found"] += screen_many(_kinds(check.outputs, outputs), "result")
    except SciToolAgentError as error:
        if isinstance(error.__cause__, MemoryError):
            return reply | _out_of_memory(name)
        return reply | (_failure(error) if check is not None else _as_told(error))
    except MemoryError:
        return reply | _out_of_memory(name)
    except RecursionError:
        return reply | {"error": "ToolFailedError", "message": f"{name} recursed too deep"}
    return reply | {"outputs": outputs, "cached": cached}


def _failure(error: SciToolAgentError) -> dict[str, Any]:
    """An error as it is told: its text may hold what code or a foreign program put together, so it is screened."""
    if isinstance(error, SafetyError):
        return _as_told(error)  # the words of the gate itself
    try:
        found = screen_many([("", str(error))], "result")
    except SciToolAgentError as unscreened:
        return _as_told(unscreened)
    if any(item.finding.verdict == "block" for item in found):
        return {"error": class_name(error), "message": WITHHELD}
    return _as_told(error)


def _as_told(error: SciToolAgentError) -> dict[str, Any]:
    return {"error": class_name(error), "message": str(error)}


def _kinds(kinds: dict[str, str], values: dict[str, Any]) -> list[tuple[str, Any]]:
    """Values with how each is screened; one that is not declared is screened by its content."""
    return [(kinds.get(name, ""), value) for name, value in values.items()]


def _made(
    spec: ToolSpec, made_by: Versions, arguments: dict[str, Any], cache_file: str | None
) -> tuple[dict[str, Any], bool]:
    """The outputs of a call, and whether they are those of an earlier one."""
    keeps = cache_file and lasts(spec, made_by, arguments) and all(map(_is_known, _files(spec, arguments)))
    cache = ResultCache(Path(cache_file)) if cache_file and keeps else None
    key = _key(spec, made_by, arguments) if cache else ""
    files = partial(_named, spec)
    known = _known(spec, cache.get(key, files)) if cache else None
    if known is not None:
        _used(files(known))
        return known, True
    # What a library prints must not land in the answer on the caller's standard output.
    with contextlib.redirect_stdout(io.StringIO()):
        outputs = call_tool(spec, arguments)
    if cache:
        cache.put(key, outputs, files)
    return outputs, False


def lasts(spec: ToolSpec, made_by: Versions, arguments: dict[str, Any]) -> bool:
    """Whether what a tool gives for some arguments may be kept: it would give the same again."""
    return made_by.lasting and not (spec.unseeded and not arguments.get(spec.unseeded))


def _is_known(path: Path) -> bool:
    """Whether the content of an input can be told: that of a file, or of a table whose rows name no other files."""
    if not path.is_dir():
        return True
    from scitoolagent.tables import Table
    from scitoolagent.tables.structures import FILES

    try:
        columns = Table.load(path).columns
    except TableError:
        return False
    return not {column.type for column in columns} & {kind for kind, _ in FILES}


def _used(files: Iterable[Path]) -> None:
    """Keep tables that are used again from being removed as old ones."""
    for path in files:
        with contextlib.suppress(OSError):
            os.utime(path)


def _out_of_memory(name: str) -> dict[str, Any]:
    message = f"{name} ran out of the memory that a call may take; try a smaller input"
    return {"error": "ToolFailedError", "message": message}


def run_screening(subjects: list[tuple[str, Any]], entry: str = "question") -> dict[str, Any]:
    """Screen the values of a question, or those of another entry; `found`, or `error` and `message`."""
    try:
        return {"found": screen_many(subjects, entry)}
    except SciToolAgentError as error:
        return {"error": class_name(error), "message": str(error)}


def _known(spec: ToolSpec, outputs: Any) -> dict[str, Any] | None:
    """The outputs from the cache as they stand; None for what the tool could not have given."""
    try:
        return check_outputs(spec, outputs)
    except ToolError:
        return None


def _named(spec: ToolSpec, outputs: Any) -> list[Path]:
    """The files, and folders of tables, that some outputs name."""
    if not isinstance(outputs, dict):
        return []
    given = [outputs[port.name] for port in spec.outputs if port.python is Path and port.name in outputs]
    return [Path(str(item)) for value in given for item in _items(value)]


def _key(spec: ToolSpec, made_by: Versions, arguments: dict[str, Any]) -> str:
    files = _files(spec, arguments)
    return ResultCache.key(spec.name, [made_by.code, *made_by.libraries], arguments, files)


def _files(spec: ToolSpec, arguments: dict[str, Any]) -> list[Path]:
    """The files and folders among the inputs."""
    given = [arguments[port.name] for port in spec.inputs if port.python is Path and port.name in arguments]
    return [Path(str(item)) for value in given for item in _items(value)]


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
