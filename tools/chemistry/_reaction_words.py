"""Find named reactions in a question; nothing is loaded but the lines of the rules that name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_QUOTED = re.compile(r'"([^"]*)"')
_NAMES = re.compile(
    r'^name = "(?P<name>[^"]+)"\n(?:also = \[(?P<also>[^\]]*)\]\n)?(?:smarts|retro) = .*\n(?:retro = .*\n)?'
    r"roles = \[(?P<roles>[^\]]*)\]\n(?:uses = .*\n)?(?:supply = \[(?P<supply>.*)\]\n)?",
    re.MULTILINE,
)


def find_of_one(text: str) -> Iterator[tuple[int, int, str]]:
    """Each reaction that the text names with its reagent understood, as nitration; the longest name at a place."""
    return _find(text, of_one=True)


def find_of_several(text: str) -> Iterator[tuple[int, int, str]]:
    """Each reaction that the text names of which all reactants must be given, as a coupling."""
    return _find(text, of_one=False)


def _find(text: str, *, of_one: bool) -> Iterator[tuple[int, int, str]]:
    for match in _pattern().finditer(text):
        name, takes_one = _known()[_plain(match.group())]
        if takes_one is of_one:
            yield match.start(), match.end(), name


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("–", "-").split())


@cache
def _known() -> dict[str, tuple[str, bool]]:
    """Names as people write them: the name of the rules, and whether one reactant is enough for any of its rules."""
    rules = files("scitoolagent.tools.chemistry").joinpath("reactions.toml").read_text(encoding="utf-8")
    known: dict[str, tuple[str, bool]] = {}
    for match in _NAMES.finditer(rules):
        supplied = sum(1 for one in _QUOTED.findall(match["supply"] or "") if one)
        of_one = len(_QUOTED.findall(match["roles"])) - supplied == 1
        for name in (match["name"], *_QUOTED.findall(match["also"] or "")):
            before = known.get(_plain(name), (name, False))
            known[_plain(name)] = (before[0], before[1] or of_one)
    return known


@cache
def _pattern() -> re.Pattern[str]:
    longest = sorted(_known(), key=lambda name: (-len(name), name))
    words = (re.escape(name).replace(r"\ ", r"\s+").replace(r"\-", "[-–]") for name in longest)
    # The elimination half-life and the elimination rate constant are those of a drug.
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-]|\s+(?:half|rate|phase)\b)", re.IGNORECASE)
