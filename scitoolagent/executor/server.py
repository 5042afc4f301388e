"""Start the process that worker processes are forked from; imports next to nothing, so that it can come first."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from multiprocessing import forkserver
from multiprocessing.context import BaseContext, ForkServerContext, ForkServerProcess
from types import ModuleType
from typing import Any

_MAIN = threading.Lock()


class _WorkerProcess(ForkServerProcess):
    """A worker that does not import its caller's main script.

    Workers call tools by name, so they need nothing of it; and a script that makes an agent at its top level would
    otherwise make another one in each worker, without end.
    """

    @staticmethod
    def _Popen(process_obj: Any) -> Any:
        with _MAIN:
            main = sys.modules["__main__"]
            sys.modules["__main__"] = ModuleType("__main__")
            try:
                return ForkServerProcess._Popen(process_obj)  # type: ignore[attr-defined]
            finally:
                sys.modules["__main__"] = main


class _WorkerContext(ForkServerContext):
    Process = _WorkerProcess  # type: ignore[assignment]


def worker_context() -> BaseContext:
    """From a fork server that imports rdkit once; by spawning where there is none (Windows)."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    made = _WorkerContext()
    made.set_forkserver_preload(["scitoolagent.executor.preload"])
    return made


def start_server() -> None:
    """Start the fork server; a pool made later finds it running.

    Starting it takes a few milliseconds, and in a thread twenty times that: its caller's imports would hold the lock.
    """
    if worker_context().get_start_method() == "forkserver":
        forkserver.ensure_running()
