"""What a sentence about the rows of a file says beside an ask, and nothing has read as a part of it.

"Histogram of A by B" draws no groups, "histogram of A and of B" one column: half an answer would look like a whole one.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.header_places import headers_in
from scitoolagent.reading.phrase_places import is_asked_which
from scitoolagent.reading.row_values import known_values, words_in
from scitoolagent.reading.tokens import WORD, Token
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

FILTERS = frozenset(["filter_rows", "filter_by_value", "filter_by_range", "filter_by_verdict"])


def refuse_apart(graph: ToolGraph, query: Query, parts: Sequence[Sequence[Token]], drafts: Sequence[AskDraft]) -> None:
    """Refuse what is not read of each sentence about the rows of a file."""
    for sentence in parts if query.tables else ():
        _refuse(graph, query, sentence, drafts)


def _refuse(graph: ToolGraph, query: Query, sentence: Sequence[Token], drafts: Sequence[AskDraft]) -> None:
    """Give the asks of a sentence a problem where a part of it is not read: groups, or a second thing of one kind."""
    inside = [one for one in drafts if not one.soft and sentence[0].start <= one.start < sentence[-1].end]
    among = any(token.text in word_list("row_words", "share_among") for token in sentence)
    for one in inside:
        # "Share of each class among those that passed".
        if _SHARES in _tools(graph, one) and any(among or _chooses_rows(other) for other in inside if other is not one):
            one.problem = one.problem or _OF_WHAT
    taken = {id(one) for draft in inside for found in draft.columns.values() for one in found}
    whole = [one for one in inside if _is_of_all_rows(graph, one) and id(one) not in taken]
    if not whole:
        return
    left = [one for one in inside if id(one) not in taken and one not in whole and not one.columns and not one.then]
    for one in left:
        if _is_group(query, one) and _parts_rows(sentence, one) and not _taken_as_group(graph, one, whole):
            for asked in (*whole, one):
                asked.problem = asked.problem or f"it is not read that this is wanted for each {one.text}; {_APART}"
    for one in left:
        if one.reported and not one.after and (before := _led_by(sentence, one, whole)) is not None:
            said = f"it is not read whether {before.text!r} is said of {one.text}, too; {_APART}"
            one.problem = one.problem or said
    parted = [one for one in whole if "by" in one.columns]
    for one in left if parted else ():
        if one.reported and not one.after and is_asked_which(sentence, one.start):
            one.problem = one.problem or f"it is not read which {one.text!r} is meant in each group; {_APART}"
    for one in whole:
        if (behind := _named_right_behind(sentence, one, whole)) is not None:
            one.problem = one.problem or f"it is not read as one of {behind.text!r}; {_APART}"


def _chooses_rows(draft: AskDraft) -> bool:
    """Whether an ask keeps the rows that meet a condition; those that are left out by name are counted nowhere."""
    kept = [one.settings.get("condition", {}) for one in draft.then if one.tool in FILTERS]
    return any(condition.get("is") != "not" for condition in kept)


_APART = "ask for that apart"
_SHARES = "shares_of_groups"
_OF_WHAT = "it is not clear whether the share is of each group, or of all rows that meet the condition"


def _tools(graph: ToolGraph, draft: AskDraft) -> list[str]:
    return [target.tool for target in draft.targets if target.tool in graph.tools]


def _tables(graph: ToolGraph, tool: str) -> int:
    return sum(graph.role(port.type) == "table" for port in graph.tools[tool].required)


def _is_of_all_rows(graph: ToolGraph, draft: AskDraft) -> bool:
    """Whether an ask gives something of all rows of one file together: a picture, a test, or a figure."""
    if draft.then and not draft.columns:
        return any(one.tool not in FILTERS for one in draft.then)
    tools = _tools(graph, draft)
    if tools == ["count_rows"]:
        return True
    takes = [any(graph.is_a(port.type, "ColumnName") for port in graph.tools[tool].required) for tool in tools]
    return bool(tools) and all(takes) and all(_tables(graph, tool) == 1 for tool in tools)


def _is_group(query: Query, draft: AskDraft) -> bool:
    """Whether an ask is a column of a file that makes groups."""
    return any(target.column in known_values(query) or target.kind == "text" for target in draft.targets)


def _taken_as_group(graph: ToolGraph, group: AskDraft, whole: Sequence[AskDraft]) -> bool:
    """Whether an ask without a form has the column for its groups, or sorts by it."""
    having = [one for one in whole if group in one.after and not one.columns]
    ports = [graph.tools[tool].required for one in having for tool in _tools(graph, one)]
    named = [[port for port in own if graph.is_a(port.type, "ColumnName")] for own in ports]
    return any(any(port.name == "by" for port in own) or len(own) == 1 for own in named)


def _parts_rows(sentence: Sequence[Token], group: AskDraft) -> bool:
    """Whether words for groups stand right in front of an ask: "by class", "for each class"."""
    before = [token.text for token in sentence if token.end <= group.start]
    while before and before[-1] in word_list("row_words", "skipped"):
        before.pop()
    phrases = [phrase.split() for phrase in phrase_list("row_words", "by")]
    return any(before[-len(words) :] == words for words in phrases)


def _led_by(sentence: Sequence[Token], draft: AskDraft, whole: Sequence[AskDraft]) -> AskDraft | None:
    """The ask that a list of columns may go on from: "histogram of A and of B", with no order of its own between.

    Behind a comma alone only a column goes on with it: what another word there means is told of that word.
    """
    before = [one for one in whole if one.start < draft.start]
    if not before:
        return None
    nearest = max(before, key=lambda one: one.start)
    orders = word_list("row_words", "opening") | word_list("row_words", "listing")
    between = {token.text for token in sentence if nearest.end <= token.start < draft.start}
    joined = any(target.column for target in draft.targets) or between & (word_list("references", "joints") - {","})
    return nearest if joined and not between & orders else None


def _named_right_behind(sentence: Sequence[Token], draft: AskDraft, whole: Sequence[AskDraft]) -> AskDraft | None:
    """The ask that a picture is asked of, where nothing has read it so: "histogram of the mean A by B"."""
    later = [one for one in whole if one.start >= draft.end and draft not in one.after and one not in draft.after]
    if not later:
        return None
    nearest = min(later, key=lambda one: one.start)
    between = [token.text for token in sentence if draft.end <= token.start < nearest.start]
    small = word_list("references", "small")
    return nearest if "of" in between and all(text in small for text in between) else None


def both_classes(query: Query, sentence: Sequence[Token]) -> list[Read]:
    """`in both assays`: what holds in each of two groups of rows, which no condition here says."""
    headers = {singular(header.casefold()) for table in query.tables for header in table.values}
    return [
        Read(token.start, token.end, "unread")
        for token, behind in itertools.pairwise(sentence)
        if token.text == "both" and singular(behind.text) in headers
    ]


def single_rows(query: Query, sentence: Sequence[Token], cues: Sequence[Cue], nouns: frozenset[str]) -> list[Read]:
    """Words that single out rows by their place, where no form does: "the first compound", "the last visit"."""
    ordinals = word_list("operations", "ordinals") | word_list("operations", "last") | word_list("tables", "some")
    headers = [*headers_in(query, sentence)] if any(token.text in ordinals for token in sentence) else []
    starts = {start for start, _, column in headers if column.kind == "text"}
    inside = {place for start, end, _ in headers for place in range(start, end)}
    return [
        Read(token.start, token.end, "unread")
        for place, token in enumerate(sentence)
        if token.text in ordinals
        and place not in inside
        and not any(cue.first <= place <= cue.last for cue in cues)
        and (place + 1 in starts or any(singular(other.text) in nouns for other in sentence[place + 1 : place + 3]))
    ]


def called(sentence: Sequence[Token], nouns: frozenset[str], drafts: Sequence[AskDraft]) -> list[Read]:
    """The words that only say what the rows are, and that they are in a file.

    A word for a picture is unread where no ask is read from it.
    """
    known = word_list("tables", "around")
    asked = [(draft.start, draft.end) for draft in drafts]
    return [
        Read(token.start, token.end, "unread")
        for token in sentence
        if token.text in word_list("tables", "pictures") and not any(start <= token.start < end for start, end in asked)
    ] + [
        Read(token.start, token.end, "frame")
        for token in sentence
        if token.kind == WORD and (token.text in known or singular(token.text) in nouns)
    ]


def states_left(sentence: Sequence[Token], said: Collection[int], nouns: frozenset[str]) -> list[Read]:
    """Verbs of a state in front of what rows are called, which nothing has read: "the used items", "stored voles".

    `said` are the tokens of conditions; a value that is one stands for some of the rows, too.
    """
    verbs, being = word_list("row_frames", "states"), word_list("operations", "being")
    return [
        Read(token.start, token.end, "unread")
        for place, (token, behind) in enumerate(itertools.pairwise(sentence))
        if token.text in verbs
        and place not in said
        and (singular(behind.text) in nouns or place + 1 in said)
        and (not place or sentence[place - 1].text not in being)
    ]


def headers_left(query: Query, sentence: Sequence[Token], drafts: Sequence[AskDraft]) -> list[Read]:
    """Words of headers behind "what" or "by" that no ask holds: "and what type is it" of a column `rock type`."""
    words = {word for table in query.tables for one in table.columns for word in words_in(one.name.replace("_", " "))}
    return [
        Read(token.start, token.end, "unread")
        for before, token in itertools.pairwise(sentence)
        if before.text in word_list("row_words", "asking_which") | {"by", "per"}
        and token.text in words & word_list("frames", "words")
        and not any(one.start <= token.start < one.end for one in drafts)
    ]


def values_left(query: Query, sentence: Sequence[Token]) -> list[Read]:
    """Words that a column of classes holds as they are written, and that where nothing reads them are unread.

    "PASS" is no verb, and the "Yes" of "how many said Yes" no courtesy.
    """
    held = {str(value) for values in known_values(query).values() for value in values.values()}
    small = word_list("frames", "words")
    return [
        Read(token.start, token.end, "unread")
        for place, token in enumerate(sentence)
        if token.kind == WORD
        and (text := query.text[token.start : token.end]) in held
        and (text.isupper() or (place > 0 and text[:1].isupper() and token.text in small))
    ]
