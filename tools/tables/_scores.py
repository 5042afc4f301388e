"""Tables and words of what cross-validation found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows, with_values
from scitoolagent.tool.units import unit_sign
from scitoolagent.tools.tables._learning import Data, Validation
from scitoolagent.tools.tables._numbers import Numbers
from scitoolagent.tools.tables._rows import made

_WITH_UNIT = ("RMSE", "MAE")


@dataclass(frozen=True)
class Given:
    """The rows that take part, what is learned from them, and what is to be told of both."""

    numbers: Numbers
    data: Data
    suspects: tuple[str, ...]
    notes: tuple[str, ...]
    names: tuple[str, ...]


def scores(given: Given, found: Validation, unit: str | None) -> Path:
    """A table of the scores, with their intervals and those of the baseline."""
    names = ("mean", "lower", "upper", "baseline", "baseline lower", "baseline upper")
    columns = [Column(name="score"), *(Column(name=name, kind="number") for name in names), Column(name="unit")]
    rows = [
        [
            one.name, one.mean, one.lower, one.upper, one.baseline, one.baseline_lower, one.baseline_upper,
            "1" if one.name not in _WITH_UNIT else unit,
        ]
        for one in found.scores
    ]  # fmt: skip
    return made(lambda: of_rows(given.numbers.table, columns, rows, (*given.notes, *_once(found))))


def predictions(given: Given, column: Column, predicted: list[Any], found: Validation) -> Path:
    """The table with what was foretold for each row while it was held out."""
    columns = [column, Column(name="fold", kind="integer", unit="1")]
    held = [fold or None for fold in found.folds.tolist()]
    told = [value if fold else None for value, fold in zip(predicted, held, strict=True)]
    values = [given.numbers.spread(told), given.numbers.spread(held)]
    return made(lambda: with_values(given.numbers.table, columns, values, (*given.notes, *_once(found))))


def _once(found: Validation) -> tuple[str, ...]:
    """How many rows were held out, where only some were."""
    count, held = len(found.folds), int((found.folds > 0).sum())
    once = f"{held:,} of {count:,} rows were held out, once; a score of one part has no interval"
    return (once,) if held < count else ()


def told(found: Validation, unit: str | None) -> str:
    """The scores in words, beside those of the baseline."""
    shown = unit_sign(unit)
    parts = []
    for one in found.scores:
        sign = f" {shown}" if shown and one.name in _WITH_UNIT else ""
        known = one.lower is not None and one.upper is not None
        interval = f"[{one.lower:.4g}, {one.upper:.4g}]" if known else "(no interval)"
        parts.append(f"{one.name} {one.mean:.4g}{sign} {interval}, baseline {one.baseline:.4g}")
    return "; ".join(parts)
