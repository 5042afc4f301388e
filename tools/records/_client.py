"""Ask providers of records: only where a setting lets them be asked, at their pace, and each answer once.

Three things are told apart and never mixed up: a provider has no such record (`RecordNotFoundError`), it was not asked
(`NotAskedError`, with the request that would be made), and it gave no answer that can be used (`ProviderError`).
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import re
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scitoolagent.config import Config, load_config
from scitoolagent.errors import NetworkError, NotAskedError, ProviderError, RecordNotFoundError
from scitoolagent.http import HttpClient, Response
from scitoolagent.tools.records._declared import Document, Part, Provider
from scitoolagent.tools.records._markup import read_atom, read_flat

PUBLIC = "public"
SECONDS = 20.0
_ATTEMPTS = 3
_PAUSE = 1.0
_SHOWN = 60
_WEB_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_BLANK = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a provider answered: the data, the address that gave it, and when it was asked."""

    data: Any
    url: str
    asked: datetime

    def told(self, provider: Provider) -> str:
        """Where the data are from, and how old they are."""
        days = (datetime.now(UTC) - self.asked).days
        age = "" if days < 1 else f", {days} day{'s' if days > 1 else ''} ago"
        return f"{provider.name} ({provider.terms}): {self.url}, asked on {self.asked:%Y-%m-%d}{age}"


def address(part: Part, provider: Provider, values: Mapping[str, str], base: str | None = None) -> str:
    """The address of a request; what is put into it can end no part of it."""
    path = _BLANK.sub(lambda found: urllib.parse.quote(values[found[1]], safe=""), part.path)
    query = {name: _BLANK.sub(lambda found: values[found[1]], text) for name, text in part.query.items()}
    asked = f"{(base or provider.url).rstrip('/')}{path}"
    return f"{asked}?{urllib.parse.urlencode(query, safe=',:')}" if query else asked


def ask(tool: str, document: Document, part: Part, values: Mapping[str, str]) -> Reply:
    """The answer to one request of a document; one that is kept counts as long as its provider says.

    Raises:
        NotAskedError: the settings let nobody be asked, or lack the key that the provider wants.
        RecordNotFoundError: the provider has no such record.
        ProviderError: there is no answer, or it is not what the provider documents.
    """
    config, provider = load_config(), document.provider
    services = (config.record_services or "").strip()
    base = None if services in ("", PUBLIC) else f"{services.rstrip('/')}/{provider.key}"
    url = address(part, provider, values, base)
    folder = config.cache_dir / "records" / provider.key
    place = folder / f"{hashlib.sha256(url.encode()).hexdigest()}.json"
    kept = kept_answer(place, provider)
    if kept is not None:
        with contextlib.suppress(ProviderError):  # one that cannot be read any more is asked for anew
            return Reply(_parsed(provider, part, kept[0], url), url, kept[1])
    headers = _headers(tool, provider, config, services, url)
    body = _fetched(tool, document, part, url, headers, folder, values)
    data = _parsed(provider, part, body, url)
    asked = datetime.now(UTC)
    keep_answer(place, body, asked)
    return Reply(data, url, asked)


def _headers(tool: str, provider: Provider, config: Config, services: str, url: str) -> dict[str, str]:
    """What goes with a request, the key included, which is in no address and in no message."""
    if not services:
        raise NotAskedError(
            f"{provider.name} was not asked: no setting lets record tools ask it. {tool} would ask GET {url}; "
            f"SCITOOLAGENT_RECORD_SERVICES={PUBLIC} lets it, and the identifier leaves this machine then"
        )
    headers = {"Accept": "application/json, application/atom+xml, text/plain"}
    if provider.secret:
        setting, header = provider.secret
        key = getattr(config, setting)
        if key is None and services == PUBLIC:
            raise NotAskedError(
                f"{provider.name} was not asked: it wants a key, and {setting} holds none. {tool} would ask "
                f"GET {url}; set SCITOOLAGENT_{setting.upper()}"
            )
        headers |= {header: key.get_secret_value()} if key is not None else {}
    return headers


def _fetched(
    tool: str,
    document: Document,
    part: Part,
    url: str,
    headers: Mapping[str, str],
    folder: Path,
    values: Mapping[str, str],
) -> bytes:
    provider = document.provider
    client = HttpClient(
        seconds=SECONDS, attempts=_ATTEMPTS, pause=_PAUSE, most=provider.most, answers=(200, *part.missing)
    )
    with in_turn(folder, provider.every):
        try:
            answer = client.fetch(url, headers=headers)
        except NetworkError as error:
            raise ProviderError(f"{provider.name} gave no answer to {tool}: {error}; try again later") from error
    if _is_web_page(answer):
        raise ProviderError(
            f"{provider.name} sent a web page (HTTP {answer.status}) and no record for GET {url}; try again later, or "
            "see the setting record_services"
        )
    if answer.status in part.missing:
        raise missing(document, values, url)
    if not answer.body.strip():
        raise ProviderError(f"{provider.name} sent nothing for GET {url}; try again later")
    return answer.body


def missing(document: Document, values: Mapping[str, str], url: str, why: str = "") -> RecordNotFoundError:
    """The error for a record that its provider does not have."""
    said = ", ".join(value[:_SHOWN] for name, value in values.items() if name != "top")
    return RecordNotFoundError(
        f"{document.provider.name} has no {document.what} {said}{f' ({why})' if why else ''}: asked GET {url}"
    )


def _is_web_page(answer: Response) -> bool:
    return answer.kind.startswith("text/html") or bool(_WEB_PAGE.match(answer.body[:2000]))


def _parsed(provider: Provider, part: Part, body: bytes, url: str) -> Any:
    try:
        if part.form == "pdf":
            return {"file": _whole_pdf(body)}
        text = body.decode("utf-8")
        if part.form == "atom":
            return read_atom(text)
        if part.form == "text":
            return {"text": text}
        return read_flat(text) if part.form == "kegg" else json.loads(text)
    except (ValueError, RecursionError) as error:
        told = body[:40].decode("utf-8", "replace")
        raise ProviderError(
            f"{provider.name} sent something for GET {url} that cannot be read ({len(body):,} bytes, beginning "
            f"{told!r}); try again later"
        ) from error


def _whole_pdf(body: bytes) -> bytes:
    """A PDF that is not cut, as it came.

    Raises:
        ValueError: it is no PDF, or its end is not there.
    """
    if not body.startswith(b"%PDF-") or b"%%EOF" not in body[-2048:]:
        raise ValueError("no whole PDF")
    return body


def kept_answer(place: Path, provider: Provider) -> tuple[bytes, datetime] | None:
    """An answer that is kept and not too old, with when it was asked."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        kept = json.loads(place.read_text("utf-8"))
        asked = datetime.fromisoformat(kept["asked"])
        if 0 <= (datetime.now(UTC) - asked).days < provider.keep:
            return (base64.b64decode(kept["bytes"]) if "bytes" in kept else str(kept["body"]).encode()), asked
    return None


def keep_answer(place: Path, body: bytes, asked: datetime) -> None:
    with contextlib.suppress(OSError):  # a full disk keeps nothing and spoils nothing
        place.parent.mkdir(parents=True, exist_ok=True)
        partial = place.with_suffix(f".{os.getpid()}.part")
        try:
            told = {"body": body.decode("utf-8")}
        except UnicodeDecodeError:
            told = {"bytes": base64.b64encode(body).decode("ascii")}
        partial.write_text(json.dumps({"asked": asked.isoformat(), **told}), "utf-8")
        partial.replace(place)


@contextlib.contextmanager
def in_turn(folder: Path, every: float) -> Iterator[None]:
    """One request after another at the pace of the provider, for all processes that share the folder."""
    try:
        import fcntl

        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "turn").open("a")
    except (OSError, ImportError):  # where nothing can be written, each process keeps its own pace
        time.sleep(every)
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with contextlib.suppress(OSError):
            since = time.time() - os.fstat(lock.fileno()).st_mtime
            time.sleep(max(0.0, every - since) if 0 <= since < every else 0.0)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                os.utime(folder / "turn")
