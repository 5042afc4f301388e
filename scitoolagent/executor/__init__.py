"""Run a plan's steps in worker processes, with retries, a cache and the safety gate."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scitoolagent.executor.guard import ClosedGuard, Guard
    from scitoolagent.executor.run import Executor

__all__ = ["ClosedGuard", "Executor", "Guard"]

_HOME = {"ClosedGuard": "guard", "Guard": "guard", "Executor": "run"}


def __getattr__(name: str) -> Any:
    """Import on first use: a worker process needs neither the engine nor the records."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
