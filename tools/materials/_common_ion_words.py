"""Find the salt whose solution another salt dissolves in: "solubility of AgCl in 0.1 M NaCl"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 2000
_SALT = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s?([mµμu]?M|[mµμu]?mol/(?:L|l|dm3))\s+(?:of\s+)?"
    r"((?:[A-Z][a-z]?\d*|\((?:[A-Z][a-z]?\d*)+\)\d*){2,12}|[a-z]+(?:\([IVX]+\))? [a-z]+(?:ide|ate|ite))(?![\w(+-])"
)


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('common_ion', 'cues'))})(?![\w-])", re.IGNORECASE)


@cache
def _before() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('common_ion', 'before'))})\s+$", re.IGNORECASE)


def find_solvent_salts(text: str) -> Iterator[tuple[int, int, str]]:
    """The salts of the solutions that a text has another salt dissolve in, as `0.1 M NaCl`."""
    if len(text) > _LONGEST or not _cues().search(text):
        return
    for match in _SALT.finditer(text):
        if _before().search(text[: match.start()]):
            yield match.start(), match.end(), f"{match[1]} {match[2]} {match[3]}"
