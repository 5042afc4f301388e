"""Find the units that an answer is wanted in: "in kDa", "how many litres", "mass (mg)"; no number stands before them.

What a number stands before is a quantity (see quantities.py). The words around a unit stand in `language/en.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.units import UnitError, normal, readings, sign_in_case, unit_at

_SHARE = re.compile(r"(?<=[A-Za-z])%(?![\w%])")
_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST = 60
# A unit ends here: "M+" is an ion, "g-scale" and "M/zork" are no units.
_END = re.compile(r"(?![\w^*/·+⁺]|[-–−]\w)")
_CLAUSE_END = re.compile(r"\s*(?:$|[,;:?!)\]]|\.(?!\s*[a-z]))")
_CODE_BEFORE = re.compile(r"(?<![\w.°])[A-Z]\s+$")
# One letter that is wanted: behind "in" any of these, elsewhere those that stand for nothing else in a sentence.
_LONE_IN = frozenset("gLlmshdKMCFJNVWATu%°‰ÅΩ")
_LONE = frozenset("gLlmshKMCFJu%°‰ÅΩ")
_LONE_COUNTED = frozenset("gh%°‰Å")


@dataclass(frozen=True, slots=True)
class _Words:
    lead: re.Pattern[str]
    behind: re.Pattern[str]
    power_before: re.Pattern[str]
    power_behind: re.Pattern[str]
    joint: re.Pattern[str]
    powers: dict[str, int]
    shares: dict[str, str]
    no_units: frozenset[str]


@cache
def _words() -> _Words:
    squared, cubed = word_list("units", "squared"), word_list("units", "cubed")
    powers = any_of({*squared, *cubed})
    before, counting = any_of(phrase_list("units", "before")), any_of(phrase_list("units", "counting"))
    return _Words(
        re.compile(
            rf"(?:(?<=[^\W\d_][\s'’])(?P<bracket>[(\[])|(?<![\w-])(?:(?P<counting>{counting})|(?P<before>{before}))"
            r"(?:\s*:\s*|\s+))(?=[^\W\d_]|[°%‰(\"'`])[\"'`]?",
            re.IGNORECASE,
        ),
        re.compile(rf"\s+(?:{any_of(word_list('units', 'behind'))})\b", re.IGNORECASE),
        re.compile(rf"({powers})\s+(?=[^\W\d_]{{4}})", re.IGNORECASE),
        re.compile(rf"\s+({powers})\b", re.IGNORECASE),
        re.compile(rf"\s*(?:,|{any_of(phrase_list('units', 'joints'))})\s+", re.IGNORECASE),
        dict.fromkeys(squared, 2) | dict.fromkeys(cubed, 3),
        dict.fromkeys(word_list("units", "percent"), "%") | dict.fromkeys(word_list("units", "fraction"), "1"),
        word_list("units", "no_units"),
    )


def find_units(text: str) -> list[tuple[int, int, str]]:
    """The units wanted in a text: start, end and the unit as `readings` reads it, `1` for a fraction.

    A letter that may as well be an element, a residue or a word counts only where a sentence would name a unit.
    """
    plain, found = normal(text), list[tuple[int, int, str]]()
    # "GC%": a percentage of what stands in front of it.
    shares = [(match.start(), match.end(), "%") for match in _SHARE.finditer(plain)]
    for lead in _words().lead.finditer(plain):
        if not found or lead.end() >= found[-1][1]:
            found += _units_behind(plain, lead)
    taken = {start for start, _, _ in found}
    return sorted([*found, *(share for share in shares if share[0] not in taken)])


def _units_behind(text: str, lead: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """The unit behind a lead, and those that a joint adds to it: "in kDa and g/mol"."""
    start = lead.end()
    while one := _unit(text, start, lead):
        yield one
        joint = _words().joint.match(text, one[1])
        if joint is None or lead["bracket"]:
            return
        start = joint.end()


def _unit(text: str, start: int, lead: re.Match[str]) -> tuple[int, int, str] | None:
    words = _words()
    first = _LETTERS.match(text, start)
    if first and (share := words.shares.get(first[0].lower())) and not lead["counting"]:
        return start, first.end(), share
    before = words.power_before.match(text, start)
    begin = before.end() if before else start
    window = _LETTERS.sub(lambda match: sign_in_case(match[0]), text[begin : begin + _LONGEST])
    found = unit_at(window, 0, prose=False)
    if found is None:
        return None
    written, end = window[: found[1]], begin + found[1]
    behind = None if before else words.power_behind.match(text, end)
    end = behind.end() if behind else end
    if not _END.match(text, end) or not _is_meant(written, text, start, end, lead):
        return None
    if before:
        written = re.sub(r"[^\W\d_]+", rf"\g<0>^{words.powers[before[1].lower()]}", written, count=1)
    unit = f"{written}^{words.powers[behind[1].lower()]}" if behind else written
    return (start, end, unit) if _is_known(unit) else None


def _is_meant(written: str, text: str, start: int, end: int, lead: re.Match[str]) -> bool:
    """Whether what can be read as a unit is one here."""
    if lead["bracket"]:
        return text[end : end + 1] in (")", "]") and (len(written) > 1 or not written.isalnum())
    if written.lower() in _words().no_units:
        return False
    if len(written) > 1 or not written.isalnum():
        return True
    if lead["counting"]:
        return written in _LONE_COUNTED
    inside = lead[0].split()[0].lower() == "in"
    if written not in (_LONE_IN if inside else _LONE):
        return False
    # "from K to M" exchanges residues.
    if not inside and _CODE_BEFORE.search(text, max(0, lead.start() - 12), lead.start()):
        return False
    return bool(_CLAUSE_END.match(text, end) or _words().behind.match(text, end))


def _is_known(unit: str) -> bool:
    try:
        return bool(readings(unit))
    except UnitError:
        return False
