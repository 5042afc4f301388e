"""Results of earlier calls, by tool, what made them, and inputs; files count by content. No finding is kept here."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any


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
            files: the files among the inputs; their content counts.
        """
        parts = [tool, list(made_by), arguments, [_content(path) for path in files]]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()

    def get(self, key: str) -> Any:
        """What was kept for the call, as JSON gave it; None when nothing is known, or the row was cut or altered."""
        with contextlib.suppress(sqlite3.Error, OSError, ValueError), self._open() as table:
            row = table.execute("SELECT outputs, digest FROM calls WHERE key = ?", (key,)).fetchone()
            if row is not None and isinstance(row[0], str) and row[1] == _digest(key, row[0]):
                return json.loads(row[0])
        return None

    def put(self, key: str, outputs: dict[str, Any]) -> None:
        """Keep the outputs of the call."""
        text = json.dumps(outputs)
        with contextlib.suppress(sqlite3.Error, OSError), self._open() as table:
            table.execute("INSERT OR REPLACE INTO calls VALUES (?, ?, ?)", (key, text, _digest(key, text)))

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(self._path, timeout=5)) as connection, connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS calls (key TEXT PRIMARY KEY, outputs TEXT NOT NULL, digest TEXT NOT NULL)"
            )
            yield connection


def _digest(key: str, outputs: str) -> str:
    """Ties outputs to their call, so that a row of another call is none of this one."""
    return hashlib.sha256(f"{key}\n{outputs}".encode()).hexdigest()[:16]


def _content(path: Path) -> str:
    """The digest of a file; no digest for one that is not there, which is not the same as an empty one."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
