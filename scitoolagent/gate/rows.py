"""The rows of a table as text: which of its columns hold molecules or sequences, and whether it has a row of names.

A column is of a type where its name holds that of the type (`canonical_smiles`), or where nearly all of it reads as
SMILES. What stands in such a column and cannot be read is `unknown`; in any other it counts by its content alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from scitoolagent.gate.content import is_written_like_smiles

_SAMPLE, _SHOWN = 50, 60
_NAMES = {"smiles": "SMILES", "inchi": "InChI", "selfies": "SELFIES", "sln": "SLN", "nucleotide": "nucleic acid"}
_MOST = 0.8
# Codes of samples, such as `C001`: no ring that is opened at the end is ever closed, so none is a molecule.
_CODE = re.compile(r"[A-Za-z]{1,8}[-_]?\d+")
_SEQUENCES = frozenset({"protein", "nucleotide", "sequence"})
_STRUCTURES = frozenset({"smiles", "inchi", "selfies"})

Cells = Sequence[str]


@dataclass(frozen=True, slots=True)
class Row:
    """A row that holds anything: its cells with how each is screened, and whether it is the row of names.

    `taken` says of the row of names, or of the first one, which columns hold what.
    """

    is_header: bool
    cells: tuple[tuple[str, str], ...]
    taken: str = ""


def read_rows(rows: Iterator[Cells]) -> Iterator[Row]:
    """The rows that hold anything."""
    first: list[Cells] = []
    for row in rows:
        first.append(row)
        if len(first) > _SAMPLE:
            break
    kinds = [kind_named(cell) for cell in first[0]] if first else []
    is_header = any(kinds)
    columns = [[row[place].strip() for row in first[1:] if place < len(row)] for place in range(len(kinds))]
    for place, column in enumerate(columns):
        if not kinds[place] and _reads_as_smiles(column):
            kinds[place] = "smiles"
            is_header |= not is_written_like_smiles(first[0][place].strip())
    taken = _taken(kinds, first[0] if is_header else ())
    for number, row in enumerate(_again(first, rows)):
        if any(cell.strip() for cell in row):
            if number == 0 and is_header:
                yield Row(True, tuple(("", cell) for cell in row if cell.strip()), taken)
            else:
                cells = tuple((_kind(kinds, place), cell) for place, cell in enumerate(row) if cell.strip())
                yield Row(False, cells, taken if number == 0 else "")


def _taken(kinds: list[str], header: Cells) -> str:
    """Which columns hold molecules or sequences, by their names or else their places."""
    told = []
    for place, kind in enumerate(kinds):
        if kind:
            called = header[place].strip()[:_SHOWN] if place < len(header) else ""
            # A notation of its own names the function that reads it.
            what = kind.rpartition(":")[2].removesuffix("_to_smiles")
            told.append(f"column {called or place + 1} as {_NAMES.get(what, what)}")
    return ", ".join(told)


def _again(first: list[Cells], rest: Iterator[Cells]) -> Iterator[Cells]:
    yield from first
    yield from rest


def _kind(kinds: list[str], place: int) -> str:
    return kinds[place] if place < len(kinds) else ""


def _reads_as_smiles(column: list[str]) -> bool:
    values = [text for text in column if text]
    read = sum(is_written_like_smiles(text) and not _CODE.fullmatch(text) for text in values)
    # Codes of a few capitals, such as `CCO`, read as SMILES, too: a bond, ring or branch has to be there.
    return bool(values) and read >= _MOST * len(values) and any(re.search(r"[=#()\[\]\d]", text) for text in values)


def kind_named(cell: str) -> str:
    """How the type is screened that the name of a column holds, from its last words; empty where it holds none."""
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", cell).lower())
    found = {" ".join(words[start:]) for start in range(len(words))} | {"".join(words[-2:])}
    return next((kind for name, kind in _kinds().items() if name in found), "")


@lru_cache(maxsize=1)
def _kinds() -> dict[str, str]:
    """How each type of a molecule or sequence is screened, by the names of the type."""
    from scitoolagent.tool import types
    from scitoolagent.tool.semantic import Semantic

    found: dict[str, str] = {}
    for declared in vars(types).values():
        for one in get_args(declared)[1:]:
            if isinstance(one, Semantic) and (one.screen in _STRUCTURES | _SEQUENCES or ":" in one.screen):
                found |= {name.lower(): one.screen for name in (one.name, one.label, *one.also) if name}
    return found
