"""References for recipes that choose, count or weigh single rows and columns."""

from __future__ import annotations

from random import Random

from tests.planner.recipe_references_common import (
    References,
    correlation,
    deviation,
    largest,
    line_of,
    mean,
    median,
    ordered,
    quantile,
    ranks,
    share,
)
from tests.planner.recipe_tables import Layout, Row

REFERENCES = References()


@REFERENCES.add(Layout(keys=("patient",)))
def count_three_conditions(rows: list[Row]) -> int:
    return sum(row["sex"] == "f" and row["age (years)"] > 50 and row["LDL (mg/dL)"] > 130 for row in rows)


@REFERENCES.add(Layout(keys=("sample",)))
def median_percent_change(rows: list[Row]) -> float:
    return median([100 * (row["after (mV)"] / row["before (mV)"] - 1) for row in rows])


@REFERENCES.add()
def quantile_of_kind(rows: list[Row]) -> float:
    return quantile([row["yield (t/ha)"] for row in rows if row["soil"] == "loam"], 0.9)


def _near_yields_and_a_few_far(rows: list[Row], rng: Random) -> None:
    for row in rows:
        row["yield (%)"] = rng.uniform(65, 80)
    for row in rng.sample(rows, 3):
        row["yield (%)"] = rng.choice([rng.uniform(6, 40), rng.uniform(97, 99)])


@REFERENCES.add(Layout(keys=("run",), adjust=_near_yields_and_a_few_far))
def outliers_iqr(rows: list[Row]) -> list[str]:
    yields = [row["yield (%)"] for row in rows]
    lower, upper = quantile(yields, 0.25), quantile(yields, 0.75)
    reach = 1.5 * (upper - lower)
    return sorted(row["run"] for row in rows if not lower - reach <= row["yield (%)"] <= upper + reach)


def _normal_thickness(rows: list[Row], rng: Random) -> None:
    for row in rows:
        row["thickness (nm)"] = min(260, max(96, rng.gauss(150, 25)))


@REFERENCES.add(Layout(adjust=_normal_thickness))
def mean_without_z_outliers(rows: list[Row]) -> float:
    values = [row["thickness (nm)"] for row in rows]
    return mean([value for value in values if abs(value - mean(values)) <= 2 * deviation(values)])


@REFERENCES.add(Layout(keys=("polymer",)))
def rank_of_one(rows: list[Row]) -> int:
    moduli: dict[str, float] = {row["polymer"]: row["modulus (GPa)"] for row in rows}
    return 1 + sum(modulus > moduli["PX-07"] for modulus in moduli.values())


@REFERENCES.add(Layout(keys=("mineral",)))
def top_three_names(rows: list[Row]) -> list[str]:
    return [row["mineral"] for row in sorted(rows, key=lambda row: -row["iron (%)"])[:3]]


@REFERENCES.add(Layout(keys=("haul",)))
def weighted_mean(rows: list[Row]) -> float:
    length = sum(row["fish caught"] * row["mean length (cm)"] for row in rows)
    return float(length / sum(row["fish caught"] for row in rows))


@REFERENCES.add(Layout(keys=("lake",)))
def spearman(rows: list[Row]) -> float:
    whole = [row for row in rows if row["chlorophyll (ug/L)"] is not None]
    depths = ranks([row["depth (m)"] for row in whole])
    return correlation(depths, ranks([row["chlorophyll (ug/L)"] for row in whole]))


@REFERENCES.add(Layout(keys=("wine",)))
def closest_correlate(rows: list[Row]) -> str:
    quality = [row["quality"] for row in rows]
    properties = ("alcohol (%)", "acidity (g/L)", "sugar (g/L)")
    return largest({name: abs(correlation([row[name] for row in rows], quality)) for name in properties})


@REFERENCES.add(Layout(keys=("house",)))
def largest_residual(rows: list[Row]) -> str:
    slope, intercept = line_of(rows, "floor area (m2)", "heat use (MWh)")
    residuals: dict[str, float] = {}
    for row in rows:
        residuals[row["house"]] = row["heat use (MWh)"] - slope * row["floor area (m2)"] - intercept
    return largest(residuals)


@REFERENCES.add(Layout(keys=("day",)))
def column_of_row_maximum(rows: list[Row]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows:
        warmest = largest({station: row[station] for station in ("north", "center", "south")})
        counts[warmest] = counts.get(warmest, 0) + 1
    return counts


@REFERENCES.add(Layout(keys=("well",)))
def in_all_columns(rows: list[Row]) -> float:
    metals = ("iron (mg/L)", "manganese (mg/L)", "zinc (mg/L)")
    return share(max(row[metal] for metal in metals) < 0.6 for row in rows)


@REFERENCES.add(Layout(keys=("rat",)))
def in_any_column(rows: list[Row]) -> list[str]:
    found: set[str] = set()
    for organ in ("liver", "kidney", "lung"):
        found.update(row["rat"] for row in rows if row[organ] is not None and row[organ] > 9)
    return sorted(found)


@REFERENCES.add(Layout(keys=("sample",)))
def unit_conversion(rows: list[Row]) -> float:
    total = {"ng": 0.0, "ug": 0.0, "mg": 0.0}
    for row in rows:
        total[row["unit"]] += row["amount"]
    return total["ng"] / 1000 + total["ug"] + total["mg"] * 1000


_MERCURY = ("<0.5", "<1", "0.5", "0.8", "1.5", "2.2", "3.7", "4.1", "6", "7.35")


@REFERENCES.add(Layout(values={"mercury (ng/L)": _MERCURY}))
def below_detection_half(rows: list[Row]) -> float:
    texts = [row["mercury (ng/L)"] for row in rows]
    return mean([float(text[1:]) / 2 if text[0] == "<" else float(text) for text in texts])


@REFERENCES.add(Layout(keys=("experiment",)))
def best_under_conditions(rows: list[Row]) -> str:
    yields: dict[str, float] = {}
    for row in rows:
        if row["purity (%)"] >= 95 and row["solvent"] in {"THF", "water"}:
            yields[row["experiment"]] = row["yield (%)"]
    return largest(yields)


@REFERENCES.add(Layout(keys=("field",)))
def top_and_bottom_quarter(rows: list[Row]) -> float:
    nitrogen = [row["nitrogen (kg/ha)"] for row in rows]
    lower, upper = quantile(nitrogen, 0.25), quantile(nitrogen, 0.75)
    top = [row["grain (t/ha)"] for row in rows if row["nitrogen (kg/ha)"] > upper]
    bottom = [row["grain (t/ha)"] for row in rows if row["nitrogen (kg/ha)"] <= lower]
    return mean(top) / mean(bottom)


@REFERENCES.add(Layout(keys=("species",)))
def bray_curtis(rows: list[Row]) -> float:
    shared = sum(min(row["site A"], row["site B"]) for row in rows)
    return float(1 - 2 * shared / sum(row["site A"] + row["site B"] for row in rows))


@REFERENCES.add(Layout(keys=("wavelength (nm)",), values={"wavelength (nm)": range(400, 460)}))
def count_peaks(rows: list[Row]) -> int:
    values = [row["intensity"] for row in ordered(rows, "wavelength (nm)")]
    neighbours = zip(values, values[1:], values[2:], strict=False)
    return sum(middle > 60 and middle > left and middle > right for left, middle, right in neighbours)
