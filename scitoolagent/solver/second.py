"""A second reader: whether what was computed is what the question asks, judged from a plain account alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scitoolagent.errors import ModelError
from scitoolagent.language.signs import printable
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Usage
from scitoolagent.solver.answering import Ran
from scitoolagent.solver.turns import Written
from scitoolagent.toolkg.graph import ToolGraph

Verdict = Literal["same", "different", "cannot tell"]
_SCHEMA = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["same", "different", "cannot tell"]},
        "why": {"type": "string"},
    },
    "required": ["verdict", "why"],
}
_MOST_STEPS, _ARGUMENT, _CODE, _WHY = 25, 120, 3_000, 400
_TOKENS = 300


@dataclass(frozen=True, slots=True)
class Reading:
    """What the second reader says, and what asking it took."""

    verdict: Verdict
    why: str
    usage: tuple[Usage, ...] = ()


def second_reading(model: LanguageModel, question: str, account: str) -> Reading:
    """What a fresh reader says of an account; one that cannot be asked cannot tell."""
    messages = [
        Message("system", read_prompt("second_reader")),
        Message("user", f"QUESTION\n{printable(question)}\n\nACCOUNT\n{account}"),
    ]
    try:
        reply = model.complete("second_reader", messages, _SCHEMA, _TOKENS)
    except ModelError as error:
        return Reading("cannot tell", f"the second reader could not be asked: {error}")
    data = reply.data or {}
    return Reading(data["verdict"], printable(str(data["why"]))[:_WHY], (reply.usage,))


def account_of(graph: ToolGraph, ran: Ran, written: Written, facts: Sequence[str], answer: str) -> str:
    """A plain account of what was computed: the program, its steps, what was left out, and the answer."""
    steps = []
    for step in ran.ledger.steps[:_MOST_STEPS]:
        tool = graph.tools.get(step.tool)
        settings = ", ".join(f"{name}={_cut(str(value), _ARGUMENT)}" for name, value in step.arguments.items())
        steps.append(f"{step.id}. {step.tool}({settings})" + (f": {tool.summary}" if tool else ""))
    if len(ran.ledger.steps) > _MOST_STEPS:
        steps.append(f"… {len(ran.ledger.steps) - _MOST_STEPS} more steps")
    parts = [f"program:\n{_cut(ran.code, _CODE)}", "steps:\n" + "\n".join(steps)]
    if facts:
        parts.append("tables:\n" + "\n".join(facts))
    if written.design:
        parts.append(f"design: {written.design}")
    parts += [f"set aside: {one.what}: {one.why}" for one in written.set_aside]
    parts.append(f"answer:\n{_cut(answer, _CODE)}")
    return printable("\n".join(parts))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
