"""What of a conversation counts in the loss: the replies, as they are written under the grammar, and no fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.finetune import train as training
from scitoolagent.finetune.packing import IGNORED
from scitoolagent.finetune.recipe import TrainingRecipe
from scitoolagent.finetune.recording import Conversation
from scitoolagent.finetune.replies import as_tokens, read_conversations
from scitoolagent.llm import Message, ToolCall


class Letters:
    """A tokenizer whose tokens are letters, with a template like that of Qwen."""

    def apply_chat_template(self, turns: list[dict[str, str]], tokenize: bool, add_generation_prompt: bool) -> str:
        text = "".join(f"<{turn['role']}>{turn['content']}</>" for turn in turns)
        return text + ("<assistant>" if add_generation_prompt else "")

    def __call__(self, text: str, add_special_tokens: bool) -> dict[str, list[int]]:
        return {"input_ids": [ord(letter) for letter in text]}


def _call(name: str, number: int, **arguments: object) -> Message:
    return Message("assistant", "", (ToolCall(name, dict(arguments), f"call{number}"),))


TALK = (
    Message("system", "Rules."),
    Message("user", "QUESTION\nhow heavy"),
    _call("search", 1, queries=["mass"]),
    Message("tool", "mass:\nnone", call="call1"),
    _call("program", 2, code="{'m': wrong(x)}"),
    Message("tool", "The program did not run to its end:\nline 1: no", call="call2"),
    _call("program", 3, code="{'m': 1}", answer={"text": "It is {m}."}),
)


def _learnt(found: dict[str, list[int]]) -> str:
    return "".join(chr(label) for label in found["labels"] if label != IGNORED)


def test_replies_count_and_a_program_that_failed_is_only_read() -> None:
    found = as_tokens(Letters(), TALK)
    first = json.dumps({"name": "search", "arguments": {"queries": ["mass"]}})
    last = json.dumps({"name": "program", "arguments": {"code": "{'m': 1}", "answer": {"text": "It is {m}."}}})
    assert _learnt(found) == f"{first}</>{last}</>"
    whole = "".join(map(chr, found["input_ids"]))
    assert "wrong(x)" in whole and whole.endswith(f"<assistant>{last}</>")
    assert whole.startswith("<system>Rules.\n\nYou can call these tools") and "<user>Result of search:" in whole
    assert len(found["labels"]) == len(found["input_ids"])
    assert all(label in (IGNORED, token) for label, token in zip(found["labels"], found["input_ids"], strict=True))


def test_a_conversation_comes_back_from_its_file(tmp_path: Path) -> None:
    row = Conversation(TALK, "search and mended").row("task", "single")
    (tmp_path / "solver.jsonl").write_text(json.dumps(row) + "\n")
    assert list(read_conversations(tmp_path / "solver.jsonl")) == [list(TALK)]
    (tmp_path / "solver.jsonl").write_text('{"messages": 3}\n')
    with pytest.raises(ConfigError, match="no file of"):
        list(read_conversations(tmp_path / "solver.jsonl"))


def test_conversations_are_chosen_by_their_tokens() -> None:
    size = len(as_tokens(Letters(), TALK)["input_ids"])
    kept, left_out = training.choose([list(TALK)] * 3, Letters(), TrainingRecipe(max_tokens=size))
    assert (len(kept), left_out) == (3, 0) and kept[0].keys() == {"input_ids", "labels"}
    assert training.choose([list(TALK)] * 3, Letters(), TrainingRecipe(max_tokens=size - 1)) == ([], 3)
