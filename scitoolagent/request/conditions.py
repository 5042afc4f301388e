"""Conditions on rows: a small typed syntax tree; checked against the columns where it is used, never evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Plain = bool | int | float | str


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Compare(_Node):
    """A column against a value: `{"is": "compare", "column": "qed", "sign": ">=", "value": 0.5}`.

    A `unit` is that of the value, which is converted to the column's. Texts know `=` and `!=`, without their case.
    """

    is_: Literal["compare"] = Field(default="compare", validation_alias="is", serialization_alias="is")
    column: str
    sign: Literal["<", "<=", ">", ">=", "=", "!="]
    value: Plain
    unit: str = ""


class OneOf(_Node):
    """A column that holds one of some values."""

    is_: Literal["one of"] = Field(default="one of", validation_alias="is", serialization_alias="is")
    column: str
    values: tuple[Plain, ...]
    unit: str = ""


class Contains(_Node):
    """A column of texts that have a text in them, without its case."""

    is_: Literal["contains"] = Field(default="contains", validation_alias="is", serialization_alias="is")
    column: str
    text: str


class Ends(_Node):
    """A column of texts that begin or end with a text, without its case."""

    is_: Literal["starts with", "ends with"] = Field(validation_alias="is", serialization_alias="is")
    column: str
    text: str


class Dated(_Node):
    """A column of dates against one of them; a text that is no date as `scitoolagent.tool.days` has them is unknown.

    A `value` as `--03` is the March of any year, and `-W6` any Saturday, which a date can only be in; one as `T08:30`
    is a time of any day, which a text without a time of day is not.
    """

    is_: Literal["dated"] = Field(default="dated", validation_alias="is", serialization_alias="is")
    column: str
    sign: Literal["<", "<=", ">", ">=", "="]
    value: Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2}|--(0[1-9]|1[0-2])|-W[1-7]|T([01]\d|2[0-4]):[0-5]\d)$")]


class Missing(_Node):
    """A column that holds nothing."""

    is_: Literal["missing"] = Field(default="missing", validation_alias="is", serialization_alias="is")
    column: str


class Not(_Node):
    """What does not hold; of a row that has no value, neither a condition nor its opposite holds."""

    is_: Literal["not"] = Field(default="not", validation_alias="is", serialization_alias="is")
    of: Condition


class Both(_Node):
    """Conditions that all hold (`all`), or one of them at least (`any`)."""

    is_: Literal["all", "any"] = Field(validation_alias="is", serialization_alias="is")
    of: tuple[Condition, ...] = Field(min_length=1)


Condition = Annotated[Compare | OneOf | Contains | Ends | Dated | Missing | Not | Both, Field(discriminator="is_")]
Not.model_rebuild()
Both.model_rebuild()


def all_of(conditions: Sequence[Condition]) -> Condition:
    """Return the condition under which all of some hold; those that are all of others are taken apart first."""
    parts = tuple(part for one in conditions for part in parts_of(one))
    return parts[0] if len(parts) == 1 else Both(is_="all", of=parts)


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """Return the conditions that all have to hold for one: its parts, or itself."""
    return condition.of if isinstance(condition, Both) and condition.is_ == "all" else (condition,)


def columns_of(condition: Condition) -> tuple[str, ...]:
    """Return the columns that a condition looks at."""
    if isinstance(condition, Not):
        return columns_of(condition.of)
    if isinstance(condition, Both):
        return tuple(dict.fromkeys(name for one in condition.of for name in columns_of(one)))
    return (condition.column,)
