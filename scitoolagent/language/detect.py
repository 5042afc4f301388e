"""Tell the language of a question, by its script and by small words that hardly another language has."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from functools import lru_cache
from importlib import resources
from typing import Any

from scitoolagent.language.words import word_list

ENGLISH = "en"
# The languages that have a word file, besides English.
READ = ("de", "zh")
# What was asked shows within so many characters.
_LOOKED_AT = 2000
_WORD = re.compile(r"(?<!\d)[^\W\d_]+(?:[-'’][^\W\d_]+)*(?!\d)")
# Names of science that hold small words of another language.
_NAMES = re.compile(
    r"\b(?:van der|van 't|[vV]on (?:Willebrand|Hippel|Neumann|Kármán)|de (?:novo|Broglie)|in (?:vitro|vivo|silico))\b"
)
# A single word of a language that is only told apart is no sentence in it.
_FEWEST: dict[str, int] = dict.fromkeys(READ, 1)
_FEWEST_OF_OTHERS = 3
# Beside a letter or a sign that English does not have.
_FEWEST_WITH_SIGNS = 2
_SIGNS = re.compile(r"[¿¡à-öø-ÿąćęłńśźżğışœ]", re.IGNORECASE)
_FEWEST_LETTERS = 4
_HAN = "CJK"
_PARTICIPLE_DENIED = re.compile(r"(?<!\w)не\w+(?:щ|енн|анн)\w*", re.IGNORECASE)


def language_of(text: str) -> str:
    """The code of the language that a question is in, or the name of a script; `en` unless it clearly is in another."""
    looked_at = text[:_LOOKED_AT]
    words = {
        match[0].lower().replace("’", "'") for match in _WORD.finditer(_NAMES.sub(" ", looked_at)) if len(match[0]) > 1
    }
    english = _english_words()
    by_script = None if looked_at.isascii() else _by_script(looked_at)
    if by_script is not None:
        return by_script if len(words & english) < 2 else ENGLISH
    others = _FEWEST_WITH_SIGNS if _SIGNS.search(looked_at) else _FEWEST_OF_OTHERS
    best, most = ENGLISH, 0
    for code, telling in _telling().items():
        found = len((words & telling) - english)
        lead = found - len((words & english) - telling)
        needed = _FEWEST.get(code, others)
        if lead > most and found >= needed:
            best, most = code, lead
    return best


def language_name(code: str) -> str:
    """What English calls a language, or the languages of a script."""
    table = _table()
    return str(table[code]["name"] if "name" in table.get(code, {}) else table["scripts"].get(code, code))


def denying_words(code: str) -> frozenset[str]:
    """The words of a language that turn round what is asked; none where no list of them is here."""
    table = _table()
    return frozenset(str(table.get(code, {}).get("denying", table["script_denying"].get(code, ""))).split())


def denies(text: str, code: str) -> bool | None:
    """Whether a text of a language turns round what is asked; None where no list of its words for that is here."""
    words = denying_words(code)
    within = str(_table()["script_denying_within"].get(code, "")).split()
    if not words and not within:
        return None
    said = {match[0].casefold().replace("’", "'") for match in _WORD.finditer(text)}
    # "некурящих": those who do not.
    return bool(words & said) or any(sign in text for sign in within) or bool(_PARTICIPLE_DENIED.search(text))


def units_in_signs(text: str, code: str) -> str:
    """A text with the signs of English for the units that its script writes behind numbers."""
    pairs = dict(pair.split(":") for pair in str(_table()["script_units"].get(code, "")).split())
    if not pairs:
        return text
    names = "|".join(map(re.escape, sorted(pairs, key=len, reverse=True)))
    return re.sub(rf"(?<=\d)(\s*)({names})(?![а-яё])", lambda match: f"{match[1]}{pairs[match[2]]} ", text)


def small_words(code: str) -> frozenset[str]:
    """Words of a language that only carry a sentence, or speak of what is asked here."""
    return _telling().get(code, frozenset()) | frozenset(str(_table().get(code, {}).get("carrying", "")).split())


def carrying_words(code: str) -> frozenset[str]:
    """Words of a language that only carry a sentence, whatever it asks; none where no list of them is here."""
    return small_words(code) - set(str(_table().get(code, {}).get("naming", "")).split())


def _by_script(text: str) -> str | None:
    """The language that the script of most letters gives away."""
    scripts = _table()["scripts"]
    letters = [sign for sign in text if not sign.isascii() and sign.isalpha()]
    counts = Counter(unicodedata.name(sign, "").split(" ")[0] for sign in letters)
    kana = counts["HIRAGANA"] + counts["KATAKANA"]
    if kana and counts[_HAN] + kana >= _FEWEST_LETTERS:
        return "HIRAGANA"
    if counts[_HAN]:
        return "zh"
    latin = sum(sign.isascii() and sign.islower() for sign in text)
    for name, count in counts.most_common():
        if name in scripts and count >= _FEWEST_LETTERS and count > latin:
            return name
    return None


@lru_cache(maxsize=1)
def _english_words() -> frozenset[str]:
    return word_list("frames", "words") | word_list("labels", "empty")


@lru_cache(maxsize=1)
def _telling() -> dict[str, frozenset[str]]:
    return {code: frozenset(row["telling"].split()) for code, row in _table().items() if "telling" in row}


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    path = resources.files("scitoolagent.language") / "languages.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
