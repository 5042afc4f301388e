"""What a definition of somebody else's tool says, as records that are written to a file and read again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

MOST_PORTS, MOST_TERMS = 200, 40
LONGEST_NAME, LONGEST_TEXT = 160, 300
_SIGNS = re.compile(r"[^A-Za-z0-9._/-]+")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Term(_Record):
    """A term of EDAM: `data_2044`, and what it is called where the definition says so."""

    id: str = Field(pattern=r"^(data|format|operation|topic)_\d{4}$")
    label: str = Field(default="", max_length=LONGEST_TEXT)


class ImportedPort(_Record):
    """One input or output.

    Attributes:
        type: a semantic type of this program, or one of EDAM's (`EdamData2044`); empty where it is not known.
        confidence: from 0, nothing is known, to 1, the definition names a term of EDAM.
        words: what the type rests on, as the definition has it.
        kind: what the definition calls the kind of its values: `string`, `file`, `integer`.
    """

    name: str = Field(max_length=LONGEST_NAME)
    type: str = Field(default="", pattern=r"^([A-Z][A-Za-z0-9]*)?$", max_length=120)
    confidence: float = Field(default=0.0, ge=0, le=1)
    words: str = Field(default="", max_length=LONGEST_TEXT)
    kind: str = Field(default="", max_length=40)
    many: bool = False
    required: bool = True
    text: str = Field(default="", max_length=LONGEST_TEXT)
    terms: tuple[Term, ...] = Field(default=(), max_length=MOST_TERMS)


class ImportedTool(_Record):
    """A tool that is defined elsewhere.

    Attributes:
        requires: what must be there to run it: `network`, `program:NAME`, `package:NAME`, `key:NAME`.
        confirm: the command by which a person can bring it into this program; empty where there is none.
        origin: the file that the definition stands in, and its place there.
    """

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    source: str = Field(max_length=40)
    summary: str = Field(default="", max_length=LONGEST_TEXT)
    operations: tuple[Term, ...] = Field(default=(), max_length=MOST_TERMS)
    topics: tuple[Term, ...] = Field(default=(), max_length=MOST_TERMS)
    keywords: tuple[str, ...] = Field(default=(), max_length=MOST_TERMS)
    inputs: tuple[ImportedPort, ...] = Field(default=(), max_length=MOST_PORTS)
    outputs: tuple[ImportedPort, ...] = Field(default=(), max_length=MOST_PORTS)
    requires: tuple[str, ...] = Field(default=(), max_length=MOST_TERMS)
    licence: str = Field(default="", max_length=80)
    version: str = Field(default="", max_length=80)
    confirm: str = Field(default="", max_length=400)
    notes: tuple[str, ...] = Field(default=(), max_length=MOST_TERMS)
    origin: str = Field(default="", max_length=400)


@dataclass(frozen=True, slots=True)
class Refused:
    """A definition that was not taken: what it is called, and why not."""

    name: str
    reason: str


class DefinitionError(ValueError):
    """A definition that cannot be used; the message says why."""


def one_line(text: str, longest: int) -> str:
    """The text as one line of printable characters, truncated with an ellipsis."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 10 * longest]).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"


def text_of(value: Any, longest: int = LONGEST_TEXT) -> str:
    """A text of a definition in one line; empty for what is no text."""
    if isinstance(value, list):
        value = " ".join(one for one in value[:MOST_TERMS] if isinstance(one, str))
    return one_line(value, longest) if isinstance(value, str) else ""


def name_of(*parts: Any) -> str:
    """The name of an imported tool: that of its collection and its own, with slashes between.

    Raises:
        DefinitionError: a part has no letters or digits.
    """
    plain = [_SIGNS.sub("-", str(part)).strip("-./") if isinstance(part, str | int) else "" for part in parts]
    if not all(plain):
        raise DefinitionError("it has no name that can be used")
    return "/".join(plain)[:LONGEST_NAME]


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    """The value where it is a mapping.

    Raises:
        DefinitionError: it is none.
    """
    if not isinstance(value, Mapping):
        raise DefinitionError(f"{what} is a {type(value).__name__}, not a mapping")
    return value


def listed(value: Any) -> list[Any]:
    """The value as a list: a single one in a list, none as an empty list."""
    return value if isinstance(value, list) else [] if value is None else [value]
