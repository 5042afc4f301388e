"""Words that make one number of many values: means, medians, percentiles; and which asks they are said of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.tokens import QUANTITY, Token
from scitoolagent.records import Operation

if TYPE_CHECKING:
    from scitoolagent.reading.compose import AskDraft, Sentence

# An average of something names it within so many words.
_NEAR = 4
_NUMBER = "{#}"


def figure_cues(sentence: Sequence[Token]) -> list[Cue]:
    """`the 90th percentile`, `the geometric mean`: figures whose name has several words, or a number in it."""
    found: list[Cue] = []
    for place in range(len(sentence)):
        if not found or place > found[-1].last:
            found += list(_figures_at(sentence, place))[:1]
    return found


def _figures_at(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    for words, tool, setting in (*_figures().get(sentence[place].text, ()), *_figures().get(_NUMBER, ())):
        taken = sentence[place : place + len(words)]
        if len(taken) < len(words) or any(token.kind == QUANTITY for token in taken):
            continue
        fits = (
            token.number is not None if word == _NUMBER else token.text == word
            for token, word in zip(taken, words, strict=True)
        )
        if all(fits):
            numbers = [token.number or 0.0 for token, word in zip(taken, words, strict=True) if word == _NUMBER]
            ends = tuple(numbers or ([float(setting)] if setting else []))
            yield Cue("aggregate", place, place + len(words) - 1, value=tool, ends=ends)


@lru_cache(maxsize=1)
def _figures() -> dict[str, tuple[tuple[tuple[str, ...], str, str], ...]]:
    """Phrases by their first word, the longest first, each with the tool and the number that it stands for."""
    found: defaultdict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
    for key, phrases in phrases_of("figures").items():
        tool, _, number = key.partition(" ")
        for words in (tuple(phrase.split()) for phrase in phrases):
            found[words[0]].append((words, tool, number))
    return {word: tuple(sorted(found[word], key=lambda one: -len(one[0]))) for word in found}


def figured(sentence: Sentence, several: bool) -> list[tuple[AskDraft, Operation]] | str | None:
    """The asks of a sentence that are made one number, each with how; why that is not clear; None where none is near.

    Args:
        sentence: with its cues and asks.
        several: whether there are several things to take together.
    """
    cues = [cue for cue in sentence.cues if cue.kind == "aggregate"]
    wanted = [ask for ask in sentence.asks if not ask.soft and ask.reported]
    parted = _parted(sentence, cues, wanted)
    if not parted:
        return None
    singled = any(token.text in word_list("operations", "singling") for token in sentence.tokens)
    if not several or len({id(cue) for cue, _ in parted}) < len(cues) or len(parted) < len(wanted) or singled:
        return "it is not clear what to take together"
    made: list[tuple[AskDraft, Operation]] = []
    for cue, ask in parted:
        # "The mean and the median of A" are two figures of one value.
        own = replace(ask, then=list(ask.then)) if any(ask is other for other, _ in made) else ask
        if own is not ask:
            sentence.asks.append(own)
        made.append((own, _operation(cue)))
    return made


def _operation(cue: Cue) -> Operation:
    settings: dict[str, Any] = {"percent": cue.ends[0]} if cue.ends else {}
    return Operation(tool=cue.value, settings=settings, text=cue.value.split("_")[0])


def _parted(sentence: Sentence, cues: Sequence[Cue], wanted: Sequence[AskDraft]) -> list[tuple[Cue, AskDraft]]:
    """Each figure with the asks that it is said of: those from it to the next one."""
    found: list[tuple[Cue, AskDraft]] = []
    tokens = sentence.tokens
    for number, cue in enumerate(cues):
        end = tokens[cue.last].end
        later = [one for one in cues[number + 1 :] if not _is_beside(sentence, cue, one, cues)]
        until = tokens[later[0].first].start if later else tokens[-1].end
        behind = cue.last + 1
        if behind < len(tokens) and tokens[behind].text == "(":
            behind = next((n for n in range(behind, len(tokens)) if tokens[n].text == ")"), behind)
        behind = max([behind, *(one.last + 1 for one in cues[number + 1 :] if _is_beside(sentence, cue, one, cues))])
        near = tokens[min(behind + _NEAR, len(tokens) - 1)].end
        for ask in sorted(wanted, key=lambda one: one.start):
            said_again = any(_goes_on(sentence, other, ask) for one, other in found if one is cue)
            # A label may have the figure in it; what stands in front of the next figure is said of this one.
            if ask.end >= end and ask.start < max(until, end) and (ask.start <= near or said_again):
                found.append((cue, ask))
    first = cues[0].first
    if not found and first and tokens[first - 1].text in ("on", "in"):
        # "What TPSA do they have on average?"
        return [(cues[0], ask) for ask in wanted]
    return found


def _is_beside(sentence: Sentence, cue: Cue, other: Cue, cues: Sequence[Cue]) -> bool:
    """Whether a figure stands in one list with another one: "the mean, median and standard deviation"."""
    words = word_list("references", "small") | word_list("references", "joints")
    inside = {place for one in cues for place in range(one.first, one.last + 1)}
    between = range(cue.last + 1, other.first)
    return all(place in inside or sentence.tokens[place].text in words for place in between)


def _goes_on(sentence: Sentence, before: AskDraft, ask: AskDraft) -> bool:
    """Whether "and that of" stands between two asks, and nothing else."""
    between = {token.text for token in sentence.tokens if before.end <= token.start < ask.start}
    words = word_list("references", "small") | word_list("references", "joints") | {"of"}
    again = word_list("references", "said_again")
    return bool(between & again) and between <= words | again
