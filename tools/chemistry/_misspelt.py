"""Which compound a misspelt word means: one letter too many, too few, wrong, or two exchanged.

A word is taken for a name only where a single well-known compound is that near and no English word is it:
`close_words.txt` holds the words of an English dictionary that are one letter away from such a name.
`python -m scitoolagent.tools.chemistry._misspelt` makes it anew.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._ordinary_words import chemical_words, dictionary, words_of

_CLOSE = Path(__file__).parent / "close_words.txt"
_SHORTEST, _LONGEST = 7, 25
_WORDS = re.compile(r"[a-z]+(?: [a-z]+)?")
_HEADER = """\
# Words of an English dictionary that are one letter away from the name of a well-known compound, and mean themselves.
# Made by `_misspelt.build` from the 82,765 words of symspellpy (MIT licence; SCOWL and Google Books Ngram, CC BY 3.0)
# and the table of the `chemicals` package.
"""


@lru_cache(maxsize=1024)
def meant_name(word: str) -> str | None:
    """The one name that one or two words misspell by one letter; None where there is none, or more than one."""
    written = " ".join(word.lower().split())
    if not (_SHORTEST - 1 <= len(written) <= _LONGEST and _WORDS.fullmatch(written)):
        return None
    if _compounds.is_listed(written) or written in _close_words():
        return None
    names = {name for name in _neighbours(written) if len(name) >= _SHORTEST and _is_well_known(name)}
    # "the toluenes" are a class.
    names.discard(written.removesuffix("s"))
    return names.pop() if len(names) == 1 else None


def _is_well_known(name: str) -> bool:
    """Whether a name is the title of a record, and not one of its many synonyms."""
    if not _compounds.has_field(name) or not _compounds.is_name(name):
        return False
    return name in chemical_words() or any(row.title.lower() == name for row in _compounds.by_name(name))


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
