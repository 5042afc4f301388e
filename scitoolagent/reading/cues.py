"""Find the words of a sentence that order, compare, choose, count or average, and what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scitoolagent.language.words import phrase_list, phrases_of, word_list
from scitoolagent.reading.appended import is_appending
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, WORD, Token

# What a mean, a sum, … is called among the tools.
_AGGREGATES = {
    "mean": "mean_of_values",
    "sum": "sum_of_values",
    "median": "median_of_values",
    "range": "range_of_values",
    "deviation": "standard_deviation_of_values",
}
# So many tokens may stand between a verb and its number.
_FAR = 8
_ARTICLES = frozenset(["the", "a", "an", "of"])
_GOING_ON = word_list("operations", "joining") | word_list("operations", "choosing") | frozenset(["then", "by"])
_MINUS = frozenset("-−–")
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


@dataclass(frozen=True, slots=True)
class Cue:
    """Some words of a sentence and what they say.

    Attributes:
        kind: sort, direction, degree, how, verb, aggregate, difference, ratio, relation, than, which, how_many,
            choose, count, place, deny.
        first, last: the tokens, `last` inclusive.
        sign: 1 for the upper end of a scale, -1 for the lower one.
        properties: labels of the property of an adjective; empty when the property stands beside it.
        degree: `comparative` or `superlative`.
        value: a relation, a tool, or a number.
        threshold: the token of the number that a relation holds for.
        ends: the numbers between which a value is to lie; empty where a quantity names both ends.
    """

    kind: str
    first: int
    last: int
    sign: int = 0
    properties: tuple[str, ...] = ()
    degree: str = ""
    value: str = ""
    threshold: int = -1
    ends: tuple[float, ...] = ()


def find_cues(sentence: Sequence[Token]) -> list[Cue]:
    """The cues of a sentence, in its order; no two share a token."""
    found: list[Cue] = []
    place = 0
    while place < len(sentence):
        cue = next((cue for reader in _READERS for cue in reader(sentence, place)), None)
        if cue is None:
            place += 1
        else:
            found.append(cue)
            place = cue.last + 1
    return found


def _directions(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    """`in ascending order`, `by increasing …`, `lowest first`, `from most to least lipophilic`."""
    text = _text(sentence, place)
    rising, falling = word_list("operations", "rising"), word_list("operations", "falling")
    for sign, words in ((-1, rising), (1, falling)):
        if text in words:
            last = place + 1 if _text(sentence, place + 1) == "order" else place
            yield Cue("direction", place, last, sign)
    adjective = _adjective(sentence, place)
    # "The lowest first ionization energy" orders nothing.
    ends = adjective is not None and _ends_clause(sentence, adjective.last + 2)
    if adjective and ends and _text(sentence, adjective.last + 1) == "first":
        yield Cue("direction", place, adjective.last + 1, adjective.sign, adjective.properties)
    if text in word_list("operations", "from") or adjective:
        yield from _both_ends(sentence, place)


def _ends_clause(sentence: Sequence[Token], place: int) -> bool:
    return place >= len(sentence) or sentence[place].kind != WORD or _text(sentence, place) in _GOING_ON


def _both_ends(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    start = place + (_text(sentence, place) in word_list("operations", "from"))
    start += _text(sentence, start) == "the"
    one = _end_of_scale(sentence, start)
    if one is None or _text(sentence, one.last + 1) not in word_list("operations", "to"):
        return
    behind = one.last + 2 + (_text(sentence, one.last + 2) == "the")
    other = _end_of_scale(sentence, behind)
    if other is None:
        return
    # "from most to least lipophilic": the adjective of the second end is that of the first.
    properties = one.properties or other.properties
    sign = one.sign if one.properties or not other.properties else one.sign * (other.sign * -1 if other.sign else 1)
    if other.properties and not one.properties:
        # The least lipophilic has the sign of its scale turned round.
        sign = -other.sign
    yield Cue("direction", place, other.last, sign, properties)


def _end_of_scale(sentence: Sequence[Token], place: int) -> Cue | None:
    return _adjective(sentence, place) or _plain_adjective(sentence, place)


def _sorts(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    if _text(sentence, place) in word_list("operations", "sort"):
        before = _text(sentence, place - 1) if place else ""
        # "How many were ordered": what was done, and no wish, where nothing says by what.
        done = before in word_list("operations", "being") and _text(sentence, place + 1) != "by"
        if before not in _ARTICLES and not done and _text(sentence, place + 1) != "of":
            yield Cue("sort", place, place)


def _ranges(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    """`between 1 and 3`, `from 150 to 300 g/mol`, `in the range 1-3`."""
    openers = _range_words().get(_text(sentence, place), ())
    words = next((words for words in openers if _stands(sentence, place, words)), ())
    first = place + len(words)
    if not words or first >= len(sentence):
        return
    if sentence[first].kind == QUANTITY:
        yield Cue("relation", place, first, value="between", threshold=first)
        return
    lower, behind = _signed(sentence, first)
    if lower is None or _text(sentence, behind) not in word_list("operations", "until"):
        return
    upper, end = _signed(sentence, behind + 1)
    if upper is not None:
        yield Cue("relation", place, end - 1, value="between", threshold=first, ends=(lower, upper))


def _signed(sentence: Sequence[Token], place: int) -> tuple[float | None, int]:
    """A number at a place, with its minus, and the place behind it."""
    minus = _text(sentence, place) in _MINUS and place + 1 < len(sentence)
    minus = minus and sentence[place].end == sentence[place + 1].start
    place += minus
    number = sentence[place].number if place < len(sentence) and sentence[place].kind in (WORD, NUMBER) else None
    return (None if number is None else -number if minus else number), place + 1


def _stands(sentence: Sequence[Token], place: int, words: tuple[str, ...]) -> bool:
    return tuple(_text(sentence, number) for number in range(place, place + len(words))) == words


def _relations(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    """`more than 250`, `at least five`, `5 or more`, and `heavier than 250` with its property."""
    for relation, words in _relations_by_word().get(_text(sentence, place), ()):
        last = place + len(words) - 1
        if tuple(_text(sentence, number) for number in range(place, last + 1)) != words:
            continue
        behind = last + 1
        if len(words) == 1 and words[0].isalpha():
            # "exceed a TPSA of 30 Å²": the property stands between.
            far = next((n for n in range(behind, min(behind + _FAR, len(sentence))) if _is_number(sentence[n])), -1)
            if far > behind and words[0] in word_list("operations", "exceeding"):
                yield Cue("relation", place, last, value=relation, threshold=far)
        while _text(sentence, behind) in _ARTICLES:
            behind += 1
        minus = _text(sentence, behind) in _MINUS and behind + 1 < len(sentence)
        minus = minus and sentence[behind].end == sentence[behind + 1].start and sentence[behind + 1].number is not None
        behind += minus
        if behind < len(sentence) and _is_number(sentence[behind]):
            adjective = _forms().get(words[0])
            properties = adjective[2] if adjective else ()
            sign = -1 if minus else 0
            yield Cue("relation", place, behind, sign, properties, value=relation, threshold=behind)
    if _is_count_of(sentence, place):
        yield Cue("relation", place, place, value="=", threshold=place)
    if _is_number(sentence[place]):
        for relation, words in _relations_by_word().get("or", ()):
            texts = tuple(_text(sentence, number) for number in range(place + 1, place + 1 + len(words)))
            if words[0] == "or" and texts == words:
                yield Cue("relation", place, place + len(words), value=relation, threshold=place)


def _is_count_of(sentence: Sequence[Token], place: int) -> bool:
    """Whether a bare number says how many of something a thing has: "have two rings"."""
    token = sentence[place]
    if token.kind not in (WORD, NUMBER) or token.number is None or place + 1 >= len(sentence):
        return False
    having = word_list("operations", "having")
    before = _text(sentence, place - 1)
    # "Does menthol have one ring", "is there one ring", "which contain two rings".
    opened = before in having - {"with"} or (before == "there" and _text(sentence, place - 2) in ("is", "are"))
    behind = sentence[place + 1]
    return opened and behind.kind == WORD and behind.text not in ("of", "or", "to", "more", "less", "fewer")


def _degrees(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    """`heaviest`, `most lipophilic`, `larger`, `how heavy`."""
    if _text(sentence, place) == "how":
        adjective = _plain_adjective(sentence, place + 1)
        if adjective and adjective.properties:
            yield Cue("how", place, adjective.last, adjective.sign, adjective.properties)
        elif _text(sentence, place + 1) == "much" and (more := _adjective(sentence, place + 2)):
            yield Cue("difference", place, more.last, more.sign, more.properties)
        elif _text(sentence, place + 1) == "many":
            # "How many more rings has A than B?"
            stem, degree, _, sign = _forms().get(_text(sentence, place + 2), ("", "", (), 0))
            if stem in ("many", "few", "little") and degree == "comparative":
                yield Cue("difference", place, place + 2, sign)
    adjective = _adjective(sentence, place)
    if adjective:
        yield adjective


def _aggregates(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    text = _text(sentence, place)
    for name, tool in _AGGREGATES.items():
        if text in word_list("operations", name) and not is_appending(sentence, place):
            last = place + 1 if (text, _text(sentence, place + 1)) == ("add", "up") else place
            yield Cue(
                "aggregate",
                place - (name == "deviation" and _text(sentence, place - 1) == "standard"),
                last,
                value=tool,
            )
    if (text, _text(sentence, place + 1), _text(sentence, place + 2)) == ("by", "how", "much"):
        yield Cue("difference", place, place + 2)
    if (text, _text(sentence, place + 1)) == ("far", "apart"):
        yield Cue("difference", place, place + 1)
    for kind in ("difference", "ratio"):
        if text in word_list("operations", kind):
            yield Cue(kind, place, place)


def _selections(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    text = _text(sentence, place)
    for words in _counting_phrases():
        if text == words[0] and tuple(_text(sentence, number) for number in range(place, place + len(words))) == words:
            yield Cue("how_many", place, place + len(words) - 1)
    for words in _only_phrases():
        if text == words[0] and tuple(_text(sentence, number) for number in range(place, place + len(words))) == words:
            yield Cue("choose", place, place + len(words) - 1)
    if text in word_list("operations", "picking"):
        yield Cue("choose", place, place)
    if text in word_list("operations", "which"):
        yield Cue("which", place, place)
    if text in word_list("operations", "than"):
        yield Cue("than", place, place)
    if text in word_list("operations", "denying"):
        yield Cue("deny", place, place)


def _verbs(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    """`weigh`, `melt`: verbs that name a property."""
    behind = _text(sentence, place + 1)
    # "Weigh out": what somebody does.
    labels = None if behind in ("out", "in") else phrases_of("property_verbs").get(_text(sentence, place))
    end, degree = {"first": (-1, "superlative"), "last": (1, "superlative")}.get(behind, (0, ""))
    behind_than = sentence[place + 3] if place + 3 < len(sentence) else None
    # "Weighs more than 250 g/mol" sets a threshold.
    compared = _text(sentence, place + 2) in word_list("operations", "than") and (
        behind_than is None or behind_than.kind != ENTITY
    )
    if labels and not compared and behind in _forms() and _forms()[behind][0] in ("much", "many", "little"):
        # "What weighs more?"
        end, degree = _forms()[behind][3], _forms()[behind][1]
    if labels and end:
        # "Which melts first?"
        yield Cue("degree", place, place + 1, end, labels, degree)
    elif labels:
        yield Cue("verb", place, place, properties=labels)


def _places(sentence: Sequence[Token], place: int) -> Iterator[Cue]:
    """`second` in front of a superlative, `two` in front of one, `two of`, `top two`."""
    token = sentence[place]
    behind = place + 1
    ends = _ends()
    if token.number is not None and token.kind in (WORD, NUMBER) and token.number >= 1:
        counted = _text(sentence, behind) == "of" or (place > 0 and _text(sentence, place - 1) in ends)
        if counted and token.number.is_integer():
            yield Cue("count", place, place, value=str(int(token.number)))
            return
    if token.text in ends and behind < len(sentence) and sentence[behind].number is not None:
        yield Cue("degree", place, place, ends[token.text], degree="superlative")
    if not _adjective(sentence, behind):
        return
    if token.text in _ORDINALS:
        yield Cue("place", place, place, value=str(_ORDINALS.index(token.text) + 1))
    elif token.number is not None and token.kind in (WORD, NUMBER):
        yield Cue("count", place, place, value=str(int(token.number)))


_READERS = (_directions, _ranges, _relations, _places, _degrees, _aggregates, _sorts, _verbs, _selections)


def _text(sentence: Sequence[Token], place: int) -> str:
    return sentence[place].text if 0 <= place < len(sentence) and sentence[place].kind not in (ENTITY, QUANTITY) else ""


def _is_number(token: Token) -> bool:
    return token.kind == QUANTITY or token.number is not None


def _adjective(sentence: Sequence[Token], place: int) -> Cue | None:
    """A comparative or a superlative, in one word or in two."""
    text = _text(sentence, place)
    if text not in _forms():
        return None
    stem, degree, properties, sign = _forms()[text]
    if stem in ("many", "much", "little"):
        # "most lipophilic"; "most rings" has no adjective behind it.
        other = _scales().get(_text(sentence, place + 1))
        if other and other[0]:
            return Cue("degree", place, place + 1, sign * other[1], other[0], degree)
    return Cue("degree", place, place, sign, properties, degree)


def _plain_adjective(sentence: Sequence[Token], place: int) -> Cue | None:
    found = _scales().get(_text(sentence, place))
    return Cue("degree", place, place, found[1], found[0]) if found else None


@lru_cache(maxsize=1)
def _ends() -> dict[str, int]:
    """The words of "top three" and "bottom three", each with the end of the scale."""
    return {word: sign for name, sign in (("tops", 1), ("bottoms", -1)) for word in word_list("operations", name)}


@lru_cache(maxsize=1)
def _scales() -> dict[str, tuple[tuple[str, ...], int]]:
    """Adjectives with the labels of their property, and the end of its scale."""
    plain = {
        word: ((), sign) for name, sign in (("upward", 1), ("downward", -1)) for word in word_list("operations", name)
    }
    return plain | {
        word: (labels, sign)
        for group, sign in (("scale_up", 1), ("scale_down", -1))
        for word, labels in phrases_of(group).items()
    }


@lru_cache(maxsize=1)
def _forms() -> dict[str, tuple[str, str, tuple[str, ...], int]]:
    """Comparatives and superlatives: the adjective, the degree, the labels of the property, the end of the scale."""
    found: dict[str, tuple[str, str, tuple[str, ...], int]] = {}
    irregular = {word: forms[0].split() for word, forms in phrases_of("degrees").items()}
    for word, (labels, sign) in _scales().items():
        comparative, superlative = irregular.get(word) or _regular(word)
        found.setdefault(comparative, (word, "comparative", labels, sign))
        found.setdefault(superlative, (word, "superlative", labels, sign))
    for name, sign in (("highest", 1), ("lowest", -1)):
        found |= dict.fromkeys(word_list("extremes", name), ("high", "superlative", (), sign))
    return found


def _regular(word: str) -> tuple[str, str]:
    stem = word[:-1] if word.endswith("e") else word
    if word.endswith("y"):
        stem = word[:-1] + "i"
    elif len(word) == 3 and word[-1] not in "aeiouwxy" and word[-2] in "aeiou":
        stem = word + word[-1]
    return f"{stem}er", f"{stem}est"


@lru_cache(maxsize=1)
def _only_phrases() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in phrase_list("operations", "only_those"))


@lru_cache(maxsize=1)
def _counting_phrases() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in phrase_list("operations", "counting_those"))


@lru_cache(maxsize=1)
def _range_words() -> dict[str, list[tuple[str, ...]]]:
    """What opens a range, by its first word, long ones first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for words in sorted((tuple(phrase.split()) for phrase in phrase_list("operations", "ranging")), key=len)[::-1]:
        found.setdefault(words[0], []).append(words)
    return found


@lru_cache(maxsize=1)
def _relations_by_word() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The phrases of relations by their first words, long ones first."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for relation, words in _relation_words():
        found.setdefault(words[0], []).append((relation, words))
    return found


@lru_cache(maxsize=1)
def _relation_words() -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = [
        (relation, tuple(phrase.split())) for relation, phrases in phrases_of("relations").items() for phrase in phrases
    ]
    return tuple(sorted(found, key=lambda item: -len(item[1])))
