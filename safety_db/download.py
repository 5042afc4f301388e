"""Ask a server for pages, and keep each whole one until the update is done, so that a broken update can go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from scitoolagent.errors import NetworkError, SafetyDatabaseError
from scitoolagent.http import HttpClient

MAX_BYTES = 256 * 1024 * 1024  # a page of PubChem's annotations can have tens of megabytes
KEPT_HEADERS = ("link", "x-total-results")
Parsed = TypeVar("Parsed")
Headers = dict[str, str]


class Client:
    """Reads pages.

    Args:
        pause: the least seconds between two requests, and before the second attempt.
        timeout: the longest one request may take, in seconds.
        attempts: how often a request is made when the server is busy or does not answer.
        kept: a folder that holds whole pages.
    """

    def __init__(
        self, pause: float = 0.25, timeout: float = 120.0, attempts: int = 4, kept: Path | None = None
    ) -> None:
        self.kept = kept
        self._http = HttpClient(interval=pause, seconds=timeout, attempts=attempts, pause=2 * pause, most=MAX_BYTES)

    def read(
        self, url: str, parse: Callable[[bytes, str], Parsed], form: dict[str, str] | None = None
    ) -> tuple[Parsed, Headers]:
        """What `parse` makes of the answer, and the headers of interest by their names in small letters.

        Only an answer that `parse` could read is kept.

        Raises:
            SafetyDatabaseError: no whole answer after all attempts, one that says the request is wrong, or `parse`
                refused it.
        """
        asked = hashlib.sha256(json.dumps([url, form], sort_keys=True).encode()).hexdigest()
        place = self.kept / asked if self.kept else None
        if place and place.is_file():
            first, _, body = place.read_bytes().partition(b"\n")
            return parse(body, url), json.loads(first)
        body, headers = self._get(url, form)
        parsed = parse(body, url)
        if place:
            place.parent.mkdir(parents=True, exist_ok=True)
            partial = place.with_suffix(".part")
            partial.write_bytes(json.dumps(headers).encode() + b"\n" + body)
            partial.replace(place)
        return parsed, headers

    def _get(self, url: str, form: dict[str, str] | None) -> tuple[bytes, Headers]:
        try:
            answer = self._http.fetch(url, form=form)
        except NetworkError as error:
            raise SafetyDatabaseError(f"{url} gave no answer ({error}); the hazard database stays as it is") from error
        return answer.body, {name: answer.headers[name] for name in KEPT_HEADERS if name in answer.headers}
