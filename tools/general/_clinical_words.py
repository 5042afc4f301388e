"""Find values of blood in a question, and whose they are: "sodium 140 mmol/L", "a 60-year-old woman"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

ANALYTES = ("sodium", "chloride", "bicarbonate", "glucose", "urea_nitrogen", "urea", "calcium", "albumin", "creatinine")
# Laboratories give these in mmol/L or mEq/L alone, which are the same for a single charge.
_IONS = frozenset(["sodium", "chloride", "bicarbonate"])
# What is told in one list in one unit; a unit says nothing of what another kind of thing is told in.
_MOLAR = re.compile(r"(?i)(?:[mµμu]mol/l|meq/l|mm|[µμu]m)")
_TOGETHER = (_IONS, frozenset(["glucose", "urea", "urea_nitrogen"]))
_LONGEST = 2000
_NUMBER = r"\d{1,5}(?:\.\d+)?"
_MEASURED = "kg|kilograms?|kilos?|lbs?|pounds?|g|cm|mm?|ft|feet|in(?:ches)?|st|%|[µμum]?mol/L|[mµμu]M|mg(?:/dL)?|g/d?L"
_AGE = r"(?P<{0}>\d{{1,3}})"


def _said(name: str) -> str:
    return any_of(phrase_list("clinical", name))


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{_said('cues')})(?![\w-])", re.IGNORECASE)


@cache
def _values() -> re.Pattern[str]:
    names = "|".join(rf"(?P<{name}>{_said(name)})" for name in ANALYTES)
    # "Sodium of 140 mmol/L", "Na+ = 140", "a calcium level is 8.0 mg/dL".
    return re.compile(
        rf"(?<![\w-])(?:(?:{_said('of_blood')})\s+)?(?:{names})(?:\s+(?:{_said('levels')}))?\s*(?:(?:{_said('of')})(?!\w)|[=:])?"
        rf"\s*(?P<value>{_NUMBER})(?![\w.]*\d)\s*(?P<unit>{_said('units')})?(?![\w/])",
        re.IGNORECASE,
    )


@cache
def _people() -> re.Pattern[str]:
    sex = rf"(?:(?P<f{{0}}>{_said('female')})|(?P<m{{0}}>{_said('male')}))"
    old = rf"(?:[-\s]?(?:{_said('old')}))"
    age = rf"(?:{_said('aged')})\s*(?:of\s+|=\s*|:\s*)?"
    return re.compile(
        rf"(?<![\w.-])(?:(?:an?|the|this)\s+)?(?:{_AGE.format('a')}{old},?\s+(?:\w+\s+)?{sex.format(1)}"
        rf"|{sex.format(2)},?\s+(?:{age})?{_AGE.format('b')}(?:{old})?"
        rf"|{age}{_AGE.format('c')}(?:{old})?,?\s+{sex.format(3)})(?![\w-]|\.\d)"
        # "A woman, 60 kg" tells a weight.
        rf"(?!\s?(?:{_MEASURED})(?![\w-]))",
        re.IGNORECASE,
    )


def find_people(text: str) -> Iterator[tuple[int, int, str]]:
    """The age and sex of a person, as `60 years, female`, where a text asks for what needs both."""
    if len(text) > _LONGEST or not _cues().search(text):
        return
    for match in _people().finditer(text):
        age = match["a"] or match["b"] or match["c"]
        female = match["f1"] or match["f2"] or match["f3"]
        yield match.start(), match.end(), f"{age} years, {'female' if female else 'male'}"


def _found(text: str, name: str) -> Iterator[tuple[int, int, str]]:
    """The values of one analyte, as `140 mmol/L`."""
    if len(text) > _LONGEST or not _cues().search(text):
        return
    matches = list(_values().finditer(text))
    for number, match in enumerate(matches):
        if match[name] is not None and (unit := _unit(matches[number:], name)):
            yield match.start(), match.end(), f"{match['value']} {unit}"


def _unit(matches: Sequence[re.Match[str]], name: str) -> str:
    """The unit of the first of some values; one without a unit takes that of the next, where it may share that."""
    kin = next((group for group in _TOGETHER if name in group), frozenset([name]))
    for match in matches:
        said = next(one for one in ANALYTES if match[one] is not None)
        if not match["unit"]:
            continue
        if said in kin or (name in _IONS and _MOLAR.fullmatch(match["unit"])):
            # Sodium, chloride and bicarbonate have one charge, so mEq/L is mmol/L.
            return re.sub(r"(?i)^meq/l$", "mmol/L" if name in _IONS else "mEq/L", match["unit"])
        return ""  # "Na 140, glucose 90 mg/dL": sodium is in no such unit
    return ""


def find_sodium(text: str) -> Iterator[tuple[int, int, str]]:
    """The sodium of a serum."""
    return _found(text, "sodium")


def find_chloride(text: str) -> Iterator[tuple[int, int, str]]:
    """The chloride of a serum."""
    return _found(text, "chloride")


def find_bicarbonate(text: str) -> Iterator[tuple[int, int, str]]:
    """The bicarbonate of a serum."""
    return _found(text, "bicarbonate")


def find_glucose(text: str) -> Iterator[tuple[int, int, str]]:
    """The glucose of a serum."""
    return _found(text, "glucose")


def find_urea(text: str) -> Iterator[tuple[int, int, str]]:
    """The urea of a serum, as `5 mmol/L urea` or `14 mg/dL nitrogen`."""
    yield from ((start, end, f"{value} urea") for start, end, value in _found(text, "urea"))
    yield from ((start, end, f"{value} nitrogen") for start, end, value in _found(text, "urea_nitrogen"))


def find_calcium(text: str) -> Iterator[tuple[int, int, str]]:
    """The calcium of a serum."""
    return _found(text, "calcium")


def find_albumin(text: str) -> Iterator[tuple[int, int, str]]:
    """The albumin of a serum."""
    return _found(text, "albumin")


def find_creatinine(text: str) -> Iterator[tuple[int, int, str]]:
    """The creatinine of a serum."""
    return _found(text, "creatinine")
