"""Case studies: what they are about is there, and what comes of each question is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.studies import load_studies, run_study, study_named
from scitoolagent.benchmarks.studies.study import Study, write_columns
from scitoolagent.cli import run
from scitoolagent.errors import ConfigError

SMALL = Study(
    "small",
    "two questions",
    ("What is the QED of each compound in a.csv?", "Plot a histogram of size in a.csv.", "What is the flavour of 7?"),
    ("What is the QED of camphor?",),
    (("a.csv", "somewhere/a.csv"),),
    (),
    (),
    (),
)


def test_each_study_has_questions_and_a_short_form() -> None:
    studies = load_studies()
    assert len(studies) == 4
    for study in studies:
        assert study.questions
        assert study.title


def test_answers_tables_pictures_and_notebooks_are_kept(tmp_path: Path) -> None:
    (tmp_path / "data" / "somewhere").mkdir(parents=True)
    (tmp_path / "data" / "somewhere" / "a.csv").write_text("smiles,size\nCCO,1\nCCCO,2\nCCCCO,4\n")
    folder = tmp_path / "out"
    folder.mkdir()
    SMALL.fetch(tmp_path / "data", folder)
    with Agent(workspace=folder) as agent:
        turns = list(run_study(agent, SMALL, folder))
    assert [turn.status for turn in turns] == ["complete", "complete", "refused"]
    assert (folder / "turn1-1.csv").read_text().count("\n") == 4
    assert {"turn1.json", "turn1-1.csv", "turn1.ipynb"} <= set(turns[0].files)
    assert any(name.endswith(".svg") for name in turns[1].files)
    report = json.loads((folder / "report.json").read_text())
    assert [turn["status"] for turn in report["turns"]] == ["complete", "complete", "refused"]
    assert report["turns"][2]["run"] == ""


def test_what_a_study_is_about_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--data"):
        SMALL.fetch(None, tmp_path)
    with pytest.raises(ConfigError, match=r"neither somewhere/a\.csv nor a\.csv"):
        SMALL.fetch(tmp_path, tmp_path)
    with pytest.raises(ConfigError, match="there is no study 'x'"):
        study_named("x")


def test_columns_are_taken_by_either_name_and_a_missing_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,yield,other\n1,2,3\n")
    write_columns(tmp_path / "a.csv", tmp_path / "b.csv", (("amine", "x"), ("yield", "y")))
    assert (tmp_path / "b.csv").read_text().split() == ["amine,yield", "1,2"]
    with pytest.raises(ConfigError, match="no column target or goal; it has x, yield, other"):
        write_columns(tmp_path / "a.csv", tmp_path / "c.csv", (("goal", "target"),))
    (tmp_path / "bad.csv.gz").write_bytes(b"no gzip")
    with pytest.raises(ConfigError, match="cannot be read as CSV"):
        write_columns(tmp_path / "bad.csv.gz", tmp_path / "c.csv", (("goal", "target"),))


def test_the_command_lists_and_refuses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["scitoolagent", "study", "list"])
    assert run() == 0
    assert "salicylic acid" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["scitoolagent", "study", "run", "screening"])
    assert run() == 1
    assert "--data" in capsys.readouterr().err
