"""What a sentence says of the rows of a file: how many there are, each different one once, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_list, phrases_of, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.tokens import WORD, Token
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

_COUNTING = (("how", "many"), ("number", "of"), ("count", "of"), ("count",))
_LONGEST_COUNT = 4


def row_nouns(graph: ToolGraph, query: Query) -> frozenset[str]:
    """What the rows of the files of a question may be called, in the singular; nothing where there is no such file."""
    if not query.tables:
        return frozenset()
    types = {entity.type for entity in query.entities if entity.file}
    types |= {query.entity(table.file).type for table in query.tables}
    found = set(map(singular, word_list("tables", "rows") | word_list("tables", "parts")))
    for name, nouns in phrases_of("row_nouns").items():
        if any(graph.is_a(kind, name) for kind in types):
            found |= set(nouns)
    return frozenset(found)


def row_cues(sentence: Sequence[Token], nouns: frozenset[str]) -> list[Cue]:
    """`how many compounds`, `the number of different sequences`: a number of rows is asked for."""
    texts = [token.text for token in sentence]
    for place in range(len(texts)):
        for opening in _COUNTING:
            if tuple(texts[place : place + len(opening)]) != opening:
                continue
            behind = place + len(opening)
            end = behind
            while end < len(texts) and end - behind < _LONGEST_COUNT and _is_filling(texts[end]):
                end += 1
            if end < len(texts) and sentence[end].kind == WORD and singular(texts[end]) in nouns:
                return [Cue("how_many", place, end, value="rows")]
    return []


def _is_filling(text: str) -> bool:
    return text in word_list("tables", "different") | word_list("references", "small") | {"of"}


def count_rows(
    query: Query, sentence: Sequence[Token], cues: Sequence[Cue], drafts: list[AskDraft], subjects: tuple[str, ...]
) -> list[Read]:
    """Add the ask for the number of rows, where a number of them is asked for and no condition is set."""
    cue = next((cue for cue in cues if cue.kind == "how_many" and cue.value == "rows"), None)
    if cue is None:
        return []
    start, end = sentence[cue.first].start, sentence[cue.last].end
    drafts.append(AskDraft(query.text[start:end], (Target(tool="count_rows"),), start, end, subjects))
    return [Read(token.start, token.end, "ask") for token in sentence[cue.first : cue.last + 1]]


def different(query: Query, sentence: Sequence[Token], drafts: list[AskDraft], subjects: tuple[str, ...]) -> list[Read]:
    """Ask only of different rows, where a sentence says so: "different compounds", "when duplicates are removed"."""
    texts = [token.text for token in sentence]
    places: set[int] = set()
    for place, text in enumerate(texts):
        if text in word_list("tables", "different"):
            places.add(place)
    for phrase in phrase_list("tables", "once"):
        words = phrase.split()
        for place in range(len(texts) - len(words) + 1):
            if texts[place : place + len(words)] == words:
                places |= set(range(place, place + len(words)))
    inside = [draft for draft in drafts if not draft.soft and sentence[0].start <= draft.start < sentence[-1].end]
    if not places or not inside:
        return []
    first = sentence[min(places)]
    ask = AskDraft(first.text, (Target(tool="distinct_rows"),), first.start, first.end, subjects, reported=False)
    for draft in inside:
        if not draft.after:
            draft.after = [ask]
    drafts.append(ask)
    return [Read(sentence[place].start, sentence[place].end, "operation") for place in sorted(places)]


def called(sentence: Sequence[Token], nouns: frozenset[str]) -> list[Read]:
    """The words that only say what the rows are, and that they are in a file."""
    known = word_list("tables", "around")
    return [
        Read(token.start, token.end, "frame")
        for token in sentence
        if token.kind == WORD and (token.text in known or singular(token.text) in nouns)
    ]
