"""Pharmacokinetics without a model, against what the R package NonCompart gives for the set Theoph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._rows import CONCENTRATIONS

GIVEN = {"column": "conc (mg/L)", "other": "time (h)", "by": "subject"}


def _call(name: str, **given: Any) -> Table:
    return Table.load(Path(next(iter(call_tool(load_registry()[name], given).values()))))


def _rows(table: Table) -> list[dict[str, Any]]:
    chunks = [chunk.values for chunk in table.chunks()]
    return [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


def _file(folder: Path, text: str) -> str:
    path = folder / "pk.csv"
    path.write_text(text)
    return str(path)


def test_theophylline() -> None:
    # NonCompart 0.4, tblNCA(Theoph, "Subject", "Time", "conc", dose=320, concUnit="mg/L"), subjects 1 and 2.
    table = _call("pharmacokinetics", table=CONCENTRATIONS, dose=320, **GIVEN)
    one, two = _rows(table)
    assert (one["Cmax"], one["tmax"], two["Cmax"], two["tmax"]) == (10.5, 1.12, 8.33, 1.92)
    assert (one["AUC"], two["AUC"]) == pytest.approx((148.92305, 91.5268))
    assert (one["half-life"], two["half-life"]) == pytest.approx((14.304377571097, 6.65934156262252))
    assert (one["terminal rate"], two["terminal rate"]) == pytest.approx((0.0484569969657749, 0.104086443688432))
    assert (one["points of the half-life"], two["points of the half-life"]) == (3, 4)
    assert (one["from time"], two["from time"]) == (9.05, 7.03)
    assert two["adjusted R squared"] == pytest.approx(0.995793082425955)
    assert (one["AUC to infinity"], two["AUC to infinity"]) == pytest.approx((216.611933038226, 100.173459143183))
    assert one["extrapolated"] == pytest.approx(31.2489169404534)
    assert (one["clearance"], two["clearance"]) == pytest.approx((1.47729626669981, 3.19445891892989))
    units = {column.name: column.unit for column in table.columns}
    assert (units["AUC"], units["clearance"], units["half-life"]) == ("mg.h/L", "L/h", "h")


def test_linear_up_log_down() -> None:
    # NonCompart, AUC(…, down="Log") of subject 1: 147.23475.
    one, _ = _rows(_call("pharmacokinetics", table=CONCENTRATIONS, trapezoid="linear up log down", **GIVEN))
    assert one["AUC"] == pytest.approx(147.23475, abs=5e-6)


def test_units_of_a_clearance(tmp_path: Path) -> None:
    text = "time (h),conc (ng/mL),dose (ug)\n0,,500\n1,100,\n2,50,\n3,25,\n4,12.5,\n"
    table = _call("pharmacokinetics", table=_file(tmp_path, text), column="conc (ng/mL)", other="time (h)",
                  doses="dose (ug)", exposure=["clearance"])  # fmt: skip
    (row,) = _rows(table)
    # 131.25 ng.h/mL by trapezoids and 12.5 / ln 2 behind the last; 500 ug by that in L/h.
    assert row["clearance"] == pytest.approx(500 / (131.25 + 12.5 / 0.69314718056))
    assert next(one.unit for one in table.columns if one.name == "clearance") == "L/h"
    assert "no concentration at time 0: the area begins at 1" in table.notes


def test_subjects_without_figures_keep_their_names(tmp_path: Path) -> None:
    text = (
        "id,t,c\nA,0,0\nA,1,8\nA,2,4\nA,3,2\nA,4,1\nA,5,0\nB,0,5\nB,1,3\nC,1,\nD,0,1\nD,0,2\nD,1,1\n"
        "E,0,0\nE,1,0\nF,0,9\nF,1,3\nF,2,3\nF,3,3\nG,0,1\nG,1,-1\n"
    )
    table = _call("pharmacokinetics", table=_file(tmp_path, text), column="c", other="t", by="id")
    found = {row["id"]: row for row in _rows(table)}
    assert set(found) == set("ABCDEFG")
    # To the last concentration above 0: 4 + 6 + 3 + 1.5, and a half-life of 1.
    assert (found["A"]["AUC"], found["A"]["half-life"]) == (14.5, pytest.approx(1))
    assert (found["B"]["AUC"], found["B"]["half-life"], found["B"]["AUC to infinity"]) == (4, None, None)
    assert [found[name]["AUC"] for name in "CDEG"] == [None] * 4
    assert (found["F"]["Cmax"], found["F"]["half-life"]) == (9, None)
    told = " ".join(table.notes)
    for one in (
        "id B: 1 points above 0 lie behind the highest",
        "id C: no point has both values",
        "id D: several rows have t = 0: they are of several curves",
        "id E: no concentration is above 0",
        "id F: the last points do not fall",
        "id G: a concentration is below 0 (-1)",
    ):
        assert one in told


def test_what_makes_no_clearance_is_refused(tmp_path: Path) -> None:
    path = _file(tmp_path, "time (h),conc (nmol/L)\n0,4\n1,3\n2,2\n3,1\n4,0.5\n")
    given = {"table": path, "column": "conc (nmol/L)", "other": "time (h)", "exposure": ["clearance"]}
    with pytest.raises(ToolInputError, match="clearance needs a dose"):
        _call("pharmacokinetics", **given)
    with pytest.raises(ToolInputError, match="both as mass or as amount"):
        _call("pharmacokinetics", dose=100, **given)


def test_the_area_under_any_curve(tmp_path: Path) -> None:
    # 2 by hand, in whatever order; below 0 it is negative.
    path = _file(tmp_path, "run,time (s),signal (V)\na,2,1\na,0,0\na,1,1\na,3,0\nb,0,-1\nb,2,-1\nc,1,5\n")
    given = {"table": path, "column": "signal (V)", "other": "time (s)"}
    table = _call("area_under_curve", by="run", **given)
    assert [row["area under the curve"] for row in _rows(table)] == [2, -2, None]
    assert next(one.unit for one in table.columns if "area" in one.name) == "V.s"
    assert "run c: 1 point has both values; at least 2 are needed" in table.notes
    with pytest.raises(ToolInputError, match="several rows have"):
        _call("area_under_curve", **given)
