"""The answers to the questions about files, computed without pandas, scipy or the program."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

from scitoolagent.benchmarks.investigation.tables import numbers, read_table

Row = dict[str, str]
Gold = float | int | str
_LIGHT, _HEIGHT = "light (h)", "height (cm)"
_LEVEL, _SPEED = "substrate (mmol/L)", "speed (umol/L/s)"
_TEMP, _RAIN = "temp (°C)", "rain (mm)"
_DOSE, _BEFORE, _AFTER = "dose (nmol/L)", "before (mmol/L)", "after (mmol/L)"


def reference(folder: Path, name: str) -> Gold:
    """The answer of that name, from the files in a folder."""
    file, compute = _ANSWERS[name]
    return compute(read_table(folder / file))


def _by(rows: Iterable[Row], column: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[column]].append(row)
    return found


def _line(x: list[float], y: list[float]) -> tuple[float, float]:
    mean_x, mean_y = statistics.fmean(x), statistics.fmean(y)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / sum((a - mean_x) ** 2 for a in x)
    return slope, mean_y - slope * mean_x


def _most_varied(rows: list[Row]) -> str:
    spread = {
        name: statistics.stdev(numbers(group, _HEIGHT)) / statistics.fmean(numbers(group, _HEIGHT))
        for name, group in _by(rows, "fertilizer").items()
    }
    return max(spread, key=lambda name: spread[name])


def _outgrown(rows: list[Row]) -> float:
    long = [float(row[_HEIGHT]) for row in rows if float(row[_LIGHT]) > 10]
    short = [float(row[_HEIGHT]) for row in rows if float(row[_LIGHT]) <= 10]
    return statistics.fmean(long) - statistics.fmean(short)


def _above_own_median(rows: list[Row]) -> int:
    found = 0
    for group in _by(rows, "fertilizer").values():
        middle = statistics.median(numbers(group, _HEIGHT))
        found += sum(float(row[_HEIGHT]) > middle for row in group)
    return found


def _predicted_height(rows: list[Row]) -> float:
    slope, start = _line(numbers(rows, _LIGHT), numbers(rows, _HEIGHT))
    return slope * 12 + start


def _michaelis(rows: list[Row], variant: str) -> tuple[float, float]:
    """Vmax and Km by least squares: for each Km the best Vmax is known, and Km is found by narrowing."""
    own = [(float(row[_LEVEL]), float(row[_SPEED])) for row in rows if row["variant"] == variant]

    def top(half: float) -> float:
        shape = [s / (half + s) for s, _ in own]
        return sum(f * v for f, (_, v) in zip(shape, own, strict=True)) / sum(f * f for f in shape)

    def error(half: float) -> float:
        return sum((top(half) * s / (half + s) - v) ** 2 for s, v in own)

    low, high = 1e-3, 50.0
    for _ in range(200):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, other) if error(one) < error(other) else (one, high)
    return top(low), low


def _steepest(rows: list[Row]) -> str:
    def ratio(group: list[Row]) -> float:
        ordered = sorted(group, key=lambda row: float(row[_LEVEL]))
        return float(ordered[-1][_SPEED]) / float(ordered[0][_SPEED])

    found = {name: ratio(group) for name, group in _by(rows, "variant").items()}
    return max(found, key=lambda name: found[name])


def _slower_levels(rows: list[Row]) -> int:
    speeds = {(row["variant"], row[_LEVEL]): float(row[_SPEED]) for row in rows}
    levels = {row[_LEVEL] for row in rows}
    return sum(speeds["m2", level] < speeds["wt", level] for level in levels)


def _dry_spell(rows: list[Row]) -> int:
    own = sorted((row for row in rows if row["station"] == "B"), key=lambda row: row["date"])
    runs = [len(list(days)) for dry, days in itertools.groupby(own, key=lambda row: float(row[_RAIN]) == 0) if dry]
    return max(runs)


def _largest_jump(rows: list[Row]) -> str:
    own = sorted((row for row in rows if row["station"] == "C"), key=lambda row: row["date"])
    jumps = {b["date"]: abs(float(b[_TEMP]) - float(a[_TEMP])) for a, b in itertools.pairwise(own)}
    return max(jumps, key=lambda date: jumps[date])


def _moving_average(rows: list[Row]) -> float:
    own = sorted((row for row in rows if row["station"] == "A"), key=lambda row: row["date"])
    return statistics.fmean(float(row[_TEMP]) for row in own[-7:])


def _cold_days(rows: list[Row]) -> int:
    return sum(all(float(row[_TEMP]) < 5 for row in group) for group in _by(rows, "date").values())


def _worst_plate(rows: list[Row]) -> str:
    def quality(group: list[Row]) -> float:
        blank = [float(row["signal"]) for row in group if row["compound"] == "blank"]
        full = [float(row["signal"]) for row in group if row["compound"] == "full"]
        spread = 3 * (statistics.stdev(blank) + statistics.stdev(full))
        return 1 - spread / abs(statistics.fmean(full) - statistics.fmean(blank))

    found = {name: quality(group) for name, group in _by(rows, "plate").items()}
    return min(found, key=lambda name: found[name])


def _strongest(rows: list[Row]) -> str:
    shares: dict[str, list[float]] = defaultdict(list)
    for group in _by(rows, "plate").values():
        blank = statistics.fmean(float(row["signal"]) for row in group if row["compound"] == "blank")
        for row in group:
            if row["compound"] not in ("blank", "full"):
                shares[row["compound"]].append(float(row["signal"]) / blank)
    return max(shares, key=lambda name: statistics.fmean(shares[name]))


def _uneven_pairs(rows: list[Row]) -> int:
    pairs: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for row in rows:
        if row["compound"] not in ("blank", "full"):
            pairs[row["plate"], row["compound"], row[_DOSE]].append(float(row["signal"]))
    return sum(abs(a - b) / statistics.fmean((a, b)) > 0.2 for a, b in pairs.values())


def _rising(rows: list[Row]) -> int:
    found = 0
    for name, group in _by(rows, "compound").items():
        if name in ("blank", "full"):
            continue
        means = [
            statistics.fmean(numbers(part, "signal"))
            for _, part in sorted(_by(group, _DOSE).items(), key=lambda one: float(one[0]))
        ]
        found += means[-1] > 2 * means[0]
    return found


def _finished(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row[_AFTER] != ""]


def _change(row: Row) -> float:
    return round(float(row[_AFTER]) - float(row[_BEFORE]), 6)


def _improved(rows: list[Row]) -> float:
    done = _finished(rows)
    return 100 * sum(_change(row) <= -1 for row in done) / len(done)


def _best_decade(rows: list[Row]) -> int:
    found: dict[int, list[float]] = defaultdict(list)
    for row in _finished(rows):
        found[int(row["age"]) // 10 * 10].append(_change(row))
    return min(found, key=lambda decade: statistics.fmean(found[decade]))


def _paired_t(rows: list[Row]) -> float:
    changes = [_change(row) for row in _finished(rows) if row["arm"] == "drug"]
    return statistics.fmean(changes) / (statistics.stdev(changes) / math.sqrt(len(changes)))


def _crossed(rows: list[Row]) -> int:
    return sum(float(row[_BEFORE]) > 7 > float(row[_AFTER]) for row in _finished(rows))


_ANSWERS: dict[str, tuple[str, Callable[[list[Row]], Gold]]] = {
    "most_varied": ("growth.csv", _most_varied),
    "outgrown": ("growth.csv", _outgrown),
    "above_own_median": ("growth.csv", _above_own_median),
    "predicted_height": ("growth.csv", _predicted_height),
    "half_saturation": ("kinetics.csv", lambda rows: _michaelis(rows, "wt")[1]),
    "top_ratio": ("kinetics.csv", lambda rows: _michaelis(rows, "m2")[0] / _michaelis(rows, "wt")[0]),
    "steepest": ("kinetics.csv", _steepest),
    "slower_levels": ("kinetics.csv", _slower_levels),
    "dry_spell": ("stations.csv", _dry_spell),
    "largest_jump": ("stations.csv", _largest_jump),
    "moving_average": ("stations.csv", _moving_average),
    "cold_days": ("stations.csv", _cold_days),
    "worst_plate": ("assay.csv", _worst_plate),
    "strongest": ("assay.csv", _strongest),
    "uneven_pairs": ("assay.csv", _uneven_pairs),
    "rising": ("assay.csv", _rising),
    "improved": ("trial.csv", _improved),
    "best_decade": ("trial.csv", _best_decade),
    "paired_t": ("trial.csv", _paired_t),
    "crossed": ("trial.csv", _crossed),
}
