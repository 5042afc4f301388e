"""Columns by formulas: what they may say, their units, and what has no value."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

_DATA: dict[str, list[Any]] = {
    "mass_mg": [10, 20, None, 5],
    "volume_mL": [2, 0, 4, 10],
    "dry mass (g)": [0.002, 0.001, 0.003, 0.001],
    "temp_C": [20, 25, 30, 35],
    "a": [1, 2, 3, 4],
    "a b": [10, 20, 30, 40],
    "n": [-1, 4, 9, 16],
    "label": ["x", "y", "z", "w"],
}


def call(tool: str, /, **arguments: Any) -> dict[str, Any]:
    return call_tool(load_registry()[tool], arguments)


def csv(folder: Path, values: dict[str, list[Any]]) -> str:
    rows = (",".join("" if cell is None else str(cell) for cell in row) for row in zip(*values.values(), strict=True))
    (folder / "a.csv").write_text("\n".join([",".join(values), *rows]) + "\n", encoding="utf-8")
    return str(folder / "a.csv")


def table(found: dict[str, Any]) -> Table:
    return Table.load(Path(found["table"]))


def _made(file: str, formula: str, name: str = "") -> tuple[list[Any], str | None, list[str]]:
    found = table(call("formula_column", table=file, formula=formula, name=name))
    column = found.columns[-1]
    return list(found.values(column.name)), column.unit, list(found.notes)


@pytest.mark.parametrize(
    ("formula", "values", "unit"),
    [
        ("mass_mg / volume_mL", [5, None, None, 0.5], "mg/mL"),
        ("mass / volume", [5, None, None, 0.5], "mg/mL"),  # headers without their units
        ("mass - dry mass", [8, 19, None, 4], "mg"),  # grams are converted
        ("2 * mass + 1", [21, 41, None, 11], "mg"),  # a number beside a mass is a mass
        ("a + a b", [11, 22, 33, 44], None),  # the longest header that fits
        ("a + 2 * a ^ 2", [3, 10, 21, 36], None),  # powers first, then products
        ("-a ^ 2", [-1, -4, -9, -16], None),
        ("8 / 4 / 2 * a", [1, 2, 3, 4], None),  # from left to right
        ("(a + 1) * (a - 1)", [0, 3, 8, 15], None),
        ("a plus a b divided by 10", [2, 4, 6, 8], None),
        ("sqrt(n)", [None, 2, 3, 4], None),
        ("log10(a b)", [1, math.log10(20), math.log10(30), math.log10(40)], None),
        ("temp_C + 273.15", [293.15, 298.15, 303.15, 308.15], None),
        ("volume_mL ^ 2", [4, 0, 16, 100], "mL.mL"),
    ],
)
def test_formulas(tmp_path: Path, formula: str, values: list[float | None], unit: str | None) -> None:
    found, own, _ = _made(csv(tmp_path, _DATA), formula)
    assert [None if one is None else pytest.approx(one) for one in values] == found
    assert own == unit


def test_what_has_no_value_is_counted_and_the_column_has_its_name(tmp_path: Path) -> None:
    found = table(call("formula_column", table=csv(tmp_path, _DATA), formula="mass / volume", name="load"))
    assert found.columns[-1].name == "load"
    told = " ".join(found.notes)
    assert "1 rows lack a value" in told and "1 rows divide by zero" in told


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("mass + volume", "is in mg"),
        ("mass + a", "is not known"),
        ("temp_C * mass", "no true zero"),
        ("log10(mass)", "pure numbers"),
        ("mass ^ a", "has to be a number"),
        ("label + a", "is no column of numbers"),
        ("a ** b", "is no column"),
        ("__import__('os')", "is no column"),
        ("a; DROP TABLE x", "is no column|sign"),
        ("(a + 1", "not closed"),
        ("a +", "ends too early"),
        ("a a b", "no sign in front of"),
        ("1 + 2", "names no column"),
        ("a / 0", "divided by zero"),
        ("(" * 60 + "a" + ")" * 60, "too many brackets"),
        ("a+" * 400 + "a", "letters at most"),
    ],
)
def test_what_is_no_formula_is_refused(tmp_path: Path, formula: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        _made(csv(tmp_path, _DATA), formula)


@pytest.mark.parametrize(
    ("figure", "columns", "values"),
    [
        ("sum", ["a", "a b", "n"], [10, 26, 42, 60]),
        ("mean", ["a", "a b"], [5.5, 11, 16.5, 22]),
        ("median", ["a", "a b", "n"], [1, 4, 9, 16]),
        ("highest", ["a", "n"], [1, 4, 9, 16]),
        ("range", ["a", "n"], [2, 2, 6, 12]),
        ("standard deviation", ["a", "n"], [math.sqrt(2), math.sqrt(2), math.sqrt(18), math.sqrt(72)]),
        ("sum", ["mass_mg", "dry mass (g)"], [12, 21, None, 6]),
    ],
)
def test_figures_of_each_row(tmp_path: Path, figure: str, columns: list[str], values: list[float | None]) -> None:
    found = table(call("figure_across_columns", table=csv(tmp_path, _DATA), figure=figure, columns=columns))
    made = list(found.values(found.columns[-1].name))
    assert [None if one is None else pytest.approx(one) for one in values] == made


@pytest.mark.parametrize(
    ("figure", "columns", "why"),
    [
        ("mean", ["a"], "two columns"),
        ("mean", ["a", "mass_mg"], "not known"),
        ("mean", ["a", "label"], "no numbers"),
        ("product", ["a", "n"], "no figure"),
        ("sum", ["temp_C", "temp_C", "a"], "not known"),
    ],
)
def test_figures_that_mean_nothing_are_refused(tmp_path: Path, figure: str, columns: list[str], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        call("figure_across_columns", table=csv(tmp_path, _DATA), figure=figure, columns=columns)
