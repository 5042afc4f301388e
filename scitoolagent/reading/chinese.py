"""Put a Chinese question into the words of English, piece by piece and in the order of English.

No blank parts the words, so the longest phrase of the lexicon counts at each place. Only what the lexicon knows is put
into English. All else stays as it was written, so that whatever reads the text finds it unread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.language.lexicon import LABEL, NAMES, Lexicon
from scitoolagent.records import Piece

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")
# What is no Chinese: a value, a symbol, a label that has no other name, with the blanks inside.
_FOREIGN = re.compile(r"[^\s\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uff00-\uff65\U00020000-\U0003ffff]+")
_MARKS = {
    "，": ",",
    "、": ",",
    "。": ".",
    "？": "?",
    "！": "!",
    "：": ":",
    "；": ";",
    "（": "(",
    "）": ")",
    "“": '"',
    "”": '"',
}
_ENDS = frozenset("。？！；.?!;")
_OF, _THAN = "的", "比"
_MARK, _UNKNOWN, _VALUE = "mark", "unknown", "value"
_OPENING, _CLOSING = ' ("', ',.?!:;)"'
# What may stand in a chain "A 的 B 的 C", besides what joins such things.
_THINGS = frozenset([LABEL, "nouns", "operations", "adjectives", "numbers", _VALUE, _UNKNOWN, *NAMES])
_NAMED = frozenset([_VALUE, *NAMES])


@dataclass(frozen=True, slots=True)
class _Unit:
    """Some signs of the question, the section of the lexicon that knows them, and their English words."""

    start: int
    end: int
    kind: str
    english: str
    written: str = ""


def keys(phrase: str) -> list[str]:
    """The keys of a phrase: its signs, since nothing parts its words."""
    return list(phrase.casefold())


def render(text: str, lexicon: Lexicon) -> list[Piece]:
    """The pieces of the English text, in its order."""
    clauses: list[list[_Unit]] = [[]]
    for unit in _units(text, lexicon):
        clauses[-1].append(unit)
        if unit.kind == _MARK and text[unit.start] in _ENDS:
            clauses.append([])
    pieces: list[Piece] = []
    last = ""
    for unit in (unit for clause in clauses for unit in _in_english_order(clause)):
        if last and unit.english and last[-1] not in _OPENING and unit.english[0] not in _CLOSING:
            pieces.append(Piece(start=unit.start, end=unit.start, text=" "))
        pieces.append(Piece(start=unit.start, end=unit.end, text=unit.english))
        last = unit.english or last
    return pieces


def _units(text: str, lexicon: Lexicon) -> list[_Unit]:
    found: list[_Unit] = []
    signs = [sign.lower() if len(sign.lower()) == 1 else sign for sign in text]
    place = 0
    while place < len(text):
        unit = _known(text, signs, place, lexicon)
        if unit is None and not text[place].isspace():
            end = place + 1
            if match := _FOREIGN.match(text, place):
                end, kind = match.end(), _VALUE
            else:
                kind = _UNKNOWN
                while end < len(text) and _HAN.match(text[end]) and _known(text, signs, end, lexicon) is None:
                    end += 1
            unit = _Unit(place, end, kind, text[place:end])
        if unit is not None:
            found.append(unit)
        place = unit.end if unit is not None else place + 1
    return _with_whole_names(text, found)


def _with_whole_names(text: str, units: Sequence[_Unit]) -> list[_Unit]:
    """The units, with a name and what touches it as one unknown name: `乙酸钠` is neither `乙酸` nor `钠`."""
    found: list[_Unit] = []
    place = 0
    while place < len(units):
        end = place + 1
        while end < len(units) and units[end].start == units[end - 1].end and _may_be_part(units[end - 1], units[end]):
            end += 1
        kinds = {unit.kind for unit in units[place:end]}
        if end - place > 1 and kinds & set(NAMES):
            start, stop = units[place].start, units[end - 1].end
            found.append(_Unit(start, stop, _UNKNOWN, text[start:stop]))
        else:
            found += units[place:end]
        place = end
    return found


def _may_be_part(unit: _Unit, behind: _Unit) -> bool:
    """Whether two units that touch may be parts of one name; a value is one where it is a locant (`2-`)."""
    one, other = (unit.kind in (_UNKNOWN, *NAMES) for unit in (unit, behind))
    return (one and other) or (other and unit.kind == _VALUE and unit.english[-1] in "-,")


def _known(text: str, signs: Sequence[str], place: int, lexicon: Lexicon) -> _Unit | None:
    """The mark, or the longest phrase of the lexicon, at a place."""
    if text[place] in _MARKS:
        return _Unit(place, place + 1, _MARK, _MARKS[text[place]])
    if _inside_word(text, place):
        return None
    known = lexicon.find(signs[place : place + lexicon.longest], ())
    if known is None or _inside_word(text, place + known[1]):
        return None
    end = place + known[1]
    return _Unit(place, end, known[0].section, known[0].text, text[place:end])


def _inside_word(text: str, place: int) -> bool:
    """Whether a place parts the letters of a word or the digits of a number."""
    if not 0 < place < len(text):
        return False
    before, behind = text[place - 1], text[place]
    return before.isascii() and behind.isascii() and before.isalnum() and behind.isalnum()


def _in_english_order(clause: list[_Unit]) -> list[_Unit]:
    """A clause with its chains turned round, what asks at its beginning, and its comparison as English has it."""
    compared = _comparison(clause)
    if compared is not None:
        return compared
    first = next((unit for unit in clause if unit.kind in ("asking", "verdict")), None)
    asking = (
        [_Unit(first.start, first.end, "frames", "is" if first.kind == "verdict" else first.english)] if first else []
    )
    return [*asking, *_chains([unit for unit in clause if unit is not first])]


def _chains(units: Sequence[_Unit]) -> list[_Unit]:
    """`A 的 B 的 C` as `C of B of A`."""
    found: list[_Unit] = []
    place = 0
    while place < len(units):
        end = _end_of_chain(units, place)
        if end == place:
            found.append(_alone(units, place))
            place += 1
            continue
        links: list[list[_Unit]] = [[]]
        for unit in units[place:end]:
            if unit.kind == _OF:
                links.append([_Unit(unit.start, unit.end, "frames", "of")])
            else:
                links[-1].append(unit)
        for number in range(len(links) - 1, -1, -1):
            # The mark in front of a link stands behind it in English.
            found += links[number][number > 0 :] + links[number][: number > 0]
        place = end
    return found


def _end_of_chain(units: Sequence[_Unit], place: int) -> int:
    """Where a chain that begins at a place ends; the place itself where none begins."""
    end, has_link = place, False
    while end < len(units):
        unit = units[end]
        if unit.kind == _OF:
            is_behind_thing = end > place and units[end - 1].kind in _THINGS
            if not is_behind_thing or end + 1 == len(units) or units[end + 1].kind not in _THINGS:
                break
            has_link = True
        elif (has_link and _begins_another(units, end)) or (
            unit.kind not in _THINGS and (end == place or not _joins(unit))
        ):
            break
        end += 1
    while end > place and units[end - 1].kind not in _THINGS:
        end -= 1
    return end


def _joins(unit: _Unit) -> bool:
    return unit.kind == "joints" or unit.english == ","


def _begins_another(units: Sequence[_Unit], place: int) -> bool:
    """`A 的分子量和 B 的…`: a name behind the joint that follows a property begins a chain of its own."""
    is_named = units[place].kind in _NAMED and _joins(units[place - 1])
    return is_named and units[place - 2].kind not in _NAMED


def _alone(units: Sequence[_Unit], place: int) -> _Unit:
    """A unit that is in no chain; a mark of a chain behind words that only choose or compare says nothing."""
    unit = units[place]
    if unit.kind == _OF:
        before = units[place - 1] if place else None
        choosing = ("questions", "superlatives", "comparatives", "adjectives")
        is_empty = before is not None and (before.kind in choosing or before.english == ")")
        return _Unit(unit.start, unit.end, "frames", "" if is_empty else _OF)
    # Without two things to compare they say something else, and are left as they were written.
    return _Unit(unit.start, unit.end, _UNKNOWN, unit.written) if unit.kind in (_THAN, "degrees") else unit


def _comparison(clause: Sequence[_Unit]) -> list[_Unit] | None:
    """`A 比 B 重吗` as `is A heavier than B`, and `A 比 B 重多少` as `how much heavier is A than B`."""
    than = next((place for place, unit in enumerate(clause) if unit.kind == _THAN), None)
    degree = next((place for place, unit in enumerate(clause) if unit.kind in ("degrees", "comparatives")), None)
    if than is None or degree is None or degree < than:
        return None
    before, other, behind = clause[:than], clause[than + 1 : degree], clause[degree + 1 :]
    simple = [unit for unit in (*before, *other) if unit.kind in _NAMED]
    if len(before) != 1 or len(other) != 1 or len(simple) != 2:
        return None
    word, mark = clause[degree], clause[than]
    told = [unit for unit in behind if unit.kind != _MARK]
    marks = [unit for unit in behind if unit.kind == _MARK]
    if len(told) != 1 or told[0].kind not in ("verdict", "amount"):
        return None
    ask = told[0]
    heavier = _Unit(word.start, word.end, word.kind, word.english)
    if ask.kind == "verdict":
        return [_Unit(ask.start, ask.end, "frames", "is"), *before, heavier, mark, *other, *marks]
    much = [_Unit(ask.start, ask.end, "frames", "how much"), heavier, _Unit(mark.start, mark.start, "frames", "is")]
    return [*much, *before, mark, *other, *marks]
