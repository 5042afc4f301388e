"""Answers worded by a model, whose values are put in where it names their places."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import ModelError
from scitoolagent.language.signs import printable
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Answer, AnswerValue, Plan, Query, Reference, Usage
from scitoolagent.summarizer.faithful import placed, unfounded
from scitoolagent.summarizer.text import answer_text
from scitoolagent.summarizer.values import show_answer
from scitoolagent.summarizer.words import roots, unsaid

_VALUES_SHOWN = 20
_VALUE_SHOWN = 100
_ITEMS_SHOWN = 6
_QUESTION_SHOWN = 6000
_TRIES = 2
_LONGEST_ANSWER = 400
_PLACE = re.compile(r"\{(\d{1,2})\}")


@dataclass(frozen=True, slots=True)
class _Written:
    text: str
    unmet: tuple[str, ...]


def write_answer(model: LanguageModel, query: Query, plan: Plan, plain: Answer) -> Answer:
    """The plain answer in a model's words, with its judgement of the goals.

    A text with a claim that does not follow is requested once more; if it fails again, the plain answer is used.

    Args:
        model: the language model of the summarizer.
        query: the question.
        plan: its goals are judged.
        plain: the answer without a model; its values, notes, failures and findings stay as they are.
    """
    wanted = [*dict.fromkeys(goal.text for goal in plan.goals), *plan.missing]
    messages = summarizer_messages(query, plain, wanted)
    usage: list[Usage] = []
    notes: list[str] = []
    for _ in range(_TRIES):
        try:
            reply = model.complete(
                "summarizer", messages, summary_schema(len(wanted), len(plain.values)), _LONGEST_ANSWER
            )
        except ModelError as error:
            notes = [f"not reworded, since the model failed: {error}"]
            break
        usage.append(reply.usage)
        written = _read(reply.data or {}, plain, wanted, query)
        false = unfounded(written.text, query, plain.values)
        false = false or unsaid(written.text, query, plain, (*plain.unmet, *written.unmet))
        overlooked = _overlooked(written, plan, plain)
        if not false and not overlooked:
            return _joined(plain, written, tuple(usage), _behind(written, plan, plain))
        note, why = _fault(written.text, false, overlooked, plain)
        notes = [f"the model's wording was left out: {note}"]
        again = f"{why}. Write again; insert values as {{1}}, {{2}}."
        messages = [*messages, Message("assistant", reply.text), Message("user", again)]
    return plain.model_copy(
        update={
            "usage": (*plain.usage, *usage),
            "notes": (*plain.notes, *notes),
            "text": "\n".join([plain.text, *(f"Note: {note}" for note in notes)]),
        }
    )


def summarizer_messages(query: Query, plain: Answer, wanted: list[str]) -> list[Message]:
    """The messages that ask for the wording of the answer."""
    lines = [f"question: {query.with_handles()[:_QUESTION_SHOWN]}", "results:"]
    for number, value in enumerate(plain.values[:_VALUES_SHOWN], start=1):
        lines.append(f"{{{number}}} = {value.label}{_of(query, value)}: {_shown(value)}")
    lines += [f"failed: {json.dumps(reason[:_VALUE_SHOWN], ensure_ascii=False)}" for reason in plain.unmet]
    lines.append("goals: " + "; ".join(f"{number} {goal}" for number, goal in enumerate(wanted, start=1)))
    return [Message("system", read_prompt("summarizer")), Message("user", "\n".join(lines))]


def summary_schema(goals: int, values: int) -> dict[str, Any]:
    """The JSON schema of the reply: a judgement of each goal, and the text."""
    judged = {
        "type": "object",
        "additionalProperties": False,
        "required": ["goal", "met", "result"],
        "properties": {
            "goal": {"type": "integer", "minimum": 1, "maximum": max(goals, 1)},
            "met": {"type": "boolean"},
            "result": {"type": "integer", "minimum": 0, "maximum": min(values, _VALUES_SHOWN)},
        },
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["goals", "text"],
        "properties": {
            "goals": {"type": "array", "maxItems": max(goals, 1), "items": judged},
            "text": {"type": "string", "maxLength": 1200},
        },
    }


def _shown(value: AnswerValue) -> str:
    """A value as shown to the model: long ones by size only, because small models copy them with errors."""
    if isinstance(value.value, list | dict) and len(value.value) > _ITEMS_SHOWN:
        return f"{len(value.value)} {'values' if isinstance(value.value, list) else 'entries'}"
    shown = show_answer(value, cut=False)
    return json.dumps(shown, ensure_ascii=False) if len(shown) <= _VALUE_SHOWN else f"{len(shown)} characters"


def _fault(text: str, false: list[str], overlooked: list[tuple[int, str]], plain: Answer) -> tuple[str, str]:
    """What is wrong with a text: the wording for the answer and the one for the model."""
    place = _PLACE.fullmatch(false[0]) if false else None
    if place is not None:
        value = plain.values[int(place[1]) - 1]
        what = f"{value.label} of {value.subject}" if value.subject else value.label
        return f"it calls the {what} something else", f"{place[0]} is the {value.label}; call it so"
    if false:
        return f"{false[0]!r} is not taken from a result", f"{json.dumps(false[0])} is not taken from a result"
    number, label = overlooked[0]
    if not _is_told(number, plain.values[number - 1], text):
        return f"it leaves out the {label}", f"Result {{{number}}}, the {label}, is left out"
    return f"it doubts that the {label} is what was asked for", f"Result {{{number}}} is the {label}"


def _overlooked(written: _Written, plan: Plan, plain: Answer) -> list[tuple[int, str]]:
    """The results that the text leaves out, or that have the name of a goal that the model doubts, with their numbers.

    A result of a goal that it doubts and that is worded otherwise is added after the text.
    """
    doubted = [words for goal in written.unmet if (words := roots([goal]))]
    behind = _behind(written, plan, plain)
    return [
        (number, value.label)
        for number, value in enumerate(plain.values, start=1)
        if any(words <= roots([value.label]) for words in doubted)
        or not (_is_told(number, value, written.text) or value in behind)
    ]


def _behind(written: _Written, plan: Plan, plain: Answer) -> tuple[AnswerValue, ...]:
    """The results of goals that the model doubts, which its text leaves out."""
    outputs = [Reference.parse(goal.output) for goal in plan.goals if goal.text in written.unmet and goal.output]
    steps = {output.step for output in outputs if output is not None}
    values = enumerate(plain.values, start=1)
    return tuple(one for number, one in values if one.step in steps and not _is_told(number, one, written.text))


def _is_told(number: int, value: AnswerValue, text: str) -> bool:
    return f"{{{number}}}" in text or _typed(value, text) is not None


def _of(query: Query, value: AnswerValue) -> str:
    handles = [entity.handle for entity in query.entities if entity.text and entity.text in value.subject]
    return f" of {', '.join(handles)}" if handles else ""


def _read(data: dict[str, Any], plain: Answer, wanted: list[str], query: Query) -> _Written:
    """The text with the values filled in, and the goals that the model judges unmet."""
    text = str(data.get("text", ""))
    for entity in query.entities:
        shown = entity.text if len(entity.text) <= _VALUE_SHOWN else f"{entity.text[:_VALUE_SHOWN]}…"
        text = re.sub(rf"\[?\b{re.escape(entity.handle)}\b\]?", shown.replace("\\", r"\\"), text)
    unmet = tuple(
        wanted[judged["goal"] - 1]
        for judged in data.get("goals", ())
        if not judged["met"] and 0 < judged["goal"] <= len(wanted)
    )
    return _Written(placed(text, query, plain.values), unmet)


def _joined(plain: Answer, written: _Written, usage: tuple[Usage, ...], behind: Sequence[AnswerValue]) -> Answer:
    def put_in(match: re.Match[str]) -> str:
        number = int(match[1])
        if not 0 < number <= len(plain.values):
            return "(no result)"
        value = plain.values[number - 1]
        return f"{show_answer(value)} [step {value.step}]"

    known = " ".join(plain.unmet)
    doubted = tuple(f"{goal}: the model doubts that a result answers it" for goal in written.unmet if goal not in known)
    unmet = (*plain.unmet, *doubted)
    status = "partial" if doubted and plain.status == "complete" else plain.status
    rest = answer_text(behind, unmet, plain.notes, plain.findings, unread=plain.unread, design=plain.design)
    first = answer_text([], (), (), (), readings=plain.readings)
    text = "\n".join(filter(None, (first, printable(_cited(_PLACE.sub(put_in, written.text), plain)), rest)))
    return plain.model_copy(update={"text": text, "unmet": unmet, "status": status, "usage": (*plain.usage, *usage)})


def _cited(text: str, plain: Answer) -> str:
    """The text with the step cited after each value that the model typed itself, such as a name of the question."""
    for value in plain.values:
        cite = f" [step {value.step}]"
        if cite not in text and (found := _typed(value, text)):
            text = text[: found.end()] + cite + text[found.end() :]
    return text


def _typed(value: AnswerValue, text: str) -> re.Match[str] | None:
    """Where a text has a value as it is shown."""
    return re.search(rf"(?<![\w.]){re.escape(show_answer(value))}(?!\w)", text)
