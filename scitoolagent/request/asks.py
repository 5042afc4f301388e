"""What a question means: its asks, what is done with their values, and what each of its words was read as."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.json_schema import GenerateJsonSchema

from scitoolagent.measures import Rounding
from scitoolagent.request.rows import RowExpression

Json = Any  # pydantic checks it; a recursive alias would cost readers more than it tells them
# How deep expressions may stand inside one another, and of how many values results may be made in all.
_DEEPEST, _MOST = 40, 4_000


class Candidate(BaseModel):
    """What the words of an ask may stand for: any value of `type`, or an output of `tool`, all of them when empty.

    Or the values of a `column` of a file, by its header, as they stand there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    type: str = ""
    tool: str = ""
    output: str = ""
    column: str = ""


class Operation(BaseModel):
    """What is done with the values of an ask: a tool of the graph that works on any values, and its settings.

    A setting is a literal, or a reference to a quantity of the question (`$query.quantity1`). `outputs` are those that
    are asked for, all of them when empty.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    tool: str
    settings: dict[str, Json] = {}
    outputs: tuple[str, ...] = ()
    text: str = ""


class Ask(BaseModel):
    """One thing that is asked.

    `of` are the handles of entities and of other asks that it is asked of; empty, of all that the question gives.
    `beside` are entities that only a tool of several inputs can take: ethanol in "solubility of aspirin in ethanol".
    `columns` are asks whose values an input of a tool for tables takes. `among` choose from the same things: all meet.
    `then` is done with its values, in order. `unit` and `rounding` say how the answer is wanted. A `soft` ask is a
    notation named on the way, and one that is not `reported` is there for another ask. One without candidates in
    `what` asks for something unknown. `problem` says why it cannot be answered as it was read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    handle: str
    text: str
    start: int
    end: int
    what: tuple[Candidate, ...]
    of: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    columns: dict[str, tuple[str, ...]] = {}
    among: tuple[str, ...] = ()
    then: tuple[Operation, ...] = ()
    unit: str = ""
    rounding: Rounding | None = None
    soft: bool = False
    reported: bool = True
    problem: str = ""


Role = Literal["entity", "quantity", "ask", "setting", "operation", "selection", "form", "frame", "unread"]


class Reading(BaseModel):
    """What the words at one place of the question were read as; `asks` are the handles of the asks they stand with.

    `read_as` is the word that a misspelt one was taken for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    start: int
    end: int
    role: Role
    asks: tuple[str, ...] = ()
    read_as: str = ""


class Request(BaseModel):
    """The meaning of a question, with no word of its language in it.

    `readings` account for each word, in the order of the text; a `frame` is what only carries the question (courtesy,
    joining words), and what is `unread` may have changed its meaning. `save` names the file for the rows of the answer.
    `results` are the closed meaning of a question about the rows of a file, which then has no asks; `unit` is the one
    that their values are wanted in.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    asks: tuple[Ask, ...] = ()
    readings: tuple[Reading, ...] = ()
    save: str = ""
    results: tuple[RowExpression, ...] = Field(default=(), max_length=24)
    unit: str = ""

    @model_validator(mode="before")
    @classmethod
    def _within_bounds(cls, given: Any) -> Any:
        """Refuse results that are nested too deep, or are too many values, before they are read any further."""
        level, size = [given.get("results", ())] if isinstance(given, dict) else [], 0
        for _ in range(_DEEPEST):
            size += len(level)
            if not level or size > _MOST:
                break
            level = [
                inner
                for one in level
                if isinstance(one, dict | list | tuple)
                for inner in (one.values() if isinstance(one, dict) else one)
            ]
        if size > _MOST or level:
            raise ValueError(f"its results are nested deeper than {_DEEPEST}, or hold more than {_MOST:,} values")
        return given


class _Schema(GenerateJsonSchema):
    # A discriminator only helps to choose; each alternative has its `is` as a constant.
    ignored_warning_kinds = GenerateJsonSchema.ignored_warning_kinds | {"skipped-discriminator"}


def json_schema() -> dict[str, Json]:
    """Return the JSON schema of a request."""
    return Request.model_json_schema(by_alias=True, schema_generator=_Schema)
