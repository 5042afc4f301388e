"""Check that a text is faithful: every number and identifier in it must occur in the results or the question."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from scitoolagent.records import AnswerValue, Query, StepResult
from scitoolagent.summarizer.values import show_value

_TOKEN = re.compile(r"[^\s,;:\"'“”`]+")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_CAPITALS = 6
_LARGEST = 400


def unfounded(
    text: str, query: Query, results: tuple[StepResult, ...], values: Sequence[AnswerValue] = ()
) -> list[str]:
    """The numbers and identifiers of a text that occur neither in a result nor in the question.

    A number counts as found when some number of the results, or of the values that the answer gives in another unit,
    rounds to it.
    """
    known = "\n".join([_known(query, results), *(show_value(value.value, value.unit, cut=False) for value in values)])
    numbers = [number for match in _NUMBER.findall(known) if (number := _decimal(match)) is not None]
    return [token for token in _claims(text) if not _holds(token, known, numbers)]


def _claims(text: str) -> list[str]:
    """The tokens that need a source: numbers and identifiers."""
    found = []
    for match in _TOKEN.finditer(text):
        token = match[0].strip(".()!?")
        if any(sign.isdecimal() for sign in token) or sum(sign.isupper() for sign in token) >= _CAPITALS:
            found.append(token)
    return found


def _holds(token: str, known: str, numbers: list[Decimal]) -> bool:
    if _NUMBER.fullmatch(token):
        return _rounds_to(token, numbers)
    if re.search(rf"(?<![\w.]){re.escape(token)}(?!\w)", known):
        return True
    # `58.4Å²`, `pH=7.4`: a number with signs around it.
    inside = _NUMBER.findall(token)
    letters = sum(sign.isalpha() for sign in token)
    single = len(inside) == 1 and letters <= 3
    return bool(inside) and (single or not letters) and all(_rounds_to(number, numbers) for number in inside)


def _rounds_to(text: str, numbers: list[Decimal]) -> bool:
    claimed = _decimal(text)
    if claimed is None:
        return False
    half = Decimal(1).scaleb(int(claimed.as_tuple().exponent)) / 2
    # Half a unit in either direction, because ties may be rounded up or down.
    return any(abs(number - claimed) <= half for number in numbers)


def _decimal(text: str) -> Decimal | None:
    """The number; None when its exponent is beyond any measurement, as digits of a fingerprint may look."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if -_LARGEST < number.adjusted() < _LARGEST else None


def _known(query: Query, results: tuple[StepResult, ...]) -> str:
    parts = [query.text]
    for result in results:
        parts += [json.dumps(list(result.arguments.values()), ensure_ascii=False)]
        for value in result.outputs.values():
            parts += [json.dumps(value.value, ensure_ascii=False), show_value(value.value, value.unit, cut=False)]
            # Its length, which an answer states when it shows a part of the value.
            parts += [str(len(value.value))] if isinstance(value.value, list | dict | str) else []
    return "\n".join(parts)
