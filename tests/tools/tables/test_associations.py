"""Partial correlation and the pooled odds ratio against R, SAS and pingouin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._rows import opened

# The data of the help page of ppcor::pcor.test and of Kim 2015.
YEAST = {
    "hl": (7, 15, 19, 15, 21, 22, 57, 15, 20, 18),
    "disp": (0, 0.964, 0, 0, 0.921, 0, 0, 1.006, 0, 1.011),
    "deg": (9, 2, 3, 4, 1, 3, 1, 3, 6, 1),
    "BC": (1.78e-2, 1.05e-6, 1.37e-5, 7.18e-3, 0, 0, 0, 4.48e-3, 2.1e-6, 0),
}
# The set mtcars of R.
CARS = {
    "mpg": (21, 21, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 32.4, 30.4, 33.9, 21.5, 15.5, 15.2, 13.3, 19.2, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4),
    "hp": (110, 110, 93, 110, 175, 105, 245, 62, 95, 123, 123, 180, 180, 180, 205, 215, 230, 66, 52, 65, 97, 150, 150, 245, 175, 66, 91, 113, 264, 175, 335, 109),
    "disp": (160, 160, 108, 258, 360, 225, 360, 146.7, 140.8, 167.6, 167.6, 275.8, 275.8, 275.8, 472, 460, 440, 78.7, 75.7, 71.1, 120.1, 318, 304, 350, 400, 79, 120.3, 95.1, 351, 145, 301, 121),
}  # fmt: skip
# Counts a, b, c, d of each stratum. Rabbits, as ?mantelhaen.test has them: cured and died without delay, then with it.
RABBITS = {"1/8": (0, 6, 0, 5), "1/4": (3, 3, 0, 6), "1/2": (6, 0, 2, 4), "1": (5, 1, 6, 0), "4": (2, 0, 5, 0)}
# Smoking and lung cancer in eight cities of China, Agresti 1996, table 3.3: smokers ill and well, then the others.
CITIES = (
    (126, 100, 35, 61), (908, 688, 497, 807), (913, 747, 336, 598), (235, 172, 58, 121),
    (402, 308, 121, 215), (182, 156, 72, 98), (60, 99, 11, 43), (104, 89, 21, 36),
)  # fmt: skip


def _call(folder: Path, lines: list[str], name: str, **given: Any) -> dict[str, Any]:
    path = folder / "given.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return call_tool(load_registry()[name], {"table": str(path), **given})


def _lines(columns: dict[str, tuple[float, ...]]) -> list[str]:
    return [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]


def _strata(counts: dict[str, tuple[int, int, int, int]]) -> list[str]:
    kinds = ("none,cured", "none,died", "some,cured", "some,died")
    return [
        "delay,response,stratum",
        *(
            f"{kind},{name}"
            for name, own in counts.items()
            for kind, n in zip(kinds, own, strict=True)
            for _ in range(n)
        ),
    ]


def _rows(folder: str) -> list[dict[str, Any]]:
    table = opened(Path(folder))
    return [dict(zip(table.names, row, strict=True)) for row in zip(*map(table.values, table.names), strict=True)]


@pytest.mark.parametrize(
    ("columns", "asked", "kind", "r", "p"),
    [
        # R: ppcor::pcor.test(mpg, hp, disp), as shown at stats.stackexchange.com/q/519930.
        (CARS, ("mpg", "hp", "disp"), "Pearson", -0.3258012, 0.07367905),
        # pingouin 0.7.0: partial_corr(y, "hl", "disp", ["deg", "BC"]); R's ppcor gives the same.
        (YEAST, ("hl", "disp", "deg", "BC"), "Pearson", -0.672086, 0.067892),
        # Kim 2015, doi:10.5351/CSAM.2015.22.6.665: pcor(y.data, method = "spearman"); p by pingouin 0.7.0.
        (YEAST, ("hl", "disp", "deg", "BC"), "Spearman", -0.7647345, 0.027081),
        (YEAST, ("hl", "BC", "disp", "deg"), "Spearman", -0.7860646, 0.020719),
    ],
)
def test_partial_correlation(
    tmp_path: Path, columns: dict[str, tuple[float, ...]], asked: tuple[str, ...], kind: str, r: float, p: float
) -> None:
    column, other, *held = asked
    given = {"column": column, "other": other, "held": held, "kind": kind}
    found = _call(tmp_path, _lines(columns), "partial_correlation", **given)
    assert found["correlation"] == pytest.approx(r, abs=5e-7)
    assert found["p_value"] == pytest.approx(p, abs=5e-7)
    assert (found["rows"], found["freedom"]) == (len(columns[column]), len(columns[column]) - 2 - len(held))
    assert found["held"] == f"{kind}; held constant: {', '.join(held)}"


def test_rows_that_lack_a_value_are_left_out_and_counted(tmp_path: Path) -> None:
    lines = [*_lines(CARS), ",100,200", "20,,200", "20,100,"]
    found = _call(tmp_path, lines, "partial_correlation", column="mpg", other="hp", held=["disp"])
    assert found["correlation"] == pytest.approx(-0.3258012, abs=5e-7)
    assert found["rows"] == 32 and "3 of 35 rows lack a value (mpg, hp, disp)" in found["held"]


def test_what_follows_from_the_others_counts_once(tmp_path: Path) -> None:
    more = {**CARS, "twice": tuple(2 * value for value in CARS["disp"])}
    lines, given = _lines(more), {"column": "mpg", "other": "hp"}
    found = _call(tmp_path, lines, "partial_correlation", **given, held=["disp", "twice"])
    assert found["correlation"] == pytest.approx(-0.3258012, abs=5e-7) and found["freedom"] == 29
    with pytest.raises(ToolInputError, match="disp follows exactly from twice"):
        _call(tmp_path, lines, "partial_correlation", column="disp", other="hp", held=["twice"])
    with pytest.raises(ToolInputError, match="the ranks of disp follow exactly from twice"):
        _call(tmp_path, lines, "partial_correlation", column="disp", other="hp", held=["twice"], kind="Spearman")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"held": []}, "0 columns are to be held constant"),
        ({"held": ["disp"], "kind": "Kendall"}, "'Kendall' is not a kind of correlation"),
        ({"held": ["mpg"]}, "mpg is named twice"),
        ({"held": ["same"]}, "same has one value in all 5 rows"),
        ({"held": ["name"]}, "'name' holds text"),
        ({"held": ["disp", "hp2", "hp3"]}, "5 rows have a value of .*; at least 6 are needed"),
        ({"held": ["mass"]}, "mass"),
    ],
)
def test_what_cannot_be_correlated(tmp_path: Path, given: dict[str, Any], why: str) -> None:
    lines = ["mpg,hp,disp,hp2,hp3,same,name", *(f"{n},{n % 3},{n % 2},{n**2},{n**3},7,x{n}" for n in range(5))]
    with pytest.raises(ToolInputError, match=why):
        _call(tmp_path, lines, "partial_correlation", column="mpg", other="hp", **given)


def test_pooled_odds_ratio_of_rabbits(tmp_path: Path) -> None:
    # R: mantelhaen.test(Rabbits): X-squared = 3.9286, df = 1, p-value = 0.04747, 1.026713 to 47.725133, common 7.
    given = {"column": "delay", "other": "response", "by": "stratum"}
    found = _call(tmp_path, _strata(RABBITS), "pooled_odds_ratio", **given)
    assert (found["statistic"], found["p_value"]) == pytest.approx((3.9286, 0.04747), abs=5e-5)
    assert (found["ratio"], found["low"], found["high"]) == pytest.approx((7, 1.026713, 47.725133), abs=5e-7)
    assert found["rows"] == 54
    assert found["odds_of"].startswith("odds of response cured rather than died, with delay none against some")
    # No rabbit was cured by the lowest dose, and none died of the highest.
    assert "2 of 5 strata have one class only" in found["odds_of"]
    assert "the odds ratios of the strata differ" in found["odds_of"]
    rows = {row["stratum"]: row for row in _rows(found["table"])}
    assert rows["1/4"]["delay none, response cured"] == 3 and rows["1/4"]["odds ratio"] is None
    assert rows["1"]["odds ratio"] == 0


@pytest.mark.slow
def test_pooled_odds_ratio_of_cities(tmp_path: Path) -> None:
    # SAS, PROC FREQ with CMH (stanford.edu/class/ed257): ratio 2.174, CMH 280.138, Breslow-Day 5.200 on 7, p 0.636.
    lines = _strata({f"city {place}": own for place, own in enumerate(CITIES)})
    given = {"column": "delay", "other": "response", "by": "stratum"}
    found = _call(tmp_path, [*lines, "none,,city 1"], "pooled_odds_ratio", **given, corrected=False)
    assert (found["ratio"], found["statistic"]) == pytest.approx((2.174, 280.138), abs=5e-4)
    assert found["homogeneity_p"] == pytest.approx(0.636, abs=5e-4)
    # statsmodels 0.15.0: StratifiedTable(…).oddsratio_pooled_confint(), test_null_odds(correction=True).
    assert (found["low"], found["high"]) == pytest.approx((1.98400197, 2.38324945), abs=5e-8)
    assert "differ" not in found["odds_of"] and "1 of 8,420 rows lack a value" in found["odds_of"]
    corrected = _call(tmp_path, lines, "pooled_odds_ratio", **given)
    assert corrected["statistic"] == pytest.approx(279.3757405, abs=5e-7)


def test_strata_of_unequal_odds_ratios(tmp_path: Path) -> None:
    # DescTools::BreslowDayTest of cervical cancer, msph-p8120.github.io/breslow_day.html: 4.2069, p 0.04026.
    lines = _strata({"two or more": (150, 92, 148, 96), "none or one": (118, 25, 21, 12)})
    found = _call(tmp_path, lines, "pooled_odds_ratio", column="delay", other="response", by="stratum")
    assert found["homogeneity_p"] == pytest.approx(0.04026, abs=5e-6)


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        ({"a": (3, 1, 1, 3)}, "stratum makes 1 strata; 2 to"),
        ({"a": (3, 1, 1, 3), "b": (2, 0, 2, 0)}, "1 strata have both classes of both columns; at least 2"),
        ({"a": (3, 0, 1, 3), "b": (2, 0, 2, 1)}, "has no bound, so that it has no interval; see exact_"),
        ({"a": (0, 3, 1, 3), "b": (0, 2, 2, 1)}, "the pooled odds ratio is 0"),
        ({"a": (3, 0, 1, 0), "b": (2, 0, 2, 0)}, "response has 1 classes; an odds ratio takes two"),
    ],
)
def test_strata_without_a_pooled_odds_ratio(
    tmp_path: Path, counts: dict[str, tuple[int, int, int, int]], why: str
) -> None:
    with pytest.raises(ToolInputError, match=why):
        _call(tmp_path, _strata(counts), "pooled_odds_ratio", column="delay", other="response", by="stratum")


def test_three_columns_are_needed(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="not three different columns"):
        _call(tmp_path, _strata(RABBITS), "pooled_odds_ratio", column="delay", other="response", by="delay")
