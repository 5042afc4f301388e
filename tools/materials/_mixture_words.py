"""Find amounts of substances that react: "5 g of hydrogen and 20 g O2 react to water", "CO2 from burning 2 g CH4"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tools.materials._species import find_equations, species_before, species_behind
from scitoolagent.tools.materials._weighed_substances import LONGEST, Weighed, weighed_substances

_WORD = re.compile(r"[a-z]+")
# As the tools write it.
_MARKED = re.compile(r"\s\?\s(?=\S)")
# "the theoretical yield of NH3 from …" asks for what is formed.
_YIELD_OF = re.compile(r"\b(yield)\s+of\s+\S+(?:\s\S+)?\s$")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    def words(name: str) -> str:
        return any_of(phrase_list("reactions", name))

    cue = re.compile(rf"(?<![\w-])(?:{any_of(word_list('reactions', 'cues'))})(?![\w-])", re.IGNORECASE)
    between = re.compile(rf"\s*(?:,\s*(?:and\s+)?|\+\s*|(?:{words('joints')})\s+)", re.IGNORECASE)
    arrow = re.compile(
        rf"\s*,?\s*(?:(?:{words('verbs')})\s+)?(?:(?:{words('adverbs')})\s+)?,?\s*(?:(?:{words('arrows')})\s+|(?:-+>|=+>|→|⟶)\s*)",
        re.IGNORECASE,
    )
    burns = re.compile(
        rf"\s+(?:(?:is|are)\s+)?(?:{any_of(word_list('reactions', 'burning'))})\b"
        rf"(?:\s+(?:{words('wholly')}))?(?:\s+(?i:{words('oxidants')})(?![\w-]))?"
    )
    return cue, between, arrow, burns


def find_mixtures(text: str) -> Iterator[tuple[int, int, str]]:
    """Reagents with their amounts, as `10 g N2 + 3 g H2 -> NH3`, without a substance that is asked for."""
    return (found for found in _found(text) if not _asks(found[2]))


def find_formations(text: str) -> Iterator[tuple[int, int, str]]:
    """Reagents of which one substance is asked for, as `burn 16 g methane ? CO2`, `5 g A ? B`."""
    return (found for found in _found(text) if _asks(found[2]))


def _asks(value: str) -> bool:
    return " ? " in value or value.startswith("burn ")


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """What reacts, as `10 g N2 + 3 g H2 -> NH3`, `burn 16 g methane ? CO2` or `5 g A ? B` (how much of B, as asked)."""
    cue, between, arrow, burns = _patterns()
    if len(text) > LONGEST or not cue.search(text):
        return
    items = weighed_substances(text)
    groups: list[list[Weighed]] = []
    for item in items:
        if groups and between.fullmatch(text[groups[-1][-1].end : item.start]):
            groups[-1].append(item)
        else:
            groups.append([item])
    for group in groups:
        start, end = group[0].start, group[-1].end
        value = " + ".join(f"{item.amount} {item.substance}" for item in group)
        asked, run = _asked(text, start)
        behind_mark = _MARKED.match(text, end)
        marked = species_behind(text, behind_mark.end()) if behind_mark else None
        if behind_mark and marked and not asked:
            value += f" ? {text[behind_mark.end() : marked]}"
            begin = start - len(run) if run else start
            yield begin, marked, f"burn {value}" if run and len(group) == 1 else value
            continue
        behind = burns.match(text, end)
        burning = bool(behind) or bool(set(run.split()) & word_list("reactions", "burning"))
        if burning and len(group) == 1:
            begin = asked[0] if asked else start - len(run)
            yield begin, behind.end() if behind else end, f"burn {value}{f' ? {asked[1]}' if asked else ''}"
            continue
        products = _products(text, arrow.match(text, end))
        if products and len(group) > 1:
            yield start, products[0], f"{value} -> {' + '.join(products[1])}"
        elif asked:
            yield asked[0], end, f"{value}{' ->' if len(group) > 1 else ''} ? {asked[1]}".replace("-> ?", "?")
        elif len(group) > 1 and any(True for _ in find_equations(text)):
            # What they react to stands in an equation beside them.
            yield start, end, value


def _asked(text: str, start: int) -> tuple[tuple[int, str] | None, str]:
    """The substance in front of words such as `is formed from`, with its place; and these words."""
    begin = start
    for word in reversed(list(_WORD.finditer(text, max(0, start - 80), start))):
        if text[word.end() : begin].strip() or word[0] not in word_list("reactions", "made") | word_list(
            "reactions", "burning"
        ):
            break
        begin = word.start()
    run = text[begin:start]
    said = set(run.split()) | set(_YIELD_OF.findall(text[max(0, begin - 80) : begin]))
    if not said & {*word_list("reactions", "making"), *word_list("reactions", "burning"), "yield"}:
        return None, ""
    place = species_before(text, begin)
    if place is None or not said & (word_list("reactions", "making") | {"yield"}):
        return None, run
    return (place, text[place:begin].strip()), run


def _products(text: str, arrow: re.Match[str] | None) -> tuple[int, Sequence[str]] | None:
    if arrow is None:
        return None
    found: list[str] = []
    place = arrow.end()
    while (end := species_behind(text, place)) is not None:
        found.append(text[place:end])
        joint = re.compile(r"\s*(?:,|\+|and\b)\s*").match(text, end)
        if joint is None or species_behind(text, joint.end()) is None:
            return end, found
        place = joint.end()
    return None
