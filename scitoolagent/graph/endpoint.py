"""A SPARQL 1.1 endpoint over HTTP, which gives the same rows as a store."""

from __future__ import annotations

import json
from collections.abc import Sequence

from scitoolagent.errors import GraphError, NetworkError
from scitoolagent.graph.sparql import MAX_ROWS, Rows, asked_of, check_query
from scitoolagent.http import HttpClient, Response, check_address

_JSON = {"Accept": "application/sparql-results+json"}


class SparqlEndpoint:
    """An endpoint of the SPARQL 1.1 protocol, asked by POST; answers are JSON, bounded in size and time.

    Args:
        url: `http://` or `https://` address of the endpoint.
        client: makes the requests; one with the usual bounds when left out.
    Raises:
        GraphError: it is no such address.
    """

    def __init__(self, url: str, client: HttpClient | None = None) -> None:
        try:
            check_address(url)
        except NetworkError as error:
            raise GraphError(str(error)) from error
        self.url, self._client = url, client or HttpClient()

    def select(self, query: str, limit: int = MAX_ROWS) -> Rows:
        """Run a query, reading at most `limit` rows.

        Raises:
            GraphError: the query asks a third machine, or the endpoint is down, refuses it, or sends something that is
                no SPARQL JSON, other variables than were asked for, or more rows.
        """
        check_query(query)
        try:
            answer = self._client.fetch(self.url, form={"query": query}, headers=_JSON)
        except NetworkError as error:
            raise GraphError(f"the endpoint gave no answer: {error}") from error
        return self._rows(answer, limit, *asked_of(query))

    def _rows(self, answer: Response, limit: int, asked: tuple[str, ...], most: int | None) -> Rows:
        try:
            said = json.loads(answer.body)
            if "boolean" in said and not asked:
                if not isinstance(said["boolean"], bool):
                    raise TypeError("the boolean is none")
                return Rows(("answer",), (("true" if said["boolean"] else "false",),))
            names = tuple(str(name) for name in said["head"]["vars"])
            found = said["results"]["bindings"]
            if asked and sorted(names) != sorted(asked):
                raise GraphError(f"{self.url} answers of {_listed(names)} where {_listed(asked)} was asked for")
            if most is not None and len(found) > most:
                raise GraphError(f"{self.url} sent {len(found):,} rows where at most {most:,} were asked for")
            names = asked or names
            rows = [
                tuple(str(row[name]["value"]) if name in row else None for name in names) for row in found[: limit + 1]
            ]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            start = answer.body[:60].decode("utf-8", "replace")
            raise GraphError(
                f"{self.url} sent {answer.kind} instead of SPARQL JSON, beginning {start!r}; "
                "is this the address of a SPARQL endpoint?"
            ) from error
        return Rows(names, tuple(rows[:limit]), len(rows) > limit)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"?{name[:40]}" for name in names[:8]) or "nothing"
