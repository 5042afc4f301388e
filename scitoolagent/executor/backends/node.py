"""What runs in a Ray worker: it reads a call, and has it made in a process of its own, with bounds of time and memory.

The tool never runs in Ray's own process. So a call that hangs, crashes or fills the memory costs itself, as it does on
one machine, and what a tool leaves behind is nothing that Ray would send to the asking program.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from concurrent.futures import BrokenExecutor, Future, wait
from concurrent.futures import TimeoutError as FutureTimeoutError
from pathlib import Path
from typing import Any

from pebble import ProcessExpired

import scitoolagent
from scitoolagent.config import Config
from scitoolagent.errors import SciToolAgentError, WorkerDiedError, class_name
from scitoolagent.executor.backends.local import WorkerPool
from scitoolagent.executor.backends.protocol import Limits
from scitoolagent.executor.backends.wire import Request, arguments_of, packed, request_of

# So often the main thread looks up, or Ray could not stop a call that nobody waits for any more.
_LOOKED_UP = 0.2
# How a call ended that gave nothing back; `raised` names it, and the asking program raises the same.
TIME, DIED, UNREAD, OTHER = "time", "died", "unread", "error"

_pools: dict[tuple[str, str], WorkerPool] = {}


def program() -> dict[str, str]:
    """What the programs of both sides have to share: a call means the same, and is screened by the same tables."""
    from scitoolagent.safety_db.store import folder, manifest

    hazards = json.dumps(manifest(folder()), sort_keys=True, default=str).encode()
    return {
        "scitoolagent": scitoolagent.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "hazard database": hashlib.sha256(hazards).hexdigest()[:12],
    }


def run(data: bytes) -> bytes:
    """Make a call; the reply of its function, or `raised` and why there is none."""
    begun = time.perf_counter()
    try:
        request = request_of(data)
        if told := _other_program(request.program):
            return packed({"raised": OTHER, "error": "ConfigError", "message": told})
        function, arguments = arguments_of(request)
        limits = Limits(request.seconds, request.megabytes)
        reply = _replied(_pool(request).schedule(function, arguments, limits))
    except SciToolAgentError as error:
        reply = {"raised": OTHER, "error": class_name(error), "message": str(error)}
    return packed({**reply, "on": platform.node(), "busy": time.perf_counter() - begun})


def look(data: bytes) -> bytes:
    """What this machine is, and whether it sees a file: `name`, `program` and `sees`."""
    given = json.loads(data)
    return packed({"name": platform.node(), "program": program(), "sees": Path(str(given["file"])).is_file()})


def _other_program(asking: dict[str, str]) -> str:
    """Why this machine cannot work for the asking program; empty where it can."""
    own = program()
    for name, version in asking.items():
        if own.get(name) != version:
            return (
                f"the machine {platform.node()} of the cluster has {name} {own.get(name)}, and this program {version}; "
                "install the same on both"
            )
    return ""


def _pool(request: Request) -> WorkerPool:
    """The process that makes the calls of this Ray worker, one at a time; that of another program is ended."""
    key = (request.cache_dir, request.data_dir)
    if key not in _pools:
        while _pools:
            _pools.popitem()[1].close()
        config = Config.model_validate({"workers": 1, "cache_dir": key[0], "data_dir": key[1]})
        _pools[key] = WorkerPool(config)
    return _pools[key]


def _replied(future: Future[dict[str, Any]]) -> dict[str, Any]:
    """What a call gave, or how it ended.

    Ray stops a call by an interrupt of this thread; the process of the call is ended then.
    """
    try:
        while not wait([future], _LOOKED_UP).done:
            pass
    except KeyboardInterrupt:
        future.cancel()
        raise
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, FutureTimeoutError):
        return {"raised": TIME}
    if isinstance(error, ProcessExpired):
        return {"raised": DIED, "exitcode": error.exitcode}
    if isinstance(error, BrokenExecutor):
        return {"raised": UNREAD}
    name = class_name(error) if isinstance(error, SciToolAgentError) else WorkerDiedError.__name__
    return {"raised": OTHER, "error": name, "message": str(error) or type(error).__name__}
