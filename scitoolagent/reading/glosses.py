"""Words beside an ask that only say its name again: "EEM (Electronegativity Equalization Method) charges"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache

from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.phrases import PhraseIndex, Target
from scitoolagent.reading.tokens import NUMBER, WORD, Token
from scitoolagent.reading.words import EMPTY, label_words, read_words
from scitoolagent.toolkg.graph import ToolGraph

_LONGEST_ABBREVIATION = 8
_WAY_LENGTH = 4
_DERIVED = ("MolecularStructure", "Sequence")
# Not "of": what stands behind it is a thing of its own.
_JOINING = frozenset(["or", "and", "-", "^", "each", "every", "all"])


def glosses(
    graph: ToolGraph,
    index: PhraseIndex,
    text: str,
    sentences: Sequence[Sequence[Token]],
    asks: Sequence[AskDraft],
    read: Sequence[Read],
) -> Iterator[Read]:
    """The words that name an ask once more, by other words of its labels or by what its abbreviation stands for."""
    covered = {place for part in read if part.role == "ask" for place in range(part.start, part.end)}
    for ask in asks:
        sentence = next((part for part in sentences if part[0].start <= ask.start < part[-1].end), ())
        yield from _named(graph, sentence, ask)
        inside = [(place, token) for place, token in enumerate(sentence) if ask.start <= token.start < ask.end]
        own = [place for place, token in inside if any(one in covered for one in range(token.start, token.end))]
        if not own:
            continue
        yield from _beside(graph, index, sentence, own, ask)
        yield from _brackets(graph, text, sentence, own, ask)


def _named(graph: ToolGraph, sentence: Sequence[Token], ask: AskDraft) -> Iterator[Read]:
    """Words of the labels of all that an ask may stand for: "… on the Pauling scale"."""
    named = [_label_words(graph, target) for target in ask.targets]
    shared = frozenset.intersection(*named) if named else frozenset()
    ways = [place for place, token in enumerate(sentence) if token.text in word_list("references", "ways")]
    own = {target.tool for target in ask.targets}
    for place, token in enumerate(sentence):
        near = any(0 < place - way <= _WAY_LENGTH for way in ways)
        # A word of what can be derived may say that something is.
        if token.kind == WORD and is_known(token, shared) and (near or not _derives(graph, token, own)):
            yield Read(token.start, token.end, "ask")


def _beside(
    graph: ToolGraph, index: PhraseIndex, sentence: Sequence[Token], own: Sequence[int], ask: AskDraft
) -> Iterator[Read]:
    """Words of the labels in front of an ask, behind it, and between its words."""
    known = vocabulary(graph, ask.targets)
    for start, step in ((own[0], -1), (own[-1], 1)):
        place = start + step
        while 0 <= place < len(sentence) and _goes_on(sentence[place], known):
            if step < 0 and _is_other_label(index, sentence[place : own[0] + 1], ask):
                break
            if sentence[place].text == "of" and (
                step < 0 or place + 1 == len(sentence) or sentence[place + 1].text not in ("each", "every")
            ):
                break
            if sentence[place].text in "()":
                # What a bracket says is looked at by itself.
                place = _other_bracket(sentence, place, step)
            elif sentence[place].text not in _JOINING | {"of"}:
                yield Read(sentence[place].start, sentence[place].end, "ask")
            place += step
    written = _written(graph, ask.targets)
    if _text_at(sentence, own[-1] + 1) == "a" and "a" in written:
        # "The van der Waals constant a of …": no article.
        yield Read(sentence[own[-1] + 1].start, sentence[own[-1] + 1].end, "ask")
    for place in range(own[0], own[-1]):
        token = sentence[place]
        if token.kind == WORD and (is_known(token, known) or token.text in written):
            yield Read(sentence[place].start, sentence[place].end, "ask")
    # "… and then analyse it for fragments": the words of an ask said twice ask nothing else.
    said = {word.text for place in own for word in read_words(sentence[place].text)}
    for place in range(own[-1] + 1, len(sentence)):
        token = sentence[place]
        # "the complement of …" and "… and the complement" are things of their own.
        led = _text_at(sentence, place + 1) == "of" or _opens_item(sentence, place)
        if token.kind == WORD and not led and is_known(token, frozenset(said)):
            yield Read(token.start, token.end, "ask")


def _opens_item(sentence: Sequence[Token], place: int) -> bool:
    """Whether a word stands behind "and the": a thing of its own."""
    joints = word_list("operations", "joining")
    return place > 1 and sentence[place - 2].text in joints and sentence[place - 1].text == "the"


def _text_at(sentence: Sequence[Token], place: int) -> str:
    return sentence[place].text if place < len(sentence) else ""


def _is_other_label(index: PhraseIndex, tokens: Sequence[Token], ask: AskDraft) -> bool:
    """Whether some words are the label of something else: "complementary strand" in front of a reverse complement."""
    found = index.targets(label_words(" ".join(token.text for token in tokens)))
    return bool(found) and not set(found) <= set(ask.targets)


def _other_bracket(sentence: Sequence[Token], place: int, step: int) -> int:
    wanted = ")" if step > 0 else "("
    places = range(place + step, len(sentence) if step > 0 else -1, step)
    return next((number for number in places if sentence[number].text == wanted), place)


def _goes_on(token: Token, known: frozenset[str]) -> bool:
    if token.text in EMPTY and token.text not in _JOINING | {"of"}:
        return False
    return (
        token.text in _JOINING
        or token.text in ("of", "(", ")")
        or (token.kind in (WORD, NUMBER) and is_known(token, known))
    )


def is_known(token: Token, known: frozenset[str]) -> bool:
    """Whether a token is one of some words, however it is written."""
    words = _comparable(token.text)
    return bool(words) and all(word in known for word in words)


@lru_cache(maxsize=10_000)
def _comparable(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in read_words(text))


def _written(graph: ToolGraph, targets: Sequence[Target]) -> frozenset[str]:
    """The small words of the labels of targets: `per` in "volume per atom"."""
    labels: list[str] = []
    for target in targets:
        tool = graph.tools.get(target.tool)
        names = [port.type for port in tool.outputs if target.output in ("", port.name)] if tool else [target.type]
        labels += tool.also if tool else ()
        nodes = [graph.types[name] for name in names if name]
        labels += [label for node in nodes for label in (node.label, *node.also)]
    return frozenset(word for label in labels for word in label.lower().split())


def _derives(graph: ToolGraph, token: Token, own: Set[str]) -> bool:
    """Whether a token is a word for what makes a molecule or a sequence from another one, but for some tools."""
    words, tools = _comparable(token.text), _derivation_words(graph)
    return bool(words) and all(tools.get(word, frozenset()) - own for word in words)


def _derivation_words(graph: ToolGraph) -> dict[str, frozenset[str]]:
    """The words of the labels of what makes a molecule or a sequence from another one, each with its tools."""
    if "derivation words" not in graph.reckoned:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for tool in (tool for root in _DERIVED for tool in graph.producers(root)):
            for word in (word for label in (tool.name, *tool.also) for word in label_words(label, True)):
                found[word].add(tool.name)
        graph.reckoned["derivation words"] = {word: frozenset(names) for word, names in found.items()}
    return graph.reckoned["derivation words"]


def _label_words(graph: ToolGraph, target: Target) -> frozenset[str]:
    """The words of the labels of a target."""
    tool = graph.tools.get(target.tool)
    labels = [tool.name, *tool.also] if tool else []
    names = [port.type for port in tool.outputs if target.output in ("", port.name)] if tool else [target.type]
    labels += [label for name in filter(None, names) for label in (graph.types[name].label, *graph.types[name].also)]
    return frozenset(word for label in labels for word in label_words(label, program=True)) - EMPTY


def vocabulary(graph: ToolGraph, targets: Sequence[Target]) -> frozenset[str]:
    """The words of all labels of what an ask may stand for, and of what its tool says of itself."""
    found = frozenset(word for target in targets for word in _label_words(graph, target))
    summaries = [graph.tools[target.tool].summary for target in targets if target.tool]
    return found | frozenset(word for text in summaries for word in label_words(text)) - EMPTY


def _brackets(
    graph: ToolGraph, text: str, sentence: Sequence[Token], own: Sequence[int], ask: AskDraft
) -> Iterator[Read]:
    """A bracket that touches an ask and spells it out, or shortens it."""
    opening = None
    for place, token in enumerate(sentence):
        if token.text == "(":
            opening = place
        elif token.text == ")" and opening is not None:
            inside = sentence[opening + 1 : place]
            near = [number for number in own if opening - 2 <= number <= place + 1]
            if near and inside and all(item.kind in (WORD, NUMBER) or item.text in "-/" for item in inside):
                words = [item for item in inside if item.kind in (WORD, NUMBER)]
                if _says_again(graph, text, words, sentence[max(0, opening - 3) : opening], ask):
                    yield from (Read(item.start, item.end, "ask") for item in words)
                    yield from (
                        Read(item.start, item.end, "ask") for item in _spelt_out(text, words, sentence, opening)
                    )
            opening = None


def _says_again(graph: ToolGraph, text: str, words: Sequence[Token], before: Sequence[Token], ask: AskDraft) -> bool:
    known = vocabulary(graph, ask.targets)
    if all(is_known(word, known) for word in words):
        return True
    if len(words) == 1:
        written = text[words[0].start : words[0].end]
        return written.isupper() and 2 <= len(written) <= _LONGEST_ABBREVIATION
    initials = _initials(text, words)
    return any(
        _letters(text[token.start : token.end]).lower() in (initials, initials.rstrip("0123456789")) for token in before
    )


def _spelt_out(text: str, words: Sequence[Token], sentence: Sequence[Token], opening: int) -> list[Token]:
    """The words in front of a bracket that its abbreviation shortens."""
    if len(words) != 1:
        return []
    letters = _letters(text[words[0].start : words[0].end]).lower()
    before = list(sentence[max(0, opening - len(letters)) : opening])
    return before if before and _initials(text, before) == letters else []


def _initials(text: str, words: Sequence[Token]) -> str:
    return "".join(text[word.start].lower() if word.kind == WORD else word.text for word in words)


def _letters(written: str) -> str:
    return "".join(sign for sign in written if sign.isalnum())
