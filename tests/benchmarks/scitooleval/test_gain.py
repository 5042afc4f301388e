"""Two runs are compared question by question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.benchmarks.scitooleval.gain import compared
from scitoolagent.errors import ConfigError
from scitoolagent.intervals import paired_gain


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


def test_the_interval_is_paired() -> None:
    # Where every item gains, resampling cannot change the gain; where nothing changes, neither.
    assert paired_gain([False] * 9, [True] * 9) == (1.0, 1.0, 1.0)
    assert paired_gain([True, False] * 9, [True, False] * 9) == (0.0, 0.0, 0.0)
    gain, low, high = paired_gain([False] * 10 + [True] * 10, [True] * 10 + [True] * 10)
    assert gain == 0.5
    # The binomial spread of 20 items at one half is 0.112; 95 % lie within 1.96 of it.
    assert low == pytest.approx(0.5 - 0.22, abs=0.06)
    assert high == pytest.approx(0.5 + 0.22, abs=0.06)
