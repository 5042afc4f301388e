"""Start the process that worker processes are forked from; imports next to nothing, so that it can come first."""

from __future__ import annotations

import multiprocessing
import threading
from multiprocessing import forkserver
from multiprocessing.context import BaseContext


def worker_context() -> BaseContext:
    """From a fork server that imports rdkit once; by spawning where there is none (Windows)."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["scitoolagent.executor.worker"])
    return context


def start_server() -> None:
    """Start the fork server in the background; a pool made later finds it running."""
    if worker_context().get_start_method() == "forkserver":
        threading.Thread(target=forkserver.ensure_running, daemon=True).start()
