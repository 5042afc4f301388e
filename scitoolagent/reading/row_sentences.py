"""Sentences about the columns of a file that say by their form what is meant: "plot A against B", "the mean A by B".

The forms stand in the word file: words, and places for columns, numbers and texts, each named by the input of the tool
that takes it. A form holds only where each of its places is read as what it is for; otherwise the words are read as if
there were no such form.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import meanings, phrase_list, phrases_of, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.phrase_places import phrase_before
from scitoolagent.reading.row_forms import (
    ROWS,
    Form,
    Item,
    Phrases,
    Place,
    Words,
    all_forms,
    phrases_called,
    said_settings,
)
from scitoolagent.reading.row_guards import turned_sign
from scitoolagent.reading.tokens import ENTITY, QUANTITY, WORD, Token
from scitoolagent.records import Role
from scitoolagent.toolkg.graph import ToolGraph

_LONGEST = 40
# Kinds of places that name no columns.
SAID = ("#", "%", "$", "=", "@", "^", "~", "?", "&")
_CLOSING = frozenset("?.!;")
# A setting of forms that say of which rows.
_OF_SAMPLES = "samples"
# A number, and a number with a unit, in a phrase that says a setting.
_NUMBER, _AMOUNT = frozenset(["{#}"]), frozenset(["{%}"])


@dataclass(slots=True)
class Formed:
    """A sentence that has a form: the places of its words, and the tokens at each of its places."""

    form: Form
    sentence: Sequence[Token]
    literal: list[int]
    places: list[tuple[Place, list[int]]] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    # The tokens elsewhere in the sentence that say a setting.
    beside: list[int] = field(default_factory=list)
    # Whether it holds where its columns have to be asked about, and where the file has none of them.
    doubtful: bool = False
    lacking: bool = False

    @property
    def masked(self) -> set[int]:
        """Where words begin that are read by the form alone, and name nothing."""
        values = [number for place, numbers in self.places if place.kind[:1] in SAID for number in numbers]
        return {self.sentence[number].start for number in (*self.literal, *values)}

    @property
    def span(self) -> tuple[int, int]:
        """The words that it begins with."""
        if not self.literal:
            return self.sentence[self.places[0][1][0]].start, self.sentence[self.places[-1][1][-1]].end
        # "Express A as percent of …": what leads to a column at the first place says nothing of it.
        led = self.places[0][1][0] if isinstance(self.form.items[0], Place) else 0
        first = last = next((number for number in self.literal if number >= led), self.literal[0])
        while last + 1 in self.literal:
            last += 1
        if isinstance(self.form.items[0], Place) and self.form.items[0].kind == "=":
            # What is listed in front is said by the form alone.
            first, last = led, max(last, self.places[0][1][-1])
        return self.sentence[first].start, self.sentence[last].end


def forms_of(
    graph: ToolGraph, sentence: Sequence[Token], nouns: frozenset[str], left: Collection[int] = ()
) -> Iterator[Formed]:
    """The forms that a sentence may have, those that say most first.

    Args:
        graph: for the inputs of the tools.
        sentence: its tokens.
        nouns: what the rows may be called.
        left: the tokens that say something else.
    """
    numbers = [number for number in _without_files(sentence, nouns) if number not in left]
    whole = [number for number in _without_files(sentence, frozenset()) if number not in left]
    if whole != numbers:
        # "Of the samples in a.csv", where samples are what rows are called, leaves out the controls all the same.
        yield from (one for one in _forms_in(graph, sentence, nouns, whole) if _OF_SAMPLES in one.form.settings)
    yield from _forms_in(graph, sentence, nouns, numbers)
    if aside := _rows_aside(sentence, numbers, nouns):
        yield from _forms_in(graph, sentence, nouns, [number for number in numbers if number not in aside])
    # "At the first visit in visits.csv": what a form names does not only lead to the file.
    led = set(whole) - set(numbers)
    yield from (one for one in (_forms_in(graph, sentence, nouns, whole) if led else ()) if led & set(one.literal))


def _forms_in(
    graph: ToolGraph, sentence: Sequence[Token], nouns: frozenset[str], numbers: Sequence[int]
) -> Iterator[Formed]:
    """The forms that some of the tokens of a sentence have."""
    said = [sentence[number].text for number in numbers]
    texts = [frozenset([text, ROWS] if singular(text) in nouns else [text]) for text in said]
    found: list[Formed] = []
    present = frozenset().union(*texts)
    for form in all_forms():
        # Most forms have a word that the sentence has not.
        if not all(isinstance(item, Place) or item.by_first.keys() & present for item in form.items):
            continue
        for start in range(len(numbers)):
            # An order in front of a form is no part of what stands at its first place.
            if isinstance(form.items[0], Place) and texts[start] & (_opening(graph, form) | _skipped()):
                continue
            if (one := _matched(form, sentence, numbers, texts, start, _opening(graph, form))) is not None:
                patterns = {port.name: graph.types[port.type].pattern for port in graph.tools[form.tools[0]].inputs}
                found.append(_with_settings(one, numbers, patterns))
                break
    # Of two with as many phrases the one that takes more words: "linear regression" before "regression".
    # What has a place for a column goes before what says nothing of columns: "describe the yield" is not of all.
    yield from sorted(found, key=lambda one: (-one.form.words, -len(one.literal), not one.places))


def _without_files(sentence: Sequence[Token], nouns: frozenset[str]) -> list[int]:
    """The numbers of the tokens that say what is done, less the names of files and what leads to them."""
    left = set(range(len(sentence)))
    leading = word_list("row_words", "leading") | word_list("tables", "around")
    for number, token in enumerate(sentence):
        if token.kind != ENTITY:
            continue
        left.discard(number)
        before = number - 1
        while before >= 0 and sentence[before].kind == WORD:
            # Of "a fitted line from …" the line is none of the file.
            if phrase_before([token.text for token in sentence], before + 1, "row_words", "line") > 1:
                break
            # "Which run in …" asks for rows, and "for each run in …" says that each is meant.
            led = sentence[before - 1].text if before else ""
            asked = led in word_list("row_words", "asking_which") | word_list("row_words", "single") | {"per"}
            noun = singular(sentence[before].text) in nouns and not asked
            if not noun and sentence[before].text not in leading:
                break
            left.discard(before)
            before -= 1
    return sorted(left)


def _rows_aside(sentence: Sequence[Token], numbers: Sequence[int], nouns: frozenset[str]) -> set[int]:
    """The tokens that only lead to the rows, or to a condition on them, in front of words for groups.

    Of "the mean A of the rows with B above 2 by C" these are "of the rows", the condition being read by itself.
    """
    texts = [sentence[number].text for number in numbers]
    leads, small = word_list("row_words", "leading") | word_list("row_words", "of_conditions"), _skipped()
    found: set[int] = set()
    for place in range(1, len(texts)):
        if not _is_grouping(texts[place:]):
            continue
        first, told = place, numbers[place] > numbers[place - 1] + 1
        while first and (texts[first - 1] in leads | small or singular(texts[first - 1]) in nouns):
            first -= 1
            told = told or singular(texts[first]) in nouns or numbers[first + 1] > numbers[first] + 1
        if told and texts[first] in leads:
            found |= {numbers[one] for one in range(first, place)}
    return found


def _is_grouping(texts: Sequence[str]) -> bool:
    """Whether words begin with some for groups: "by", "for each"."""
    return any(list(texts[: len(one)]) == one for one in map(str.split, phrase_list("row_words", "by")))


def _matched(
    form: Form,
    sentence: Sequence[Token],
    numbers: Sequence[int],
    texts: Sequence[frozenset[str]],
    start: int,
    opening: frozenset[str],
) -> Formed | None:
    """The form with what stands at its places, the shortest that fits; the last place takes all that follows."""
    found = _fitted(form.items, texts, start)
    if found is None:
        return None
    if isinstance(form.items[0], Place) and _chooses_rows(texts, start, opening):
        return None
    if turned_sign(sentence, numbers[start]):
        return None
    formed = Formed(form, sentence, [], settings=dict(form.settings))
    while start and texts[start - 1] & (opening | _skipped()):
        start -= 1
        if texts[start] & opening:
            formed.literal.insert(0, numbers[start])
    for order, (item, taken) in enumerate(zip(form.items, found, strict=True)):
        # What rows hold may end with a small word: "lake A".
        behind = found[order + 1][0] if order + 1 < len(found) else taken[-1] + 1
        held = isinstance(item, Place) and item.kind == "$"
        own = [numbers[place] for place in (range(taken[0], behind) if held else taken)]
        if not isinstance(item, Place):
            formed.literal += own
        elif item.kind in ("#", "%"):
            own = [place for place in own if sentence[place].text not in _skipped() | _CLOSING]
            number = sentence[own[0]].number if len(own) == 1 else None
            if number is None or (item.kind == "#" and not number.is_integer()):
                return None
            formed.settings[item.name] = int(number) if item.kind == "#" else number
            formed.places.append((item, own))
        elif item.kind == "=":
            own = [place for place in own if sentence[place].text not in _CLOSING]
            while own and sentence[own[-1]].text in word_list("references", "small"):
                own.pop()
            listed = _listed([sentence[place].text for place in own], item.name)
            if not listed:
                return None
            formed.settings[item.name] = listed
            formed.places.append((item, own))
        else:
            formed.places.append((item, own))
    return formed


def _chooses_rows(texts: Sequence[frozenset[str]], start: int, opening: frozenset[str]) -> bool:
    """Whether rows are chosen in front of a place: "those with the highest and lowest A of each B" are no figures."""
    before = start
    while before and texts[before - 1] & _skipped():
        before -= 1
    ordered = before == 1 and bool(texts[0] & opening)
    return bool(before and not ordered and texts[before - 1] & phrases_called("having_most").by_first.keys())


def _listed(texts: Sequence[str], port: str) -> list[str]:
    """What some words list, by the names that the word file has for an input; nothing where another word is there."""
    found: list[str] = []
    own = phrases_of(f"row_{meanings('row_same_lists').get(port, port)}")
    names = [(phrase.split(), name) for name, phrases in own.items() for phrase in phrases]
    place, apart = 0, True
    while place < len(texts):
        fitting = [(words, name) for words, name in names if list(texts[place : place + len(words)]) == words]
        if fitting and not apart:
            return []  # "the highest mean" is one figure, and no list of two
        if fitting:
            words, name = max(fitting, key=lambda one: len(one[0]))
            found.append(name)
            place += len(words)
            apart = False
        elif texts[place] in word_list("references", "joints") | _skipped():
            apart = apart or texts[place] in word_list("references", "joints")
            place += 1
        else:
            return []
    return list(dict.fromkeys(found))


def _fitted(items: Sequence[Item], texts: Sequence[frozenset[str]], place: int) -> list[list[int]] | None:
    """What each item takes of the words from a place on."""
    if not items:
        return []
    wanted, *rest = items
    if isinstance(wanted, Place):
        if not rest:
            return [list(range(place, len(texts)))] if place < len(texts) else None
        ends: Sequence[int] = range(place + 1, min(place + _LONGEST, len(texts)) + 1)
        if wanted.kind == "=":
            # All that is listed is meant: "minimum and maximum A by B".
            ends = [
                end for end in reversed(ends) if _listed([min(one - {ROWS}) for one in texts[place:end]], wanted.name)
            ]
        for end in ends:
            if (found := _fitted(rest, texts, end)) is not None:
                return [list(range(place, end)), *found]
        return None
    for words in _beginning(wanted, texts, place):
        taken = _spoken(words, texts, place)
        if taken and (found := _fitted(rest, texts, taken[-1] + 1)) is not None:
            return [taken, *found]
    return None


def _beginning(wanted: Phrases, texts: Sequence[frozenset[str]], place: int) -> list[Words]:
    """The phrases that may begin at a place, or behind small words there; the longest first."""
    found: dict[Words, None] = {}
    while place < len(texts):
        for text in texts[place]:
            found.update(dict.fromkeys(wanted.by_first.get(text, ())))
        if not texts[place] & (_skipped() | {","}):
            break
        place += 1
    return sorted(found, key=len, reverse=True)


def _spoken(words: Words, texts: Sequence[frozenset[str]], place: int) -> list[int]:
    """Where the words of a phrase stand from a place on, small words left out; nothing where they do not."""
    found: list[int] = []
    for wanted in words:
        # "Half-life, first order": a comma may stand in front of a phrase.
        small = _skipped() if found else _skipped() | {","}
        while place < len(texts) and not texts[place] & wanted and texts[place] & small:
            place += 1
        if place == len(texts) or not texts[place] & wanted:
            return []
        found.append(place)
        place += 1
    return found


@lru_cache(maxsize=1)
def _skipped() -> frozenset[str]:
    return word_list("row_words", "skipped")


def _with_settings(formed: Formed, numbers: Sequence[int], patterns: Mapping[str, str | None]) -> Formed:
    """The form with the settings that stand elsewhere in the sentence: "with 10-fold cross-validation".

    `patterns` are those of the inputs of its tool: of pairs there is no test called Welch.
    """
    # "Mann-Whitney test of A by B": the words of the form itself may name what is meant, too.
    own = set(formed.literal)
    for setting, items in said_settings():
        name, _, value = setting.partition("=")
        if name not in patterns or name in formed.settings:
            continue
        if value and (pattern := patterns[name]) and not re.fullmatch(pattern, value.replace("_", " ")):
            continue
        left = [number for number in numbers if number in own or number not in formed.literal]
        # "With a log x axis", and "with 20 % held out": small words may stand between those of a phrase.
        plain = [number for number in left if formed.sentence[number].text not in _skipped()]
        windows = [
            one[start : start + len(items)] for one in (left, plain) for start in range(len(one) - len(items) + 1)
        ]
        for window in windows:
            tokens = [formed.sentence[number] for number in window]
            if not all(_stands(token, item) for token, item in zip(tokens, items, strict=True)):
                continue
            counted = [token for token, item in zip(tokens, items, strict=True) if item in (_NUMBER, _AMOUNT)]
            if counted:
                formed.settings[name] = counted[0].number if counted[0].kind != QUANTITY else counted[0]
            elif value:
                formed.settings[name] = value.replace("_", " ")
            formed.beside += [number for number in window if number not in own]
            formed.literal += [number for number in window if number not in own]
            inside = {one for one in left if window[0] < one < window[-1]}
            for _, taken in formed.places:
                taken[:] = [one for one in taken if one not in inside and one not in window]
            break
    return formed


def _stands(token: Token, item: frozenset[str]) -> bool:
    """Whether a token stands at a place of a phrase: a word, a number, or a quantity with its unit."""
    if item == _AMOUNT:
        return token.kind == QUANTITY
    return token.number is not None if item == _NUMBER else token.text in item


def _opening(graph: ToolGraph, form: Form) -> frozenset[str]:
    """Orders that may stand in front of a form: those to draw only where it draws."""
    tool = graph.tools[form.drawn or form.tools[0]]
    draws = any(graph.is_a(port.type, "SvgPicture") for port in tool.outputs)
    words = word_list("row_words", "opening")
    return words if draws else words - word_list("tables", "pictures")


def read_by(formed: Formed, asks: Sequence[AskDraft]) -> list[Read]:
    """The words that a form read, and as what."""
    masked = formed.masked
    # What rows hold, or are called, is no word of a label.
    held = {
        formed.sentence[n].start
        for place, taken in formed.places
        if place.kind[:1] in ("$", "@", "?", "&")
        for n in taken
    }
    beside = {formed.sentence[number].start for number in formed.beside}
    sets = [one for one in asks if one.start != formed.span[0]]
    lacked = {formed.sentence[n].start for _, taken in formed.places for n in taken} if formed.lacking else set()
    words = [token for token in formed.sentence if token.start in masked | lacked]
    roles: dict[int, Role] = dict.fromkeys(beside, "setting")
    roles.update(dict.fromkeys(held, "operation"))
    # "With X as negative control": what something is taken as is no form that the answer is wanted in.
    literal = [formed.sentence[number] for number in formed.literal]
    taken = [other.start for one, other in itertools.pairwise(literal) if one.text == "as"]
    roles.update(dict.fromkeys(taken if formed.form.means_roles else [], "operation"))
    return [Read(one.start, one.end, roles.get(one.start, "ask")) for one in words] + [
        Read(one.start, one.end, "ask") for one in sets
    ]
