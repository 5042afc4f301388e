"""Growth rates by the steepest part of the logarithms, against scipy's lines through every window."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import scipy.stats

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._rows import CULTURES

GIVEN = {"column": "OD600", "other": "time (h)", "by": "strain"}


def _call(**given: Any) -> Table:
    return Table.load(Path(next(iter(call_tool(load_registry()["growth_rates"], given).values()))))


def _rows(table: Table) -> list[dict[str, Any]]:
    chunks = [chunk.values for chunk in table.chunks()]
    return [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


def test_the_steepest_window_of_each_strain() -> None:
    lines = [line.split(",") for line in Path(CULTURES).read_text().splitlines()[1:]]
    stats: Any = scipy.stats
    rows = _rows(_call(table=CULTURES, **GIVEN))
    assert [row["strain"] for row in rows] == ["mutant 1", "wild type", "mutant 2"]  # the fastest first
    for row in rows:
        points = [(float(time), math.log(float(od))) for name, time, od in lines if name == row["strain"]]
        fits = [stats.linregress(*zip(*points[start : start + 5], strict=True)) for start in range(len(points) - 4)]
        best = max(fits, key=lambda one: one.slope)
        assert row["growth rate"] == pytest.approx(best.slope)
        assert row["R squared"] == pytest.approx(best.rvalue**2)
        assert row["doubling time"] == pytest.approx(math.log(2) / best.slope)


def test_cultures_without_a_rate_come_last_by_name(tmp_path: Path) -> None:
    path = tmp_path / "od.csv"
    # a doubles each hour behind a lag, with a second well of twice as much; b falls, c is short, d blank.
    grown = "".join(f"a,{t},{0.1 * 2 ** max(t - 2, 0)}\na,{t},{0.2 * 2 ** max(t - 2, 0)}\n" for t in range(7))
    fell = "".join(f"b,{t},{1 / (t + 1)}\n" for t in range(6))
    path.write_text(f"strain,time (h),OD600\n{fell}{grown}a,7,0\nc,0,1\nc,1,2\nd,0,\n")
    table = _call(table=str(path), **GIVEN)
    first, *others = _rows(table)
    assert (first["strain"], first["growth rate"]) == ("a", pytest.approx(math.log(2)))
    assert (first["from time"], first["to time"]) == (2, 6)
    assert {row["strain"]: row["growth rate"] for row in others} == {"b": None, "c": None, "d": None}
    told = " ".join(table.notes)
    for one in (
        "strain b: it does not grow",
        "strain c: 2 times",
        "strain d: 0 times",
        "strain a: 1 values not above 0",
    ):
        assert one in told
    assert "strain a: values at one time are averaged by their logarithms" in told


def test_a_window_of_two_points_is_refused() -> None:
    with pytest.raises(ToolInputError, match="at least 3"):
        _call(table=CULTURES, window=2, **GIVEN)
