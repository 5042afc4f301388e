"""The command's files: no duplicates, no leak, a datasheet; and paraphrases that keep what counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune.dataset import DatasetOrder, write_dataset
from scitoolagent.finetune.leakage import read_leakage
from scitoolagent.finetune.paraphrase import keeps, paraphraser

# It makes a data set, which takes minutes.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("data")
    evaluation = folder / "evaluation.jsonl"
    evaluation.write_text(json.dumps({"question": "Compute the ring count of aspirin and of every other painkiller."}))
    order = DatasetOrder(folder / "out", 60, 8, 3, (evaluation,), workers=1, conversations=6, front="rules")
    write_dataset(order, Config(cache=False))
    return folder / "out", evaluation


def _rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_each_role_has_its_share_and_nothing_is_there_twice(written: tuple[Path, Path]) -> None:
    out, _ = written
    counts = {role: _rows(out / f"{role}.jsonl") for role in ("planner", "summarizer")}
    assert {role: len(rows) for role, rows in counts.items()} == {"planner": 30, "summarizer": 30}
    for rows in counts.values():
        said = [json.dumps(row["messages"]) for row in rows]
        assert len(said) == len(set(said))
    questions = [
        str(row["question"]).lower() for name in ("tasks", "heldout-tasks") for row in _rows(out / f"{name}.jsonl")
    ]
    assert len(questions) == len(set(questions))
    assert len(_rows(out / "heldout-tasks.jsonl")) == 8


def test_conversations_are_chat_data_with_calls_and_are_counted(written: tuple[Path, Path]) -> None:
    out, evaluation = written
    rows = [json.loads(line) for line in (out / "solver.jsonl").read_text().splitlines()]
    assert len(rows) == 6 and len((out / "heldout-solver.jsonl").read_text().splitlines()) > 0
    leakage = read_leakage([evaluation])
    for row in rows:
        roles = [turn["role"] for turn in row["messages"]]
        assert roles == ["system", "user", *["assistant", "tool"] * ((len(roles) - 3) // 2), "assistant"]
        assert {one["function"]["name"] for one in row["tools"]} == {"search", "describe", "program", "ask", "answer"}
        calls = [call for turn in row["messages"] for call in turn.get("tool_calls", ())]
        # Templates write the arguments as JSON themselves.
        assert all(isinstance(call["function"]["arguments"], dict) for call in calls)
        answers = [turn["tool_call_id"] for turn in row["messages"] if turn["role"] == "tool"]
        assert answers == [call["id"] for call in calls[:-1]]
        question = row["question"]
        assert question in row["messages"][1]["content"] and not leakage.why(question)
    datasheet = json.loads((out / "datasheet.json").read_text())
    assert datasheet["examples"]["solver"] == sum(datasheet["conversations"].values()) == 6
    assert "form of a conversation" in (out / "DATASHEET.md").read_text()


def test_no_question_leaks_and_the_sheet_says_with_what_it_was_compared(written: tuple[Path, Path]) -> None:
    out, evaluation = written
    leakage = read_leakage([evaluation])
    assert not any(leakage.why(str(row["question"])) for row in _rows(out / "tasks.jsonl"))
    datasheet = json.loads((out / "datasheet.json").read_text())
    assert list(datasheet["evaluation"]) == [f"{evaluation.parent.name}/evaluation.jsonl"]
    assert datasheet["examples"]["planner"] == 30
    assert "evaluation.jsonl" in (out / "DATASHEET.md").read_text()


def test_data_are_never_written_over(written: tuple[Path, Path]) -> None:
    with pytest.raises(ConfigError, match="holds data already"):
        write_dataset(DatasetOrder(written[0], 10, 1, conversations=0), Config(cache=False))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("For [e1] and [e2], at pH 7.4, which charge?", True),
        ("For [e2] and [e1], at pH 7.4, which charge?", False),
        ("For [e1], at pH 7.4, which charge?", False),
        ("For [e1] and [e2], at pH 7.0, which charge?", False),
        ("For [e1] and [e2] [x], at pH 7.4, which charge?", False),
    ],
)
def test_a_paraphrase_keeps_values_and_numbers(said: str, kept: bool) -> None:
    assert keeps("What is the charge of [e1] and [e2] at pH 7.4?", said) is kept


def test_paraphrases_need_a_model() -> None:
    with pytest.raises(ConfigError, match="SCITOOLAGENT_MODEL_URL"):
        paraphraser(Config(), 0.5)
    assert paraphraser(Config(), 0) is None
