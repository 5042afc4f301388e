"""Find the lists of numbers of a text, with what they are called and the unit that they share.

"contigs (bp): 4000 2500 900 ->", "recoveries in %: 97.5, 102.5", "masses/g = 1.2/1.3/1.1", "lengths 4, 7 and 9 cm":
tools that take several numbers at once find them by this, each with the words that it looks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from scitoolagent.errors import ToolInputError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.numbers import IN_WORDS
from scitoolagent.tool.units import readings

_NUMBER = r"[-−+]?\d+(?:\.\d+)?(?:[eE][-+−]?\d+)?"
# Nothing is given back once it is read: a block of coordinates holds hundreds of numbers with many blanks between.
_PARTED = r"\s*[;/]\s*(?:and\s+)?|\s*,\s*(?:and\s+)?|\s+(?:and\s+)?"
_LIST = re.compile(
    rf"(?<![\w.,/^(-])(?P<list>(?>{_NUMBER})(?:(?>{_PARTED})(?>{_NUMBER}))++)(?![\w%^]*\d|[.,:/]\d|\s?[x×*±]\s?\d)"
)
_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
# "weights (mg): ", "weights in mg: ", "weights/mg = ", "weights mg: ", "weights (keep this order): ", "weights: ".
_HEAD = re.compile(
    r"(?:^|(?<=[\s;,(]))(?P<name>[^\W\d_][^\s;,:()=!?]*(?:[ \t]+[^\s;,:()=!?]+){0,4}?)"
    r"(?:[ \t]*[(\[](?P<bracket>[^()\[\]:]{1,40})[)\]])?(?P<sign>[ \t]*[:=])?[ \t]*[\[({]?[ \t]*$"
)
_BEHIND = re.compile(r"[ \t]?(?P<unit>[^\W\d][^\s,;:)\]?!]{0,19}|%)")
_CLOSING = re.compile(r"[ \t]*[\])}]")
# What parts a list from what is asked of it.
_ARROW = re.compile(r"[ \t]*(?:->|→|=>|-{2,3}|[–—]|(?<=\s)-)(?=\s)")
_LONGEST = 20_000
_FARTHEST = 90
# "Weights mg" ends with a unit, "weights second" does not.
_LETTERS = 2
_JOINED = re.compile(r"\s*[;/]\s*(?:and\s+)?|\s*,\s+(?:and\s+)?|\s+(?:and\s+)?")
_FEW = 2


@dataclass(frozen=True, slots=True)
class Listed:
    """Numbers with their name, in small letters and without its unit; `unit` is as it is written, or empty.

    `start` and `end` are the place of all, with the arrow behind it; `first` is where the numbers begin. A list is
    `titled` where a colon, an equals sign or a unit in brackets parts the name from the numbers.
    """

    start: int
    first: int
    end: int
    name: str
    unit: str
    numbers: tuple[str, ...]
    titled: bool

    def noun_start(self, text: str, nouns: Iterable[str]) -> int | None:
        """Where one of some nouns begins that ends the name, with small words before it; None where none does.

        What else stands in front may ask for something: "Holm adjust these p-values: …".
        """
        small = "|".join(sorted(word_list("lists", "small")))
        lead = re.compile(
            rf"(?<![\w-])(?:(?:{small})\s+)*(?:{any_of(nouns)})(?![\w-])(?=[^\w]*(?:\(|\[|[:=]|of\b|$|\s+in\b|/))", re.I
        )
        found = list(lead.finditer(text, self.start, self.first)) if self.is_called(nouns) else []
        return found[-1].start() if found else None

    def is_called(self, nouns: Iterable[str]) -> bool:
        """Whether the name ends with one of some nouns: "six sulfate readings"."""
        return any(self.name == noun or self.name.endswith(f" {noun}") for noun in nouns)


def listed_numbers(text: str, fewest: int = 2) -> Iterator[Listed]:
    """The lists of a text of at least so many numbers; none where a comma may part two of them or stand within one."""
    for match in _LIST.finditer(text) if len(text) <= _LONGEST else ():
        numbers = apart(match["list"].replace("−", "-"))
        if len(numbers) >= fewest:
            yield _listed(text, match.start(), match.end(), tuple(one.lstrip("+") for one in numbers))


def _listed(text: str, first: int, end: int, numbers: tuple[str, ...]) -> Listed:
    start, name, unit, titled = _head(text, first, len(numbers))
    behind = None if unit else _BEHIND.match(text, end)
    if behind and (said := _as_unit(behind["unit"].rstrip("."))):
        unit, end = said, behind.start("unit") + len(said)
    if re.search(r"[\[({]\s*$", text[:first]) and (closing := _CLOSING.match(text, end)):
        end = closing.end()
    if arrow := _ARROW.match(text, end):
        end = arrow.end()
    return Listed(start, first, end, name, unit, numbers, titled)


def _head(text: str, first: int, count: int) -> tuple[int, str, str, bool]:
    """Where the name of a list begins, the name, its unit, and whether it is a title; none that says more than a name.

    "The weights without the first: …" and "six weights: 1, 2" are no mere names.
    """
    head = _HEAD.search(text, max(0, first - _FARTHEST), first)
    if head is None:
        return first, "", "", False
    begin, name = head.start("name"), head["name"]
    for joint in _joints().finditer(name):
        if name[joint.end() :].strip():
            begin, name = head.start("name") + joint.end(), name[joint.end() :]
    name, unit = _unit_at_end(name)
    bracket = head["bracket"] or ""
    unit = _as_unit(bracket) or unit
    words = [word for word in name.lower().split() if word not in word_list("lists", "small")]
    counted = [float(IN_WORDS.get(word, word)) for word in words if word in IN_WORDS or word.isdecimal()]
    odd = set(words) & word_list("statistics", "choosing") or any(number != count for number in counted)
    if odd or (bracket and not _as_unit(bracket) and bracket.lower() not in phrase_list("lists", "remarks")):
        return first, "", "", False
    said = " ".join(word for word in words if word not in IN_WORDS and not word.isdecimal())
    return begin, said, unit, bool(head["sign"] or (unit and bracket))


@cache
def _joints() -> re.Pattern[str]:
    """What stands between what is asked and the name of a list: "sd of these weights", "N50 for contigs"."""
    return re.compile(rf"(?:^|\s)(?:{any_of(phrase_list('lists', 'joints'))})\s+", re.IGNORECASE)


def _unit_at_end(name: str) -> tuple[str, str]:
    """A name and the unit that it ends with: "weights in mg", "weights/mg", "[S] µM"."""
    before, slash, unit = name.rpartition("/")
    if slash and before and " " not in unit and _as_unit(unit) and not _as_unit(name.split()[-1]):
        return before, unit
    words = name.split()
    is_apart = len(words) > 1 and (words[-2] == "in" or not words[-1].isalpha() or len(words[-1]) <= _LETTERS)
    if is_apart and _as_unit(words[-1]):
        return " ".join(words[: -2 if words[-2] == "in" else -1]), words[-1]
    return name, ""


def _as_unit(text: str) -> str:
    """A text that is a unit, without the blanks around it; empty where it is none."""
    plain = text.strip().removeprefix("in ")
    try:
        return plain if plain and not plain.isdigit() and readings(plain) else ""
    except ToolInputError:
        return ""


def apart(text: str) -> list[str]:
    """The numbers of a list; none where a comma without a blank may part two of them or stand within one.

    "1,2,3 and 4" has four, "1,000 and 2,000" has two, "1,5; 2,5" are decimals; "1,2 and 3,4" may be two or four.
    """
    pieces, joints = _JOINED.split(text), _JOINED.findall(text)
    tight = [piece for piece in pieces if "," in piece]
    if not tight:
        return pieces
    if all(map(_THOUSANDS.fullmatch, tight)):
        return [piece.replace(",", "") for piece in pieces]
    single = all(piece.count(",") == 1 and "." not in piece for piece in tight)
    if joints and single and all(";" in joint for joint in joints):
        return [piece.replace(",", ".") for piece in pieces]
    # "5,000,6,000" may be a number of millions, or two; nobody writes 000 for a value of a list.
    if any(re.fullmatch(r"[-+]?0\d+", number) for piece in tight for number in piece.split(",")):
        return []
    # One run, perhaps with a last "and": its commas part.
    if tight == pieces[:1] and len(pieces) <= _FEW and (not joints or not single):
        return [number for piece in pieces for number in piece.split(",")]
    return []
