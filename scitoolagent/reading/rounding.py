"""How many digits an answer is wanted with: "to two decimals", "to the nearest integer", "3 significant figures"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrase_meanings, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.tokens import WORD, Token
from scitoolagent.records import Query, Rounding
from scitoolagent.tool.numbers import IN_WORDS

_MOST = 15


def wanted_digits(query: Query, parts: Sequence[Sequence[Token]], asks: Sequence[AskDraft]) -> list[Read]:
    """Give the digits that are wanted to the asks they are said of: the one in front, or all that stand nowhere else.

    A wish in a sentence of its own is one for all asks; of several wishes in one sentence each is for the ask nearest
    in front of it.
    """
    found = list(_wishes(query.text))
    read: list[Read] = []
    for start, end, rounding in found:
        sentence = next((part for part in parts if part[0].start <= start < part[-1].end), ())
        inside = [ask for ask in asks if sentence and sentence[0].start <= ask.start < sentence[-1].end]
        alone = sum(bool(sentence) and sentence[0].start <= other < sentence[-1].end for other, _, _ in found) == 1
        before = [ask for ask in inside if ask.end <= start]
        for ask in inside or asks if alone else before[-1:]:
            if ask.rounding not in (None, rounding):
                ask.problem = ask.problem or "it is not said in one way how to round"
            ask.rounding = rounding
        if asks:
            read.append(Read(start, end, "form"))
    if read:
        verbs = word_list("rounding", "verbs")
        read += [
            Read(token.start, token.end, "form")
            for part in parts
            for token in part
            if token.kind == WORD and token.text in verbs
        ]
    return read


def _wishes(text: str) -> Iterator[tuple[int, int, Rounding]]:
    for pattern, significant in ((_decimals(), False), (_figures(), True)):
        for match in pattern.finditer(text):
            written = match["number"].lower()
            number = IN_WORDS[written] if written in IN_WORDS else float(written)
            if number <= _MOST and (number > 0 or not significant):
                yield match.start(), match.end(), Rounding(digits=int(number), significant=significant)
    for match in _nearest().finditer(text):
        place = " ".join(match["place"].lower().split())
        yield match.start(), match.end(), Rounding(digits=int(phrase_meanings("rounded_to")[place]))


@lru_cache(maxsize=1)
def _decimals() -> re.Pattern[str]:
    return _counted("decimals")


@lru_cache(maxsize=1)
def _figures() -> re.Pattern[str]:
    return _counted("figures")


def _counted(nouns: str) -> re.Pattern[str]:
    number = rf"(?P<number>\d{{1,2}}|{any_of(list(IN_WORDS))})"
    lead = rf"(?:(?:{any_of(phrase_list('rounding', 'leads'))})\s+)*"
    return re.compile(
        rf"(?<![\w.\-−–]){lead}{number}[\s-](?:{any_of(phrase_list('rounding', nouns))})(?![\w-])", re.IGNORECASE
    )


@lru_cache(maxsize=1)
def _nearest() -> re.Pattern[str]:
    leads = any_of(phrase_list("rounding", "nearest"))
    return re.compile(
        rf"(?<![\w.])(?:{leads})\s+(?P<place>{any_of(list(phrase_meanings('rounded_to')))})(?![\w-])", re.IGNORECASE
    )
