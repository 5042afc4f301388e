"""Days, months, quarters and years as a question says them: "2022", "March 2022", "Q1 2022", "4 May 2022", "in May"."""

from __future__ import annotations

import calendar
import re
from datetime import date
from functools import cache
from typing import NamedTuple

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_EARLIEST, _LATEST = 1700, 2199
_PLACES = ("first", "second", "third", "fourth")


class Period(NamedTuple):
    """From a first to a last day, both in it; a `month` of any year has no days. `end` is behind its last letter."""

    end: int
    first: date | None = None
    last: date | None = None
    month: int = 0

    @property
    def year(self) -> int | None:
        """The year that it is, where it is a whole one."""
        if self.first is None or self.last is None:
            return None
        whole = self.last == date(self.first.year, 12, 31) and (self.first.month, self.first.day) == (1, 1)
        return self.first.year if whole else None

    def in_year_of(self, other: Period) -> Period:
        """A month without a year as that of the year in which another period ends: "between May and July 2022"."""
        return _month(self.end, other.last.year, self.month) if self.month and other.last else self


@cache
def _months() -> dict[str, int]:
    return {name: place for place, names in enumerate(phrase_list("dates", "months"), 1) for name in names.split("|")}


@cache
def _pattern() -> re.Pattern[str]:
    month = rf"(?P<{{}}>{any_of(_months())})\.?"
    day, year = r"(?P<{}>[0-3]?\d)(?:st|nd|rd|th)?", r"(?P<{}>\d{{4}})"
    forms = (
        r"(?P<iso>\d{4}-\d{2}-\d{2})",
        r"(?P<ym>\d{4}-\d{2})",
        rf"(?:the\s+)?{day.format('d1')}\s+(?:of\s+)?{month.format('m1')},?\s+{year.format('y1')}",
        rf"{month.format('m2')}\s+(?:the\s+)?{day.format('d2')},?\s+{year.format('y2')}",
        rf"{month.format('m3')},?\s+(?:of\s+)?{year.format('y3')}",
        rf"(?:(?:the\s+)?(?P<nth>first|second|third|fourth)\s+quarter\s+of|Q(?P<q>[1-4]))\s+{year.format('y4')}",
        rf"(?:the\s+year\s+)?{year.format('y5')}",
        month.format("m6"),
    )
    return re.compile(rf"(?:{'|'.join(forms)})(?![\w-]|[.,/]\d)", re.IGNORECASE)


def period_at(text: str, place: int) -> Period | None:
    """The period that begins at a place of a text; None where none does, or where it is no day that there was."""
    found = _pattern().match(text, place)
    if found is None:
        return None
    said = {name[0]: value for name, value in found.groupdict().items() if value and name not in ("iso", "ym", "nth")}
    try:
        return _period(found, said)
    except ValueError:
        return None


def _period(found: re.Match[str], said: dict[str, str]) -> Period | None:
    end = found.end()
    if found["iso"]:
        day = date.fromisoformat(found["iso"])
        return Period(end, day, day)
    if found["ym"]:
        return _month(end, *map(int, found["ym"].split("-")))
    month = _months()[said["m"].lower()] if "m" in said else 0
    if "y" not in said:
        # "May" is a month in capitals only, "march" and "mark" in words are verbs and nouns.
        return Period(end, month=month) if said["m"][0].isupper() else None
    year = int(said["y"])
    if not _EARLIEST <= year <= _LATEST:
        return None
    if "d" in said:
        day = date(year, month, int(said["d"]))
        return Period(end, day, day)
    if month:
        return _month(end, year, month)
    if found["nth"] or "q" in said:
        last = 3 * (int(said["q"]) if "q" in said else 1 + _PLACES.index(found["nth"].lower()))
        return Period(end, date(year, last - 2, 1), _month(end, year, last).last)
    return Period(end, date(year, 1, 1), date(year, 12, 31))


def _month(end: int, year: int, month: int) -> Period:
    return Period(end, date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))
