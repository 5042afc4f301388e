"""Five files of made-up measurements, the same each time: what a day in a laboratory leaves in a folder."""

from __future__ import annotations

import csv
import datetime
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

_SEED = 20261122
Rows = list[dict[str, Any]]


def write_tables(folder: Path) -> None:
    """Write all files into a folder."""
    for name, make in _TABLES.items():
        rows = make(random.Random(f"{_SEED} {name}"))
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a file as texts."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _growth(chance: random.Random) -> Rows:
    base = {"none": (20.0, 2.0), "low": (26.0, 5.5), "high": (31.0, 3.0)}
    found = []
    for plot in range(1, 61):
        kind = ("none", "low", "high")[plot % 3]
        light = chance.randint(6, 14)
        mean, spread = base[kind]
        height = round(mean + 1.1 * (light - 10) + chance.gauss(0, spread), 1)
        found.append({"plot": plot, "fertilizer": kind, "light (h)": light, "height (cm)": height})
    return found


def _kinetics(chance: random.Random) -> Rows:
    constants = {"wt": (12.0, 0.8), "m1": (9.0, 2.5), "m2": (16.0, 4.0)}
    levels = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
    return [
        {
            "variant": variant,
            "substrate (mmol/L)": level,
            "speed (umol/L/s)": round(top * level / (half + level) * (1 + chance.gauss(0, 0.02)), 4),
        }
        for variant, (top, half) in constants.items()
        for level in levels
    ]


def _stations(chance: random.Random) -> Rows:
    found = []
    for station, base in (("A", 8.0), ("B", 5.0), ("C", 3.0)):
        temperature = base
        for day in range(90):
            date = datetime.date(2025, 1, 1) + datetime.timedelta(days=day)
            temperature = 0.7 * temperature + 0.3 * (base + day * 0.05) + chance.gauss(0, 2.0)
            rain = 0.0 if chance.random() < 0.6 else round(chance.expovariate(0.3), 1)
            found.append(
                {"station": station, "date": date.isoformat(), "temp (°C)": round(temperature, 1), "rain (mm)": rain}
            )
    return found


def _assay(chance: random.Random) -> Rows:
    found = []
    for plate, (low, high, noise) in {"p1": (100, 1000, 30), "p2": (120, 900, 90), "p3": (80, 1300, 45)}.items():
        for _ in range(8):
            found.append((plate, "blank", 0, low + chance.gauss(0, noise)))
            found.append((plate, "full", 0, high + chance.gauss(0, noise)))
        for number in range(1, 9):
            effect = 0.1 * number
            for dose in (10, 100, 1000):
                share = effect * dose / (dose + 60 * number)
                found += [
                    (plate, f"k{number}", dose, low + (high - low) * share + chance.gauss(0, noise)) for _ in range(2)
                ]
    return [
        {"plate": plate, "compound": compound, "dose (nmol/L)": dose, "signal": round(signal, 1)}
        for plate, compound, dose, signal in found
    ]


def _trial(chance: random.Random) -> Rows:
    found = []
    for patient in range(1, 121):
        arm = ("drug", "placebo")[patient % 2]
        before = round(chance.gauss(8.2, 1.3), 1)
        change = chance.gauss(-1.4 if arm == "drug" else -0.3, 0.9)
        finished = chance.random() < 0.85
        found.append(
            {
                "patient": patient,
                "sex": chance.choice("fm"),
                "age": chance.randint(24, 79),
                "arm": arm,
                "before (mmol/L)": before,
                "after (mmol/L)": round(before + change, 1) if finished else "",
            }
        )
    return found


_TABLES: dict[str, Callable[[random.Random], Rows]] = {
    "growth.csv": _growth,
    "kinetics.csv": _kinetics,
    "stations.csv": _stations,
    "assay.csv": _assay,
    "trial.csv": _trial,
}


def numbers(rows: Iterable[dict[str, str]], column: str) -> list[float]:
    """The numbers of a column; blanks are left out."""
    return [float(row[column]) for row in rows if row[column] != ""]
