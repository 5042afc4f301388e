"""Random tables in files, for questions about rows: columns with a name that people use, cells, and what is missing."""

from __future__ import annotations

import csv
import random
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from scitoolagent.finetune.entities import Split

_ROWS = (7, 40)
_HOLED_SHARE, _HOLES = 0.3, 3


@dataclass(frozen=True, slots=True)
class RandomColumn:
    """A column: its header, what people call it, and its cells; empty ones are None."""

    header: str
    said: str
    cells: tuple[Any, ...]

    @property
    def is_number(self) -> bool:
        """Whether it holds numbers."""
        return any(isinstance(cell, int | float) for cell in self.cells)

    @property
    def levels(self) -> tuple[str, ...]:
        """The different texts in it."""
        return tuple(sorted({cell for cell in self.cells if isinstance(cell, str)}))

    @property
    def missing(self) -> int:
        """How many cells are empty."""
        return sum(cell is None for cell in self.cells)


@dataclass(frozen=True, slots=True)
class RandomTable:
    """A table in a file; the first column names the rows."""

    file: str
    columns: tuple[RandomColumn, ...]

    @property
    def key(self) -> RandomColumn:
        """The column that names the rows."""
        return self.columns[0]

    @property
    def numbers(self) -> tuple[RandomColumn, ...]:
        """The columns of numbers."""
        return tuple(one for one in self.columns if one.is_number)

    @property
    def groups(self) -> tuple[RandomColumn, ...]:
        """The columns whose texts make groups."""
        return tuple(one for one in self.columns[1:] if not one.is_number)

    def column(self, header: str) -> RandomColumn:
        """Return the column of a header; raise StopIteration where there is none."""
        return next(one for one in self.columns if one.header == header)

    def without(self, header: str) -> RandomTable:
        """Return the table without a column."""
        return RandomTable(self.file, tuple(one for one in self.columns if one.header != header))

    def with_two_of(self, header: str, first: str, second: str, rng: random.Random) -> RandomTable:
        """Return the table with two columns in place of one of numbers, the cells of the second in another order."""
        columns: list[RandomColumn] = []
        for one in self.columns:
            if one.header == header:
                other = tuple(rng.sample(one.cells, len(one.cells)))
                columns += [RandomColumn(first, one.said, one.cells), RandomColumn(second, one.said, other)]
            else:
                columns.append(one)
        return RandomTable(self.file, tuple(columns))

    def write(self, folder: Path) -> None:
        """Write the file; a decimal point, commas between cells."""
        with (folder / self.file).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([one.header for one in self.columns])
            writer.writerows(zip(*(one.cells for one in self.columns), strict=True))


def draw_table(split: Split, number: int, rng: random.Random) -> RandomTable:
    """A random table: a form of those of the split, some of its columns, in another order, with rows of its own."""
    form = rng.choice([one for one in _forms() if bool(one.get("held_out")) == (split == "heldout")])
    rows = rng.randint(*_ROWS)
    start = rng.randint(1, 60)
    key = tuple(form["key"]["form"].format(start + place) for place in range(rows))
    columns = [_filled(one, rows, rng) for one in rng.sample(form["columns"], len(form["columns"]))]
    first = RandomColumn(form["key"]["header"], form["key"]["said"], key)
    return RandomTable(f"{form['name']}_{split[0]}{number}.csv", (first, *columns))


def _filled(form: dict[str, Any], rows: int, rng: random.Random) -> RandomColumn:
    cells: list[Any]
    if "values" in form:
        # Each text occurs, so that there are always as many groups.
        cells = [form["values"][place % len(form["values"])] for place in range(rows)]
        rng.shuffle(cells)
    else:
        low, high = form["range"]
        digits = form["digits"]
        cells = [
            round(rng.uniform(low, high), digits) if digits else rng.randint(int(low), int(high)) for _ in range(rows)
        ]
        if rng.random() < _HOLED_SHARE:
            for place in rng.sample(range(rows), rng.randint(1, _HOLES)):
                cells[place] = None
    return RandomColumn(form["header"], form["said"], tuple(cells))


@lru_cache(maxsize=1)
def _forms() -> tuple[dict[str, Any], ...]:
    text = resources.files("scitoolagent.finetune.solving").joinpath("tables.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)["table"])
