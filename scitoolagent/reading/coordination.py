"""Nouns that carry a question elsewhere, and are asked for where they are joined with an ask: "moles and molecules"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.tokens import ENTITY, WORD, Token
from scitoolagent.records import Role

_OPENERS = ("as",)
_ASKING = ("what", "which", "how", "is", "does", "has", "do")


def asked_beside(sentence: Sequence[Token], parts: Sequence[Role | None], inside: Sequence[bool]) -> Iterator[int]:
    """The places of nouns that are joined with an ask, and that no ask has.

    Args:
        sentence: its tokens.
        parts: what each was read as.
        inside: whether each belongs to an ask, or to the form that one is wanted in.
    """
    for start, end in _joints(sentence):
        behind = _item(sentence, end, 1)
        before = _item(sentence, start - 1, -1)
        if sentence[start].text in (",", "or") and parts[end : end + 1] == ["ask"]:
            continue  # the same said twice: "the topological polar surface area, TPSA, of …"
        if start and inside[start - 1] and _is_noun(sentence, parts, inside, behind):
            if not _names_a_value(sentence, behind):
                yield behind
        elif behind < len(sentence) and inside[behind] and _is_noun(sentence, parts, inside, before):
            # "The logP value and the …": the head of what is asked for.
            if not (before and inside[before - 1]):
                yield before
        elif start and parts[start - 1 : end + 1 : end - start + 1] == ["ask", "form"] and sentence[start].text != "/":
            # "How many moles and millimoles": a value has one unit. "… and save it" wants no other form of it.
            yield from () if sentence[end].text in word_list("tables", "saving") else (end,)
    for place in range(len(sentence) - 1):
        # "As fractions": a form that nothing here gives.
        other = parts[place + 1] == "ask" and not inside[place + 1]
        if other and sentence[place].text in _OPENERS and not _names_a_value(sentence, place + 1):
            yield place + 1


def unnamed_thing(sentence: Sequence[Token], parts: Sequence[Role | None], inside: Sequence[bool]) -> int | None:
    """The place of a word that asks what a thing is, before a property is asked for: "what is CCO and how heavy is it".

    None where the sentence does not, or where an ask has those words.
    """
    thing = next((place for place, token in enumerate(sentence) if token.kind == ENTITY), None)
    if not thing or sentence[0].text.partition("'")[0] not in word_list("operations", "which"):
        return None
    verbs = word_list("operations", "being") | word_list("operations", "having")
    is_said = sentence[0].text.endswith("'s") or any(token.text in verbs for token in sentence[1:thing])
    carries = all(not inside[place] and parts[place] in ("frame", "ask", None) for place in range(thing))
    if not (is_said and carries) or any(token.text in ("of", "for", "in") for token in sentence[:thing]):
        return None
    behind = [token.text for token in sentence[thing + 1 : thing + 4] if token.text != ","]
    goes_on = behind[:1] == ["and"] and behind[1:] and behind[1].partition("'")[0] in _ASKING
    return 0 if goes_on else None


def _joints(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where what joins the items of a list begins and ends."""
    texts = [token.text for token in sentence]
    joints = [phrase.split() for phrase in (*phrase_list("labels", "joints"), "&", "/", ",")]
    for place in range(len(texts)):
        for words in joints:
            if texts[place : place + len(words)] == words:
                yield place, place + len(words)


def _item(sentence: Sequence[Token], place: int, step: int) -> int:
    """The first word of an item that says something; the end of the sentence, or -1, where none does."""
    leading = word_list("references", "leading_items")
    while 0 <= place < len(sentence) and sentence[place].text in leading:
        place += step
    return place


def _is_noun(sentence: Sequence[Token], parts: Sequence[Role | None], inside: Sequence[bool], place: int) -> bool:
    if not 0 <= place < len(sentence) or sentence[place].kind != WORD or inside[place]:
        return False
    return parts[place] == "ask" or (parts[place] == "frame" and sentence[place].text in word_list("frames", "nouns"))


def _names_a_value(sentence: Sequence[Token], place: int) -> bool:
    """Whether nouns say what the value behind them is: "the SMILES string CCO"."""
    while place < len(sentence) and sentence[place].kind == WORD:
        place += 1
        if place < len(sentence) and sentence[place].text in word_list("references", "links"):
            return False
    return place < len(sentence) and sentence[place].kind == ENTITY
