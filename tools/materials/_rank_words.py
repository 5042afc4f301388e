"""Find which element is wanted by its place in a property: "which metal has the highest melting point"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of

_LONGEST = 2000


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    kinds = "|".join(f"(?:{any_of(forms)})" for forms in phrases_of("element_kinds").values())
    properties = "|".join(f"(?:{any_of(forms)})" for forms in phrases_of("element_properties").values())
    degree = any_of([*phrase_list("element_ranks", "highest"), *phrase_list("element_ranks", "lowest")])
    has, asked = (any_of(phrase_list("element_ranks", name)) for name in ("has", "asked"))
    among = rf"(?:\s+(?:of|among|amongst)\s+(?:all\s+)?(?:the\s+)?(?P<among>{kinds}))?"
    kind = rf"(?P<kind>{kinds})"
    ranked = rf"(?:the\s+)?(?P<degree>{degree})\s+(?P<property>{properties})"
    telling = any_of([form for forms in phrases_of("element_superlatives").values() for form in forms])
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"(?<![\w-])(?:{asked})\s+{kind}\s+(?:{has})\s+{ranked}(?![\w-]){among}",
            rf"(?<![\w-])(?:the\s+)?{kind}\s+(?:{has})\s+{ranked}(?![\w-])",
            rf"(?<![\w-])(?:{asked})\s+{kind}\s+is\s+(?:the\s+)?(?P<telling>{telling})(?![\w-]){among}",
            rf"(?<![\w-])(?:the\s+)?(?P<telling>{telling})\s+{kind}(?![\w-])(?!\s+(?:in|of|atom|ion))",
        )
    )


def find_element_ranks(text: str) -> Iterator[tuple[int, int, str]]:
    """The ranks by which a text asks for an element, as `highest en_pauling of halogens`."""
    if len(text) > _LONGEST:
        return
    seen: list[tuple[int, int]] = []
    for pattern in _patterns():
        for match in pattern.finditer(text):
            found = match.groupdict()
            if any(start < match.end() and match.start() < end for start, end in seen):
                continue
            kind = _named("element_kinds", found.get("among") or found["kind"])
            if found.get("telling"):
                rank = _named("element_superlatives", found["telling"])
            else:
                degree = found["degree"].lower() in phrase_list("element_ranks", "lowest")
                rank = f"{'lowest' if degree else 'highest'} {_named('element_properties', found['property'])}"
            seen.append(match.span())
            yield match.start(), match.end(), f"{rank} of {kind}"


def _named(group: str, said: str) -> str:
    plain = " ".join(said.lower().split())
    return next(name for name, forms in phrases_of(group).items() if plain in forms)
