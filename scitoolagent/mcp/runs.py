"""Questions that are answered in the background: submitted, looked after, and bounded in number."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.errors import ConfigError, SciToolAgentError
from scitoolagent.mcp.approvals import RequestGuard
from scitoolagent.records import Answer, StepResult

_MOST_OPEN = 64
_MOST_KEPT = 256


class Run:
    """One question under way; its fields are written by one thread and read by others."""

    def __init__(self, question: str, approve: Iterable[str]) -> None:
        self.id = secrets.token_hex(8)
        self.question = question
        self.approve = tuple(approve)
        self.state = "waiting"
        self.steps: list[StepResult] = []
        self.answer: Answer | None = None
        self.error: SciToolAgentError | None = None


class Runs:
    """Answers questions one after another, as many at a time as there are workers.

    Args:
        agent: answers each question.
        guard: the agent's gate, which takes the approvals of a question.
        workers: how many questions are answered at a time.
    """

    def __init__(self, agent: Agent, guard: RequestGuard, workers: int) -> None:
        self._agent = agent
        self._guard = guard
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="run")
        self._lock = threading.Lock()
        self._runs: dict[str, Run] = {}

    def submit(self, question: str, approve: Iterable[str], wait_for_it: bool) -> Run:
        """Start to answer a question, and wait for the answer where that is wanted.

        Raises:
            ConfigError: too many questions are waiting.
        """
        run = Run(question, approve)
        with self._lock:
            if sum(kept.state in ("waiting", "running") for kept in self._runs.values()) >= _MOST_OPEN:
                raise ConfigError(f"{_MOST_OPEN} questions are being answered already; ask again later")
            while len(self._runs) >= _MOST_KEPT:
                # The oldest that is done; its trace stays.
                self._runs.pop(next(key for key, kept in self._runs.items() if kept.state in ("finished", "failed")))
            self._runs[run.id] = run
            future = self._threads.submit(self._answer, run)
        if wait_for_it:
            wait([future])
        return run

    def get(self, run: str) -> Run:
        """The run with that name.

        Raises:
            ConfigError: there is none.
        """
        with self._lock:
            if run not in self._runs:
                raise ConfigError(f"this server knows no run {run!r}; `ask` gives the name of one")
            return self._runs[run]

    def close(self) -> None:
        """Answer no more questions; those under way are stopped by the end of the workers."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _answer(self, run: Run) -> None:
        run.state = "running"
        try:
            with self._guard.approving(run.approve):
                for record in self._agent.stream(run.question):
                    if isinstance(record, StepResult):
                        run.steps.append(record)
                    elif isinstance(record, Answer):
                        run.answer = record
            run.state = "finished"
        except SciToolAgentError as error:
            run.error = error
            run.state = "failed"
        finally:
            # An error that nobody foresaw must not leave a run that seems to go on for ever.
            if run.state == "running":
                run.error = SciToolAgentError("the run broke off; the server's log says why")
                run.state = "failed"


def as_json(run: Run) -> dict[str, Any]:
    """A run as its schema has it."""
    error = run.error
    return {
        "run": run.id,
        "state": run.state,
        "steps": [{"step": step.step, "tool": step.tool, "status": step.status} for step in list(run.steps)],
        "answer": None if run.answer is None else answer_json(run.answer),
        "error": None if error is None else {"error": type(error).__name__, "message": str(error)},
    }


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer as its schema has it; `trace` is the name under which it is kept."""
    fields = {"status", "text", "values", "unmet", "notes", "findings", "drafter"}
    return {**answer.model_dump(mode="json", include=fields), "trace": answer.run}
