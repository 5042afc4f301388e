"""Diversity of species, and cross tables of two columns of classes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, rows_of_groups
from scitoolagent.tools.tables._rows import ASSAY, SIGHTINGS, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.by_group import GroupColumn

_MOST_CLASSES = 100
_INDICES = ("richness", "Shannon", "Simpson", "inverse Simpson", "evenness")
_TITLES = {"Shannon": "Shannon H'", "Simpson": "Simpson 1-D", "inverse Simpson": "inverse Simpson 1/D"}
_TITLES["evenness"] = "Pielou evenness"

DiversityIndex = Annotated[
    str,
    Semantic(
        "DiversityIndex",
        parent="Parameter",
        label="index of diversity",
        pattern="|".join(_INDICES),
        needs_context=True,
    ),
]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": SIGHTINGS, "species": "species", "counts": "count", "by": "site"},
)
def diversity_of_groups(
    table: TableFolder,
    species: OtherColumn,
    counts: ColumnName = "",
    by: GroupColumn = "",
    diversity: tuple[DiversityIndex, ...] = (),
) -> TableFolder:
    """Compute richness, Shannon, Simpson and evenness of species, of all rows or each site.

    Args:
        table: The table, a row for each species at a site, or for each individual.
        species: The column of species.
        counts: How many individuals, none below 0; each row is one when left out.
        by: The column of sites; all rows are one when left out.
        diversity: richness, Shannon, Simpson (1-D), inverse Simpson (1/D), evenness (Pielou); all when empty.
    Returns:
        A table with a row for each site: its rows, individuals and the indices. Rows of one species at a site are
        added up; a species with the count 0 is none. A site without individuals has no index but richness 0, one with a
        single species no evenness.
    Raises:
        ToolInputError: a column is not there, the counts are no numbers, or one is below 0.
    Source: Shannon 1948, doi:10.1002/j.1538-7305.1948.tb01338.x, with natural logarithms; Simpson 1949,
        doi:10.1038/163688a0; Pielou 1966, doi:10.1016/0022-5193(66)90013-0.
    """
    given = numbers_of(table, [counts] if counts else [], 1, others=[*([by] if by else []), species])
    if counts and (low := float(given.values.min())) < 0:
        raise ToolInputError(f"{counts} has a value below 0 ({low:g}); counts of individuals are not")
    wanted = diversity or _INDICES
    new = [Column(name="individuals", kind="number", unit="1")]
    new += [Column(name=_TITLES.get(one, one), kind="number", unit="1") for one in wanted]

    def figures(own: Numbers) -> Figures:
        held: dict[str, float] = {}
        numbers = own.values[:, 0] if counts else [1.0] * len(own.kept)
        for name, number in zip(own.others[-1], numbers, strict=True):
            held[str(name)] = held.get(str(name), 0.0) + float(number)
        found, told = _indices([number for number in held.values() if number > 0], wanted)
        return [sum(held.values()), *(found[one] for one in wanted)], told

    return rows_of_groups(given, by, new, figures)


def _indices(numbers: Sequence[float], wanted: Sequence[str]) -> tuple[dict[str, float | None], list[str]]:
    """The indices of the numbers of each species, None for what they do not give; and what is to be told."""
    found: dict[str, float | None] = dict.fromkeys(_INDICES)
    found["richness"] = len(numbers)
    if not numbers:
        return found, ["no individuals: there is no diversity"]
    shares = [number / sum(numbers) for number in numbers]
    entropy = -sum(share * math.log(share) for share in shares)
    alike = sum(share * share for share in shares)
    found |= {"Shannon": entropy + 0.0, "Simpson": 1 - alike, "inverse Simpson": 1 / alike}
    if len(numbers) == 1:
        return found, ["one species: there is no evenness"] if "evenness" in wanted else []
    found["evenness"] = entropy / math.log(len(numbers))
    return found, []


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "class", "other": "soluble"},
    also=("crosstab", "contingency table"),
)
def cross_table(table: TableFolder, column: ColumnName, other: OtherColumn) -> TableFolder:
    """Count how many rows have each class of one column with each class of another.

    Args:
        table: The table.
        column: One of classes, whose classes are the rows.
        other: Another one, whose classes are the columns; at most 100 each.
    Returns:
        A table with a row for each class of the first column, a column for each class of the second, and totals; 0
        where no row has both. Rows that lack a class are left out and counted.
    Raises:
        ToolInputError: a column is not there, is named twice, or has too many classes.
    Source: definition.
    """
    given = opened(table)
    try:
        same, key = given.place(column) == given.place(other), given.column(column)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if same:
        raise ToolInputError(f"{column} is named twice; name two columns of classes")
    whole = numbers_of(given, [], 1, others=[column, other])
    levels = [sorted(set(values), key=_ordered) for values in whole.others]
    for name, one in zip((column, other), levels, strict=True):
        if len(one) > _MOST_CLASSES:
            raise ToolInputError(f"{name} has {len(one):,} classes; a cross table has at most {_MOST_CLASSES}")
    counted = Counter(zip(*whole.others, strict=True))
    rows: list[list[Any]] = [
        [str(one), *(numbers := [counted[one, two] for two in levels[1]]), sum(numbers)] for one in levels[0]
    ]
    rows.append(["total", *(sum(row[place] for row in rows) for place in range(1, len(levels[1]) + 2))])
    names = [*(f"{other} {two}" for two in levels[1]), "total"]
    columns = [Column(name=key.name), *(Column(name=name, kind="integer", unit="1") for name in names)]
    gone = given.rows - len(whole.kept)
    notes = [f"{gone:,} of {given.rows:,} rows lack a value ({column}, {other}) and are left out"] if gone else []
    return made(lambda: of_rows(given, columns, rows, notes))


def _ordered(value: object) -> tuple[int, float, str]:
    """Numbers by value in front of texts by letters."""
    return (0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value))
