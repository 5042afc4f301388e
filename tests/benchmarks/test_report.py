"""The table of `docs/benchmarks.md` is made from the newest results, written between its markers, and checked."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.benchmarks.report import END, START, filled, newest, results_table
from scitoolagent.errors import ConfigError


@pytest.fixture
def results(tmp_path: Path) -> Path:
    def put(name: str, content: Any) -> None:
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content))

    put("2026-01-01-speed.json", {"figures": [["start", 9.0, "s"]]})
    put("2026-02-01-speed.json", {"figures": [["start", 0.2, "s"], ["tools", 12, ""]]})
    put("2026-01-05-retrieval.json", {"recall@5": 0.5, "recall@10": 0.75, "recall@20": 1})
    share = {"percent": 100.0, "low": 90.0, "high": 100.0, "count": 7, "total": 7}
    bad = {"bad questions refused with the reason": share}
    put("2026-01-05-units.json", {"questions": 7, "right": share, "wrong": 0, "inputs asked in another unit": 5, **bad})
    put("2026-01-05-unknown.json", {})
    put("notes.json", "not a result")
    return tmp_path


def test_planted_defects_are_counted(results: Path) -> None:
    (results / "2026-01-05-mutants.json").write_text(json.dumps({"planted": 70, "caught": 68, "defects": []}))
    assert "| planted defects that the tests catch | 68 of 70 | `make mutants` |" in results_table(newest(results))


def test_the_newest_results_make_the_table(results: Path) -> None:
    table = results_table(newest(results))
    assert "Measured 2026-01-05 to 2026-02-01" in table
    assert "| start | 0.2 s |" in table
    assert "| start | 9.0" not in table
    assert "| questions with units (7): right | 100.0 % [90.0, 100.0] (7/7) |" in table
    assert "0.50 / 0.75 / 1.00" in table
    assert "make bench" in results_table({})
    (results / "2026-03-01-speed.json").write_text("{")
    with pytest.raises(ConfigError, match="not a result"):
        newest(results)


def test_systems_with_a_model_are_told_apart(results: Path) -> None:
    share = {"percent": 90.0, "low": 80.0, "high": 95.0, "count": 9, "total": 10}
    result = {
        "run": {"agent": "react", "model": "tiny"},
        "questions": 10,
        "planning": {"typed": share},
        "answers": {"verified": {"accuracy": share, "of all": share}},
        "wrong with confidence": share,
        "altered molecules or sequences": 3,
        "usage": {"prompt tokens": 900, "completion tokens": 100},
    }
    for model in ("tiny", "large"):
        result["run"] = {"agent": "react", "model": model}
        (results / f"2026-01-06-scitooleval-react-{model}.json").write_text(json.dumps(result))
    table = results_table(newest(results))
    assert "react agent with tiny: plan right" in table
    assert "`scitoolagent eval scitooleval --agent react --model large`" in table
    assert "| … tokens a question, prompts and replies | 100 |" in table
    assert "| … molecules or sequences altered | 3 |" in table


def test_a_page_is_filled_once() -> None:
    text = f"# A\n{START}\nold\n{END}\nrest\n"
    fresh = filled(text, "new")
    assert fresh == f"# A\n{START}\nnew\n{END}\nrest\n"
    assert filled(fresh, "new") == fresh
    for broken in ("# A\n", f"{END}{START}", f"{START}{END}{START}{END}"):
        with pytest.raises(ConfigError, match="once each"):
            filled(broken, "new")


def test_write_and_check(results: Path) -> None:
    page = results / "benchmarks.md"
    page.write_text(f"x\n{START}\n{END}\n")

    def run(option: str) -> int:
        command = [sys.executable, "-m", "scitoolagent.benchmarks.report", option, "--results", str(results)]
        done = subprocess.run([*command, "--page", str(page)], capture_output=True, check=False)
        return done.returncode

    assert run("--check") == 1
    assert run("--write") == 0
    assert run("--check") == 0
    page.write_text(page.read_text().replace("0.2 s", "0.1 s"))
    assert run("--check") == 1
