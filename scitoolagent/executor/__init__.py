"""Run a plan's steps in worker processes, each call through the safety gate, with retries and a cache."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scitoolagent.executor.run import Executor

__all__ = ["Executor"]


def __getattr__(name: str) -> Any:
    """Import on first use: a worker process needs neither the engine nor the records."""
    if name != "Executor":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.run").Executor
