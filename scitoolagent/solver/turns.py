"""What a model may do in a turn, as functions that it calls, and what it wrote as the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scitoolagent.errors import ModelError
from scitoolagent.language.signs import printable
from scitoolagent.llm import ToolSpec
from scitoolagent.records import Choice, Question

_LONGEST_TEXT = 4_000
_LONGEST_LABEL = 300
_MOST_CHOICES = 4
_SHOWN = 200


class SetAside(BaseModel):
    """Something given that the result does not rest on, and why."""

    model_config = ConfigDict(frozen=True)
    what: str
    why: str


class Problem(BaseModel):
    """What is wrong with a question; of a false `premise` the question may still be answered."""

    model_config = ConfigDict(frozen=True)
    kind: Literal["premise", "missing", "impossible", "ambiguous", "opinion"]
    text: str = Field(min_length=1)


class Written(BaseModel):
    """The answer as a model wrote it; `text` holds places for values, `labels` name the keys of the results."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    text: str = Field(max_length=_LONGEST_TEXT)
    labels: dict[str, str] = {}
    design: str = ""
    set_aside: tuple[SetAside, ...] = ()
    problem: Problem | None = None

    @property
    def fault(self) -> str:
        """What is wrong with the question; empty where nothing is."""
        return self.problem.text if self.problem else ""

    @property
    def is_answerable(self) -> bool:
        """Whether the question can be answered as it is asked, a false premise corrected."""
        return self.problem is None or self.problem.kind == "premise"


_TEXTS = {"type": "array", "items": {"type": "string"}}
_ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "Conclusion first, with places {key} for values."},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "design": {"type": "string"},
        "set_aside": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"what": {"type": "string"}, "why": {"type": "string"}},
                "required": ["what", "why"],
            },
        },
        "problem": {
            "type": "object",
            "description": "Only where something is wrong with the question.",
            "properties": {
                "kind": {"type": "string", "enum": ["premise", "missing", "impossible", "ambiguous", "opinion"]},
                "text": {"type": "string"},
            },
            "required": ["kind", "text"],
        },
    },
    "required": ["text"],
}
SPECS = (
    ToolSpec(
        "search",
        "Find tools by what they do; several queries may be given at once.",
        {"type": "object", "properties": {"queries": _TEXTS}, "required": ["queries"]},
    ),
    ToolSpec(
        "describe",
        "Show settings, units, assumptions and an example of tools, or the facts of a table.",
        {"type": "object", "properties": {"names": _TEXTS}, "required": ["names"]},
    ),
    ToolSpec(
        "program",
        "Run a program; with `answer`, its results are the answer.",
        {
            "type": "object",
            "properties": {"code": {"type": "string"}, "answer": _ANSWER},
            "required": ["code"],
        },
    ),
    ToolSpec(
        "ask",
        "Ask the person one question that decides what is meant.",
        {
            "type": "object",
            "properties": {
                "question": {"type": "string"},
                "choices": {
                    "type": "array",
                    "minItems": 2,
                    "maxItems": _MOST_CHOICES,
                    "items": {
                        "type": "object",
                        "properties": {"label": {"type": "string"}, "gives": {"type": "string"}},
                        "required": ["label"],
                    },
                },
            },
            "required": ["question", "choices"],
        },
    ),
    ToolSpec("answer", "Answer from the results of the last program, or say why there is no answer.", _ANSWER),
)


def written(data: Mapping[str, Any]) -> Written:
    """The answer in the arguments of a call.

    Raises:
        ModelError: it does not have the form of one.
    """
    try:
        return Written(**data)
    except (ValidationError, TypeError) as error:
        raise ModelError(f"the answer does not have its form: {str(error)[:_SHOWN]}") from error


def question_of(data: Mapping[str, Any]) -> Question:
    """The question back in the arguments of a call, with its choices.

    Raises:
        ModelError: it does not have the form of one.
    """
    try:
        found = tuple(
            Choice(label=_line(one["label"]), gives=_line(one.get("gives", "")))
            for one in list(data["choices"])[:_MOST_CHOICES]
        )
        return Question(text=printable(str(data["question"]))[:_LONGEST_TEXT], choices=found)
    except (TypeError, KeyError, AttributeError) as error:
        raise ModelError(f"the question back does not have its form: {str(error)[:_SHOWN]}") from error


def _line(text: object) -> str:
    return printable(" ".join(str(text).split()))[:_LONGEST_LABEL]
