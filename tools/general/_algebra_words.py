"""Find expressions with a variable, and matrices, in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 2000
_FUNCTIONS = "sin|cos|tan|exp|log|ln|sqrt|asin|acos|atan|sinh|cosh|tanh|pi|abs"
_TERM = rf"(?:\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|(?:{_FUNCTIONS})(?![a-z])|[a-z](?![a-z])|[-+*/^()]|\*\*|\s)"
_EXPRESSION = rf"(?P<expression>(?:{_TERM}){{1,200}})"
_MATRIX = r"(?P<matrix>\[\s*\[[-+\d.eE,;\s\[\]/]{1,2000}\]\s*\])"
_NUMBER = r"[-+]?(?:\d+(?:\.\d+)?|pi|\d+/\d+)"


@cache
def _asked(name: str) -> str:
    asked, named = (any_of(phrase_list("algebra", word)) for word in (name, "named"))
    return rf"(?<![\w-])(?:{asked})(?:\s+(?:(?:{named})\s+)?|(?=\())"


@cache
def _before_expression(name: str) -> re.Pattern[str]:
    start, end = (any_of(phrase_list("algebra", word)) for word in ("from", "to"))
    limits = rf"(?:\s*(?:{start})\s+(?:x\s*=\s*)?(?P<low>{_NUMBER})\s+(?:{end})\s+(?:x\s*=\s*)?(?P<high>{_NUMBER}))?"
    equal = r"(?:=(?P<right>(?:" + _TERM + r"){1,100}))?" if name == "roots" else ""
    return re.compile(rf"{_asked(name)}{_EXPRESSION}{equal}{limits if name == 'integral' else ''}", re.IGNORECASE)


@cache
def _before_matrix(name: str) -> re.Pattern[str]:
    return re.compile(rf"{_asked(name)}{_MATRIX}", re.IGNORECASE)


def find_derivatives(text: str) -> Iterator[tuple[int, int, str]]:
    """The expressions whose derivative is asked for."""
    return _expressions(text, "derivative")


def find_integrals(text: str) -> Iterator[tuple[int, int, str]]:
    """The expressions whose integral is asked for, with the limits behind them: `x^2; 0; 1`."""
    return _expressions(text, "integral")


def find_equations_of_one(text: str) -> Iterator[tuple[int, int, str]]:
    """The equations that are to be solved, as an expression that is to be zero."""
    return _expressions(text, "roots")


def _expressions(text: str, name: str) -> Iterator[tuple[int, int, str]]:
    if len(text) > _LONGEST:
        return
    for match in _before_expression(name).finditer(text):
        left = match["expression"].strip()
        end = match.end()
        if re.match(r"\w", text[end : end + 1]) or not re.search(r"[a-z]", re.sub(_FUNCTIONS, "", left)):
            continue
        if name == "roots":
            right = (match["right"] or "").strip()
            yield match.start(), end, f"({left})-({right})" if right else left
        elif name == "integral" and match["low"]:
            yield match.start(), end, f"{left}; {match['low']}; {match['high']}"
        else:
            yield match.start(), end, left


def find_determinants(text: str) -> Iterator[tuple[int, int, str]]:
    """The matrices whose determinant is asked for."""
    return _matrices(text, "determinant")


def find_eigenvalues(text: str) -> Iterator[tuple[int, int, str]]:
    """The matrices whose eigenvalues are asked for."""
    return _matrices(text, "eigenvalues")


def find_inverses(text: str) -> Iterator[tuple[int, int, str]]:
    """The matrices whose inverse is asked for."""
    return _matrices(text, "inverse")


def _matrices(text: str, name: str) -> Iterator[tuple[int, int, str]]:
    if len(text) > _LONGEST or "[[" not in text.replace(" ", ""):
        return
    for match in _before_matrix(name).finditer(text):
        yield match.start(), match.end(), re.sub(r"\s+", "", match["matrix"])
