"""Choose the safety gate."""

from __future__ import annotations

from scitoolagent.executor.guard import ClosedGuard, Guard


def make_guard() -> Guard:
    """The gate that a run uses unless its caller brings one."""
    return ClosedGuard()
