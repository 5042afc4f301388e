"""The index of names: which entities a text may stand for, found by key in SQLite, never by a scan."""

from __future__ import annotations

import difflib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, cast

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.records import Entity, Match
from scitoolagent.language.text import normalise, tokens

_HOW = ("id", "name", "synonym")
_BATCH = 20_000
# A name is likely misspelt behind its first letters.
_SAME_START, _MOST_COMPARED, _ALIKE = 2, 2_000, 0.8
_SCHEMA = """
CREATE TABLE names(key TEXT NOT NULL, tight TEXT NOT NULL, entity TEXT NOT NULL, how INTEGER NOT NULL,
    type TEXT NOT NULL, surface TEXT NOT NULL);
"""
# Made after the rows are in: an index filled in order is built several times faster than one kept up row by row.
_INDEXES = """
CREATE INDEX by_key ON names(key, how, entity);
CREATE INDEX by_tight ON names(tight);
CREATE VIRTUAL TABLE near USING fts5(key, content='names', content_rowid='rowid');
INSERT INTO near(rowid, key) SELECT rowid, key FROM names WHERE how > 0;
"""
_COLUMNS = "SELECT entity, type, surface, how FROM names"


class NameIndex:
    """Names, synonyms and ids of all entities.

    Raises:
        GraphError: the file is missing or broken.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    @classmethod
    def open(cls, path: Path) -> NameIndex:
        """Open an index for reading."""
        if not path.is_file():
            raise GraphError(f"the index of names {path} is missing; load the graph again")
        try:
            connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
            connection.execute("SELECT 1 FROM names LIMIT 1").fetchall()
        except sqlite3.Error as error:
            raise GraphError(f"the index of names {path} cannot be read ({error}); load the graph again") from error
        return cls(connection)

    def close(self) -> None:
        """Let the file go."""
        self._db.close()

    def exact(self, text: str, limit: int = 50) -> tuple[Match, ...]:
        """Entities whose id, name or synonym is `text` but for case and signs: ids first, then names, then synonyms.

        When nothing fits, spaces within names are left out of sight too: `IL2` finds `IL-2`.
        """
        key = normalise(text)
        if not key:
            return ()
        found = self._matches(f"{_COLUMNS} WHERE key = ? ORDER BY how, entity LIMIT ?", (key, limit))
        if not found:
            tight = key.replace(" ", "")
            found = self._matches(f"{_COLUMNS} WHERE tight = ? ORDER BY how, entity LIMIT ?", (tight, limit))
        return found

    def near(self, text: str, limit: int = 10) -> tuple[Match, ...]:
        """Entities with names that share words with `text`, best first; for suggestions, never for an answer."""
        words = [word for word, _, _ in tokens(text)][:20]
        if not words:
            return ()
        wanted = " OR ".join(f'"{word}"*' for word in words)
        sql = (
            "SELECT names.entity, names.type, names.surface, 3 FROM near JOIN names ON names.rowid = near.rowid "
            "WHERE near MATCH ? ORDER BY rank, names.entity LIMIT ?"
        )
        return self._matches(sql, (wanted, limit))

    def misspelt(self, text: str, limit: int = 10) -> tuple[Match, ...]:
        """Entities with a name that begins as a text does and is spelt nearly so; for suggestions, never an answer."""
        key = normalise(text)
        start = key[:_SAME_START]
        sql = "SELECT DISTINCT key FROM names WHERE key >= ? AND key < ? LIMIT ?"
        rows = self._db.execute(sql, (start, start + "\U0010ffff", _MOST_COMPARED)).fetchall()
        near = difflib.get_close_matches(key, [name for (name,) in rows], limit, _ALIKE)
        found = [match for name in near for match in self.exact(name)]
        return tuple(replace(match, how="near") for match in found[:limit])

    def begins(self, key: str) -> bool:
        """Whether some name begins with the words of `key` (already normalised)."""
        sql = "SELECT 1 FROM names WHERE key >= ? AND key < ? LIMIT 1"
        # "!" follows the space: all continuations of "a b" lie between "a b " and "a b!".
        return bool(self._db.execute("SELECT 1 FROM names WHERE key = ? LIMIT 1", (key,)).fetchone()) or bool(
            self._db.execute(sql, (key + " ", key + "!")).fetchone()
        )

    def _matches(self, sql: str, values: tuple[str, int]) -> tuple[Match, ...]:
        try:
            rows = self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise GraphError(f"the index of names cannot be read ({error}); load the graph again") from error
        seen: dict[str, Match] = {}
        for entity, kind, surface, how in rows:
            name = cast(Literal["id", "name", "synonym", "near"], (*_HOW, "near")[how])
            seen.setdefault(entity, Match(entity, kind, surface, name))
        return tuple(seen.values())


def rewrite(path: Path, entities: Mapping[str, tuple[str, str, tuple[str, ...]] | None]) -> None:
    """Replace the names of some entities, each given as type, name and synonyms, or None for one that is gone.

    Raises:
        GraphError: the index cannot be written.
    """
    try:
        with sqlite3.connect(path) as database:
            for identifier, said in entities.items():
                old = database.execute("SELECT rowid, key FROM names WHERE entity = ? AND how > 0", (identifier,))
                gone = [("delete", rowid, key) for rowid, key in old]
                database.executemany("INSERT INTO near(near, rowid, key) VALUES (?, ?, ?)", gone)
                database.execute("DELETE FROM names WHERE entity = ?", (identifier,))
                for row in _rows_of(Entity(identifier, *said)) if said else ():
                    added = database.execute("INSERT INTO names VALUES (?, ?, ?, ?, ?, ?)", row)
                    if row[3] > 0:
                        database.execute("INSERT INTO near(rowid, key) VALUES (?, ?)", (added.lastrowid, row[0]))
        database.close()
    except sqlite3.Error as error:
        raise GraphError(f"the index of names cannot be written: {error}") from error


def _rows_of(entity: Entity) -> Iterator[tuple[str, str, str, int, str, str]]:
    short = entity.id.rpartition("::")[2]
    names: Iterable[tuple[int, str]] = (
        (0, entity.id),
        *(((0, short),) if short != entity.id else ()),
        (1, entity.name),
        *((2, synonym) for synonym in entity.synonyms),
    )
    for how, surface in names:
        key = normalise(surface)
        if key:
            yield key, key.replace(" ", ""), entity.id, how, entity.type, surface


class IndexWriter:
    """Fills an index; `path` None keeps it in memory."""

    def __init__(self, path: Path | None) -> None:
        self._db = sqlite3.connect(str(path) if path else ":memory:", check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.executescript(_SCHEMA)
        self._rows: list[tuple[str, str, str, int, str, str]] = []

    def add(self, entity: Entity) -> None:
        """Add the id, the name and the synonyms of an entity."""
        self._rows += _rows_of(entity)
        if len(self._rows) >= _BATCH:
            self._flush()

    def finish(self) -> NameIndex:
        """Write what is left, build the indexes, and give the index for reading."""
        self._flush()
        self._db.executescript(_INDEXES)
        self._db.commit()
        return NameIndex(self._db)

    def _flush(self) -> None:
        self._db.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?, ?)", self._rows)
        self._rows.clear()
