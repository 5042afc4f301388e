"""One record of a file, as the gate screens it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What a record is called in its file, and its values with how each is screened.

    `taken` says, of the first row of a table, which columns hold molecules or sequences.
    """

    name: str
    values: tuple[tuple[str, str], ...]
    is_header: bool = False
    taken: str = ""
