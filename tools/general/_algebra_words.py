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


@cache
def _limits() -> re.Pattern[str]:
    at, end, below = (any_of(phrase_list("algebra", word)) for word in ("goes_to", "infinity", "minus_infinity"))
    point = rf"(?P<point>(?P<minus>[-−](?:{end})|{below})|\+?(?:{end})|{_NUMBER})"
    return re.compile(rf"{_asked('limit')}{_EXPRESSION}\s*(?:{at})\s*{point}(?![\w.]*\w)", re.IGNORECASE)


def find_limits(text: str) -> Iterator[tuple[int, int, str]]:
    """The expressions whose limit is asked for, with the point: `sin(x)/x; 0`."""
    for match in _limits().finditer(text) if len(text) <= _LONGEST else ():
        point = match["point"].lower()
        plain = point if re.fullmatch(_NUMBER, point) else "-inf" if match["minus"] else "inf"
        yield match.start(), match.end(), f"{match['expression'].strip()}; {plain}"


@cache
def _series() -> re.Pattern[str]:
    around, order = (any_of(phrase_list("algebra", word)) for word in ("around", "order"))
    at = rf"(?:\s*(?:{around})\s+(?:[a-z]\s*=\s*)?(?P<point>{_NUMBER}))?"
    power = r"(?P<power>\d{1,2}|[a-z]\^\d{1,2})"
    behind = r"(?:st|nd|rd|th)?"
    first = rf"(?:\s*,?\s*(?:{order})\s+{power}{behind}(?:\s+(?:order|degree))?)"
    return re.compile(rf"{_asked('series')}{_EXPRESSION}{at}{first}(?![\w.])", re.IGNORECASE)


def find_series(text: str) -> Iterator[tuple[int, int, str]]:
    """The expressions whose series is asked for, with the point and the highest power: `exp(x); 0; 4`."""
    for match in _series().finditer(text) if len(text) <= _LONGEST else ():
        power = re.sub(r".*\^", "", match["power"])
        yield match.start(), match.end(), f"{match['expression'].strip()}; {match['point'] or 0}; {power}"


@cache
def _systems() -> re.Pattern[str]:
    joined = any_of(phrase_list("algebra", "and"))
    term = r"(?:\d+(?:\.\d+)?|[a-z](?![a-z])|[-+*/()−]|\s(?!\s*[a-z]{2}))"
    equation = rf"{term}{{1,60}}=\s*{term}{{1,60}}"
    between = rf"\s*(?:[,;]\s*(?:(?:{joined})\s+)?|(?:(?<=\s)|\s)(?:{joined})\s)\s*"
    return re.compile(rf"{_asked('system')}(?P<system>{equation}(?:{between}{equation}){{1,7}})", re.IGNORECASE)


def find_linear_equations(text: str) -> Iterator[tuple[int, int, str]]:
    """The equations of several unknowns that are to be solved together: `2x + y = 5; x - y = 1`."""
    joined = any_of(phrase_list("algebra", "and"))
    for match in _systems().finditer(text) if len(text) <= _LONGEST and text.count("=") > 1 else ():
        parts = re.split(rf"[,;]\s*(?:(?:{joined})\s+)?|\s(?:{joined})\s", match["system"], flags=re.IGNORECASE)
        yield match.start(), match.end(), "; ".join(part.strip() for part in parts)
