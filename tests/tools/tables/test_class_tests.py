"""Equal variances, Fisher's exact test and Kendall's tau against R."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

# The set PlantGrowth of R.
GROWTH = {
    "ctrl": (4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14),
    "trt1": (4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69),
    "trt2": (6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26),
}


def _call(folder: Path, lines: list[str], name: str, **given: Any) -> dict[str, Any]:
    path = folder / "given.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return call_tool(load_registry()[name], {"table": str(path), **given})


@pytest.mark.parametrize(
    ("test", "statistic", "p"),
    [
        # bartlett.test(weight ~ group, PlantGrowth); car::leveneTest(weight ~ group, PlantGrowth) centres on the median.
        ("Bartlett", 2.8786, 0.2371),
        ("Brown-Forsythe", 1.1192, 0.3412),
    ],
)
def test_equal_variances(tmp_path: Path, test: str, statistic: float, p: float) -> None:
    lines = ["group,weight", *(f"{name},{value}" for name, own in GROWTH.items() for value in own)]
    found = _call(tmp_path, lines, "equal_variances_test", column="weight", by="group", test=test)
    assert (found["statistic"], found["p_value"]) == pytest.approx((statistic, p), abs=5e-5)
    assert found["rows"] == 30 and "ctrl: variance 0.339996 of 10" in found["groups"]


def test_levene_takes_the_means(tmp_path: Path) -> None:
    lines = ["group,weight", *(f"{name},{value}" for name, own in GROWTH.items() for value in own)]
    given = {"column": "weight", "by": "group"}
    means = _call(tmp_path, lines, "equal_variances_test", **given, test="Levene")
    medians = _call(tmp_path, lines, "equal_variances_test", **given)
    # statsmodels 0.15.0: test_scale_oneway(…, method="equal", center="mean", transform="abs")
    assert means["statistic"] == pytest.approx(1.236963, abs=5e-7)
    assert means["statistic"] != pytest.approx(medians["statistic"], abs=1e-3)


def test_fisher_of_tea_tasting(tmp_path: Path) -> None:
    # fisher.test(TeaTasting): 3, 1, 1, 3 give p 0.4857 (two-sided).
    cups = [("milk", "milk")] * 3 + [("milk", "tea"), ("tea", "milk")] + [("tea", "tea")] * 3
    lines = ["guess,truth", *(",".join(pair) for pair in cups)]
    found = _call(tmp_path, lines, "exact_independence_test", column="guess", other="truth")
    assert found["p_value"] == pytest.approx(0.4857, abs=5e-5)
    assert found["rows"] == 8
    assert "odds of truth milk with guess milk against tea: 9" in found["odds_of"]
    one = [line for line in lines if line[:3] != "tea"]
    with pytest.raises(ToolInputError, match="1 classes"):
        _call(tmp_path, one, "exact_independence_test", column="guess", other="truth")


def test_kendall(tmp_path: Path) -> None:
    # cor.test(x, y, method = "kendall") of Hollander and Wolfe's tuna: tau 0.4444444, p 0.1194.
    x = (44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1)
    y = (2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8)
    lines = ["lightness,quality", *(f"{one},{two}" for one, two in zip(x, y, strict=True))]
    found = _call(tmp_path, lines, "kendall_correlation", column="lightness", other="quality")
    assert (found["tau"], found["p_value"]) == pytest.approx((0.4444444, 0.1194), abs=5e-5)
