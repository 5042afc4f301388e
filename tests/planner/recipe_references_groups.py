"""References for recipes that compare groups of rows, or look for names by what holds for all their rows."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from tests.planner.recipe_references_common import (
    References,
    correlation,
    deviation,
    grouped,
    largest,
    mean,
    median,
    ordered,
    share,
    values_by,
    values_by_pair,
)
from tests.planner.recipe_tables import Layout, Row

REFERENCES = References()


@REFERENCES.add()
def widest_group(rows: list[Row]) -> str:
    heavy = [row for row in rows if row["mass (kg)"] > 4]
    return largest({site: deviation(masses) for site, masses in values_by(heavy, "site", "mass (kg)").items()})


@REFERENCES.add()
def share_per_group(rows: list[Row]) -> dict[str, float]:
    found = values_by(rows, "genotype", "survived")
    return {genotype: share(value == "yes" for value in values) for genotype, values in found.items()}


@REFERENCES.add()
def most_distinct(rows: list[Row]) -> list[str]:
    counts = {plot: len(set(species)) for plot, species in values_by(rows, "plot", "species").items()}
    return sorted(plot for plot, count in counts.items() if count == max(counts.values()))


def _all_missing_at_one_sensor(rows: list[Row], rng: Random) -> None:
    without = rng.sample(rows, 5)
    sensor = rng.choice(["north", "south", "roof"])
    for row in without:
        row.update({"temperature (C)": None, "sensor": sensor})


@REFERENCES.add(Layout(adjust=_all_missing_at_one_sensor))
def missing_share_group(rows: list[Row]) -> str:
    shares = {
        sensor: share(row["temperature (C)"] is None for row in part)
        for sensor, part in grouped(rows, "sensor").items()
    }
    return largest(shares)


@REFERENCES.add()
def rows_above_own_group_mean(rows: list[Row]) -> int:
    tanks = values_by(rows, "tank", "length (mm)").values()
    return sum(length > 1.2 * mean(lengths) for lengths in tanks for length in lengths)


@REFERENCES.add(Layout(keys=("sample",)))
def name_of_max_in_each_group(rows: list[Row]) -> dict[str, str]:
    return {lab: max(part, key=lambda row: row["lead (ug/L)"])["sample"] for lab, part in grouped(rows, "lab").items()}


@REFERENCES.add()
def difference_of_two_means(rows: list[Row]) -> float:
    glucose = values_by(rows, "diet", "glucose (mmol/L)")
    return mean(glucose["high fat"]) - mean(glucose["control"])


@REFERENCES.add(Layout(keys=("gene", "condition"), repeats=2))
def ratio_of_two_conditions(rows: list[Row]) -> str:
    found = values_by_pair(rows, "gene", "condition", "expression")
    return largest({gene: mean(found[gene, "heat"]) / mean(found[gene, "cold"]) for gene, _ in found})


@REFERENCES.add()
def fill_with_group_median(rows: list[Row]) -> float:
    medians = {site: median(values) for site, values in values_by(rows, "site", "nitrate (uM)").items()}
    filled = [medians[row["site"]] if row["nitrate (uM)"] is None else row["nitrate (uM)"] for row in rows]
    return mean(filled)


@REFERENCES.add(Layout(keys=("sample", "replicate"), values={"replicate": range(1, 5)}))
def worst_replicates_cv(rows: list[Row]) -> str:
    found = values_by(rows, "sample", "arsenic (ug/L)")
    return largest({sample: deviation(values) / mean(values) for sample, values in found.items()})


@REFERENCES.add()
def seen_more_than_once(rows: list[Row]) -> int:
    return sum(len(part) > 1 for part in grouped(rows, "tag").values())


@REFERENCES.add(Layout(keys=("plate", "treatment"), repeats=5))
def normalise_to_control(rows: list[Row]) -> float:
    control = values_by([row for row in rows if row["treatment"] == "control"], "plate", "signal")
    return mean([row["signal"] / mean(control[row["plate"]]) for row in rows if row["treatment"] == "drug B"])


@REFERENCES.add(Layout(keys=("tree",)))
def mean_in_bands(rows: list[Row]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for row in rows:
        diameter = row["diameter (cm)"]
        if diameter <= 20:
            band = "0-20"
        elif diameter <= 40:
            band = "20-40"
        elif diameter <= 60:
            band = "40-60"
        else:
            band = "over 60"
        found.setdefault(band, []).append(row["height (m)"])
    return {band: mean(heights) for band, heights in found.items()}


@REFERENCES.add()
def weighted_mean_per_group(rows: list[Row]) -> str:
    runoff: dict[str, float] = {}
    for catchment, part in grouped(rows, "catchment").items():
        volume = sum(row["area (km2)"] * row["runoff (mm)"] for row in part)
        runoff[catchment] = volume / sum(row["area (km2)"] for row in part)
    return largest(runoff)


@REFERENCES.add()
def correlation_per_group(rows: list[Row]) -> str:
    found = {
        species: correlation([row["tarsus (mm)"] for row in part], [row["mass (g)"] for row in part])
        for species, part in grouped(rows, "species").items()
    }
    return largest(found)


@REFERENCES.add()
def shannon(rows: list[Row]) -> str:
    diversity: dict[str, float] = {}
    for pond, part in grouped(rows, "pond").items():
        counts = [sum(individuals) for individuals in values_by(part, "species", "individuals").values()]
        shares = [count / sum(counts) for count in counts]
        diversity[pond] = -sum(one * math.log(one) for one in shares)
    return largest(diversity)


@REFERENCES.add()
def in_both_kinds(rows: list[Row]) -> int:
    return sum(set(seasons) == {"dry", "wet"} for seasons in values_by(rows, "fungus", "season").values())


@REFERENCES.add()
def never_above(rows: list[Row]) -> list[str]:
    feverish = {row["cow"] for row in rows if row["body temperature (C)"] > 39.5}
    return sorted({row["cow"] for row in rows} - feverish)


@REFERENCES.add(Layout(values={"dilution": [10, 100, 1000], "plated (mL)": [0.1, 0.2, 0.5]}))
def dilution_back(rows: list[Row]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for row in rows:
        if 30 <= row["colonies"] <= 300:
            undiluted = row["colonies"] * row["dilution"] / row["plated (mL)"]
            found.setdefault(row["culture"], []).append(undiluted)
    return {culture: mean(values) for culture, values in found.items()}


@REFERENCES.add()
def groups_with_enough_rows(rows: list[Row]) -> str:
    found = values_by(rows, "genus", "genome (Mb)")
    return largest({genus: -median(sizes) for genus, sizes in found.items() if len(sizes) >= 4})


@REFERENCES.add()
def percent_of_total(rows: list[Row]) -> dict[str, float]:
    total = sum(row["emission (t)"] for row in rows)
    return {sector: 100 * sum(values) / total for sector, values in values_by(rows, "sector", "emission (t)").items()}


@REFERENCES.add()
def how_few_make_most(rows: list[Row]) -> int:
    sums = sorted((sum(reads) for reads in values_by(rows, "taxon", "reads").values()), reverse=True)
    return next(count for count in range(1, len(sums) + 1) if sum(sums[:count]) >= 0.8 * sum(sums))


def _without_some_records(rows: list[Row], rng: Random) -> None:
    # From the first two traps, so that the others have a record for each night.
    for place in sorted(rng.sample(range(24), rng.choice([1, 2, 3])), reverse=True):
        del rows[place]


@REFERENCES.add(Layout(keys=("trap", "night"), adjust=_without_some_records))
def missing_combinations(rows: list[Row]) -> list[str]:
    nights = {row["night"] for row in rows}
    found = values_by(rows, "trap", "night")
    return sorted(trap for trap, own in found.items() if nights - set(own))


@REFERENCES.add(Layout(rows=60))
def average_repeats_first(rows: list[Row]) -> float:
    return deviation([mean(values) for values in values_by_pair(rows, "sample", "day", "potassium").values()])


@REFERENCES.add()
def part_of_a_text(rows: list[Row]) -> dict[str, float]:
    highest: dict[str, float] = {}
    for row in rows:
        metal = row["code"][:2]
        highest[metal] = max(highest.get(metal, 0), row["conductivity (MS/m)"])
    return highest


@REFERENCES.add(Layout(keys=("field", "period"), repeats=10))
def difference_of_differences(rows: list[Row]) -> float:
    found = values_by_pair(rows, "field", "period", "earthworms")
    means = {pair: mean(values) for pair, values in found.items()}
    treated = means["treated", "after"] - means["treated", "before"]
    untreated = means["untreated", "after"] - means["untreated", "before"]
    return treated - untreated


@REFERENCES.add(Layout(keys=("gene", "group"), repeats=6))
def delta_delta_ct(rows: list[Row]) -> float:
    means = {pair: mean(values) for pair, values in values_by_pair(rows, "gene", "group", "Ct").items()}
    control = means["target", "control"] - means["actin", "control"]
    treated = means["target", "treated"] - means["actin", "treated"]
    return math.exp(math.log(2) * (control - treated))


@REFERENCES.add(Layout(keys=("island", "season")))
def names_where_one_kind_is_larger(rows: list[Row]) -> int:
    found = values_by_pair(rows, "island", "season", "geese")
    return sum(sum(found[island, "spring"]) > sum(found[island, "autumn"]) for island in grouped(rows, "island"))


@REFERENCES.add(Layout(keys=("rock",)))
def order_of_groups_by_derived(rows: list[Row]) -> list[str]:
    densities = {
        kind: mean([row["mass (g)"] / row["volume (cm3)"] for row in part])
        for kind, part in grouped(rows, "type").items()
    }
    return sorted(densities, key=lambda kind: densities[kind], reverse=True)


@REFERENCES.add()
def most_frequent_combination(rows: list[Row]) -> list[Any]:
    counts: dict[tuple[str, str], int] = {}
    # In alphabetical order, as the first of equally frequent ones is wanted.
    for row in ordered(ordered(rows, "Gram"), "shape"):
        if row["length (um)"] > 1:
            pair = row["shape"], row["Gram"]
            counts[pair] = counts.get(pair, 0) + 1
    return [*largest(counts), max(counts.values())]
