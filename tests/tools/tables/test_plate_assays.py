"""Quality of plate assays and percent inhibition, against the definitions worked out by the standard library."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

LOW, HIGH = [105.0, 98, 101, 96], [1012.0, 968, 1044, 976]
ROLES = {"column": "signal", "roles": "role", "positive": "pos", "negative": "neg"}


def _call(name: str, **given: Any) -> Table:
    return Table.load(Path(next(iter(call_tool(load_registry()[name], given).values()))))


def _rows(table: Table) -> list[dict[str, Any]]:
    chunks = [chunk.values for chunk in table.chunks()]
    return [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


def _plate(folder: Path, low: list[float], high: list[float], samples: str = "", plate: str = "") -> str:
    lines = [f"pos,{one},{plate}" for one in low] + [f"neg,{one},{plate}" for one in high]
    path = folder / "plate.csv"
    path.write_text("role,signal,plate\n" + "\n".join(lines) + "\n" + samples)
    return str(path)


def test_the_measures_of_an_assay(tmp_path: Path) -> None:
    table = _call("assay_quality", table=_plate(tmp_path, LOW, HIGH, "sample,500,\nsample,,\n"), **ROLES)
    (row,) = _rows(table)
    low, high = statistics.fmean(LOW), statistics.fmean(HIGH)
    noise = 3 * (statistics.stdev(LOW) + statistics.stdev(HIGH))
    # The formulas of Zhang, Chung and Oldenburg 1999 and, for the window, of Sittampalam et al. 1997.
    assert row["Z'"] == pytest.approx(1 - noise / (high - low))
    assert row["Z'"] == pytest.approx(0.8702, abs=5e-5)  # by hand: 1 - 3 (3.916 + 35.024) / 900
    assert row["signal to background"] == pytest.approx(high / low)
    assert row["signal to noise"] == pytest.approx((high - low) / statistics.stdev(LOW))
    assert row["signal window"] == pytest.approx((high - low - noise) / statistics.stdev(HIGH))
    assert (row["pos wells"], row["neg wells"]) == (4, 4)
    assert "the signal is that of neg (mean 1000), the background that of pos" in " ".join(table.notes)


def test_it_does_not_matter_which_control_is_higher(tmp_path: Path) -> None:
    (row,) = _rows(_call("assay_quality", table=_plate(tmp_path, HIGH, LOW), quality=["Z'"], **ROLES))
    assert row["Z'"] == pytest.approx(0.8702, abs=5e-5)
    assert "signal window" not in row


def test_a_plate_without_enough_wells_keeps_its_name(tmp_path: Path) -> None:
    path = Path(_plate(tmp_path, LOW, HIGH, "pos,100,P2\nneg,900,P2\nneg,910,P2\nneg,,P3\n", "P1"))
    table = _call("assay_quality", table=str(path), by="plate", **ROLES)
    one, two, three = _rows(table)
    assert one["plate"] == "P1"
    assert one["Z'"] == pytest.approx(0.8702, abs=5e-5)
    assert (two["Z'"], three["Z'"]) == (None, None)
    assert "plate P2: pos has 1 well with a signal; at least 2 are needed" in table.notes
    assert three["rows"] == 0


def test_no_figure_is_divided_by_nothing(tmp_path: Path) -> None:
    table = _call("assay_quality", table=_plate(tmp_path, [0, 0], [10, 12]), **ROLES)
    (row,) = _rows(table)
    assert row["signal to background"] is None
    assert row["signal to noise"] is None
    assert "not above 0" in " ".join(table.notes)


def test_percent_inhibition(tmp_path: Path) -> None:
    path = _plate(tmp_path, LOW, HIGH, "sample,550,\nsample,,\n")
    table = _call("on_scale_of_controls", table=path, samples=True, **ROLES)
    assert [one["percent inhibition"] for one in _rows(table)] == [pytest.approx(50), None]
    whole = _rows(_call("on_scale_of_controls", table=path, scale="percent activity", **ROLES))
    assert len(whole) == 10
    assert statistics.fmean(one["percent activity"] for one in whole[4:8]) == pytest.approx(100)
    of_control = _rows(_call("on_scale_of_controls", table=path, scale="percent of control", samples=True, **ROLES))
    assert of_control[0]["percent of control"] == pytest.approx(55)


def test_each_plate_has_its_own_controls(tmp_path: Path) -> None:
    path = _plate(tmp_path, [0, 0], [100, 100], "sample,50,P1\npos,0,P2\nneg,200,P2\nsample,50,P2\nsample,9,P3\n", "P1")
    table = _call("on_scale_of_controls", table=path, samples=True, by="plate", **ROLES)
    assert [one["percent inhibition"] for one in _rows(table)] == [50, 75, None]
    assert "plate P3: neg has 0 wells with a signal; at least 1 are needed" in table.notes


@pytest.mark.parametrize(
    ("tool", "low", "high", "why"),
    [
        ("on_scale_of_controls", HIGH, LOW, "say which is which"),
        ("on_scale_of_controls", [5, 5], [5, 5], "span no scale"),
        ("assay_quality", [5, 6], [5, 6], "nothing tells them apart"),
        ("assay_quality", [5], [7, 8], "at least 2"),
        ("assay_quality", [], [7, 8], "no well with a signal has role = pos"),
    ],
)
def test_controls_that_tell_nothing_are_refused(
    tmp_path: Path, tool: str, low: list[float], high: list[float], why: str
) -> None:
    with pytest.raises(ToolInputError, match=why):
        _call(tool, table=_plate(tmp_path, low, high), **ROLES)


def test_a_signal_that_rises_with_inhibition_is_said(tmp_path: Path) -> None:
    path = _plate(tmp_path, HIGH, LOW, "sample,550,\n")
    (row,) = _rows(_call("on_scale_of_controls", table=path, samples=True, rising=True, **ROLES))
    assert row["percent inhibition"] == pytest.approx(50)
