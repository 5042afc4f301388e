"""Columns that a question names and its file has not, where the form of the sentence leaves no doubt of it."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.row_sentences import SAID, Formed
from scitoolagent.records import Query

_SHOWN = 12


def lacking(query: Query, formed: Formed, drafts: Sequence[AskDraft], subjects: tuple[str, ...]) -> AskDraft:
    """The ask of a form of which a place names no column; its problem says which, and what columns there are.

    Args:
        query: knows what is in its files.
        formed: the form and its places.
        drafts: what the other words ask, which is no more than what stands at the places.
        subjects: what the sentence is about.
    """
    headers = {column.name.casefold() for table in query.tables for column in table.columns}
    small = word_list("references", "small") | word_list("references", "joints") | word_list("row_words", "skipped")
    missing: list[str] = []
    for place, taken in formed.places:
        told = [formed.sentence[number] for number in taken] if place.kind[:1] not in SAID else []
        said = [token for token in told if token.text not in small and token.text.isalnum()]
        if said and not {token.text for token in said} <= headers:
            missing.append(query.text[said[0].start : said[-1].end])
    for draft in drafts:
        if formed.sentence[0].start <= draft.start < formed.sentence[-1].end:
            draft.reported = False
    start, end = formed.span
    ask = AskDraft(query.text[start:end], (Target(tool=formed.form.tools[0]),), start, end, subjects)
    known = [column.name for table in query.tables for column in table.columns]
    names = " and ".join(query.entity(table.file).text for table in query.tables)
    listed = ", ".join(known[:_SHOWN]) + (", …" if len(known) > _SHOWN else "")
    ask.problem = f"{names} has no column {' or '.join(map(repr, missing)) or 'of these'}; it has {listed}"
    return ask
