"""Survival against R's package survival and lifelines 0.30.3 on the set aml (Miller 1981)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._rows import SURVIVAL, opened

TIME = "time (weeks)"
AML = {"table": SURVIVAL, "column": TIME, "state": "state", "event": "relapsed"}


def _call(name: str, **given: Any) -> dict[str, Any]:
    return call_tool(load_registry()[name], given)


def _rows(folder: str) -> list[dict[str, Any]]:
    table = opened(Path(folder))
    return [dict(zip(table.names, row, strict=True)) for row in zip(*map(table.values, table.names), strict=True)]


def test_medians_and_shares() -> None:
    # R: survfit(Surv(time, status) ~ x, aml) gives 31 and 23; intervals on the scale log-log and shares by lifelines.
    kept, ended = _rows(_call("kaplan_meier", **AML, by="group", at=24)["table"])
    assert (kept["rows"], kept["events"], kept["censored"]) == (11, 7, 4)
    assert (kept["median"], kept["median, lower"], kept["median, upper"]) == (31, 13, None)
    assert (ended["median"], ended["median, lower"], ended["median, upper"]) == (23, 5, 33)
    assert kept["share at 24"] == pytest.approx(0.61363636)
    assert kept["lower at 24"] == pytest.approx(0.26575204)
    assert kept["upper at 24"] == pytest.approx(0.83529924)
    assert ended["share at 24"] == pytest.approx(0.48611111)
    assert kept["at risk at 24"] == 6 and ended["at risk at 24"] == 5


def test_log_rank() -> None:
    # R: survdiff(Surv(time, status) ~ x, aml): chisq 3.4 on 1 degree of freedom, p 0.0653; by lifelines 3.39638870.
    found = _call("log_rank_test", **AML, by="group")
    assert found["statistic"] == pytest.approx(3.3963886989776)
    assert found["p_value"] == pytest.approx(0.0653393220405)
    assert (found["freedom"], found["events"], found["rows"]) == (1, 18, 23)
    assert [round(row["expected events"], 2) for row in _rows(found["table"])] == [10.69, 7.31]


def test_log_rank_of_three_groups(tmp_path: Path) -> None:
    # lifelines: multivariate_logrank_test of aml with the groups a, b, c in turn.
    lines = Path(SURVIVAL).read_text(encoding="utf-8").splitlines()
    kept = [f"{line},{'turn' if not place else 'abc'[(place - 1) % 3]}" for place, line in enumerate(lines)]
    (tmp_path / "t.csv").write_text("\n".join(kept) + "\n", encoding="utf-8")
    found = _call("log_rank_test", **{**AML, "table": str(tmp_path / "t.csv")}, by="turn")
    assert found["statistic"] == pytest.approx(0.856466, abs=5e-7)
    assert found["p_value"] == pytest.approx(0.65166, abs=5e-6)


def test_cox_regression() -> None:
    # R: coxph(Surv(time, status) ~ x, aml): coef 0.9155, se 0.5119, p 0.0737, likelihood ratio 3.38, p 0.06581.
    found = _call("cox_regression", **AML, others=["group"])
    (row,) = _rows(found["table"])
    assert row["covariate"] == "group: not maintained against maintained"
    assert row["coefficient"] == pytest.approx(0.91553258, abs=5e-9)
    assert row["standard error"] == pytest.approx(0.511934, abs=5e-7)
    assert row["hazard ratio"] == pytest.approx(2.498103, abs=5e-6)
    assert (row["lower"], row["upper"]) == pytest.approx((0.915906, 6.813496), abs=2e-6)
    assert row["p-value"] == pytest.approx(0.073715, abs=5e-7)
    assert found["p_value"] == pytest.approx(0.06581, abs=5e-6)


def test_cox_regression_of_two_covariates(tmp_path: Path) -> None:
    ages = [*range(11), 3, 9, 2, 7, 5, 1, 8, 4, 6, 10, 12, 11]
    lines = Path(SURVIVAL).read_text(encoding="utf-8").splitlines()
    kept = [f"{line},{one}" for line, one in zip(lines, ["age", *ages], strict=True)]
    (tmp_path / "t.csv").write_text("\n".join(kept) + "\n", encoding="utf-8")
    found = _call("cox_regression", **{**AML, "table": str(tmp_path / "t.csv")}, others=["group", "age"])
    # statsmodels 0.15.0: PHReg(…, ties="efron").fit(method="newton"); lifelines stops at 1.49588 and -0.37006.
    group, age = _rows(found["table"])
    assert (group["coefficient"], age["coefficient"]) == pytest.approx((1.49588966, -0.37006858), abs=5e-8)
    assert (group["standard error"], age["standard error"]) == pytest.approx((0.54610216, 0.11567589), abs=5e-7)


@pytest.mark.parametrize(
    ("states", "event", "why"),
    [
        ("0 1 0 1", "", "name the value of state"),
        ("dead alive gone alive", "", "name the value of state"),
        ("dead alive dead alive", "died", "no row has 'died'"),
    ],
)
def test_which_value_is_the_event_is_never_guessed(tmp_path: Path, states: str, event: str, why: str) -> None:
    lines = ["months,state", *(f"{place},{state}" for place, state in enumerate(states.split(), 1))]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(ToolInputError, match=why):
        _call("kaplan_meier", table=str(tmp_path / "t.csv"), column="months", state="state", event=event)


def test_what_is_not_reached_is_missing(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("days,state\n3,alive\n5,dead\n9,alive\n12,alive\n", encoding="utf-8")
    given = {"table": str(tmp_path / "t.csv"), "column": "days", "state": "state"}
    folder = _call("kaplan_meier", **given, at=20)["table"]
    (row,) = _rows(folder)
    assert row["median"] is None and row["share at 20"] is None and row["at risk at 20"] == 0
    notes = " ".join(opened(Path(folder)).notes)
    assert "median is not reached" in notes and "state dead is taken for the event" in notes


def test_a_covariate_that_parts_the_events_has_no_ratio(tmp_path: Path) -> None:
    rows = [f"{n},{'dead' if n < 6 else 'alive'},{int(n < 6)}" for n in range(1, 12)]
    (tmp_path / "t.csv").write_text("\n".join(["days,state,mark", *rows]) + "\n", encoding="utf-8")
    given = {"table": str(tmp_path / "t.csv"), "column": "days", "state": "state"}
    with pytest.raises(ToolInputError, match="the fit has no end"):
        _call("cox_regression", **given, others=["mark"])
