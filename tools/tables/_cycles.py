"""Threshold cycles of genes in groups of samples, and their differences."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tools.tables._numbers import Numbers
from scitoolagent.tools.tables._rows import made

_PAIR = 2
# The wells of one sample, by gene.
Wells = Mapping[str, list[float]]


@dataclass
class Cycles:
    """The cycles of the wells, by group, sample and gene; one sample without a name where samples are not told."""

    groups: dict[str, dict[str, dict[str, list[float]]]] = field(default_factory=dict)

    def add(self, group: str, sample: str, gene: str, cycle: float) -> None:
        self.groups.setdefault(group, {}).setdefault(sample, {}).setdefault(gene, []).append(cycle)


@dataclass(frozen=True)
class Delta:
    """The difference of a gene to its references in one group: how many samples or wells, mean and spread."""

    count: int
    mean: float
    spread: float | None
    by_wells: bool


def delta(samples: Mapping[str, Wells], gene: str, references: Sequence[str]) -> Delta:
    """The difference of a gene to the mean of its references in one group.

    Raises:
        ToolInputError: a gene has no well with a cycle.
    """
    needed = (gene, *references)
    whole = [wells for wells in samples.values() if all(wells.get(one) for one in needed)]
    if len(whole) >= _PAIR:
        found = [_difference(wells, gene, references) for wells in whole]
        return Delta(len(found), statistics.fmean(found), statistics.stdev(found), by_wells=False)
    # Of one sample its wells tell the spread: the variances of target and references add up.
    wells = {one: [value for held in (whole or samples.values()) for value in held.get(one, ())] for one in needed}
    if missing := [one for one in needed if not wells[one]]:
        raise ToolInputError(f"no well of {' or '.join(missing)} has a cycle")
    spread = None
    if all(len(values) >= _PAIR for values in wells.values()):
        variances = [statistics.variance(wells[one]) for one in references]
        spread = (statistics.variance(wells[gene]) + sum(variances) / len(references) ** 2) ** 0.5
    return Delta(len(wells[gene]), _difference(wells, gene, references), spread, by_wells=True)


def _difference(wells: Wells, gene: str, references: Sequence[str]) -> float:
    return statistics.fmean(wells[gene]) - statistics.fmean(statistics.fmean(wells[one]) for one in references)


def table_of_changes(
    given: Numbers, cycles: Cycles, genes: Iterable[str], references: Sequence[str], by: str, control: str, treated: str
) -> Path:
    """The table of differences, and of fold changes where there is a control group.

    Raises:
        ToolInputError: a class is not there.
    """
    groups = sorted(cycles.groups)
    for name in (one for one in (control, treated) if one and one not in cycles.groups):
        raise ToolInputError(f"no row with a cycle has {by} = {name}; there are {', '.join(groups[:8])}")
    rows: list[list[Any]] = []
    notes = [*given.notes, f"reference: {_joined(references)}", *_told(control)]
    ways: set[bool] = set()
    for gene in genes:
        before = _of(cycles, control, gene, references, notes) if control else None
        for group in [one for one in groups if not treated or one in (control, treated)]:
            found = before if control and group == control else _of(cycles, group, gene, references, notes)
            ways |= {found.by_wells} if found is not None else set()
            rows.append([gene, *([group] if by else []), *_figures(found, before, bool(control))])
    notes += ["of one sample the spread is that of its wells: variances of target and reference added"] * (True in ways)
    notes += ["the spread is that of the samples"] * (False in ways)
    titles = ["delta Ct", "SD of delta Ct"]
    titles += ["delta-delta Ct", "fold change", "lower fold change", "upper fold change"] if control else []
    columns = [Column(name="gene"), *([Column(name=by)] if by else []), Column(name="n", kind="integer", unit="1")]
    columns += [Column(name=title, kind="number", unit="1") for title in titles]
    return made(lambda: of_rows(given.table, columns, rows, list(dict.fromkeys(notes))))


def _told(control: str) -> list[str]:
    if not control:
        return []
    return [
        f"fold change is 2^-(delta-delta Ct) against {control}, for an efficiency of 100 %; its limits are those at "
        "one SD of delta Ct, that of the control being a constant (Livak and Schmittgen 2001)"
    ]


def _of(cycles: Cycles, group: str, gene: str, references: Sequence[str], notes: list[str]) -> Delta | None:
    """The difference in one group; None where a gene lacks a cycle there, which is noted."""
    try:
        return delta(cycles.groups[group], gene, references)
    except ToolInputError as error:
        notes.append(f"{gene} in {group or 'all rows'}: {error}")
        return None


def _figures(found: Delta | None, before: Delta | None, changes: bool) -> list[Any]:
    if found is None:
        return [0, None, None, *([None] * 4 if changes else [])]
    figures: list[Any] = [found.count, found.mean, found.spread]
    if changes and before is None:
        figures += [None] * 4
    elif before is not None:
        apart, spread = found.mean - before.mean, found.spread
        limits = [None, None] if spread is None else [2 ** -(apart + spread), 2 ** -(apart - spread)]
        figures += [apart, 2**-apart, *limits]
    return figures


def _joined(names: Sequence[str]) -> str:
    return " and ".join(names) + (", the mean of their cycles" if len(names) > 1 else "")
