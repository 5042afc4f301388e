"""Check the words that a model wrote: each has to follow from the results, and each value to be about its subject.

A word that is not plain English and occurs neither in a result nor in the name of what was asked about is refused: an
entity, a judgement, a cause. A comparison stands only with the result of one, and "not" only where something is
missing. Where a model read the question, a value goes by its own name alone: "the price is {1}" says what was asked,
and not what was computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scitoolagent.language.stem import stem
from scitoolagent.language.words import word_list
from scitoolagent.records import Answer, AnswerValue, Query
from scitoolagent.summarizer.values import show_value

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"(?<!\w)\d[\d.,]*(?<!\.)")
_PLACE = re.compile(r"\{(\d{1,2})\}")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")


def unsaid(text: str, query: Query, plain: Answer, missing: Sequence[str]) -> list[str]:
    """The words and values of a text that do not follow from the results.

    Args:
        text: what a model wrote, with `{1}` where the first value of the answer belongs.
        query: the question; the names of its entities may be said.
        plain: the answer without a model.
        missing: the goals that nothing was found for; without any, nothing may be denied.
    """
    # What a model took words for is no result, and its note quotes them.
    notes = [note for note in plain.notes if not (query.reader and note in query.notes)]
    known = roots([*_results(plain, notes), *missing, *(entity.text for entity in query.entities)])
    names = [entity.text for entity in query.entities if entity.text]
    told = roots(notes)
    found: list[str] = []
    last = ""  # what "it" stands for
    for sentence in _SENTENCE.split(text):
        found += _unlabelled(sentence, plain.values) if query.reader else []
        found += _unknown(sentence, known, bool(missing))
        found += _misplaced(sentence, plain.values, names, last)
        found += _misdenied(sentence, plain.values, names, missing)
        found += _asserted(sentence, names, told)
        last = _last(sentence, names) or last
    return list(dict.fromkeys(found))


def _results(plain: Answer, notes: Sequence[str]) -> Iterable[str]:
    for value in plain.values:
        yield from (value.label, value.subject or "", show_value(value.value, value.unit, cut=False))
    yield from notes


def roots(texts: Iterable[str]) -> frozenset[str]:
    """The stems of the words of some texts."""
    return frozenset(stem(word) for text in texts for word in _WORD.findall(text.lower()))


def _unknown(sentence: str, known: frozenset[str], is_missing: bool) -> list[str]:
    """The words of a sentence that are neither plain nor known; a denial where something is missing is both."""
    plain, denying = word_list("wording", "plain"), word_list("wording", "missing")
    denied = word_list("operations", "denying")
    may_deny = is_missing and not _PLACE.search(sentence)
    found = []
    for word in _WORD.findall(sentence):
        lower = word.lower()
        if lower in denying or lower in denied:
            found += [] if may_deny else [word]
        elif lower not in plain and stem(lower) not in known:
            found.append(word)
    return found


def _misdenied(sentence: str, values: Sequence[AnswerValue], names: Sequence[str], missing: Sequence[str]) -> list[str]:
    """What a sentence says to be missing, and is not: another name, or the label of a value that was found."""
    if _PLACE.search(sentence) or not _denies(sentence):
        return []
    held = " ".join(missing).lower()
    said = [name for name in _named(sentence, names) if name.lower() not in held]
    # Where no goal names a subject, none can be told to be another one.
    wrong = said if _named(held, names) else []
    labels = dict.fromkeys(value.label for value in values)
    return wrong + [label for label in _named(sentence, list(labels)) if label.lower() not in held]


def _denies(sentence: str) -> bool:
    denying = {*word_list("wording", "missing"), *word_list("operations", "denying")}
    return any(word.lower() in denying for word in _WORD.findall(sentence))


def _asserted(sentence: str, names: Sequence[str], told: frozenset[str]) -> list[str]:
    """The names and numbers of which a sentence says something other than a value, a comparison or what is missing.

    Plain words alone can be false: "menthol equals camphor", "camphor is a protein"; and so can a number of the
    question: "the molecular weight is 100 g/mol", after "is it above 100 g/mol?".
    """
    comparing = {stem(word) for word in word_list("wording", "comparing")}
    said = _named(sentence, names)
    words = roots([sentence]) - roots(said)
    said = said or _NUMBER.findall(sentence)
    if _PLACE.search(sentence) or _denies(sentence) or comparing & words or (told - _plain_roots()) & words:
        return []
    return said


def _plain_roots() -> frozenset[str]:
    return frozenset(stem(word) for word in word_list("wording", "plain"))


def _named(text: str, phrases: Sequence[str]) -> list[str]:
    """The phrases that a text has as words of their own, in any case."""
    return [one for one in phrases if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE)]


def _misplaced(sentence: str, values: Sequence[AnswerValue], names: Sequence[str], last: str) -> list[str]:
    """The values of a sentence that follow another name or label than their own, and comparisons without one."""
    comparing = {stem(word) for word in word_list("wording", "comparing")}
    compares = sorted(comparing & roots([sentence]))
    labels = list(dict.fromkeys(value.label for value in values))
    found = []
    placed = _placed(sentence, values)
    for place, value in placed:
        before = sentence[: place.start()]
        label = _last(before, labels)
        name = _last(before, names) or _first(sentence[place.end() :], names) or last
        subject = value.subject or ""
        is_other = bool(name) and any(one in subject for one in names) and name not in subject
        is_another = bool(label) and label != value.label
        is_compared = bool(compares) and not comparing & roots([value.label])
        if is_other or is_another or is_compared:
            found.append(place[0])
    if compares:
        compared = [value for value in values if comparing & roots([value.label])]
        held = [show_value(value.value, value.unit, cut=False).lower() for value in compared]
        said = _named(sentence, names)
        if not placed and not said:
            found.append(compares[0])
        found += [name for name in said if name.lower() not in held]
        # The largest of one property is not that of another.
        others = [label for label in labels if not any(label.lower() in value.label.lower() for value in compared)]
        found += _named(_PLACE.sub("", sentence), others)
    return found


def _unlabelled(sentence: str, values: Sequence[AnswerValue]) -> list[str]:
    """The values of a sentence that does not hold all words of their labels."""
    said = roots([sentence]) | _plain_roots()
    return [place[0] for place, value in _placed(sentence, values) if not roots([value.label]) <= said]


def _placed(sentence: str, values: Sequence[AnswerValue]) -> list[tuple[re.Match[str], AnswerValue]]:
    """The places of a sentence, each with its value."""
    places = ((place, int(place[1])) for place in _PLACE.finditer(sentence))
    return [(place, values[number - 1]) for place, number in places if 0 < number <= len(values)]


def _last(text: str, phrases: Sequence[str]) -> str:
    """The phrase that ends last in a text; of those that end together the longest."""
    ends = [
        (text.lower().rfind(phrase.lower()) + len(phrase), len(phrase), phrase)
        for phrase in phrases
        if phrase.lower() in text.lower()
    ]
    return max(ends)[2] if ends else ""


def _first(text: str, phrases: Sequence[str]) -> str:
    starts = [
        (text.lower().find(phrase.lower()), -len(phrase), phrase)
        for phrase in phrases
        if phrase.lower() in text.lower()
    ]
    return min(starts)[2] if starts else ""
