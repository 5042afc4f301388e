"""What a document says of a function or program, and the declaration that is proposed for it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_PORTS = 60
LONGEST_TEXT = 400
Kind = Literal["str", "int", "float", "bool", "Path", "dict", "list"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Said(_Record):
    """What a document says of one argument, option or result; `kind` is its type as written, empty if not written."""

    name: str = Field(max_length=100)
    kind: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=LONGEST_TEXT)
    required: bool = True


class Described(_Record):
    """A function or program as a document describes it; `module` is empty for a program."""

    name: str = Field(min_length=1, max_length=100)
    summary: str = Field(default="", max_length=LONGEST_TEXT)
    inputs: tuple[Said, ...] = Field(default=(), max_length=MOST_PORTS)
    outputs: tuple[Said, ...] = Field(default=(), max_length=MOST_PORTS)
    module: str = Field(default="", max_length=200)
    origin: str = Field(default="", max_length=400)


class ProposedPort(_Record):
    """An input or output with its proposed type.

    Attributes:
        type: a type of this program, or a new one.
        new: whether the type is proposed with the tool.
        parent: of a new type.
        unit: that of the type; empty for what is no number.
        confidence: from 0 to 1.
        sentence: what type and unit rest on, as the document has it.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,60}$")
    type: str = Field(pattern=r"^[A-Z][A-Za-z0-9]*$", max_length=100)
    new: bool = False
    parent: str = Field(default="", pattern=r"^([A-Z][A-Za-z0-9]*)?$", max_length=100)
    python: Kind = "str"
    many: bool = False
    unit: str = Field(default="", max_length=40)
    required: bool = True
    confidence: float = Field(default=0.0, ge=0, le=1)
    sentence: str = Field(default="", max_length=LONGEST_TEXT)
