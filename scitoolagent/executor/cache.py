"""Results of earlier calls, by (tool, version of its source, inputs); files count by their content."""

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
    def key(tool: str, version: str, arguments: dict[str, Any], files: Iterable[Path] = ()) -> str:
        """The digest that stands for a call."""
        digest = hashlib.sha256(json.dumps([tool, version, arguments], sort_keys=True, default=str).encode())
        for path in files:
            digest.update(path.read_bytes() if path.is_file() else b"")
        return digest.hexdigest()

    def get(self, key: str) -> dict[str, Any] | None:
        """The outputs of the call, None when they are not known."""
        with contextlib.suppress(sqlite3.Error, OSError, ValueError), self._open() as table:
            row = table.execute("SELECT outputs FROM results WHERE key = ?", (key,)).fetchone()
            if row is not None:
                found = json.loads(row[0])
                return found if isinstance(found, dict) else None
        return None

    def put(self, key: str, outputs: dict[str, Any]) -> None:
        """Keep the outputs of the call."""
        with contextlib.suppress(sqlite3.Error, OSError), self._open() as table:
            table.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, json.dumps(outputs)))

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(self._path, timeout=5)) as connection, connection:
            connection.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, outputs TEXT NOT NULL)")
            yield connection
