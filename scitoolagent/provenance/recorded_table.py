"""What scripts and notebooks of a run print of a value then and now; of a table its size and rows, and no digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

FIRST_ROWS = 10
_SHOWN = 28


@dataclass(frozen=True)
class RecordedTable:
    """A table of a run: its name, which is a digest of its rows, their number, its headers, and the first rows."""

    name: str
    rows: int
    columns: list[str] = field(default_factory=list)
    first: list[list[Any]] = field(default_factory=list)

    @property
    def size(self) -> str:
        """How large it is."""
        return f"a table of {self.rows:,} rows × {len(self.columns)} columns"

    @property
    def text(self) -> str:
        """The first rows below their headers, as people read them."""
        return as_text([self.columns, *self.first], self.rows - len(self.first))


def compared(recorded: Any, now: Any) -> tuple[bool, str]:
    """Whether a value is the same as in the run, and both in words.

    Args:
        recorded: the value of the run; a `RecordedTable` for a table.
        now: the value that was made now; the name of a table for one.
    """
    if not isinstance(recorded, RecordedTable):
        return recorded == now, f"{recorded!r} in the run, {now!r} now"
    is_same = recorded.name == now
    told = "the same rows now" if is_same else "nothing now" if now is None else "other rows now"
    rows = f"\n{recorded.text}" if recorded.first else ""
    return is_same, f"{recorded.size} in the run, {told}{rows}"


def as_text(lines: Sequence[Sequence[Any]], left: int = 0) -> str:
    """Rows in columns, numbers as people write them."""
    cells = [[_cell(cell) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    shown = ["    " + "  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]
    return "\n".join([*shown, *([f"    … and {left:,} more rows"] if left > 0 else [])])


def _cell(cell: Any) -> str:
    if cell is None:
        return ""
    text = f"{cell:.7g}" if isinstance(cell, float) else str(cell)
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
