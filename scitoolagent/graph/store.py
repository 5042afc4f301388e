"""A store of triples in memory or on this disk, by pyoxigraph, behind SPARQL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Literal

from scitoolagent.errors import GraphError
from scitoolagent.graph.sparql import MAX_ROWS, Rows, check_query

Format = Literal["turtle", "nquads"]

_LONGEST_REASON = 200


class EmbeddedStore:
    """A store; one in memory when no folder is named.

    Args:
        folder: where a new store on disk is made, or one is opened for writing.
    Raises:
        GraphError: it cannot be made there.
    """

    def __init__(self, folder: Path | None = None) -> None:
        import pyoxigraph as ox

        try:
            self._store = ox.Store(str(folder)) if folder else ox.Store()
        except OSError as error:
            raise GraphError(f"no graph store can be made in {folder}: {error}") from error

    @classmethod
    def open(cls, folder: Path) -> EmbeddedStore:
        """Open the store in `folder` read-only, so that processes can share it.

        Raises:
            GraphError: there is none, or it is broken.
        """
        import pyoxigraph as ox

        if not folder.is_dir():
            raise GraphError(f"there is no graph store in {folder}; load one with `scitoolagent knowledge load`")
        made = cls.__new__(cls)
        try:
            made._store = ox.Store.read_only(str(folder))
        except OSError as error:
            raise GraphError(f"the graph store in {folder} cannot be read: {error}; load it again") from error
        return made

    def load(self, data: bytes | IO[bytes], layout: Format) -> None:
        """Take in triples or quads, which a stream may hand over piece by piece.

        Raises:
            GraphError: they are not in that format, or cannot be stored.
        """
        import pyoxigraph as ox

        kind = ox.RdfFormat.TURTLE if layout == "turtle" else ox.RdfFormat.N_QUADS
        try:
            # The writers of quads escape what they write, so it is not checked a second time.
            self._store.bulk_load(data, format=kind, lenient=layout == "nquads")
        except (SyntaxError, ValueError, OSError, GraphError) as error:
            raise GraphError(f"the graph could not be stored: {error}") from error

    def update(self, rule: str) -> None:
        """Run a SPARQL update of this program's own; never one from outside."""
        self._store.update(rule)

    def flush(self) -> None:
        """Write everything to the disk."""
        self._store.flush()

    def dump(self) -> bytes:
        """The triples of the default graph as N-Triples."""
        import pyoxigraph as ox

        return self._store.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph()) or b""

    def select(
        self,
        query: str,
        limit: int = MAX_ROWS,
        seconds: float | None = None,
        prefixes: Mapping[str, str] | None = None,
    ) -> Rows:
        """Run a query, reading at most `limit` rows.

        Args:
            query: SELECT or ASK.
            limit: the most rows.
            seconds: the longest it may take, for a query that somebody else wrote; one that is cut off goes on in the
                background, since the engine cannot be stopped, until its next row or the end of the process.
            prefixes: prefixes that the query may use without naming their addresses.
        Raises:
            GraphError: the query is not valid, is neither SELECT nor ASK, has SERVICE, or takes too long.
        """
        check_query(query)
        given_up = threading.Event()

        def run() -> Rows:
            return self._rows(query, limit, prefixes, given_up)

        return run() if seconds is None else _within(seconds, run, given_up)

    def _rows(self, query: str, limit: int, prefixes: Mapping[str, str] | None, given_up: threading.Event) -> Rows:
        import pyoxigraph as ox

        try:
            found = self._store.query(query, prefixes=dict(prefixes) if prefixes else None)
            if isinstance(found, ox.QueryBoolean):
                return Rows(("answer",), (("true" if found else "false",),))
            if not isinstance(found, ox.QuerySolutions):
                raise GraphError("only SELECT and ASK queries give a table")
            names = tuple(variable.value for variable in found.variables)
            rows: list[tuple[str | None, ...]] = []
            for row in found:
                if len(rows) == limit or given_up.is_set():
                    return Rows(names, tuple(rows), True)
                rows.append(tuple(_text(row[name]) for name in names))
        except (SyntaxError, ValueError, OSError, RuntimeError) as error:
            why = " ".join(str(error).split())  # a parser lists all that it would have taken
            raise GraphError(f"the query failed: {why[:_LONGEST_REASON]}") from error
        return Rows(names, tuple(rows))


def triples_of(turtle: bytes | str) -> Iterator[tuple[str, str, str, str]]:
    """The triples of a Turtle text, terms as plain texts, each with the language of its object; empty for none.

    Raises:
        GraphError: it is no Turtle.
    """
    import pyoxigraph as ox

    try:
        for quad in ox.parse(turtle, format=ox.RdfFormat.TURTLE):
            language = getattr(quad.object, "language", None) or ""
            yield str(_text(quad.subject)), quad.predicate.value, str(_text(quad.object)), language
    except (SyntaxError, ValueError) as error:
        raise GraphError(f"the graph is no Turtle: {error}") from error


def _text(term: Any) -> str | None:
    return None if term is None else str(getattr(term, "value", term))


def _within(seconds: float, run: Callable[[], Rows], given_up: threading.Event) -> Rows:
    """What `run` gives, in a thread of its own that nobody waits for when the time is over."""
    done: list[Rows | str] = []

    def work() -> None:
        try:
            done.append(run())
        except GraphError as error:
            # The error itself holds frames with solutions of the engine, which must end in the thread that made them.
            done.append(str(error))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if not done:
        given_up.set()
        raise GraphError(f"the query took longer than {seconds:g} s; ask for less, or name what it begins at")
    if isinstance(done[0], str):
        raise GraphError(done[0])
    return done[0]
