"""People and animals that have several rows each: what is one for all rows of a patient counts once for the patient."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.row_nouns import noun_of
from scitoolagent.reading.row_plain import counting
from scitoolagent.reading.row_values import Said, repeated_subject, words_in
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Operation, Query, Schema


def once_each(query: Query, sentence: Sequence[Token], said: Sequence[Said], drafts: list[AskDraft]) -> None:
    """Ask only of one row of each, where a sentence speaks of them and all that it asks is the same in their rows.

    The age of a patient who came three times would count three times in "the mean age of the patients".
    """
    inside = [one for one in drafts if not one.soft and sentence[0].start <= one.start < sentence[-1].end]
    for table in query.tables:
        header = repeated_subject(table)
        used = set(_headers_used(table, inside))
        # What is steady is so for each value of the first column.
        counted = header and header == table.repeated and used and used <= set(table.steady)
        if not counted or not _speaks_of(query, sentence, said, header):
            continue
        end, about = sentence[-1].end, (table.file,)
        column = AskDraft(header, (Target(column=header, kind="text"),), end, end, about, reported=False)
        once = AskDraft(header, (Target(tool="distinct_rows"),), end, end, about, reported=False)
        once.columns["column"] = once.after = [column]
        once.then = [Operation(tool="distinct_rows", settings={}, text=header)]
        for draft in inside:
            if not draft.after:
                draft.after = [once]
        drafts += [column, once]


def refuse_uncounted(query: Query, sentence: Sequence[Token], drafts: Sequence[AskDraft]) -> None:
    """Refuse shares and numbers of rows where a column counts what is in each: three robins may stand in one row."""
    inside = [one for one in drafts if not one.soft and sentence[0].start <= one.start < sentence[-1].end]
    words = _words_written(query, sentence)
    for table in query.tables:
        counts = counting(table)
        if len(counts) != 1 or words & word_list("row_frames", "plain_rows"):
            continue
        name = counts[0].name
        # "At which traps was the hawk seen" asks where the count is above zero.
        for one in inside if name not in set(_headers_used(table, inside)) else ():
            if _goes_by_rows(one):
                one.problem = one.problem or (
                    f"each row counts several in the column {name}; say 'total {name}', or 'rows' where rows are meant"
                )


def _goes_by_rows(draft: AskDraft) -> bool:
    """Whether an ask gives a number or a share of rows."""
    tools = {target.tool for target in draft.targets}
    grouped = tools == {"group_rows"} and not any(operation.settings.get("measures") for operation in draft.then)
    return grouped or (bool(tools) and tools <= {"share_of_rows", "shares_of_groups"})


def _speaks_of(query: Query, sentence: Sequence[Token], said: Sequence[Said], header: str) -> bool:
    """Whether a question is about people, and not about visits: "patients", "women", or "smokers"."""
    words = _words_written(query, sentence)
    if words & word_list("row_frames", "plain_rows"):
        return False
    named = {noun_of(header), *phrases_of("implied_classes")["subject"]} - word_list("tables", "identifying")
    named |= {singular(word) for word in word_list("questions", "people")} - {"those"}
    named |= {singular(word) for words in phrases_of("sexes").values() for word in words}
    return bool(words & named) or any(one.noun for one in said)


def _words_written(query: Query, sentence: Sequence[Token]) -> set[str]:
    """The words of a question as it was written, in the singular; the name of a file says nothing of its rows."""
    written = query.original.text if query.original else " ".join(token.text for token in sentence)
    for entity in query.entities:
        written = written.replace(entity.text, " ")
    return {singular(word) for word in words_in(written)}


def _headers_used(table: Schema, drafts: Sequence[AskDraft]) -> Iterator[str]:
    """The columns of a table that asks and their conditions are on."""
    headers = [one.name for one in table.columns]
    held = json.dumps([operation.settings for draft in drafts for operation in draft.then], default=str)
    for name in headers:
        if f'"{name}"' in held:
            yield name
    for draft in drafts:
        columns = [draft, *(one for found in draft.columns.values() for one in found)]
        yield from (target.column for one in columns for target in one.targets if target.column)
