"""Days as files have them: 2024-03-31, 31.03.2024, 31 Mar 2024, with a time of day behind them or without.

`03/04/2024` is not read: it is the third of April in one country and the fourth of March in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime

from scitoolagent.language.words import word_list

# In Python and in DuckDB they mean the same; so does the expression below.
FORMATS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d %b %Y", "%d-%b-%Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y")
# A time of day behind a day, which counts for nothing here.
TIME = r"[T ]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)? ?(Z|[+-]\d{2}:?\d{2}|[AaPp][Mm])?$"
_CLOCK = re.compile(TIME)
_LONGEST = 40


_DAY = re.compile(
    r"(?<![\w.,/-])(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{4}"
    r"|[A-Z][a-z]{2,8} \d{1,2}, \d{4})(?![\w/-]|[.,]\d)"
)


def find_days(text: str) -> Iterator[tuple[int, int, str]]:
    """The days of a question with their places, where it speaks of years, months or weekdays; others say when."""
    if not {*re.findall(r"[a-z]+", text.lower())} & (word_list("dates", "periods") | {"day"}):
        return iter(())
    return ((one.start(), one.end(), one[0]) for one in _DAY.finditer(text) if day_of(one[0]))


def day_of(text: str) -> date | None:
    """The day that a text is; None for any other text."""
    plain = _CLOCK.sub("", text.strip()) if len(text) <= _LONGEST else ""
    for form in FORMATS if plain[:1].isalnum() else ():
        try:
            return datetime.strptime(plain, form).date()
        except ValueError:
            continue
    return None


def hour_of(text: str) -> int | None:
    """The hour of the day that a text says behind a day; None where it says none."""
    moment = moment_of(text)
    return None if moment is None else int(moment)


def moment_of(text: str) -> float | None:
    """The hours since midnight that a text says behind a day; None where it says none."""
    found = _CLOCK.search(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        return None
    parts = re.match(r"[T ](\d{1,2}):(\d{2})(?::(\d{2}))?", found[0])
    hour, minute, second = (float(one or 0) for one in (parts.groups() if parts else ()))
    half = found[0][-2:].lower()
    if half in ("am", "pm"):
        hour = hour % 12 + 12 * (half == "pm") if 1 <= hour <= 12 else 24
    return hour + minute / 60 + second / 3600 if hour < 24 and minute < 60 else None
