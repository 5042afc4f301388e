"""The closed meaning of a question about the rows of a file: a small algebra that is planned without its words."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scitoolagent.request.conditions import Condition, Plain
from scitoolagent.request.derived import Derived

Aggregate = Literal[
    "mean", "median", "sum", "lowest", "highest", "range", "standard deviation", "coefficient of variation"
]
End = Literal["highest", "lowest"]
Order = Literal["ascending", "descending"]
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


class Join(_Node):
    """The rows of another file beside those that have the same value in a column."""

    file: str
    column: str
    other: str
    keep: bool = False


class Rows(_Node):
    """The rows of a file, by its handle, that meet a condition; all of them without one.

    In this order: `table` has what another expression gives stand in place of the file, the groups of a `Group`, the
    rows of a `Rank`, or the table that a tool makes; `joined` puts the rows of another file beside them; with `once`,
    rows that are equal in each column are one; `derived` are new columns, each of which may go by the ones before it;
    `where` chooses.
    """

    file: str
    table: Annotated[Group | Rank | Call, Field(discriminator="is_")] | None = None
    joined: Join | None = None
    once: bool = False
    derived: tuple[Derived, ...] = Field(default=(), max_length=12)
    where: Condition | None = None


class Fold(_Node):
    """One figure of a column of numbers over rows; of a column of dates the lowest is the first of them."""

    is_: Literal["fold"] = Field(default="fold", validation_alias="is", serialization_alias="is")
    of: Rows
    aggregate: Aggregate
    column: str


class Quantile(_Node):
    """The value of a column below which some percent of the rows lie."""

    is_: Literal["quantile"] = Field(default="quantile", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str
    percent: float = Field(ge=0, le=100)


class Count(_Node):
    """How many rows there are; with `column`, how many different values the column has in them."""

    is_: Literal["count"] = Field(default="count", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str = ""


class Share(_Node):
    """Which part of the rows meets a condition; with `by`, of the rows of each group."""

    is_: Literal["share"] = Field(default="share", validation_alias="is", serialization_alias="is")
    of: Rows
    meeting: Condition
    by: tuple[str, ...] = ()


class Group(_Node):
    """A figure of a column for each group of rows, or the number of its rows without a column.

    With `end`, only the group whose figure is at that end; with `order`, all of them by the first figure, or by the
    number of rows.
    """

    is_: Literal["group"] = Field(default="group", validation_alias="is", serialization_alias="is")
    of: Rows
    by: tuple[str, ...] = Field(min_length=1)
    column: str = ""
    aggregates: tuple[Aggregate, ...] = ()
    end: End | None = None
    order: Order | None = None


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
    """Columns of the rows as they stand; all of them where none is named. With `different`, each value once.

    `by` is the column that the rows are sorted by, in an `order`.
    """

    is_: Literal["listing"] = Field(default="listing", validation_alias="is", serialization_alias="is")
    of: Rows
    columns: tuple[str, ...] = ()
    different: bool = False
    by: str = ""
    order: Order = "ascending"


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
    """How two columns of numbers go together: by one coefficient, or by Pearson's and Spearman's where none is named.

    Pearson's and Spearman's come with their p-values, Kendall's is its own.
    """

    is_: Literal["correlation"] = Field(default="correlation", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str
    other: str
    method: Literal["", "pearson", "spearman", "kendall"] = ""


class Test(_Node):
    """Whether a column of numbers differs between the groups of another.

    Without a `method`, Welch's test for two groups and ANOVA for more. `unit` is the column of what was treated, whose
    means are compared; with `each_row`, each row counts, also where the rows are seen to be nested in units.
    """

    is_: Literal["test"] = Field(default="test", validation_alias="is", serialization_alias="is")
    of: Rows
    column: str
    by: str
    method: Literal["usual", "Welch", "Student", "Mann-Whitney", "ANOVA", "Kruskal-Wallis"] = "usual"
    unit: str = ""
    each_row: bool = False


class Number(_Node):
    """A pure number, such as the 2 that a figure is divided by."""

    is_: Literal["number"] = Field(default="number", validation_alias="is", serialization_alias="is")
    value: float = Field(allow_inf_nan=False)


class Given(_Node):
    """A value that the question gives, by its handle: `smiles1`, `quantity2`."""

    is_: Literal["given"] = Field(default="given", validation_alias="is", serialization_alias="is")
    handle: str = Field(pattern=r"^[a-z]\w*(\.\w+)?$")


class Calculation(_Node):
    """Two figures added, the second taken from the first, or the first divided by the second."""

    is_: Literal["calculation"] = Field(default="calculation", validation_alias="is", serialization_alias="is")
    sign: Literal["+", "-", "/"]
    first: Operand
    second: Operand


class Call(_Node):
    """What a tool of the graph gives; all its outputs where none of `outputs` is named.

    Inputs go by their names: `tables` are those that take rows, `values` those that take what the question gives or
    another expression has, one value or a list, `settings` all others, such as the names of columns.
    """

    is_: Literal["call"] = Field(default="call", validation_alias="is", serialization_alias="is")
    tool: str
    outputs: tuple[str, ...] = ()
    tables: dict[str, Rows] = {}
    values: dict[str, Operand | tuple[Operand, ...]] = {}
    settings: dict[str, Plain | tuple[Plain, ...]] = {}


# What is of the rows of one table.
OfRows = Fold | Quantile | Count | Share | Group | Rank | Listing | Contrast | Correlation | Test
RowExpression = Annotated[OfRows | Calculation | Call, Field(discriminator="is_")]
Operand = Annotated[OfRows | Calculation | Call | Number | Given, Field(discriminator="is_")]
for _node in (Rows, Fold, Quantile, Count, Share, Group, Rank, Listing, Contrast, Correlation, Test, Calculation, Call):
    _node.model_rebuild()


def parts_of_expression(expression: Operand) -> tuple[Operand, ...]:
    """Return the expressions that one is made of; none for one that stands by itself."""
    if isinstance(expression, Calculation):
        return (expression.first, expression.second)
    if isinstance(expression, Call):
        lists = (one if isinstance(one, tuple) else (one,) for one in expression.values.values())
        return tuple(operand for operands in lists for operand in operands)
    return ()


def rows_of(expression: Operand) -> tuple[Rows, ...]:
    """Return the rows that an expression goes by, in the order in which it names them."""
    if isinstance(expression, Number | Given):
        return ()
    own = tuple(expression.tables.values()) if isinstance(expression, Call) else ()
    if not isinstance(expression, Call | Calculation):
        own = (expression.of,)
    return own + tuple(rows for part in parts_of_expression(expression) for rows in rows_of(part))


def handles_of(expression: Operand) -> tuple[str, ...]:
    """Return the handles of the files, and of other values of the question, that an expression goes by."""
    if isinstance(expression, Given):
        return (expression.handle,)
    files = [rows.file for rows in rows_of(expression)]
    given = [handle for part in parts_of_expression(expression) for handle in handles_of(part)]
    return tuple(dict.fromkeys([*files, *given]))
