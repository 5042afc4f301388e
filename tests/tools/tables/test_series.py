"""Rolling means, ends of series, changes between levels and pictures of groups, worked by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.days import hour_of, moment_of
from scitoolagent.tool.registry import load_registry


def _called(name: str, folder: Path, text: str, **given: Any) -> Any:
    path = folder / "given.csv"
    path.write_text(text)
    return next(iter(call_tool(load_registry()[name], {"table": str(path), **given}).values()))


def _rows(name: str, folder: Path, text: str, **given: Any) -> tuple[Table, list[dict[str, Any]]]:
    table = Table.load(Path(_called(name, folder, text, **given)))
    chunks = [chunk.values for chunk in table.chunks()]
    return table, [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


_DAYS = (
    "date,site,flow\n" + "".join(f"2024-03-{day:02},a,{day * day}\n" for day in (3, 1, 2, 4, 6, 7)) + "2024-03-01,b,9\n"
)


def test_a_rolling_mean_goes_by_days_and_not_by_rows(tmp_path: Path) -> None:
    table, rows = _rows("rolling_mean", tmp_path, _DAYS, column="flow", other="date", window=3, by="site")
    found = {(row["site"], row["date"]): row["rolling mean flow"] for row in rows}
    # 1, 4, 9, 16 on four days, none on the fifth, then 36 and 49.
    assert found == {
        ("a", "2024-03-01"): None,
        ("a", "2024-03-02"): None,
        ("a", "2024-03-03"): pytest.approx(14 / 3),
        ("a", "2024-03-04"): pytest.approx(29 / 3),
        ("a", "2024-03-06"): 26,
        ("a", "2024-03-07"): 42.5,
        ("b", "2024-03-01"): None,
    }
    assert table.notes[-1] == "spans of 3 d that end at each row; 3 rows have no whole span with a value"
    with pytest.raises(ToolInputError, match="no unit of time"):
        _rows("rolling_mean", tmp_path, "n,v\n1,2\n2,3\n", column="v", other="n", window=3)


_VISITS = (
    "who,when,arm,level\np,2024-01-05,x,4\np,2024-03-01,x,6\nq,2024-02-01,x,8\nr,2024-01-01,y,1\nr,2024-02-01,y,\n"
)


def test_the_last_row_of_each_subject(tmp_path: Path) -> None:
    given = {"column": "level", "subject": "who", "other": "when", "by": "arm"}
    table, rows = _rows("figure_at_end_of_series", tmp_path, _VISITS, **given)
    # What the last row of r lacks is not taken from another one.
    assert [tuple(row.values()) for row in rows] == [("x", 2, 7)]
    assert table.notes == ("no level at the last when: r",)
    _, rows = _rows("figure_at_end_of_series", tmp_path, _VISITS, end="first", **given)
    assert [tuple(row.values()) for row in rows] == [("x", 2, 6), ("y", 1, 1)]
    with pytest.raises(ToolInputError, match="several rows with the last when"):
        _rows("figure_at_end_of_series", tmp_path, _VISITS + "p,2024-03-01,x,7\n", **given)


_MICE = "mouse,group,day,mass (g)\n" + "".join(
    f"{mouse},{group},{day},{mass}\n"
    for mouse, group, masses in (
        ("m1", "a", (20, 23)),
        ("m2", "a", (21, 22)),
        ("m3", "b", (19, 18)),
        ("m4", "b", (18, "")),
    )
    for day, mass in zip((0, 21), masses, strict=True)
)


def test_the_change_between_two_levels(tmp_path: Path) -> None:
    given = {"column": "mass (g)", "other": "day", "first": 0, "second": 21, "subject": "mouse", "by": "group"}
    table, rows = _rows("change_between_levels", tmp_path, _MICE, **given)
    title = "mean of change of mass (g) from day 0 to 21"
    assert [(row["group"], row["different mouse"], row[title]) for row in rows] == [("a", 2, 2), ("b", 1, -1)]
    assert table.notes == ("a value at one of both levels is missing: m4",)
    with pytest.raises(ToolInputError, match="several rows with day = 21"):
        _rows("change_between_levels", tmp_path, _MICE + "m1,a,21,25\n", **given)


def test_times_of_day() -> None:
    assert [
        hour_of(one) for one in ("2024-03-31 14:30", "2024-03-31T09:05:59Z", "31.03.2024 12:10 am", "2024-03-31")
    ] == [
        14,
        9,
        0,
        None,
    ]
    assert moment_of("2024-03-31 14:30:36") == pytest.approx(14.51)
    assert hour_of("2024-03-31 25:00") is None


def test_pictures_of_groups(tmp_path: Path) -> None:
    text = "site,kind,v,p,when\na,x,1,0.01,2024-01-01\na,y,-2,0.2,2024-01-02\nb,x,3,0.5,2024-01-03\nb,x,-4,0.001,2024-01-04\n"
    map_of = _called("draw_heat_map_of_groups", tmp_path, text, by="site", spread="kind", column="v")
    assert map_of.startswith("<?xml") or "<svg" in map_of
    assert "<svg" in _called("draw_volcano", tmp_path, text, column="v", other="p")
    assert "<svg" in _called("draw_lines_over_time", tmp_path, text, column="v", other="when", by="site")
    with pytest.raises(ToolInputError, match="no p-values"):
        _called("draw_volcano", tmp_path, text, column="p", other="v")
    with pytest.raises(ToolInputError, match="no number and no date"):
        _called("draw_lines_over_time", tmp_path, text, column="v", other="kind")
