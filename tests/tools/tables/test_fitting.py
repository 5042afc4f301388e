"""Fits, tests and comparisons on tables, beside figures that R gives for its own data sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

# Anscombe 1973, The American Statistician 27, 17: the first and the fourth of the four data sets.
ANSCOMBE = {
    "x": [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
    "y": [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
    "x4": [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8],
    "y4": [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89],
}
# R 4.3: datasets::sleep, the same ten people twice.
SLEEP = {
    "first": [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
    "second": [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
}
# R 4.3: datasets::PlantGrowth.
GROWTH = {
    "weight": [
        4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14, 4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89,
        4.32, 4.69, 6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26,
    ],
    "group": ["ctrl"] * 10 + ["trt1"] * 10 + ["trt2"] * 10,
}  # fmt: skip


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return call_tool(load_registry()[name], arguments)


def csv(folder: Path, values: dict[str, list[Any]], name: str = "a.csv") -> str:
    rows = (",".join("" if cell is None else str(cell) for cell in row) for row in zip(*values.values(), strict=True))
    (folder / name).write_text("\n".join([",".join(values), *rows]) + "\n")
    return str(folder / name)


def table(found: dict[str, Any], name: str = "table") -> Table:
    return Table.load(Path(found[name]))


def columns(found: dict[str, Any], *names: str) -> list[list[Any]]:
    return [list(table(found).values(name)) for name in names]


@pytest.mark.parametrize(
    ("x", "y", "slope", "error", "p"),
    # summary(lm(y ~ x, anscombe)) for the first and the fourth set
    [("x", "y", 0.5000909, 0.1179055, 0.00217), ("x4", "y4", 0.4999091, 0.1178189, 0.00216)],
)
def test_a_line_through_the_quartet_of_anscombe(
    tmp_path: Path, x: str, y: str, slope: float, error: float, p: float
) -> None:
    found = call("linear_fit", table=csv(tmp_path, ANSCOMBE), column=y, others=[x])
    estimates, errors, ps = columns(found, "estimate", "standard error", "p-value")
    assert estimates[0] == pytest.approx(3.0, abs=2e-3)
    assert (estimates[1], errors[1]) == pytest.approx((slope, error), abs=5e-7)
    assert found["p_value"] == pytest.approx(ps[1]) == pytest.approx(p, abs=5e-6)
    assert found["r_squared"] == pytest.approx(0.6665 if y == "y" else 0.6667, abs=5e-5)
    assert found["adjusted"] == pytest.approx(0.6295 if y == "y" else 0.6297, abs=5e-5)
    assert found["rows"] == 11


def test_intervals_of_a_fit(tmp_path: Path) -> None:
    found = call("linear_fit", table=csv(tmp_path, ANSCOMBE), column="y", others=["x"], level=0.99)
    lower, upper = columns(found, "lower", "upper")
    # qt(0.995, 9) = 3.249836
    assert (lower[1], upper[1]) == pytest.approx((0.5000909 - 3.249836 * 0.1179055, 0.5000909 + 3.249836 * 0.1179055))


def test_two_columns_explain_a_third_and_units_follow(tmp_path: Path) -> None:
    values = {"rate [mg/h]": [1, 2, 4, 3, 5.0], "temperature [°C]": [10, 20, 30, 40, 60], "x (1)": [1, 0, 1, 0, 1]}
    found = call("linear_fit", table=csv(tmp_path, values), column="rate [mg/h]", others=["temperature [°C]", "x (1)"])
    # numpy.linalg.solve(X.T @ X, X.T @ y) on the same five rows
    assert columns(found, "estimate")[0] == pytest.approx([0.31818182, 0.07272727, 0.59090909])
    # A slope is for a kelvin, since differences of temperatures are.
    assert columns(found, "unit")[0] == ["mg/h", "(mg/h)/K", "mg/h"]
    slope = call("slope_of_columns", table=csv(tmp_path, values), column="rate [mg/h]", other="temperature [°C]")
    assert (slope["unit"], slope["slope"]) == ("(mg/h)/K", pytest.approx(0.07432432))  # numpy.polyfit


def test_what_cannot_be_fitted_is_refused(tmp_path: Path) -> None:
    file = csv(
        tmp_path, {"y": [1, 2, 4, 3], "x": [1, 2, 3, 5], "twice": [2, 4, 6, 10], "same": [7] * 4, "t": list("abcd")}
    )
    for arguments, why in (
        ({"column": "y", "others": ["same"]}, "same has one value in all 4 rows"),
        ({"column": "y", "others": ["x", "twice"]}, "depend on one another"),
        ({"column": "y", "others": ["t"]}, "holds text, no numbers"),
        ({"column": "y", "others": ["x", "twice", "same"]}, "at least 5 are needed"),
        ({"column": "y", "others": ["y"]}, "named twice"),
        ({"column": "y", "others": []}, "at least one column"),
        ({"column": "y", "others": ["x"], "level": 95}, "makes no interval"),
    ):
        with pytest.raises(ToolInputError, match=why):
            call("linear_fit", table=file, **arguments)


def test_missing_values_are_left_out_and_told(tmp_path: Path) -> None:
    values = {name: [*ANSCOMBE[name], *more] for name, more in (("x", [None, 5]), ("y", [3.0, None]))}
    found = call("linear_fit", table=csv(tmp_path, values), column="y", others=["x"])
    assert (found["rows"], found["r_squared"]) == (11, pytest.approx(0.6665, abs=5e-5))
    assert any("2 of 13 rows lack a value" in note for note in table(found).notes)


def test_chi_squared_of_two_columns(tmp_path: Path) -> None:
    # R: example(chisq.test), from Agresti 2007, p. 39: X-squared = 30.07, df = 2, p-value = 2.954e-07.
    counts = {("F", "D"): 762, ("F", "I"): 327, ("F", "R"): 468, ("M", "D"): 484, ("M", "I"): 239, ("M", "R"): 477}
    pairs = [pair for pair, count in counts.items() for _ in range(count)]
    values: dict[str, list[Any]] = {"sex": [one for one, _ in pairs], "party": [two for _, two in pairs]}
    values["sex"] += [None, "F"]
    values["party"] += ["D", None]
    found = call("independence_test", table=csv(tmp_path, values), column="sex", other="party")
    assert found["statistic"] == pytest.approx(30.07, abs=5e-3)
    assert found["p_value"] == pytest.approx(2.954e-07, rel=5e-4, abs=0)
    assert (found["freedom"], found["rows"]) == (2, 2757)
    assert found["strength"] == pytest.approx((30.07015 / 2757) ** 0.5, rel=1e-6)  # Cramér's V
    assert columns(found, "count")[0] == list(counts.values())
    assert columns(found, "expected")[0][0] == pytest.approx(703.6714, abs=5e-5)


def test_two_by_two_counts_and_few_of_them(tmp_path: Path) -> None:
    # R: TeaTasting of example(fisher.test); chisq.test(TeaTasting) gives X-squared = 0.5, p-value = 0.4795.
    values = {"guess": ["milk"] * 4 + ["tea"] * 4, "truth": ["milk"] * 3 + ["tea"] + ["milk"] + ["tea"] * 3}
    found = call("independence_test", table=csv(tmp_path, values), column="guess", other="truth")
    assert (found["statistic"], found["p_value"]) == pytest.approx((0.5, 0.4795001), abs=5e-7)
    assert any("not to be relied on" in note for note in table(found).notes)
    plain = call("independence_test", table=csv(tmp_path, values), column="guess", other="truth", corrected=False)
    assert plain["statistic"] == pytest.approx(2.0)


@pytest.mark.parametrize(("test", "statistic", "p"), [("t", -4.0621, 0.002833), ("Wilcoxon", 0.0, 0.009091)])
def test_pairs(tmp_path: Path, test: str, statistic: float, p: float) -> None:
    # t.test(extra ~ group, sleep, paired = TRUE); wilcox.test(…, exact = FALSE) gives V = 0, p = 0.009091 with its
    # correction for continuity, which scipy's normal approximation leaves out.
    found = call("paired_difference", table=csv(tmp_path, SLEEP), column="first", other="second", test=test)
    assert found["statistic"] == pytest.approx(statistic, abs=5e-5)
    if test == "t":
        assert found["p_value"] == pytest.approx(p, abs=5e-7)
        assert columns(found, "lower")[0] == pytest.approx([-2.4598858], abs=5e-8)
        assert columns(found, "upper")[0] == pytest.approx([-0.7001142], abs=5e-8)
    else:
        assert found["p_value"] < p


def test_pairs_in_other_units_are_converted_and_strangers_refused(tmp_path: Path) -> None:
    values: dict[str, list[Any]] = {
        "a [mg]": [1000, 2000, 3500],
        "b [g]": [1.5, 1.0, 1.0],
        "c [K]": [1, 2, 4],
        "d": [1, 2, 5],
    }
    found = call("paired_difference", table=csv(tmp_path, values), column="a [mg]", other="b [g]")
    (name,) = [column for column in table(found).columns if column.name.startswith("mean")]
    assert (columns(found, name.name)[0], name.unit) == ([pytest.approx(1000.0)], "mg")
    for other, why in (("c [K]", "in K"), ("d", "the unit of d is not known")):
        with pytest.raises(ToolInputError, match=why):
            call("paired_difference", table=csv(tmp_path, values), column="a [mg]", other=other)


def test_each_two_groups_with_the_correction_of_holm(tmp_path: Path) -> None:
    # pairwise.t.test(weight, group, pool.sd = FALSE, p.adjust.method = "none") and "holm"
    found = call("pairwise_group_differences", table=csv(tmp_path, GROWTH), column="weight", by="group")
    differences, plain, holm = columns(found, "difference of means", "p-value", "p-value, Holm")
    assert differences == pytest.approx([0.371, -0.494, -0.865])
    assert plain == pytest.approx([0.2504, 0.0479, 0.0093], abs=5e-5)
    assert holm == pytest.approx([0.2504, 2 * plain[1], 3 * plain[2]], abs=5e-5)
    assert (found["comparisons"], found["rows"]) == (3, 30)
    assert any("3 comparisons" in note for note in table(found).notes)
    bonferroni = call(
        "pairwise_group_differences", table=csv(tmp_path, GROWTH), column="weight", by="group", correction="Bonferroni"
    )
    assert columns(bonferroni, "p-value, Bonferroni")[0] == pytest.approx([3 * p for p in plain])


def test_correlations_of_several_columns(tmp_path: Path) -> None:
    found = call("correlation_table", table=csv(tmp_path, ANSCOMBE), columns=["x", "y", "y4"], correction="Bonferroni")
    r, p, corrected = columns(found, "Pearson", "p-value", "p-value, Bonferroni")
    assert r[0] == pytest.approx(0.8164205)  # cor(anscombe$x1, anscombe$y1)
    assert corrected[0] == pytest.approx(3 * p[0])
    with pytest.raises(ToolInputError, match="has one value"):
        call("correlation_table", table=csv(tmp_path, {"a": [1, 1, 1, 1], "b": [1, 2, 3, 4]}), columns=["a", "b"])


@pytest.mark.slow
def test_columns_are_computed_in_their_units(tmp_path: Path) -> None:
    file = csv(tmp_path, {"a [g/mol]": [10, 20, None], "b [kg/mol]": [0.001, 0.002, 0.003], "t [°C]": [1, 2, 3], "u [°C]": [0, 5, 5], "z [s]": [2, 0, 4], "n": [1, 2, 3]})  # fmt: skip

    def computed(column: str, operation: str, other: str) -> tuple[list[Any], str | None]:
        found = call("calculate_column", table=file, column=column, operation=operation, other=other)
        made = table(found)
        return list(made.values(made.columns[-1].name)), made.columns[-1].unit

    assert computed("a [g/mol]", "minus", "b [kg/mol]") == ([9.0, 18.0, None], "g/mol")
    assert computed("t [°C]", "minus", "u [°C]") == ([1.0, -3.0, -2.0], "K")
    assert computed("a [g/mol]", "divided by", "z [s]") == ([5.0, None, None], "(g/mol)/s")
    assert computed("a [g/mol]", "times", "n") == ([10.0, 40.0, None], None)
    found = call("calculate_column", table=file, column="a [g/mol]", operation="divided by", other="z [s]")
    assert any("1 rows divide by zero" in note for note in table(found).notes)
    for column, operation, other, why in (
        ("t [°C]", "plus", "u [°C]", "no true zero"),
        ("a [g/mol]", "minus", "z [s]", "is in g/mol, z .s. in s"),
        ("a [g/mol]", "plus", "n", "unit of n is not known"),
        ("a [g/mol]", "modulo", "n", "is no operation"),
    ):
        with pytest.raises(ToolInputError, match=why):
            computed(column, operation, other)


def test_figures_of_groups(tmp_path: Path) -> None:
    found = call("describe_groups", table=csv(tmp_path, GROWTH), by="group")["table"]
    made = Table.load(Path(found))
    # aggregate(weight ~ group, PlantGrowth, summary)
    assert list(made.values("mean")) == pytest.approx([5.032, 4.661, 5.526])
    assert list(made.values("lower quartile")) == pytest.approx([4.55, 4.2075, 5.2675])
    assert list(made.values("standard deviation")) == pytest.approx([0.5830914, 0.7936757, 0.4425733])
