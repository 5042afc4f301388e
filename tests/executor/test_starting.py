"""Worker processes that cannot be started: an error that says why, and the next call tries again."""

from __future__ import annotations

import errno
import os
from typing import Any

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import WorkerDiedError
from scitoolagent.executor.backends import local as pools


def test_a_process_that_cannot_be_started_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    start, failures = pools.start_server, [OSError(errno.EMFILE, os.strerror(errno.EMFILE))]

    def once() -> None:
        if failures:
            raise failures.pop()
        start()

    monkeypatch.setattr(pools, "start_server", once)
    pool: Any = pools.WorkerPool(Config(workers=1))
    try:
        with pytest.raises(WorkerDiedError, match=r"Too many open files.*ulimit"):
            pool.screen([("", "water")])
        assert "found" in pool.outcome(pool.screen([("", "water")]))
    finally:
        pool.close()
