"""Find replicates among which a question looks for an outlier."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.general._listed_numbers import listed_numbers

_LONGEST = 2000
_NUMBER = r"[-−]?\d+(?:\.\d+)?"
_UNIT = r"(?:\s?(?:%|ppm|ppb|[mµunk]?g(?:/(?:m?L|kg|g))?|[mµu]?L|[mµun]?M|[mµnc]?m|°C|K|s|min|h)(?![\w/·]))?"
_LIST = re.compile(
    rf"(?<![\w.])({_NUMBER}(?:(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+){_NUMBER}){{2,}})(?!\w|\.\d){_UNIT}"
)


@cache
def _words(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('outliers', name))})(?![\w-])", re.IGNORECASE)


def find_replicates(text: str) -> Iterator[tuple[int, int, str]]:
    """The replicates of a test for outliers, parted by blanks; and the one of them that is called an outlier."""
    if len(text) > _LONGEST or not _words("test").search(text):
        return
    found = list(_LIST.finditer(text))
    if len(found) != 1:
        return
    values = re.findall(_NUMBER, found[0][1].replace("−", "-"))
    lead = re.search(
        rf"(?:{any_of(phrase_list('outliers', 'lead'))})\s*[:=]?\s*$", text[: found[0].start()], re.IGNORECASE
    )
    start, end = lead.start() if lead else found[0].start(), found[0].end()
    for one in listed_numbers(text):
        # "Five nitrite results 4.12 …", with the count of what is there.
        if one.first == found[0].start() and (one.titled or one.is_called(phrase_list("outliers", "lead"))):
            begins = start if _words("test").search(text, one.start, one.first) else min(start, one.start)
            start, end = begins, max(end, one.end)
    yield start, end, " ".join(values)
    suspected = re.compile(
        rf"(?<![\w.])({_NUMBER})(?=\s+(?:is\s+)?an\s+outlier|\s+be\s+(?:rejected|discarded))", re.IGNORECASE
    )
    for match in suspected.finditer(text):
        if match[1] == _apart(values) and not found[0].start() <= match.start() < found[0].end():
            yield match.start(), match.end(), " ".join(values)


def _apart(values: list[str]) -> str:
    """The value that both tests ask about; none where one takes the lowest and the other the highest."""
    ordered = sorted(values, key=float)
    numbers = [float(value) for value in ordered]
    middle = sum(numbers) / len(numbers)
    lowest, highest = numbers[1] - numbers[0], numbers[-1] - numbers[-2]
    if lowest > highest and middle - numbers[0] > numbers[-1] - middle:
        return ordered[0]
    return ordered[-1] if highest > lowest and numbers[-1] - middle > middle - numbers[0] else ""
