"""Find names in a question: by the tables of names behind the recognisers of types, and by where the words stand.

A name that the tables know as nothing but a name counts wherever it stands. One that has several readings (`iron`),
that is a common word (`water`) or that is misspelt counts only where a name can stand, and one that no table knows
only where the question says that it is a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.reading.words import EMPTY

_RAW = re.compile(r"\S+")
_QUOTES = "\"'`"
_MARKS = ",;:.?!…"
_LONGEST = 6
_MOST_AROUND = 20
_LOCANT = re.compile(r"\d{1,2}(?:,\d{1,2})*")
# A whole that is no name may be several: "aspirin/ibuprofen", "TPSA:aspirin", "benzene,toluene".
_PARTING = re.compile(r"[,;:/|=&]")
_LISTED = re.compile(r"[\s\"'`(\[{]*(?:,|;|/|\||&|\+|and|or|,\s*and|,\s*or|versus|vs\.?|with|to)?[\s\"'`)\]}]*")
_BEFORE = word_list("names", "before")
_ANNOUNCED = word_list("names", "announcing")
_AFTER = word_list("names", "after")
_OPENING = word_list("names", "opening") | {""}
_WORDS = word_list("names", "no_names")
_EVERYDAY = word_list("names", "everyday")
_PARTS = word_list("names", "parts")
_SYMBOL_BEFORE = word_list("names", "before_symbol")
# "can lead to": a word behind one of these is a verb before it is a name.
_MODALS = word_list("names", "modals")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_ARTICLES = frozenset(["the", "a", "an"])
_SHORTEST_BARE = 5
_LONGEST_SYMBOL = 3
_SHORTEST_MISSPELT = 6
_MOST_MISSPELT = 6
_MEASURED = "\x00"

Readings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tables:
    """What is known of names: `readings` gives the values of a text by type, `misspelt` those that it may mean."""

    readings: Callable[[str], Readings]
    misspelt: Callable[[str], Readings]
    # Words for what can have a name: "the star Vega".
    nouns: frozenset[str]
    # Types whose values look like plain words.
    plain: frozenset[str]


@dataclass(frozen=True, slots=True)
class Name:
    """A name at a place of the question with its values by type; none where no table knows it."""

    start: int
    end: int
    readings: Readings
    misspelt: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """The words of one goal of the question, and where the first begins and the last ends."""

    words: tuple[tuple[int, int], ...]

    def holds(self, start: int, end: int) -> bool:
        return any(left < end and start < right for left, right in self.words)

    def surrounds(self, start: int, end: int) -> bool:
        return min(self.words)[0] < start and end < max(self.words)[1]


@dataclass(frozen=True, slots=True)
class _Raw:
    text: str
    start: int
    end: int
    closed: bool  # a sentence mark, a comma or a quote ends a name here
    quoted: bool
    mark: str  # the sign that closes it


def find_names(
    text: str,
    taken: Sequence[tuple[int, int]],
    goals: Sequence[Goal],
    tables: Tables,
    measured: Sequence[tuple[int, int]] = (),
) -> list[Name]:
    """The names outside the places `taken` and `measured`; words of `goals` count only where announced as names.

    `text` must be as `scitoolagent.reading.spelling.plain` gives it. A name may stand behind a measured quantity
    ("5 g glucose").
    """
    return _Search(text, list(_raws(text, taken, measured, tables.readings)), goals, tables).names()


class _Search:
    def __init__(self, text: str, raws: list[_Raw], goals: Sequence[Goal], tables: Tables) -> None:
        self._text = text
        self._raws = raws
        self._goals = goals
        self._tables = tables
        self._found: list[Name] = []
        self._misspelt = 0

    def names(self) -> list[Name]:
        place = 0
        while place < len(self._raws):
            end = self._at(place)
            place = place + 1 if end is None else end
        return self._found

    def _at(self, place: int) -> int | None:
        """The index behind the name that starts at `place`, None when none does."""
        first = self._raws[place]
        if _LOCANT.fullmatch(first.text) and not first.closed and self._with_locant(place):
            return place + 2
        if first.text in ("", _MEASURED) or not any(sign.isalpha() for sign in first.text):
            return None
        before = self._word_before(place)
        announced = before in _ANNOUNCED or before in self._tables.nouns
        said = announced or first.quoted
        if first.text.lower() in _WORDS | EMPTY and not (announced and first.quoted):
            return None
        listed = self._is_listed(place)
        can_stand = said or listed or before in _BEFORE or before in _OPENING
        for end in self._ends(place):
            name = self._name(place, end)
            if not said and any(goal.holds(name.start, name.end) for goal in self._goals):
                continue
            if not name.readings or not self._may_be_name(name, before, listed, said):
                continue
            weak = self._is_weak(name)
            if weak and not (can_stand and before not in _MODALS and (said or self._ends_there(place, end, before))):
                continue
            if said or not self._is_part(end, name):
                self._found.append(name)
                return end
        if can_stand and self._is_misspelt(place):
            return place + 1
        if (announced and before in _ANNOUNCED) or (first.quoted and (listed or before in _BEFORE)):
            end = self._unknown_end(place)
            self._found.append(Name(first.start, self._raws[end - 1].end, {}))
            return end
        return None

    def _name(self, place: int, end: int) -> Name:
        start, stop = self._raws[place].start, self._raws[end - 1].end
        return Name(start, stop, self._tables.readings(self._text[start:stop]))

    def _with_locant(self, place: int) -> bool:
        """Whether a number and the next word are a name that a hyphen would join: `2 propanol` is no `propanol`."""
        if place + 1 == len(self._raws) or not self._raws[place + 1].text[:1].isalpha():
            return False
        first, behind = self._raws[place], self._raws[place + 1]
        readings = self._tables.readings(f"{first.text}-{behind.text}")
        if readings:
            self._found.append(Name(first.start, behind.end, readings))
        return bool(readings)

    def _may_be_name(self, name: Name, before: str, listed: bool, said: bool) -> bool:
        written = self._text[name.start : name.end]
        if written.lower() in _WORDS or written.lower() in EMPTY:
            return False
        if len(written) > 1:
            # "2nd" and "x 6" are listed somewhere; what has no three letters in a row is a symbol or nothing.
            return bool(_LETTERS.search(written)) or bool(self._tables.plain & set(name.readings))
        # One letter is an element's symbol where nothing else can be meant: "25 °C to F" is none.
        others = self._found[-1].readings if self._found and listed else {}
        return written.isupper() and (said or before in _SYMBOL_BEFORE or bool(set(others) & set(name.readings)))

    def _is_weak(self, name: Name) -> bool:
        written = self._text[name.start : name.end]
        return bool(self._tables.plain & set(name.readings)) or len(written) < 3 or written.lower() in _EVERYDAY

    def _ends_there(self, place: int, end: int, before: str) -> bool:
        first, last = self._raws[place], self._raws[end - 1]
        if last.closed or end == len(self._raws):
            return True
        behind = self._raws[end].text
        if behind in ("", _MEASURED) or behind.lower() in _AFTER:
            return True
        if end == place + 1 and len(first.text) <= _LONGEST_SYMBOL and not first.text.islower():
            # A symbol is no word; "Mo Kα" is a line of it.
            return behind.islower()
        return before in _OPENING and last.end - first.start >= _SHORTEST_BARE

    def _is_part(self, end: int, name: Name) -> bool:
        """Whether the words name a part of a molecule: "how many benzene rings", "the phenol group"."""
        if self._raws[end - 1].closed or end == len(self._raws):
            return False
        behind = self._raws[end]
        if behind.text.lower() not in _PARTS:
            return False
        of_goal = [goal for goal in self._goals if goal.holds(behind.start, behind.end)]
        return not of_goal or any(goal.surrounds(name.start, name.end) for goal in of_goal)

    def _is_misspelt(self, place: int) -> bool:
        raw = self._raws[place]
        if len(raw.text) < _SHORTEST_MISSPELT or self._misspelt == _MOST_MISSPELT:
            return False
        if any(goal.holds(raw.start, raw.end) for goal in self._goals):
            return False
        self._misspelt += 1
        readings = self._tables.misspelt(raw.text)
        if readings:
            self._found.append(Name(raw.start, raw.end, readings, misspelt=True))
        return bool(readings)

    def _word_before(self, place: int) -> str:
        """The word in front of a place, in small letters; empty at the start of a clause."""
        if place == 0:
            return ""
        before = self._raws[place - 1]
        word = before.text.lower()
        if before.text == _MEASURED:
            return "of"
        if before.text == "":
            return ","
        if before.closed and not word.endswith(("name", "names", "molecule", "compound")):
            return "" if before.mark in ":.?!;…" else "."
        if not any(sign.isalnum() for sign in word):
            return "" if word in ("-", "=", ":", "|", "/", "->") else word
        if place > 1 and word in _ARTICLES | {"is", "are", "following", "these", "two", "molecule", "compound"}:
            earlier = self._raws[place - 2].text.lower()
            if earlier in _ANNOUNCED or (word in _ARTICLES and earlier in _BEFORE):
                return earlier
        return word

    def _is_listed(self, place: int) -> bool:
        """Whether the word goes on a list that a name opened: `…, …` or `… and …`."""
        if not self._found:
            return False
        between = self._text[self._found[-1].end : self._raws[place].start].lower()
        return bool(between.strip()) and len(between) < 20 and bool(_LISTED.fullmatch(between))

    def _ends(self, place: int) -> Iterator[int]:
        """Possible ends of a name, the longest first."""
        end = place
        while end < len(self._raws) and end - place < _LONGEST and self._raws[end].text not in ("", _MEASURED):
            end += 1
            if self._raws[end - 1].closed:
                break
        yield from range(end, place, -1)

    def _unknown_end(self, place: int) -> int:
        """The end of a name that no table knows but the question announces as one."""
        end = place + 1
        while (
            end < len(self._raws)
            and not self._raws[end - 1].closed
            and self._raws[end].text not in ("", _MEASURED)
            and self._raws[end].text.lower() not in _AFTER
            and end - place < _LONGEST
        ):
            end += 1
        return end


def _raws(
    text: str,
    taken: Sequence[tuple[int, int]],
    measured: Sequence[tuple[int, int]],
    readings: Callable[[str], Readings],
) -> Iterator[_Raw]:
    for match in _RAW.finditer(text):
        start, end = match.span()
        chunk = match[0]
        if any(left < end and start < right for left, right in measured):
            # "5 g of glucose" and "5 g glucose" say the same; a comma behind the unit ends what is measured.
            yield _Raw("" if chunk[-1] in ",;:.?!)" else _MEASURED, start, end, True, False, chunk[-1])
        elif any(left < end and start < right for left, right in taken):
            yield _Raw("", start, end, True, False, "")
        else:
            whole = _bare(chunk, start)
            if whole is not None and _PARTING.search(whole.text) and not readings(whole.text):
                parts = list(_parts(chunk, start, readings))
                # Locants part nothing: only a whole of which a part is a name is several.
                if any(len(part.text) > 2 and readings(part.text) for part in parts):
                    yield from parts
                    continue
            if whole is not None:
                yield whole


def _parts(chunk: str, start: int, readings: Callable[[str], Readings]) -> Iterator[_Raw]:
    """The parts of a run that signs join; as many as are a name together stay one, as `1,2-dichloroethane` does."""
    ends = [sign.end() for sign in _PARTING.finditer(chunk)] + [len(chunk)]
    place = 0
    while place < len(chunk):
        behind = [end for end in ends if end > place][:_LONGEST]
        pieces = [_bare(chunk[place:end].rstrip("/|=&"), start + place) for end in behind]
        whole = [size for size, piece in enumerate(pieces) if piece and readings(piece.text)]
        chosen = whole[-1] if whole else 0
        part = pieces[chosen]
        if part is not None:
            sign = chunk[behind[chosen] - 1]
            yield _Raw(part.text, part.start, part.end, True, part.quoted, sign if sign in _MARKS else part.mark)
        place = behind[chosen]


def _bare(chunk: str, start: int) -> _Raw | None:
    """A run of signs without the quotes, brackets, marks and the possessive around it."""
    quoted = chunk[:1] in tuple(_QUOTES)
    stripped = chunk
    for _ in range(_MOST_AROUND):
        whole = stripped
        if stripped and (stripped[0] in _QUOTES + "*_" or _opens(stripped)):
            stripped, start = stripped[1:], start + 1
            quoted = quoted or stripped[:1] in tuple(_QUOTES)
        stripped = stripped.rstrip(_MARKS + _QUOTES + "*_")
        for close, opening in ((")", "("), ("]", "["), ("}", "{"), (">", "<")):
            if stripped.endswith(close) and stripped.count(close) > stripped.count(opening):
                stripped = stripped[:-1]
        if stripped == whole:
            break
    if stripped.lower().endswith("'s"):
        stripped = stripped[:-2]
    if not stripped:
        return None
    behind = chunk[chunk.index(stripped) + len(stripped) :]
    mark = next((sign for sign in behind if sign in _MARKS), behind[:1])
    return _Raw(stripped, start, start + len(stripped), bool(behind), quoted, mark)


def _opens(chunk: str) -> bool:
    """Whether the first sign is a bracket of the sentence: one that closes nowhere, or at the very end."""
    if chunk[0] not in "([{<":
        return False
    close = ")]}>"["([{<".index(chunk[0])]
    depth = 0
    for place, sign in enumerate(chunk):
        depth += (sign == chunk[0]) - (sign == close)
        if depth == 0:
            return not chunk[place + 1 :].strip(_MARKS + _QUOTES)
    return True


def is_list_joint(between: str) -> bool:
    """Whether what stands between two values joins them to a list."""
    return bool(between.strip()) and len(between) < 20 and bool(_LISTED.fullmatch(between.lower()))
