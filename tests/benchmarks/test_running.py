"""An interrupted run continues where it stopped, and only with the same data and agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.benchmarks import evaluate
from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.evaluate import Evaluation, keep_summary
from scitoolagent.benchmarks.running import read_lines
from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError

QUESTIONS = [f"How many rings has C1CCCCC1{'C' * count}?" for count in range(1, 6)]


class Killed(BaseException):
    """Stands for a signal: no handler of the program takes it."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [
        {"id": f"q{n}", "level": 1, "question": text, "tool_path": ["GetRingsNum"], "gold": 1, "tol": 0}
        for n, text in enumerate(QUESTIONS)
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, in_process: Any) -> list[str]:
    """Every run uses the agent of this process; gives the questions it was asked."""
    agent = in_process()
    monkeypatch.setattr(evaluate, "make_answerer", lambda name, config, workspace: agent)
    found: list[str] = agent.asked
    return found


def run_of(data: Path, out: Path, **more: Any) -> Evaluation:
    return Evaluation(data, out, "symbolic", load_config(), **more)


def test_a_killed_run_goes_on(data: Path, tmp_path: Path, asked: list[str]) -> None:
    out = tmp_path / "run"

    def kill(question: object, outcome: Outcome, count: int) -> None:
        if count == 3:
            raise Killed

    with pytest.raises(Killed):
        run_of(data, out).ask(kill)
    assert len(asked) == 3
    lines = out / "questions.jsonl"
    with lines.open("a") as file:
        file.write('{"id": "q3", "outcome": {"status": "comp')  # killed in the middle of a line
    asked.clear()
    again = run_of(data, out, resume=True)
    assert again.done == 3
    outcomes = again.ask(lambda question, outcome, count: None)
    assert asked == QUESTIONS[3:]
    assert sorted(outcomes) == [f"q{n}" for n in range(5)]
    assert read_lines(lines) == outcomes  # nothing was appended to the incomplete line
    summary = again.score_scitooleval(outcomes)
    assert summary["answers"]["verified"]["verdicts"]["right"] == 5


def test_a_finished_run_is_only_scored(data: Path, tmp_path: Path, asked: list[str]) -> None:
    first = run_of(data, tmp_path / "run")
    before = first.score_gold(first.ask(lambda question, outcome, count: None))
    asked.clear()
    again = run_of(data, tmp_path / "run", resume=True)
    after = again.score_gold(again.ask(lambda question, outcome, count: None))
    assert asked == []
    assert before == after
    assert before["accuracy"]["count"] == 5


def test_only_the_same_run_goes_on(data: Path, tmp_path: Path, asked: list[str]) -> None:
    out = tmp_path / "run"
    run_of(data, out, limit=1).ask(lambda question, outcome, count: None)
    assert asked == QUESTIONS[:1]
    with pytest.raises(ConfigError, match="--resume"):
        run_of(data, out)
    data.write_text(data.read_text().splitlines()[0] + "\n")
    with pytest.raises(ConfigError, match="sha256"):
        run_of(data, out, resume=True)
    (out / "run.json").write_text("[]")
    with pytest.raises(ConfigError, match="cannot be read"):
        run_of(data, out, resume=True)


def test_the_report_says_what_was_found(data: Path, tmp_path: Path, monkeypatch: Any, in_process: Any) -> None:
    monkeypatch.setattr(evaluate, "make_answerer", lambda *_: in_process(frozenset({"ring_count"})))
    run = run_of(data, tmp_path / "run")
    summary = run.score_scitooleval(run.ask(lambda question, outcome, count: None))
    report = (run.out / "report.md").read_text(encoding="utf-8")
    assert "| wrong with confidence: complete, and the verified value differs | 100.0 %" in report
    assert "- q0 answer, with confidence: `GetRingsNum: 0 1 instead of 1.0`" in report
    for name in ("shares.png", "verdicts.png"):
        assert (run.out / name).read_bytes().startswith(b"\x89PNG")
        assert f"]({name})" in report
    assert summary["run"]["versions"]["rdkit"]
    assert summary["run"]["seeds"] == {"conformer": 42}
    kept = keep_summary(summary, "scitooleval-symbolic", tmp_path / "results").read_text()
    assert not any(question in kept for question in QUESTIONS)  # figures are kept, questions are not


def test_hostile_text_stays_text(tmp_path: Path, asked: list[str]) -> None:
    path = tmp_path / "hostile.jsonl"
    row = {"id": "`|[x](http://a)", "question": "Rings of C1CCCCC1C? ```\n| # ../../etc", "tool_path": ["GetKappa1"]}
    path.write_text(json.dumps(row) + "\n")
    run = run_of(path, tmp_path / "run")
    run.score_scitooleval(run.ask(lambda question, outcome, count: None))
    assert sorted(file.name for file in run.out.iterdir()) == [
        "questions.jsonl",
        "report.md",
        "run.json",
        "scores.jsonl",
        "shares.png",
        "summary.json",
        "verdicts.png",
        "workspace",
    ]
