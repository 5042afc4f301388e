"""Hold what a model says against the question: the words must stand there, and none may be read away with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.account import TELLING_SIGNS, Read
from scitoolagent.reading.by_model.asides import denials, hazard_in, modifies, told_places
from scitoolagent.reading.by_model.branches import Branch
from scitoolagent.reading.by_model.code import read_by_code
from scitoolagent.reading.by_model.inputs import bound_inputs
from scitoolagent.reading.by_model.offer import ENTRY, NOTHING, Claim, Offer, operation_settings
from scitoolagent.reading.by_model.pointing import as_pointed
from scitoolagent.reading.by_model.quotes import ClaimError, inside, located, meets
from scitoolagent.reading.by_model.ways import ways_told
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import find_cues
from scitoolagent.reading.explain import candidate_label
from scitoolagent.reading.glosses import vocabulary
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, SIGN, Token, sentences
from scitoolagent.reading.wishes import gives_in
from scitoolagent.reading.words import label_words
from scitoolagent.records import Ask, Candidate, Json, Operation, Query, Reading
from scitoolagent.tool.unit_words import find_units
from scitoolagent.toolkg.graph import ToolGraph

_SHOWN = 60
# How the name of a process ends: combustion, vaporization, hydration.
_PROCESS = ("tion", "sion")
_WRITTEN = re.compile(r"\d+(?:\.\d+)?")
_SIDES = {">": ">", "greater": ">", ">=": ">=", "≥": ">=", "<": "<", "less": "<", "<=": "<=", "≤": "<="}
_KEPT_ROLES = ("ask", "setting", "operation", "selection", "form")


@dataclass(frozen=True, slots=True)
class Claimed:
    """The asks of a question with those that a model added, and the words that were read for them.

    `told` are the places of words that only tell a story: they stay unread, and are nothing that changes an ask.
    """

    asks: list[AskDraft]
    read: list[Read]
    told: frozenset[int]
    added: int


def claimed(
    graph: ToolGraph,
    offer: Offer,
    claims: Sequence[Claim],
    asides: Sequence[str],
    tokens: Sequence[Token],
    gone: Sequence[Branch] = (),
) -> Claimed:
    """The asks of the rules that stand, and behind them those that a model claims.

    An ask of the rules that is sure stays as it is. One that cannot be answered as it was read gives way to a claim to
    some of its words. What a claim does not need to name its tool stays unread: numbers, denials, and words beside a
    label that names the tool already. Branches that are `gone` ask for nothing.

    Raises:
        ClaimError: a claim quotes what the question does not say, or names a handle or a setting that is not there.
    """
    taken = [place for branch in gone for place in branch.places]
    settled = [Read(start, end, "selection") for start, end in taken]
    added: list[tuple[Claim, AskDraft, list[Read]]] = []
    for claim in claims:
        if claim.option == NOTHING:
            continue
        places = located(offer.query, claim.words, taken) if claim.words.strip() else []
        if known := [ask for ask in offer.read if _overlap(places, ask) and ask.handle not in offer.unsure]:
            if claim.code:
                said = known[0].text[:_SHOWN]
                raise ClaimError(f'"{said}" is understood already ({known[0].handle}); leave its words out')
            continue
        taken += places
        added.append((claim, *_added(graph, offer, claim, places, tokens)))
    claimed_read = [*settled, *(one for *_, read in added for one in read)]
    drafts = _kept(graph, offer, claimed_read, [claim for claim, *_ in added])
    stand = set(drafts)
    for claim, draft, _ in added:
        drafts[f"{ENTRY}{claims.index(claim) + 1}"] = draft
        _ask_of(graph, offer.query, claim, draft, drafts)
    parts = sentences(offer.query.text, tokens)
    as_pointed(graph, offer.query, [draft for _, draft, _ in added], list(drafts.values()), parts)
    before = [one for one in _readings(offer.query) if set(one.asks) <= stand and (one.asks or offer.results)]
    read = [*(Read(one.start, one.end, one.role) for one in before if one.role in _KEPT_ROLES), *claimed_read]
    told = {*told_places(graph, offer.query, asides, taken, tokens)}
    if offer.results:
        # What was a story in the round before is one still.
        told |= {one.start for one in before if one.role == "unread" and not one.asks and offer.query.reader}
    if offer.by_rules is not None:
        targets = [target for claim, *_ in added for target in _targets(graph, claim)]
        read += ways_told(graph, offer.query, offer.by_rules, targets, tokens)
    return Claimed(list(drafts.values()), read, frozenset(told), len(added) + len(gone))


def without_media(graph: ToolGraph, query: Query, claims: Sequence[Claim]) -> Query:
    """The question less the names that only say of what a property is, as its label does: logP for "sits in octanol".

    Raises:
        ClaimError: a claim quotes what the question does not say.
    """
    gone: set[str] = set()
    for claim in claims:
        named = vocabulary(graph, _targets(graph, claim))
        places = located(query, claim.words, ()) if named and claim.words.strip() else []
        for entity in query.entities:
            before = query.text[: entity.start].split()[-1:]
            is_medium = bool(before) and before[0].casefold() in word_list("references", "media")
            said = entity.text.casefold() in named and entity.handle not in claim.of
            if said and is_medium and meets((entity.start, entity.end), places):
                gone.add(entity.handle)
    return query.model_copy(update={"entities": tuple(one for one in query.entities if one.handle not in gone)})


def _added(
    graph: ToolGraph, offer: Offer, claim: Claim, places: Sequence[tuple[int, int]], tokens: Sequence[Token]
) -> tuple[AskDraft, list[Read]]:
    """The ask that a claim stands for, and the words that it accounts for; one without words has its place behind all.

    Raises:
        ClaimError: it stands for nothing that can be.
    """
    own = inside(places, tokens)
    rivals = [ask for ask in offer.read if _overlap(places, ask)]
    _check(graph, offer, claim, rivals, own)
    targets = _targets(graph, claim)
    start, end = (places[0][0], places[-1][1]) if places else (len(offer.query.text),) * 2
    text = _text(offer.query, places) or candidate_label(
        graph, Candidate(tool=targets[0].tool, output=targets[0].output)
    )
    draft = AskDraft(text, targets, start, end, code=claim.code)
    draft.then = [_operation(graph, offer.query, name, settings) for name, settings in claim.then]
    quoted: list[Read] = []
    if claim.inputs and targets and targets[0].tool:
        tool = graph.tools[targets[0].tool]
        draft.inputs, quoted = bound_inputs(graph, offer.query, tool, claim.inputs, tokens)
    if claim.code:
        return draft, list(read_by_code(offer.query, claim, own))
    # The label of the tool was read by the rules, so that the other words say something else.
    chosen = {target.tool for target in targets}
    named = not claim.then and any(one.tool in chosen for ask in rivals for one in ask.what)
    # A unit that the answer can be given in is a wish, and read as one.
    units = [one[:2] for one in find_units(offer.query.text) if any(gives_in(graph, goal, one[2]) for goal in targets)]
    own = [token for token in own if not meets((token.start, token.end), units)]
    if any(gives_in(graph, goal, "%") for goal in targets):
        quoted += [Read(token.start, token.end, "ask") for token in own if token.text == "%"]
    label = vocabulary(graph, targets) | _given_numbers(graph, offer.query)
    return draft, [*_read(graph, offer, claim, named, own, tokens, label), *quoted]


def _check(graph: ToolGraph, offer: Offer, claim: Claim, rivals: Sequence[Ask], own: Sequence[Token]) -> None:
    """Raise a ClaimError where the words of a claim say something else than what it stands for."""
    # "By how much …" is one, where a difference is made of it.
    if not (claim.code or claim.then) and own and own[0].text in word_list("references", "ways"):
        raise ClaimError(f'"{claim.words[:_SHOWN]}" tells the way of something else, and is nothing asked for')
    if other := _contradicts(graph, offer, claim, rivals, own):
        raise ClaimError(f'"{claim.words[:_SHOWN]}" stands for {other}')
    hazard = "" if claim.code else hazard_in(own, vocabulary(graph, _targets(graph, claim)))
    if process := hazard or _another_process(graph, claim, own):
        raise ClaimError(f'"{process}" is nothing that {claim.option} gives')
    coder = offer.coder.name if offer.coder is not None else ""
    if (claim.option == coder) != bool(claim.code):
        raise ClaimError(f'"code" goes with {coder}, and with no other tool')
    if turned := _turned(claim, own) or _too_few(graph, offer.query, claim, own):
        raise ClaimError(turned)


def _contradicts(graph: ToolGraph, offer: Offer, claim: Claim, rivals: Sequence[Ask], own: Sequence[Token]) -> str:
    """What the words of a claim stand for by the labels of the graph, where the claim says nothing but these words."""
    unread = {reading.start for reading in _readings(offer.query) if reading.role == "unread"}
    if any(token.start in unread for token in own):
        return ""
    targets = _targets(graph, claim)
    chosen = {target.tool for target in targets if target.tool}
    made = {port.type for tool in chosen for port in graph.tools[tool].outputs}
    named = vocabulary(graph, targets)
    for ask in rivals:
        tools = {one.tool for one in ask.what}
        types = {one.type for one in ask.what if one.type}
        # "How heavy" of what a ribosome makes is the molecular weight of a protein.
        same = any(set(label_words(graph.types[name].label)) <= named for name in types if name in graph.types)
        if ask.what and not chosen & tools and not made & types and not same:
            return " or ".join(dict.fromkeys(candidate_label(graph, one) for one in ask.what))
    return ""


def _turned(claim: Claim, own: Sequence[Token]) -> str:
    """Why an operation is not what its words say: "exceeds 100" keeps what is above; empty where they leave it open."""
    said = {_SIDES[cue.value] for cue in find_cues(own) if cue.kind == "relation" and cue.value in _SIDES}
    for name, settings in claim.then:
        relation = str(settings.get("relation", ""))
        if len(said) == 1 and relation in _SIDES and _SIDES[relation] not in said:
            return f'"{claim.words[:_SHOWN]}" does not say {name} with {relation[:_SHOWN]}'
    return ""


def _too_few(graph: ToolGraph, query: Query, claim: Claim, own: Sequence[Token]) -> str:
    """Why one value is no answer to "how many of each"; empty where there are several, or it is not asked so."""
    said = query.text[own[0].start : own[-1].end].casefold() if own else ""
    each = next((words for words in phrase_list("references", "of_each") if re.search(rf"\b{words}\b", said)), "")
    outputs = [port for target in _targets(graph, claim) for port in graph.tools[target.tool].outputs]
    single = len(claim.of) < 2 and not claim.then and not any(port.many or port.python == "dict" for port in outputs)
    return f'"{each}" asks for several values, and {claim.option} gives one' if each and outputs and single else ""


def _another_process(graph: ToolGraph, claim: Claim, own: Sequence[Token]) -> str:
    """A quantity of one process that is claimed to be that of another: the heat of combustion, as that of fusion."""
    named = vocabulary(graph, _targets(graph, claim))
    for quantity, link, process in zip(own, own[1:], own[2:], strict=False):
        of = link.text == "of" and process.text.endswith(_PROCESS)
        if of and {*label_words(quantity.text)} & named and not {*label_words(process.text)} & named:
            return f"{quantity.text} of {process.text}"
    return ""


def _kept(graph: ToolGraph, offer: Offer, read: Sequence[Read], claims: Sequence[Claim]) -> dict[str, AskDraft]:
    """The asks of the rules of whose words none is claimed, and that are asked of nothing that is gone.

    A setting ("pH 7.4") that stands for an ask by itself is one no more where a claimed tool takes it.
    """
    claimed_places = [(one.start, one.end) for one in read]
    tools = [target.tool for claim in claims for target in _targets(graph, claim) if target.tool]
    taken = {port.type for tool in tools for port in graph.tools[tool].inputs if graph.is_setting(port.type)}
    settings = [(one.start, one.end) for one in offer.query.entities if one.type in taken]
    gone = {ask.handle for ask in offer.read if _overlap(claimed_places, ask) or (ask.start, ask.end) in settings}
    while more := {ask.handle for ask in offer.read if gone & set(ask.of)} - gone:
        gone |= more
    kept = [ask for ask in offer.read if ask.handle not in gone]
    drafts = {ask.handle: _draft_of(ask) for ask in kept}
    for ask in kept:
        drafts[ask.handle].after = [drafts[name] for name in ask.of if name in drafts]
    return drafts


def _draft_of(ask: Ask) -> AskDraft:
    """An ask that was read, as one that is being read; `after` is left to the caller."""
    return AskDraft(
        text=ask.text,
        targets=tuple(Target(one.type, one.tool, one.output, column=one.column) for one in ask.what),
        start=ask.start,
        end=ask.end,
        about=ask.of,
        beside=ask.beside,
        then=list(ask.then),
        unit=ask.unit,
        rounding=ask.rounding,
        soft=ask.soft,
        reported=ask.reported,
        problem=ask.problem,
        code=ask.code,
        inputs=ask.inputs,
    )


def _readings(query: Query) -> Sequence[Reading]:
    return query.request.readings if query.request else ()


def _overlap(places: Sequence[tuple[int, int]], ask: Ask) -> bool:
    return meets((ask.start, ask.end), places)


def _text(query: Query, places: Sequence[tuple[int, int]]) -> str:
    return " … ".join(query.text[start:end] for start, end in places)


def _targets(graph: ToolGraph, claim: Claim) -> tuple[Target, ...]:
    if claim.targets:
        return claim.targets
    tool, _, output = claim.option.partition(".")
    return (Target(tool=tool, output=output),) if tool in graph.tools else ()


def _ask_of(graph: ToolGraph, query: Query, claim: Claim, draft: AskDraft, drafts: dict[str, AskDraft]) -> None:
    """Say what a draft is asked of: things of the question, and results of asks before it."""
    given = {entity.handle for entity in query.entities}
    for name in claim.of:
        if name in given:
            draft.about = (*draft.about, _column_of(graph, query, name, draft.targets))
        elif name in drafts and drafts[name] is not draft:
            draft.after.append(drafts[name])
        else:
            raise ClaimError(f'"{claim.words[:_SHOWN]}" is asked of {name}, which is neither given nor asked before')


def _column_of(graph: ToolGraph, query: Query, handle: str, targets: Sequence[Target]) -> str:
    """The one column of a file that a tool takes, where it is asked of the file: of the structures in a folder."""
    taken = [port.type for target in targets if target.tool for port in graph.tools[target.tool].required]
    columns = [
        entity.handle
        for entity in query.entities
        if entity.file == handle and any(graph.accepts(entity.type, wanted) for wanted in taken)
    ]
    return columns[0] if len(columns) == 1 else handle


def _operation(graph: ToolGraph, query: Query, name: str, settings: dict[str, Json]) -> Operation:
    ports = {port.name: port for port in operation_settings(graph, graph.tools[name])}
    bound: dict[str, Json] = {}
    for key, value in settings.items():
        node = graph.types[ports[key].type]
        if node.generic:
            bound[key] = _number(query, str(value))
        elif isinstance(value, str) and node.pattern and not re.fullmatch(node.pattern, value):
            one_of = f"; it is one of {' '.join(choices)}" if (choices := node.choices) else ""
            raise ClaimError(f"{key} of {name} cannot be {value[:_SHOWN]!r}{one_of}")
        else:
            bound[key] = value
    return Operation(tool=name, settings=bound, text=name.split("_")[0])


def _number(query: Query, text: str) -> Json:
    """A number that a model quotes from the question: its quantity, or the bare number."""
    wanted = re.sub(r"\s", "", text)
    for quantity in query.quantities:
        if wanted in (quantity.handle, re.sub(r"\s", "", quantity.text)):
            return f"$query.{quantity.handle}"
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", wanted) and re.search(rf"(?<![\w.]){re.escape(wanted)}(?![\w.])", query.text):
        return float(wanted)
    raise ClaimError(f'the question gives no number "{text[:_SHOWN]}"')


def _read(
    graph: ToolGraph,
    offer: Offer,
    claim: Claim,
    named: bool,
    own: Sequence[Token],
    tokens: Sequence[Token],
    label: frozenset[str],
) -> Iterator[Read]:
    """The words that a claim accounts for: less where its tool is `named` already; `label` are the words for it."""
    unread = {reading.start for reading in _readings(offer.query) if reading.role == "unread"}
    compares = not claim.then and _compares(offer.query, tokens)
    numbers = {value for _, settings in claim.then for value in settings.values() if not isinstance(value, bool)}
    denies = any(settings.get("wanted") is False for _, settings in claim.then)
    for token in own:
        if token.kind in (ENTITY, QUANTITY) or (token.kind == SIGN and token.text in TELLING_SIGNS):
            continue
        # The 3 of chi3v is no number.
        if token.kind == NUMBER and token.text not in label and not any(_is_number(token, one) for one in numbers):
            continue
        if token.text in denials(offer.query) and not denies:
            continue
        if offer.results and token.text in word_list("operations", "branching"):
            # The branch that a result leads to.
            yield Read(token.start, token.end, "ask")
            continue
        if token.start in unread and (named or compares or modifies(graph, offer.query, token, tokens)):
            continue
        yield Read(token.start, token.end, "ask")


def _given_numbers(graph: ToolGraph, query: Query) -> frozenset[str]:
    """The numbers that the question gives by their name: the 7.4 of "logD7.4" is that of "pH 7.4"."""
    named = (one.text for one in query.entities if one.type in graph.types and graph.is_setting(one.type))
    return frozenset(number for text in named for number in _WRITTEN.findall(text))


def _compares(query: Query, tokens: Sequence[Token]) -> bool:
    """Whether a question wants one of several things, so that a value of each is no answer: "which is greasier"."""
    several = len({token.start for token in tokens if token.kind == ENTITY}) > 1
    return several and any(token.text in word_list("operations", "singling") for token in tokens)


def _is_number(token: Token, value: Json) -> bool:
    try:
        return token.number == float(str(value))
    except ValueError:
        return False
