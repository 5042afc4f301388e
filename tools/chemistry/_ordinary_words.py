"""Words that the compound table lists among its names but that mean something else in a sentence.

The table holds 950,000 names, trade names of a century among them: Focus, Tiger and Shield are pesticides. A word of
an English dictionary, or a frequent pair of words, therefore counts as a compound only when it stands in
`chemical_words.txt` or names an element; an abbreviation of up to four letters only when it stands there or is the
title of a record. Every other name counts. `ordinary_words.txt` holds the dictionary words that the table lists,
without the chemical ones; `python -m scitoolagent.tools.chemistry._ordinary_words` makes it anew.
"""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path

from scitoolagent.errors import ConfigError

_FOLDER = Path(__file__).parent
_ORDINARY = _FOLDER / "ordinary_words.txt"
_DICTIONARIES = (("frequency_dictionary_en_82_765.txt", 1), ("frequency_bigramdictionary_en_243_342.txt", 2))
_SHORTEST = 3
# Classes of compounds that the table lists for one member; no dictionary has them.
_CLASSES = frozenset({"isocyanate", "imines"})
# The dictionary is British; a question may be American.
_AMERICAN = (("our", "or"), ("ll", "l"))
LONGEST_ABBREVIATION = 4
_HEADER = """\
# Words of an English dictionary that the compound table lists as names; alone in a sentence they are no compounds.
# Made by `_ordinary_words.build` from the 82,765 words and 243,342 pairs of words of symspellpy (MIT licence; SCOWL
# and Google Books Ngram, CC BY 3.0) and the table of the `chemicals` package; `chemical_words.txt` holds the others.
"""


@lru_cache(maxsize=1)
def chemical_words() -> frozenset[str]:
    """Dictionary words and abbreviations that are compounds first of all, in lower case."""
    return words_of(_FOLDER / "chemical_words.txt")


@lru_cache(maxsize=1)
def ordinary_words() -> frozenset[str]:
    """Dictionary words that the table lists and that are no compounds in a sentence, in lower case."""
    return words_of(_ORDINARY)


def words_of(file: Path) -> frozenset[str]:
    """The words of a list, one a line, without its remarks."""
    return frozenset(line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#"))


def build() -> str:
    """The text of `ordinary_words.txt`, from the dictionary of symspellpy (a development package) and the table."""
    from scitoolagent.tools.chemistry import _compounds
    from scitoolagent.tools.materials._elements import element_names

    names = {name for name in _compounds.all_names() if name.replace(" ", "").isalpha() and len(name) >= _SHORTEST}
    british = dictionary() | _CLASSES
    american = {word.replace(old, new) for word in british for old, new in _AMERICAN}
    words = (british | american) & names
    return _HEADER + "".join(f"{word}\n" for word in sorted(words - chemical_words() - element_names()))


def dictionary() -> set[str]:
    """The words and pairs of words of symspellpy's English dictionary.

    Raises:
        ConfigError: symspellpy, a development package, is not installed.
    """
    spec = importlib.util.find_spec("symspellpy")
    if spec is None or spec.origin is None:
        raise ConfigError("the list of ordinary words is made from symspellpy's dictionary; pip install symspellpy")
    folder = Path(spec.origin).parent
    words: set[str] = set()
    for name, length in _DICTIONARIES:
        lines = (folder / name).read_text("utf-8-sig").splitlines()
        words.update(" ".join(line.split()[:length]).lower() for line in lines)
    return words


if __name__ == "__main__":
    _ORDINARY.write_text(build(), "utf-8")
