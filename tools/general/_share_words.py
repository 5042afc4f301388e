"""Find the shares of two enantiomers, an excess of one, and the yields of steps in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tool.numbers import IN_WORDS

_LONGEST = 2000
_FEWEST, _MOST = 2, 100
_NUMBER = r"\d{1,9}(?:\.\d+)?"
_PERCENT = r"(?:\s?(?:%|percent|per\s+cent))"


def _said(name: str) -> str:
    return any_of(phrase_list("shares", name))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    named = rf"(?:\s*(?:of\s+)?(?:the\s+)?\(?(?:{_said('enantiomers')})\)?)?"
    lead = rf"(?:(?:{_said('leads')})\s*(?:of|are|were|is|=|:)?\s*)?"
    pair = (
        rf"(?P<a>{_NUMBER})(?P<ap>{_PERCENT})?{named}\s*(?:,|:|/|and|to)\s*(?P<b>{_NUMBER})(?P<bp>{_PERCENT})?{named}"
    )
    excess = rf"(?:an?\s+)?(?:{_said('excess')})\s*(?:of|is|=|:)?\s*(?P<e>{_NUMBER}){_PERCENT}"
    behind = rf"(?P<f>{_NUMBER}){_PERCENT}\s*(?:{_said('excess')})"
    percent = rf"{_NUMBER}{_PERCENT}"
    route = rf"(?:\s+(?:{_said('sequences')}))?"
    steps = rf"(?:(?:an?\s+)?(?P<n>\d{{1,2}}|{'|'.join(IN_WORDS)})[\s-](?:\w+\s+)?steps?{route}\s*)?"
    joined = rf"(?:{_said('step_leads')}|,|:|\s)*"
    each = rf"(?P<one>{_NUMBER}){_PERCENT}(?:\s+yield)?\s+(?:for\s+|in\s+)?(?:each|per\s+step)(?:\s+step)?"
    joint = r"(?:\s*,\s*(?:and\s+)?|\s+and\s+)"
    # The last one has the sign for all, or each its own.
    several = rf"(?P<all>{percent}(?:{joint}{percent})+|{_NUMBER}(?:{joint}{_NUMBER})*{joint}{percent})"
    return {
        "cue": re.compile(rf"(?<![\w-])(?:{_said('cues')})(?![\w-])", re.IGNORECASE),
        "pair": re.compile(rf"(?<![\w.-]){lead}(?<![\w.-]){pair}(?![\w]|\.\d)", re.IGNORECASE),
        "ratio": re.compile(rf"(?:{_said('ratios')})(?![\w-])", re.IGNORECASE),
        "excess": re.compile(rf"(?<![\w.-])(?:{excess}|{behind})(?![\w-])", re.IGNORECASE),
        "overall": re.compile(rf"(?<![\w-])(?:{_said('overall')})(?![\w-])", re.IGNORECASE),
        "steps": re.compile(rf"(?<![\w.-]){steps}{joined}(?<![\w.])(?:{each}|{several})(?![\w]|\.\d)", re.IGNORECASE),
    }


def find_enantiomer_pairs(text: str) -> Iterator[tuple[int, int, str]]:
    """How much there is of each enantiomer, as `95.0 5.0`: "95% R and 5% S", "areas of 1520 and 80", "97:3"."""
    if len(text) > _LONGEST or not _patterns()["cue"].search(text):
        return
    found = list(_patterns()["pair"].finditer(text))
    if len(found) == 1 and bool(found[0]["ap"]) == bool(found[0]["bp"]):
        match = found[0]
        # "The er of 12 and 388" is asked for, "an er of 97:3" is given.
        told = _patterns()["ratio"].match(text, match.start())
        asked = told is not None and re.search(r",|and", text[match.end("a") : match.start("b")]) is not None
        yield match.start("a") if asked else match.start(), match.end(), f"{float(match['a'])!r} {float(match['b'])!r}"


def find_excesses(text: str) -> Iterator[tuple[int, int, str]]:
    """An enantiomeric excess that is told, as `90.0 %`."""
    if len(text) > _LONGEST:
        return
    for match in _patterns()["excess"].finditer(text):
        yield match.start(), match.end(), f"{float(match['e'] or match['f'])!r} %"


def find_step_yields(text: str) -> Iterator[tuple[int, int, str]]:
    """The yields of all steps, as `80.0 75.0 90.0`; nothing where they are not as many as the steps."""
    if len(text) > _LONGEST or not _patterns()["overall"].search(text):
        return
    for match in _patterns()["steps"].finditer(text):
        said = (match["n"] or "").lower()
        number = int(said) if said.isdecimal() else IN_WORDS.get(said, 0)
        if match["one"]:
            yields = [float(match["one"])] * min(int(number), _MOST)
        else:
            yields = [float(one) for one in re.findall(_NUMBER, match["all"])]
        if len(yields) >= _FEWEST and number in (0, len(yields)):
            yield match.start(), match.end(), " ".join(map(repr, yields))
