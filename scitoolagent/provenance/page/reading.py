"""Read the page of a run back: its record, and whether it still is what was written. Nothing in it is obeyed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scitoolagent.errors import ConfigError
from scitoolagent.language.signs import printable
from scitoolagent.provenance.portable import PackedRun

RECORD = "scitoolagent-run"
# Pictures and the rows of tables take most of it.
LARGEST_PAGE = 64_000_000
_SHOWN = 100
_UNSEEN = ("script", "style", "title")


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The record of a page, the text that people see in it, and whether both are what was written together.

    Attributes:
        run: the record.
        text: what the page shows.
        is_record_whole: whether the record has the digest that was written beside it.
        is_text_whole: whether the text has.
    """

    run: PackedRun
    text: str
    is_record_whole: bool
    is_text_whole: bool


class _Page(HTMLParser):
    """Collects the text that people see, and the elements that hold a record."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.records: list[str] = []
        self.seen: list[str] = []
        self._unseen = ""
        self._is_record = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen = tag
            self._is_record = tag == "script" and dict(attrs).get("id") == RECORD
            if self._is_record:
                self.records.append("")
        else:
            self.seen.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unseen:
            self._unseen, self._is_record = "", False
        self.seen.append("\n")

    def handle_data(self, data: str) -> None:
        if self._is_record:
            self.records[-1] += data
        elif not self._unseen:
            self.seen.append(data)


def visible_text(html: str) -> str:
    """The text that people see, a line for each element, without blanks that mean nothing."""
    return _text(_parsed(html))


def read_page(path: Path) -> ReadPage:
    """Read the page of a run.

    Raises:
        ConfigError: it cannot be read, is too large, is no page of a run, or its record is broken.
    """
    try:
        if path.stat().st_size > LARGEST_PAGE:
            raise ConfigError(
                f"{path.name} has {path.stat().st_size:,} bytes; a page of a run has at most {LARGEST_PAGE:,}"
            )
        html = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ConfigError(f"{path.name} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path.name} is no text in UTF-8, so no page of a run") from error
    parsed = _parsed(html)
    if len(parsed.records) != 1:
        found = "no record" if not parsed.records else f"{len(parsed.records)} records"
        raise ConfigError(
            f"{path.name} holds {found} of a run; `scitoolagent export RUN --as html` writes pages with one"
        )
    return _checked(path.name, parsed)


def _parsed(html: str) -> _Page:
    page = _Page()
    page.feed(html)
    page.close()
    return page


def _checked(name: str, parsed: _Page) -> ReadPage:
    try:
        held = json.loads(parsed.records[0], parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"the record in {name} is broken: {_told(error)}") from error
    if not isinstance(held, dict) or not isinstance(held.get("run"), dict):
        raise ConfigError(f"the record in {name} is broken: it holds no run")
    try:
        run = PackedRun.model_validate_json(json.dumps(held["run"]))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ConfigError(f"the record in {name} is broken: {printable(place)[:_SHOWN]}: {first['msg']}") from error
    text = _text(parsed)
    shown = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return ReadPage(run, text, held.get("sha256") == run.digest(), held.get("shown") == shown)


def _text(parsed: _Page) -> str:
    lines = (" ".join(line.split()) for line in "".join(parsed.seen).split("\n"))
    return "\n".join(line for line in lines if line)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")


def _told(error: Exception) -> str:
    return printable(str(error))[:_SHOWN]
