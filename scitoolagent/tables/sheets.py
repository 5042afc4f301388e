"""Sheets of a workbook: what they are called, and which of them a question means."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from scitoolagent.errors import TableError
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tables.bounds import USUAL, shown
from scitoolagent.tables.feature_kinds import meant_kind

SUFFIXES = (".xlsx", ".xlsm")
_LISTED, _MOST = 12, 1 << 20
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_QUOTES = "\"'`“”‘’"
_CALLED = re.compile(rf"[{_QUOTES}](?P<quoted>[^{_QUOTES}]{{1,31}})[{_QUOTES}]|(?-i:(?P<bare>[A-Z\d][\w-]*))")


# Between the name of a file and a sheet behind it.
_BESIDE = rf"[{_QUOTES}]?(?:\s*[,(]\s*|\s+)(?:(?:{{}})\s+)?"


class Said(NamedTuple):
    """The sheet that words from `start` to `end` of a question name."""

    sheet: str
    start: int
    end: int


def is_workbook(name: str) -> bool:
    """Whether a file of that name has sheets."""
    return name.casefold().endswith(SUFFIXES)


def sheets_of(path: Path) -> tuple[str, ...]:
    """The names of the sheets of a workbook, in its order; none where that cannot be read."""
    try:
        with zipfile.ZipFile(path) as archive:
            if max(archive.getinfo(part).file_size for part in (_WORKBOOK, _RELATIONS)) > _MOST:
                return ()
            book, relations = (ElementTree.fromstring(archive.read(part)) for part in (_WORKBOOK, _RELATIONS))  # noqa: S314
    except (zipfile.BadZipFile, OSError, KeyError, ElementTree.ParseError, RuntimeError, NotImplementedError):
        return ()
    rows = {one.get("Id") for one in relations if str(one.get("Type")).endswith("/worksheet")}
    sheets = [one for one in book.iter() if one.tag.endswith("}sheet")]
    return tuple(str(one.get("name")) for one in sheets if one.get(_ID) in rows)


def meant_part(path: Path, text: str, start: int, end: int) -> tuple[tuple[str, ...], str]:
    """The sheets of a workbook, and the one that a question means, or the kind of feature of a GenBank file.

    Raises:
        TableError: it names one that is not there, or several.
    """
    if not is_workbook(path.name):
        return (), meant_kind(path, text, start, end, USUAL)
    names = sheets_of(path)
    said = said_worksheet(text, start, end, names)
    return names, said.sheet if said is not None else ""


def said_worksheet(text: str, start: int, end: int, names: Sequence[str]) -> Said | None:
    """The sheet that a question names for the file that stands at a place of it; None where it names none.

    Raises:
        TableError: it names one that is not there, or several.
    """
    if not names or not re.search(rf"\b(?:{_nouns()})\b", text[:start] + " " + text[end:], re.IGNORECASE):
        return None
    found = [one for one in _named(text, names) if one.end <= start or one.start >= end]
    beside = [one for one in (_joined(text, start, end, one) for one in found) if one is not None]
    alone = sum(is_workbook(word.rstrip(f".,;?!){_QUOTES}")) for word in text.split()) == 1
    taken = beside or ([_introduced(text, one) for one in found] if alone else [])
    if len({one.sheet for one in found}) > 1 and alone:
        raise TableError("a question reads one sheet of a workbook; ask about one at a time")
    if taken or not alone:
        return taken[0] if taken else None
    if unknown := _unknown(text[:start], text[end:]):
        listed = ", ".join(map(shown, names[:_LISTED]))
        raise TableError(f"there is no sheet {shown(unknown)!r}; there is {listed}")
    return None


def _nouns() -> str:
    return _any("sheets")


def _any(*names: str) -> str:
    """Any word of some lists, for an expression."""
    return "|".join(sorted({word for name in names for word in word_list("tables", name)}))


def _named(text: str, names: Sequence[str]) -> list[Said]:
    """Where sheets are named, by their names or their places."""
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    called = rf"[{_QUOTES}]?(?P<name>{listed})[{_QUOTES}]?(?!\w)"
    places = {word: place for place, word in enumerate(phrase_list("tables", "sheet_places"))}
    ordinal = rf"(?P<place>{'|'.join(places)}|\d{{1,2}}(?:st|nd|rd|th))"
    known = {name.casefold(): name for name in names}
    forms = (
        rf"(?:\bthe\s+)?\b(?:{_nouns()})\s+(?:(?:{_any('sheet_called')})\s+)?{called}",
        rf"(?:\bthe\s+)?(?<!\w){called}\s+(?:{_nouns()})\b",
        rf"\bthe\s+{ordinal}\s+(?:{_nouns()})\b",
        rf"(?:\bthe\s+)?\b(?:{_nouns()})\s+(?:number\s+)?(?P<place>\d{{1,2}})\b(?!\s*%)",
    )
    found: list[Said] = []
    for form in forms:
        for match in re.finditer(form, text, re.IGNORECASE):
            if any(one.start < match.end() and match.start() < one.end for one in found):
                continue
            said = match.groupdict()
            if name := said.get("name"):
                found.append(Said(known[name.casefold()], *match.span()))
                continue
            place = places.get(said["place"].casefold(), -2)
            place = int(re.sub(r"\D", "", said["place"])) if place < -1 else place
            place = place if place or "0" in said["place"] else len(names)
            if 1 <= place <= len(names):
                found.append(Said(names[place - 1], *match.span()))
    return found


def _joined(text: str, start: int, end: int, said: Said) -> Said | None:
    """A sheet with the words that join it to the file beside it; None where other words part them."""
    if said.end <= start:
        link = re.fullmatch(
            rf"\s*,?\s+(?:{_any('sheet_links')})\s+(?:the\s+)?(?:(?:{_any('workbooks')})\s+)?[{_QUOTES}]?",
            text[said.end : start],
        )
        if link is None:
            return None
        led = re.search(r"(\w+)\s+$", text[: said.start])
        if led and led[1].lower() in word_list("tables", "sheet_leads"):
            return said._replace(start=led.start())
        return said._replace(end=said.end + link.end())
    link = re.fullmatch(_BESIDE.format(_any("sheet_links", "sheet_leads")), text[end : said.start])
    closing = re.match(r"\)", text[said.end :]) if "(" in text[end : said.start] else None
    return said._replace(start=end, end=said.end + bool(closing)) if link else None


def _introduced(text: str, said: Said) -> Said:
    """The words for a sheet with a preposition in front of them and the comma behind."""
    led = re.search(rf"\b(?:{_any('sheet_links', 'sheet_leads')})\s+$", text[: said.start], re.IGNORECASE)
    comma = re.match(r"\s*,", text[said.end :]) if not text[: led.start() if led else said.start].strip() else None
    return Said(said.sheet, led.start() if led else said.start, said.end + (comma.end() if comma else 0))


def _unknown(before: str, behind: str) -> str:
    """What a question calls a sheet that is none: behind the noun in quotes or with a capital letter."""
    for part in (before, behind):
        called = rf"\b(?:{_nouns()})\s+(?:(?:{_any('sheet_called')})\s+)?(?:{_CALLED.pattern})"
        if match := re.search(called, part, re.IGNORECASE):
            return str(match["quoted"] or match["bare"])
    return ""
