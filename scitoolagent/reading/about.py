"""What an ask is about: the values behind it, those that `its` points to, those of its sentence."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.tokens import ENTITY, Token
from scitoolagent.records import Query


def own_values(
    query: Query, parts: Sequence[Sequence[Token]], draft: AskDraft, drafts: Sequence[AskDraft], about: Sequence[str]
) -> tuple[str, ...]:
    """Of the entities that an ask may be about those of its sentence, unless it points back or has none.

    "The weight of aspirin, its logP and the TPSA of caffeine": `its` points to the nearest values in front of it.
    """
    sentence = next((part for part in parts if part[0].start <= draft.start < part[-1].end), ())
    if (nearest := _pointed_to(sentence, draft, drafts)) is not None:
        return tuple(entity.handle for entity in query.entities if entity.start in nearest)
    if any(token.text in word_list("references", "back") for token in sentence):
        return tuple(about)
    places = {token.start for token in sentence if token.kind == ENTITY}
    own = {entity.handle for entity in query.entities if entity.start in places}
    return tuple(handle for handle in about if handle in own) or tuple(about)


def _pointed_to(sentence: Sequence[Token], draft: AskDraft, drafts: Sequence[AskDraft]) -> set[int] | None:
    """The places of the values that `its` in front of an ask points to, or that stand right behind the ask.

    None where neither says what the ask is about.
    """
    before = [token for token in sentence if token.end <= draft.start]
    run = _run_behind(sentence, draft, drafts)
    if run is None:
        return None
    values = [token for token in sentence if token.kind == ENTITY]
    if run and len(run) < len(values):
        return run
    behind = [token for token in sentence if token.start >= draft.end][:2]
    pronouns = word_list("conversation", "pronouns") - {"them"}
    if pointing := [token for token in (*behind[:1], *behind[-1:]) if token.text in pronouns]:
        # "Describe it, and …"; "… and how many rings has it?"
        before = [*before, pointing[0]]
    if not before or before[-1].text not in word_list("references", "back"):
        return None
    than = next((place for place, token in enumerate(before) if token.text in word_list("operations", "than")), 0)
    if than and any(token.kind == ENTITY for token in before[:than]):
        # "Is A heavier than B, and what is its TPSA?" goes on about A, "… their TPSA" about both.
        if before[-1].text in word_list("conversation", "several"):
            return {token.start for token in before if token.kind == ENTITY}
        before = [*before[:than], before[-1]]
    nearest: set[int] = set()
    for token in reversed(before[:-1]):
        if token.kind == ENTITY:
            nearest.add(token.start)
        elif nearest and token.text not in word_list("references", "joints"):
            break
    return nearest or None


def _run_behind(sentence: Sequence[Token], draft: AskDraft, drafts: Sequence[AskDraft]) -> set[int] | None:
    """The places of the values right behind an ask; None where another one stands beside them: "… of X with Y"."""
    links, joints = word_list("references", "links"), word_list("references", "joints")
    free = links | joints | word_list("references", "small")
    joined = links | joints | word_list("references", "standing_for")
    run: set[int] = set()
    for token in sentence:
        if token.start < draft.end:
            continue
        if token.kind == ENTITY:
            run.add(token.start)
        elif run and token.text not in joined:
            return None if token.text in word_list("references", "beside") else run
        elif not run and (token.text not in free or token.text in word_list("references", "back")):
            inside = any(other.start <= token.start < other.end for other in drafts)
            if not inside:
                break
    return run
