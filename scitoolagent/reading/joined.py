"""Two files of one question whose rows belong together: "screen mofs/ with the prices in prices.csv"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.row_values import words_in
from scitoolagent.reading.shorthand import Change
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Entity, Query, Schema
from scitoolagent.tool.types import CifFile

_JOIN = "join_tables"
_CRYSTALS: str = CifFile.__metadata__[0].name  # type: ignore[attr-defined]


def go_on_joined(drafts: Sequence[AskDraft], sentences: Sequence[Sequence[Token]]) -> None:
    """Ask what stands behind a sentence that joins two files of the joined rows: "Join A with B. What are …?"."""
    joins = [one for one in drafts if any(target.tool == _JOIN for target in one.targets) and one.reported]
    for sentence in sentences if len(joins) == 1 else ():
        if not sentence[0].start <= joins[0].start < sentence[-1].end:
            continue
        for draft in drafts:
            later = draft.start >= sentence[-1].end and draft is not joins[0]
            if later and not draft.after and set(draft.about) & set(joins[0].about):
                draft.after = [joins[0]]
                joins[0].reported = False


def in_words_of_a_join(query: Query, sentence: Sequence[Token]) -> Iterator[Change]:
    """ "Screen A with the prices in B": "join A with B and give …", where B has such a column and A has none."""
    files = [one for one in query.entities if query.table(one.handle) and sentence[0].start <= one.start]
    files = sorted((one for one in files if one.end <= sentence[-1].end), key=lambda one: one.start)
    ordered = sentence[0].text in word_list("tables", "screening_orders")
    if not files or (len(files) == 1 and not ordered):
        return
    first = files[0]
    given = query.table(first.handle)
    # The price of a framework is what it is judged by; of other rows it would be asked for, too, and left out.
    if not any(one.type == _CRYSTALS for one in (given.columns if given else ())):
        return
    if len(files) == 1:
        yield sentence[0].start, first.start, f"give {_screened()} of each structure in "
        return
    beside = _beside(query, files, ordered)
    if beside is None:
        return
    start, other = beside
    if ordered:
        settings = query.text[first.end : start].strip(" ,")
        yield sentence[0].start, first.start, "join "
        yield first.end, other.end, f" with {other.text} and give {_screened(settings)}"
        return
    yield from _asked_of_both(query, sentence, first, start, other)


def _screened(settings: str = "") -> str:
    """What is asked for where frameworks are to be screened."""
    wanted = ", ".join(phrase_list("tables", "screened_for"))
    return " ".join(wanted.replace("*", settings).split())


def _asked_of_both(
    query: Query, sentence: Sequence[Token], first: Entity, start: int, other: Entity
) -> Iterator[Change]:
    """The order in front of what is asked, and neither file behind it."""
    opening = [token for token in sentence if token.start < first.start]
    asked = next((token for token in opening if token.text not in word_list("frames", "words")), None)
    inside = re.search(
        rf"\s+(?:{'|'.join(sorted(word_list('tables', 'in_folder')))})\s+(?:the\s+)?$", query.text[: first.start]
    )
    if asked is None or inside is None or asked.start >= inside.start():
        return
    yield sentence[0].start, asked.start, f"join {first.text} with {other.text} and give the "
    yield inside.start(), first.end, ""
    yield start, other.end, ""


def _beside(query: Query, files: Sequence[Entity], is_screening: bool) -> tuple[int, Entity] | None:
    """Where "with the prices in B" begins, and B: a column of it is called so, and none of the first file."""
    first, other = files[0], files[-1]
    tying = any_of(phrase_list("row_texts", "tying"))
    inside = "|".join(sorted(word_list("tables", "in_folder")))
    said = re.search(
        rf"[\s,]+(?:{tying}|and)\s+(?:(?:the|my|our|their|its)\s+)?(?P<noun>[^\W\d]+)\s+(?:{inside}|of)\s+(?:the\s+)?$",
        query.text[first.end : other.start],
        re.IGNORECASE,
    )
    if len(files) != 2 or said is None:
        return None
    tables = [query.table(one.handle) for one in files]
    named = [_has(table, singular(said["noun"].casefold())) for table in tables]
    # Of a table without prices the price of each framework cannot be judged, which is then said.
    wanted = ([False, True], [False, False]) if is_screening else ([False, True],)
    return (first.end + said.start(), other) if named in wanted else None


def _has(table: Schema | None, noun: str) -> bool:
    return table is not None and any(noun in map(singular, words_in(one.name)) for one in table.columns)
