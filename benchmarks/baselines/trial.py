"""One attempt to answer a question by single calls, and the outcome that is scored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any, Literal

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.baselines.toolbox import ToolCall
from scitoolagent.records import Answer, AnswerValue, Plan, Query, StepResult, Usage, Value
from scitoolagent.summarizer import show_value
from scitoolagent.toolkg.graph import ToolGraph

# The message of an outcome whose calls hold altered or made-up molecules or sequences, with their number.
_UNKNOWN = "unknown"
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d{1,3})?")
_TEXT_COMPARED = 60
_SUBJECT = 60
_MOST_PLACES = 30
_LEAST_DIGITS = 2


@dataclass
class Trial:
    """One attempt: the calls, the answer where there is one, and the usage.

    `lines` is the conversation; `seen` holds the observations alone, both as the model read them and as plain values.
    """

    calls: list[ToolCall] = field(default_factory=list)
    final: str | None = None
    usage: list[Usage] = field(default_factory=list)
    error: str = ""
    lines: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    @property
    def blocked(self) -> StepResult | None:
        """The call that the safety gate stopped."""
        return next((call.result for call in self.calls if call.result.status == "blocked"), None)

    @property
    def answered(self) -> bool:
        """Whether there is an answer and a tool contributed to it."""
        said = self.final is not None and self.final.strip(" .").lower() != _UNKNOWN
        return said and any(call.result.status == "ok" for call in self.calls)


def outcome_of(graph: ToolGraph, name: str, query: Query, trials: Sequence[Trial]) -> Outcome:
    """The outcome of the last attempt, with the usage of all of them."""
    last = trials[-1]
    usage = _total(name, [usage for trial in trials for usage in trial.usage])
    made = _calls_made(last.calls)
    plan = Plan(steps=tuple(call.step for call in made), goals=(), drafter=name) if made else None
    status = _status(last)
    answer = None
    if status in ("complete", "blocked", "failed"):
        values = _values(graph, made, last.final or "") if status == "complete" else ()
        blocked = last.blocked
        answer = Answer(
            status="complete" if status == "complete" else "blocked" if status == "blocked" else "failed",
            text=blocked.error.message if blocked and blocked.error else last.final or "",
            values=values,
            findings=blocked.findings if blocked else (),
            usage=usage,
            drafter=name,
        )
    return Outcome(
        status=status,
        query=query,
        plan=plan,
        answer=answer,
        usage=usage,
        message=last.error,
        altered=sum(call.altered for trial in trials for call in trial.calls),
        tool_seconds=sum(call.result.seconds for trial in trials for call in trial.calls),
    )


def _status(trial: Trial) -> Literal["complete", "failed", "blocked", "abstained", "error"]:
    if trial.error:
        return "error"
    if trial.blocked:
        return "blocked"
    if trial.final is None:
        return "failed"
    # An answer without any tool comes from the model's memory; it is scored as an answer nevertheless.
    return "abstained" if trial.final.strip(" .").lower() == _UNKNOWN else "complete"


def _calls_made(calls: Iterable[ToolCall]) -> list[ToolCall]:
    """The calls as a plan: each once, without failed calls that were corrected later."""
    distinct: dict[str, ToolCall] = {}
    for call in calls:
        distinct[f"{call.step.tool} {call.step.arguments}"] = call
    kept = list(distinct.values())
    worked = {call.step.tool for call in kept if call.result.status == "ok"}
    return [call for call in kept if call.result.status == "ok" or call.step.tool not in worked]


def _values(graph: ToolGraph, calls: Iterable[ToolCall], final: str) -> tuple[AnswerValue, ...]:
    """The outputs that the answer states correctly; all others count as not given."""
    found: list[AnswerValue] = []
    for call in calls:
        arguments = [str(value) for value in call.step.arguments.values() if isinstance(value, str)]
        for value in call.result.outputs.values():
            if graph.is_note(value.type) or not _states(final, value):
                continue
            found.append(
                AnswerValue(
                    label=graph.types[value.type].label,
                    subject=", ".join(text[:_SUBJECT] for text in arguments),
                    type=value.type,
                    value=value.value,
                    unit=value.unit,
                    step=call.step.id,
                    tool=call.result.tool,
                    source=call.result.source,
                )
            )
    return tuple(found)


def _states(final: str, value: Value) -> bool:
    """Whether a text states a value: a number to the digits given, a text by its beginning.

    Truth values, lists and tables can be worded in too many ways to check; they count as stated.
    """
    content: Any = value.value
    if isinstance(content, str):
        return content[:_TEXT_COMPARED].lower() in final.lower()
    if isinstance(content, bool) or not isinstance(content, int | float):
        return True
    if show_value(content) in final:
        return True
    return any(_rounds(float(content), match[0]) for match in _NUMBER.finditer(final))


def _rounds(value: float, written: str) -> bool:
    """Whether a number is this value, rounded to at least two digits."""
    for text in {written.replace(",", ""), written.replace(",", ".")}:
        number = Decimal(text)
        digits = number.as_tuple()
        if number == Decimal(repr(value)):
            return True
        places = int(digits.exponent)
        if len(digits.digits) >= _LEAST_DIGITS and abs(places) <= _MOST_PLACES and _rounded(value, places) == number:
            return True
    return False


def _rounded(value: float, places: int) -> Decimal | None:
    try:
        return Decimal(repr(value)).quantize(Decimal(1).scaleb(places), ROUND_HALF_UP)
    except InvalidOperation:
        return None


def _total(name: str, usages: Sequence[Usage]) -> tuple[Usage, ...]:
    """The usage of all turns, summed."""
    if not usages:
        return ()
    priced = [usage.dollars for usage in usages if usage.dollars is not None]
    return (
        Usage(
            role=name,
            model=usages[0].model,
            calls=sum(usage.calls for usage in usages),
            prompt_tokens=sum(usage.prompt_tokens for usage in usages),
            completion_tokens=sum(usage.completion_tokens for usage in usages),
            seconds=round(sum(usage.seconds for usage in usages), 3),
            dollars=sum(priced) if len(priced) == len(usages) else None,
        ),
    )
