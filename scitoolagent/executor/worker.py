"""What runs inside a worker process: one tool call, its cache, its memory bound.

Nothing but plain data crosses the process border: an exception of a tool comes back as its class name and message.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import threading
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from scitoolagent.errors import SciToolAgentError
from scitoolagent.executor.cache import ResultCache
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.declare import ToolSpec
from scitoolagent.tool.registry import load_tool, source_version

_MEGABYTE = 1 << 20


def start_worker(megabytes: int) -> None:
    """Bound the memory of this process, where the system can do so, and end it with the one that it works for."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * _MEGABYTE, megabytes * _MEGABYTE))


def _end_with_parent() -> None:
    """A parent that is killed ends nothing itself, and a call that hangs would go on for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def ready() -> bool:
    """Answer when the process is up; asked ahead so that the first step does not wait for imports."""
    return True


def ready_to_screen() -> bool:
    """Answer when this process can screen; asked of one process ahead, while the question is still being read."""
    run_screening([("smiles", "CCO")])
    return True


def run_tool(name: str, module: str, arguments: dict[str, Any], cache_file: str | None) -> dict[str, Any]:
    """Call one tool, which `module` declares.

    Returns:
        `outputs` and `cached` of a call that worked, or `error` (class name) and `message`; always `version`.
    """
    version = ""
    try:
        spec = load_tool(name, module)
        version = spec.version or source_version(spec.function.__module__)
        # What a tool elsewhere gives may change without our knowing, so it is not kept.
        cache = ResultCache(Path(cache_file)) if cache_file and not spec.version else None
        key = _key(spec, version, arguments) if cache else ""
        known = cache.get(key) if cache else None
        if known is not None:
            return {"outputs": known, "cached": True, "version": version}
        # What a library prints must not land in the answer on the caller's standard output.
        with contextlib.redirect_stdout(io.StringIO()):
            outputs = call_tool(spec, arguments)
        if cache:
            cache.put(key, outputs)
    except SciToolAgentError as error:
        return {"error": type(error).__name__, "message": str(error), "version": version}
    except MemoryError:
        return {"error": "ToolFailedError", "message": f"{name} ran out of memory", "version": version}
    except RecursionError:
        return {"error": "ToolFailedError", "message": f"{name} recursed too deep", "version": version}
    return {"outputs": outputs, "cached": False, "version": version}


def run_screening(subjects: list[tuple[str, str]]) -> dict[str, Any]:
    """Screen values for hazards; `findings` as plain data, or `error` and `message`."""
    from scitoolagent.executor.gate import screen_value

    try:
        found = [finding.model_dump() for kind, value in subjects for finding in screen_value(kind, value)]
    except SciToolAgentError as error:
        return {"error": type(error).__name__, "message": str(error)}
    return {"findings": found}


def _key(spec: ToolSpec, version: str, arguments: dict[str, Any]) -> str:
    files = [port.name for port in spec.inputs if port.python is Path and port.name in arguments]
    return ResultCache.key(spec.name, version, arguments, [Path(arguments[name]) for name in files])
