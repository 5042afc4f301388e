"""Say how large a share of the rows of a table meets a condition, and whether all or any of them do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._rows import EXAMPLE, TableFolder, opened
from scitoolagent.tools.tables.rows import RowCondition

RowShare = Annotated[
    float,
    Semantic("ShareOfRows", unit="%", label="share of the rows that meet a condition", shown="rows with {condition}"),
]
AllRows = Annotated[
    bool,
    Semantic(
        "AllRowsMeet", role="verdict", label="whether all rows meet a condition", shown="all rows with {condition}"
    ),
]
AnyRow = Annotated[
    bool,
    Semantic(
        "AnyRowMeets", role="verdict", label="whether any row meets a condition", shown="any row with {condition}"
    ),
]
_EXAMPLE = {"table": EXAMPLE, "condition": {"is": "compare", "column": "mass (mg)", "sign": ">", "value": 1.0}}


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_EXAMPLE)
def share_of_rows(table: TableFolder, condition: RowCondition) -> RowShare:
    """Compute which share of the rows of a table meets a condition.

    Args:
        table: The table.
        condition: What must hold, as a tree of compare, one of, contains, missing, not, all and any.
    Returns:
        The share of all rows, in percent.
    Raises:
        ToolInputError: there is no row, the condition does not fit the columns, or some row has no value to compare.
    Source: definition, by DuckDB.
    """
    meeting, failing, unknown = _judged(table, condition)
    _all_known(meeting, failing, unknown)
    return 100 * meeting / (meeting + failing)


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example=_EXAMPLE)
def all_rows_meet(table: TableFolder, condition: RowCondition) -> AllRows:
    """Say whether all rows of a table meet a condition.

    Args:
        table: The table.
        condition: What must hold, as for the share of rows.
    Returns:
        False as soon as one row does not, whatever others lack.
    Raises:
        ToolInputError: there is no row, the condition does not fit the columns, or only rows without a value to
            compare could say so.
    Source: definition, by DuckDB.
    """
    meeting, failing, unknown = _judged(table, condition)
    if not failing:
        _all_known(meeting, failing, unknown)
    return not failing


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example=_EXAMPLE)
def any_row_meets(table: TableFolder, condition: RowCondition) -> AnyRow:
    """Say whether any row of a table meets a condition.

    Args:
        table: The table.
        condition: What must hold, as for the share of rows.
    Returns:
        True as soon as one row does, whatever others lack.
    Raises:
        ToolInputError: there is no row, the condition does not fit the columns, or only rows without a value to
            compare could say so.
    Source: definition, by DuckDB.
    """
    meeting, failing, unknown = _judged(table, condition)
    if not meeting:
        _all_known(meeting, failing, unknown)
    return meeting > 0


def _judged(table: Path, condition: dict[str, Any]) -> tuple[int, int, int]:
    """How many rows meet a condition, do not, and have no value to tell by.

    Raises:
        ToolInputError: there is no row, or the condition does not fit the columns.
    """
    from scitoolagent.tables import parse_condition
    from scitoolagent.tables.matching import judged

    try:
        found = judged(opened(table), parse_condition(condition))
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if not sum(found):
        raise ToolInputError("there are no rows, so nothing can be said of all, any or a share of them")
    return found


def _all_known(meeting: int, failing: int, unknown: int) -> None:
    if unknown:
        raise ToolInputError(
            f"{unknown:,} of {meeting + failing + unknown:,} rows have no value to compare, and {meeting:,} meet the "
            "condition; leave those rows out of the file, or ask how many meet it"
        )
