"""Judge metal-organic frameworks in a table by the criteria of a screening: met, missed, or not to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import with_values
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.kinds import NUMBER
from scitoolagent.tables.recognise import header_unit
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import UnitError, convert
from scitoolagent.tools.tables._rows import TableFolder, made, opened

if TYPE_CHECKING:
    from scitoolagent.tables import Table

EXAMPLE = str(Path(__file__).parent / "example_frameworks.csv")
MET, MISSED, OPEN = "met", "missed", "cannot be judged"
_UPTAKE, _PORE, _STABLE, _PRICE = 100.0, 3.3, 400.0, 100.0
_ERROR = ("statistical error of the co2 uptake", "uptake error")
_LINKER = ("smiles of the linker", "linker smiles")
_NO_CHARGES = "no charge for each atom"
# How reading a file ends what it says of a cell that is none.
_NO_NUMBER = " is no number"


@dataclass(frozen=True)
class _Criterion:
    """What a framework has to have.

    Attributes:
        column: how the new column is called.
        headers: how the column of the values may begin, small, without its unit.
        unit: of the limit; empty where any unit is that of the table, as for money.
        limit: the least that is wanted, or the most.
        is_least: which of the two it is.
        lacking: why nothing is judged where the table has no such column.
        type: what a step before gives the values as; it has a header of its own.
        maker: the tool of that step.
    """

    column: str
    headers: tuple[str, ...]
    unit: str
    limit: float
    is_least: bool
    lacking: str
    type: str = ""
    maker: str = ""


_CRITERIA = (
    _Criterion(
        "CO2 uptake",
        ("co2 uptake",),
        "mg/g",
        _UPTAKE,
        True,
        "the table has no CO2 uptake",
        "CarbonDioxideUptake",
        "co2_uptake",
    ),
    _Criterion(
        "pores",
        ("pore limiting diameter",),
        "Ao",
        _PORE,
        True,
        "the table has no pore limiting diameter",
        "PoreLimitingDiameter",
        "pore_diameters",
    ),
    _Criterion(
        "thermal stability",
        ("decomposition temperature", "thermal stability", "thermal decomposition temperature"),
        "Cel",
        _STABLE,
        True,
        "no measured decomposition temperature in the table, and no licence-clean set to learn one from",
    ),
    _Criterion(
        "price",
        ("price",),
        "",
        _PRICE,
        False,
        "no column headed price in the table; join it with a price list of your own that has one",
    ),
)

CriteriaTable = Annotated[
    Path,
    Semantic(
        "FrameworkCriteria",
        parent="JudgedRows",
        label="MOF screening criteria",
        also=("screening criteria of MOFs", "criteria of a MOF screening", "table of MOF criteria"),
    ),
]
AllMet = Annotated[int, Semantic("FrameworksMeetingAll", unit="1", label="number of MOFs that meet all criteria")]
OneMissed = Annotated[int, Semantic("FrameworksMissingOne", unit="1", label="number of MOFs that miss a criterion")]
NotJudged = Annotated[
    int, Semantic("FrameworksNotJudged", unit="1", label="number of MOFs with a criterion that cannot be judged")
]


@dataclass(frozen=True)
class Judged:
    """The table with a column for each criterion, and how many frameworks came out how."""

    table: CriteriaTable
    met: AllMet
    missed: OneMissed
    undecided: NotJudged


@tool(Operation.FILTERING, Topic.MATERIALS, Safety.OPEN, example={"table": EXAMPLE}, seconds=120.0)
def framework_criteria(table: TableFolder) -> Judged:
    """Judge MOFs by the screening criteria: CO2 uptake, pores, thermal stability and price.

    Args:
        table: A row a framework. Of its columns are read, by their headers: CO2 uptake and its statistical error, pore
            limiting diameter, decomposition temperature, price, SMILES of the linker and note on an uptake.
    Returns:
        For each row and criterion whether it is met, missed or cannot be judged, with the reason: an uptake above
        100 mg/g, an entrance of more than 3.3 Å (a molecule of CO2), decomposition above 400 °C, a price below 100 in
        whatever the table counts it in; the CAS number of the linker's acid, where known; a verdict, which is met only
        where all are. Then how many rows meet all, miss one, or miss none while one cannot be judged.
    Raises:
        ToolInputError: the table has no row, or no column that a criterion reads, or one without a unit.
    Source: limits of Ding et al. 2025 (SciToolAgent), kinetic diameter of CO2 by Breck 1974; an uptake is judged only
        where its 95 % interval lies on one side of the limit.
    """
    given = opened(table)
    if not given.rows:
        raise ToolInputError("the table has no rows")
    found = _read(given)
    errors = _values(given, _ERROR, "mg/g", "CarbonDioxideUptakeError")
    notes = _texts(given, ("note on an uptake", "adsorption note"), "AdsorptionNote")
    problems = [problem for chunk in given.chunks(columns=()) for problem in chunk.problems]
    columns: list[list[str]] = []
    for one in _CRITERIA:
        values = found[one.column] or [None] * given.rows
        is_uptake = one.column == "CO2 uptake"
        columns.append(
            [
                _judged(
                    one,
                    value,
                    (errors[row] if errors else None) if is_uptake else 0.0,
                    one.lacking if found[one.column] is None else _why_none(one, problems[row]),
                    notes[row] if is_uptake else "",
                )
                for row, value in enumerate(values)
            ]
        )
    verdicts = [_verdict(row) for row in zip(*columns, strict=True)]
    new = [Column(name=f"{one.column} criterion") for one in _CRITERIA]
    new += [Column(name="CAS of the linker's acid"), Column(name="verdict")]
    filled: list[Sequence[Any]] = [
        *columns,
        [_cas(smiles) for smiles in _texts(given, _LINKER, "LinkerSmiles")],
        verdicts,
    ]
    folder = made(lambda: with_values(given, new, filled))
    return Judged(folder, verdicts.count(MET), verdicts.count(MISSED), verdicts.count(OPEN))


def _read(given: Table) -> dict[str, list[float | str | None] | None]:
    """For each criterion the values of its column, None where the table has none.

    Raises:
        ToolInputError: it has none for any of them, or one without a unit.
    """
    found = {one.column: _values(given, one.headers, one.unit, one.type) for one in _CRITERIA}
    if all(values is None for values in found.values()):
        known = "; ".join(one.headers[0] for one in _CRITERIA)
        raise ToolInputError(
            f"no column of the table is read by a criterion; those read are headed {known}; for a folder of files, "
            "first compute these of each structure and save them as a table"
        )
    return found


def _column(table: Table, headers: Sequence[str], kind: str = "") -> Column | None:
    """The one column with such a header, or with values of a type that a step before gave.

    Raises:
        ToolInputError: there are several.
    """
    named = [one for one in table.columns if one.name.casefold().replace("_", " ").startswith(tuple(headers))]
    fitting = [one for one in table.columns if kind and one.type == kind] or named
    fitting = [one for one in fitting if "criterion" not in one.name]
    if len(fitting) > 1:
        raise ToolInputError(f"{len(fitting)} columns could be {headers[0]}: {', '.join(one.name for one in fitting)}")
    return fitting[0] if fitting else None


def _values(table: Table, headers: Sequence[str], unit: str, kind: str = "") -> list[float | str | None] | None:
    """The values of a column in the unit of its criterion, texts that are no numbers as they are.

    Returns:
        A value for each row, None for one without; None where the table has no such column.

    Raises:
        ToolInputError: it holds truth values, or its header does not say a unit that can be converted.
    """
    column = _column(table, headers, kind)
    if column is None:
        return None
    held = [
        _number(value) if value is not None else _odd(column.name, problem)
        for chunk in table.chunks(columns=(column.name,))
        for value, problem in zip(chunk.values[column.name], chunk.problems, strict=True)
    ]
    if column.kind == "truth":
        raise ToolInputError(f"{column.name} holds {column.kind}, no numbers")
    given = column.unit or header_unit(column.name)[1]
    if unit and given is None:
        raise ToolInputError(f"the header {column.name!r} says no unit; put it behind the name in brackets")
    try:
        return [convert(one, given or "1", unit) if unit and isinstance(one, float) else one for one in held]
    except UnitError as error:
        raise ToolInputError(f"{column.name}: {error}") from error


def _number(value: Any) -> float | str | None:
    """A value as a number; a text that is none stays, as in a column of prices with "on request" among them."""
    if not isinstance(value, str):
        return None if value is None or isinstance(value, bool) else float(value)
    return float(value) if NUMBER.fullmatch(value.strip()) else value.strip() or None


def _odd(header: str, problem: str | None) -> str | None:
    """The text that stood in a column of numbers, of the problem of its row; None where nothing stood there."""
    said = (one.removeprefix(f"{header}: ") for one in (problem or "").split("; ") if one.startswith(f"{header}: "))
    return next((one.removesuffix(_NO_NUMBER) for one in said if one.endswith(_NO_NUMBER)), None)


def _texts(table: Table, headers: Sequence[str], kind: str = "") -> list[str]:
    column = _column(table, headers, kind)
    return ["" if one is None else str(one) for one in table.values(column.name)] if column else [""] * table.rows


def _judged(one: _Criterion, value: float | str | None, error: float | str | None, lacking: str, note: str) -> str:
    """The verdict on one value, with its reason."""
    if value is None:
        return f"{OPEN}: {lacking}"
    if isinstance(value, str):
        return f"{OPEN}: {shown(value)!r} is no number"
    unit = {"Ao": " Å", "Cel": " °C", "mg/g": " mg/g"}.get(one.unit, "")
    limit = f"{'more' if one.is_least else 'less'} than {one.limit:g}{unit} wanted"
    told = f"{value:.6g}{f' ± {error:.4g}' if isinstance(error, float) and error else ''}{unit}, {limit}"
    if error is None or isinstance(error, str):
        return f"{OPEN}: {told}, and the table has no statistical error of it"
    above, below = value - error > one.limit, value + error < one.limit
    if not above and (not below or (one.is_least and _NO_CHARGES in note)):
        if below:
            return f"{OPEN}: {told}, and the value is likely too low, since the file gives no charges"
        if error:
            return f"{OPEN}: {told}, which lies within the error"
    if value == one.limit:
        return f"{MISSED}: {told}"
    return f"{MET if (value > one.limit) is one.is_least else MISSED}: {told}"


def _why_none(one: _Criterion, problem: str | None) -> str:
    """Why a row has no value: what the tool said that was to give it, where the row tells."""
    said = (part.strip() for part in (problem or "").split("; ") if part.startswith(f"{one.maker}: "))
    told = next(said, "").removeprefix(f"{one.maker}: ") if one.maker else ""
    return f"no number for it in this row{f' ({shown(told)})' if told else ''}"


def _verdict(criteria: Sequence[str]) -> str:
    """Missed where one is missed, met where all are met, and not to be judged otherwise."""
    if any(one.startswith(MISSED) for one in criteria):
        return MISSED
    return MET if all(one.startswith(MET) for one in criteria) else OPEN


def _cas(smiles: str) -> str | None:
    """The CAS number of a linker with all its protons; None where it is not known."""
    from rdkit import Chem, rdBase
    from rdkit.Chem.MolStandardize import rdMolStandardize

    from scitoolagent.tools.chemistry._compound_match import row_of_smiles

    with rdBase.BlockLogs():
        mol: Any = Chem.MolFromSmiles(smiles) if smiles else None
        if mol is None:
            return None
        neutral = Chem.MolToSmiles(rdMolStandardize.Uncharger().uncharge(mol))
    try:
        row, match = row_of_smiles(neutral)
    except ToolInputError:
        return None
    return row.cas if match.startswith("the whole structure") else None
