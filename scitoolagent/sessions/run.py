"""One question under way: its records as they come, what waits for a person, and how it can be stopped."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from scitoolagent.errors import SciToolAgentError
from scitoolagent.records import Answer, Finding, Plan, Query, StepResult

State = Literal["waiting", "running", "finished", "failed", "cancelled"]
_OPEN = ("waiting", "running")


class Run:
    """Written by the thread that runs it, read by any number of others.

    Attributes:
        id: names the run in its session.
        question: what was asked.
        approved: digests of findings of the safety gate that a person confirmed.
        patience: seconds for which a person may think about a finding; with 0 it is refused at once.
    """

    def __init__(self, question: str, approved: Iterable[str] = (), patience: float = 0.0) -> None:
        self.id = secrets.token_hex(8)
        self.question = question
        self.approved = frozenset(approved)
        self.patience = patience
        self._changed = threading.Condition()
        self._state: State = "waiting"
        self._trace = ""
        self._records: list[Query | Plan | StepResult | Answer] = []
        self._error: SciToolAgentError | None = None
        self._findings: tuple[Finding, ...] = ()
        self._decision: bool | None = None
        self._stop: Callable[[], None] | None = None
        self._watchers: list[Callable[[], None]] = []

    @property
    def state(self) -> State:
        """How far the run is."""
        return self._state

    @property
    def is_open(self) -> bool:
        """Whether something may still come."""
        return self._state in _OPEN

    @property
    def trace(self) -> str:
        """The name under which `scitoolagent show` finds the run; empty while it waits in the queue."""
        return self._trace

    @property
    def answer(self) -> Answer | None:
        """The answer, once it is there."""
        return next((record for record in reversed(self.so_far()) if isinstance(record, Answer)), None)

    @property
    def error(self) -> SciToolAgentError | None:
        """Why the run failed."""
        return self._error

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the safety gate found and a person has to decide on now; empty when nothing waits for a person."""
        return self._findings

    def so_far(self) -> tuple[Query | Plan | StepResult | Answer, ...]:
        """The records that have come."""
        with self._changed:
            return tuple(self._records)

    def records(self) -> Iterator[Query | Plan | StepResult | Answer]:
        """All records from the first on, each as it comes; ends with the run."""
        place = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: len(self._records) > place or not self.is_open)  # noqa: B023
                fresh = self._records[place:]
            if not fresh:
                return
            place += len(fresh)
            yield from fresh

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the run has ended, for so many seconds at most; whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: not self.is_open, timeout)

    def watch(self, notice: Callable[[], None]) -> None:
        """Call a function, in whatever thread, after each change from now on; it must be quick and must not raise.

        For readers that must not block, such as an event loop; what has changed is told by the other properties.
        """
        with self._changed:
            self._watchers.append(notice)

    def approve(self, digests: Iterable[str]) -> None:
        """Confirm findings that wait; the run goes on when all of them are confirmed."""
        with self._changed:
            self.approved |= frozenset(digests)
            if self._findings and all(finding.digest in self.approved for finding in self._findings):
                self._decide(True)

    def refuse(self) -> None:
        """Refuse what waits for a confirmation; the run goes on without it."""
        with self._changed:
            if self._findings:
                self._decide(False)

    def cancel(self) -> None:
        """End the run, and the worker processes that work for it; nothing happens when it has ended already."""
        with self._changed:
            if not self.is_open:
                return
            stop = self._stop
            self._end("cancelled")
        if stop is not None:
            stop()

    # What follows is for the thread that runs it.

    def begin(self, stop: Callable[[], None]) -> bool:
        """Note that the run starts, and how to stop its workers; False when it was cancelled before."""
        with self._changed:
            if self._state != "waiting":
                return False
            self._state = "running"
            self._stop = stop
            self._tell()
        return True

    def name(self, trace: str) -> None:
        """Note the name of the trace."""
        self._trace = trace

    def add(self, record: Query | Plan | StepResult | Answer) -> None:
        """Hand a record to the readers."""
        with self._changed:
            if self.is_open:
                self._records.append(record)
                self._tell()

    def end(self, error: SciToolAgentError | None = None) -> None:
        """Note that the run has ended; a cancelled one stays cancelled."""
        with self._changed:
            if self.is_open:
                self._error = error
                self._end("finished" if error is None else "failed")

    def ask(self, findings: Sequence[Finding]) -> bool:
        """Wait until a person has decided on findings; silence is a refusal."""
        with self._changed:
            if not self.is_open or self.patience <= 0:
                return False
            self._findings, self._decision = tuple(findings), None
            if all(finding.digest in self.approved for finding in findings):
                self._decide(True)
            self._tell()
            self._changed.wait_for(lambda: self._decision is not None or not self.is_open, self.patience)
            self._findings = ()
            self._tell()
            return self._decision is True and self.is_open

    def _decide(self, decision: bool) -> None:
        self._decision, self._findings = decision, ()
        self._tell()

    def _end(self, state: State) -> None:
        self._state, self._stop, self._findings = state, None, ()
        self._tell()

    def _tell(self) -> None:
        self._changed.notify_all()
        for notice in self._watchers:
            notice()
