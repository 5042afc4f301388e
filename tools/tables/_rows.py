"""The types that tools for tables share, and how they open one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tool import Semantic

if TYPE_CHECKING:
    from scitoolagent.tables import Options, Table

EXAMPLE = str(Path(__file__).parent / "example_rows.csv")
KINETICS = str(Path(__file__).parent / "example_kinetics.csv")
DOSES = str(Path(__file__).parent / "example_doses.csv")
STANDARDS = str(Path(__file__).parent / "example_standards.csv")
READINGS = str(Path(__file__).parent / "example_readings.csv")
ASSAY = str(Path(__file__).parent / "example_assay.csv")
# The wells of Table 1 of Livak and Schmittgen 2001, a row a well and a column a gene.
CYCLES = str(Path(__file__).parent / "example_cycles.csv")
CYCLES_WIDE = str(Path(__file__).parent / "example_cycles_wide.csv")
# Subjects 1 and 2 of the set Theoph of R: 320 mg of theophylline by mouth.
CONCENTRATIONS = str(Path(__file__).parent / "example_concentrations.csv")
# Seven genes with made-up changes, of which two go up and two down beyond both limits.
FOLDS = str(Path(__file__).parent / "example_folds.csv")
# Two bands on a slope, in steps of 10 nm.
TRACE = str(Path(__file__).parent / "example_trace.csv")
SIGHTINGS = str(Path(__file__).parent / "example_sightings.csv")
CULTURES = str(Path(__file__).parent / "example_cultures.csv")
# Remission of acute myelogenous leukaemia, Embury et al. 1977, as in Miller 1981 and the set aml of R.
SURVIVAL = str(Path(__file__).parent / "example_survival.csv")
PLATE = str(Path(__file__).parent / "example_plate.csv")
# A folder of structure files.
STRUCTURES = str(Path(__file__).parents[1] / "biology")

AnyFile = Annotated[Path, Semantic("File", role="file")]
TableFolder = Annotated[Path, Semantic("Table", role="table", label="table of rows")]
# Rows of one table, with its columns.
KeptRows = Annotated[
    Path, Semantic("RowsOfTable", parent="Table", label="rows of a table", shown="rows with {condition}")
]
SortedRows = Annotated[
    Path,
    Semantic("SortedRows", parent="RowsOfTable", label="rows in an order", shown="order by {column}, {order}"),
]
TopRows = Annotated[
    Path,
    Semantic(
        "TopRows", parent="RowsOfTable", label="rows at an end of a column", shown="{place:ordinal}{extreme} {column}"
    ),
]
DistinctRows = Annotated[
    Path, Semantic("DistinctRows", parent="RowsOfTable", label="different rows", shown="different values of {column}")
]
ColumnName = Annotated[str, Semantic("ColumnName", parent="Parameter", label="column of a table", needs_context=True)]
OtherColumn = Annotated[
    str, Semantic("OtherColumnName", parent="ColumnName", label="other column of a table", needs_context=True)
]
RowNumber = Annotated[int, Semantic("RowNumber", parent="Parameter", unit="1", label="number of a row in its source")]


class _Types:
    """All semantic types that tools declare, for reading files where no tool graph is at hand."""

    def __init__(self) -> None:
        from scitoolagent.tool.registry import load_registry

        self.types: Mapping[str, Semantic] = load_registry().types

    def _above(self, name: str) -> list[Semantic]:
        chain = [self.types[name]]
        while chain[-1].parent is not None:
            chain.append(self.types[chain[-1].parent])
        return chain

    def role(self, name: str) -> str:
        """What values of the type are for."""
        return next((semantic.role for semantic in self._above(name) if semantic.role), "value")

    def is_a(self, name: str, broader: str) -> bool:
        """Whether a value of type `name` is also one of type `broader`."""
        return broader in (semantic.name for semantic in self._above(name))


def options(**how: Any) -> Options:
    """How files are read here."""
    from scitoolagent.config import load_config
    from scitoolagent.tables import Options

    return Options(_Types(), load_config().cache_dir / "tables", **how)


def opened(table: Path) -> Table:
    """The table of a folder, or of a file.

    Raises:
        ToolInputError: there is none.
    """
    from scitoolagent.tables import Table, read_table
    from scitoolagent.tables.table import MANIFEST

    try:
        if (table / MANIFEST).is_file():
            return Table.load(table)
        return read_table(table, options()).settled()
    except TableError as error:
        raise ToolInputError(str(error)) from error


def made(make: Callable[[], Table]) -> Path:
    """The folder of a table that is made.

    Raises:
        ToolInputError: it cannot be made; says why.
    """
    try:
        return make().settled().folder
    except TableError as error:
        raise ToolInputError(str(error)) from error
