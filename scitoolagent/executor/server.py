"""Start the process that worker processes are forked from; imports next to nothing, so that it can come first."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import BaseContext, ForkServerContext, ForkServerProcess
from pathlib import Path
from types import ModuleType
from typing import Any

_MAIN = threading.Lock()
# Of the library that numpy and scipy reckon with.
_THREADS = "OPENBLAS_NUM_THREADS"


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
                start_server()
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
    if worker_context().get_start_method() != "forkserver":
        return
    with _silent():
        # Both end with the process that they work for, and by no signal that is sent to all at once: another tracker
        # would be started, and complain of what it does not know. It lets SIGINT through again once it runs.
        with _blocked(signal.SIGHUP):
            resource_tracker.ensure_running()
        with _blocked(signal.SIGINT, signal.SIGHUP), _with_one_thread():
            forkserver.ensure_running()


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Give the processes that are started now no terminal to write to.

    What happens in them comes back through their pipes, and is told once by who waits for it. What Python, a library
    that crashes or a signal would write there besides says nothing more, in many lines.
    """
    try:
        kept = os.dup(2)
    except OSError:  # it is closed, or no more files may be opened, which the next call finds out
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@contextlib.contextmanager
def _with_one_thread() -> Iterator[None]:
    """Have the processes that are started now reckon in one thread each, whoever starts them.

    A worker is one of several at work, whose threads would be in each other's way. And the last digits of a sum go by
    how many threads share it: a run that is made again would differ where a program makes it and not the command line.
    """
    before = os.environ.get(_THREADS)
    os.environ.setdefault(_THREADS, "1")
    try:
        yield
    finally:
        if before is None:
            del os.environ[_THREADS]


@contextlib.contextmanager
def _blocked(*signals: signal.Signals) -> Iterator[None]:
    """Let signals pass by the processes that are started now."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
