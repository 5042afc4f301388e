"""Find the names of a graph's entities in a question, in the number that people say them in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scitoolagent.knowledge.questions.phrases import Lexicon
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Match
from scitoolagent.language.stem import is_plural, singular
from scitoolagent.language.words import meanings, word_list

_LONGEST_NAME, _LONGEST_REMOTE = 40, 6
_SHORTEST = 3
_IN_ES = ("ses", "xes", "zes", "ches", "shes", "oes")
_PLURALS = meanings("plurals")
_ASKING = word_list("questions", "orders") | word_list("questions", "asking")
COMMON = word_list("questions", "common") | _ASKING | word_list("questions", "back") | word_list("questions", "beyond")


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that name entities; `place` counts words."""

    place: int
    end: int
    text: str
    matches: tuple[Match, ...]


def mentions_of(
    graph: DomainGraph, lexicon: Lexicon, text: str, found: list[tuple[str, int, int]], stemmed: tuple[str, ...]
) -> list[Mention]:
    mentions: list[Mention] = []
    place = 0
    while place < len(found):
        best = _longest(graph, lexicon, text, found, stemmed, place)
        if best is None:
            place += 1
        else:
            mentions.append(best)
            place = best.end
    return mentions


def _longest(
    graph: DomainGraph,
    lexicon: Lexicon,
    text: str,
    found: list[tuple[str, int, int]],
    stemmed: tuple[str, ...],
    start: int,
) -> Mention | None:
    """The longest name from `start`; the index says after each word whether any name goes on so."""
    best, key = None, ""
    for end in range(start + 1, min(len(found), start + _LONGEST_NAME) + 1):
        word, left, right = found[end - 1]
        written, before = text[found[start][1] : right], key
        key = f"{before} {word}".strip()
        for said in (word, *_other_numbers(word, written)):
            last = text[left:right]
            name = text[found[start][1] : left] + (last[: len(said)] if last.lower().startswith(said) else said)
            if _may_be(written, key) and (matches := _named(graph, name, f"{before} {said}".strip())):
                best = Mention(start, end, written, matches)
                break
        if end - start >= _LONGEST_REMOTE if graph.names is None else not graph.names.begins(key):
            break
    if best is None:
        return None
    kind = lexicon.type_at(stemmed, start)
    if kind and kind[1] >= best.end:
        return None
    cue = lexicon.cue_at(stemmed, start)
    # A verb of the question is no entity, unless it is written as a name would be.
    return None if cue and cue.end >= best.end and best.text.islower() else best


def _named(graph: DomainGraph, name: str, key: str) -> tuple[Match, ...]:
    """The entities that a text names, as people write it."""
    if not _may_be(name, key) or (graph.names is not None and not graph.names.begins(key)):
        return ()
    return tuple(match for match in graph.link(name) if match.how != "near" and _same_case(name, match.surface))


def _other_numbers(word: str, written: str) -> Iterator[str]:
    """A word in its singular, if it may be a plural, or else in its plural: "ladybirds" are what "ladybird" names."""
    if word in _PLURALS:
        yield _PLURALS[word]
    elif is_plural(word) or (word.endswith("s") and written[-len(word) : -1].isupper()):
        yield singular(word) if is_plural(word) else word[:-1]
        if word.endswith(_IN_ES):
            yield word[:-2]
    elif len(word) > _SHORTEST:
        yield word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def _may_be(surface: str, key: str) -> bool:
    """Whether a text can be a name: words such as `which` or `was` cannot, nor a number alone."""
    if (
        " " not in key
        and (key in COMMON or len(key) < 2)
        and not (surface.isupper() and len(key) > 1 and key not in _ASKING)
    ):
        return False
    if key.isdigit():
        return False
    return not all(word in COMMON for word in key.split()) or surface.isupper()


def _same_case(surface: str, name: str) -> bool:
    """Symbols in capitals, as of genes, are only meant by capitals: `was` is not WAS."""
    letters = "".join(sign for sign in name if sign.isalpha())
    return not (letters.isupper() and surface.islower() and " " not in surface and len(letters) > 1)
