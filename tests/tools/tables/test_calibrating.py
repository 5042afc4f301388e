"""Reading samples from a line of standards, against a worked example of a textbook and against scipy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

# Miller and Miller, Statistics and Chemometrics for Analytical Chemistry: fluorescein in pg/mL and its fluorescence.
FLUORESCEIN = "level (pg/mL),fluorescence\n0,2.1\n2,5.0\n4,9.0\n6,12.6\n8,17.3\n10,21.0\n12,24.7\n"
Y, X = "fluorescence", "level (pg/mL)"


def _call(name: str, **given: Any) -> Table:
    return Table.load(Path(next(iter(call_tool(load_registry()[name], given).values()))))


def _rows(table: Table) -> list[dict[str, Any]]:
    chunks = [chunk.values for chunk in table.chunks()]
    return [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


@pytest.fixture
def standards(tmp_path: Path) -> str:
    path = tmp_path / "standards.csv"
    path.write_text(FLUORESCEIN)
    return str(path)


@pytest.mark.parametrize(("signal", "value", "half"), [(2.9, 0.72, 0.68), (13.5, 6.21, 0.62), (23.0, 11.13, 0.68)])
def test_one_signal(standards: str, signal: float, value: float, half: float) -> None:
    (row,) = _rows(_call("calibrated_value", table=standards, column=Y, other=X, signal=signal))
    assert row[f"{X} by calibration"] == pytest.approx(value, abs=0.006)
    assert (row[f"upper {X}"] - row[f"lower {X}"]) / 2 == pytest.approx(half, abs=0.012)
    assert row["among the standards"] is True


def test_a_signal_beyond_the_standards_is_told(standards: str) -> None:
    (row,) = _rows(_call("calibrated_value", table=standards, column=Y, other=X, signal=40))
    assert row["among the standards"] is False


def test_samples_among_the_standards(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text(FLUORESCEIN + ",13.5\n,40\n,\n")
    table = _call("calibrated_samples", table=str(path), column=Y, other=X)
    assert [one[f"{X} by calibration"] for one in _rows(table)] == pytest.approx([6.21, 19.94], abs=0.01)
    assert "1 of 2 samples lie beyond the standards" in " ".join(table.notes)


@pytest.mark.slow
def test_samples_of_another_table_in_either_order(tmp_path: Path, standards: str) -> None:
    path = tmp_path / "samples.csv"
    path.write_text("sample,fluorescence,dilution\na,2.9,1\nb,,1\nc,23.0,10\n")
    given = {"column": Y, "other": X}
    for one, two in ((standards, str(path)), (str(path), standards)):
        table = _call("samples_by_standards", table=one, among=two, **given)
        rows = _rows(table)
        assert [row["sample"] for row in rows] == ["a", "c"]
        assert [row[f"{X} by calibration"] for row in rows] == pytest.approx([0.72, 11.13], abs=0.006)
        assert "dilution is not reckoned with" in " ".join(table.notes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("level (pg/mL),fluorescence\n0,1\n1,2\n", "at least 3"),
        ("level (pg/mL),fluorescence\n0,5\n1,4\n2,6\n3,5\n", "neither rises nor falls"),
        ("level (pg/mL),fluorescence\n2,1\n2,2\n2,3\n", "one value in all"),
    ],
)
def test_standards_that_make_no_line_are_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "standards.csv"
    path.write_text(text)
    with pytest.raises(ToolInputError, match=why):
        _call("calibrated_value", table=str(path), column=Y, other=X, signal=1.5)


def test_two_tables_of_standards_are_refused(standards: str) -> None:
    with pytest.raises(ToolInputError, match="both tables"):
        _call("samples_by_standards", table=standards, among=standards, column=Y, other=X)
