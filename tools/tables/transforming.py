"""Make a column of all values of another one, and find the rows that stand out in a column or repeat it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables.column_units import difference_unit, divided
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._rows import ASSAY, EXAMPLE, ColumnName, OtherColumn, TableFolder, made, opened

ColumnTransform = Annotated[
    str,
    Semantic(
        "ColumnTransform",
        parent="Parameter",
        label="transform of a column",
        pattern="z-score|rank|cumulative sum|percent of total|percent of highest|log10|ln|log2",
        needs_context=True,
    ),
]
NameOfRow = Annotated[str, Semantic("NameOfRow", parent="Parameter", label="what a row is called", needs_context=True)]
ReferenceOperation = Annotated[
    str,
    Semantic(
        "ReferenceOperation",
        parent="Parameter",
        label="how values are held against one of them",
        pattern="divided by|minus|percent of|percent below",
        needs_context=True,
    ),
]
NewColumnName = Annotated[
    str, Semantic("NewColumnName", parent="Parameter", label="new name of a column", needs_context=True)
]
SameRows = Annotated[
    Path, Semantic("RenamedRows", parent="RowsOfTable", label="rows with a renamed column", shown="{column} as {name}")
]
OutlierRows = Annotated[
    Path, Semantic("OutlierRows", parent="RowsOfTable", label="outliers of a column", shown="outliers of {column}")
]
RepeatedRows = Annotated[
    Path,
    Semantic("RepeatedRows", parent="RowsOfTable", label="rows that share a value", shown="rows that share a {column}"),
]
WholeRepeatedRows = Annotated[
    Path, Semantic("WholeRepeatedRows", parent="RowsOfTable", label="rows that stand in a table more than once")
]
DifferentValues = Annotated[int, Semantic("DifferentValues", unit="1", label="number of different values of a column")]
RowsWithoutValue = Annotated[
    int, Semantic("RowsWithoutValue", unit="1", role="note", label="rows without a value to compare")
]


@dataclass(frozen=True)
class DifferentCount:
    """How many different values there are."""

    values: DifferentValues
    without: RowsWithoutValue


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "logD", "transform": "z-score"},
)
def transform_column(table: TableFolder, column: ColumnName, transform: ColumnTransform) -> TableFolder:
    """Make a column of another one: z-score, rank, running sum, percentage or logarithm.

    Args:
        table: The table.
        column: One of numbers.
        transform: z-score (with the sample standard deviation), rank (1 is the highest; equal values share a rank),
            cumulative sum (in the order of the rows), percent of total, percent of highest, log10, ln or log2.
    Returns:
        The folder of the table with the new column; a row without a value has none, and neither has the logarithm of
        what is not above 0, which is told.
    Raises:
        ToolInputError: the column holds no numbers, or the transform means nothing for its values.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.transforms import transformed

    return made(lambda: transformed(opened(table), column, transform))


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "column": "mass (mg)", "naming": "name", "name": "ethanol"},
)
def relative_to_named_row(
    table: TableFolder,
    column: ColumnName,
    naming: OtherColumn,
    name: NameOfRow,
    operation: ReferenceOperation = "divided by",
) -> TableFolder:
    """Hold each value of a column against that of a named row, or the mean of a class.

    Args:
        table: The table.
        column: One of numbers.
        naming: The column that says what the rows are called.
        name: What the row or rows are called that the others are held against, as a control; its case does not count.
        operation: divided by, minus, percent of, or percent below: 100 (1 - value / reference), as inhibitions are.
    Returns:
        The folder of the table with the new column, and the mean where several rows are called so; differences of
        °C are in K, those of °F in °R.
    Raises:
        ToolInputError: the column holds no numbers, no row has that name, or it has no value or 0.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.transforms import AGAINST, relative

    given = opened(table)
    try:
        unit = given.column(column).unit
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if operation not in AGAINST:
        raise ToolInputError(f"operation is {operation!r}; it must be {', '.join(AGAINST)}")
    subtracted = operation == "minus"
    if not subtracted and difference_unit(unit) != unit:
        raise ToolInputError(f"{column} is in a unit without a true zero; ratios mean nothing, convert it to K first")
    new = difference_unit(unit) if subtracted else "%" if "percent" in operation else divided(unit, unit) or "1"
    return made(lambda: relative(given, column, naming, name, operation, new))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example={"table": ASSAY, "column": "first assay (nM)"})
def outlier_rows(table: TableFolder, column: ColumnName) -> OutlierRows:
    """Find the rows of a table whose value of a column is an outlier.

    Args:
        table: The table.
        column: One of numbers, with at least four values.
    Returns:
        The folder of a table with the rows more than 1.5 times the distance of the quartiles below the lower or above
        the upper one; quartiles by linear interpolation. The limits are told.
    Raises:
        ToolInputError: the column holds no numbers, or too few.
    Source: Tukey 1977, by DuckDB.
    """
    from scitoolagent.tables.transforms import outliers

    return made(lambda: outliers(opened(table), column))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "column": "smiles"})
def repeated_rows(table: TableFolder, column: ColumnName) -> RepeatedRows:
    """Find the rows of a table that share their value of a column with another row.

    Args:
        table: The table.
        column: In it, molecules count by their structure and sequences by their letters.
    Returns:
        The folder of a table with all of those rows, those of one value together; none where each value is one of a
        kind. How many rows have no value to compare is told.
    Raises:
        ToolInputError: there is no such column.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.transforms import repeated

    return made(lambda: repeated(opened(table), column))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE})
def rows_repeated_whole(table: TableFolder) -> WholeRepeatedRows:
    """Find the rows of a table that another row repeats in each column.

    Args:
        table: The table; texts count as written, and blank cells are equal.
    Returns:
        The folder of a table with all of those rows, equal ones together; none where each row differs from the others.
    Raises:
        ToolInputError: the table cannot be read.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.transforms import repeated_whole

    return made(lambda: repeated_whole(opened(table)))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "column": "group"})
def count_different_values(table: TableFolder, column: ColumnName) -> DifferentCount:
    """Count how many different values a column of a table holds.

    Args:
        table: The table.
        column: In it, molecules count by their structure and sequences by their letters, other texts as written.
    Returns:
        The number of different values, and how many rows have none that can be compared.
    Raises:
        ToolInputError: there is no such column.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.transforms import different_values

    try:
        return DifferentCount(*different_values(opened(table), column))
    except TableError as error:
        raise ToolInputError(str(error)) from error


@tool(
    Operation.CONVERSION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "column": "mass (mg)", "name": "weight (mg)"},
)
def rename_column(table: TableFolder, column: ColumnName, name: NewColumnName) -> SameRows:
    """Give a column of a table another name.

    Args:
        table: The table.
        column: The column.
        name: What it is called then; its unit stays, whatever the name says.
    Returns:
        The folder of the table with the same rows and values.
    Raises:
        ToolInputError: there is no such column, another one has the name, or it is empty or longer than 100 letters.
    Source: definition.
    """
    from scitoolagent.tables.transforms import renamed

    return made(lambda: renamed(opened(table), column, name))
