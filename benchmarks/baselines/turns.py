"""Parse the model's text in one turn of a ReAct conversation, no more strictly than safety requires."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.errors import ModelError
from scitoolagent.llm.structured import read_object

STOP_SEQUENCE = "\nObservation:"
_MARK = re.compile(
    r"^[ \t*#>]*(Action Input|Action|Final Answer|Observation)[ \t*]*:[ \t*]*", re.MULTILINE | re.IGNORECASE
)
_ORNAMENT = " \t\r\n`*'\"[]()."
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """The model's choice: a call, a final answer, or, with `fault`, a text that cannot be parsed."""

    tool: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    final: str | None = None
    fault: str = ""


def _json_arguments(tool: str, said: str) -> dict[str, Any]:
    """The arguments of a call as the published ReAct has them."""
    try:
        return read_object(said, {"type": "object"})
    except ModelError as error:
        raise ModelError(f"the Action Input is no JSON object: {error}") from error


def read_turn(text: str, parse: Callable[[str, str], dict[str, Any]] = _json_arguments) -> ModelTurn:
    """The first call or final answer in a text; anything the model makes up after it is ignored.

    Args:
        text: what the model wrote.
        parse: reads the arguments of a tool from the text of the Action Input; its ModelError is told to the model.
    """
    marks = list(_MARK.finditer(text))
    for number, mark in enumerate(marks):
        end = marks[number + 1].start() if number + 1 < len(marks) else len(text)
        kind, said = mark[1].lower(), text[mark.end() : end].strip()
        if kind == "final answer":
            return ModelTurn(final=said) if said else ModelTurn(fault="the final answer is empty")
        if kind == "observation":
            break
        if kind == "action":
            return _call(said, text[end:], marks[number + 1] if number + 1 < len(marks) else None, parse)
    return ModelTurn(fault="write Action and Action Input, or Final Answer")


def _call(
    name: str, rest: str, following: re.Match[str] | None, parse: Callable[[str, str], dict[str, Any]]
) -> ModelTurn:
    tool = name.partition("\n")[0].partition("(")[0].strip(_ORNAMENT)[:_LONGEST_NAME]
    if not tool:
        return ModelTurn(fault="the action names no tool")
    if following is None or following[1].lower() != "action input":
        return ModelTurn(fault=f"there is no Action Input behind the action {tool}")
    said = rest[following.end() - following.start() :]
    mark = _MARK.search(said)
    try:
        return ModelTurn(tool, parse(tool, said[: mark.start()] if mark else said))
    except ModelError as error:
        return ModelTurn(fault=str(error))
