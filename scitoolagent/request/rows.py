"""The closed meaning of a question about the rows of a file: a small algebra that is planned without its words."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scitoolagent.request.conditions import Condition, Plain

Aggregate = Literal[
    "mean", "median", "sum", "lowest", "highest", "range", "standard deviation", "coefficient of variation"
]
End = Literal["highest", "lowest"]
# The tool that gives each figure of values.
TOOL_OF: dict[Aggregate, str] = {
    "mean": "mean_of_values",
    "median": "median_of_values",
    "sum": "sum_of_values",
    "lowest": "minimum_of_values",
    "highest": "maximum_of_values",
    "range": "range_of_values",
    "standard deviation": "standard_deviation_of_values",
    "coefficient of variation": "variation_of_values",
}


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Rows(_Node):
    """The rows of a file, by its handle, that meet a condition; all of them without one."""

    file: str
    where: Condition | None = None


class Fold(_Node):
    """One figure of a column of numbers over rows."""

    is_: Literal["fold"] = Field(default="fold", validation_alias="is", serialization_alias="is")
    of: Rows
    aggregate: Aggregate
    column: str


class Count(_Node):
    """How many rows there are; with `column`, how many different values the column has in them."""

    is_: Literal["count"] = Field(default="count", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str = ""


class Share(_Node):
    """Which part of the rows meets a condition."""

    is_: Literal["share"] = Field(default="share", validation_alias="is", serialization_alias="is")
    of: Rows
    meeting: Condition


class Group(_Node):
    """A figure of a column for each group of rows, or the number of its rows without a column.

    With `end`, only the group whose figure is at that end.
    """

    is_: Literal["group"] = Field(default="group", validation_alias="is", serialization_alias="is")
    of: Rows
    by: tuple[str, ...] = Field(min_length=1)
    column: str = ""
    aggregates: tuple[Aggregate, ...] = ()
    end: End | None = None


class Rank(_Node):
    """The rows at one end of a column: `count` of them from `place` on. `shown` are the columns that are asked for."""

    is_: Literal["rank"] = Field(default="rank", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str
    end: End
    count: int = Field(1, ge=1, le=10_000)
    place: int = Field(1, ge=1)
    shown: tuple[str, ...] = ()


class Listing(_Node):
    """Columns of the rows as they stand; all of them where none is named. With `different`, each value once."""

    is_: Literal["listing"] = Field(default="listing", validation_alias="is", serialization_alias="is")
    of: Rows
    columns: tuple[str, ...] = ()
    different: bool = False


class Contrast(_Node):
    """A figure of a column in the rows of two groups against each other: their difference and ratio."""

    is_: Literal["contrast"] = Field(default="contrast", validation_alias="is", serialization_alias="is")
    of: Rows
    aggregate: Literal["mean", "median", "count", "sum", "value"]
    column: str = ""
    by: str
    first: Plain
    second: Plain
    form: Literal["difference", "ratio"] = "difference"


class Correlation(_Node):
    """How two columns of numbers go together."""

    is_: Literal["correlation"] = Field(default="correlation", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str
    other: str


class Test(_Node):
    """Whether a column of numbers differs between the groups of another."""

    is_: Literal["test"] = Field(default="test", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str
    by: str


Form = Literal["scatter", "lines", "histogram", "boxes", "bars"]


class Draw(_Node):
    """A picture of a column, along `other` where there are two axes; of each group where `by` makes groups.

    Bars are as long as the `aggregate` of the column in each group, or as the group has rows where there is none.
    """

    is_: Literal["draw"] = Field(default="draw", validation_alias="is", serialization_alias="is")
    of: Rows
    form: Form
    column: str = ""
    other: str = ""
    by: str = ""
    aggregate: Aggregate | None = None


RowExpression = Annotated[
    Fold | Count | Share | Group | Rank | Listing | Contrast | Correlation | Test | Draw, Field(discriminator="is_")
]
