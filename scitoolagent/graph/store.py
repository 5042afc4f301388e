"""A pyoxigraph store, in memory or on this disk, behind SPARQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scitoolagent.errors import GraphError
from scitoolagent.graph.sparql import MAX_ROWS, Rows


class EmbeddedStore:
    """A pyoxigraph store, in memory or in a folder that is opened read-only, so that processes can share it."""

    def __init__(self, store: Any) -> None:
        self._store = store

    @classmethod
    def open(cls, folder: Path) -> EmbeddedStore:
        """Open the store in `folder` for reading.

        Raises:
            GraphError: there is none, or it is broken.
        """
        import pyoxigraph as ox

        if not folder.is_dir():
            raise GraphError(f"there is no graph store in {folder}; load one with `scitoolagent knowledge load`")
        try:
            return cls(ox.Store.read_only(str(folder)))
        except OSError as error:
            raise GraphError(f"the graph store in {folder} cannot be read: {error}; load it again") from error

    def select(self, query: str, limit: int = MAX_ROWS) -> Rows:
        """Run a query, reading at most `limit` rows.

        Raises:
            GraphError: the query is not valid, or is neither SELECT nor ASK.
        """
        import pyoxigraph as ox

        try:
            found = self._store.query(query)
            if isinstance(found, ox.QueryBoolean):
                return Rows(("answer",), (("true" if found else "false",),))
            if not isinstance(found, ox.QuerySolutions):
                raise GraphError("only SELECT and ASK queries give a table")
            names = tuple(variable.value for variable in found.variables)
            rows: list[tuple[str | None, ...]] = []
            for row in found:
                if len(rows) == limit:
                    return Rows(names, tuple(rows), True)
                rows.append(tuple(_text(row[name]) for name in names))
        except (SyntaxError, ValueError, OSError, RuntimeError) as error:
            raise GraphError(f"the query failed: {error}") from error
        return Rows(names, tuple(rows))


def _text(term: Any) -> str | None:
    return None if term is None else str(getattr(term, "value", term))
