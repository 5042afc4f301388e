"""A question in a language that no word file covers, put into English by a model: its values and numbers are kept.

Notations, sequences and files stand behind handles, so that a model neither reads nor copies them. Names it puts into
English, and the answer says so first. What is lost on the way is not known from the English, so it is held against the
question: each value and number in its order, units, signs that both languages spell alike, files, how many words say
something, and whether something is denied.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from scitoolagent.language.detect import (
    ENGLISH,
    READ,
    carrying_words,
    denies,
    language_name,
    language_of,
    small_words,
    units_in_signs,
)
from scitoolagent.language.words import word_list
from scitoolagent.llm import Message
from scitoolagent.prompts import read_prompt
from scitoolagent.reading.by_model.claims import ClaimError
from scitoolagent.records import Entity, Query
from scitoolagent.tool.units import Unit, normal, unit_at
from scitoolagent.toolkg.graph import ToolGraph

LONGEST_REPLY = 700
_LONGEST = 1500
_SHOWN = 60
_NOTATIONS = ("MolecularStructure", "Sequence", "File", "Identifier")
_HANDLE = re.compile(r"\[(\w+)\]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Signs of science: pH, NaCl, kDa. In another script all Latin letters are such.
_SIGN = re.compile(r"(?<![^\W_])[^\W\d_]*(?:[a-z][A-Z]|[A-Z]{2}[a-z])[^\W_]*")
_OTHER_SCRIPT = re.compile(r"[^\x00-\x7fµμÅ°·]")
_LATIN = re.compile(r"[A-Za-zµμÅ]+")
_PART = re.compile(r"[^\W_]+")
_FILE = re.compile(r"(?<![\w.])[\w-]+\.[A-Za-z]\w{1,4}(?!\w)")
# Languages that say of a thing what English says behind it, so that the order of values changes.
_TURNED = frozenset({"tr", "HIRAGANA", "HANGUL", "DEVANAGARI", "BENGALI", "TAMIL", "GEORGIAN", "ARMENIAN"})
# Fewer words than this share of them, and something was left out; of those that say something, where these are known.
_LEAST = 0.5
_LEAST_SAYING = 0.8


def is_foreign(query: Query) -> bool:
    """Whether a question is in a language that is only told apart, and short enough to be put into English."""
    return query.original is None and query.language not in (ENGLISH, *READ) and len(query.text) <= _LONGEST


def translation_messages(query: Query) -> list[Message]:
    """The conversation that asks for the English of a question. The fixed part comes first."""
    asked = f"{language_name(query.language)}: {_with_handles(query)}"
    return [Message("system", read_prompt("translate")), Message("user", asked)]


def translation_schema() -> dict[str, Any]:
    """The JSON schema of the reply."""
    properties = {"english": {"type": "string", "minLength": 3, "maxLength": 2 * _LONGEST}}
    return {"type": "object", "additionalProperties": False, "required": ["english"], "properties": properties}


def english_of(query: Query, english: str) -> str:
    """The question in English with its values in their places.

    Raises:
        ClaimError: it is no English, or it lacks a value, a number or a denial of the question, or has another.
    """
    wanted = [entity.handle for entity in _kept(query)]
    found = _HANDLE.findall(english)
    if other := next(iter((Counter(wanted) - Counter(found)) + (Counter(found) - Counter(wanted))), ""):
        raise ClaimError(f"[{other[:_SHOWN]}] has to stand in the English as often as in the question")
    if wanted != found and query.language not in _TURNED:
        raise ClaimError("the values have to stand in the order of the question")
    asked = _HANDLE.sub(" ", _with_handles(query))
    said = _HANDLE.sub(" ", english)
    if language_of(said) != ENGLISH:
        raise ClaimError("that is no English")
    _same_numbers(asked, said, query.language not in _TURNED)
    _same_signs(asked, said, query.language)
    for name in _FILE.findall(said):
        if name not in query.text:
            raise ClaimError(f'the question does not name "{name[:_SHOWN]}"')
    denied = denies(asked, query.language)
    if denied is not None and denied != _is_denied(said):
        raise ClaimError("what the question denies has to be denied in English, and nothing else")
    if _leaves_out(asked, said, query.language):
        raise ClaimError("the English leaves out a part of the question")
    values = {entity.handle: entity.text for entity in _kept(query)}
    return _HANDLE.sub(lambda match: values[match[1]], english).strip()


def check_values(graph: ToolGraph, query: Query, read: Query) -> None:
    """Raise a ClaimError where the English has a file, notation or unit that the question does not have.

    Args:
        graph: for the types.
        query: the question as it was asked.
        read: its English, read.
    """
    for entity in read.entities:
        is_notation = any(graph.is_a(entity.type, kind) for kind in _NOTATIONS if kind in graph.types)
        if is_notation and not entity.file and entity.text not in query.text and not _is_words(entity.text):
            raise ClaimError(f'the question does not name "{entity.text[:_SHOWN]}"')
    words = small_words(query.language)
    # What a tool takes as a whole: "50 mL of 0.1 mol/L hydrochloric acid". Its units are held as signs.
    whole = [entity.text for entity in read.entities if " " in entity.text]
    taken = set[float]().union(*(_values(number) for text in whole for number in _NUMBER.findall(text)))
    for one in query.quantities:
        # "10 y 20 mg": 10 and 20 mg, and no year. Of "mol/Lの" the unit is read in part, and held as a sign.
        if _words(one.text) <= words or query.text[one.end : one.end + 1] == "/":
            continue
        same = (
            math.isclose(one.value, other.value, rel_tol=1e-9) and one.unit == other.unit for other in read.quantities
        )
        if one.value not in taken and not any(same):
            raise ClaimError(f'the English has to say "{one.text[:_SHOWN]}" with its unit')


def _kept(query: Query) -> Iterator[Entity]:
    """The values that are no words of a language, one at a place."""
    place = 0
    for entity in query.entities:
        if entity.start >= place and not entity.file and not _is_words(entity.text):
            place = entity.end
            yield entity


def _is_words(text: str) -> bool:
    """Whether a value is words of a language, and no notation."""
    return not _WORD.sub("", text).strip(" ,()-") and not text.isupper() and not _SIGN.search(text)


def _with_handles(query: Query) -> str:
    return query.model_copy(update={"entities": tuple(_kept(query))}).with_handles()


def _words(text: str) -> set[str]:
    return {match[0].casefold() for match in _WORD.finditer(text)}


def _same_numbers(asked: str, said: str, in_order: bool) -> None:
    """Raise a ClaimError unless both texts have the same numbers; a comma may be that of a decimal."""
    wanted, found = _NUMBER.findall(asked), _NUMBER.findall(said)
    left = [*found]
    for number in wanted:
        same = next((one for one in left if _values(one) & _values(number)), None)
        if same is None:
            raise ClaimError(f'the English has to say the number "{number[:_SHOWN]}"')
        left.remove(same)
    if left:
        raise ClaimError(f'the question does not say the number "{left[0][:_SHOWN]}"')
    if in_order and not all(_values(one) & _values(other) for one, other in zip(wanted, found, strict=True)):
        raise ClaimError("the numbers have to stand in the order of the question")


def _is_denied(english: str) -> bool:
    """Whether the English denies something: "those who do not", "non-smokers"."""
    return bool(set(_PART.findall(english.casefold())) & (word_list("operations", "denying") | {"non"}))


def _same_signs(asked: str, said: str, language: str) -> None:
    """Raise a ClaimError where a sign or a unit is lost, or a sign is new; ARNm and mRNA are one sign."""
    if language.isupper():
        asked = _OTHER_SCRIPT.sub(" ", units_in_signs(asked, language))
    for sign in (_LATIN if language.isupper() else _SIGN).findall(asked):
        if not _has_sign(said, sign):
            raise ClaimError(f'the English has to say "{sign[:_SHOWN]}"')
    written_units = [*_units(said, frozenset())]
    for sign in _SIGN.findall(said):
        # The letters of a unit are other ones in another script: мл is mL.
        is_unit = language.isupper() and any(sign in written for written, _ in written_units)
        if not is_unit and not _has_sign(asked, sign):
            raise ClaimError(f'the question does not say "{sign[:_SHOWN]}"')
    units = [unit for _, unit in written_units]
    for written, unit in _units(asked, small_words(language)):
        if unit not in units:
            raise ClaimError(f'the English has to say the unit "{written[:_SHOWN]}"')


def _has_sign(text: str, sign: str) -> bool:
    letters = sorted(sign.casefold())
    return sign in re.sub(r"[\s-]", "", text) or any(sorted(word) == letters for word in _PART.findall(text.casefold()))


def _units(text: str, small: Collection[str]) -> Iterator[tuple[str, Unit]]:
    """The units that a text writes, behind a number or alone; one letter may be anything."""
    plain = normal(text)
    for match in _WORD.finditer(text):
        found = unit_at(plain, match.start()) if match[0].casefold() not in small else None
        if found is not None and found[1] - match.start() > 1 and not text[found[1] : found[1] + 1].isalnum():
            yield text[match.start() : found[1]], found[0]


def _leaves_out(asked: str, said: str, language: str) -> bool:
    """Whether the English has too few words; how many only carry a sentence depends on the language."""
    if len(_WORD.findall(said)) < _LEAST * len(_WORD.findall(asked)):
        return True
    small, english = carrying_words(language), carrying_words(ENGLISH)
    return bool(small) and len(_saying(said, english)) < _LEAST_SAYING * len(_saying(asked, small))


def _saying(text: str, small: Collection[str]) -> set[str]:
    """The words of a text that say something: the aniline of "l'aniline"."""
    parts = {part for word in _words(text) for part in re.split("['’]", word) if len(part) > 1}
    return {part for part in parts if part not in small}


def _values(number: str) -> set[float]:
    """What a number may mean: with a comma for a decimal, or for thousands."""
    found = {float(number.replace(",", ".", 1))} if len(re.findall("[.,]", number)) == 1 else set()
    if not re.search("[.,]", number) or _THOUSANDS.fullmatch(number):
        found.add(float(re.sub("[.,]", "", number)))
    return found or {float(part) for part in re.split("[.,]", number)}
