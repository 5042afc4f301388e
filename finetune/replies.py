"""Conversations of the solver as tokens: what a model reads, and the replies that alone count in the loss.

Calls are written as JSON in the text, as they are under a grammar (`model_grammar`). A program that failed is read and
not learnt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.packing import IGNORED
from scitoolagent.finetune.recording import FAILED
from scitoolagent.llm import Message, ToolCall
from scitoolagent.llm.forms import written_out
from scitoolagent.solver.turns import SPECS


def read_conversations(path: Path) -> Iterator[list[Message]]:
    """Yield the conversations of a file.

    Raises:
        ConfigError: it is not there, or was not written by `finetune data`.
    """
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield [_message(turn) for turn in json.loads(line)["messages"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} is no file of `scitoolagent finetune data` ({error})") from error


def _message(turn: Mapping[str, Any]) -> Message:
    calls = tuple(
        ToolCall(one["function"]["name"], dict(one["function"]["arguments"]), one["id"])
        for one in turn.get("tool_calls", ())
    )
    return Message(turn["role"], turn["content"], calls, turn.get("tool_call_id", ""))


def as_tokens(tokenizer: Any, messages: Sequence[Message]) -> dict[str, list[int]]:
    """The tokens of a conversation, with labels where a reply counts.

    Args:
        tokenizer: with a chat template, to which more turns only add.
        messages: the conversation.
    """
    learnt = [
        place for place, one in enumerate(messages) if one.role == "assistant" and not _failed(messages[place + 1 :])
    ]
    ids: list[int] = []
    labels: list[int] = []
    done = ""
    for place in [*learnt, None]:
        if place is None:
            before = after = _rendered(tokenizer, messages, False)
        else:
            before = _rendered(tokenizer, messages[:place], True)
            after = _rendered(tokenizer, messages[: place + 1], False)
        read, said = _tokens(tokenizer, before[len(done) :]), _tokens(tokenizer, after[len(before) :])
        ids += [*read, *said]
        labels += [*([IGNORED] * len(read)), *said]
        done = after
    return {"input_ids": ids, "labels": labels}


def _failed(after: Sequence[Message]) -> bool:
    """Whether what comes after a reply says that its program failed."""
    return bool(after) and after[0].role == "tool" and after[0].content.startswith(FAILED)


def _rendered(tokenizer: Any, messages: Sequence[Message], asks: bool) -> str:
    text = tokenizer.apply_chat_template(written_out(messages, SPECS), tokenize=False, add_generation_prompt=asks)
    return str(text)


def _tokens(tokenizer: Any, text: str) -> list[int]:
    return list(tokenizer(text, add_special_tokens=False)["input_ids"]) if text else []
