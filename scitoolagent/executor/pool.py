"""Worker processes with a time and a memory bound: a crash or a hang costs a step, not the run."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

from pebble import CONSTS, ProcessExpired, ProcessPool

from scitoolagent.config import Config
from scitoolagent.errors import ToolFailedError, ToolTimeoutError
from scitoolagent.executor import worker
from scitoolagent.executor.server import worker_context

# How often pebble looks for calls that ran too long and for its own end; at 0.1 s ending costs as much.
CONSTS.sleep_unit = 0.02


class WorkerPool:
    """Local processes that call tools."""

    def __init__(self, config: Config) -> None:
        self._cache = str(config.cache_dir / "results.sqlite") if config.cache else None
        self._seconds = config.tool_seconds
        self._megabytes = config.tool_megabytes
        self._workers = config.workers
        self._starting: threading.Thread | None = None
        self._calls: set[Future[dict[str, Any]]] = set()
        self._lock = threading.Lock()
        self._cancelled = False
        self._pool = ProcessPool(
            max_workers=config.workers,
            initializer=worker.start_worker,
            initargs=(config.tool_megabytes,),
            context=worker_context(),
        )
        atexit.register(self.close)

    def warm(self) -> None:
        """Start the processes now, in the background; they import their libraries while the question is planned."""
        if self._starting is None:
            self._starting = threading.Thread(target=self._start, daemon=True)
            self._starting.start()

    def _start(self) -> None:
        self._pool.schedule(worker.ready_to_screen)
        for _ in range(1, self._workers):
            self._pool.schedule(worker.ready)

    def submit(self, tool: str, module: str, arguments: dict[str, Any]) -> Future[dict[str, Any]]:
        """Call a tool in a worker; `outcome` reads the future."""
        return self._schedule(worker.run_tool, [tool, module, arguments, self._cache])

    def screen(self, subjects: list[tuple[str, str]]) -> Future[dict[str, Any]]:
        """Screen values in a worker, while the question is being planned."""
        return self._schedule(worker.run_screening, [subjects])

    def _schedule(self, function: Callable[..., dict[str, Any]], arguments: list[Any]) -> Future[dict[str, Any]]:
        if self._cancelled:
            raise CancelledError
        self.warm()
        if self._starting is not None:
            self._starting.join()
        future: Future[dict[str, Any]] = self._pool.schedule(function, args=arguments, timeout=self._seconds)
        with self._lock:
            self._calls.add(future)
        future.add_done_callback(self._forget)
        # It may have been cancelled while the call was being handed over.
        if self._cancelled:
            future.cancel()
        return future

    def _forget(self, future: Future[dict[str, Any]]) -> None:
        with self._lock:
            self._calls.discard(future)

    def cancel(self) -> None:
        """End the processes of all calls under way, from any thread; their callers, and new ones, get CancelledError.

        Other processes take their place; `resume` lets calls in again.
        """
        self._cancelled = True
        with self._lock:
            calls = tuple(self._calls)
        for call in calls:
            call.cancel()

    def resume(self) -> None:
        """Take calls again after `cancel`."""
        self._cancelled = False

    def outcome(self, tool: str, future: Future[dict[str, Any]]) -> dict[str, Any]:
        """What the worker gave back.

        Raises:
            ToolTimeoutError: the call took too long and its process was ended.
            ToolFailedError: the process died.
        """
        try:
            return future.result()
        except FutureTimeoutError:
            raise ToolTimeoutError(
                f"{tool} ran longer than {self._seconds:g} s and was stopped; try a smaller input "
                "or raise SCITOOLAGENT_TOOL_SECONDS"
            ) from None
        except ProcessExpired as error:
            raise ToolFailedError(
                f"the process of {tool} died (exit code {error.exitcode}); it may have crashed or passed its "
                f"{self._megabytes} MB of memory"
            ) from error

    def close(self) -> None:
        """End all worker processes; calls still running are stopped."""
        if self._starting is not None:
            self._starting.join()
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()
        atexit.unregister(self.close)
