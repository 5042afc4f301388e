"""Relative expression from threshold cycles: delta Ct, delta-delta Ct and fold change."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.tables._cycles import Cycles, table_of_changes
from scitoolagent.tools.tables._numbers import numbers_of
from scitoolagent.tools.tables._parted import ClassName
from scitoolagent.tools.tables._rows import CYCLES, CYCLES_WIDE, ColumnName, OtherColumn, TableFolder
from scitoolagent.tools.tables.by_group import GroupColumn


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": CYCLES,
        "column": "Ct",
        "genes": "gene",
        "references": ["GAPDH"],
        "by": "tissue",
        "control": "brain",
    },
    also=("2^-ddCt", "Livak method"),
)
def fold_changes(
    table: TableFolder,
    column: ColumnName,
    genes: OtherColumn,
    references: list[ClassName],
    by: GroupColumn = "",
    control: ClassName = "",
    gene: ClassName = "",
    treated: ClassName = "",
    samples: OtherColumn = "",
) -> TableFolder:
    """Compute delta-delta Ct and fold changes of genes from a table with a row for each well.

    Args:
        table: The table, a row for each well.
        column: The threshold cycle (Ct or Cq), a column of numbers.
        genes: The column that says of which gene a well is.
        references: The reference genes; of several the mean of their cycles is taken.
        by: The column of groups; all rows, or each sample, when left out.
        control: The group that others are compared with; only delta Ct is told when left out.
        gene: The gene that is asked about; all but the references when left out.
        treated: The group that is asked about; all when left out.
        samples: The column that tells biological samples apart, whose wells are averaged first.
    Returns:
        A table with a row for each gene and group: its samples or wells, delta Ct with its standard deviation,
        delta-delta Ct, fold change and its limits at one standard deviation. Where a gene has no cycle there is none.
    Raises:
        ToolInputError: the cycles are no numbers, or a gene or group is not there.
    Source: Livak and Schmittgen 2001, doi:10.1006/meth.2001.1262.
    """
    by = by or ("" if control else samples)
    inner = samples if samples != by else ""
    given = numbers_of(table, [column], 1, others=[genes, *([by] if by else []), *([inner] if inner else [])])
    held = list(map(str, given.others[0]))
    named(held, [*references, *([gene] if gene else [])], genes)
    groups = list(map(str, given.others[1])) if by else [""] * len(held)
    each = list(map(str, given.others[-1])) if inner else [""] * len(held)
    cycles = Cycles()
    for one, group, sample, cycle in zip(held, groups, each, given.values[:, 0], strict=True):
        cycles.add(group, sample, one, float(cycle))
    asked = [gene] if gene else [one for one in dict.fromkeys(held) if one not in references]
    return table_of_changes(given, cycles, asked, references, by, control, treated)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": CYCLES_WIDE, "columns": ["c-myc"], "others": ["GAPDH"], "by": "tissue", "control": "brain"},
)
def fold_changes_of_columns(
    table: TableFolder,
    columns: list[ColumnName],
    others: list[OtherColumn],
    by: GroupColumn = "",
    control: ClassName = "",
    treated: ClassName = "",
    samples: OtherColumn = "",
) -> TableFolder:
    """Compute delta-delta Ct and fold changes of genes from a table with a column for each gene.

    Args:
        table: The table, a row for each sample or well, in which target and reference belong together.
        columns: The cycles (Ct or Cq) of the genes that are asked about, columns of numbers.
        others: Those of the reference genes; of several the mean is taken.
        by: The column of groups; all rows, or each sample, when left out.
        control: The group that others are compared with; only delta Ct is told when left out.
        treated: The group that is asked about; all when left out.
        samples: The column that tells biological samples apart, whose rows are averaged first.
    Returns:
        As for a table with a row for each well; without a column of samples each row is one. A row that lacks a
        cycle is left out and counted.
    Raises:
        ToolInputError: the cycles are no numbers, or a group is not there.
    Source: Livak and Schmittgen 2001, doi:10.1006/meth.2001.1262.
    """
    if twice := [one for one in columns if one in others]:
        raise ToolInputError(f"{twice[0]} is named as target and as reference")
    by = by or ("" if control else samples)
    inner = samples if samples != by else ""
    names = [*columns, *others]
    given = numbers_of(table, names, 1, others=[*([by] if by else []), *([inner] if inner else [])])
    cycles = Cycles()
    for number, row in enumerate(given.values):
        group = str(given.others[0][number]) if by else ""
        # Each row is a sample of its own where the table does not say which rows are of one.
        sample = str(given.others[-1][number]) if inner else f"row {number}"
        for name, cycle in zip(names, row, strict=True):
            cycles.add(group, sample, name, float(cycle))
    return table_of_changes(given, cycles, columns, others, by, control, treated)


def named(held: Sequence[str], wanted: Sequence[str], column: str) -> None:
    """Refuse classes that no row with a value has, and one that is named twice.

    Raises:
        ToolInputError: says which.
    """
    known = list(dict.fromkeys(held))
    for one in wanted:
        if one not in known:
            raise ToolInputError(f"no row with a cycle has {column} = {one}; there are {', '.join(known[:8])}")
        if wanted.count(one) > 1:
            raise ToolInputError(f"{one} is named as target and as reference")
