"""Judging a model that drives the loop: its own answer, as it should end, with all that it must hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune.author import Author
from scitoolagent.finetune.solving.evaluating import HeldOutQuestion, is_right, judge_questions, read_questions
from scitoolagent.records import Answer, AnswerValue, Choice, Question


def _answer(*values: tuple[Any, str | None], drafter: str = "tuned", status: Any = "complete") -> Answer:
    made = [
        AnswerValue(label="x", subject="", type="Computed", value=value, unit=unit, step=1, tool="t", source="")
        for value, unit in values
    ]
    return Answer(status=status, text="", values=tuple(made), drafter=drafter)


_ASKED = HeldOutQuestion("q", "rows", "answer", (({"a": 2.5, "b": 3}, None), (46.069, "g/mol")))


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (_answer((2.5, None), (3, None), (0.046069, "kg/mol")), True),
        (_answer((2.5000001, None), (3.0, None), (46.069, "g/mol"), ("more", None)), True),
        (_answer((2.5, None), (46.069, "g/mol")), False),
        (_answer((2.5, None), (3, None), (46.1, "g/mol")), False),
        (_answer((2.5, None), (3, None), (46.069, "g/mol"), drafter="symbolic"), False),
        (_answer((2.5, None), (3, None), (46.069, "g/mol"), status="partial"), False),
        (None, False),
    ],
)
def test_all_values_must_be_the_models_own(answer: Answer | None, right: bool) -> None:
    assert is_right(_ASKED, answer, "tuned") is right


def test_a_refusal_and_a_question_back_must_be_what_they_are() -> None:
    refused = Answer(status="failed", text="no column", drafter="tuned")
    asked = refused.model_copy(update={"question": Question(text="which", choices=(Choice(label="a"),))})
    for ends, right in (("refusal", refused), ("question", asked)):
        question = HeldOutQuestion("q", "rows", ends, ())
        for answer in (refused, asked, _answer((1, None))):
            assert is_right(question, answer, "tuned") is (answer is right)


def test_a_model_drives_the_loop_over_the_files_of_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "t.csv").write_text("id,mass\na,1.5\nb,2.5\n")
    row = {"question": "Give me the mean mass in t.csv.", "kind": "rows", "ends": "answer"}
    row["gold"] = [{"value": 2.0, "unit": None}]  # type: ignore[assignment]
    (tmp_path / "heldout-solver.jsonl").write_text(json.dumps(row))
    questions = read_questions(tmp_path)
    code = "{'mean': sql('select avg(mass) as m from t')[0]['m']}"
    model = Author()
    for said, right in ((code, True), (code.replace("avg", "max"), False)):
        model.expect((), (), [("program", {"code": said, "answer": {"text": "It is {mean}."}})])
        assert judge_questions(tmp_path, questions, model, Config(cache=False, workers=1)) == [right]
    with pytest.raises(ConfigError, match="no file of"):
        read_questions(folder)
