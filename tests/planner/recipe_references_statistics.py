"""References for recipes of tests, intervals, risks and the like; distributions are taken from SciPy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from scipy import stats

from tests.planner.recipe_references_common import (
    References,
    correlation,
    deviation,
    grouped,
    mean,
    ranks,
    share,
    values_by,
    values_by_pair,
    variance,
)
from tests.planner.recipe_tables import Layout, Row

REFERENCES = References()


def _t_test(t: float, freedom: float) -> float:
    """The p value of both sides."""
    return float(2 * stats.t.sf(abs(t), freedom))


def _counted(rows: list[Row], first: str, second: str) -> dict[tuple[Any, Any], int]:
    """How often each pair of values is there, with those that are not."""
    pairs = [(row[first], row[second]) for row in rows]
    return {(a, b): pairs.count((a, b)) for a, _ in pairs for _, b in pairs}


def _tied(values: Sequence[float]) -> int:
    """The sum of t³ - t over the numbers t of equal values."""
    return sum(values.count(value) ** 3 - values.count(value) for value in set(values))


@REFERENCES.add()
def r_squared_and_p(rows: list[Row]) -> dict[str, float]:
    part = [row for row in rows if row["method"] == "HPLC"]
    r = correlation([row["standard (mg/L)"] for row in part], [row["response"] for row in part])
    t = r * math.sqrt((len(part) - 2) / (1 - r * r))
    return {"R2": r * r, "p": _t_test(t, len(part) - 2)}


@REFERENCES.add()
def welch_p(rows: list[Row]) -> float:
    found = values_by(rows, "group", "pressure (mmHg)")
    a, b = found["placebo"], found["verum"]
    error_a, error_b = variance(a) / len(a), variance(b) / len(b)
    freedom = (error_a + error_b) ** 2 / (error_a**2 / (len(a) - 1) + error_b**2 / (len(b) - 1))
    return _t_test((mean(a) - mean(b)) / math.sqrt(error_a + error_b), freedom)


@REFERENCES.add(Layout(keys=("volunteer",)))
def paired_t(rows: list[Row]) -> float:
    changes = [row["caffeine (bpm)"] - row["rest (bpm)"] for row in rows]
    return _t_test(mean(changes) / deviation(changes) * math.sqrt(len(changes)), len(changes) - 1)


@REFERENCES.add(Layout(keys=("leaf", "side")))
def wilcoxon_pairs(rows: list[Row]) -> float:
    # What is computed by hand is the pairing; the test itself is SciPy's.
    found = values_by_pair(rows, "leaf", "side", "stomata")
    differences = [found[leaf, "sun"][0] - found[leaf, "shade"][0] for leaf in grouped(rows, "leaf")]
    return float(stats.wilcoxon(differences).pvalue)


@REFERENCES.add()
def mann_whitney(rows: list[Row]) -> float:
    found = values_by(rows, "bank", "snails")
    a, b = found["left"], found["right"]
    both = len(a) + len(b)
    # The approximation by a normal distribution is SciPy's choice only for tables like these.
    assert _tied(a + b) > 0 or min(len(a), len(b)) > 8
    u = sum((x > y) + 0.5 * (x == y) for x in a for y in b)
    spread = math.sqrt(len(a) * len(b) / 12 * (both + 1 - _tied(a + b) / (both * (both - 1))))
    return min(1.0, float(2 * stats.norm.sf((abs(u - len(a) * len(b) / 2) - 0.5) / spread)))


@REFERENCES.add()
def chi_square(rows: list[Row]) -> float:
    observed = _counted(rows, "flower color", "visitor")
    colors, visitors = grouped(rows, "flower color"), grouped(rows, "visitor")
    statistic = 0.0
    for (color, visitor), count in observed.items():
        expected = len(colors[color]) * len(visitors[visitor]) / len(rows)
        statistic += (count - expected) ** 2 / expected
    return float(stats.chi2.sf(statistic, (len(colors) - 1) * (len(visitors) - 1)))


@REFERENCES.add()
def fisher_exact(rows: list[Row]) -> float:
    counts = _counted(rows, "vaccinated", "infected")
    total = len(rows)
    vaccinated = counts["yes", "yes"] + counts["yes", "no"]
    infected = counts["yes", "yes"] + counts["no", "yes"]
    chances = {
        both: math.comb(infected, both) * math.comb(total - infected, vaccinated - both) / math.comb(total, vaccinated)
        for both in range(max(0, vaccinated + infected - total), min(vaccinated, infected) + 1)
    }
    # Equal chances may differ by rounding.
    limit = chances[counts["yes", "yes"]] * (1 + 1e-9)
    return sum(chance for chance in chances.values() if chance <= limit)


@REFERENCES.add()
def anova(rows: list[Row]) -> dict[str, float]:
    found = list(values_by(rows, "catalyst", "turnover (1/h)").values())
    middle = mean([row["turnover (1/h)"] for row in rows])
    between = sum(len(values) * (mean(values) - middle) ** 2 for values in found)
    within = sum((len(values) - 1) * variance(values) for values in found)
    freedom = len(rows) - len(found)
    f = between / (len(found) - 1) / (within / freedom)
    return {"F": f, "p": float(stats.f.sf(f, len(found) - 1, freedom))}


@REFERENCES.add()
def kruskal(rows: list[Row]) -> float:
    masses = [row["spider mass (mg)"] for row in rows]
    count = len(masses)
    found: dict[str, list[float]] = {}
    for row, rank in zip(rows, ranks(masses), strict=True):
        found.setdefault(row["habitat"], []).append(rank)
    sums = sum(sum(own) ** 2 / len(own) for own in found.values())
    h = 12 / (count * (count + 1)) * sums - 3 * (count + 1)
    return h / (1 - _tied(masses) / (count**3 - count))


def _normal_or_skewed_sizes(rows: list[Row], rng: Random) -> None:
    skewed = rng.choice([["jet"], ["ball"], ["jet", "ball"], []])
    for row in rows:
        size = 1 + math.exp(rng.gauss(1.2, 0.8)) if row["mill"] in skewed else max(1, rng.gauss(20, 6))
        row["particle size (um)"] = min(45, size)


@REFERENCES.add(Layout(adjust=_normal_or_skewed_sizes))
def shapiro_groups(rows: list[Row]) -> dict[str, str]:
    # What is computed by hand is the grouping; the test itself is SciPy's.
    found = values_by(rows, "mill", "particle size (um)")
    return {mill: "yes" if stats.shapiro(sizes)[1] >= 0.05 else "no" for mill, sizes in found.items()}


def _perhaps_too_much_content(rows: list[Row], rng: Random) -> None:
    excess = rng.choice([0, 2.5])
    for row in rows:
        row["content (mg)"] = min(106, max(95, row["content (mg)"] + excess))


@REFERENCES.add(Layout(keys=("vial",), adjust=_perhaps_too_much_content))
def one_sample_t(rows: list[Row]) -> str:
    values = [row["content (mg)"] for row in rows]
    t = (mean(values) - 100) / deviation(values) * math.sqrt(len(values))
    return "yes" if _t_test(t, len(values) - 1) < 0.05 else "no"


@REFERENCES.add()
def ci_of_mean(rows: list[Row]) -> list[float]:
    values = values_by(rows, "fibre", "strength (MPa)")["hemp"]
    error = deviation(values) / math.sqrt(len(values))
    return [float(limit) for limit in stats.t.interval(0.95, len(values) - 1, loc=mean(values), scale=error)]


@REFERENCES.add(Layout(keys=("seed",)))
def ci_of_share(rows: list[Row]) -> list[float]:
    part = share(row["germinated"] == "yes" for row in rows)
    half = 1.96 * math.sqrt(part * (1 - part) / len(rows))
    return [part, part - half, part + half]


@REFERENCES.add()
def cohens_d(rows: list[Row]) -> float:
    scores = values_by(rows, "therapy", "pain score")
    new, old = scores["new"], scores["standard"]
    pooled = ((len(new) - 1) * variance(new) + (len(old) - 1) * variance(old)) / (len(rows) - 2)
    return (mean(new) - mean(old)) / math.sqrt(pooled)


@REFERENCES.add()
def odds_ratio(rows: list[Row]) -> float:
    counts = _counted(rows, "smoker", "disease")
    return counts["yes", "yes"] * counts["no", "no"] / (counts["yes", "no"] * counts["no", "yes"])


@REFERENCES.add()
def relative_risk(rows: list[Row]) -> float:
    relapses = values_by([row for row in rows if row["age"] < 65], "exposure", "relapse")
    return mean(relapses["high"]) / mean(relapses["low"])


@REFERENCES.add()
def sensitivity_specificity(rows: list[Row]) -> dict[str, float]:
    tests = values_by(rows, "biopsy", "test")
    return {
        "sensitivity": share(test == "positive" for test in tests["tumor"]),
        "specificity": share(test == "negative" for test in tests["benign"]),
    }


@REFERENCES.add()
def roc_auc(rows: list[Row]) -> float:
    found = values_by(rows, "state", "protein (pg/mL)")
    return mean([(case > control) + 0.5 * (case == control) for case in found["case"] for control in found["control"]])


@REFERENCES.add(Layout(keys=("patient",)))
def kaplan_meier(rows: list[Row]) -> float:
    survival = 1.0
    for month in range(1, 25):
        died = sum(row["months"] == month and row["event"] == "death" for row in rows)
        at_risk = sum(row["months"] >= month for row in rows)
        if at_risk:
            survival *= (at_risk - died) / at_risk
    return survival


@REFERENCES.add()
def incidence_rate(rows: list[Row]) -> dict[str, float]:
    rates: dict[str, float] = {}
    for arm, part in grouped(rows, "arm").items():
        events = sum(row["fracture"] == "yes" for row in part)
        rates[arm] = 100 * events / sum(row["years followed"] for row in part)
    return rates


@REFERENCES.add(Layout(keys=("sample",)))
def bland_altman(rows: list[Row]) -> list[float]:
    differences = [row["new meter"] - row["old meter"] for row in rows]
    bias, half = mean(differences), 1.96 * deviation(differences)
    return [bias, bias - half, bias + half]


@REFERENCES.add(Layout(keys=("concrete",)))
def multiple_regression(rows: list[Row]) -> float:
    factors = np.array([[1, row["cement (kg)"], row["water (kg)"], row["age (d)"]] for row in rows])
    strengths = np.array([row["strength (MPa)"] for row in rows])
    return float(np.linalg.lstsq(factors, strengths, rcond=None)[0][2])
