"""Non-compartmental pharmacokinetics of each subject."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tables.column_units import divided
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.tables._exposure import (
    LINEAR,
    TRAPEZOIDS,
    Curve,
    area,
    curve_of,
    product_unit,
    terminal,
    to_last_measurable,
)
from scitoolagent.tools.tables._given import choice
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, rows_of_groups
from scitoolagent.tools.tables._rows import CONCENTRATIONS, ColumnName, OtherColumn, TableFolder
from scitoolagent.tools.tables.by_group import GroupColumn

_FIGURES = ("Cmax", "tmax", "AUC", "AUC to infinity", "half-life", "clearance")
_VOLUMES = ("L/h", "L/(h.kg)")

ExposureFigure = Annotated[
    str,
    Semantic(
        "ExposureFigure",
        parent="Parameter",
        label="figure of pharmacokinetics",
        pattern="|".join(_FIGURES),
        needs_context=True,
    ),
]
TrapezoidName = Annotated[
    str,
    Semantic(
        "TrapezoidName",
        parent="Parameter",
        label="trapezoid rule",
        pattern="|".join(TRAPEZOIDS),
        needs_context=True,
    ),
]
DoseGiven = Annotated[
    float, Semantic("DoseGiven", parent="Parameter", unit="mg", label="dose given", needs_context=True)
]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": CONCENTRATIONS, "column": "conc (mg/L)", "other": "time (h)", "by": "subject", "dose": 320},
    also=("non-compartmental analysis",),
)
def pharmacokinetics(
    table: TableFolder,
    column: ColumnName,
    other: OtherColumn,
    by: GroupColumn = "",
    exposure: tuple[ExposureFigure, ...] = (),
    dose: DoseGiven = 0.0,
    doses: OtherColumn = "",
    trapezoid: TrapezoidName = LINEAR,
) -> TableFolder:
    """Compute Cmax, tmax, AUC, half-life and clearance of each subject without a model.

    Args:
        table: The table, a row for each sample.
        column: The concentration, a column of numbers.
        other: The time, a column of numbers.
        by: The column of subjects; all rows are of one when left out.
        exposure: Cmax, tmax, AUC (to the last concentration above 0), AUC to infinity, half-life, clearance; all when
            empty, clearance where there is a dose.
        dose: That of all subjects; that of the column of doses when 0.
        doses: The column of doses, of which each subject has one.
        trapezoid: linear, or linear up log down.
    Returns:
        A table with a row for each subject: its points, the figures, and of the half-life the points of its line, from
        when to when, and adjusted R squared. A figure that the points do not give is left out, and a note says why.
    Raises:
        ToolInputError: a column holds no numbers, clearance is asked for without a dose, or the units do not fit.
    Source: as Gabrielsson and Weiner 2016 and the R package NonCompart; the terminal line goes through the last three
        or more points behind the highest with the best adjusted R squared.
    """
    choice("trapezoid", trapezoid, TRAPEZOIDS)
    if "clearance" in exposure and not (dose or doses):
        raise ToolInputError("clearance needs a dose; say it, as in 'with a dose of 100 mg', or in a column")
    wanted = exposure or tuple(one for one in _FIGURES if one != "clearance" or dose or doses)
    given = numbers_of(table, [column, other], 1, others=[by, by] if by else [])
    known = _doses(given.table, by, doses) if doses and not dose else {}
    unit = "mg" if dose else given.table.column(doses).unit if doses else None
    made = _Made(given, wanted, trapezoid, unit)

    def figures(own: Numbers) -> Figures:
        name = own.others[0][0] if own.others and own.others[0] else None
        return made.figures(curve_of(own), dose or known.get(name))

    return rows_of_groups(given, by, made.columns, figures)


class _Made:
    """The columns of the figures that are asked for, and the figures of one subject."""

    def __init__(self, given: Numbers, wanted: tuple[str, ...], trapezoid: str, dose_unit: str | None) -> None:
        y, x = given.columns
        self._trapezoid, self._wanted = trapezoid, wanted
        whole = product_unit(y.unit, x.unit)
        self._volume, self._factor = _volume_rate(dose_unit, whole) if "clearance" in wanted else (None, 1.0)
        units: dict[str, tuple[tuple[str, str | None], ...]] = {
            "Cmax": (("Cmax", y.unit),),
            "tmax": (("tmax", x.unit),),
            "AUC": (("AUC", whole), ("to the last time", x.unit)),
            "AUC to infinity": (("AUC to infinity", whole), ("extrapolated", "%")),
            "half-life": (
                ("half-life", x.unit),
                ("terminal rate", divided("1", x.unit)),
                ("points of the half-life", "1"),
                ("from time", x.unit),
                ("to time", x.unit),
                ("adjusted R squared", "1"),
            ),
            "clearance": (("clearance", self._volume), ("dose", dose_unit)),
        }
        self.columns = [Column(name=name, kind="number", unit=unit) for one in wanted for name, unit in units[one]]

    def figures(self, curve: Curve, dose: float | None) -> Figures:
        """What a subject has, None for what its points do not give; and what is to be told."""
        curve = to_last_measurable(curve)
        highest = int(curve.y.argmax())
        last = area(curve, self._trapezoid)
        found: dict[str, list[float | None]] = {
            "Cmax": [float(curve.y[highest])],
            "tmax": [float(curve.x[highest])],
            "AUC": [last, float(curve.x[-1])],
            "AUC to infinity": [None, None],
            "half-life": [None] * 6,
            "clearance": [None, dose],
        }
        told: list[str] = []
        if {*self._wanted} - {"Cmax", "tmax", "half-life"} and curve.x[0] > 0:
            told.append(f"no concentration at time 0: the area begins at {curve.x[0]:g}")
        if {*self._wanted} & {"AUC to infinity", "half-life", "clearance"}:
            told += self._endless(curve, last, dose, found)
        return [value for one in self._wanted for value in found[one]], told

    def _endless(
        self, curve: Curve, last: float, dose: float | None, found: dict[str, list[float | None]]
    ) -> list[str]:
        """Fill in what needs the terminal phase; what is to be told of it."""
        try:
            end = terminal(curve)
        except ToolInputError as error:
            return [str(error)]
        # Beyond the last measured concentration it falls at the terminal rate.
        beyond = float(curve.y[-1]) / end.rate
        whole = last + beyond
        found["half-life"] = [math.log(2) / end.rate, end.rate, end.points, end.start, end.end, end.explained]
        found["AUC to infinity"] = [whole, 100 * beyond / whole]
        told: list[str] = []
        if "half-life" not in self._wanted:
            told.append(
                f"half-life {math.log(2) / end.rate:.4g} by {end.points} points from {end.start:g} to {end.end:g}"
            )
        if "clearance" in self._wanted and not dose:
            told.append("there is no one dose, and so no clearance")
        elif dose:
            found["clearance"] = [dose / whole * self._factor, dose]
            told.append("clearance is dose by AUC to infinity: CL/F where the dose was not intravenous")
        return told


def _volume_rate(dose: str | None, whole: str | None) -> tuple[str | None, float]:
    """The unit of a clearance and what the quotient of dose and area is multiplied with; None where it is unknown."""
    unit = divided(dose, whole)
    if unit is None:
        return None, 1.0
    for target in _VOLUMES:
        if convertible(unit, target):
            return target, convert(1.0, unit, target)
    raise ToolInputError(f"a dose in {dose} and an area in {whole} make no clearance; give both as mass or as amount")


def _doses(table: Table, by: str, doses: str) -> Mapping[Any, float]:
    """The one dose of each subject; a subject with several doses or none is left out."""
    found: dict[Any, set[float]] = {}
    for chunk in table.chunks(columns=tuple(dict.fromkeys((*([by] if by else []), doses)))):
        names = chunk.values[by] if by else [None] * len(chunk)
        for name, dose in zip(names, chunk.values[doses], strict=True):
            if dose:
                found.setdefault(name, set()).add(float(dose))
    return {name: min(held) for name, held in found.items() if len(held) == 1}
