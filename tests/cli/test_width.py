"""A width of the terminal that none has is left out."""

from __future__ import annotations

import os

import pytest

from scitoolagent.cli import _take_width


@pytest.mark.parametrize(("width", "kept"), [("80", "80"), ("0", None), ("1", None), ("99999999", None), ("x", None)])
def test_odd_widths_are_left_out(monkeypatch: pytest.MonkeyPatch, width: str, kept: str | None) -> None:
    monkeypatch.setenv("COLUMNS", width)
    _take_width()
    assert os.environ.get("COLUMNS") == kept
