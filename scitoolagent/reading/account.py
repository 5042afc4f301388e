"""Account for each word of a question: what was read, what only carries the question, and what is left unread."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.appended import is_appending
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.conditions import counting_end
from scitoolagent.reading.coordination import asked_beside, unnamed_thing
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, SIGN, WORD, Token
from scitoolagent.records import Reading, Role

_SOURCE_LEADS = frozenset(["against", "in", "from", "using", "to", "by", "with"])
_LONGEST_SOURCE = 6
# A list goes on behind these; what stands between two of them is an item.
_JOINTS = frozenset([",", ";", "&", "and", "or", ":"])
# Signs that say something of the values beside them.
TELLING_SIGNS = frozenset("<>≤≥≠±%°+×*÷√")


@dataclass(frozen=True, slots=True)
class Read:
    """Some letters of the question that were read, and as what."""

    start: int
    end: int
    role: Role


def account(
    sentences: Sequence[Sequence[Token]], asks: list[AskDraft], text: str, read: Iterable[Read]
) -> list[Reading]:
    """The readings of all tokens. What is unread in an item with an ask, or about its subject, belongs to that ask.

    An item of a list of asks that was not read at all is added to the asks, without a target.
    """
    read = [*read, *_minuses(sentences, asks)]
    roles, denied = _roles_of(read), {part.start for part in read if part.role == "unread"}
    found: list[Reading] = []
    for number, sentence in enumerate(sentences):
        own = [place for place, ask in enumerate(asks) if sentence[0].start <= ask.start < sentence[-1].end]
        framed = _framed(sentence, text, [ask.start for ask in asks])
        parts: list[Role | None] = [
            _role(token, roles, frame, text, not place) for place, (token, frame) in enumerate(framed)
        ]
        inside = _inside(sentence, parts, [asks[n] for n in own])
        for place in (*asked_beside(sentence, parts, inside), *_uncounted(sentence, [asks[n] for n in own])):
            parts[place] = "unread"
        unnamed = unnamed_thing(sentence, parts, inside)
        if unnamed is not None and own:
            parts[unnamed] = "unread"
        telling = not own and all(token.kind in (WORD, SIGN) for token in sentence)
        changed = [] if own else _changed_by(sentence, parts, sentences[number + 1 :], asks)
        aside = _asides(sentence, asks) | _databases(sentence)
        for place, (token, role) in enumerate(zip(sentence, parts, strict=True)):
            if role == "unread" and telling and not changed and token.text in word_list("frames", "story"):
                role = "frame"
            if role is None:
                continue
            summing = token.text in word_list("operations", "sum") and not is_appending(sentence, place)
            if summing and role == "frame" and len(own) > 1:
                role = "unread"  # "the total number of A and B" is one number
            scope = own or changed
            if role == "ask" and own and not any(asks[n].start <= token.start < asks[n].end for n in own):
                # A word of a label far from it: the letter in "the mean B factor of chain B" says which chain.
                letter = token.end - token.start == 1 and text[token.start].isupper()
                role = "unread" if letter or token.start in denied else role
            if role == "unread":
                scope = changed if place in aside or not own else _blamed(sentence, place, asks, own)
                if place == unnamed and own:
                    scope = [_unknown(sentence, place, asks, text)]
                if not scope and own and place not in aside:
                    scope = [_unknown(sentence, place, asks, text)]
            elif role == "ask":
                scope = [n for n in own if asks[n].start <= token.start < asks[n].end]
            handles = tuple(f"ask{n + 1}" for n in scope)
            found.append(Reading(start=token.start, end=token.end, role=role, asks=handles))
    return found


def _roles_of(read: Iterable[Read]) -> dict[int, Role]:
    """The role of each letter that was read; of several the one whose part begins first."""
    roles: dict[int, Role] = {}
    for part in sorted(read, key=lambda part: part.start):
        for place in range(part.start, part.end):
            roles.setdefault(place, part.role)
    return roles


def _inside(sentence: Sequence[Token], parts: Sequence[Role | None], asks: Sequence[AskDraft]) -> list[bool]:
    """Whether each token belongs to an ask, or to the form that one is wanted in."""
    return [
        any(ask.start <= token.start < ask.end for ask in asks) or role == "form"
        for token, role in zip(sentence, parts, strict=True)
    ]


def _uncounted(sentence: Sequence[Token], asks: Sequence[AskDraft]) -> Iterator[int]:
    """The last words of "… and how many?" where nothing is counted."""
    words = [place for place, token in enumerate(sentence) if token.kind != SIGN]
    counts = any("count" in one.outputs or one.tool == "count_items" for ask in asks for one in ask.then)
    if asks and not counts and (length := counting_end(sentence)):
        yield from words[1 - length :] if length > 1 else words[-1:]


def _minuses(sentences: Sequence[Sequence[Token]], asks: Sequence[AskDraft]) -> Iterator[Read]:
    """Dashes between a value and an ask: "the weight of X - the weight of Y" may be a difference."""
    starts = {ask.start for ask in asks if ask.targets}
    for sentence in sentences:
        for before, token, behind in zip(sentence, sentence[1:], sentence[2:], strict=False):
            # Behind the first of all things it is a colon: "menthol - weight and TPSA".
            first = not any(sentence[0].start <= start < before.start for start in starts)
            minus = token.text in "-–−" and before.kind == ENTITY and behind.start in starts and not first
            if minus and before.end < token.start:
                yield Read(token.start, token.end, "unread")


def _framed(sentence: Sequence[Token], text: str, asked: Sequence[int]) -> list[tuple[Token, Role | None]]:
    """The tokens, each with the role of the phrase that it is a part of: courtesy, a wish for a form, "all but"."""
    frames: dict[int, Role] = dict.fromkeys(_counted(sentence, text), "frame")
    frames |= dict.fromkeys(_phrases(sentence, phrase_list("frames", "phrases")), "frame")
    parted = {*_phrases(sentence, phrase_list("references", "no_forms"))}
    frames |= dict.fromkeys({*_phrases(sentence, phrase_list("references", "forms"))} - parted, "form")
    frames |= dict.fromkeys(_phrases(sentence, phrase_list("frames", "changing")), "unread")
    frames |= dict.fromkeys(_versus(sentence), "frame")
    frames |= {place: "frame" for place in range(len(sentence)) if is_appending(sentence, place)}
    frames |= dict.fromkeys(_telling(sentence, text), "unread")
    frames |= dict.fromkeys(_qualifying(sentence, asked), "unread")
    return [(token, frames.get(place)) for place, token in enumerate(sentence)]


def _versus(sentence: Sequence[Token]) -> Iterator[int]:
    """The tokens that set two values against each other: "menthol vs camphor"."""
    for place in range(1, len(sentence) - 1):
        around = (sentence[place - 1].kind, sentence[place + 1].kind)
        if sentence[place].text in word_list("references", "versus") and around == (ENTITY, ENTITY):
            yield place


def _telling(sentence: Sequence[Token], text: str) -> Iterator[int]:
    """The tokens of words that carry a question elsewhere, and here say something of what is asked."""
    words = [token.text for token in sentence]
    having = word_list("operations", "having")
    made = word_list("frames", "made_how")
    for place, token in enumerate(sentence):
        before = words[place - 1] if place else ""
        behind = sentence[place + 1] if place + 1 < len(sentence) else None
        if token.text in word_list("operations", "ordinals") | {"last"} and words[place + 1 : place + 2] == ["of"]:
            # "The first of A and B": one of them.
            yield place
            continue
        if (
            token.text == "one"
            and before in (having | {"there"}) - {"with"}
            and behind
            and behind.kind in (WORD, ENTITY)
        ):
            # "Has one ring": no more than one, or not none?
            if behind.text != "of":
                yield place
        elif token.text in word_list("operations", "questioning") and before == "and":
            yield place
        elif token.text == "how" and not place and words[1:2] and words[1] in ("is", "are", "was", "were"):
            yield from [0] if made & set(words) else []
        elif token.text in word_list("operations", "ordinals") | {"last"} and before in ("the", "its"):
            # "The first ten modes" are counted.
            counted = behind is not None and behind.number is not None
            if behind and behind.kind == WORD and not counted and behind.text not in _frame_words() - {"structure"}:
                yield place
        elif token.text in word_list("frames", "other_questions") and not place:
            # "When was it computed?" is no question after a value.
            yield place
        elif token.text in word_list("frames", "by_whom") and not place and made & set(words):
            yield place
        elif token.text == "at" and text[token.start : token.end] == "AT" and not text.isupper():
            # The two bases.
            yield place
        elif token.text in word_list("frames", "grouping") and before in ("by", "per", "each"):
            # "The number of features by type" is a number of each type.
            yield place
        elif token.text == "a" and place and (behind is None or behind.text in word_list("frames", "behind_a_name")):
            # "The record a in …", "the frequency of a": no article.
            yield place
        elif token.text in word_list("frames", "any_thing") and words[place + 1 : place + 2] == ["of"]:
            yield from (place for other in sentence[place + 2 : place + 3] if other.kind == ENTITY)


def _qualifying(sentence: Sequence[Token], asked: Sequence[int]) -> Iterator[int]:
    """The tokens of words that say how something is, in front of it: "the measured logP", "labelled urea"."""
    several = len({token.start for token in sentence if token.kind == ENTITY}) > 1
    inside = [start for start in asked if sentence[0].start <= start < sentence[-1].end]
    for place, (token, behind) in enumerate(itertools.pairwise(sentence)):
        before = sentence[place - 1] if place else None
        leads = before is None or before.text in ("the", "a", "an", "of", "for", "its")
        named = behind.kind == ENTITY or behind.start in inside
        qualifies = token.text in word_list("frames", "qualifying") and leads and named
        # "The oxidation state of … before oxidation" is of another thing; "after translating it" is a step.
        another = token.text in ("before", "after") and behind.kind == WORD and not _carries_on(behind.text)
        if qualifies or another or (token.text == "both" and not several and len(inside) < 2):
            yield place


def _carries_on(word: str) -> bool:
    return word in _frame_words() or word.endswith("ing")


def _changed_by(
    sentence: Sequence[Token],
    parts: Sequence[Role | None],
    later: Sequence[Sequence[Token]],
    asks: Sequence[AskDraft],
) -> list[int]:
    """The asks that a sentence without any may change: an order before them, or a correction behind them.

    "Add a methyl group. What is its logP?" does not ask for the logP of what was named before.
    """
    orders = parts[0] == "unread" or any(
        role == "unread" and token.kind == NUMBER for token, role in zip(sentence, parts, strict=True)
    )
    measured = any(token.kind == QUANTITY for token in sentence)
    if "unread" in parts and any(token.text in word_list("references", "correcting") for token in sentence):
        return list(range(len(asks)))
    if not orders and not measured:
        return []
    back = word_list("references", "back") | word_list("references", "going_on")
    pointing = [other for other in later if any(token.text in back for token in other)]
    return [
        number
        for number, ask in enumerate(asks)
        if any(other[0].start <= ask.start < other[-1].end for other in pointing)
    ]


def _role(token: Token, roles: Mapping[int, Role], framed: Role | None, text: str, first: bool) -> Role | None:
    if token.kind == ENTITY:
        return "entity"
    if token.kind == QUANTITY:
        return "quantity"
    for place in range(token.start, token.end):
        if place in roles:
            return roles[place]
    if token.kind == SIGN and not token.text.isalnum():
        return "unread" if token.text in TELLING_SIGNS else None
    if framed in ("form", "unread"):
        return framed
    # "How many A": a letter, and no article.
    letter = token.end - token.start == 1 and text[token.start].isupper() and text[token.start] != "I" and not first
    if framed or (token.kind == WORD and not letter and token.text.split("'")[0] in _frame_words()):
        return "frame"
    return "unread"


def _frame_words() -> frozenset[str]:
    return word_list("frames", "words")


def _reckoning() -> frozenset[str]:
    """Words that make one value of several: "the sum of the … and the …"."""
    names = ("mean", "sum", "median", "range", "deviation", "difference", "ratio")
    return frozenset[str]().union(*(word_list("operations", name) for name in names))


def _phrases(sentence: Sequence[Token], phrases: Sequence[str]) -> set[int]:
    """The tokens of phrases, such as those of courtesy."""
    found: set[int] = set()
    texts = [token.text for token in sentence]
    known = set(texts)
    for phrase in phrases:
        words = phrase.split()
        for start in range(len(texts) - len(words) + 1) if words[0] in known else ():
            if texts[start : start + len(words)] == words:
                found |= set(range(start, start + len(words)))
    return found


@lru_cache(maxsize=1)
def _aside_openers() -> dict[str, list[tuple[str, ...]]]:
    """What opens such clauses, by first words."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrase_list("frames", "asides"):
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append(words)
    return found


def _asides(sentence: Sequence[Token], asks: Sequence[AskDraft]) -> set[int]:
    """The tokens of clauses that only give a reason or tell a story, and hold neither a value nor an ask."""
    openers = _aside_openers()
    found: set[int] = set()
    texts = [token.text for token in sentence]
    for start, text in enumerate(texts):
        if not any(tuple(texts[start : start + len(words)]) == words for words in openers.get(text, ())):
            continue
        end = next((place for place in range(start + 1, len(texts)) if texts[place] in (",", ":", ";")), len(texts))
        inside = sentence[start:end]
        holds = any(token.kind in (ENTITY, QUANTITY, NUMBER) for token in inside) or any(
            inside[0].start <= ask.start < inside[-1].end for ask in asks
        )
        if not holds:
            found |= set(range(start, end))
    return found


def _blamed(sentence: Sequence[Token], place: int, asks: Sequence[AskDraft], own: Sequence[int]) -> list[int]:
    """The asks that an unread word may change; none where its item of a list asks for something else."""
    start, end = _item(sentence, place)
    if sentence[start].text in word_list("references", "ways") or sentence[place].text in _reckoning():
        # The way in which all of it is to be done, or what is to be made of all of it.
        return list(own)
    inside = [number for number in own if sentence[start].start <= asks[number].start < sentence[end].end]
    if inside:
        return inside
    if any(sentence[number].kind in (ENTITY, QUANTITY) for number in range(start, end + 1)):
        return list(own)
    return [] if _is_item(sentence, start, end) else list(own)


def _counted(sentence: Sequence[Token], text: str) -> set[int]:
    """The tokens of numbers that say how many values are given: "the two sequences … and …", "these three oils: …"."""
    given = {len({token.start for token in sentence if token.kind == ENTITY})}
    # A list of numbers is one value.
    lists = [re.split(r"[\s,;]+", text[token.start : token.end].strip()) for token in sentence if token.kind == ENTITY]
    given |= {len(numbers) for numbers in map(_numbers_at_end, lists) if numbers}
    words = _frame_words() | word_list("references", "kinds")
    pointing = word_list("references", "pointing")
    return {
        place
        for place, token in enumerate(sentence[:-1])
        if token.number is not None
        and token.number > 1
        and token.number in given
        and token.kind in (WORD, NUMBER)
        and (
            (sentence[place + 1].kind == WORD and sentence[place + 1].text in words)
            # "These three: A, B and C".
            or (place and sentence[place - 1].text in pointing and _may_be_counted(sentence[place + 1]))
        )
    }


def _may_be_counted(token: Token) -> bool:
    return token.kind in (WORD, ENTITY) or token.text == ":"


def _numbers_at_end(words: Sequence[str]) -> list[str]:
    """The numbers of a list, perhaps with a unit behind the last."""
    if len(words) > 1 and not any(map(str.isdigit, words[-1])):
        words = words[:-1]
    return list(itertools.takewhile(lambda word: word[:1].isdigit() or word[1:2].isdigit(), reversed(words)))


def _databases(sentence: Sequence[Token]) -> set[int]:
    """The tokens that name a source: "against the … database", of which nothing here knows."""
    found: set[int] = set()
    for place, token in enumerate(sentence):
        if token.text not in word_list("references", "sources"):
            continue
        start = place
        while start > 0 and place - start < _LONGEST_SOURCE and sentence[start].text not in _SOURCE_LEADS:
            start -= 1
        if sentence[start].text in _SOURCE_LEADS:
            found |= set(range(start, place + 1))
    return found


def _unknown(sentence: Sequence[Token], place: int, asks: list[AskDraft], text: str) -> int:
    """The number of the ask for an item that nothing gives."""
    start, end = _item(sentence, place)
    left, right = sentence[start].start, sentence[end].end
    known = next((number for number, ask in enumerate(asks) if (ask.start, ask.end) == (left, right)), None)
    if known is None:
        asks.append(AskDraft(text[left:right], (), left, right))
        known = len(asks) - 1
    return known


def _item(sentence: Sequence[Token], place: int) -> tuple[int, int]:
    start = end = place
    while start > 0 and sentence[start - 1].text not in _JOINTS:
        start -= 1
    while end < len(sentence) - 1 and sentence[end + 1].text not in _JOINTS:
        end += 1
    return start, end


def _is_item(sentence: Sequence[Token], start: int, end: int) -> bool:
    """Whether an item is one of a list of asks: a joint stands on one side of it."""
    return start > 0 or end < len(sentence) - 1
