"""Tell what each ask is asked of: entities, or what another ask gives ("the weight of the scaffold of naproxen")."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.glosses import glosses
from scitoolagent.reading.phrase_places import is_asked_which
from scitoolagent.reading.phrases import PhraseIndex, Target
from scitoolagent.reading.together import go_on, is_one_of_several
from scitoolagent.reading.tokens import ENTITY, QUANTITY, Token
from scitoolagent.reading.words import EMPTY
from scitoolagent.records import Query
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph

_DERIVED = ("MolecularStructure", "Sequence")
_POSSESSIVE = frozenset(["'", "’", "s", "'s"])


def without_ways(
    drafts: list[AskDraft], sentences: Sequence[Sequence[Token]], limited: Sequence[bool]
) -> tuple[list[AskDraft], list[AskDraft]]:
    """The asks, and apart from them what only tells the way of another: "on MACCS keys, what is the similarity …".

    In sentences that are `limited` by a condition "with a logP above 3" tells none.
    """
    ways: list[AskDraft] = []
    for draft in drafts:
        sentence = next((part for part in sentences if part[0].start <= draft.start < part[-1].end), ())
        before = [token for token in sentence if token.end <= draft.start]
        while before and before[-1].text in word_list("references", "small"):
            before.pop()
        others = [
            other
            for other in drafts
            if other is not draft
            and not other.soft
            and other not in ways
            and sentence
            and sentence[0].start <= other.start < sentence[-1].end
        ]
        is_way = bool(before) and before[-1].text in word_list("references", "ways")
        has_limit = any(flag and part is sentence for part, flag in zip(sentences, limited, strict=True))
        if is_way and has_limit and before[-1].text in word_list("operations", "having"):
            continue
        if not draft.soft and others and is_way:
            ways.append(draft)
    return [draft for draft in drafts if draft not in ways], ways


def nest(
    graph: ToolGraph,
    index: PhraseIndex,
    query: Query,
    drafts: Sequence[AskDraft],
    sentences: Sequence[Sequence[Token]],
    read: Sequence[Read],
) -> None:
    """Ask of the result of another ask what the words say is asked of it."""
    _widen(graph, index, query, drafts, sentences, read)
    ask_of_results(graph, drafts, sentences)


def ask_of_results(graph: ToolGraph, drafts: Sequence[AskDraft], sentences: Sequence[Sequence[Token]]) -> None:
    """Ask of the result of another ask what the words say is asked of it, each ask reaching as far as it does."""
    derived = [draft for draft in drafts if not draft.soft and is_derived(graph, draft.targets)]
    for draft in drafts:
        if draft.after and draft.start > draft.after[0].start:
            draft.after = [
                _outermost(inner, [other for other in derived if other is not draft]) for inner in draft.after
            ]
        if draft.soft or draft.after:
            continue
        inner = next((other for other in derived if _is_of(draft, other, drafts, sentences)), None)
        if inner is None:
            inner = next(
                (other for other in derived if other is not draft and _is_subject(draft, other, sentences)), None
            )
        if inner is not None and not is_inside(draft, inner):
            draft.after = [inner]
            inner.reported = False
            continue
        value = next((other for other in drafts if other not in derived and _is_part_of(draft, other, sentences)), None)
        if value is not None:
            # "The log of the TPSA of …": what is asked of a value is neither that value nor anything of its own.
            draft.problem = value.problem = f"the {draft.text} of the {value.text} is asked for, and no tool gives it"
            continue
        # Of "the scaffold of the parent of …" the scaffold is what words point back to.
        for other in reversed([outer for outer in derived if outer.reported]):
            earlier = other is not draft and other.start < draft.start and not is_inside(draft, other)
            if earlier and may_be_of(graph, draft, other) and _refers(graph, draft, other, sentences):
                draft.after = [other]
                break
    go_on(graph, drafts, derived, sentences)


def _widen(
    graph: ToolGraph,
    index: PhraseIndex,
    query: Query,
    drafts: Sequence[AskDraft],
    sentences: Sequence[Sequence[Token]],
    read: Sequence[Read],
) -> None:
    """Let an ask reach over the words beside it that name it in full: "Bemis-Murcko" in front of "scaffold"."""
    for draft in drafts:
        for part in glosses(graph, index, query.text, sentences, [draft], read):
            between = query.text[min(draft.end, part.end) : max(draft.start, part.start)]
            free = not any(other is not draft and other.start < part.end and part.start < other.end for other in drafts)
            if free and not between.strip(" -–"):
                draft.start, draft.end = min(draft.start, part.start), max(draft.end, part.end)


def _outermost(draft: AskDraft, drafts: Sequence[AskDraft]) -> AskDraft:
    """Of asks that are each asked of the next the first one: what words point back to."""
    for outer in drafts:
        if outer.after == [draft] and outer.start < draft.start and not draft.reported:
            return _outermost(outer, drafts)
    return draft


def tie_to_made(
    graph: ToolGraph, named: Sequence[AskDraft], before: Sequence[AskDraft], sentences: Sequence[Sequence[Token]]
) -> None:
    """What an adjective asks is asked of what is made: "which of the salts … is heavier", "the heavier salt"."""
    made = [ask for ask in before if not ask.soft and ask.reported and is_derived(graph, ask.targets)]
    for draft in named:
        if len(made) == 1 and made[0].start <= draft.end + 1 and not _is_part_of(made[0], draft, sentences):
            draft.after = [made[0]]


def _is_subject(draft: AskDraft, other: AskDraft, sentences: Sequence[Sequence[Token]]) -> bool:
    """Whether what is made is the subject of a sentence whose predicate asks: "does the salt of X contain a ring"."""
    sentence = next((found for found in sentences if found[0].start <= other.start < found[-1].end), None)
    if sentence is None or not (sentence[0].start <= draft.start < sentence[-1].end) or other.end > draft.start:
        return False
    between = tokens_between(sentences, other.end, draft.start)
    joints = word_list("references", "joints") | {";", ":"}
    return any(token.kind == ENTITY for token in between) and not any(token.text in joints for token in between)


def is_derived(graph: ToolGraph, targets: Sequence[Target]) -> bool:
    """Whether targets stand for a molecule or a sequence made from another one."""
    return any(
        graph.is_a(port.type, root)
        for target in targets
        if target.tool
        for port in graph.tools[target.tool].outputs
        if target.output in ("", port.name)
        for root in _DERIVED
    ) or any(graph.is_a(target.type, "Sequence") for target in targets if not target.tool)


def may_be_of(graph: ToolGraph, draft: AskDraft, made: AskDraft) -> bool:
    """Whether anything leads from what is made to what an ask wants."""
    given = [graph.tools[target.tool] for target in made.targets if target.tool]
    wanted = [port for target in draft.targets if target.tool for port in graph.tools[target.tool].required]
    wanted = [port for port in wanted if not graph.is_setting(port.type)]
    ends = [port.type for tool in given for port in tool.outputs]
    return not wanted or any(cheapest_chain(graph, end, port.type) is not None for end in ends for port in wanted)


def is_inside(draft: AskDraft, other: AskDraft) -> bool:
    """Whether `other` is already asked of `draft`, at some remove."""
    return any(inner is draft or is_inside(draft, inner) for inner in other.after)


def _is_of(draft: AskDraft, other: AskDraft, drafts: Sequence[AskDraft], sentences: Sequence[Sequence[Token]]) -> bool:
    """Whether only `of the` stands between an ask and another, or the one right behind the other: "scaffold weight"."""
    if draft is other:
        return False
    opening = next((found for found in sentences if found[0].start <= draft.start < found[-1].end), ())
    before = [token.text for token in opening if token.end <= draft.start]
    making = word_list("references", "making") | word_list("references", "small") | word_list("references", "joints")
    is_derived_verb = all(text in making for text in before) or draft.text.lower() in making
    if other.end <= draft.start:
        named = any(target.tool for target in draft.targets)
        return named and not tokens_between(sentences, other.end, draft.start)
    if draft.end > other.start:
        return False
    # "The isoelectric point without the last residue of …": of what is left of it.
    if other.start - draft.end == 1 and other.text.lower().split()[0] in word_list("values", "leaving_out"):
        return True
    between = tokens_between(sentences, draft.end, other.start)
    inside = [asked for asked in drafts if asked is not draft and draft.end <= asked.start and asked.end <= other.start]
    left = [token for token in between if not any(asked.start <= token.start < asked.end for asked in inside)]
    joints = word_list("references", "joints")
    if inside:
        left = [token for token in left if token.text not in joints]
    # "the weight of aspirin sodium salt", "of aspirin's scaffold": the value in front of what is made of it.
    while left and left[-1].text in _POSSESSIVE:
        left.pop()
    if left and left[-1].kind == ENTITY:
        left.pop()
    links, small = word_list("references", "links"), word_list("references", "small")
    if is_derived_verb and left and all(token.text in small - joints for token in left):
        # "Translate the reverse complement of …": what is made is the object of the order.
        return True
    return any(token.text in links for token in left) and all(token.text in links | small for token in left)


def _is_part_of(draft: AskDraft, other: AskDraft, sentences: Sequence[Sequence[Token]]) -> bool:
    """Whether nothing but `of the` stands between an ask and a later one."""
    if other.soft or draft.soft or draft.end > other.start:
        return False
    texts = [token.text for token in tokens_between(sentences, draft.end, other.start)]
    belonging, standing = word_list("references", "belonging"), word_list("references", "standing_alone")
    # "The heat of both and the work": it is of what "both" stands for.
    if any(word in standing and behind == "and" for word, behind in itertools.pairwise(texts)):
        return False
    return bool(belonging.intersection(texts)) and set(texts) <= belonging | word_list("references", "small")


def tokens_between(sentences: Sequence[Sequence[Token]], start: int, end: int) -> list[Token]:
    found = [token for sentence in sentences for token in sentence if start <= token.start and token.end <= end]
    first = next((sentence for sentence in sentences if sentence[0].start <= start < sentence[-1].end), None)
    last = next((sentence for sentence in sentences if sentence[0].start <= end <= sentence[-1].end), None)
    return found if first is last else [*found, Token(".", start, start, "sign")]


def _refers(graph: ToolGraph, draft: AskDraft, other: AskDraft, sentences: Sequence[Sequence[Token]]) -> bool:
    """Whether the words in front of an ask, or behind it, point to what an earlier ask gives: `its`, `the protein`."""
    clause = _clause(sentences, other.end, draft)
    texts = [token.text for token in clause]
    names = _names(graph, other)
    for place, token in enumerate(clause):
        if token.kind in (ENTITY, QUANTITY):
            continue
        named = token.text in names or token.text.rstrip("s") in names
        value = any(clause[near].kind == ENTITY for near in (place - 1, place + 1) if 0 <= near < len(clause))
        own = draft.start <= token.start < draft.end
        if named and not value and not own:
            return True
        if token.text in word_list("references", "results"):
            return True
    back = word_list("references", "back")
    entities = any(token.kind == ENTITY for token in clause if token.start > other.end)
    # "Translate X; what is its length": of what was made, where nothing else was named since.
    if any(text in word_list("references", "back_to_one") for text in texts) and is_one_of_several(graph, draft, other):
        return True
    return _is_made(other, sentences) and any(text in back for text in texts) and not _named_since(clause, entities)


def _named_since(clause: Sequence[Token], entities: bool) -> bool:
    """Whether a new value stands between what was made and the word that points back, beside its own subject."""
    return entities and sum(token.kind == ENTITY for token in clause) > 1


def _is_made(other: AskDraft, sentences: Sequence[Sequence[Token]]) -> bool:
    """Whether an ask opens its sentence as an order: "Translate …", "Build the …"."""
    sentence = next((found for found in sentences if found[0].start <= other.start < found[-1].end), None)
    if sentence is None:
        return False
    opening = [token.text for token in sentence if token.start < other.start]
    return all(text in word_list("references", "making") | word_list("references", "small") for text in opening)


def _clause(sentences: Sequence[Sequence[Token]], start: int, draft: AskDraft) -> list[Token]:
    """The tokens from behind an earlier ask to the end of the sentence of a later one."""
    end = next(
        (sentence[-1].end for sentence in sentences if sentence[0].start <= draft.start < sentence[-1].end), draft.end
    )
    return [token for sentence in sentences for token in sentence if start <= token.start and token.end <= end]


def _names(graph: ToolGraph, other: AskDraft) -> frozenset[str]:
    """Words for what an ask gives: those of its own phrase, and those of its type."""
    found = {word.lower().rstrip("s") for word in other.text.split() if len(word) > 3}
    for target in other.targets:
        for port in graph.tools[target.tool].outputs if target.tool else ():
            if any(graph.is_a(port.type, root) for root in _DERIVED):
                node = graph.types[port.type]
                found |= {word.lower() for label in (node.label, *node.also, *node.announced) for word in label.split()}
    return frozenset(found) - word_list("references", "any_kind") - EMPTY


def split_subjects(graph: ToolGraph, query: Query, drafts: Sequence[AskDraft]) -> None:
    """Part the subjects of an ask from what stands beside them: ethanol in "the solubility of aspirin in ethanol"."""
    # "The B factor of chain A in x.pdb" is asked of the file: a setting is no subject.
    settings = {entity.handle for entity in query.entities if graph.is_setting(entity.type)}
    places = {entity.handle: (entity.start, entity.end) for entity in query.entities}
    # "The sequences in genes.fasta" are what is in the file; "caffeine in lib.csv" is one row of it.
    rows = {entity.handle for entity in query.entities if entity.file or query.table(entity.handle)}
    for draft in drafts:
        beside: list[str] = []
        kept: list[str] = []
        last: tuple[int, list[str]] | None = None
        for handle in sorted(draft.about, key=places.__getitem__):
            start, end = places[handle]
            listed = last is not None and _is_joint(query.text[last[0] : start])
            of_rows = handle in rows and not kept
            stands = not of_rows and _stands_beside(query, start, draft)
            side = last[1] if listed and last else beside if stands else kept
            side.append(handle)
            last = (end, side)
        if set(kept) - settings and beside:
            draft.about, draft.beside = tuple(kept), tuple(beside)
        things = [entity for entity in query.entities if entity.handle not in settings]
        is_subject = len({entity.start for entity in things}) == 1 and things[0].end <= draft.start
        if draft.about and set(draft.about) <= settings and is_subject:
            # "Does … have sites for BamHI": of the one thing there is.
            draft.about = (*(entity.handle for entity in things), *draft.about)


def _is_joint(between: str) -> bool:
    """Whether nothing but the joint of a list stands between two values; two readings of one place have nothing."""
    return set(between.lower().replace(",", " , ").split()) <= word_list("references", "joints") | {
        "or",
        "vs",
        "versus",
    }


def _stands_beside(query: Query, place: int, draft: AskDraft) -> bool:
    if place > draft.end and query.text[draft.end : place].strip() == "(":
        # "The logP (octanol/water) of camphor".
        return True
    before = query.text[:place].lower().split()
    small = word_list("references", "small")
    while before and before[-1].strip("(\"'") in small:
        before.pop()
    elsewhere = bool(re.search(r"[.?!;]\s", query.text[place : draft.start]))
    return bool(before) and (place > draft.end or elsewhere) and before[-1] in word_list("references", "beside")


def refer_to_winners(
    sentences: Sequence[Sequence[Token]],
    drafts: Sequence[AskDraft],
    chosen: Sequence[AskDraft | None],
    of_rows: bool = False,
) -> None:
    """What words tie to a choice is asked of what is chosen: "the most polar of A and B and its mass".

    What nothing ties to it may be asked of all, or be what is compared: "which is heavier, A or the scaffold of B".
    """
    for sentence, ask in zip(sentences, chosen, strict=True):
        chosen_by = {operation.tool for operation in ask.then} if ask is not None else set()
        if ask is None or not chosen_by & ({"pick_extreme", "top_by_value"} if of_rows else {"pick_extreme"}):
            continue
        for other in drafts:
            inside = sentence[0].start <= other.start < sentence[-1].end
            if not inside or other is ask or other.then or is_inside(other, ask) or is_inside(ask, other):
                continue
            tied = _is_part_of(other, ask, sentences) or _points_back(sentence, ask, other)
            if of_rows and _asks_which(sentence, other):
                other.after = [ask]
                continue
            if of_rows and (other.after or not other.reported):
                continue
            if tied and (of_rows or not ask.after):
                other.after = [ask]
            elif tied:
                # Of the heaviest scaffold nothing but the molecule that it is of is at hand.
                other.problem = "what is chosen is made of something, and it is not clear which of the two is meant"
            else:
                other.problem = ask.problem = "it is not clear whether it is asked of all or of what is chosen"


def _asks_which(sentence: Sequence[Token], ask: AskDraft) -> bool:
    """Whether the text of a column is asked for of the row that is chosen: "which treatment has the lowest signal"."""
    asked = is_asked_which(sentence, ask.start)
    return asked and any(target.column and target.kind == "text" for target in ask.targets)


def _points_back(sentence: Sequence[Token], ask: AskDraft, other: AskDraft) -> bool:
    """Whether a word between an ask and a later one, or behind that, points back."""
    back = word_list("references", "back")
    return other.start > ask.start and any(
        token.text in back and token.start >= ask.end
        for token in sentence
        if not other.start <= token.start < other.end
    )
