"""What answers SPARQL: a store on this disk, or an endpoint over HTTP. Both give plain rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MAX_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class Rows:
    """Variables and rows of a SELECT; an unbound value is None. `truncated` when a limit cut them."""

    names: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    truncated: bool = False


class SparqlSource(Protocol):
    """Answers SPARQL 1.1 SELECT and ASK; an ASK gives one row `answer` with `true` or `false`."""

    def select(self, query: str, limit: int = MAX_ROWS) -> Rows:
        """Run a query, reading at most `limit` rows.

        Raises:
            GraphError: the query is wrong, or the source does not answer as it should.
        """
        ...
