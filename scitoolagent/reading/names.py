"""Find names in a question: by the tables of names behind the recognisers of types, and by where the words stand.

A name that the tables know as nothing but a name counts wherever it stands. One that has several readings (`iron`),
that is a common word (`water`) or that is misspelt counts only where a name can stand, and one that no table knows
only where the question says that it is a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.notation import is_small_formula
from scitoolagent.reading.phrases import Match
from scitoolagent.reading.pieces import LONGEST, MEASURED, Piece, Readings, pieces_of
from scitoolagent.reading.words import EMPTY, Word

_LOCANT = re.compile(r"\d{1,2}(?:,\d{1,2})*")
_LISTED = re.compile(r"[\s\"'`(\[{]*(?:,|;|/|\||&|\+|and|or|,\s*and|,\s*or|versus|vs\.?|with|to)?[\s\"'`)\]}]*")
_BEFORE = word_list("names", "before")
_ANNOUNCED = word_list("names", "announcing")
_COMPARING = frozenset(phrase.split()[0] for phrases in phrases_of("relations").values() for phrase in phrases)
_AFTER = word_list("names", "after") | frozenset(phrases_of("property_verbs")) | _COMPARING
_OPENING = word_list("names", "opening") | {""}
_WORDS = word_list("names", "no_names") | word_list("references", "joints")
_EVERYDAY = word_list("names", "everyday")
_PARTS = word_list("names", "parts")
_SYMBOL_BEFORE = word_list("names", "before_symbol")
# "can lead to": a word behind one of these is a verb before it is a name.
_MODALS = word_list("names", "modals")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_SYMBOL_ONLY = word_list("names", "before_symbol_only")
# Symbols that are words, too.
_SYMBOL_WORDS = word_list("names", "symbol_words")
_INSIDE = word_list("names", "inside")
# The second words of names.
_FAMILY = word_list("names", "family")
# They go on a name: no compound alone, or the acid part of a salt.
_GOING_ON = word_list("names", "going_on")
_ADJECTIVE = re.compile(r"[a-z-]{2,20}(?:ic|ous)")
# In front of "of" they name a class of compounds, and none.
_CLASSES = _GOING_ON | _FAMILY | word_list("frames", "any_thing")
_MOLECULES = word_list("names", "molecules")
_ARTICLES = frozenset(["the", "a", "an"])
_SHORTEST_BARE = 5
_LONGEST_SYMBOL = 3
_LONGEST_ABBREVIATION = 4
_SHORTEST_MISSPELT = 6
_MOST_MISSPELT = 8


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


def goals_of(text: str, words: Sequence[Word], matches: Iterable[Match], is_name: Callable[[str], bool]) -> list[Goal]:
    """The words of labels, less a last one that is a part of a name: the "acid" in "percent ionisation of acetic acid".

    Args:
        text: the question.
        words: its words.
        matches: where labels stand among these.
        is_name: whether some table knows a name.
    """
    found: list[Goal] = []
    for match in matches:
        places = sorted(match.words)
        *before, last = places
        apart = before and last - 1 not in before
        # "Carbon disulfide" asks for no disulfides.
        whole = not before and last > 0 and words[last].start - words[last - 1].end == 1
        if (apart or whole) and is_name(text[words[last - 1].start : words[last].end]):
            places = before
        if places:
            found.append(Goal(tuple((words[place].start, words[place].end) for place in places)))
    return found


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
    return _Search(text, list(pieces_of(text, taken, measured, tables.readings)), goals, tables).names()


class _Search:
    def __init__(self, text: str, raws: list[Piece], goals: Sequence[Goal], tables: Tables) -> None:
        self._text = text
        self._raws = raws
        self._goals = goals
        self._asked = bytearray(len(text) + 1)
        for goal in goals:
            for left, right in goal.words:
                self._asked[left:right] = b"\x01" * (right - left)
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
        if first.text in ("", MEASURED) or not any(sign.isalpha() for sign in first.text):
            return None
        before = self._word_before(place)
        announced = before in _ANNOUNCED or before in self._tables.nouns
        said = announced or first.quoted
        listed = self._is_listed(place)
        # "Li or Be", "boiling point of He": capitals that are words elsewhere.
        symbol = self._is_symbol(place, before, listed)
        if self._is_class(place):
            return None
        if first.text.lower() in _WORDS | EMPTY and not symbol and not (announced and first.quoted):
            return None
        can_stand = (
            said or listed or symbol or before in _BEFORE or before in _OPENING or self._opens_list(place, before)
        )
        for end in self._ends(place):
            name = self._name(place, end)
            if not said and 1 in self._asked[name.start : name.end]:
                continue
            if not name.readings or not (self._may_be_name(name) or (symbol and end == place + 1)):
                continue
            if end == place + 1 and first.text.lower() in _SYMBOL_WORDS and not (symbol or said):
                continue
            if end == place + 1 and self._is_misspelt(place, 2):
                return place + 2
            weak = self._is_weak(name)
            if weak and not (can_stand and before not in _MODALS and (said or self._stands_there(place, end, before))):
                continue
            if not said and (behind := self._longer(place, end)):
                # "toluene sulfonic acid" is no toluene: a name that no table knows as a whole.
                self._found.append(Name(name.start, self._raws[behind - 1].end, {}))
                return behind
            if said or not self._is_part(end, name):
                self._found.append(name)
                return end
        if can_stand:
            for size in (2, 1):
                if self._is_misspelt(place, size):
                    return place + size
        if (announced and before in _ANNOUNCED) or (first.quoted and (listed or before in _BEFORE)):
            end = self._unknown_end(place)
            self._found.append(Name(first.start, self._raws[end - 1].end, {}))
            return end
        return None

    def _is_class(self, place: int) -> bool:
        """ "The hydride of lithium": what it is of makes it a compound."""
        behind = [piece.text.lower() for piece in self._raws[place + 1 : place + 2]]
        return self._raws[place].text.lower() in _CLASSES and behind == ["of"]

    def _name(self, place: int, end: int) -> Name:
        start, stop = self._raws[place].start, self._raws[end - 1].end
        readings = self._tables.readings(self._text[start:stop])
        around = {self._earlier(place), *(piece.text.lower() for piece in self._raws[end : end + 1])}
        if around & _MOLECULES and readings.keys() - self._tables.plain:
            # "The molecule of oxygen" is not the element.
            readings = {kind: value for kind, value in readings.items() if kind not in self._tables.plain}
        return Name(start, stop, readings)

    def _earlier(self, place: int) -> str:
        """The word in front of a place, behind which only small words stand: `molecule` in "molecule of oxygen"."""
        words = [piece.text.lower() for piece in self._raws[max(0, place - 3) : place]]
        while words and words[-1] in _ARTICLES | {"of"}:
            words.pop()
        return words[-1] if words else ""

    def _with_locant(self, place: int) -> bool:
        """Whether a number and the next word are a name that a hyphen would join: `2 propanol` is no `propanol`."""
        if place + 1 == len(self._raws) or not self._raws[place + 1].text[:1].isalpha():
            return False
        first, behind = self._raws[place], self._raws[place + 1]
        readings = self._tables.readings(f"{first.text}-{behind.text}")
        if readings:
            self._found.append(Name(first.start, behind.end, readings))
        return bool(readings)

    def _may_be_name(self, name: Name) -> bool:
        written = self._text[name.start : name.end]
        if written.lower() in _WORDS or written.lower() in EMPTY or len(written) < 2:
            return False
        # "2nd" and "x 6" are listed somewhere; what has no three letters in a row is a symbol, a formula or nothing.
        return bool(_LETTERS.search(written) or self._tables.plain & set(name.readings)) or is_small_formula(written)

    def _is_symbol(self, place: int, before: str, listed: bool) -> bool:
        """Whether one or two letters are a symbol because nothing else can be meant: "25 °C to F" is none."""
        first = self._raws[place].text
        if len(first) > 2 or not first[0].isupper() or (len(first) > 1 and not first[1].islower()):
            return False
        readings = set(self._tables.plain & set(self._tables.readings(first)))
        if not readings:
            return False
        behind = [piece.text for piece in self._raws[place + 1 : place + 3]]
        # "The element Os, I would like …".
        goes_on = not self._raws[place].closed and bool(behind) and behind[0].islower()
        speaks = first == "I" and goes_on and behind[0] not in ("and", "or")
        if listed and not speaks and self._found and readings & set(self._found[-1].readings):
            return True
        if first.lower() in _SYMBOL_WORDS:
            return before in _SYMBOL_ONLY
        # "N in NH4NO3": of what stands behind.
        return before in _SYMBOL_BEFORE or (len(behind) == 2 and behind[0].lower() in _INSIDE and behind[1] == "")

    def _is_weak(self, name: Name) -> bool:
        written = self._text[name.start : name.end]
        return bool(self._tables.plain & set(name.readings)) or len(written) < 3 or written.lower() in _EVERYDAY

    def _is_another_thing(self, place: int, end: int) -> bool:
        """Whether an article makes an abbreviation that thing: "the SDS" is a sheet, "the MES" a program."""
        written = self._raws[place].text
        behind_article = place > 0 and self._raws[place - 1].text.lower() in _ARTICLES
        return end == place + 1 and behind_article and written.isupper() and 2 < len(written) <= _LONGEST_ABBREVIATION

    def _stands_there(self, place: int, end: int, before: str) -> bool:
        return not self._is_another_thing(place, end) and self._ends_there(place, end, before)

    def _ends_there(self, place: int, end: int, before: str) -> bool:
        first, last = self._raws[place], self._raws[end - 1]
        if last.closed or end == len(self._raws):
            return True
        behind = self._raws[end].text
        if behind in ("", MEASURED) or behind.lower() in _AFTER:
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

    def _longer(self, place: int, end: int) -> int:
        """The end of the name that a known one begins, by a word that only goes on a name; 0 where it ends itself."""
        if self._raws[end - 1].closed or end == len(self._raws):
            return 0
        for size in (2, 1):
            words = self._raws[end : end + size]
            if len(words) < size or any(piece.closed for piece in words[:-1]):
                continue
            last = words[-1].text.lower()
            if any(1 in self._asked[piece.start : piece.end] for piece in words):
                continue
            if last in _GOING_ON and (size == 1 or _ADJECTIVE.fullmatch(words[0].text)):
                return end + size
        return 0

    def _is_misspelt(self, place: int, size: int) -> bool:
        """Whether as many words as `size` are a misspelt name; it is kept then."""
        pieces = self._raws[place : place + size]
        if len(pieces) < size or any(piece.closed for piece in pieces[:-1]) or self._misspelt == _MOST_MISSPELT:
            return False
        start, end = pieces[0].start, pieces[-1].end
        written = self._text[start:end]
        words = {piece.text.lower() for piece in pieces}
        if len(written) < _SHORTEST_MISSPELT or words & (EMPTY | _AFTER | _WORDS - _FAMILY | {"", MEASURED}):
            return False
        if 1 in self._asked[start:end]:
            return False
        self._misspelt += 1
        readings = self._tables.misspelt(written)
        if readings:
            self._found.append(Name(start, end, readings, misspelt=True))
        return bool(readings)

    def _word_before(self, place: int) -> str:
        """The word in front of a place, in small letters; empty at the start of a clause."""
        if place == 0:
            return ""
        before = self._raws[place - 1]
        word = before.text.lower()
        if before.text == MEASURED:
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
        """Whether the word goes on a list that a name opened, `…, …` or `… and …`, or opens a choice of two."""
        if self._opens_choice(place):
            return True
        if not self._found:
            return False
        between = self._text[self._found[-1].end : self._raws[place].start].lower()
        return bool(between.strip()) and len(between) < 20 and bool(_LISTED.fullmatch(between))

    def _opens_list(self, place: int, before: str) -> bool:
        """Whether a plain word behind a comma or a colon opens a list with another of its kind: "iron or tungsten"."""
        pieces = self._raws[place : place + 3]
        if (
            before not in ("", ",", ".")
            or len(pieces) < 3
            or pieces[1].text.lower() not in ("or", "and")
            or pieces[0].closed
        ):
            return False
        one, other = (set(self._tables.readings(piece.text)) & self._tables.plain for piece in (pieces[0], pieces[2]))
        return bool(one & other)

    def _opens_choice(self, place: int) -> bool:
        """Whether the word is the first of two that close the question: "…, water or glycine?"."""
        behind = [piece.text.lower() for piece in self._raws[place + 1 : place + 4]]
        comma = place > 0 and self._raws[place - 1].closed and self._raws[place - 1].mark == ","
        return comma and behind[:1] == ["or"] and behind[2:] in ([], [""])

    def _ends(self, place: int) -> Iterator[int]:
        """Possible ends of a name, the longest first."""
        end = place
        while end < len(self._raws) and end - place < LONGEST and self._raws[end].text not in ("", MEASURED):
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
            and self._raws[end].text not in ("", MEASURED)
            and self._raws[end].text.lower() not in _AFTER
            and end - place < LONGEST
        ):
            end += 1
        return end


def is_list_joint(between: str) -> bool:
    """Whether what stands between two values joins them to a list."""
    return bool(between.strip()) and len(between) < 20 and bool(_LISTED.fullmatch(between.lower()))
