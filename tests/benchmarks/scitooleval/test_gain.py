"""Two runs are compared question by question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.benchmarks.scitooleval.gain import compared
from scitoolagent.errors import ConfigError


def _run(folder: Path, right: dict[str, bool]) -> Path:
    folder.mkdir()
    rows = [{"id": name, "plan": {"typed": typed, "covered": name != "z"}} for name, typed in right.items()]
    (folder / "scores.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def test_the_gain_is_that_of_the_questions_whose_tools_are_here(tmp_path: Path) -> None:
    before = _run(tmp_path / "base", {"a": False, "b": False, "c": True, "d": True, "z": True})
    after = _run(tmp_path / "tuned", {"d": True, "a": True, "b": True, "c": True, "z": False})
    said = compared(before, after)
    assert "base: 2/4 = 50.0 %" in said
    assert "tuned: 4/4 = 100.0 %" in said
    assert "gain: +50.0 points" in said


def test_runs_of_other_questions_are_not_compared(tmp_path: Path) -> None:
    before, after = _run(tmp_path / "one", {"a": True}), _run(tmp_path / "two", {"b": True})
    with pytest.raises(ConfigError, match="same questions"):
        compared(before, after)
    with pytest.raises(ConfigError, match="holds no scores"):
        compared(before, tmp_path / "three")
