"""References for recipes that follow rows in the order of time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from tests.planner.recipe_references_common import (
    References,
    correlation,
    day_of,
    grouped,
    largest,
    mean,
    ordered,
    values_by,
    values_by_pair,
)
from tests.planner.recipe_tables import Layout, Row

REFERENCES = References()
_EACH_DATE = Layout(keys=("date",))


def _runs(flags: Iterable[bool]) -> list[int]:
    """The lengths of the runs in which the flag is set."""
    lengths = [0]
    for flag in flags:
        if flag:
            lengths[-1] += 1
        else:
            lengths.append(0)
    return [length for length in lengths if length]


@REFERENCES.add(_EACH_DATE)
def cumulated_over_limit(rows: list[Row]) -> str:
    total = 0.0
    for row in ordered(rows, "date"):
        # In tenths of a millimetre the total is exact.
        total += round(10 * row["rain (mm)"])
        if total > 1000:
            return str(row["date"])
    raise AssertionError("there is less rain than the question asks for")


def _mostly_low_ozone(rows: list[Row], _rng: Random) -> None:
    # So that the longest run of all is not one above the limit.
    for row in rows:
        row["ozone (ppb)"] = 18.5 + 0.6 * (row["ozone (ppb)"] - 18.5)


@REFERENCES.add(Layout(keys=("date",), adjust=_mostly_low_ozone))
def longest_run(rows: list[Row]) -> int:
    return max(_runs(row["ozone (ppb)"] > 50 for row in ordered(rows, "date")))


@REFERENCES.add(_EACH_DATE)
def moving_average_max(rows: list[Row]) -> float:
    values = [row["PM10 (ug/m3)"] for row in ordered(rows, "date")]
    return max(mean(values[start : start + 7]) for start in range(len(values) - 6))


@REFERENCES.add(_EACH_DATE)
def largest_step(rows: list[Row]) -> str:
    steps: dict[str, float] = {}
    for before, after in pairwise(ordered(rows, "date")):
        steps[after["date"]] = after["level (m)"] - before["level (m)"]
    return largest(steps)


@REFERENCES.add(_EACH_DATE)
def lag_correlation(rows: list[Row]) -> float:
    days = ordered(rows, "date")
    return correlation([row["rain (mm)"] for row in days[:-2]], [row["turbidity (NTU)"] for row in days[2:]])


@REFERENCES.add(Layout(keys=("patient", "week"), values={"week": range(6)}))
def first_minus_last(rows: list[Row]) -> float:
    weights = values_by_pair(rows, "patient", "week", "weight (kg)")
    return mean([weights[patient, 0][0] - weights[patient, 5][0] for patient in grouped(rows, "patient")])


@REFERENCES.add(Layout(keys=("subject", "time (h)"), values={"time (h)": [0, 1, 2, 4, 8, 12, 24]}))
def auc_per_subject(rows: list[Row]) -> dict[str, float]:
    areas: dict[str, float] = {}
    for subject, part in grouped(rows, "subject").items():
        areas[subject] = sum(
            (after["time (h)"] - before["time (h)"]) * (before["drug (ng/mL)"] + after["drug (ng/mL)"]) / 2
            for before, after in pairwise(ordered(part, "time (h)"))
        )
    return areas


def _rising_conversion(rows: list[Row], rng: Random) -> None:
    for part in grouped(rows, "reactor").values():
        rising = sorted(rng.uniform(1, 99) for _ in part)
        for row, value in zip(ordered(part, "time (min)"), rising, strict=True):
            row["conversion (%)"] = value


@REFERENCES.add(Layout(keys=("reactor", "time (min)"), values={"time (min)": range(16)}, adjust=_rising_conversion))
def interpolate_time_at_level(rows: list[Row]) -> float:
    readings = ordered([row for row in rows if row["reactor"] == "R2"], "time (min)")
    for before, after in pairwise(readings):
        low, high = before["conversion (%)"], after["conversion (%)"]
        if low < 50 <= high:
            step = after["time (min)"] - before["time (min)"]
            return float(before["time (min)"] + (50 - low) / (high - low) * step)
    raise AssertionError("the reactor does not cross the level")


_UNEVEN_SECONDS = (0, 1, 2, 4, 5, 7, 8, 9, 11, 14, 15, 16, 18, 20, 21, 23, 25, 26, 29, 31, 32, 34, 36, 37, 39)


@REFERENCES.add(Layout(keys=("time (s)",), values={"time (s)": _UNEVEN_SECONDS}))
def steepest_rate(rows: list[Row]) -> float:
    speeds: list[float] = []
    for before, after in pairwise(ordered(rows, "time (s)")):
        way = after["position (m)"] - before["position (m)"]
        speeds.append(way / (after["time (s)"] - before["time (s)"]))
    return max(speeds)


@REFERENCES.add(Layout(keys=("hour",), values={"hour": range(48)}))
def from_above_to_below(rows: list[Row]) -> int:
    values = [row["oxygen (mg/L)"] for row in ordered(rows, "hour")]
    return sum(before > 4 >= after for before, after in pairwise(values))


_ERUPTIONS = tuple((date(2019, 1, 5) + timedelta(days=4 * place)).isoformat() for place in range(90))


def _distinct_eruptions(rows: list[Row], rng: Random) -> None:
    chosen = [*_ERUPTIONS[:2], *rng.sample(_ERUPTIONS[2:], len(rows) - 2)]
    for row, text in zip(rows, chosen, strict=True):
        row["date"] = text


@REFERENCES.add(Layout(keys=("eruption",), values={"date": _ERUPTIONS}, adjust=_distinct_eruptions))
def days_between_events(rows: list[Row]) -> float:
    days = [day_of(row["date"]).toordinal() for row in rows]
    return (max(days) - min(days)) / (len(days) - 1)


@REFERENCES.add(_EACH_DATE)
def month_with_largest_sum(rows: list[Row]) -> str:
    totals: dict[str, float] = {}
    for row in rows:
        month = row["date"][:7]
        totals[month] = totals.get(month, 0) + row["snow (cm)"]
    return largest(totals)


@REFERENCES.add(Layout(keys=("time",)))
def day_minus_night(rows: list[Row]) -> float:
    flux: dict[bool, list[float]] = {True: [], False: []}
    for row in rows:
        flux[row["time"][11:13] in {"06", "09", "12", "15"}].append(row["CO2 flux"])
    return mean(flux[True]) - mean(flux[False])


@REFERENCES.add(Layout(keys=("station", "date")))
def all_groups_same_time(rows: list[Row]) -> list[str]:
    return sorted(day for day, values in values_by(rows, "date", "NO2").items() if min(values) > 30)


@REFERENCES.add(Layout(keys=("mouse", "day"), values={"day": [0, 3, 7, 10, 14, 17, 21]}))
def relative_to_own_start(rows: list[Row]) -> str:
    sizes = values_by_pair(rows, "mouse", "day", "tumor (mm3)")
    return largest({mouse: sizes[mouse, 21][0] / sizes[mouse, 0][0] for mouse in grouped(rows, "mouse")})


_SURVEYS = (2005, 2006, 2008, 2009, 2010, 2012, 2013, 2015, 2016, 2017, 2019)


@REFERENCES.add(Layout(keys=("glacier", "year"), values={"year": _SURVEYS}))
def step_within_group(rows: list[Row]) -> list[Any]:
    retreats: dict[tuple[str, int], float] = {}
    for glacier, part in grouped(rows, "glacier").items():
        for before, after in pairwise(ordered(part, "year")):
            retreats[glacier, after["year"]] = before["front (m)"] - after["front (m)"]
    return list(largest(retreats))


@REFERENCES.add(Layout(keys=("volunteer", "minute"), values={"minute": [0, 15, 30, 45, 60, 90, 120]}))
def time_of_peak(rows: list[Row]) -> float:
    found = grouped(rows, "volunteer").values()
    return mean([largest({row["minute"]: row["insulin"] for row in part}) for part in found])


@REFERENCES.add(_EACH_DATE)
def before_and_after_a_date(rows: list[Row]) -> float:
    values: dict[bool, list[float]] = {True: [], False: []}
    for row in rows:
        values[day_of(row["date"]) >= date(2022, 9, 21)].append(row["effluent (mg/L)"])
    return 100 * (mean(values[True]) / mean(values[False]) - 1)


@REFERENCES.add(Layout(keys=("site", "date")))
def first_time_per_group(rows: list[Row]) -> dict[str, str]:
    first: dict[str, str] = {}
    for row in ordered(rows, "date"):
        if row["open flowers"] > 40:
            first.setdefault(row["site"], row["date"])
    return first


@REFERENCES.add(_EACH_DATE)
def count_long_runs(rows: list[Row]) -> int:
    lengths = _runs(row["maximum (C)"] >= 28 for row in ordered(rows, "date"))
    return sum(length >= 3 for length in lengths)


@REFERENCES.add(Layout(keys=("cycle",), values={"cycle": range(1, 51)}))
def fall_below_running_maximum(rows: list[Row]) -> float:
    values: list[float] = [row["capacity (mAh)"] for row in ordered(rows, "cycle")]
    return max(before - after for place, before in enumerate(values) for after in values[place:])


def _distinct_minutes(rows: list[Row], rng: Random) -> None:
    for row, minute in zip(rows, rng.sample(range(301), len(rows)), strict=True):
        row["minute"] = minute


@REFERENCES.add(Layout(adjust=_distinct_minutes))
def time_in_each_state(rows: list[Row]) -> dict[str, int]:
    total = dict.fromkeys(grouped(rows, "behavior"), 0)
    for before, after in pairwise(ordered(rows, "minute")):
        total[before["behavior"]] += after["minute"] - before["minute"]
    return total


@REFERENCES.add(Layout(keys=("buoy", "day"), values={"day": range(1, 19)}))
def moving_average_in_groups(rows: list[Row]) -> str:
    highest: dict[str, float] = {}
    for buoy, part in grouped(rows, "buoy").items():
        waves = [row["wave height (m)"] for row in ordered(part, "day")]
        highest[buoy] = max(mean(waves[start : start + 3]) for start in range(len(waves) - 2))
    return largest(highest)
