"""Worker processes with a time and a memory bound: a crash or a hang costs a step, not the run."""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, wait
from typing import TYPE_CHECKING, Any

from pebble import CONSTS, ProcessPool

from scitoolagent.config import Config
from scitoolagent.errors import WorkerDiedError
from scitoolagent.executor import worker
from scitoolagent.executor.backends.protocol import Limits, limits_of, limits_of_rows, outcome_of
from scitoolagent.executor.server import start_server, worker_context
from scitoolagent.gate import Check
from scitoolagent.toolkg.graph import ToolNode

if TYPE_CHECKING:
    from scitoolagent.executor.part_rows import Part

# How often pebble looks for calls that ran too long and for its own end; at 0.1 s ending costs as much.
CONSTS.sleep_unit = 0.02

# Seconds that a process may take to start before it is ended.
_STARTING = 5.0


class WorkerPool:
    """Processes of this machine that call tools."""

    takes_parts = False

    def __init__(self, config: Config) -> None:
        self.cache_file = str(config.cache_dir / "results.sqlite") if config.cache else None
        self._config = config
        self.workers = config.workers
        self._starting: threading.Thread | None = None
        self._ready: list[Future[Any]] = []
        self._unstarted: BaseException | None = None
        self._calls: set[Future[dict[str, Any]]] = set()
        self._lock = threading.Lock()
        self._cancelled = False
        self._pool = self._new_pool()
        atexit.register(self.close)

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self._config.workers,
            initializer=worker.start_worker,
            initargs=(str(self._config.cache_dir), str(self._config.data_dir)),
            context=worker_context(),
        )

    def warm(self) -> None:
        """Start the processes now, in the background; they import their libraries while the question is planned."""
        # The screening of a question comes from a thread of its own, and a thread is only joined once it has started.
        with self._lock:
            if self._starting is None:
                starting = threading.Thread(target=self._start, daemon=True)
                starting.start()
                self._starting = starting

    def _start(self) -> None:
        try:
            start_server()  # before the locks of the pool: Python would start a helper for them that complains
            self._ready = [self._pool.schedule(worker.ready) for _ in range(self.workers)]
        except (OSError, MemoryError, RuntimeError) as error:
            self._unstarted = error

    def _see_started(self) -> None:
        """Wait until the processes are up.

        Raises:
            WorkerDiedError: none can be started; the next call tries again.
        """
        if self._starting is None:
            return
        self._starting.join()
        # A process that is just starting would miss what it shares with this one, and say so on the terminal.
        wait(self._ready, _STARTING)
        ended = [one.exception() for one in self._ready if one.done() and not one.cancelled()]
        error = self._unstarted or next((one for one in ended if one is not None), None)
        if error is None:
            return
        with self._lock:
            _end(self._pool)
            self._pool, self._starting, self._ready, self._unstarted = self._new_pool(), None, [], None
        while error.__cause__ is not None:
            error = error.__cause__
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise WorkerDiedError(
            f"no process that calls tools could be started ({why}); end other programs, or raise the limits of this "
            "shell (ulimit -v, -n, -u)"
        )

    def submit(self, tool: ToolNode, arguments: dict[str, Any], check: Check) -> Future[dict[str, Any]]:
        """Call a tool in a worker and screen its values there, within `limits_of`; `outcome` reads the future."""
        limits = limits_of(tool, self._config)
        call = [tool.name, tool.module, arguments, self.cache_file, check]
        return self.schedule(worker.run_tool, call, limits)

    def submit_rows(self, tools: Sequence[ToolNode], task: Sequence[Any], seconds: float) -> Future[dict[str, Any]]:
        """Call tools on some rows in a worker; `task` are the arguments of `run_rows` up to its time.

        No row is begun after some seconds, and the last one may take as long as a call of each tool may.
        """
        from scitoolagent.executor.rows import run_rows

        return self.schedule(run_rows, [*task, seconds], limits_of_rows(tools, seconds, self._config))

    def submit_part(self, tools: Sequence[ToolNode], part: Part, seconds: float) -> Future[dict[str, Any]]:
        """Call tools on some rows of a table, which a worker reads and writes."""
        from scitoolagent.executor.part_rows import run_part

        return self.schedule(run_part, [part, seconds], limits_of_rows(tools, seconds, self._config))

    def screen(self, subjects: list[tuple[str, Any]], entry: str = "question") -> Future[dict[str, Any]]:
        """Screen values in a worker, while the question is being planned; `entry` says where they come in or go out."""
        return self.schedule(worker.run_screening, [subjects, entry], limits_of(None, self._config))

    def schedule(
        self, function: Callable[..., dict[str, Any]], arguments: list[Any], limits: Limits
    ) -> Future[dict[str, Any]]:
        """Run a function of the executor in a worker, within bounds."""
        if self._cancelled:
            raise CancelledError
        self.warm()
        self._see_started()
        task = [limits.megabytes, function, *arguments]
        try:
            future: Future[dict[str, Any]] = self._pool.schedule(worker.run_bounded, args=task, timeout=limits.seconds)
        except RuntimeError:
            # A call that no worker could read has ended them all, and such a pool takes no other call.
            with self._lock:
                self._pool = self._new_pool()
            future = self._pool.schedule(worker.run_bounded, args=task, timeout=limits.seconds)
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

    def outcome(self, future: Future[dict[str, Any]], tool: ToolNode | None = None) -> dict[str, Any]:
        """What the worker gave back; raises as `outcome_of`."""
        return outcome_of(future, tool, self._config)

    def close(self) -> None:
        """End all worker processes; calls still running are stopped, and who waits for them gets CancelledError."""
        if self._starting is not None:
            self._starting.join()
        # A stopped pool leaves its calls undone, and a thread that waits for one would keep the program from ending.
        self.cancel()
        _end(self._pool)
        atexit.unregister(self.close)


def _end(pool: ProcessPool) -> None:
    """End the processes of a pool, also of one that never got all that it needs."""
    with contextlib.suppress(OSError, RuntimeError):
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()
