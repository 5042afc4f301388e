"""Which compound a misspelt word means: one letter too many, too few, wrong, or two exchanged.

A word is taken for a name only where nothing else can be meant: a single well-known compound is that near, no other
listed compound and no English word is (`close_words.txt` holds the words of an English dictionary that are one letter
away from such a name; `python -m scitoolagent.tools.chemistry._misspelt` makes it anew), the letter is one that
fingers leave out, double, exchange or add, or that sounds alike, and no part of nomenclature is what differs:
`cyclohexenol` is no slip for cyclohexanol, though no table may hold it. Other near names are shown with the refusal.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._name_parts import base_of, relatives
from scitoolagent.tools.chemistry._ordinary_words import chemical_words, dictionary, words_of

_CLOSE = Path(__file__).parent / "close_words.txt"
_SHORTEST, _LONGEST = 7, 25
# A slip in "II" or in "as" makes another word.
_SHORTEST_WORD = 4
_WORDS = re.compile(r"[a-z]+(?: [a-z]+)?")
_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
# Letters that sound alike: "salicilic". Two letters side by side on a keyboard tell too little: aspidin is no aspirin.
_ALIKE = frozenset(map(frozenset, ("ae", "iy", "ck", "sz")))
_HEADER = """\
# Words of an English dictionary that are one letter away from the name of a well-known compound, and mean themselves.
# Made by `_misspelt.build` from the 82,765 words of symspellpy (MIT licence; SCOWL and Google Books Ngram, CC BY 3.0)
# and the table of the `chemicals` package.
"""


def read_name(word: str) -> str | None:
    """The speller of `MoleculeName`: the name that is certainly meant, or the word itself where some name is near it.

    Such a word is a name that is unknown here: the look-up refuses it and shows what is near.
    """
    return meant_name(word) or (word if near_names(word) else None)


@lru_cache(maxsize=1024)
def meant_name(word: str) -> str | None:
    """The one name that one or two words misspell by one letter; None where that is not certain."""
    written = " ".join(word.lower().split())
    near = near_names(word)
    if len(near) != 1 or not _is_slip(written, near[0]) or any(map(_compounds.is_listed, base_of(written))):
        return None
    name = near[0]
    meant = _structures(name)
    if any(not meant & _structures(other) for other in _neighbours(written) if _compounds.has_field(other)):
        return None
    return None if written in relatives(name) or _may_be_relative(written, name) else name


@lru_cache(maxsize=1024)
def near_names(word: str) -> tuple[str, ...]:
    """The names of well-known compounds that are one letter away from one or two words that are no name themselves."""
    written = " ".join(word.lower().split())
    if not (_SHORTEST - 1 <= len(written) <= _LONGEST and _WORDS.fullmatch(written)):
        return ()
    if _compounds.is_listed(written) or written in _close_words():
        return ()
    names = {name for name in _neighbours(written) if len(name) >= _SHORTEST and _is_well_known(name)}
    # "the toluenes" are a class.
    names.discard(written.removesuffix("s"))
    return tuple(sorted(names))


def _structures(name: str) -> set[str]:
    return {row.inchikey[:14] or row.cas for row in _compounds.by_name(name)}


def _is_slip(written: str, name: str) -> bool:
    """Whether fingers or ears make the difference; that of the first letter of a word, which eyes would see, never."""
    words, others = written.split(), name.split()
    if len(words) != len(others):
        return False
    for word, other in zip(words, others, strict=True):
        if word != other and (word[0] != other[0] or min(len(word), len(other)) < _SHORTEST_WORD):
            return False
    place = _difference(written, name)
    if len(written) < len(name) or _is_exchange(written, name):
        return True
    letter, around = written[place], written[max(0, place - 1) : place] + written[place + 1 : place + 2]
    if len(written) > len(name):
        return any(letter == other or other in _beside(letter) for other in around)
    return frozenset((letter, name[place])) in _ALIKE


def _may_be_relative(written: str, name: str) -> bool:
    """Whether a word is one letter away from a relative of a name, too.

    Two letters exchanged or one written twice leave no doubt which letters were meant.
    """
    place = _difference(written, name)
    if _is_exchange(written, name) or (len(written) > len(name) and written[place] == written[place - 1]):
        return False
    near = frozenset(_neighbours(written))
    return not near.isdisjoint(relatives(name))


def _is_exchange(written: str, name: str) -> bool:
    return len(written) == len(name) and sorted(written) == sorted(name)


def _difference(one: str, other: str) -> int:
    """The first place where two texts differ."""
    return next(
        (place for place, letters in enumerate(zip(one, other, strict=False)) if letters[0] != letters[1]),
        min(len(one), len(other)),
    )


@lru_cache(maxsize=32)
def _beside(letter: str) -> frozenset[str]:
    """The letters beside one on a keyboard, whose rows are set off by half a key."""
    found: set[str] = set()
    for row, keys in enumerate(_KEYBOARD):
        if (place := keys.find(letter)) < 0:
            continue
        found.update(keys[max(0, place - 1) : place + 2])
        if row:
            found.update(_KEYBOARD[row - 1][place : place + 2])
        if row + 1 < len(_KEYBOARD):
            found.update(_KEYBOARD[row + 1][max(0, place - 1) : place + 1])
    return frozenset(found - {letter})


def _is_well_known(name: str) -> bool:
    """Whether a name of one word is the title of a record, and not one of its many synonyms."""
    if not _compounds.has_field(name) or not _compounds.is_name(name):
        return False
    # Two words as near as that are no chance.
    return " " in name or name in chemical_words() or any(row.title.lower() == name for row in _compounds.by_name(name))


def _neighbours(word: str) -> Iterator[str]:
    """All that is one edit away; each once or twice."""
    for place in range(len(word) + 1):
        left, right = word[:place], word[place:]
        yield from (left + letter + right for letter in string.ascii_lowercase)
        if right:
            yield left + right[1:]
            yield from (left + letter + right[1:] for letter in string.ascii_lowercase if letter != right[0])
        if len(right) > 1 and right[0] != right[1]:
            yield left + right[1] + right[0] + right[2:]


@lru_cache(maxsize=1)
def _close_words() -> frozenset[str]:
    return words_of(_CLOSE)


def build() -> str:
    """The text of `close_words.txt`, from the dictionary of symspellpy (a development package) and the table."""
    names = {name for name in _compounds.all_names() if name.isascii() and name.isalpha() and len(name) >= _SHORTEST}
    names = {name for name in names | chemical_words() if len(name) >= _SHORTEST and _is_well_known(name)}
    found = {
        word
        for word in dictionary()
        if word.isascii() and word.isalpha() and len(word) >= _SHORTEST - 1 and not _compounds.is_listed(word)
        if any(near in names for near in _neighbours(word))
    }
    return _HEADER + "".join(f"{word}\n" for word in sorted(found))


if __name__ == "__main__":
    _CLOSE.write_text(build(), "utf-8")
