"""One question in progress: its records as they arrive, pending confirmations, and cancellation."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from scitoolagent.errors import SciToolAgentError
from scitoolagent.records import Answer, AnyRecord, Finding, Question

State = Literal["waiting", "running", "finished", "failed", "cancelled"]
_OPEN = ("waiting", "running")


class Run:
    """A run, written by the thread that executes it and read by any number of others.

    Attributes:
        id: identifies the run in its session.
        question: what was asked.
        approved: digests of the safety findings that the user has confirmed.
        patience: seconds to wait for the user's decision on a finding; with 0 it is refused at once.
        waits_for_choices: whether it waits so for a question back, too; else that question is its answer.
    """

    def __init__(
        self,
        question: str,
        approved: Iterable[str] = (),
        patience: float = 0.0,
        waits_for_choices: bool = False,
    ) -> None:
        self.id = secrets.token_hex(8)
        self.question = question
        self.approved = frozenset(approved)
        self.patience = patience
        self.waits_for_choices = waits_for_choices and patience > 0
        self._changed = threading.Condition()
        self._state: State = "waiting"
        self._trace = ""
        self._records: list[AnyRecord] = []
        self._error: SciToolAgentError | None = None
        self._findings: tuple[Finding, ...] = ()
        self._decision: bool | None = None
        self._asked: Question | None = None
        self._chosen: str | None = None
        self._stop: Callable[[], None] | None = None
        self._watchers: list[Callable[[], None]] = []

    @property
    def state(self) -> State:
        """The state of the run."""
        return self._state

    @property
    def is_open(self) -> bool:
        """Whether the run has not ended yet."""
        return self._state in _OPEN

    @property
    def trace(self) -> str:
        """The name under which `scitoolagent show` finds the run; empty while it waits in the queue."""
        return self._trace

    @property
    def answer(self) -> Answer | None:
        """The answer, None until it arrives."""
        return next((record for record in reversed(self.so_far()) if isinstance(record, Answer)), None)

    @property
    def error(self) -> SciToolAgentError | None:
        """Why the run failed."""
        return self._error

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The safety findings that await the user's decision; empty when there are none."""
        return self._findings

    @property
    def asked(self) -> Question | None:
        """The question back that awaits the user's choice; None when there is none."""
        return self._asked

    def so_far(self) -> tuple[AnyRecord, ...]:
        """The records received so far."""
        with self._changed:
            return tuple(self._records)

    def records(self) -> Iterator[AnyRecord]:
        """All records from the first on, each as it arrives; ends when the run does."""
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
        """Wait at most `timeout` seconds for the run to end; returns whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: not self.is_open, timeout)

    def wait_for_user(self) -> tuple[Finding, ...] | Question | None:
        """Wait until the run needs the user: for findings to confirm or a question back; None when it has ended."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._findings) or self._asked is not None or not self.is_open)
            return (self._findings or self._asked) if self.is_open else None

    def watch(self, notice: Callable[[], None]) -> None:
        """Call a function after each change, in the thread that made it; it must be quick and must not raise.

        For readers that must not block, such as an event loop; they find what has changed in the other properties.
        """
        with self._changed:
            self._watchers.append(notice)

    def approve(self, digests: Iterable[str]) -> None:
        """Confirm pending findings; the run continues once all of them are confirmed."""
        with self._changed:
            self.approved |= frozenset(digests)
            if self._findings and all(finding.digest in self.approved for finding in self._findings):
                self._decide(True)

    def refuse(self) -> None:
        """Refuse the pending findings; the run continues without the call."""
        with self._changed:
            if self._findings:
                self._decide(False)

    def choose(self, choice: str | None) -> None:
        """Answer the question back; with None the user does not, and the question is the answer of the run."""
        with self._changed:
            if self._asked is not None:
                self._asked, self._chosen = None, choice
                self._tell()

    def cancel(self) -> None:
        """End the run and its worker processes; does nothing when it has already ended."""
        with self._changed:
            if not self.is_open:
                return
            stop = self._stop
            self._end("cancelled")
        if stop is not None:
            stop()

    # The methods below are for the thread that executes the run.

    def begin(self, stop: Callable[[], None]) -> bool:
        """Mark the run as started and keep `stop` for cancellation; False when it has already been cancelled."""
        with self._changed:
            if self._state != "waiting":
                return False
            self._state = "running"
            self._stop = stop
            self._tell()
        return True

    def name(self, trace: str) -> None:
        """Set the name of the trace."""
        self._trace = trace

    def add(self, record: AnyRecord) -> None:
        """Add a record for the readers."""
        with self._changed:
            if self.is_open:
                self._records.append(record)
                self._tell()

    def end(self, error: SciToolAgentError | None = None) -> None:
        """Mark the run as ended; a cancelled run stays cancelled."""
        with self._changed:
            if self.is_open:
                self._error = error
                self._end("finished" if error is None else "failed")

    def ask(self, findings: Sequence[Finding]) -> bool:
        """Wait for the user's decision on findings; no decision in time counts as a refusal."""
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

    def ask_back(self, question: Question) -> str | None:
        """Wait for the user's choice; None where there is none in time."""
        with self._changed:
            if not self.is_open or not self.waits_for_choices:
                return None
            self._asked, self._chosen = question, None
            self._tell()
            self._changed.wait_for(lambda: self._asked is None or not self.is_open, self.patience)
            self._asked = None
            self._tell()
            return self._chosen

    def _decide(self, decision: bool) -> None:
        self._decision, self._findings = decision, ()
        self._tell()

    def _end(self, state: State) -> None:
        self._state, self._stop, self._findings, self._asked = state, None, (), None
        self._tell()

    def _tell(self) -> None:
        self._changed.notify_all()
        for notice in self._watchers:
            notice()
