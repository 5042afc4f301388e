"""Find the counts and shares of a diagnostic test or of two groups in a question."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.general._region_words import LONGEST

_COUNT = r"(?P<count>\d{1,9})"
_SHARE = r"(?:(?P<share>\d{1,3}(?:\.\d+)?)\s?%|(?P<part>0?\.\d+)(?![\w.]*\d|\s?%))"
_KINDS = {"true_positives": "TP", "false_positives": "FP", "true_negatives": "TN", "false_negatives": "FN"}
_FRACTION = re.compile(
    r"(?<![\w.,/])(?P<part>\d{1,7})\s*(?:of|out\s+of|/)\s*(?:the\s+)?(?P<whole>\d{1,7})(?![\w/]|[.,]\d)"
)
_JOINT = r"\s*(?:[:=]|of|is|are|was|were)?\s*"

_LEAD = re.compile(
    r"(?:\b(?:(?:of|for|has|in)\s+)?(?:an?|the|my|our)\s+(?:\w+\s+)?test\s+(?:with|that\s+has)\s+)?"
    r"(?:\b(?:with|for|if|from|of|at|and|an?|the)\s+)*$",
    re.IGNORECASE,
)


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('diagnostics', name))})(?![\w-])", re.IGNORECASE)


@cache
def _counted(name: str) -> re.Pattern[str]:
    words = any_of(phrase_list("diagnostics", name))
    return re.compile(
        rf"(?<![\w.,-])(?:{_COUNT}\s+(?:{words})|(?:{words}){_JOINT}{_COUNT.replace('count', 'behind')})"
        r"(?![\w%]|[.,]\d)",
        re.IGNORECASE,
    )


@cache
def _shared(name: str) -> re.Pattern[str]:
    words = any_of(phrase_list("diagnostics", name))
    return re.compile(
        rf"(?<![\w-])(?:{words}){_JOINT}{_SHARE}|(?P<front>\d{{1,3}}(?:\.\d+)?)\s?%\s+(?:{words})(?![\w-])",
        re.IGNORECASE,
    )


def find_test_counts(text: str) -> Iterator[tuple[int, int, str]]:
    """All four counts of a test, as `TP=90 FP=30 TN=170 FN=10`."""
    return _counts(text, ("TP", "FP", "TN", "FN"))


def find_ill_counts(text: str) -> Iterator[tuple[int, int, str]]:
    """True positives and false negatives alone, as `TP=90 FN=10`."""
    return _counts(text, ("TP", "FN"))


def find_well_counts(text: str) -> Iterator[tuple[int, int, str]]:
    """True negatives and false positives alone, as `FP=30 TN=170`."""
    return _counts(text, ("FP", "TN"))


def find_positive_counts(text: str) -> Iterator[tuple[int, int, str]]:
    """True and false positives alone, as `TP=90 FP=30`."""
    return _counts(text, ("TP", "FP"))


def _counts(text: str, wanted: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
    """The counts of a text where these and no others are told, each once."""
    if len(text) > LONGEST:
        return
    found = {kind: list(_counted(kind).finditer(text)) for kind in _KINDS}
    told = {_KINDS[kind]: one[0] for kind, one in found.items() if one}
    if tuple(told) == wanted and all(len(one) < 2 for one in found.values()):
        said = " ".join(f"{name}={match['count'] or match['behind']}" for name, match in told.items())
        yield from _joined(text, [match.span() for match in told.values()], said)


def find_test_shares(text: str) -> Iterator[tuple[int, int, str]]:
    """Sensitivity, specificity and prevalence that are given, as `sensitivity=90 specificity=95 prevalence=1`."""
    if len(text) > LONGEST:
        return
    names = ("sensitivity", "specificity", "prevalence")
    found = {name: list(_shared(name).finditer(text)) for name in names}
    if all(len(one) == 1 for one in found.values()):
        told = " ".join(f"{name}={_percent(one[0])}" for name, one in found.items())
        yield from _joined(text, [one[0].span() for one in found.values()], told)


def find_test_pairs(text: str) -> Iterator[tuple[int, int, str]]:
    """Sensitivity and specificity that are given without a prevalence, as `sensitivity=90 specificity=95`."""
    if len(text) > LONGEST or list(_said("prevalence").finditer(text)):
        return
    found = {name: list(_shared(name).finditer(text)) for name in ("sensitivity", "specificity")}
    if all(len(one) == 1 for one in found.values()):
        told = " ".join(f"{name}={_percent(one[0])}" for name, one in found.items())
        yield from _joined(text, [one[0].span() for one in found.values()], told)


def _percent(match: re.Match[str]) -> str:
    """A share in percent: 90 for "90 %" and for "0.9"."""
    return match["share"] or match["front"] or f"{100 * float(match['part']):.12g}"


def find_two_groups(text: str) -> Iterator[tuple[int, int, str]]:
    """Cases of two groups, the exposed or treated one first: `20/100 10/100` for "20 of 100 against 10 of 100"."""
    if len(text) > LONGEST or not _said("ratios").search(text):
        return
    found = list(_FRACTION.finditer(text))
    if len(found) != 2:
        return
    places = [(one.start(), end) for one in found for end in (_label_end(text, one.end()),)]
    event = re.compile(rf"\s*(?:{any_of(phrase_list('diagnostics', 'events'))})(?![\w-])", re.IGNORECASE)
    first = event.sub("", text[found[0].end() : places[0][1]], count=1)
    swapped = bool(_said("controls").match(first.strip() + " "))
    fractions = [f"{one['part']}/{one['whole']}" for one in (found[::-1] if swapped else found)]
    yield from _joined(text, places, " ".join(fractions))


def _label_end(text: str, place: int) -> int:
    """Where the name of a group behind its numbers ends: "of 100 exposed", "of 100 in the control group"."""
    behind = re.compile(
        rf"(?:\s+(?:{any_of(phrase_list('diagnostics', 'events'))}))?\s+(?:(?:in|of|for|with|on)\s+)?(?:the\s+)?"
        rf"(?:{any_of(phrase_list('diagnostics', 'groups'))})(?![\w-])",
        re.IGNORECASE,
    )
    match = behind.match(text, place)
    return match.end() if match else place


def _joined(text: str, places: list[tuple[int, int]], told: str) -> Iterator[tuple[int, int, str]]:
    """One value from the first place to the last; nothing where words that are not known stand between."""
    places = sorted(places)
    for (_, end), (start, _) in itertools.pairwise(places):
        words = re.findall(r"[^\W\d_]+|\d+", text[end:start].lower())
        if not set(words) <= set(phrase_list("diagnostics", "joints")):
            return
    lead = _LEAD.search(text, 0, places[0][0])
    event = _said("events").match(text, places[-1][1] + 1)
    yield (lead.start() if lead else places[0][0]), (event.end() if event else places[-1][1]), told
