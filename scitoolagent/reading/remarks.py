"""Find what people say of themselves, of the place and of the purpose: "I'm a chemist in Leeds", "for homework".

No answer depends on who asks, where and what for. So these are left out of what is read, which the answer shows; a
remark about the thing itself ("the deuterated one", "(oral)") is none of them and stays, to be read or named.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.sequences import said_as_aligned

_BEGINS = r"(?:^|(?<=[.!?;:,(]\s)|(?<=\n)|(?<=\())"
_ENDS = r"(?=\s*(?:[.!?;:,)\n]|\s[-–—]\s|$))"
_MARK_BEHIND = re.compile(r"\s*[.!;:,]+(?=\s|$)|\s*[-–—](?=\s)")
_MARK_BEFORE = re.compile(r"(?:\s*[,;]|\s[-–—])\s*$")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    anywhere, clauses, places, purposes, who, whose, here = (
        any_of(phrase_list("remarks", name))
        for name in ("anywhere", "clauses", "places", "purposes", "who", "whose", "at")
    )
    troubles, when, superiors, wanting, wanted = (
        any_of(phrase_list("remarks", name)) for name in ("troubles", "when", "superiors", "wanting", "wanted")
    )
    word = r"[a-z][a-z'’-]*"
    # The complement of "I am a …" says who asks: a few words and a place.
    person = rf"(?:{any_of(phrase_list('remarks', 'speaker'))})\s+an?\s+(?:{word}\s+){{0,2}}{word}"
    person += rf"(?:\s+(?:{here})\s+(?:{word}\s+){{0,2}}{word})?"
    found = (
        rf"(?<![\w-])(?:{anywhere})(?![\w-])",
        rf"{_BEGINS}(?:(?:{clauses})\s*)+{_ENDS}",
        rf"{_BEGINS}{person}{_ENDS}(?!\s*\?)",
        rf"{_BEGINS}(?:{word}\s+)?(?:{who})\s+here{_ENDS}",
        rf"(?:{_BEGINS}|\s)(?:{places})(?:\s+(?:{places}))*{_ENDS}",
        rf"{_BEGINS}(?:(?:and|but|as|since)\s+)?(?:{troubles})(?:\s+(?:{when})[^.!?;:,\n\d()]*)?{_ENDS}(?!\s*\?)",
        rf"{_BEGINS}(?:(?:and|but|as|since|because)\s+)?(?:{whose})\s+(?:{superiors})\s+(?:{wanting})\s+(?:{wanted}){_ENDS}",
        rf"(?:{_BEGINS}|\s)for\s+(?:(?:{whose})\s+)*(?:{purposes}){_ENDS}",
    )
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in found)


@cache
def _given_order() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A wish for the order of what is given, and words that ask for another one."""
    wishes, sorting = any_of(phrase_list("remarks", "given_order")), any_of(word_list("operations", "sort"))
    wish = re.compile(rf"(?:{_BEGINS}|\s)(?:{wishes}){_ENDS}", re.IGNORECASE)
    return wish, re.compile(rf"(?<![\w-])(?:{sorting})(?![\w-])", re.IGNORECASE)


def _without_sorting(text: str) -> Iterator[re.Match[str]]:
    """Wishes that every answer fulfils which sorts nothing."""
    wish, sorting = _given_order()
    for match in wish.finditer(text):
        if not sorting.search(text[: match.start()]) and not sorting.search(text[match.end() :]):
            yield match


def find_remarks(text: str) -> Iterator[tuple[int, int, str]]:
    """The remarks of a question with the mark that sets each apart, and a blank in place of it."""
    found = itertools.chain.from_iterable(pattern.finditer(text) for pattern in _patterns())
    wishes = (match.span() for match in (*found, *_without_sorting(text)))
    for start, end in (*wishes, *said_as_aligned(text)):
        if mark := _MARK_BEHIND.match(text, end):
            end = mark.end()
        elif mark := _MARK_BEFORE.search(text[:start]):
            start = mark.start()
        yield start, end, " "
