"""Garbage lines are left out and named; good ones are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.benchmarks.rows import read_questions
from scitoolagent.errors import ConfigError

GOOD = {"id": "a1", "question": "How many rings has decalin?", "gold": 2, "tol": 0}


def test_garbage_is_left_out_and_named(tmp_path: Path) -> None:
    lines = [
        json.dumps(GOOD),
        "",
        "{not json",
        "[1, 2]",
        "null",
        json.dumps({"id": "a2"}),
        json.dumps({"id": "a1", "question": "again"}),
        json.dumps({"id": "a3", "question": "x", "tool_path": "GetRingsNum"}),
        json.dumps({"id": "a4", "question": "x", "tol": -1}),
        json.dumps({"id": "a5", "question": "x", "level": "one"}),
        json.dumps({"id": "a6", "question": "x", "gold": {"value": 2}}),
        "[" * 100_000,
        "\x00\ufffd",
        json.dumps({"id": "b1", "question": "Is it?", "level": 2, "tool_path": ["GetRingsNum"], "parameter": "CC"}),
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    questions, problems = read_questions(path)
    assert [question.id for question in questions] == ["a1", "b1"]
    assert questions[0].gold == "2"
    assert questions[0].tolerance == 0.0
    assert questions[1].path == ("GetRingsNum",)
    assert [problem.split(":")[0] for problem in problems] == [f"line {number}" for number in range(3, 14)]


def test_bytes_that_are_no_text_do_not_stop_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"\xff\xfe\x00\n" + json.dumps(GOOD).encode() + b"\n")
    assert [question.id for question in read_questions(path)[0]] == ["a1"]


def test_a_file_without_a_question_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("{}\n")
    with pytest.raises(ConfigError, match="holds no question"):
        read_questions(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_questions(tmp_path / "missing.jsonl")


@given(st.lists(st.text(max_size=60), max_size=8))
def test_any_text_is_taken(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("garbage") / "questions.jsonl"
    path.write_text(json.dumps(GOOD) + "\n" + "\n".join(lines), encoding="utf-8", errors="replace")
    assert read_questions(path)[0][0].id == "a1"
