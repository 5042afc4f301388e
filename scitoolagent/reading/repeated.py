"""Words of labels that ask for nothing of their own: what names again what was made, and verbs that report a value."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.nesting import is_derived, tokens_between
from scitoolagent.reading.tokens import ENTITY, Token
from scitoolagent.records import Query
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph


def without_repeated(
    graph: ToolGraph, drafts: list[AskDraft], sentences: Sequence[Sequence[Token]]
) -> tuple[list[AskDraft], list[AskDraft]]:
    """The asks, and apart from them those that name again what was made: "the salts of …, and which salt is …".

    So do those of a later sentence that names no value: "What is the product of A and B? Describe the product."
    """
    repeated: list[AskDraft] = []
    for sentence in sentences:
        inside = [draft for draft in drafts if sentence[0].start <= draft.start < sentence[-1].end]
        values = max((token.start for token in sentence if token.kind == ENTITY), default=-1)
        earlier = [draft for draft in drafts if draft.end <= sentence[0].start]
        for place, draft in enumerate(inside):
            if draft.soft or draft.start <= values or not is_derived(graph, draft.targets):
                continue
            if values < 0 and _is_pointed_at(sentence, draft):
                before = earlier
            else:
                before = [other for other in inside[:place] if other.start < values]
            if any(_names_again(draft, one) for one in before):
                repeated.append(draft)
    return [draft for draft in drafts if draft not in repeated], repeated


def _names_again(draft: AskDraft, other: AskDraft) -> bool:
    return set(draft.targets) == set(other.targets) and not other.soft


def _is_pointed_at(sentence: Sequence[Token], draft: AskDraft) -> bool:
    """Whether an article or the like stands in front of an ask: "the product", "this scaffold"."""
    before = [token.text for token in sentence if token.end <= draft.start][-1:]
    return bool(before) and before[0] in word_list("references", "pointing_at")


def without_carriers(
    graph: ToolGraph, query: Query, drafts: list[AskDraft], sentences: Sequence[Sequence[Token]]
) -> list[AskDraft]:
    """The asks, less verbs that only carry another one: "translate the SMILES into SELFIES" translates no DNA."""
    presented = [one for one in drafts if _presents(one, sentences)]
    if len(presented) < len(drafts):
        drafts = [one for one in drafts if one not in presented]
        for draft in drafts:
            # What is asked of "our product" is asked of the value that is given for it.
            draft.after = [one for one in draft.after if one not in presented]
    used = [one for draft in drafts for one in draft.after]
    return [
        one
        for one in drafts
        if one in used or not (_leads_nowhere(graph, query, one) or _reports(graph, one, drafts, sentences))
    ]


def _presents(draft: AskDraft, sentences: Sequence[Sequence[Token]]) -> bool:
    """Whether an ask is a noun that a value is given for: "product is CCO", "this ligand: CCO", "our hit CCO"."""
    sentence = next((part for part in sentences if part[0].start <= draft.start < part[-1].end), ())
    places = [place for place, token in enumerate(sentence) if draft.start <= token.start < draft.end]
    if len(places) != 1 or sentence[places[0]].text not in word_list("references", "carriers"):
        return False
    if sum(token.kind == ENTITY for token in sentence[places[0] :]) != 1:
        return False  # "this product: C=C and HBr" is what they give
    before = sentence[places[0] - 1].text if places[0] else ""
    behind = [token.text if token.kind != ENTITY else ENTITY for token in sentence[places[0] + 1 : places[0] + 3]]
    if behind[1:] == [ENTITY] and behind[0] in ("is", "was", "="):
        # "What product is CCO?" asks.
        return before not in word_list("questions", "asking")
    return (
        ENTITY in behind[: 1 + (behind[0] == ":")] and before in word_list("references", "presenting")
        if behind
        else False
    )


def _leads_nowhere(graph: ToolGraph, query: Query, draft: AskDraft) -> bool:
    """Whether an ask is a verb of any question, and nothing leads from the values to what its tools work on."""
    words = draft.text.lower().split()
    if len(words) > 1 or not set(words) <= word_list("frames", "words") or not query.entities:
        return False
    ports = [
        port
        for target in draft.targets
        if target.tool
        for port in graph.tools[target.tool].required
        if not graph.is_setting(port.type)
    ]
    return bool(ports) and not any(
        cheapest_chain(graph, entity.type, port.type) is not None for entity in query.entities for port in ports
    )


def _reports(
    graph: ToolGraph, draft: AskDraft, drafts: Sequence[AskDraft], sentences: Sequence[Sequence[Token]]
) -> bool:
    """Whether an ask is a verb in front of a value: "describe the functional groups", and not "the product"."""
    # A header such as `before` is no verb.
    if draft.text.lower() not in word_list("frames", "words") or any(one.column for one in draft.targets):
        return False
    small = word_list("references", "small") | word_list("references", "pointing_at")
    for other in drafts:
        if other.start > draft.start and not other.soft and not is_derived(graph, other.targets):
            between = tokens_between(sentences, draft.end, other.start)
            return all(token.text in small for token in between)
    return False
