"""Read files that a test writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.tables import Table, read_table
from scitoolagent.tables.options import Options
from scitoolagent.toolkg.store import load_graph


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return Options(load_graph(), tmp_path / "cache" / "store")


@pytest.fixture
def read(options: Options, tmp_path: Path) -> Callable[..., Table]:
    """Reads a file of some content."""

    def reading(name: str, content: str | bytes, **changed: Any) -> Table:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_table(path, replace(options, **changed))

    return reading


@pytest.fixture
def rows() -> Callable[[Table], list[tuple[Any, ...]]]:
    """All rows of a table."""
    return lambda table: [row for chunk in table.chunks() for row in zip(*chunk.values.values(), strict=True)]


@pytest.fixture
def described() -> Callable[[Table], list[tuple[str, str, str, str | None]]]:
    """Name, kind, type and unit of each column."""
    return lambda table: [(column.name, column.kind, column.type, column.unit) for column in table.columns]
