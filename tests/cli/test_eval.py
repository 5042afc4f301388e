"""`scitoolagent eval`: a run, its report and its resumption, by the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import scitoolagent.config
from scitoolagent.cli.eval import app
from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError

EXAMPLE = Path(__file__).parents[2] / "tools" / "biology" / "example_helix.pdb"
ROW = {"id": "a", "question": "How many rings has C1CCCCC1C?", "level": 1, "tool_path": ["GetRingsNum"], "gold": 1}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps(ROW) + "\ngarbage\n")
    return path


@pytest.mark.parametrize("command", ["scitooleval", "jsonl", "cactus"])
def test_a_run_and_its_report(command: str, data: Path, tmp_path: Path) -> None:
    out, results = tmp_path / "run", tmp_path / "results"
    words = [command, "--data", str(data), "--out", str(out), "--results", str(results)]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0
    assert "100.0 %" in done.stdout
    assert "left out: line 2" in done.stderr
    assert json.loads((out / "summary.json").read_text())["questions"] == 1
    assert len(list(results.glob(f"*-{command}-symbolic.json"))) == 1
    with pytest.raises(ConfigError, match="--resume"):
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert CliRunner().invoke(app, [*words, "--resume"], catch_exceptions=False).exit_code == 0


def test_free_questions_may_name_the_files_of_a_folder_and_no_others(data: Path, tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    shutil.copy(EXAMPLE, files / "one.pdb")
    (files / "link.pdb").symlink_to(files / "one.pdb")
    shutil.copy(EXAMPLE, tmp_path / "two.pdb")
    gold = {
        "type": "number",
        "value": sum(" CA " in line for line in EXAMPLE.read_text().splitlines()),
        "unit": None,
        "tol": 0,
    }
    rows = [
        {"id": name, "kind": "file", "gold": gold, "question": f"How many residues are in {name}?"}
        for name in ("one.pdb", "two.pdb", "link.pdb")
    ]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ["freeask", "--data", str(data), "--files", str(files), "--out", str(tmp_path / "run")]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0
    assert "| file | 3 | 1 | 0 | 0 | 2 | 0 | 0 |" in done.stdout
    missed = (tmp_path / "run" / "failures.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in missed] == ["two.pdb", "link.pdb"]


@pytest.mark.parametrize("command", ["scitooleval", "jsonl", "freeask"])
def test_calls_of_a_model_that_fail_stand_beside_the_figures(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody listens there: the rules answer the first alone, and of the second they leave what no model reads.
    nobody = {"model_url": "http://127.0.0.1:9/v1", "model": "m", "model_attempts": 1, "data_dir": tmp_path}
    config = load_config().model_copy(update=nobody)
    monkeypatch.setattr(scitoolagent.config, "load_config", lambda: config)
    gold = {"type": "number", "value": 1, "tol": 0} if command == "freeask" else 1
    texts = {"a": ROW["question"], "b": "How bulky is C1CCCCC1C?"}
    rows = [{**ROW, "id": name, "question": text, "kind": "k", "gold": gold} for name, text in texts.items()]
    data = tmp_path / "rows.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "run"
    words = [command, "--data", str(data), "--out", str(out), "--agent", "model"]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0
    told = "In 1 of 2 questions a call of the model failed or gave nothing usable, in 1 of them it never replied"
    assert told in done.stdout and told in (out / "report.md").read_text()
    figures = json.loads((out / "summary.json").read_text())["model asked in vain"]
    assert figures == {"count": 1, "without a reply": 1, "total": 2}


def test_what_cannot_be_run_is_said(data: Path) -> None:
    for words in (["--agent", "oracle"], ["--resume"], ["--agent", "react"]):
        with pytest.raises(ConfigError):
            CliRunner().invoke(app, ["scitooleval", "--data", str(data), *words], catch_exceptions=False)


def test_only_the_listed_questions_are_asked(data: Path, tmp_path: Path) -> None:
    data.write_text("".join(json.dumps({**ROW, "id": id_}) + "\n" for id_ in "abcd"))
    ids = tmp_path / "ids.json"
    ids.write_text('["d", "b", "c", "z"]')
    words = ["scitooleval", "--data", str(data), "--ids", str(ids), "--limit", "2"]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "run")], catch_exceptions=False)
    assert done.exit_code == 0
    asked = [json.loads(line)["id"] for line in (tmp_path / "run" / "questions.jsonl").read_text().splitlines()]
    assert asked == ["b", "c"]
    for text in ("nonsense", "[]", '{"a": 1}', "[1]", '["z"]'):
        ids.write_text(text)
        with pytest.raises(ConfigError, match=r"ids|JSON|lists"):
            CliRunner().invoke(app, [*words, "--out", str(tmp_path / "other")], catch_exceptions=False)
