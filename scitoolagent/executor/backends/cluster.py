"""Ray: the calls of a run on the machines of a cluster, with the same bounds, gate and cache as on one machine.

Questions are screened here, where their values enter, and calls with files that the others may not see are made here.
All other calls, and rows, go to Ray, which makes them again where a machine is lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, InvalidStateError
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pebble import ProcessExpired

from scitoolagent import errors
from scitoolagent.config import Config
from scitoolagent.errors import WorkerDiedError
from scitoolagent.executor.backends import node
from scitoolagent.executor.backends.connection import Connection, Machine
from scitoolagent.executor.backends.local import WorkerPool
from scitoolagent.executor.backends.protocol import Limits, limits_of, limits_of_rows, outcome_of
from scitoolagent.executor.backends.wire import Request, packed, reply_of
from scitoolagent.gate import Check
from scitoolagent.toolkg.graph import ToolNode

if TYPE_CHECKING:
    from scitoolagent.executor.part_rows import Part

# So often it is seen whether there is any machine left, and so long none may be.
_LOOKED_UP, _ALONE = 5.0, 30.0


class Cluster:
    """The machines of a Ray cluster, and the processes of this one.

    Raises:
        ConfigError: Ray is not installed.
    """

    takes_parts = True

    def __init__(self, config: Config) -> None:
        self._config = config
        self._connection = Connection(config)
        self._here = WorkerPool(config)
        self.cache_file = self._here.cache_file
        self._calls: dict[Future[dict[str, Any]], Any] = {}
        self._lock = threading.Lock()
        self._cancelled = False
        self._watching: threading.Thread | None = None
        self._closed = threading.Event()

    @property
    def workers(self) -> int:
        """How many calls the cluster runs at the same time, by the CPUs that it says it has."""
        return self._connection.cpus

    def machines(self) -> tuple[Machine, ...]:
        """The machines of the cluster, for who wants to know.

        Raises:
            ConfigError: there is no cluster, or one of them cannot take calls.
        """
        return self._connection.machines()

    def warm(self) -> None:
        """Start the processes of this machine in the background; the cluster is joined by the first call."""
        self._here.warm()

    def submit(self, tool: ToolNode, arguments: dict[str, Any], check: Check) -> Future[dict[str, Any]]:
        """Call a tool on the cluster, or here where it is given a file that only this machine is known to see."""
        if self._names_files(tool, arguments):
            return self._here.submit(tool, arguments, check)
        call = [tool.name, tool.module, arguments, self.cache_file, check]
        return self._submit("tool", call, limits_of(tool, self._config))

    def submit_rows(self, tools: Sequence[ToolNode], task: Sequence[Any], seconds: float) -> Future[dict[str, Any]]:
        """Call tools on some rows; here where a tool takes files."""
        if task[0] and any(port.python == "Path" for tool in tools for port in tool.inputs):
            return self._here.submit_rows(tools, task, seconds)
        return self._submit("rows", [*task, seconds], limits_of_rows(tools, seconds, self._config))

    def submit_part(self, tools: Sequence[ToolNode], part: Part, seconds: float) -> Future[dict[str, Any]]:
        """Call tools on some rows of a table, which a machine reads from the shared folder, and writes there."""
        return self._submit("part", [part, seconds], limits_of_rows(tools, seconds, self._config))

    def screen(self, subjects: list[tuple[str, Any]], entry: str = "question") -> Future[dict[str, Any]]:
        """Screen values on this machine, where they enter."""
        return self._here.screen(subjects, entry)

    def _names_files(self, tool: ToolNode, arguments: dict[str, Any]) -> bool:
        """Whether a call is given a file outside of the folder that all machines share."""
        shared = self._config.cache_dir.resolve()
        given = [arguments[port.name] for port in tool.inputs if port.python == "Path" and port.name in arguments]
        paths = [Path(str(one)) for value in given for one in (value if isinstance(value, list) else [value])]
        return not all(path.resolve().is_relative_to(shared) for path in paths)

    def _submit(self, function: str, arguments: list[Any], limits: Limits) -> Future[dict[str, Any]]:
        if self._cancelled:
            raise CancelledError
        future: Future[dict[str, Any]] = Future()
        try:
            data = packed(
                Request(
                    function,
                    arguments,
                    limits.seconds,
                    limits.megabytes,
                    node.program(),
                    str(self._config.cache_dir.resolve()),
                    str(self._config.data_dir.resolve()),
                )
            )
        except (TypeError, ValueError, RecursionError):
            future.set_exception(BrokenExecutor())
            return future
        reference = self._connection.call(data)
        with self._lock:
            self._calls[future] = reference
            if self._watching is None:
                self._watching = threading.Thread(target=self._watch, daemon=True)
                self._watching.start()
        future.add_done_callback(self._forget)
        reference.future().add_done_callback(partial(_settle, future))
        # It may have been cancelled while the call was being handed over.
        if self._cancelled:
            future.cancel()
        return future

    def _forget(self, future: Future[dict[str, Any]]) -> None:
        with self._lock:
            reference = self._calls.pop(future, None)
        if future.cancelled() and reference is not None:
            # Who waits for it is woken.
            future.set_running_or_notify_cancel()
            self._connection.stop(reference)

    def _watch(self) -> None:
        """End calls that no machine is left for: they would wait for ever."""
        seen = time.monotonic()
        while not self._closed.wait(_LOOKED_UP):
            seen = time.monotonic() if self._connection.has_machines() else seen
            if time.monotonic() - seen < _ALONE:
                continue
            with self._lock:
                waiting = tuple(self._calls)
            for future in waiting:
                _fail(
                    future,
                    WorkerDiedError(f"no machine of the Ray cluster {self._connection.name} is left to call tools"),
                )

    def outcome(self, future: Future[dict[str, Any]], tool: ToolNode | None = None) -> dict[str, Any]:
        """What a call gave back; raises as `outcome_of`."""
        return outcome_of(future, tool, self._config)

    def cancel(self) -> None:
        """End all calls under way, here and on the cluster, from any thread; `resume` lets calls in again."""
        self._cancelled = True
        with self._lock:
            calls = tuple(self._calls)
        for call in calls:
            call.cancel()
        self._here.cancel()

    def resume(self) -> None:
        """Take calls again after `cancel`."""
        self._cancelled = False
        self._here.resume()

    def close(self) -> None:
        """Stop all calls, end the processes of this machine and leave the cluster."""
        self._closed.set()
        self.cancel()
        self._here.close()
        self._connection.close()


def _settle(future: Future[dict[str, Any]], done: Future[Any]) -> None:
    """Make of what Ray gave what a pool of this machine would have given."""
    error = CancelledError() if done.cancelled() else done.exception()
    if error is not None:
        why = str(error).strip().splitlines() or [""]
        lost = f"the cluster lost the call ({type(error).__name__}: {why[0][:200]})"
        _fail(future, WorkerDiedError(lost))
        return
    try:
        reply = reply_of(done.result())
        raised = _raised(reply)
    except WorkerDiedError as unread:
        _fail(future, unread)
        return
    if raised is not None:
        _fail(future, raised)
        return
    with suppress(InvalidStateError):
        future.set_result(reply)


def _raised(reply: dict[str, Any]) -> BaseException | None:
    """How a call ended that gave nothing back, as the pool of one machine raises it."""
    how = reply.get("raised")
    if how is None:
        return None
    if how == node.TIME:
        return FutureTimeoutError()
    if how == node.DIED:
        code = reply.get("exitcode")
        return ProcessExpired("the process died", code if isinstance(code, int) else -1)
    if how == node.UNREAD:
        return BrokenExecutor()
    kind = getattr(errors, str(reply.get("error")), None)
    if not (isinstance(kind, type) and issubclass(kind, errors.SciToolAgentError)):
        kind = WorkerDiedError
    return kind(str(reply.get("message")))


def _fail(future: Future[dict[str, Any]], error: BaseException) -> None:
    # It may have been cancelled meanwhile.
    with suppress(InvalidStateError):
        future.set_exception(error)
