"""Where programs are checked and run: Python without files, network or machine, bounded, and the same in every run."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from typing import Any

from scitoolagent.errors import InvalidPlanError

MOST_CALLS = 10_000
_SECONDS = 20.0
_TURN_SECONDS = 10.0
_MEMORY = 512_000_000
_SEED = 1
# The time of a program whose run does not say when it was.
_UNKNOWN_TIME = datetime(2000, 1, 1, tzinfo=UTC)


class ProgramError(InvalidPlanError):
    """A program that does not type-check or that raised; the text names lines and what to do."""


class Sandbox:
    """The processes that check and run programs; they start with the first one. Close it when the agent ends."""

    def __init__(self) -> None:
        self._pool: Any = None
        self._lock = threading.Lock()

    def session(self, stubs: str | None = None, clock: datetime | None = None) -> Any:
        """A session: with stubs to check a program, without to run it.

        Its clock stands still and its random numbers are fixed, so that a program gives the same when it is run again.

        Args:
            stubs: what a program is checked against.
            clock: the time that a program is told.
        Raises:
            ProgramError: the sandbox is not there.
        """
        import pydantic_monty as monty

        with self._lock:
            if self._pool is None:
                self._pool = monty.Monty(min_processes=1, max_processes=4, request_timeout=_SECONDS + 40).__enter__()
        if stubs is not None:
            return self._pool.checkout(type_check=True, type_check_stubs=stubs, type_check_format="concise")
        limits = {
            "max_feed_duration_secs": _SECONDS,
            "max_turn_duration_secs": _TURN_SECONDS,
            "max_memory": _MEMORY,
            "max_suspensions": MOST_CALLS * 10,
            "max_recursion_depth": 200,
            "max_total_sleep_secs": 0.0,
        }
        now = (clock or _UNKNOWN_TIME).astimezone(UTC)
        policy = {"datetime": now, "timezone": "utc", "sleep": "zero", "random_start": {"seed": _SEED}}
        return self._pool.checkout(limits=limits, os_policy=policy)

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            if self._pool is not None:
                self._pool.__exit__(None, None, None)
                self._pool = None
