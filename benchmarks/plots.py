"""Plots of a run as PNG, drawn without a display."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

_COLOURS = {
    "right": "#2a7f62",
    "partial": "#8ab6a4",
    "abstained": "#b8b8b8",
    "none": "#e6e6e6",
    "wrong": "#c44536",
}
_SHARES: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "plan, typed": (lambda figures: figures["planning"]["typed"], "#355c9b"),
    "plan, published": (lambda figures: figures["planning"]["published"], "#9db4d8"),
    "answer, verified": (lambda figures: figures["answers"]["verified"]["accuracy"], "#2a7f62"),
}


def draw_plots(summary: dict[str, Any], folder: Path) -> list[str]:
    """Draw the plots of a run on SciToolEval; returns their file names, none without matplotlib."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return []
    return [_shares(summary, folder / "shares.png"), _verdicts(summary, folder / "verdicts.png")]


def _rows(summary: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    found = [("all", summary)]
    for groups in summary["by"].values():
        found += list(groups.items())
    return found


def _shares(summary: dict[str, Any], path: Path) -> str:
    """Planning and answers for each group of questions, with their intervals."""
    from matplotlib.figure import Figure

    rows = _rows(summary)
    figure = Figure(figsize=(8, 0.6 * len(rows) + 1.4), layout="constrained")
    axes = figure.subplots()
    height = 0.8 / len(_SHARES)
    for index, (name, (share_of, colour)) in enumerate(_SHARES.items()):
        for place, (_, figures) in enumerate(rows):
            share = share_of(figures)
            if share["percent"] is None:
                continue
            low, high = share["percent"] - share["low"], share["high"] - share["percent"]
            axes.barh(
                place + (index - 1) * height,
                share["percent"],
                height,
                xerr=[[max(low, 0.0)], [max(high, 0.0)]],
                color=colour,
                ecolor="#333333",
                capsize=2,
                label=name if place == 0 else None,
            )
    axes.set_yticks(range(len(rows)), [f"{name} ({_count(figures)})" for name, figures in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("per cent, with 95 % Wilson interval")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside upper center", ncols=len(_SHARES), frameon=False)
    figure.savefig(path, dpi=130)
    return path.name


def _verdicts(summary: dict[str, Any], path: Path) -> str:
    """The verdicts on the answers of each group, by the verified references."""
    from matplotlib.figure import Figure

    rows = _rows(summary)
    figure = Figure(figsize=(8, 0.42 * len(rows) + 1.4), layout="constrained")
    axes = figure.subplots()
    for place, (_, figures) in enumerate(rows):
        left = 0.0
        counted = figures["answers"]["verified"]["verdicts"]
        total = max(1, sum(counted.values()))
        for name, colour in _COLOURS.items():
            width = 100 * counted[name] / total
            axes.barh(place, width, 0.75, left=left, color=colour, label=_LABELS[name] if place == 0 else None)
            if width >= 4:
                axes.text(left + width / 2, place, str(counted[name]), ha="center", va="center", fontsize=8)
            left += width
    axes.set_yticks(range(len(rows)), [f"{name} ({_count(figures)})" for name, figures in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("per cent of questions; numbers are questions")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside upper center", ncols=len(_COLOURS), frameon=False)
    figure.savefig(path, dpi=130)
    return path.name


_LABELS = {
    "right": "right",
    "partial": "right in part",
    "abstained": "abstained",
    "none": "no reference",
    "wrong": "wrong",
}


def _count(figures: dict[str, Any]) -> int:
    return int(figures["count"])
