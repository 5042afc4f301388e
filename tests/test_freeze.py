"""Reading may not grow: what rules cannot read a model reads. `freeze.toml` has the numbers; a smaller one goes there."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = tomllib.loads((ROOT / "tests" / "freeze.toml").read_text(encoding="utf-8"))


def lines() -> int:
    """The lines of the reader by rules, and of what tools read in words."""
    paths = {*(ROOT / "scitoolagent" / "reading").rglob("*.py")}
    paths |= {*(ROOT / "tools").rglob("_*words.py"), *(ROOT / "tools").rglob("_*finders*.py")}
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def word_bytes() -> int:
    """The bytes of the lists of English words."""
    return sum(path.stat().st_size for path in (ROOT / "scitoolagent" / "language").glob("en*.toml"))


@pytest.mark.parametrize("count", [lines, word_bytes])
def test_reading_does_not_grow(count: Callable[[], int]) -> None:
    now, most = count(), MOST[count.__name__]
    assert 0 < now <= most, f"reading has {now} {count.__name__} and may have {most}: leave the wording to a model"
