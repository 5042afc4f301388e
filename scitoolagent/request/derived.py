"""Columns that a question makes of others, row by row: by arithmetic, or by a tool of the graph."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scitoolagent.request.conditions import Plain


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Cell(_Node):
    """What a column of numbers holds in a row."""

    is_: Literal["cell"] = Field(default="cell", validation_alias="is", serialization_alias="is")
    column: str


class Constant(_Node):
    """A number; beside a value with a unit it is in that unit where they are added, and pure where they are not."""

    is_: Literal["constant"] = Field(default="constant", validation_alias="is", serialization_alias="is")
    value: float = Field(allow_inf_nan=False)


class Arithmetic(_Node):
    """Two terms put together by a sign."""

    is_: Literal["arithmetic"] = Field(default="arithmetic", validation_alias="is", serialization_alias="is")
    sign: Literal["+", "-", "*", "/", "^"]
    first: Term
    second: Term


class Function(_Node):
    """A function of one pure number."""

    is_: Literal["function"] = Field(default="function", validation_alias="is", serialization_alias="is")
    name: Literal["log10", "ln", "log2", "sqrt", "exp", "abs"]
    of: Term


Term = Annotated[Cell | Constant | Arithmetic | Function, Field(discriminator="is_")]


class Reckoned(_Node):
    """A new column, called by its `name`, that arithmetic makes of others; empty where one of their values is."""

    is_: Literal["reckoned"] = Field(default="reckoned", validation_alias="is", serialization_alias="is")
    name: str = Field(min_length=1, max_length=100)
    value: Term


class Computed(_Node):
    """A new column that a tool makes, called as its `output`: a molar mass of structures, a length of sequences.

    `columns` says by its header which column goes into which input.
    """

    is_: Literal["computed"] = Field(default="computed", validation_alias="is", serialization_alias="is")
    tool: str
    output: str
    columns: dict[str, str] = Field(min_length=1)
    settings: dict[str, Plain] = {}


Derived = Annotated[Reckoned | Computed, Field(discriminator="is_")]
Arithmetic.model_rebuild()
Function.model_rebuild()


def columns_in(term: Term) -> tuple[str, ...]:
    """Return the columns that a term goes by."""
    if isinstance(term, Cell):
        return (term.column,)
    if isinstance(term, Constant):
        return ()
    parts = (term.of,) if isinstance(term, Function) else (term.first, term.second)
    return tuple(dict.fromkeys(name for part in parts for name in columns_in(part)))


def formula(term: Term) -> str:
    """Return a term as a formula of headers, numbers and signs, with brackets where they are needed."""
    if isinstance(term, Cell):
        return term.column
    if isinstance(term, Constant):
        return f"{term.value:.17g}" if term.value >= 0 else f"({term.value:.17g})"
    if isinstance(term, Function):
        return f"{term.name}({formula(term.of)})"
    first, second = (
        f"({formula(one)})" if isinstance(one, Arithmetic) else formula(one) for one in (term.first, term.second)
    )
    return f"{first} {term.sign} {second}"
