"""Work on the rows of a table: read them, choose, order, join and tell them apart."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._rows import (
    EXAMPLE,
    AnyFile,
    ColumnName,
    DistinctRows,
    KeptRows,
    OtherColumn,
    SortedRows,
    TableFolder,
    TopRows,
    made,
    opened,
    options,
)

RowCondition = Annotated[
    dict[str, Any], Semantic("RowCondition", parent="Parameter", label="condition on rows", needs_context=True)
]
RowOrder = Annotated[
    str,
    Semantic("RowOrder", parent="Parameter", label="order of rows", pattern="ascending|descending", needs_context=True),
]
RowExtreme = Annotated[
    str,
    Semantic("RowExtreme", parent="Parameter", label="end of a column", pattern="highest|lowest", needs_context=True),
]
RowPlace = Annotated[
    int, Semantic("RowPlace", parent="Parameter", unit="1", label="place of the first row that is taken")
]
RowCount = Annotated[int, Semantic("RowsWanted", parent="Parameter", unit="1", label="how many rows to take")]
Partnerless = Annotated[
    bool, Semantic("RowsWithoutPartner", parent="Parameter", label="whether rows without a partner stay")
]
RowsInBoth = Annotated[
    Path, Semantic("RowsInBoth", parent="RowsOfTable", label="rows that another table has, too", shown="rows in both")
]
RowsInOne = Annotated[
    Path,
    Semantic("RowsInOne", parent="RowsOfTable", label="rows that another table lacks", shown="rows only in the first"),
]
SheetName = Annotated[
    str, Semantic("SheetName", parent="Parameter", label="name of a sheet of a workbook", needs_context=True)
]
RowsShared = Annotated[int, Semantic("RowsShared", unit="1", label="number of rows that another table has, too")]
RowsApart = Annotated[int, Semantic("RowsApart", unit="1", label="number of rows that another table lacks")]
NotCompared = Annotated[
    int, Semantic("RowsNotCompared", unit="1", role="note", label="number of rows that cannot be compared")
]
JoinedRows = Annotated[
    Path,
    Semantic("JoinedRows", parent="Table", label="rows of two tables side by side", shown="both files by {column}"),
]
RowsByPlace = Annotated[
    Path,
    Semantic("RowsByPlace", parent="RowsOfTable", label="rows by their place in a file", shown="{end} {count} rows"),
]
EndOfFile = Annotated[
    str,
    Semantic("EndOfFile", parent="Parameter", label="end of a file of rows", pattern="first|last", needs_context=True),
]
NumberOfRows = Annotated[int, Semantic("NumberOfRows", unit="1", label="number of rows of a table")]

_ORDERS, _EXTREMES = ("ascending", "descending"), ("highest", "lowest")


def _chosen(name: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise ToolInputError(f"{name} is {value!r}; it must be one of {', '.join(choices)}")
    return value


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"file": EXAMPLE}, seconds=600.0)
def read_rows(file: AnyFile, sheet: SheetName = "") -> TableFolder:
    """Read a file of rows as a table, with types and units of its columns.

    Args:
        file: CSV, TSV, XLSX (a spreadsheet of Excel), SDF, MOL, SMILES list, FASTA, FASTQ, GenBank, VCF, BED, GFF,
            JSON lines, PDB or mmCIF, also with gzip.
        sheet: Of a workbook; the first where left out. Of GenBank or GFF a kind of feature, such as CDS.
    Returns:
        The folder of the table.
    Raises:
        ToolInputError: the file cannot be read; says why.
    Source: Python's `csv`, openpyxl, RDKit, Biopython; kept by DuckDB.
    """
    from scitoolagent.tables import read_table

    try:
        return read_table(file, options(sheet=sheet)).settled().folder
    except TableError as error:
        raise ToolInputError(str(error)) from error


_TWO = {"table": EXAMPLE, "among": EXAMPLE, "column": "name", "other": "name"}


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example=_TWO)
def rows_also_in(table: TableFolder, among: TableFolder, column: ColumnName, other: OtherColumn) -> RowsInBoth:
    """Keep the rows of a table whose value in a column another table has, too.

    Args:
        table: The table.
        among: The other one.
        column: What is looked for; molecules and sequences count by what they are.
        other: Where in the other table.
    Returns:
        The folder of the new table; rows whose value cannot be read are not in it, and are counted.
    Raises:
        ToolInputError: a column is not there, or the two hold values of different kinds.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.matching import among as chosen

    return made(lambda: chosen(opened(table), opened(among), column, other, True))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example=_TWO)
def rows_not_in(table: TableFolder, among: TableFolder, column: ColumnName, other: OtherColumn) -> RowsInOne:
    """Keep the rows of a table whose value in a column another table does not have.

    Args:
        table: The table.
        among: The other one.
        column: What is looked for; molecules and sequences count by what they are.
        other: Where in the other table.
    Returns:
        The folder of the new table; rows whose value cannot be read are not in it, and are counted.
    Raises:
        ToolInputError: a column is not there, or the two hold values of different kinds.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.matching import among as chosen

    return made(lambda: chosen(opened(table), opened(among), column, other, False))


@dataclass(frozen=True)
class RowsInCommon:
    """How many rows of a table another one has."""

    shared: RowsShared
    apart: RowsApart
    uncompared: NotCompared


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_TWO)
def count_rows_in_common(
    table: TableFolder, among: TableFolder, column: ColumnName, other: OtherColumn
) -> RowsInCommon:
    """Count the rows of a table that another one has by a column, and those that it lacks.

    Args:
        table: The table.
        among: The other one.
        column: What is looked for; molecules and sequences count by what they are.
        other: Where in the other table.
    Returns:
        Both numbers, each row of the first table counted, also where it repeats another; and how many of its rows have
        no value that can be compared, which are in neither.
    Raises:
        ToolInputError: a column is not there, or the two hold values of different kinds.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.matching import among as chosen

    rows = opened(table)
    both = opened(made(lambda: chosen(rows, opened(among), column, other, True))).rows
    alone = opened(made(lambda: chosen(rows, opened(among), column, other, False))).rows
    return RowsInCommon(both, alone, rows.rows - both - alone)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE})
def count_rows(table: TableFolder) -> NumberOfRows:
    """Count the rows of a table.

    Args:
        table: The table.
    Returns:
        Their number, those that a tool failed on included.
    Source: definition.
    """
    return opened(table).rows


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "columns": ["name", "mass (mg)"]},
)
def select_columns(table: TableFolder, columns: list[ColumnName]) -> TableFolder:
    """Keep some columns of a table.

    Args:
        table: The table.
        columns: What they are called, in the order that is wanted.
    Returns:
        The folder of the new table.
    Raises:
        ToolInputError: there is no such column, or one is named twice.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import select

    return made(lambda: select(opened(table), columns))


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": EXAMPLE,
        "condition": {"is": "compare", "column": "mass (mg)", "sign": ">", "value": 0.001, "unit": "g"},
    },
    also=("SearchCSV",),
)
def filter_rows(table: TableFolder, condition: RowCondition) -> KeptRows:
    """Keep the rows of a table for which a condition holds.

    Args:
        table: The table.
        condition: What must hold, as a tree of compare, one of, contains, missing, not, all and any.
    Returns:
        The folder of the new table; a row without a value to compare is not in it.
    Raises:
        ToolInputError: the condition is none, or does not fit the columns.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables import parse_condition
    from scitoolagent.tables.operations import where

    return made(lambda: where(opened(table), parse_condition(condition)))


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "column": "mass (mg)", "order": "descending"},
)
def sort_rows(table: TableFolder, column: ColumnName, order: RowOrder = "ascending") -> SortedRows:
    """Sort the rows of a table by a column.

    Args:
        table: The table.
        column: By which.
        order: ascending or descending.
    Returns:
        The folder of the new table; rows without a value are the last, equal ones stay as they were.
    Raises:
        ToolInputError: there is no such column or order.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import sort

    descending = _chosen("order", order, _ORDERS) == "descending"
    return made(lambda: sort(opened(table), column, descending))


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "column": "activity (nM)", "count": 2, "extreme": "lowest"},
)
def top_rows(
    table: TableFolder,
    column: ColumnName,
    count: RowCount = 10,
    extreme: RowExtreme = "highest",
    place: RowPlace = 1,
) -> TopRows:
    """Take the rows of a table with the highest or lowest values of a column.

    Args:
        table: The table.
        column: One of numbers, or of dates.
        count: How many rows.
        extreme: highest or lowest; of dates the latest or the earliest.
        place: Of the first row that is taken; 2 leaves out the one at the end of the column.
    Returns:
        The folder of the new table; it tells what is equal to its first or its last row and left out.
    Raises:
        ToolInputError: the column holds neither numbers nor dates, or there is no such extreme.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import top

    lowest = _chosen("extreme", extreme, _EXTREMES) == "lowest"
    return made(lambda: top(opened(table), column, count, lowest, place))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "count": 2})
def rows_by_place(table: TableFolder, count: RowCount = 5, end: EndOfFile = "first") -> RowsByPlace:
    """Take the first or the last rows of a table as they stand in its file.

    Args:
        table: The table.
        count: How many rows.
        end: first or last.
    Returns:
        The folder of the new table, in the order of the file; all rows where there are fewer.
    Raises:
        ToolInputError: fewer than one row is wanted, or there is no such end.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import at_end

    last = _chosen("end", end, ("first", "last")) == "last"
    return made(lambda: at_end(opened(table), count, last))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "column": "smiles"})
def distinct_rows(table: TableFolder, column: ColumnName) -> DistinctRows:
    """Leave out the rows of a table that repeat a value of a column.

    Args:
        table: The table.
        column: What is deduplicated; in it, molecules count by their structure and sequences by their letters.
    Returns:
        The folder of the new table, with the first row of each value; it tells how many are left out.
    Raises:
        ToolInputError: there is no such column.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.operations import distinct

    return made(lambda: distinct(opened(table), column))


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"left": EXAMPLE, "right": EXAMPLE, "column": "smiles", "other": "smiles"},
)
def join_tables(
    left: TableFolder, right: TableFolder, column: ColumnName, other: OtherColumn, keep: Partnerless = False
) -> JoinedRows:
    """Put the rows of two tables side by side where a column has the same value.

    Args:
        left: The first table.
        right: The second table.
        column: Of the first table; molecules count by their structure and sequences by their letters.
        other: The column of the second table.
        keep: Whether rows of the first table without a partner stay.
    Returns:
        The folder of the new table; it tells how many rows of each table have no partner, and how many have several.
    Raises:
        ToolInputError: a column is not there, or the two hold values of different kinds or units.
    Source: definition, by DuckDB; molecules by RDKit's canonical SMILES.
    """
    from scitoolagent.tables.matching import joined

    return made(lambda: joined(opened(left), opened(right), column, other, keep))
