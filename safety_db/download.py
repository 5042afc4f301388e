"""Ask a server politely, and keep each whole answer until the update is done, so that a broken one can go on."""

from __future__ import annotations

import hashlib
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from scitoolagent.errors import SafetyDatabaseError

MAX_BYTES = 256 * 1024 * 1024  # a page of PubChem's annotations can have tens of megabytes
KEPT_HEADERS = ("Link", "X-Total-Results")
Parsed = TypeVar("Parsed")
Headers = dict[str, str]


@dataclass(frozen=True)
class Client:
    """A pause before each request, a time-out, and a few attempts when the server is busy; `kept` holds answers."""

    pause: float = 0.25
    timeout: float = 120.0
    attempts: int = 4
    kept: Path | None = None

    def read(
        self, url: str, parse: Callable[[bytes, str], Parsed], form: dict[str, str] | None = None
    ) -> tuple[Parsed, Headers]:
        """What `parse` makes of the answer, and the headers of interest; only an answer that it could read is kept.

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
        data = urllib.parse.urlencode(form).encode() if form else None
        request = urllib.request.Request(url, data, {"User-Agent": "scitoolagent safety update"})  # noqa: S310
        reason = ""
        for attempt in range(self.attempts):
            time.sleep(self.pause * 2**attempt)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:  # noqa: S310
                    body = answer.read(MAX_BYTES + 1)
                    if len(body) > MAX_BYTES:
                        raise SafetyDatabaseError(f"{url} sent more than {MAX_BYTES:,} bytes")
                    if (length := answer.headers.get("Content-Length")) and int(length) != len(body):
                        raise http.client.IncompleteRead(body)
                    return body, {name: answer.headers[name] for name in KEPT_HEADERS if name in answer.headers}
            except urllib.error.HTTPError as error:
                reason = f"HTTP {error.code}"
                if error.code < 500 and error.code not in (408, 429):
                    break
            except (OSError, ValueError, http.client.HTTPException) as error:
                reason = str(error) or type(error).__name__
        raise SafetyDatabaseError(f"{url} gave no answer ({reason}); the hazard database stays as it is")
