"""When a run has to end, for all that it waits for: its steps, and the model that it asks."""

from __future__ import annotations

import time


class Deadline:
    """The end of one run, from now on.

    Args:
        seconds: how long the run may take; None sets no end.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds, self._began = seconds, time.monotonic()

    @property
    def left(self) -> float | None:
        """The seconds that are left; None without an end."""
        return None if self._seconds is None else max(0.0, self._began + self._seconds - time.monotonic())

    @property
    def passed(self) -> str:
        """That the run is over, in words; empty as long as it is not."""
        if self.left != 0.0:
            return ""
        return f"the run was to end after {self._seconds:g} s (max_seconds); `scitoolagent resume` goes on with it"
