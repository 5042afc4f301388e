"""What an answer gives, made uniform: its numbers, texts, truth values and lists, each with subject and label."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scitoolagent.benchmarks.freeask.items import Reference
from scitoolagent.records import Answer
from scitoolagent.tool.units import UnitError, convert

_PLAIN_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")
_SEPARATOR = re.compile(r", (?:and )?|; | > | < | and ")
_PURE = ("", "1", "[pH]", "e")
_PERCENT = ("%", "percent")
_ROUNDING = 1e-9
_SUPPORT = 5e-3  # of the value behind a conclusion, which the answer may have rounded
_LONGEST_SMILES = 300
# A whole number below this is taken for a count, which has no unit.
_LARGEST_COUNT = 1000


@dataclass(frozen=True, slots=True)
class Number:
    """A number of an answer; `within` says whether it stands alone, in a `dict`, or in a `list`."""

    value: float
    unit: str
    subject: str
    label: str
    within: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of an answer."""

    value: str
    subject: str
    label: str


class Given:
    """All that an answer to a question gives."""

    def __init__(self, question: str, answer: Answer) -> None:
        self.numbers: list[Number] = []
        self.texts: list[Text] = []
        self.truths: list[tuple[bool, str]] = []
        self.lists: list[list[str]] = []
        self.text = answer.text
        for value in answer.values:
            self._take(value.value, value.unit or "", value.subject, value.label, "")
        holds = bool(self.numbers or self.texts or self.truths or self.lists)
        self.is_empty = not holds if answer.values else not answer.text.strip()
        self.lines = [
            line
            for line in answer.text.splitlines()
            if line.strip() and not line.startswith("Note") and plain(line) != plain(question)
        ]
        said = [answer.text, *answer.notes, *answer.unmet, *(number.label for number in self.numbers)]
        self.said = plain(" ".join(said))

    def _take(self, value: Any, unit: str, subject: str, label: str, within: str) -> None:
        if isinstance(value, bool):
            self.truths.append((value, subject))
        elif isinstance(value, (int, float)):
            self.numbers.append(Number(float(value), unit, subject, label, within))
        elif isinstance(value, dict):
            for key, item in value.items():
                self._take(item, unit, f"{subject} {key}", f"{label} {key}", within or "dict")
        elif isinstance(value, (list, tuple)):
            if value and all(isinstance(item, str) for item in value):
                self.lists.append(list(value))
            for item in value:
                self._take(item, unit, subject, label, "list")
        elif value is not None:
            self._take_text(str(value), unit, subject, label, within)

    def _take_text(self, text: str, unit: str, subject: str, label: str, within: str) -> None:
        if _PLAIN_NUMBER.fullmatch(text):
            self.numbers.append(Number(float(text), unit, subject, label, within))
        self.texts.append(Text(text, subject, label))
        if not within:
            self.lists.append([item.strip() for item in _SEPARATOR.split(text)])

    def supports(self, names: Iterable[str], known: dict[str, float]) -> bool:
        """Whether the answer gives a value of each subject, and the known one where one is known."""
        return all(self._supports(name, known.get(name)) for name in names)

    def _supports(self, name: str, value: float | None) -> bool:
        numbers = [number.value for number in self.numbers if same(number.subject, name)]
        if any(value is None or abs(one - value) <= _SUPPORT * max(1.0, abs(value)) for one in numbers):
            return True
        return any(same(subject, name) for _, subject in self.truths)


def agrees(number: Number, wanted: Reference) -> bool:
    """Whether a number of the answer is a wanted one, in any unit that converts."""
    counted = not wanted.unit and not wanted.tolerance and wanted.value and abs(wanted.value) < _LARGEST_COUNT
    if counted and number.unit not in (*_PURE, *_PERCENT):
        return False
    value = in_unit(number.value, number.unit, wanted.unit)
    return value is not None and any(
        abs(value - one) <= wanted.tolerance + _ROUNDING * abs(one) for one in (wanted.value, *wanted.accept)
    )


def in_unit(value: float, unit: str, wanted: str) -> float | None:
    """The value in the wanted unit, unchanged where one of the two has none; None when nothing converts it."""
    if unit in _PURE or unit == wanted or (unit in _PERCENT and wanted in _PERCENT):
        return value
    if not wanted:
        return value / 100 if unit in _PERCENT else value
    try:
        return convert(value, unit, wanted)
    except UnitError:
        return None


def plain(text: str) -> str:
    """A text without difference of case, blanks, raised and lowered digits, and a full stop at its end."""
    folded = unicodedata.normalize("NFKC", text).replace("−", "-")
    return " ".join(folded.split()).strip(".").casefold()


@lru_cache(maxsize=4096)
def same(one: str, other: str) -> bool:
    """Whether two names are of one thing: alike, or one a part of the other, in whole words."""
    first, second = plain(one), plain(other)
    return bool(first and second) and (place(second, first) is not None or place(first, second) is not None)


def place(name: str, text: str) -> int | None:
    """Where a name stands in a text, as whole words; both as `plain` gives them. None when it does not."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    return found.start() if found else None


@lru_cache(maxsize=4096)
def structure(text: str) -> str | None:
    """The canonical SMILES of a structure; None when the text is none."""
    from rdkit import Chem, rdBase

    if not text or len(text) > _LONGEST_SMILES:
        return None
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(text)
    return None if mol is None else str(Chem.MolToSmiles(mol))
