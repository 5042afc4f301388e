"""Known defects of SciToolEval items, by id, from `corrections.csv`.

Each row says which part of the item is faulty and how it is treated. `scope` is `plan`, `answer` or `both`;
`correction` is `remove` (the item is left out of the verified column), `oracle` (the reference is computed anew) or
`path: A B C` (the reference path is replaced).
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

_COLUMNS = ("id", "defect", "scope", "correction", "reason")


@dataclass(frozen=True, slots=True)
class Correction:
    """One defect of one item."""

    id: str
    defect: str
    scope: str
    correction: str
    reason: str

    @property
    def path(self) -> tuple[str, ...]:
        """The corrected path, empty when it is unchanged."""
        return tuple(self.correction.removeprefix("path:").split()) if self.correction.startswith("path:") else ()


@lru_cache(maxsize=1)
def load_corrections() -> dict[str, tuple[Correction, ...]]:
    """All corrections, by the id of the item.

    Raises:
        ValueError: a row is malformed.
    """
    found: dict[str, list[Correction]] = {}
    text = (resources.files(__package__ or "") / "corrections.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        if tuple(row) != _COLUMNS or not all(row.values()) or row["scope"] not in ("plan", "answer", "both"):
            raise ValueError(f"corrections.csv: {row}")
        found.setdefault(row["id"], []).append(Correction(**row))
    return {id_: tuple(rows) for id_, rows in found.items()}
