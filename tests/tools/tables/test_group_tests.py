"""Tukey's test, the test of normality and spreads, against published examples and the standard library."""

from __future__ import annotations

import math
import statistics
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry


def _rows(name: str, **given: Any) -> tuple[Table, list[dict[str, Any]]]:
    outputs = call_tool(load_registry()[name], given)
    table = Table.load(Path(next(value for value in outputs.values() if isinstance(value, str | Path))))
    chunks = [chunk.values for chunk in table.chunks()]
    return table, [dict(zip(one, row, strict=True)) for one in chunks for row in zip(*one.values(), strict=True)]


def _file(folder: Path, text: str) -> str:
    path = folder / "given.csv"
    path.write_text(text)
    return str(path)


def test_tukey_as_rstatix_gives_it(tmp_path: Path) -> None:
    # rstatix::tukey_hsd(NumTomatoes ~ Variety), camilo-mora.github.io/GEO380/post-hoc-test-in-r.html: second less first.
    crop = {"VarA": (1, 2, 3), "VarB": (3, 4, 5), "VarC": (5, 6, 7)}
    path = _file(tmp_path, "variety,tomatoes\n" + "".join(f"{n},{v}\n" for n, own in crop.items() for v in own))
    table, rows = _rows("tukey_comparisons", table=path, column="tomatoes", by="variety")
    found = [(row["group"], row["other group"], -row["difference of means"]) for row in rows]
    assert found == [("VarA", "VarB", 2), ("VarA", "VarC", 4), ("VarB", "VarC", 2)]
    assert [row["p-value, Tukey"] for row in rows] == pytest.approx([0.109, 0.00649, 0.109], rel=0.005)
    ends = [(-row["upper"], -row["lower"]) for row in rows]
    assert ends[0] == pytest.approx((-0.505, 4.51), abs=0.005)
    assert ends[1] == pytest.approx((1.49, 6.51), abs=0.005)
    assert any("3 comparisons" in note for note in table.notes)


def test_tukey_of_too_small_groups(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="'b' has a single value"):
        _rows("tukey_comparisons", table=_file(tmp_path, "g,v\na,1\na,2\nb,3\n"), column="v", by="g")
    with pytest.raises(ToolInputError, match="one value in all rows of each group"):
        _rows("tukey_comparisons", table=_file(tmp_path, "g,v\na,1\na,1\nb,3\nb,3\n"), column="v", by="g")


_MEN = (148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236)


def test_normality(tmp_path: Path) -> None:
    # Of three values W is the square of their range by twice the sum of squares, and p is exact (Shapiro and Wilk 1965).
    path = _file(tmp_path, "who,weight\nman,1\nman,2\nman,4\nboy,40\nboy,41\n")
    _, rows = _rows("normality_test", table=path, column="weight", by="who")
    boy, man = rows
    held = 9 / (2 * 42 / 9)
    assert (man["rows"], man["Shapiro-Wilk W"]) == (3, pytest.approx(held))
    assert man["p-value"] == pytest.approx(6 / math.pi * (math.asin(held**0.5) - math.asin(0.75**0.5)), abs=1e-6)
    assert boy["Shapiro-Wilk W"] is None
    with pytest.raises(ToolInputError, match="one value in all 3 rows"):
        _rows("normality_test", table=_file(tmp_path, "v\n1\n1\n1\n"), column="v")


@pytest.mark.parametrize(
    ("spread", "value", "unit"),
    [("variance", statistics.variance(_MEN), "kg.kg"), ("interquartile range", 17, "kg"), ("range", 88, "kg")],
)
def test_spreads(tmp_path: Path, spread: str, value: float, unit: str) -> None:
    # The quartiles of 11 values are the means of the third and fourth and of the eighth and ninth.
    path = _file(tmp_path, "who,weight (kg)\n" + "".join(f"man,{one}\n" for one in _MEN) + "boy,40\n")
    table, rows = _rows("spread_of_column", table=path, column="weight (kg)", spread=spread, by="who")
    assert [row[f"{spread} weight (kg)"] for row in rows] == [None, pytest.approx(value)]
    assert table.columns[-1].unit == unit
    with pytest.raises(ToolInputError, match="spread is 'width'"):
        _rows("spread_of_column", table=path, column="weight (kg)", spread="width")


def test_the_mean_of_differences(tmp_path: Path) -> None:
    text = "arm,before (mg),after (g)\na,1000,0.9\na,1200,1.0\nb,900,1.0\nb,800,\n"
    given = {"table": _file(tmp_path, text), "column": "before (mg)", "other": "after (g)"}
    _, rows = _rows("mean_difference_of_columns", by="arm", **given)
    assert [row["mean of before (mg) less after (g)"] for row in rows] == pytest.approx([150, -100])
    # t(1, 0.975) = 12.7062, as in tables.
    assert rows[0]["upper end of the mean"] == pytest.approx(150 + 12.7062 * 50, rel=1e-5)
    assert rows[1]["standard deviation"] is None
    with pytest.raises(ToolInputError, match="cannot be compared"):
        path = _file(tmp_path, "a (g),b (s)\n1,2\n")
        _rows("mean_difference_of_columns", table=path, column="a (g)", other="b (s)")


def _tanks() -> str:
    """Fish in six tanks, three of each feed, whose means are 12, 14, 16 and 13, 15, 20."""
    means = {"A1": 12, "A2": 14, "A3": 16, "P1": 13, "P2": 15, "P3": 20}
    rows = [
        f"{tank},{'algae' if tank[0] == 'A' else 'pellets'},{mean + shift}"
        for tank, mean in means.items()
        for shift in (-1, -0.5, 0, 0.5, 1)
    ]
    return "\n".join(("tank,feed,length", *rows)) + "\n"


def test_rows_nested_in_units_are_tested_by_unit(tmp_path: Path) -> None:
    # By hand: means 14 and 16, variances 4 and 13 of three tanks each; scipy.stats.ttest_ind gives p = 0.46025.
    path = _file(tmp_path, _tanks())
    found = call_tool(load_registry()["difference_between_groups"], {"table": path, "column": "length", "by": "feed"})
    t = -2 / math.sqrt(4 / 3 + 13 / 3)
    assert found["statistic"] == pytest.approx(t)
    assert found["p_value"] == pytest.approx(0.46025, abs=5e-6)
    assert "algae: mean 14 of 3 tank (15 rows)" in found["groups"]
    assert "each tank has one feed" in found["groups"] and "by rows p would be 0.0" in found["groups"]
    assert found["rows"] == 30
    call = {"table": path, "column": "length", "by": "feed"}
    plain = call_tool(load_registry()["difference_between_groups"], {**call, "each_row": True})
    assert plain["p_value"] < 0.05 and "tank" not in plain["groups"]


def test_rows_are_compared_with_a_warning_where_no_test_by_unit_is_possible(tmp_path: Path) -> None:
    path = _file(tmp_path, "\n".join(line for line in _tanks().splitlines() if line[:2] not in ("P2", "P3")) + "\n")
    call = {"table": path, "column": "length", "by": "feed"}
    found = call_tool(load_registry()["difference_between_groups"], call)
    assert "each tank has one feed: rows are compared" in found["groups"] and "single tank" in found["groups"]
    with pytest.raises(ToolInputError, match="single tank of length"):
        call_tool(load_registry()["difference_between_groups"], {**call, "unit": "tank"})


def test_a_unit_that_is_in_two_groups_is_refused(tmp_path: Path) -> None:
    path = _file(tmp_path, _tanks().replace("A1,algae,13", "A1,pellets,13"))
    call = {"table": path, "column": "length", "by": "feed", "unit": "tank"}
    with pytest.raises(ToolInputError, match="tank A1 is in the groups"):
        call_tool(load_registry()["difference_between_groups"], call)


def test_comparisons_of_each_two_groups_are_by_unit_too(tmp_path: Path) -> None:
    path = _file(tmp_path, _tanks())
    table, rows = _rows("pairwise_group_differences", table=path, column="length", by="feed")
    assert rows[0]["tank"] == rows[0]["other tank"] == 3
    assert rows[0]["statistic"] == pytest.approx(-2 / math.sqrt(4 / 3 + 13 / 3))
    assert any("means of tank are compared" in note for note in table.notes)
    _, rows = _rows("tukey_comparisons", table=path, column="length", by="feed")
    # Of two groups of equal size Tukey's p is that of Student: t = -0.8402 with 4 degrees of freedom.
    assert rows[0]["tank"] == 3
    assert rows[0]["p-value, Tukey"] == pytest.approx(0.4481, abs=5e-5)


def test_the_interval_of_a_difference_is_that_of_units(tmp_path: Path) -> None:
    _, rows = _rows("difference_of_groups", table=_file(tmp_path, _tanks()), column="length", by="feed")
    half = 2 - rows[0]["lower end of the difference"]
    assert rows[0]["difference"] == pytest.approx(2)
    assert half > 5, "by rows it would be 1.2"
    uneven = _tanks() + "P3,pellets,20.5\nP3,pellets,19.5\n"
    table, rows = _rows("difference_of_groups", table=_file(tmp_path, uneven), column="length", by="feed")
    assert rows[0]["difference"] == pytest.approx((13 * 5 + 15 * 5 + 20 * 7) / 17 - 14)
    assert "lower end of the difference" not in rows[0]
    assert any("no interval is given: each tank has one feed" in note for note in table.notes)
    call = {"column": "length", "by": "feed", "unit": "tank"}
    _, rows = _rows("difference_of_groups", table=_file(tmp_path, uneven), **call)
    assert rows[0]["difference"] == pytest.approx(2)
