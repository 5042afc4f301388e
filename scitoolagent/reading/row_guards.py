"""Words of a sentence about rows that an ask would leave out, so that half of it would look like a whole answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.phrase_places import phrase_at, phrase_before
from scitoolagent.reading.row_said import headers_in
from scitoolagent.reading.row_values import Said
from scitoolagent.reading.tokens import NUMBER, WORD, Token
from scitoolagent.records import Query

_LIMITS = frozenset(["filter_by_value", "filter_by_range"])
_CHOOSING = frozenset(["pick_extreme"])
_FIGURE = "_of_values"
# So many times the rows of a file nobody wants of it.
_MANY = 10


def guarded(
    query: Query, sentence: Sequence[Token], cues: Sequence[Cue], said: Sequence[Said], drafts: Sequence[AskDraft]
) -> list[Read]:
    """Give asks a problem where a part of the sentence is not in them; what no ask has read.

    Args:
        query: knows what is in its files.
        sentence: its tokens.
        cues: its words of order, comparison and number.
        said: the conditions that are read in it.
        drafts: what it asks.
    """
    inside = [one for one in drafts if not one.soft and sentence[0].start <= one.start < sentence[-1].end]
    _shared_limits(sentence, inside)
    _grouped_numbers(sentence, inside)
    _bare_superlatives(sentence, cues, inside)
    _no_counts(query, sentence, cues, inside)
    _headers_beside(query, sentence, said, inside)
    _of_one_row(sentence, inside)
    _foretelling(sentence, inside)
    return list(_left_out(sentence, said))


def _shared_limits(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse a limit on the last of several columns: "yield and ee above 60 %" says it of both."""
    joints, small = word_list("references", "joints"), word_list("references", "small") | {"both"}
    for one in inside:
        if not any(each.tool in _LIMITS for each in one.then):
            continue
        for other in inside:
            if other is one or other.then or other.end > one.start or not any(each.column for each in other.targets):
                continue
            between = [token.text for token in sentence if other.end <= token.start < one.start]
            if {*between} & joints and {*between} <= joints | small:
                one.problem = one.problem or f"it is not read whether the limit is said of {other.text!r}, too"


def _grouped_numbers(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse a figure of a column of numbers behind words for groups: "the mean A in GPa by code" is one of A."""
    texts = [token.text for token in sentence]
    figured = [one for one in inside if any(each.tool.endswith(_FIGURE) for each in one.then)]
    for one in figured if len(figured) > 1 else ():
        place = next((n for n, token in enumerate(sentence) if token.start >= one.start), 0)
        if phrase_before(texts, place, "row_words", "by"):
            one.problem = one.problem or f"it is not read that this is wanted for each {one.text}; ask for that apart"


def _bare_superlatives(sentence: Sequence[Token], cues: Sequence[Cue], inside: Sequence[AskDraft]) -> None:
    """Refuse an adjective without a property of its own where the column in front only says what is wanted.

    "Which alloy is the strongest" asks for no number of an alloy; "which yield is the highest" does for a yield.
    """
    plain = word_list("row_frames", "of_any_scale")
    for cue in cues:
        if cue.kind != "degree" or cue.properties or sentence[cue.last].text in plain:
            continue
        before = [token for token in sentence if token.end <= sentence[cue.first].start]
        while before and before[-1].text in word_list("operations", "being") | word_list("references", "small"):
            before.pop()
        for one in inside:
            chosen = any(each.tool in _CHOOSING for each in one.then) and any(each.column for each in one.targets)
            if chosen and before and one.end == before[-1].end:
                said = f"{sentence[cue.last].text!r} names no column here; say which one it is of"
                one.problem = one.problem or said


def _foretelling(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """Refuse a row for what foretells a column best: "which features predict the yield best"."""
    if any(token.text in word_list("row_guards", "foretelling") for token in sentence):
        for one in inside:
            if any(each.tool in _CHOOSING for each in one.then):
                said = "what foretells it best is no row; name the learners, or the representations, to compare"
                one.problem = one.problem or said


def _left_out(sentence: Sequence[Token], said: Sequence[Said]) -> Iterator[Read]:
    """Words that leave rows out, and no condition has read."""
    texts = [token.text for token in sentence]
    taken = {place for one in said for place in one.tokens}
    for place in range(len(texts)):
        length = phrase_at(texts, place, "row_frames", "leaving_out")
        if length and place not in taken:
            yield from (Read(one.start, one.end, "unread") for one in sentence[place : place + length])


def _no_counts(query: Query, sentence: Sequence[Token], cues: Sequence[Cue], inside: Sequence[AskDraft]) -> None:
    """Refuse numbers that were taken for how many rows are wanted, and are parts of codes or more than there are."""
    most = max((table.rows for table in query.tables), default=0)
    for cue in cues:
        if cue.kind == "count" and cue.value.isdigit():
            token = sentence[cue.first]
            behind = sentence[cue.first + 1] if cue.first + 1 < len(sentence) else None
            glued = behind is not None and behind.start == token.end and behind.kind == WORD
            code = token.kind == NUMBER and int(cue.value) > _MANY * most > 0
            for one in inside if glued or code else ():
                one.problem = one.problem or f"it is not clear whether {token.text} is a number of rows"


def _headers_beside(query: Query, sentence: Sequence[Token], said: Sequence[Said], inside: Sequence[AskDraft]) -> None:
    """Refuse a header of texts that no condition names, where only rows are asked for: "the CAS number of phenol"."""
    tools = {target.tool for one in inside for target in one.targets}
    if tools != {"filter_rows"} or any(one.columns for one in inside):
        return
    taken = {place for one in said for place in one.tokens}
    called = {name for table in query.tables for name in (table.named, *table.cells)}
    for start, end, column in headers_in(query, sentence):
        plain = column.kind == "text" and column.name not in called and not taken & {*range(start, end)}
        if plain and sentence[start - 1].text in word_list("row_words", "skipped") and start:
            for one in inside:
                one.problem = one.problem or f"it is not read that the {column.name} is asked for"


def _of_one_row(sentence: Sequence[Token], inside: Sequence[AskDraft]) -> None:
    """What is said of a row that is chosen is of it alone: "and what is its solvent", "all columns of the run …"."""
    chosen = [one for one in inside if any(each.tool in _CHOOSING for each in one.then)]
    if len(chosen) != 1:
        return
    (best,) = chosen
    for one in inside:
        if one is best:
            continue
        between = [token.text for token in sentence if one.end <= token.start < best.start]
        if any(target.tool == "describe_columns" for target in one.targets) and "of" in between[:1]:
            one.problem = one.problem or "what is chosen is not described; ask for its columns by name"
        before = [token.text for token in sentence if token.end <= one.start][-1:]
        if not one.then and before and before[0] in word_list("row_guards", "its") and one.after == best.after:
            one.after = [best]


def turned_sign(sentence: Sequence[Token], place: int) -> bool:
    """Whether a minus stands right in front of a word: "-log10 of p"."""
    before = sentence[place - 1] if place else None
    return before is not None and before.text in ("-", "−") and before.end == sentence[place].start
