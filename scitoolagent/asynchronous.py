"""Answer questions in an event loop: the same run as `stream`, in a thread of its own.

An agent answers one question at a time, since a run has one gate, one budget and one trace; questions that are asked
meanwhile wait in their order, without a thread. Whoever wants them side by side uses several agents.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import aclosing, closing, suppress
from typing import TYPE_CHECKING, cast

from scitoolagent.errors import BusyError, SciToolAgentError
from scitoolagent.records import Answer, AnyRecord, Query

if TYPE_CHECKING:
    from scitoolagent.executor import Executor
    from scitoolagent.llm import Message

MOST_WAITING = 64
_CLOSED = "the agent was closed before it had an answer"


class AsyncCalls:
    """The part of an agent that does not block its caller."""

    _executor: Executor
    # Made when first used: most agents are never awaited.
    _runs: _Runs | None = None

    def stream(self, question: str | Query, before: Sequence[Message] = ()) -> Iterator[AnyRecord]:
        """Answer a question as a stream of records."""
        raise NotImplementedError

    async def arun(self, question: str | Query) -> Answer:
        """Answer a question, as `run` does; a task that is cancelled ends the run and its calls.

        Raises:
            NoPathError: no safe plan.
            BusyError: too many questions wait already.
        """
        async with aclosing(self.astream(question)) as records:
            return [record async for record in records if isinstance(record, Answer)][-1]

    async def astream(self, question: str | Query) -> AsyncGenerator[AnyRecord, None]:
        """Answer a question as a stream of records, as `stream` does.

        A task that is cancelled, or an iterator that is closed early, ends the run and its calls; what was recorded
        stays in the trace. Where one leaves it by `break`, `contextlib.aclosing` closes it at once.

        Raises:
            NoPathError: no safe plan.
            BusyError: too many questions wait already.
        """
        runs = self._runs = self._runs or _Runs(self._executor.cancel)
        run = _Run(asyncio.get_running_loop())
        done = runs.begin(run, lambda: self.stream(question))
        try:
            while (record := await run.records.get()) is not None:
                yield record
            if done.cancelled():
                raise SciToolAgentError(_CLOSED)
            await asyncio.wrap_future(done)
        finally:
            runs.end(run, done)

    def _end_runs(self) -> None:
        """End the run under way, and those that wait."""
        if self._runs is not None:
            self._runs.close()
            self._runs = None


class _Runs:
    """The runs of an agent, one after another in one thread.

    Args:
        cancel: ends the calls of the run under way; the next run lets calls in again.
    """

    def __init__(self, cancel: Callable[[], None]) -> None:
        self._cancel = cancel
        self._thread = ThreadPoolExecutor(1, "run")
        self._change = threading.Lock()
        self._under_way: _Run | None = None
        self._count = 0

    def begin(self, run: _Run, stream: Callable[[], Iterator[AnyRecord]]) -> Future[None]:
        """Work on a run when its turn comes.

        Raises:
            BusyError: too many are there.
        """
        with self._change:
            if self._count > MOST_WAITING:
                raise BusyError(f"{MOST_WAITING} questions wait for this agent already; ask again later")
            self._count += 1
        done = self._thread.submit(self._work, run, stream)
        done.add_done_callback(lambda _: run.tell(None))
        return done

    def end(self, run: _Run, done: Future[None]) -> None:
        """End a run that nobody wants any more, whether it waits, is under way, or has ended."""
        run.stopped.set()
        done.cancel()
        with self._change:
            self._count -= 1
            # Another run may have begun meanwhile; its calls are its own.
            if self._under_way is run:
                self._cancel()

    def close(self) -> None:
        """End all runs, and the thread."""
        with self._change:
            if self._under_way is not None:
                self._cancel()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _work(self, run: _Run, stream: Callable[[], Iterator[AnyRecord]]) -> None:
        with self._change:
            self._under_way = run
        try:
            run.work(stream)
        except CancelledError as error:
            raise SciToolAgentError(_CLOSED) from error
        finally:
            with self._change:
                self._under_way = None


class _Run:
    """One run, between the thread that works on it and the loop that reads it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.stopped = threading.Event()
        # None says that there are no more.
        self.records: asyncio.Queue[AnyRecord | None] = asyncio.Queue()

    def work(self, stream: Callable[[], Iterator[AnyRecord]]) -> None:
        """Hand the records over, until the last one or until nobody wants them any more."""
        if self.stopped.is_set():
            return
        with closing(cast("Generator[AnyRecord, None, None]", stream())) as records:
            for record in records:
                if self.stopped.is_set():
                    return
                self.tell(record)

    def tell(self, record: AnyRecord | None) -> None:
        """Hand a record to the loop, or say that there are no more."""
        # The loop may be closed before the run ends.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.records.put_nowait, record)
