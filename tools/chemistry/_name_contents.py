"""Read what a name says of water and counter-ions: "magnesium chloride hexahydrate", "X dihydrochloride monohydrate".

The table gives names of hydrates and of salts to what is hydrated and to the free base as well; what the name says
must be in the structure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd
from pathlib import Path

_COUNTS = {
    "hemi": Fraction(1, 2), "mono": Fraction(1), "sesqui": Fraction(3, 2), "di": Fraction(2), "tri": Fraction(3),
    "tetra": Fraction(4), "penta": Fraction(5), "hexa": Fraction(6), "hepta": Fraction(7), "octa": Fraction(8),
    "nona": Fraction(9), "deca": Fraction(10), "undeca": Fraction(11), "dodeca": Fraction(12),
    "hexadeca": Fraction(16), "octadeca": Fraction(18),
}  # fmt: skip
_MANY = "|".join(sorted(_COUNTS, key=len, reverse=True))
_WATER = re.compile(
    rf"(?<![a-z])(?:(?P<many>{_MANY})-?|(?P<digits>\d{{1,2}})[ -]?)?hydrate(?P<ed>d)?(?![a-z])"
    r"|(?<=[\s.·•*,-])(?<!in )(?:(?P<over>1/2)|(?P<count>\d{1,2}(?:\.5)?))?\s?(?:h2o|h₂o|water)(?=$|[\s)])"
)
_DRY = re.compile(r"(?<![a-z])anhydrous(?![a-z])")
_MARGIN = re.compile(r"^[\s,;:.·•*()\[\]-]+|[\s,;:.·•*(\[-]+$")
_RATIO = re.compile(r"\s*\(\d+:\d+(?::\d+)*\)$|\s*\(salt\)$|\s*\((?:[89]ci,?)+\)$|\s+salt$")
_TOLD = re.compile(r"\((?P<counts>\d{1,2}(?::\d{1,2})+)\)")
_PAIR = re.compile(r"\(([1-9]\d?):([1-9]\d?)\)$")
_TIMES = rf"(?P<many>{_MANY})?-?"


@dataclass(frozen=True, slots=True)
class Contents:
    """What a name says is in a compound beside its main part.

    Attributes:
        main: the name without water.
        waters: molecules of water for one formula unit; 0 where the name says that there are some and not how many,
            None where it says nothing.
        dry: the name says that there is none.
    """

    main: str
    waters: Fraction | None
    dry: bool


@dataclass(frozen=True, slots=True)
class Salt:
    """The last word of a name that is a counter-ion, and what stands in front of it.

    Attributes:
        only: no ester has such a name.
        times: how many of them the word says, None where it leaves that open.
    """

    parent: str
    word: str
    partner: str
    only: bool
    times: Fraction | None


@lru_cache(maxsize=4096)
def contents(name: str) -> Contents:
    """What a name says of water."""
    text = " ".join(name.lower().split())
    match = _WATER.search(text)
    if match is None or text in ("h2o", "water"):
        return Contents(text, None, bool(_DRY.search(text)))
    found = match.groupdict()
    if found["many"]:
        waters = _COUNTS[found["many"]]
    elif found["over"]:
        waters = Fraction(1, 2)
    else:
        waters = Fraction(found["digits"] or found["count"] or 0)
    rest = text[match.end() :].lstrip()
    if told := _TOLD.match(rest):
        *others, last = map(int, told["counts"].split(":"))
        waters = waters or (Fraction(last, gcd(*others)) if 0 not in others else waters)
        rest = rest[told.end() :]
    before, behind = _bare(text[: match.start()]), _bare(rest)
    if behind.startswith("(") or _RATIO.fullmatch(f" {behind}"):
        behind = ""
    return Contents(" ".join(filter(None, (before, behind))), waters, False)


@lru_cache(maxsize=4096)
def salt(name: str) -> Salt | None:
    """The counter-ion that the last word of a name without water is; None where it is none."""
    text = name
    while (shorter := _RATIO.sub("", text)) != text:
        text = shorter
    match = _salt_word().fullmatch(text.strip(" ()"))
    if match is None:
        return None
    partner, only = _partners()[match["word"]]
    times = _COUNTS.get(match["many"] or "")
    return Salt(_bare(match["parent"]), match["word"], partner, only, times)


def is_salt_word(word: str) -> bool:
    """Whether a word is a counter-ion without a number in front."""
    return word in _partners()


def ratio_of(name: str) -> Fraction | None:
    """The ratio of two parts that ends a name, "sulfate (2:1)"; None where there is none, or one of three parts."""
    match = _PAIR.search(name.removesuffix(" (salt)").removesuffix(" salt"))
    return Fraction(int(match[1]), int(match[2])) if match else None


def _bare(text: str) -> str:
    return _MARGIN.sub("", _MARGIN.sub("", text)) if text.count("(") == text.count(")") else text.strip(" ,;:.·•*([-")


@lru_cache(maxsize=1)
def _partners() -> dict[str, tuple[str, bool]]:
    lines = (Path(__file__).parent / "counter_ions.tsv").read_text("utf-8").splitlines()
    rows = [[*line.split("\t"), ""] for line in lines if not line.startswith("#")]
    return {row[0]: (row[1], row[2] == "only") for row in rows}


@lru_cache(maxsize=1)
def _salt_word() -> re.Pattern[str]:
    words = "|".join(sorted(_partners(), key=len, reverse=True))
    return re.compile(rf"(?P<parent>.*?[^\s,(-])[\s,(-]+{_TIMES}(?P<word>{words})")
