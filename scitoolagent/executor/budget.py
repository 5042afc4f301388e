"""How long a run may take and how many steps it may start; what is not run then can be run by `resume`."""

from __future__ import annotations

from scitoolagent.config import Config
from scitoolagent.deadline import Deadline


class Budget:
    """The bounds of one run, all its plans together.

    Args:
        config: `max_seconds` and `max_steps`; None sets no bound.
    """

    def __init__(self, config: Config) -> None:
        self.deadline = Deadline(config.max_seconds)
        self._steps, self._started = config.max_steps, 0

    def begin(self) -> str:
        """Count a step that is about to start; why it may not, or an empty text."""
        if reason := self.spent:
            return reason
        self._started += 1
        return ""

    @property
    def spent(self) -> str:
        """Why no further step may start; empty as long as one may."""
        if passed := self.deadline.passed:
            return passed
        if self._steps is not None and self._started >= self._steps:
            return f"the run was to end after {self._steps} steps (max_steps); `scitoolagent resume` goes on with it"
        return ""

    @property
    def left(self) -> float | None:
        """The seconds that are left; None without a bound."""
        return self.deadline.left
