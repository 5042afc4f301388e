"""What a model says is settled: the branch of a question that a result rules out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.language.words import word_list
from scitoolagent.reading.by_model.offer import Offer
from scitoolagent.reading.by_model.quotes import ClaimError, inside, located
from scitoolagent.reading.tokens import WORD, Token
from scitoolagent.records import Ask
from scitoolagent.toolkg.graph import ToolGraph

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch that is not gone: its places in the question, and the note that tells a person why."""

    places: tuple[tuple[int, int], ...]
    note: str


def branches(
    graph: ToolGraph, offer: Offer, said: Sequence[dict[str, str]], tokens: Sequence[Token]
) -> tuple[Branch, ...]:
    """The branches that a model leaves out.

    A branch begins with a word that says so ("otherwise …"), and only what decides between two things rules one out:
    a verdict rules out the branch that it is not for.

    Raises:
        ClaimError: the words are no branch, the result decides nothing, or it is for this very branch.
    """
    asks = {ask.handle: ask for ask in offer.read}
    found = []
    for one in said:
        places = located(offer.query, one["words"], ())
        own = [token for token in inside(places, tokens) if token.kind == WORD]
        if not own or own[0].text not in word_list("operations", "branching"):
            raise ClaimError(
                f'"{one["words"][:_SHOWN]}" is no branch of the question, which would begin with "if" or "otherwise"'
            )
        ask = asks[one["by"]]
        if not _decides(graph, ask):
            raise ClaimError(f"{one['by']} decides nothing: compare its values, or ask for a verdict")
        came = offer.results[one["by"]]
        wanted = _ruled_out_by(ask, places, tokens)
        if None not in (came.verdict, wanted) and came.verdict != wanted:
            raise ClaimError(
                f'{one["by"]} came to {"yes" if came.verdict else "no"}, by which "{one["words"][:_SHOWN]}" applies; '
                "the other branch does not"
            )
        if None not in (came.verdict, wanted) and _whole(offer, ask, tokens) != came.verdict:
            raise ClaimError(f"{one['by']} alone does not decide that: the whole condition comes to the contrary")
        text = " … ".join(offer.query.text[start:end] for start, end in places)
        found.append(Branch(tuple(places), f'"{text}" does not apply: {ask.text or one["by"]} came to {came.text}'))
    return tuple(found)


def _decides(graph: ToolGraph, ask: Ask) -> bool:
    """Whether an ask compares, chooses, or gives a verdict; a mean or a sum decides nothing."""
    types = [one.type for one in ask.what if one.type]
    tools = [*(one.tool for one in ask.what if one.tool), *(operation.tool for operation in ask.then)]
    ports = [port for name in tools for port in graph.tools[name].outputs]
    types += [port.type for port in ports]
    verdicts = any(graph.role(name) == "verdict" or graph.types[name].generic == "verdict" for name in types)
    verdicts = verdicts or any(port.python == "bool" for port in ports)
    chosen = any(graph.types[name].generic == "any" for name in types)
    return bool(ask.code) or verdicts or chosen


def _ruled_out_by(ask: Ask, places: Sequence[tuple[int, int]], tokens: Sequence[Token]) -> bool | None:
    """The verdict of an ask that rules out a branch; None where the question does not say how they hang together."""
    words = sorted((token for token in tokens if token.kind == WORD), key=lambda token: token.start)
    condition = _condition_of(ask, words)
    if condition is None:
        return None
    start, end = places[0][0], places[-1][1]
    holds = condition.text not in word_list("operations", "contrary")
    if start <= condition.start < end:
        return not holds
    own = [token.text for token in inside(places, tokens) if token.kind == WORD]
    between = any(condition.start < token.start < start for token in words if _is_condition(token))
    if condition.start > start or (own[0] == "then" and between):
        return None
    if own[0] == "then":
        return not holds
    # "If not" stands for "otherwise"; another condition is not decided by this one.
    is_other = own[0] in word_list("operations", "conditional") and not (
        len(own) > 1 and own[1] in word_list("operations", "denying")
    )
    return None if is_other else holds


def _condition_of(ask: Ask, words: Sequence[Token]) -> Token | None:
    """The "if" or "unless" before the words of an ask; of one without words, the only one of the question."""
    conditions = [token for token in words if _is_condition(token)]
    if ask.start == ask.end:
        return conditions[0] if len(conditions) == 1 else None
    turned = any(ask.start <= one.start < ask.end and one.text in word_list("operations", "opposing") for one in words)
    before = [token for token in conditions if token.start < ask.end]
    return before[-1] if before and not turned else None


def _whole(offer: Offer, ask: Ask, tokens: Sequence[Token]) -> bool | None:
    """What the condition of which an ask is a part comes to: "above 2 and below 3" holds where both parts do."""
    words = sorted((token for token in tokens if token.kind == WORD), key=lambda token: token.start)
    condition, verdicts, stands_or = _condition_of(ask, words), [offer.results[ask.handle].verdict], False
    for other in offer.read:
        came = offer.results.get(other.handle)
        if came is None or came.verdict is None or other.handle == ask.handle or other.start == other.end:
            continue
        start, end = min(ask.start, other.start), max(ask.end, other.end)
        inner = [token.text for token in tokens if start <= token.start < end]
        parted = any(text in word_list("operations", "ending_conditions") for text in inner)
        if _condition_of(other, words) is condition and not parted:
            verdicts.append(came.verdict)
            stands_or = stands_or or any(text in word_list("operations", "either_part") for text in inner)
    return any(verdicts) if stands_or else all(verdicts)


def _is_condition(token: Token) -> bool:
    return token.text in word_list("operations", "conditional")
