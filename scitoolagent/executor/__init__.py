"""Run a plan's steps in worker processes, with retries, a cache and the safety gate."""

from scitoolagent.executor.guard import ClosedGuard, Guard
from scitoolagent.executor.run import Executor

__all__ = ["ClosedGuard", "Executor", "Guard"]
