"""Rows at the end of a table that sum up the others: totals and means, where the rows above prove them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scitoolagent.language.words import phrases_of
from scitoolagent.tables.kinds import Held
from scitoolagent.tables.store import ROW, literal, scan

_MOST, _LEAST_ABOVE, _NEAR, _MOST_PARTS = 8, 2, 1e-9, 200
_SUBTOTAL = re.compile(r"sub[ -]?totals?\b.*|.+ totals?", re.IGNORECASE)


def measures_of(label: str) -> tuple[str, ...]:
    """What a row of that name holds of the others: functions of the engine; none for any other name."""
    said = label.casefold().strip(" :.")
    return next((tuple(key.split("|")) for key, words in phrases_of("summary_rows").items() if said in words), ())


def is_of_formulas(row: Sequence[str | None]) -> bool:
    """Whether a row is called as one that sums up others, and holds nothing but formulas."""
    there = [cell.strip() for cell in row if cell and cell.strip()]
    return len(there) > 1 and bool(measures_of(there[0])) and all(cell.startswith("=") for cell in there[1:])


def summing_rows(engine: Any, parts: Sequence[Path], held: Sequence[Held]) -> tuple[list[int], list[str]]:
    """The rows of a table that hold the sums, means and the like of the rows above: their numbers and names.

    They are the last ones, and subtotals among the others.
    """
    places = [place for place, one in enumerate(held) if one.kind in ("integer", "number")]
    texts = [place for place, one in enumerate(held) if one.kind == "text"]
    if not places or not texts:
        return [], []
    listed = ", ".join([ROW, *(f"c{place}" for place in (*texts, *places))])
    query = f"SELECT {listed} FROM {scan(parts)} ORDER BY {ROW} DESC LIMIT {_MOST}"  # noqa: S608
    block: list[tuple[int, str, tuple[str, ...], Sequence[Any]]] = []
    last = ""
    for number, *cells in engine.execute(query).fetchall():
        last = next((cell for cell in cells[: len(texts)] if cell), "")
        if not (measures := measures_of(last)):
            break
        block.append((number, last, measures, cells[len(texts) :]))
    if not block and not _SUBTOTAL.fullmatch(last):
        return [], []
    within = f"{ROW} < {block[-1][0]}" if block else "true"
    parted = _subtotals(engine, parts, texts, places, within)
    inner = f" AND {ROW} NOT IN ({', '.join(str(number) for number, _ in parted)})" if parted else ""
    above = f"FROM {scan(parts)} WHERE {within}{inner}"
    if engine.execute(f"SELECT count(*) {above}").fetchone()[0] < _LEAST_ABOVE:
        return [], []
    found = [one for one in block if any(_holds(engine, above, places, measure, one[3]) for measure in one[2])]
    if block and not found:
        return [], []
    return [number for number, _ in parted] + [one[0] for one in found], [
        *(name for _, name in parted),
        *(one[1] for one in reversed(found)),
    ]


def _subtotals(
    engine: Any, parts: Sequence[Path], texts: Sequence[int], places: Sequence[int], within: str
) -> list[tuple[int, str]]:
    """The numbers and names of rows that are sums of those since the last of them; none unless all of them are."""
    label = f"coalesce({', '.join(f'c{place}' for place in texts)})"
    listed = ", ".join(f"c{place}" for place in places)
    called = f"regexp_full_match({label}, {literal(_SUBTOTAL.pattern)}, 'i')"
    query = (
        f"SELECT {ROW}, {label}, {listed} FROM {scan(parts)} WHERE {within} AND {called} "  # noqa: S608
        f"ORDER BY {ROW} LIMIT {_MOST_PARTS + 1}"
    )
    rows = engine.execute(query).fetchall()
    if len(rows) > _MOST_PARTS:
        return []
    before = 0
    for number, _, *cells in rows:
        between = f"FROM {scan(parts)} WHERE {ROW} > {before} AND {ROW} < {number}"
        if not _holds(engine, between, places, "sum", cells):
            return []
        before = number
    return [(number, name) for number, name, *_ in rows]


def _holds(engine: Any, above: str, places: Sequence[int], measure: str, cells: Sequence[Any]) -> bool:
    """Whether all numbers of a row are that figure of their columns, as near as they are given."""
    listed = ", ".join(f"{measure}(c{place})" for place in places)
    figures = engine.execute(f"SELECT {listed} {above}").fetchone()
    pairs = [(cell, figure) for cell, figure in zip(cells, figures, strict=True) if cell is not None]
    return bool(pairs) and all(
        figure is not None and abs(cell - figure) <= max(_half(cell), _NEAR * abs(figure)) for cell, figure in pairs
    )


def _half(value: float) -> float:
    """Half of the last digit of a number as it was given."""
    decimals = repr(value).partition(".")[2] if "e" not in repr(value) else ""
    return 0.5001 * 10.0 ** -len(decimals if decimals != "0" else "")
