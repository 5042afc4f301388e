"""Results of earlier calls, by tool, what made them, and inputs; files and tables count by content.

No finding is kept here.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

# What all results together may take; the oldest go when they take more, down to so much of it.
_MOST_BYTES, _LEFT = 256 << 20, 0.75
_LISTING = "table.json"  # in the folder of a table


# The files that the outputs of a call name.
Files = Callable[[Any], Iterable[Path]]


def _no_files(outputs: Any) -> Iterable[Path]:
    return ()


class ResultCache:
    """A table in one SQLite file. One that cannot be read or written holds nothing; it is no reason to fail."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @staticmethod
    def key(tool: str, made_by: Iterable[str], arguments: dict[str, Any], files: Iterable[Path] = ()) -> str:
        """The digest that stands for a call.

        Args:
            tool: name of the tool.
            made_by: everything that a result depends on besides its inputs: code, tables, versions of libraries.
            arguments: the inputs, files as their paths.
            files: the files and the folders of tables among the inputs; their content counts.
        """
        parts = [tool, list(made_by), arguments, [content(path) for path in files]]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()

    def get(self, key: str, files: Files = _no_files) -> Any:
        """What was kept for the call, as JSON gave it; None when nothing is known, or the row was cut or altered.

        Args:
            key: of the call.
            files: the files and the folders of tables that outputs name. Where one of them is gone or another than
                when it was kept, nothing is known.
        """
        with contextlib.suppress(sqlite3.Error, OSError, ValueError), self._open() as table:
            row = table.execute("SELECT outputs, digest FROM calls WHERE key = ?", (key,)).fetchone()
            if row is None or not isinstance(row[0], str):
                return None
            outputs = json.loads(row[0])
            if row[1] == _digest(key, row[0], files(outputs)):
                return outputs
        return None

    def put(self, key: str, outputs: dict[str, Any], files: Files = _no_files) -> None:
        """Keep the outputs of the call, with the state of the files that they name."""
        text = json.dumps(outputs)
        with contextlib.suppress(sqlite3.Error, OSError), self._open() as table:
            table.execute(
                "INSERT OR REPLACE INTO calls VALUES (?, ?, ?)", (key, text, _digest(key, text, files(outputs)))
            )
            _bound(table)

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(self._path, timeout=5)) as connection, connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS calls (key TEXT PRIMARY KEY, outputs TEXT NOT NULL, digest TEXT NOT NULL)"
            )
            yield connection


def _digest(key: str, outputs: str, files: Iterable[Path] = ()) -> str:
    """Ties outputs to their call and to the content of their files, so that a row of another call is none of this one.

    Raises:
        OSError: a file is not there.
    """
    contents = [content(path) for path in files]
    if "" in contents:
        raise FileNotFoundError("a file that the outputs name is gone")
    return hashlib.sha256("\n".join((key, outputs, *contents)).encode()).hexdigest()[:16]


def _bound(table: sqlite3.Connection) -> None:
    """Forget the oldest results where all together take too much."""
    pages, free, size = (table.execute(f"PRAGMA {name}").fetchone()[0] for name in _SIZES)
    if (pages - free) * size <= _MOST_BYTES:
        return
    left = sum(row[0] for row in table.execute("SELECT length(outputs) FROM calls")) * _LEFT
    for row, length in table.execute("SELECT rowid, length(outputs) FROM calls ORDER BY rowid DESC").fetchall():
        left -= length
        if left < 0:
            table.execute("DELETE FROM calls WHERE rowid <= ?", (row,))
            return


_SIZES = ("page_count", "freelist_count", "page_size")


def content(path: Path) -> str:
    """The digest of a file, or of a folder that holds a table.

    No digest for what is not there, which is not the same as an empty file.
    """
    try:
        if path.is_dir():
            listed = json.loads((path / _LISTING).read_text(encoding="utf-8"))["parts"]
            parts = [content(path / _LISTING), *(content(path / name) for name in listed)]
            return "" if "" in parts else hashlib.sha256(" ".join(parts).encode()).hexdigest()
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError, KeyError, TypeError):
        return ""
