"""Find the numbers of a text as people write them; one that cannot be read for certain says why."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

# Blanks that no line is broken at: they part thousands.
BLANKS = "\u00a0\u2009\u202f"

# "100 000" is one number, "2 500" may be two.
_GROUPS = rf"\d{{1,3}}(?:[{BLANKS}'’_]\d{{3}})+(?:\.\d+)?(?!\d)|[1-9]\d{{0,2}} 0\d\d(?: \d{{3}})*(?:\.\d+)?(?!\d)"
_DIGITS = rf"(?:{_GROUPS}|\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+[.,]\d+|\.\d+|\d+)"
_POWER = r"(?:[eE][+-]?\d{1,4}|\s?[x*·]\s?10(?:\^|\*\*)?\(?[+-]?\d{1,4}\)?|\s?[x*·]\s?10[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})"
_TEN = r"10(?:\^\(?[+-]?\d{1,4}\)?|\*\*[+-]?\d{1,4}|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})"
IN_WORDS = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve".split(),
        map(float, range(13)),
        strict=True,
    )
) | {"fifteen": 15.0, "twenty": 20.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0}
_SCALES = "hundred|thousand|[mb]illion|dozen"
# Several words for one number are found and not worked out.
_WORD = rf"(?:{'|'.join(IN_WORDS)}|seventy|eighty|ninety|half|thirds?|quarters?|{_SCALES})"
_WORDS = rf"{_WORD}(?:[ -](?:and )?{_WORD})*(?:(?<=half) an?)?"
_BODY = (
    rf"(?P<sign>[+-]|–(?=\d)|(?:minus|negative) )?(?P<body>{_TEN}|{_DIGITS}{_POWER}?|(?:nan|inf|infinity|{_WORDS})\b)"
)
_NUMBER = re.compile(_BODY, re.IGNORECASE)
_FREE = re.compile(rf"(?<![\w.,^%/)\]])(?<![\w)\]][-–]){_BODY}", re.IGNORECASE)
# What looks like a number and is none: "1.2.3", "1/2", "10.000,5", "3 million", "1½", "1e5e5", "2^3", "10(1)".
_ODD = re.compile(
    rf"(?<![\w.,^%/)\]-])(?:\d+(?:[.,/]\d+)+(?![\d.,/]*\d)|\d[\d.,]* ?(?:{_SCALES})\b|\d*[¼-¾⅐-⅞]|"
    r"\d{1,9}[A-Za-z^(][\w.,^()]{0,20}(?<=[\d)])(?=\s))"
)
_TENS = re.compile(r"10(?:\^|\*\*)?\(?([+-]?[\d⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+)\)?$")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_NOT_ONE = "it cannot be read as one number"


@dataclass(frozen=True, slots=True)
class Number:
    """A number at a place of a text; `problem` says why it cannot be taken as one value, and is empty otherwise."""

    value: float
    start: int
    end: int
    problem: str = ""
    in_words: bool = False


def find_numbers(text: str) -> list[Number]:
    """The numbers of a text in its order. The text must be as `scitoolagent.tool.units.normal` gives it."""
    # "0,5" says that a comma is the decimal sign in this text; then "1,500" could be both.
    comma = bool(re.search(r"(?<![\d,])(?:0,\d|\d+,\d{1,2}(?![\d,]))", text))
    odd = {match.start(): match for match in _ODD.finditer(text) if not _NUMBER.fullmatch(match[0])}
    found = [_read(match, comma) for match in _FREE.finditer(text) if match.start() not in odd]
    broken = [Number(math.nan, match.start(), match.end(), _NOT_ONE) for match in odd.values()]
    return sorted([*found, *broken], key=lambda number: number.start)


def number_at(text: str, place: int) -> Number | None:
    """The number that begins at a place of a text."""
    match = _NUMBER.match(text, place)
    return _read(match, False) if match else None


def _read(match: re.Match[str], comma: bool) -> Number:
    body = match["body"].lower()
    sign = -1.0 if (match["sign"] or "").strip().lower() in ("-", "–", "minus", "negative") else 1.0
    if body[0].isalpha() and not body.startswith(("nan", "inf")):
        value = IN_WORDS.get(body, math.nan)
        problem = "" if math.isfinite(value) else "it is written in words; give it in digits"
        return Number(sign * value, match.start(), match.end(), problem, in_words=True)
    digits = re.match(_DIGITS, body)
    both = comma and digits and re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits[0])
    problem = "its comma may part thousands or be the decimal sign" if both else ""
    return Number(sign * _value(body), match.start(), match.end(), problem)


def _value(body: str) -> float:
    if body[0].isalpha():
        return float(body)
    body = re.sub(rf"(?<=\d)['’_{BLANKS} ](?=\d{{3}})", "", body).replace(" ", "")
    tens = _TENS.search(body) if re.search(r"[x*·^⁰¹²³⁴⁵⁶⁷⁸⁹]|10\*\*", body) else None
    exponent = int(tens[1].translate(_RAISED)) if tens else 0
    mantissa = re.sub(r"[x*·]$", "", body[: tens.start()]) if tens else body
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?:e.*)?", mantissa) and not mantissa.startswith("0,"):
        mantissa = mantissa.replace(",", "")
    mantissa = mantissa.replace(",", ".") or "1"
    try:
        return float(f"{mantissa}e{exponent}") if exponent else float(mantissa)
    except (ValueError, OverflowError):
        return math.nan


_LETTERS = re.compile(r"[a-z]+")
# With a sign, where nothing stands right before it: "10-20" has no -20.
_PLAIN = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][+-]?\d+)?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


def numbers_in(text: str) -> Counter[float]:
    """The numbers in digits or as one word, each as often as the text has it, whatever they stand in."""
    digits = [float(one.replace(",", "")) for one in _PLAIN.findall(text.replace("−", "-"))]
    return Counter([*digits, *(IN_WORDS[word] for word in _LETTERS.findall(text.lower()) if word in IN_WORDS)])
