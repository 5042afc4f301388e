"""What a question of a conversation asks of the rows that the one before was about: the same rows, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scitoolagent.errors import PlanError
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.planner import Planner
from scitoolagent.planner.leftovers import is_unknown_thing
from scitoolagent.reading.row_followup import (
    RowsAtHand,
    asks_for_names,
    conditions_of,
    has_names,
    is_counting,
    is_drawing,
    keeps_conditions_apart,
    listed,
    measures_only,
    narrowing,
    rows_at_hand,
    saved_as,
    whole_questions,
    without_leading,
)
from scitoolagent.reading.row_lexicon import header_phrases
from scitoolagent.reading.row_values import words_in
from scitoolagent.records import Query
from scitoolagent.turns import Turn, readings_in

# What reads a question, with what is in the files that it names.
Recognise = Callable[[str], Query]

_PICTURES = (".svg", ".png", ".pdf")


def edits_first(planner: Planner, turns: Sequence[Turn], text: str, understood: Recognise) -> Query:
    """A follow-up as an edit of the last question about rows, where that is certain; otherwise as `understood`.

    Args:
        planner: reads and plans.
        turns: those before.
        text: the follow-up.
        understood: reads it together with the turns by other rules.
    Raises:
        PlanError: it is no edit, and what it points back to is not clear.
    """
    is_after_rows = bool(turns) and turns[-1].answer.status != "failed" and bool(turns[-1].query.tables)
    edit, is_fragment = (is_after_rows and planner.edited(turns[-1].query, text)) or (None, False)
    if edit is not None and is_fragment:
        return edit
    try:
        meant = understood(text)
    except PlanError:
        if edit is not None:
            return edit
        raise
    return meant if edit is None or planner.is_planned(meant) else edit


def on_the_same_rows(recognise: Recognise, planner: Planner, query: Query, turns: Sequence[Turn]) -> Query | None:
    """A question about the rows of the one before, as a whole question; None where it is put together otherwise.

    Raises:
        PlanError: it may mean several things, or asks for what the rows do not have.
    """

    def held(texts: Sequence[str], before: Query, *, is_narrower: bool = False) -> Query | None:
        return _held(recognise, planner, texts, before, is_narrower=is_narrower)

    answered = [turn for turn in turns if turn.answer.status != "failed"]
    last = answered[-1]
    rows = _with_measures(rows_at_hand(last.query), answered)
    if rows is None:
        return None
    target = query.request.save if query.request else ""
    if target:
        # The table that was shown is written as it was; where a figure or a picture was shown, the rows behind it.
        is_other = not last.answer.tables and not target.lower().endswith(_PICTURES)
        return held([saved_as(rows, target)], last.query) if is_other else None
    if asks_for_names(query):
        if not has_names(last.query):
            raise PlanError(f"{rows.file} has no column of names")
        return held([listed(rows)], last.query)
    if narrowing(query) is not None and rows.chosen:
        raise PlanError(
            f"it is not clear whether {query.text!r} is said before or after the rows were chosen; "
            "ask the whole question"
        )
    for texts, is_narrower in _meant(recognise, planner, query, last.query, rows):
        read = held(texts, last.query, is_narrower=is_narrower)
        if read is not None:
            return read
    if is_counting(query):
        raise PlanError(f"it is not clear which rows {query.text!r} counts; ask the whole question")
    if is_drawing(query):
        what = " and ".join(rows.measured) or "no property"
        raise PlanError(f"{what} was asked of the rows before; say which property is drawn, and against which")
    return None


def _meant(
    recognise: Recognise, planner: Planner, query: Query, last: Query, rows: RowsAtHand
) -> Iterator[tuple[Sequence[str], bool]]:
    """The whole questions that a question may be, one after the other, and whether each keeps some rows alone.

    Raises:
        PlanError: it may mean several things.
    """
    other = _of_another_column(query, last, rows) or _in_other_groups(query, last, rows)
    if other is not None:
        yield [other], False
    if rows.groups and without_leading(query.text).lower() in phrase_list("row_followup", "as_bars"):
        # Of the groups that were shown, and not of all rows.
        yield [f"{phrase_list('row_words', 'bars')[0]} of {last.text.strip(' ?.')}"], False
        raise PlanError(f"{query.text!r} is not read of groups; ask for the whole picture")
    if (kept := _counted_among(recognise, planner, query, rows)) is not None:
        yield [kept], True
    limit = narrowing(query)
    yield from ((texts, limit is not None) for texts in whole_questions(query, rows))
    if limit and (said := _plainly(recognise, planner, limit, rows)):
        plainer = query.model_copy(update={"text": f"only those with {said}"})
        yield from ((texts, True) for texts in whole_questions(plainer, rows))


def _of_another_column(query: Query, last: Query, rows: RowsAtHand) -> str | None:
    """The last question with another column for the one that it measured: "now for pH"; None where none is named."""
    named = headers_named(query, last)
    if len(named) != 1 or len(rows.measured) != 1 or last.text.count(rows.measured[0]) != 1:
        return None
    return last.text.replace(rows.measured[0], named.pop())


def headers_named(query: Query, last: Query) -> set[str]:
    """The columns of the files before that a question names, where it says nothing else."""
    said = [word for word in words_in(query.text) if word not in word_list("row_followup", "same_of") | {*"?.!,"}]
    return {column.name for table in last.tables for words, column in header_phrases(table) if list(words) == said}


def _in_other_groups(query: Query, last: Query, rows: RowsAtHand) -> str | None:
    """The last question with other groups for the one that it had: "and by sex?"; None where no such column is named.

    Raises:
        PlanError: groups are named, and the question before does not say once which it had.
    """
    first, *said = [word for word in words_in(without_leading(query.text)) if word not in {*"?.!,"}] or [""]
    if first not in word_list("row_words", "group_leads") or not rows.groups:
        return None
    said = [word for word in said if word not in word_list("row_followup", "same_of") | {"each"}]
    named = {column.name for table in last.tables for words, column in header_phrases(table) if list(words) == said}
    if len(named) != 1 or len(rows.groups) != 1 or last.text.count(rows.groups[0]) != 1:
        raise PlanError(f"it is not clear which groups {query.text!r} makes; ask the whole question")
    return last.text.replace(rows.groups[0], named.pop())


def _plainly(recognise: Recognise, planner: Planner, said: str, rows: RowsAtHand) -> str:
    """The conditions that some words set on the rows of a file, in plain words; empty where they say more."""
    return planner.conditions_said(recognise(f"which rows {said} in {rows.file}"))


def _counted_among(recognise: Recognise, planner: Planner, query: Query, rows: RowsAtHand) -> str | None:
    """The question how many of the rows before meet a further condition: "how many of them are women"."""
    text = without_leading(query.text)
    opening = next((one for one in phrase_list("row_followup", "of_them") if text.lower().startswith(f"{one} ")), "")
    said = _plainly(recognise, planner, text[len(opening) :].strip(" ?"), rows) if opening and not rows.chosen else ""
    return f"how many {rows.bare_rows(said)}" if said else None


def lost_words(query: Query, turns: Sequence[Turn]) -> str:
    """A refused question that names no file, where the last answered one was about rows: the next may refer to it."""
    answered = [turn for turn in turns if turn.answer.status != "failed"]
    return query.text if answered and answered[-1].query.tables and not query.tables else ""


def refuse_lost(lost: str, query: Query, last: Turn) -> None:
    """Refuse what goes on with rows where a question between was refused; another try to narrow them may stand.

    Raises:
        PlanError: it cannot be told which rows are meant.
    """
    if lost and last.query.tables and narrowing(query) is None:
        raise PlanError(
            f"{lost!r} was not answered, so it is not clear which rows this one refers to; ask the whole question"
        )


def is_about_measures(query: Query, longer: Query, last: Query) -> bool:
    """Whether a longer question does with the rows of another one only what is said of what that asked of them."""
    rows = rows_at_hand(last)
    return rows is None or measures_only(rows, longer, query.text)


def without_saving(recognise: Recognise, query: Query) -> Query:
    """A question less its wish for a file, so that what goes on with it does not write the file again."""
    if query.request is None or not query.request.save or not query.tables:
        return query
    start = next(
        (
            one.start
            for one in query.request.readings
            if one.role == "form" and query.text[one.start : one.end].lower() in word_list("tables", "saving")
        ),
        0,
    )
    head = query.text[:start].rstrip(" ,;.?!")
    while head.rsplit(" ", 1)[-1].lower() in word_list("conversation", "leading"):
        head = head.rsplit(" ", 1)[0] if " " in head else ""
    shorter = recognise(head) if head else query
    return shorter if conditions_of(shorter) == conditions_of(query) and shorter.tables else query


def _with_measures(rows: RowsAtHand | None, answered: Sequence[Turn]) -> RowsAtHand | None:
    """The rows with what was last measured of that file, where a question between only counted them."""
    if rows is None or rows.measured:
        return rows
    for turn in reversed(answered):
        earlier = rows_at_hand(turn.query)
        if earlier is None or earlier.file != rows.file:
            break
        if earlier.measured:
            return replace(rows, measured=earlier.measured)
    return rows


def _held(
    recognise: Recognise, planner: Planner, texts: Sequence[str], before: Query, *, is_narrower: bool
) -> Query | None:
    """The one of some questions that is wholly planned and is about the same rows; None where there is none.

    Raises:
        PlanError: there are several.
    """
    kept: list[Query] = []
    for text in texts:
        read = recognise(text) if text else None
        if read is not None and _is_of_same_rows(read, before, is_narrower) and planner.is_planned(read):
            kept.append(read)
    if len(kept) > 1:
        raise PlanError(f"it is not clear which is meant: {', or '.join(repr(one.text) for one in kept)}")
    return kept[0] if kept else None


def _is_of_same_rows(read: Query, before: Query, is_narrower: bool) -> bool:
    """Whether a question asks of the rows of another one, or of some of them where it sets a condition."""
    old, new = conditions_of(before), conditions_of(read)
    columns = [{(one.type, str(one.value)) for one in query.entities if one.file} for query in (before, read)]
    is_kept = old < new if is_narrower else old == new
    return columns[0] == columns[1] and is_kept and keeps_conditions_apart(read)


def names_unknown(query: Query) -> bool:
    """Whether a question is about something that no table knows: "the TPSA of …"."""
    words = word_list("conversation", "of")
    unknown = [reading.start for reading in readings_in(query) if is_unknown_thing(query, reading)]
    return any(query.text[:start].lower().split()[-1] in words for start in unknown)
