"""Skewness, modes, and tests of distributions against R, SAS, Minitab, Excel and statsmodels."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._rows import opened

# R: set.seed(17); rnorm(20), to five places.
NORMAL = (
    -1.01501, -0.07964, -0.23299, -0.81727, 0.77209, -0.16561, 0.97287, 1.71653, 0.25524, 0.36658,
    1.18079, 0.64319, 1.29532, 0.18792, 1.59121, -0.05518, 0.83847, 0.15937, 0.62595, 0.63358,
)  # fmt: skip
# R: set.seed(123); rnorm(100); runif(100, 2, 4), the latter to four places.
EVEN = (
    2.4775, 3.9247, 3.2027, 3.0301, 2.8051, 3.7605, 2.7282, 2.5765, 2.3413, 2.3443, 2.9641, 2.5059, 2.4325, 3.3488,
    2.0953, 3.4017, 2.7038, 2.8179, 3.6419, 3.8377, 2.5651, 3.9222, 3.4568, 3.3728, 2.1057, 2.7904, 2.9557, 3.1205,
    3.3965, 3.8314, 3.2367, 2.8568, 3.0842, 2.117, 2.5217, 2.7943, 2.3955, 3.6639, 2.3058, 3.6068, 3.0937, 3.3246,
    2.3434, 3.2661, 2.6237, 3.4491, 2.7979, 3.9387, 3.9348, 3.4534, 2.5144, 2.4436, 3.1861, 2.535, 3.0621, 3.5706,
    2.3361, 2.8088, 2.9432, 3.7362, 3.8514, 3.764, 3.3484, 3.9003, 3.0329, 3.153, 2.6727, 2.6946, 2.04, 3.0056,
    3.7421, 2.0126, 2.1441, 2.3284, 3.5407, 3.4704, 3.9438, 2.9329, 2.1488, 3.2976, 3.5172, 2.2742, 2.7932, 2.45,
    2.1159, 2.7918, 2.1299, 2.4518, 2.1093, 3.3406, 2.5955, 2.2014, 2.1438, 3.7609, 3.5085, 3.6332, 3.9643, 2.2072,
    2.1981, 3.5977,
)  # fmt: skip
# Weights of men, Shapiro and Wilk 1965.
MEN = (148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236)


def _call(folder: Path, lines: list[str], name: str, **given: Any) -> dict[str, Any]:
    path = folder / "given.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return call_tool(load_registry()[name], {"table": str(path), **given})


def _rows(folder: Path, lines: list[str], name: str, **given: Any) -> tuple[Table, list[dict[str, Any]]]:
    table = opened(Path(_call(folder, lines, name, **given)["table"]))
    values = zip(*map(table.values, table.names), strict=True)
    return table, [dict(zip(table.names, row, strict=True)) for row in values]


def _grouped(groups: dict[str, Any]) -> list[str]:
    return ["group,v", *(f"{name},{value}" for name, own in groups.items() for value in own)]


def test_skewness_and_kurtosis(tmp_path: Path) -> None:
    # Excel's help: SKEW(3,4,5,2,3,4,5,6,4,7) = 0.359543, KURT of the same = -0.151799637; KURT(10,20,30,-20) = 1.5 at
    # bettersolutions.com/excel/functions/kurt-function.htm.
    groups = {"few": (10, 20, 30, -20), "help": (3, 4, 5, 2, 3, 4, 5, 6, 4, 7), "three": (1, 2, 4), "two": (1, 2)}
    lines = [*_grouped(groups), "none,", *(f"same,{value}" for value in (5, 5, 5, 5))]
    table, rows = _rows(tmp_path, lines, "skewness_and_kurtosis", column="v", by="group")
    found = {row["group"]: row for row in rows}
    assert found["help"]["rows"] == 10
    assert found["help"]["skewness v"] == pytest.approx(0.359543, abs=5e-7)
    assert found["help"]["excess kurtosis v"] == pytest.approx(-0.151799637, abs=5e-10)
    assert found["few"]["excess kurtosis v"] == pytest.approx(1.5)
    # Three values have G1 = sqrt(6) / 2 times the sum of cubed scores, and no G2.
    apart = [value - 7 / 3 for value in groups["three"]]
    second, third = (sum(one**power for one in apart) / 3 for power in (2, 3))
    assert found["three"]["skewness v"] == pytest.approx(6**0.5 * third / second**1.5)
    assert found["three"]["excess kurtosis v"] is None
    assert all(found[name]["skewness v"] is None for name in ("none", "two", "same"))
    told = "; ".join(table.notes)
    assert "group three: 3 values have no corrected kurtosis" in told and "1 of 24 rows lack a value" in told
    assert "group same: v has one value in all 4 rows" in told and "group two: 2 values of v" in told


def test_a_shape_far_from_zero_keeps_its_digits(tmp_path: Path) -> None:
    # That of the example of Excel, moved by 1e9.
    lines = ["v", *(str(1e9 + value) for value in (3, 4, 5, 2, 3, 4, 5, 6, 4, 7))]
    _, rows = _rows(tmp_path, lines, "skewness_and_kurtosis", column="v")
    assert rows[0]["skewness v"] == pytest.approx(0.359543, abs=5e-7)
    assert rows[0]["excess kurtosis v"] == pytest.approx(-0.151799637, abs=5e-7)


def test_what_has_no_skewness(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="2 values of v; at least 3"):
        _call(tmp_path, ["v", "1", "2"], "skewness_and_kurtosis", column="v")
    with pytest.raises(ToolInputError, match="v has one value in all 3 rows"):
        _call(tmp_path, ["v", "1", "1", "1"], "skewness_and_kurtosis", column="v")
    with pytest.raises(ToolInputError, match="'v' holds text"):
        _call(tmp_path, ["v", "a", "b", "c"], "skewness_and_kurtosis", column="v")


def test_modes_of_numbers(tmp_path: Path) -> None:
    # Excel's help: MODE.MULT of these gives 1, 2 and 3, each of which stands three times.
    lines = ["v (mg),w", *(f"{value}," for value in (1, 2, 3, 4, 3, 2, 1, 2, 3, 5, 6, 1)), ",1"]
    table, rows = _rows(tmp_path, lines, "modes_of_column", column="v (mg)")
    assert [(row["v (mg)"], row["rows with the mode"], row["rows"]) for row in rows] == [(n, 3, 12) for n in (1, 2, 3)]
    assert table.columns[0].unit == "mg"
    assert any("1 of 13 rows lack a value" in note for note in table.notes)


def test_modes_of_groups_and_of_texts(tmp_path: Path) -> None:
    lines = ["group,v", "a,x", "a,y", "a,x", "b,x", "b,y", "c,", "d,z"]
    table, rows = _rows(tmp_path, lines, "modes_of_column", column="v", by="group")
    found = [(row["group"], row["v"], row["rows with the mode"], row["rows"]) for row in rows]
    assert found == [("a", "x", 2, 3), ("b", None, None, 2), ("c", None, None, 0), ("d", None, None, 1)]
    told = "; ".join(table.notes)
    assert "group b: each of the 2 values of v stands in one row" in told and "group c: no row has a v" in told
    # Excel gives #N/A where no value stands twice.
    with pytest.raises(ToolInputError, match="each of the 3 values of v stands in one row"):
        _call(tmp_path, ["v", "1.5", "2.5", "3.5"], "modes_of_column", column="v")


@pytest.mark.parametrize(
    ("values", "statistic", "p"),
    [
        # nortest as in m-muecke.github.io/gmeans/reference/ad.test.html: A = 1.3941, p-value = 0.001244.
        (EVEN, 1.3941, 0.001244),
        # statsmodels 0.15.0: normal_ad.
        (MEN, 0.9467719, 0.010454024),
        (NORMAL, 0.1470206, 0.9587091),
        (EVEN[:8], 0.3645675, 0.3405731),
        (EVEN[:35], 0.3265310, 0.5084679),
    ],
)
def test_anderson_darling(tmp_path: Path, values: tuple[float, ...], statistic: float, p: float) -> None:
    _, rows = _rows(tmp_path, ["v", *map(str, values)], "anderson_darling_test", column="v")
    assert rows[0]["rows"] == len(values)
    assert rows[0]["Anderson-Darling A²"] == pytest.approx(statistic, abs=5e-5)
    assert rows[0]["p-value"] == pytest.approx(p, abs=1e-6)


def test_anderson_darling_of_what_is_not_normal_at_all(tmp_path: Path) -> None:
    lines = ["v", *(["0"] * 400), "1000", "2000"]
    _, rows = _rows(tmp_path, lines, "anderson_darling_test", column="v")
    assert rows[0]["Anderson-Darling A²"] > 100 and 0 < rows[0]["p-value"] < 4e-24


@pytest.mark.parametrize(
    ("values", "statistic", "p", "near"),
    [
        # R: nortest::lillie.test at r-coder.com/lilliefors-test-r: D = 0.098636, p-value = 0.8775.
        (NORMAL, 0.098636, 0.8775, 5e-5),
        # statsmodels 0.15.0: lilliefors(…, pvalmethod="approx"), by Dallal and Wilkinson.
        (MEN, 0.2592154, 0.0374076, 5e-7),
        # statsmodels 0.15.0: lilliefors, by simulated values.
        (EVEN, 0.0811186, 0.1083, 0.01),
    ],
)
def test_lilliefors(tmp_path: Path, values: tuple[float, ...], statistic: float, p: float, near: float) -> None:
    _, rows = _rows(tmp_path, ["v", *map(str, values)], "lilliefors_test", column="v")
    assert rows[0]["Lilliefors D"] == pytest.approx(statistic, abs=3e-6)
    assert rows[0]["p-value"] == pytest.approx(p, abs=near)


@pytest.mark.parametrize(("name", "few"), [("anderson_darling_test", 8), ("lilliefors_test", 5)])
def test_normality_of_groups(tmp_path: Path, name: str, few: int) -> None:
    groups = {"few": range(few - 1), "many": MEN, "same": [1] * 9}
    table, rows = _rows(tmp_path, [*_grouped(groups), "many,"], name, column="v", by="group")
    assert [row["rows"] for row in rows] == [few - 1, 11, 9]
    assert [row["p-value"] is None for row in rows] == [True, False, True]
    told = "; ".join(table.notes)
    assert f"group few: {few - 1} values of v; at least {few}" in told and "1 of" in told
    with pytest.raises(ToolInputError, match="one value in all 9 rows"):
        _call(tmp_path, ["v", *["1"] * 9], name, column="v")


def test_kolmogorov_smirnov(tmp_path: Path) -> None:
    # Gnedenko and Korolyuk 1951: of two samples of n, D ≥ k/n has 2 (C(2n, n-k) - C(2n, n-2k) + …) / C(2n, n); the 0.079
    # of table I of Gibbons and Chakraborti for n = 5 and D = 4/5.
    groups = {"a": (1, 2, 3, 4, 9), "b": (5, 6, 7, 8, 10)}
    given = {"column": "v", "by": "group"}
    found = _call(tmp_path, [*_grouped(groups), "a,"], "kolmogorov_smirnov_test", **given)
    assert found["statistic"] == pytest.approx(0.8)
    assert found["p_value"] == pytest.approx(2 * comb(10, 1) / comb(10, 5)) == pytest.approx(0.0794, abs=5e-5)
    assert found["rows"] == 10 and "a: median 3 of 5; b: median 7 of 5" in found["groups"]
    assert "p-value exact" in found["groups"] and "tied" not in found["groups"]
    assert "1 of 11 rows lack a value" in found["groups"]


def test_kolmogorov_smirnov_of_ties(tmp_path: Path) -> None:
    # SAS, PROC NPAR1WAY (stats.oarc.ucla.edu, test for equality of distribution): 45 of 91 and 27 of 109 scores are up
    # to 49, where D = 0.246799.
    groups = {"male": [49] * 45 + [60] * 46, "female": [49] * 27 + [60] * 82}
    found = _call(tmp_path, _grouped(groups), "kolmogorov_smirnov_test", column="v", by="group")
    assert found["statistic"] == pytest.approx(0.246799, abs=5e-7)
    assert "values are tied" in found["groups"]


def test_kolmogorov_smirnov_of_many_values(tmp_path: Path) -> None:
    # Smirnov's limit of the p-value is 2 exp(-2 n D²/2) for two samples of n.
    groups = {"a": range(1100), "b": [value + 55.5 for value in range(1100)]}
    found = _call(tmp_path, _grouped(groups), "kolmogorov_smirnov_test", column="v", by="group")
    assert found["statistic"] == pytest.approx(56 / 1100)
    assert found["p_value"] == pytest.approx(2 * 2.718281828 ** (-1100 * (56 / 1100) ** 2), abs=0.01)
    assert "p-value of many values" in found["groups"]


def test_median_test_of_three_groups(tmp_path: Path) -> None:
    # Minitab, Mood median test of CARTOON.MTW: 47, 29 and 15 up to the median of 107, 9, 24 and 55 above: 49.08 on 2.
    counts = {"0": (47, 9), "1": (29, 24), "2": (15, 55)}
    groups = {f"ed {name}": [107] * low + [110] * high for name, (low, high) in counts.items()}
    found = _call(tmp_path, _grouped(groups), "median_test", column="v", by="group")
    assert found["statistic"] == pytest.approx(49.08, abs=5e-3) and found["p_value"] < 5e-4
    assert found["rows"] == 179
    assert "2 degrees of freedom; median of all 107; ed 0: 9 above, 47 not above" in found["groups"]


def test_median_test_of_two_groups(tmp_path: Path) -> None:
    # R: RVAideMemoire::mood.medtest(Likert ~ Speaker, exact = FALSE), rcompanion.org/handbook/F_05.html: X-squared = 9.8,
    # df = 1, p-value = 0.001745.
    groups = {"Pooh": (3, 5, 4, 4, 4, 4, 4, 4, 5, 5), "Piglet": (2, 4, 2, 2, 1, 2, 3, 2, 2, 3)}
    given = {"column": "v", "by": "group"}
    found = _call(tmp_path, _grouped(groups), "median_test", **given)
    assert (found["statistic"], found["p_value"]) == pytest.approx((9.8, 0.001745), abs=5e-7)
    # Without Yates' correction it is 20 (9·9 - 1·1)² / 10⁴.
    assert _call(tmp_path, _grouped(groups), "median_test", **given, corrected=False)["statistic"] == pytest.approx(
        12.8
    )


@pytest.mark.parametrize("name", ["kolmogorov_smirnov_test", "median_test"])
def test_means_of_nested_rows_are_compared(tmp_path: Path, name: str) -> None:
    lines = ["tank,feed,v"]
    lines += [
        f"{feed}{tank},{feed},{tank + 10 * (feed == 'b') + part}"
        for feed in "ab"
        for tank in range(3)
        for part in (0, 0.5)
    ]
    found = _call(tmp_path, lines, name, column="v", by="feed")
    assert "the means of tank are compared" in found["groups"] and "of 3 tank (6 rows)" in found["groups"]
    rows = _call(tmp_path, lines, name, column="v", by="feed", each_row=True)
    assert rows["p_value"] < found["p_value"] and "of 6" in rows["groups"]


@pytest.mark.parametrize(
    ("name", "groups", "why"),
    [
        ("kolmogorov_smirnov_test", {"a": (1, 2), "b": (3, 4), "c": (5, 6)}, "group makes 3 groups; 2 are compared"),
        ("kolmogorov_smirnov_test", {"a": (1, 2), "b": (3,)}, "'b' has a single value of v"),
        ("median_test", {"a": (1, 2)}, "group makes 1 groups; 2 to 50 are compared"),
        ("median_test", {"a": (1, 1), "b": (1, 1)}, "no value of v is above the median of all, 1;"),
        ("median_test", {"a": ("x", "y"), "b": ("z", "x")}, "'v' holds text"),
    ],
)
def test_groups_that_cannot_be_compared(tmp_path: Path, name: str, groups: dict[str, Any], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        _call(tmp_path, _grouped(groups), name, column="v", by="group")
