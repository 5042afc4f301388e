"""The questions that programs answer: their gold and their verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.benchmarks.investigation.references import reference
from scitoolagent.benchmarks.investigation.score import gold_of, load_items, verdict_of
from scitoolagent.benchmarks.investigation.tables import write_tables
from scitoolagent.records import Answer, AnswerValue


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("investigation")
    write_tables(found)
    return found


def answer(value: Any, status: Any = "complete") -> Answer:
    one = AnswerValue(label="x", subject="y", type="CodeValue", value=value, unit=None, step=1, tool="t", source="")
    return Answer(status=status, text="", values=(one,))


def test_the_files_are_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    write_tables(tmp_path)
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_references_agree_with_a_table_reckoned_by_hand(tmp_path: Path) -> None:
    rows = ["variant,substrate (mmol/L),speed (umol/L/s)"]
    # Speeds without noise: Vmax 10 and 20, Km 2 and 4, so that the fit gives just that.
    rows += [f"wt,{s},{10 * s / (2 + s)}\nm2,{s},{20 * s / (4 + s)}" for s in (0.5, 1, 2, 4, 8)]
    (tmp_path / "kinetics.csv").write_text("\n".join(rows), encoding="utf-8")
    assert reference(tmp_path, "half_saturation") == pytest.approx(2, rel=1e-6)
    assert reference(tmp_path, "top_ratio") == pytest.approx(2, rel=1e-6)
    # 10 s / (2 + s) is larger than 20 s / (4 + s) nowhere.
    assert reference(tmp_path, "slower_levels") == 0
    days = ["station,date,temp (°C),rain (mm)"]
    days += [f"B,2025-01-0{day},1,{rain}" for day, rain in enumerate((0, 0, 3, 0, 0, 0, 1), start=1)]
    (tmp_path / "stations.csv").write_text("\n".join(days), encoding="utf-8")
    assert reference(tmp_path, "dry_spell") == 3


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (answer("2.0004"), "right"),
        (answer("[1.0, 2.0]"), "right"),
        (answer("2.1"), "wrong"),
        (answer("2.0", "partial"), "partial"),
        (answer("2.0", "failed"), "refused"),
        (None, "refused"),
    ],
)
def test_verdicts(found: Answer | None, verdict: str) -> None:
    assert verdict_of({"tolerance": 1e-3}, [2.0], found) == verdict


def test_what_must_not_be_among_the_values_makes_an_answer_wrong() -> None:
    assert verdict_of({"never": ["urea"]}, ["hexane"], answer(["hexane", "urea"])) == "wrong"


def test_each_question_has_a_gold_value(folder: Path) -> None:
    for name in ("files", "free"):
        for item in load_items(name):
            assert gold_of(item, folder)
