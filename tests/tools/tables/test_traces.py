"""Areas between limits and peaks of a trace, worked by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry


def _rows(name: str, **given: Any) -> tuple[Table, list[dict[str, Any]]]:
    table = Table.load(Path(next(iter(call_tool(load_registry()[name], given).values()))))
    chunks = [chunk.values for chunk in table.chunks()]
    return table, [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


# Rows in no order: 0, 1, 0, 3, 0, 2, 0.1 at 0 to 6.
_TRACE = "x (s),y (V)\n2,0\n1,1\n0,0\n3,3\n6,0.1\n4,0\n5,2\n"


def _given(folder: Path, text: str = _TRACE) -> dict[str, Any]:
    path = folder / "trace.csv"
    path.write_text(text)
    return {"table": str(path), "column": "y (V)", "other": "x (s)"}


@pytest.mark.parametrize(
    ("lower", "upper", "value"),
    [(0, 2, 1), (2, 4, 3), (2.5, 3.5, 2.25), (0.5, 1, 0.375), (0, 6, 1 + 3 + 1 + 1.05)],
)
def test_the_area_between_limits(tmp_path: Path, lower: float, upper: float, value: float) -> None:
    table, (row,) = _rows("area_between", lower=lower, upper=upper, **_given(tmp_path))
    assert row["area"] == pytest.approx(value)
    assert (row["from x (s)"], row["to x (s)"]) == (lower, upper)
    assert next(one.unit for one in table.columns if one.name == "area") == "V.s"


def test_what_was_not_measured_has_no_area(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="measured from 0 to 6, and not from 5 to 7"):
        _rows("area_between", lower=5, upper=7, **_given(tmp_path))
    with pytest.raises(ToolInputError, match="no range"):
        _rows("area_between", lower=4, upper=2, **_given(tmp_path))


def test_peaks(tmp_path: Path) -> None:
    # The prominence of a peak is its height above the higher one of the lowest points towards higher peaks.
    table, rows = _rows("peaks_of_curve", **_given(tmp_path))
    assert [tuple(row.values()) for row in rows] == [(1, 1, 1), (3, 3, 3), (5, 2, pytest.approx(1.9))]
    assert table.notes == ("peaks with a prominence of at least 0.15, 5 % of the range of the values",)
    _, rows = _rows("peaks_of_curve", prominence=1.5, **_given(tmp_path))
    assert [row["x (s)"] for row in rows] == [3, 5]
    table, rows = _rows("peaks_of_curve", **_given(tmp_path, "x (s),y (V)\n0,0\n1,1\n2,2\n"))
    assert not rows
    assert any("at an end of the trace" in note for note in table.notes)


def test_peaks_of_peaks_are_none(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="the rows are peaks"):
        _rows("peaks_of_curve", **_given(tmp_path, "peak,x (s),y (V)\n1,0,0\n2,1,1\n3,2,0\n"))
    with pytest.raises(ToolInputError, match="below 0"):
        _rows("peaks_of_curve", prominence=-1, **_given(tmp_path))
