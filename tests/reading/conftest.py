"""The reader of the built-in tools, shared by the tests of its parts."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.reading.reader import RuleReader
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="session")
def reader() -> RuleReader:
    return RuleReader(load_graph(), load_config())
