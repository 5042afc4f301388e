"""Parse the published answers of SciToolEval: prose with a value of the kind that the oracle expects.

What cannot be parsed gives no reference; nothing is guessed. Numbers count as equal within half a unit of the last
printed digit.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.compare import Expected, elements_of, inchikey
from scitoolagent.benchmarks.scitooleval.entities import Subject

# A number that stands alone: not part of Kappa2, NPR1, Chi^2v, 3D, 2D, mp-862786 or a SMILES.
_NUMBER = re.compile(r"(?<![\w^./=(#@-])[-−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w^(=#@])(?!-\w)")
_LIST = re.compile(r"\\?\[([^\[\]]*\d[^\[\]]*)\]")
_BITS = re.compile(r"\b[01]{64,}\b")
_FORMULA = re.compile(r"\b(?:[A-Z][a-z]?\d*){2,}\b")
_ATOM_WORD = re.compile(r"Atom\d+\s+(\w+)")
_SPAN = re.compile(r"position\s+(\d+)\s*-+\s*(\d+)")
_NO = re.compile(r"\b(?:not|no|cannot|false|fails?)\b", re.IGNORECASE)
_EDGE = " \t\n'\"`.,:;?"


_SHARES = {
    "SequenceIdentity": re.compile(r"(\d+(?:\.\d+)?)\s*% identity"),
    "SequenceSimilarity": re.compile(r"(\d+(?:\.\d+)?)\s*% similarity"),
    "GapShare": re.compile(r"(\d+(?:\.\d+)?)\s*% gaps"),
}


def published_parts(
    question: Question, parts: tuple[Expected, ...], subjects: tuple[Subject, ...]
) -> tuple[Expected, ...]:
    """The published answer as expected values of the kinds of `parts`; empty when it does not hold them."""
    text = _without(question.reference, subjects)
    if any(part.kinds and part.kinds[0] in _SHARES for part in parts):
        return _shares(text, parts)
    if parts and all(part.kind == "number" for part in parts):
        return _numbers(text, parts)
    if len(parts) > 1 and all(part.optional for part in parts):
        parts = parts[:1]
    found = []
    for part in parts:
        value = _value(text, part)
        if value is None:
            return ()
        found.append(replace(part, values=(value,), absolute=_half_unit(text, part)))
    return tuple(found)


def motif_parts(question: Question) -> tuple[Expected, ...]:
    """A motif by its position, if the published answer names one."""
    match = _SPAN.search(question.reference)
    return (Expected("site", ((int(match[1]), int(match[2])),)),) if match else ()


def _without(text: str, subjects: tuple[Subject, ...]) -> str:
    """The text without the subjects of the question, since a SMILES contains digits."""
    for subject in sorted(subjects, key=lambda one: -len(one.text)):
        text = text.replace(subject.text, " ")
    return text


def _shares(text: str, parts: tuple[Expected, ...]) -> tuple[Expected, ...]:
    """The figures of an alignment, by name."""
    found = []
    for part in parts:
        pattern = _SHARES.get(part.kinds[0]) if part.kinds else None
        match = pattern.search(text) if pattern else None
        if match:
            found.append(replace(part, values=(float(match[1]),)))
        elif part.kinds == ("GapShare",) and "no gaps" in text:
            found.append(replace(part, values=(0.0,)))
    return tuple(found)


def _numbers(text: str, parts: tuple[Expected, ...]) -> tuple[Expected, ...]:
    found = _NUMBER.findall(text)
    if len(set(found)) == 1 or len(parts) == 1:
        found = found[-1:] if len(set(found)) == 1 else []
    if len(found) != len(parts):
        return ()
    return tuple(
        replace(part, values=(float(number.replace("−", "-")),), absolute=_places(number))
        for part, number in zip(parts, found, strict=True)
    )


def _value(text: str, part: Expected) -> Any:
    """The value of one part; None when the text does not hold it."""
    if part.kind in ("numbers", "atoms"):
        return _list_in(text, len(part.values[0]))
    if part.kind == "truth":
        return not _NO.search(text)
    if part.kind == "bits":
        match = _BITS.search(text)
        return frozenset(i for i, digit in enumerate(match[0]) if digit == "1") if match else None
    if part.kind == "formula":
        return next((word for word in reversed(_FORMULA.findall(text)) if elements_of(word)), None)
    if part.kind == "structure":
        return _structure_in(text)
    if part.kind == "structures":
        return tuple(dict.fromkeys(re.findall(r"`([^`\s]+)`", text))) or None
    if part.kind in ("names", "ordered names"):
        return tuple(word.lower() for word in _ATOM_WORD.findall(text)) or None
    if part.kind == "sequence":
        words = [word for word in re.findall(r"[A-Z*]{5,}", text) if word not in ("DNA", "RNA")]
        return words[-1] if words else None
    return None


def _list_in(text: str, length: int) -> tuple[float, ...] | None:
    for match in _LIST.finditer(text):
        numbers = re.findall(r"[-−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", match[1])
        if len(numbers) > 1:
            return tuple(float(number.replace("−", "-")) for number in numbers)
    numbers = _NUMBER.findall(text)
    if len(numbers) == length:
        return tuple(float(number) for number in numbers)
    if re.search(r"\ball 0\b", text):
        return (0.0,) * length
    return None


def _structure_in(text: str) -> str | None:
    words = [word.strip(_EDGE) for word in text.split()]
    found = [word for word in words if (set(word) & set("=#()[]@123456789") or word.isupper()) and inchikey(word)]
    return found[-1] if found else None


def _half_unit(text: str, part: Expected) -> float:
    if part.kind not in ("numbers", "atoms"):
        return part.absolute
    decimals = [len(number) for number in re.findall(r"\d\.(\d+)", text)]
    return max(part.absolute, 0.5 * 10.0 ** -max(decimals, default=0))


def _places(number: str) -> float:
    decimals = len(number.split(".")[1].split("e")[0]) if "." in number else 0
    return float(max(0.5 * 10.0**-decimals, 1e-9)) if decimals else 1e-6
