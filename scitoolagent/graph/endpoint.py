"""A SPARQL 1.1 endpoint over HTTP, which gives the same rows as a store."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request

from scitoolagent.errors import GraphError
from scitoolagent.graph.sparql import MAX_ROWS, Rows

_MAX_BYTES = 64 * 1024 * 1024
_RETRIED = {429, 500, 502, 503, 504}


class SparqlEndpoint:
    """An endpoint of the SPARQL 1.1 protocol, asked by POST; answers are JSON, bounded in size and time.

    Args:
        url: `http://` or `https://` address of the endpoint.
        seconds: the longest one request may take.
        attempts: how often a request is made when the endpoint is busy or does not answer.
        pause: seconds before the second attempt; doubled for each further one.
    """

    def __init__(self, url: str, seconds: float = 30.0, attempts: int = 3, pause: float = 0.5) -> None:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise GraphError(f"{url!r} is no endpoint; its address must begin with http:// or https://")
        self.url, self._seconds, self._attempts, self._pause = url, seconds, attempts, pause

    def select(self, query: str, limit: int = MAX_ROWS) -> Rows:
        """Run a query, reading at most `limit` rows.

        Raises:
            GraphError: the endpoint is down, refuses the query, or sends something that is no SPARQL JSON.
        """
        kind, body = self._ask(query)
        try:
            answer = json.loads(body)
            if "boolean" in answer:
                return Rows(("answer",), (("true" if answer["boolean"] else "false",),))
            names = tuple(str(name) for name in answer["head"]["vars"])
            rows = [
                tuple(str(row[name]["value"]) if name in row else None for name in names)
                for row in answer["results"]["bindings"][: limit + 1]
            ]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            start = body[:60].decode("utf-8", "replace")
            raise GraphError(
                f"{self.url} sent {kind or 'an unnamed type'} instead of SPARQL JSON, beginning {start!r}; "
                "is this the address of a SPARQL endpoint?"
            ) from error
        return Rows(names, tuple(rows[:limit]), len(rows) > limit)

    def _ask(self, query: str) -> tuple[str, bytes]:
        problem = ""
        for attempt in range(self._attempts):
            if attempt:
                time.sleep(self._pause * 2 ** (attempt - 1))
            try:
                return self._post(query)
            except urllib.error.HTTPError as error:
                with error:
                    said = error.read(300).decode("utf-8", "replace")
                problem = f"HTTP {error.code} {error.reason}: {said!r}"
                if error.code not in _RETRIED:
                    raise GraphError(f"{self.url} refused the query: {problem}") from error
            except (urllib.error.URLError, TimeoutError, ConnectionError, OSError) as error:
                problem = f"{getattr(error, 'reason', error)}"
        raise GraphError(f"{self.url} did not answer in {self._attempts} attempts: {problem}")

    def _post(self, query: str) -> tuple[str, bytes]:
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked above
            self.url,
            data=urllib.parse.urlencode({"query": query}).encode(),
            headers={"Accept": "application/sparql-results+json", "User-Agent": "scitoolagent"},
        )
        with urllib.request.urlopen(request, timeout=self._seconds) as answer:  # noqa: S310
            body = answer.read(_MAX_BYTES + 1)
            if len(body) > _MAX_BYTES:
                raise GraphError(f"{self.url} sent more than {_MAX_BYTES:,} bytes; ask for fewer rows")
            return str(answer.headers.get("Content-Type", "")), body
