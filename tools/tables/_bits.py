"""Columns of bit fingerprints as features: a column of 0 and 1 for each bit that tells rows apart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tools.chemistry._fingerprint_kinds import BIT_TYPES

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_VALUES = 50_000_000


def is_bits(column: Column) -> bool:
    """Whether the cells of a column are lists of the bits that are set."""
    return column.kind == "text" and column.type in BIT_TYPES


def bits_of(name: str, cells: Sequence[str]) -> tuple[NDArray[Any], tuple[str, ...]]:
    """The bits of each row, those alone that some rows have and others lack, and what each is called.

    Raises:
        ToolInputError: a cell is no list of bits, no bit tells rows apart, or there are too many values.
    """
    import numpy as np

    rows = [_set_bits(name, cell) for cell in cells]
    counts: dict[int, int] = {}
    for row in rows:
        for bit in row:
            counts[bit] = counts.get(bit, 0) + 1
    known = sorted(bit for bit, count in counts.items() if count < len(rows))
    if not known:
        raise ToolInputError(f"the bits of {name} are the same in all rows; there is nothing to learn from")
    if len(known) * len(rows) > _MOST_VALUES:
        raise ToolInputError(
            f"{name} has {len(known):,} bits in {len(rows):,} rows; at most {_MOST_VALUES:,} are taken"
        )
    places = {bit: place for place, bit in enumerate(known)}
    found = np.zeros((len(rows), len(known)))
    for number, row in enumerate(rows):
        found[number, [places[bit] for bit in row if bit in places]] = 1.0
    return found, tuple(f"{name} {bit}" for bit in known)


def _set_bits(name: str, cell: str) -> set[int]:
    try:
        held = json.loads(cell)
    except ValueError:
        held = None
    if not isinstance(held, list) or not all(type(bit) is int for bit in held):
        raise ToolInputError(f"{str(cell)[:60]!r} of {name} is no list of the bits that are set")
    return set(held)
