"""What the planning model reads and writes: the question with handles, typed tools, and a plan as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.llm import Message
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Entity, Query
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

MOST_CALLS = 8
_MORE_CALLS = 2
_MOST_STEPS = 8
_NAME_SHOWN = 60
_QUESTION_SHOWN = 6000
_FEW = 3


@dataclass(frozen=True, slots=True)
class Call:
    """One call as a model writes it: a tool, and the handles or earlier calls it works on."""

    tool: str
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What the model is asked: the query, the tools it may use, and what the rules suggest."""

    query: Query
    tools: tuple[ToolNode, ...]
    suggested: tuple[Call, ...] = ()


def planner_messages(graph: ToolGraph, request: Request) -> list[Message]:
    """The conversation that asks for a plan. The fixed part comes first, so that a server can keep it."""
    query = request.query
    given = "; ".join(f"{entity.handle} ({_about(graph, entity)})" for entity in query.entities) or "nothing"
    lines = [
        f"question: {query.with_handles()[:_QUESTION_SHOWN]}",
        f"given: {given}",
        "tools:",
        *(signature(graph, tool) for tool in request.tools),
        f"suggested: {_calls_text(request.suggested) if request.suggested else 'none'}",
    ]
    return [Message("system", read_prompt("planner")), Message("user", "\n".join(lines))]


def _about(graph: ToolGraph, entity: Entity) -> str:
    label = graph.types[entity.type].label
    # A name is no structure: a model may know it, and nothing is computed from what it reads here.
    shown = str(entity.value)
    return f"{label}: {shown}" if entity.type == "MoleculeName" and len(shown) <= _NAME_SHOWN else label


def signature(graph: ToolGraph, tool: ToolNode) -> str:
    """A tool in one line: its inputs, how many outputs it has, and what it is for."""
    inputs = ", ".join(f"{port.name}…" if port.many else port.name for port in tool.required)
    values = sum(not graph.is_note(port.type) for port in tool.outputs)
    several = f" ({values} values)" if values > _FEW else ""
    return f"{tool.name}({inputs}): {tool.summary.rstrip('.')}{several}"


def plan_schema(request: Request) -> dict[str, Any]:
    """The JSON schema of the reply: only tools of the list, only handles of the question and earlier calls."""
    # Where rules found a plan, it is corrected and not grown: small models like to call every tool they see.
    most = len(request.suggested) + _MORE_CALLS if request.suggested else MOST_CALLS
    steps = [f"step{number}" for number in range(1, _MOST_STEPS + 1)]
    handles = [entity.handle for entity in request.query.entities]
    call = {
        "type": "object",
        "additionalProperties": False,
        "required": ["tool", "of"],
        "properties": {
            "tool": {"enum": [tool.name for tool in request.tools]},
            "of": {"type": "array", "maxItems": 12, "items": {"enum": [*handles, *steps]}},
        },
    }
    wanted = {"type": "array", "maxItems": most, "items": {"type": "string", "maxLength": 80}}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["wanted", "calls"],
        "properties": {"wanted": wanted, "calls": {"type": "array", "maxItems": most, "items": call}},
    }


def plan_reply(calls: Sequence[Call], wanted: Sequence[str]) -> str:
    """The reply that stands for a plan; what a model is trained to write."""
    return f'{{"wanted":{_compact(list(wanted))},"calls":{_calls_text(calls)}}}'


def _calls_text(calls: Sequence[Call]) -> str:
    return _compact([{"tool": call.tool, "of": list(call.of)} for call in calls])


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read_calls(data: dict[str, Any]) -> tuple[Call, ...]:
    """The calls of a reply that fits the schema."""
    return tuple(Call(call["tool"], tuple(dict.fromkeys(call["of"]))) for call in data["calls"])
