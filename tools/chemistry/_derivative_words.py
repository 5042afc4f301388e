"""Read which derivative of a molecule a question means: "methyl ester", "disodium salt", "N-methyl amide"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from scitoolagent.language.words import phrase_meanings

_BEFORE = r"(?<![\w-])"
_FORMS = r"(?:salts?|forms?)"


def find_esters(text: str) -> Iterator[tuple[int, int, str]]:
    """ "ethyl ester" as `ethyl`, "dimethyl ester" as `dimethyl`, "esterified with ethanol" as `ethyl`."""
    return _found(text, "alcohol_parts", rf"{_BEFORE}(?P<many>mono|di|tri)?-?(?P<name>{{names}})[ -]esters?\b")


def find_acyl_esters(text: str) -> Iterator[tuple[int, int, str]]:
    """ "the acetate of menthol" as `acetyl`, "benzoate ester" as `benzoyl`."""
    pattern = rf"{_BEFORE}(?P<many>mono|di|tri)?(?P<name>{{names}})(?:[ -]esters?\b|(?=\s+of\s+(?!an?\b)\w))"
    return _found(text, "acyl_parts", pattern)


def find_amides(text: str) -> Iterator[tuple[int, int, str]]:
    """ "N-methyl amide of" as `methyl`, "primary amide of" as `primary`."""
    pattern = rf"{_BEFORE}(?:n,\s?n-|n-)?(?P<name>{{names}})(?=\s+(?:of|derived|made|form))"
    return _found(text, "amine_parts", pattern)


def find_salts(text: str) -> Iterator[tuple[int, int, str]]:
    """ "disodium salt" as `disodium`, "the hydrochloride of lidocaine" as `hydrochloride`."""
    metals = rf"{_BEFORE}(?P<many>mono|di|tri|tetra)?-?(?P<name>{{names}})[ -]{_FORMS}\b"
    acids = rf"{_BEFORE}(?P<many>mono|di|tri)?-?(?P<name>{{names}})(?:[ -]{_FORMS}\b|(?=\s+of\b))"
    yield from _found(text, "cations", metals)
    yield from _found(text, "salt_acids", acids)


def find_hydrates(text: str) -> Iterator[tuple[int, int, int]]:
    """ "the monohydrate of glucose" as 1 molecule of water, "dihydrate form" as 2."""
    for match in _pattern("hydrates", rf"{_BEFORE}(?P<name>{{names}})(?:[ -]{_FORMS}\b|(?=\s+of\b))").finditer(text):
        yield match.start(), match.end(), int(_names("hydrates")[_key(match["name"])])


def _found(text: str, group: str, pattern: str) -> Iterator[tuple[int, int, str]]:
    for match in _pattern(group, pattern).finditer(text):
        many = (match.groupdict().get("many") or "").lower()
        yield match.start(), match.end(), f"{many}{_names(group)[_key(match['name'])]}"


def _key(name: str) -> str:
    return " ".join(name.lower().split())


@lru_cache(maxsize=8)
def _names(group: str) -> Mapping[str, str]:
    return phrase_meanings(group)


@lru_cache(maxsize=8)
def _pattern(group: str, pattern: str) -> re.Pattern[str]:
    longest = sorted(_names(group), key=len, reverse=True)
    names = "|".join(re.escape(name).replace("\\ ", r"\s+") for name in longest)
    return re.compile(pattern.format(names=names), re.IGNORECASE)
