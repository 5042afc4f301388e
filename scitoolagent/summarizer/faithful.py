"""Check that a text is faithful: values appear in it only as placeholders, and every other number is checked.

A number that a model types is tied to nothing: it may confuse two values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from scitoolagent.records import AnswerValue, Query
from scitoolagent.summarizer.values import show_answer

_TOKEN = re.compile(r"[^\s,;:\"'“”`]+")
# A sign after a letter or digit joins two numbers: 3-7.
_NUMBER = re.compile(r"(?:(?<![\w.)\]])[+-])?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
# `58.4Å²`, `pH=7.4`: a number with signs around it.
_WITH_SIGNS = re.compile(rf"(?:[^\W\d_]{{1,3}}=)?({_NUMBER.pattern})[^\d=]{{0,4}}")
_PLACE = re.compile(r"\{\d{1,2}\}")
# Signs at a place that make another value of it: -{1}, {1}0, {1} %.
_ALTERED = re.compile(r"[^\s(\[\"'“‘:=*_~≈—]\{\d{1,2}\}|\{\d{1,2}\}(?:\s?[%‰°]|[^\s.,;:!?)\]\"'”’*_—])")
_CAPITALS = 6


def placed(text: str, query: Query, values: Sequence[AnswerValue]) -> str:
    """The text with the place of the only value where a model typed that value just as the answer shows it.

    Of several values it is not clear which one was meant, nor if the question contains the same value.
    """
    shown = show_answer(values[0]) if len(values) == 1 else ""
    if not _claims(shown) or shown in _asked(query):
        return text
    return re.sub(rf"(?<![\w.,+−–-]){re.escape(shown)}(?!\w|[.,]\d)", "{1}", text)


def unfounded(text: str, query: Query, values: Sequence[AnswerValue] = ()) -> list[str]:
    """The numbers and identifiers of a text that the question does not say, and the places that it alters.

    Args:
        text: what a model wrote, with `{1}` where the first value of the answer belongs.
        query: the question; its numbers and identifiers may be said.
        values: the values of the answer; their labels may be said.
    """
    known = "\n".join([_asked(query), *(value.label for value in values)])
    numbers = _numbers(_asked(query))
    altered = [match[0] for match in _ALTERED.finditer(text)]
    return altered + [token for token in _claims(_PLACE.sub(" ", text)) if not _holds(token, known, numbers)]


def _asked(query: Query) -> str:
    return "\n".join([query.text, *(entity.text for entity in query.entities)])


def _claims(text: str) -> list[str]:
    """The tokens that need a source: numbers and identifiers."""
    return [
        token
        for token in _tokens(text)
        if any(sign.isdecimal() for sign in token) or sum(sign.isupper() for sign in token) >= _CAPITALS
    ]


def _tokens(text: str) -> list[str]:
    return [match[0].strip(".()!?") for match in _TOKEN.finditer(text)]


def _holds(token: str, known: str, numbers: frozenset[Decimal]) -> bool:
    is_word = any(sign.isalpha() for sign in token)
    if is_word and re.search(rf"(?<![\w.]){re.escape(token)}(?!\w)", known):
        return True
    said = _numbers_of(token)
    return bool(said) and numbers.issuperset(said)


def _numbers(text: str) -> frozenset[Decimal]:
    return frozenset(number for token in _tokens(text) for number in _numbers_of(token))


def _numbers_of(token: str) -> list[Decimal]:
    """The numbers that a token is made of; none for an identifier, whose digits are not numbers."""
    if (alone := _WITH_SIGNS.fullmatch(token)) is not None:
        texts = [alone[1]]
    else:
        texts = [] if any(sign.isalpha() for sign in token) else _NUMBER.findall(token)
    try:
        return [Decimal(text) for text in texts]
    except InvalidOperation:  # more digits in its exponent than decimal numbers carry
        return []
