"""The fields of records that a question asks for, by their words, where they are said of an accession.

A word such as "length" or "name" is a field only beside an accession of the record: between the two stands nothing but
small words, other fields and other accessions. So "the length of the peptide GAV and the name of UniProt P04637" asks
for one field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from scitoolagent.language.words import phrase_meanings, word_list
from scitoolagent.tools.records._accessions import Accession, accessions
from scitoolagent.tools.records._declared import KINDS, document

_WORD = re.compile(r"[^\W_]+(?:['’]\w+)?")
_ENDS = re.compile(r"[.?!;]\s")
_MOST_CHARACTERS = 20_000
# What stands further apart belongs to something else; of more accessions a question is refused anyway.
_FAR, _MOST = 300, 100
Found = tuple[int, int, str]


def field_finder(place: str, kind: str, accession: str) -> Callable[[str], Iterator[Found]]:
    """What finds the fields of one kind of a document, for accessions of a type."""

    def find(text: str) -> Iterator[Found]:
        named = accessions(accession, text) if len(text) <= _MOST_CHARACTERS else []
        own = [one for one in _fields(place, text, named[:_MOST]) if one[3] == kind] if named else []
        for start, end, name, _ in own:
            yield start, end, name
        for start, end, name in _calling(place, text, own[:_MOST], named[:_MOST]) if own else ():
            yield start, end, name

    return find


def _fields(place: str, text: str, named: list[Accession]) -> list[tuple[int, int, str, str]]:
    """The fields that are said of the accessions: their places, names and kinds."""
    meant = _meant(place)
    masked = list(text)
    for one in named:
        masked[one.start : one.end] = " " * (one.end - one.start)
    for match in _names(place).finditer(text):
        # "The Materials Project" asks for no materials.
        masked[match.start() : match.end()] = "\x00" * (match.end() - match.start())
    plain = "".join(masked)
    found = [
        (match.start(), match.end(), *meant[key])
        for match in _pattern(place).finditer(plain)
        if (key := _key(match[0])) in meant
    ]
    rest = [sign if plain[spot] != "\x00" else " " for spot, sign in enumerate(text)]
    for start, end in [(one[0], one[1]) for one in found] + [(one.start, one.end) for one in named]:
        rest[start:end] = " " * (end - start)
    left = "".join(rest)
    small = _small(place) | _told(place)
    return [one for one in found if any(_beside(left, one[0], one[1], other, small) for other in named)]


def _calling(place: str, text: str, fields: list[tuple[int, int, str, str]], named: list[Accession]) -> Iterator[Found]:
    """The words that only call the record what it is, beside a field or an accession: "in UniProt", "the protein"."""
    taken = [(start, end) for start, end, _, _ in fields] + [(one.start, one.end) for one in named]
    small, plain = _small(place), word_list("frames", "words")
    tokens = [(match.start(), match.end(), match[0].lower()) for match in _WORD.finditer(text)]
    free = [one for one in tokens if not any(start < one[1] and one[0] < end for start, end in taken)]
    for start, end, word in free:
        # Between the two they are read as the accession is announced.
        between_two = any(
            min(one[0], other.start) < start < max(one[1], other.end) for one in fields for other in named
        )
        if word in plain or word not in small or between_two:
            continue
        nearest = min(fields, key=lambda one: abs(one[0] - start))
        # From it to the nearest field or accession there are small words alone, and no sentence ends.
        for left, right in taken:
            first, last = (end, left) if end <= left else (right, start)
            between = [other for other in free if first <= other[0] and other[1] <= last]
            if first <= last and all(other[2] in small for other in between) and not _ENDS.search(text[first:last]):
                yield start, end, nearest[2]
                break


def _beside(left: str, start: int, end: int, named: Accession, small: frozenset[str]) -> bool:
    """Whether nothing that tells stands between a field and an accession, and no sentence ends there."""
    first, last = (end, named.start) if end <= named.start else (named.end, start)
    if last - first > _FAR:
        return False
    between = left[first:last]
    if _ENDS.search(between):
        return False
    return all(word.lower() in small for word in _WORD.findall(between))


@lru_cache(maxsize=64)
def _small(place: str) -> frozenset[str]:
    called = {word.lower() for phrase in document(place).called for word in _WORD.findall(phrase)}
    return word_list("frames", "words") | word_list("operations", "having") | called


@lru_cache(maxsize=64)
def _names(place: str) -> re.Pattern[str]:
    """The names of several words that a record is called by."""
    names = [r"\s+".join(map(re.escape, one.split())) for one in document(place).called if " " in one]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(names) or '(?!)'})(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=64)
def _told(place: str) -> frozenset[str]:
    """The words of settings, which are read by themselves."""
    section = document(place).settings
    phrases = phrase_meanings(section) if section else {}
    return frozenset(word.lower() for phrase in phrases for word in _WORD.findall(phrase))


@lru_cache(maxsize=64)
def _meant(place: str) -> dict[str, tuple[str, str]]:
    """The field that each phrase means, with its kind."""
    kept = document(place)
    return {_key(word): (one.name, kind) for kind in KINDS for one in kept.fields[kind] for word in one.words}


@lru_cache(maxsize=64)
def _pattern(place: str) -> re.Pattern[str]:
    phrases = sorted({" ".join(word.split()) for word in _words(place)}, key=len, reverse=True)
    written = "|".join(r"[\s-]+".join(map(re.escape, phrase.split())) for phrase in phrases)
    return re.compile(rf"(?<![\w-])(?:{written})(?:s|es)?(?![\w-])", re.IGNORECASE)


def _words(place: str) -> list[str]:
    kept = document(place)
    return [word for kind in KINDS for one in kept.fields[kind] for word in one.words]


def _key(phrase: str) -> str:
    """A phrase without case, hyphens and the plural of its last word."""
    words = re.sub(r"[\s-]+", " ", phrase.lower()).strip()
    if words.endswith(("sses", "xes", "zes")):
        return words[:-2]
    return words[:-1] if words.endswith("s") and not words.endswith("ss") else words
