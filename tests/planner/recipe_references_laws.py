"""References for recipes that fit lines, curves and laws; the tables follow the laws but for a little noise."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

from tests.planner.recipe_references_common import (
    References,
    deviation,
    fitted_line,
    grouped,
    line_of,
    mean,
    ordered,
)
from tests.planner.recipe_tables import Layout, Row

Vector = NDArray[np.float64]
REFERENCES = References()


def _best_fit(residuals: Callable[[Vector], Vector], start: list[float]) -> Vector:
    """Positive parameters of least squares: Gauss and Newton's method, with steps halved until they help."""
    found = np.array(start, dtype=np.float64)
    for _ in range(60):
        here = residuals(found)
        step = np.linalg.lstsq(_slopes(residuals, found), -here, rcond=None)[0]
        factor = 1.0
        while factor > 1e-6:
            tried = found + factor * step
            if tried.min() > 0 and float(np.sum(residuals(tried) ** 2)) <= float(np.sum(here**2)):
                break
            factor /= 2
        else:
            return found
        found = tried
    return found


def _slopes(residuals: Callable[[Vector], Vector], at: Vector) -> Vector:
    """How the residuals change with each parameter, a column each."""
    columns = []
    for place, value in enumerate(at):
        step = np.zeros_like(at)
        step[place] = 1e-6 * max(abs(value), 1e-3)
        columns.append((residuals(at + step) - residuals(at - step)) / (2 * step[place]))
    return np.stack(columns, axis=1)


def _numbers(rows: list[Row], column: str) -> Vector:
    return np.array([row[column] for row in rows], dtype=np.float64)


@REFERENCES.add()
def slope_of_line(rows: list[Row]) -> float:
    return line_of(rows, "load (N)", "extension (mm)")[0]


@REFERENCES.add(Layout(keys=("year",), values={"year": range(1980, 2021)}))
def predict_from_line(rows: list[Row]) -> float:
    slope, intercept = line_of(rows, "year", "ice days")
    return slope * 2030 + intercept


def _by_arrhenius(rows: list[Row], rng: Random) -> None:
    energy = 1000 * rng.uniform(30, 60)
    for row in rows:
        inverse = 1 / (row["temperature (C)"] + 273.15) - 1 / 318.15
        row["rate constant (1/s)"] = 0.1 * math.exp(-energy / 8.314 * inverse) * rng.uniform(0.9, 1.1)


@REFERENCES.add(Layout(adjust=_by_arrhenius))
def arrhenius(rows: list[Row]) -> float:
    inverse = [1 / (row["temperature (C)"] + 273.15) for row in rows]
    slope, _ = fitted_line(inverse, [math.log(row["rate constant (1/s)"]) for row in rows])
    return -slope * 8.314e-3


def _blanks_unknowns_and_standards(rows: list[Row], rng: Random) -> None:
    for row in rows[:5]:
        row.update({"kind": "blank", "concentration (mM)": None, "absorbance": rng.uniform(0.02, 0.05)})
    for row in rows[5:]:
        absorbance = 0.05 + 0.26 * row["concentration (mM)"] * rng.uniform(0.95, 1.05)
        row.update({"kind": "standard", "absorbance": absorbance})
    for row in rows[5:14]:
        row.update({"kind": "unknown", "concentration (mM)": None})


@REFERENCES.add(Layout(rows=40, adjust=_blanks_unknowns_and_standards))
def calibration_unknown(rows: list[Row]) -> float:
    kinds = grouped(rows, "kind")
    slope, intercept = line_of(kinds["standard"], "concentration (mM)", "absorbance")
    return mean([(row["absorbance"] - intercept) / slope for row in kinds["unknown"]])


def _blanks_and_standards(rows: list[Row], rng: Random) -> None:
    for row in rows[:10]:
        row.update({"kind": "blank", "copper (ug/L)": 0.0, "counts": rng.uniform(8, 20)})
    for row in rows[10:]:
        row.update({"kind": "standard", "counts": 15 + 18 * row["copper (ug/L)"] * rng.uniform(0.95, 1.05)})


@REFERENCES.add(Layout(rows=36, adjust=_blanks_and_standards))
def detection_limit(rows: list[Row]) -> float:
    kinds = grouped(rows, "kind")
    spread = deviation([row["counts"] for row in kinds["blank"]])
    return 3.3 * spread / line_of(kinds["standard"], "copper (ug/L)", "counts")[0]


def _with_additions(rows: list[Row], rng: Random) -> None:
    amount = rng.uniform(2, 5)
    for row in rows:
        row["signal (nA)"] = (amount + row["added (ug)"]) * 7 * rng.uniform(0.97, 1.03)


@REFERENCES.add(Layout(adjust=_with_additions))
def standard_addition(rows: list[Row]) -> float:
    slope, intercept = line_of(rows, "added (ug)", "signal (nA)")
    return intercept / slope


def _by_michaelis_menten(rows: list[Row], rng: Random) -> None:
    constants = {"native": rng.uniform(1, 3), "mutant": rng.uniform(2, 6)}
    for row in rows:
        substrate = row["substrate (mM)"]
        rate = 12 * substrate / (constants[row["enzyme"]] + substrate)
        row["rate (umol/min)"] = rate * rng.uniform(0.95, 1.05)


@REFERENCES.add(Layout(adjust=_by_michaelis_menten), tolerance=1e-3)
def michaelis_menten(rows: list[Row]) -> float:
    native = [row for row in rows if row["enzyme"] == "native"]
    substrate, rate = _numbers(native, "substrate (mM)"), _numbers(native, "rate (umol/min)")
    return float(_best_fit(lambda p: p[0] * substrate / (p[1] + substrate) - rate, [10, 1.5])[1])


def _decaying(rows: list[Row], rng: Random) -> None:
    half = rng.uniform(10, 25)
    for row in rows:
        row["activity (Bq)"] = 2000 * 2 ** (-row["time (min)"] / half) * rng.uniform(0.95, 1.05)


@REFERENCES.add(Layout(adjust=_decaying))
def half_life(rows: list[Row]) -> float:
    logarithms = [math.log(row["activity (Bq)"]) for row in rows]
    return -math.log(2) / fitted_line([row["time (min)"] for row in rows], logarithms)[0]


def _growing(rows: list[Row], rng: Random) -> None:
    doubling = {strain: rng.uniform(1.2, 3) for strain in grouped(rows, "strain")}
    for row in rows:
        row["OD600"] = 0.06 * 2 ** (row["hour"] / doubling[row["strain"]]) * rng.uniform(0.9, 1.1)


@REFERENCES.add(Layout(keys=("strain", "hour"), values={"hour": range(8)}, adjust=_growing))
def doubling_time_per_group(rows: list[Row]) -> dict[str, float]:
    times: dict[str, float] = {}
    for strain, part in grouped(rows, "strain").items():
        logarithms = [math.log(row["OD600"]) for row in part]
        times[strain] = math.log(2) / fitted_line([row["hour"] for row in part], logarithms)[0]
    return times


def _by_power(rows: list[Row], rng: Random) -> None:
    power = rng.uniform(0.65, 0.8)
    for row in rows:
        mass = round(10 ** rng.uniform(-1, 2.9), 2)
        row.update({"body mass (kg)": mass, "metabolic rate (W)": 3.5 * mass**power * rng.uniform(0.9, 1.1)})


@REFERENCES.add(Layout(keys=("mammal",), adjust=_by_power))
def power_law(rows: list[Row]) -> float:
    masses = [math.log(row["body mass (kg)"]) for row in rows]
    return fitted_line(masses, [math.log(row["metabolic rate (W)"]) for row in rows])[0]


def _by_dose(rows: list[Row], rng: Random) -> None:
    middle = 10 ** rng.uniform(1, 2)
    for row in rows:
        dose = round(10 ** rng.uniform(-0.9, 2.95), 1)
        viability = 100 / (1 + (dose / middle) ** 1.3) + rng.gauss(0, 3)
        row.update({"dose (nM)": dose, "viability (%)": max(0.6, viability)})


@REFERENCES.add(Layout(adjust=_by_dose), tolerance=2e-3)
def ic50(rows: list[Row]) -> float:
    dose, viability = _numbers(rows, "dose (nM)"), _numbers(rows, "viability (%)")
    return float(_best_fit(lambda p: p[0] / (1 + (dose / p[1]) ** p[2]) - viability, [100, 40, 1.2])[1])


def _by_langmuir(rows: list[Row], rng: Random) -> None:
    constant = rng.uniform(0.2, 0.6)
    for row in rows:
        filled = constant * row["pressure (bar)"]
        row["uptake (mmol/g)"] = 5.5 * filled / (1 + filled) * rng.uniform(0.96, 1.04)


@REFERENCES.add(Layout(adjust=_by_langmuir))
def langmuir(rows: list[Row]) -> float:
    pressures = [row["pressure (bar)"] for row in rows]
    return 1 / fitted_line(pressures, [row["pressure (bar)"] / row["uptake (mmol/g)"] for row in rows])[0]


def _with_an_optimum(rows: list[Row], rng: Random) -> None:
    optimum = rng.uniform(6, 8)
    for row in rows:
        row["activity (U)"] = max(0.6, 50 - 3 * (row["pH"] - optimum) ** 2 + rng.uniform(-1, 1))


@REFERENCES.add(Layout(adjust=_with_an_optimum))
def parabola_optimum(rows: list[Row]) -> float:
    acidity = _numbers(rows, "pH")
    middle = float(acidity.mean())
    powers = np.stack([np.ones_like(acidity), acidity - middle, (acidity - middle) ** 2], axis=1)
    _, linear, square = np.linalg.solve(powers.T @ powers, powers.T @ _numbers(rows, "activity (U)"))
    return float(middle - linear / (2 * square))


_ANGLES = tuple(round(20 + 0.08 * place, 2) for place in range(51))


def _one_peak(rows: list[Row], rng: Random) -> None:
    middle, width = rng.uniform(21.6, 22.4), rng.uniform(0.2, 0.4)
    for row in rows:
        row["counts"] = 1 + 900 * math.exp(-(((row["angle (deg)"] - middle) / width) ** 2) / 2)


@REFERENCES.add(Layout(keys=("angle (deg)",), values={"angle (deg)": _ANGLES}, adjust=_one_peak))
def full_width_half_maximum(rows: list[Row]) -> float:
    half = max(row["counts"] for row in rows) / 2
    crossings = []
    for before, after in pairwise(ordered(rows, "angle (deg)")):
        low, high = before["counts"], after["counts"]
        if (low - half) * (high - half) < 0:
            step = after["angle (deg)"] - before["angle (deg)"]
            crossings.append(before["angle (deg)"] + (half - low) / (high - low) * step)
    left, right = crossings
    return float(right - left)


def _charging(rows: list[Row], rng: Random) -> None:
    end, constant = rng.uniform(4.5, 5.2), rng.uniform(6, 18)
    for row in rows:
        voltage = end * (1 - math.exp(-row["time (s)"] / constant)) + rng.uniform(-0.1, 0.1)
        row["voltage (V)"] = max(0.01, voltage)


@REFERENCES.add(Layout(adjust=_charging), tolerance=1e-3)
def time_constant(rows: list[Row]) -> float:
    time, voltage = _numbers(rows, "time (s)"), _numbers(rows, "voltage (V)")
    return float(_best_fit(lambda p: p[0] * (1 - np.exp(-time / p[1])) - voltage, [5, 10])[1])
