"""Hold what a small model says against the question: no word may be read away that its term does not stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scitoolagent.language.detect import ENGLISH, denying_words, small_words
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.account import TELLING_SIGNS, Read
from scitoolagent.reading.by_model.pointing import as_pointed
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import find_cues
from scitoolagent.reading.explain import candidate_label
from scitoolagent.reading.glosses import vocabulary
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, SIGN, WORD, Token, sentences
from scitoolagent.reading.wishes import gives_in
from scitoolagent.reading.words import label_words
from scitoolagent.records import Ask, Json, Operation, Query, Reading, Request
from scitoolagent.tool.unit_words import find_units
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_SHOWN = 60
# How the name of a process ends: combustion, vaporization, hydration.
_PROCESS = ("tion", "sion")
_WRITTEN = re.compile(r"\d+(?:\.\d+)?")
_SIDES = {">": ">", "greater": ">", ">=": ">=", "≥": ">=", "<": "<", "less": "<", "<=": "<=", "≤": "<="}
_KEPT_ROLES = ("ask", "setting", "operation", "selection", "form")
Place = tuple[int, int]


class ClaimError(Exception):
    """What a model says is not in the question, or cannot be."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a small model is asked about.

    Attributes:
        query: the question with what the rules read.
        unsure: the handles of the asks of the rules that cannot be answered as they were read.
        operations: the tools that work on values of any kind, where there are several things to work on.
    """

    query: Query
    unsure: frozenset[str] = frozenset()
    operations: tuple[ToolNode, ...] = ()

    @property
    def read(self) -> tuple[Ask, ...]:
        """What the rules read."""
        return (self.query.request or Request()).asks


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a model says is asked: by the words at some places, what they are called, of what, and what for.

    `pieces` are the names that the words have in its reply. `of` are handles of things that are given or of asks that
    the rules read, or names of other pieces; `then` are operations with their settings.
    """

    pieces: tuple[str, ...]
    places: tuple[Place, ...]
    term: str
    targets: tuple[Target, ...]
    of: tuple[str, ...] = ()
    then: tuple[tuple[str, Mapping[str, Json]], ...] = ()


@dataclass(frozen=True, slots=True)
class Claimed:
    """The asks of a question with those that a model added, and the words that were read for them."""

    asks: list[AskDraft]
    read: list[Read]
    added: int


def claimed(graph: ToolGraph, offer: Offer, claims: Sequence[Claim], tokens: Sequence[Token]) -> Claimed:
    """The asks of the rules that stand, and behind them those that a model claims.

    An ask of the rules that is sure stays as it is. One that cannot be answered as it was read gives way to a claim to
    some of its words. What a claim does not need to name its tool stays unread: numbers, denials, and words beside a
    label that names the tool already.

    Raises:
        ClaimError: the words of a claim say something else, or it names a number that is not there.
    """
    sure = [ask for ask in offer.read if ask.handle not in offer.unsure]
    added = [
        (claim, *_added(graph, offer, claim, tokens))
        for claim in claims
        if not any(_overlap(claim.places, ask) for ask in sure)
    ]
    claimed_read = [one for *_, read in added for one in read]
    drafts = _kept(graph, offer, claimed_read, [claim for claim, *_ in added])
    stand = set(drafts)
    for claim, draft, _ in added:
        drafts.update(dict.fromkeys(claim.pieces, draft))
    for claim, draft, _ in added:
        _ask_of(graph, offer.query, claim, draft, drafts)
    # Pieces of one claim have one draft.
    found = list({id(draft): draft for draft in drafts.values()}.values())
    parts = sentences(offer.query.text, tokens)
    as_pointed(graph, offer.query, [draft for _, draft, _ in added], found, parts)
    before = [one for one in _readings(offer.query) if one.asks and set(one.asks) <= stand]
    read = [*(Read(one.start, one.end, one.role) for one in before if one.role in _KEPT_ROLES), *claimed_read]
    return Claimed(found, read, len(added))


def _added(graph: ToolGraph, offer: Offer, claim: Claim, tokens: Sequence[Token]) -> tuple[AskDraft, list[Read]]:
    """The ask that a claim stands for, and the words that it accounts for.

    Raises:
        ClaimError: it stands for nothing that can be.
    """
    query, targets = offer.query, claim.targets
    own = [token for token in tokens if _meets((token.start, token.end), claim.places)]
    rivals = [ask for ask in offer.read if _overlap(claim.places, ask)]
    if why := _fault(graph, offer, claim, rivals, own, tokens):
        raise ClaimError(why)
    draft = AskDraft(_text(query, claim), targets, claim.places[0][0], claim.places[-1][1])
    draft.then = [_operation(graph, query, name, settings) for name, settings in claim.then]
    # The label of the tool was read by the rules, so that the other words say something else.
    chosen = {target.tool for target in targets}
    named = not claim.then and any(one.tool in chosen for ask in rivals for one in ask.what)
    # A unit that the answer can be given in is a wish, and read as one.
    units = [one[:2] for one in find_units(query.text) if any(gives_in(graph, goal, one[2]) for goal in targets)]
    own = [token for token in own if not _meets((token.start, token.end), units)]
    shares = [Read(token.start, token.end, "ask") for token in own if token.text == "%"]
    if not any(gives_in(graph, goal, "%") for goal in targets):
        shares = []
    label = vocabulary(graph, targets) | _given_numbers(graph, query)
    return draft, [*_read(graph, offer, claim, named, own, tokens, label), *shares]


def _fault(
    graph: ToolGraph,
    offer: Offer,
    claim: Claim,
    rivals: Sequence[Ask],
    own: Sequence[Token],
    tokens: Sequence[Token],
) -> str:
    """Why the words of a claim say something else than what it stands for; empty where they do not.

    The small words between them count as well, so that the rest of the question is looked at with them.
    """
    said = _text(offer.query, claim)[:_SHOWN]
    # "By how much …" is one, where a difference is made of it.
    if not claim.then and own and own[0].text in word_list("references", "ways"):
        return f'"{said}" tells the way of something else, and is nothing asked for'
    if other := _contradicts(graph, offer, claim, rivals, own):
        return f'"{said}" stands for {other}'
    if process := _hazard_in(own, vocabulary(graph, claim.targets)) or _another_process(graph, claim, tokens):
        return f'"{process}" is nothing that {claim.term[:_SHOWN]} gives'
    return _turned(said, claim, tokens) or _too_few(graph, offer.query, claim)


def _contradicts(graph: ToolGraph, offer: Offer, claim: Claim, rivals: Sequence[Ask], own: Sequence[Token]) -> str:
    """What the words of a claim stand for by the labels of the graph, where the claim says nothing but these words."""
    unread = {reading.start for reading in _readings(offer.query) if reading.role == "unread"}
    if any(token.start in unread for token in own):
        return ""
    chosen = {target.tool for target in claim.targets if target.tool}
    made = {port.type for tool in chosen for port in graph.tools[tool].outputs}
    named = vocabulary(graph, claim.targets)
    for ask in rivals:
        tools = {one.tool for one in ask.what}
        types = {one.type for one in ask.what if one.type}
        # "How heavy" of what a ribosome makes is the molecular weight of a protein.
        same = any(set(label_words(graph.types[name].label)) <= named for name in types if name in graph.types)
        if ask.what and not chosen & tools and not made & types and not same:
            return " or ".join(dict.fromkeys(candidate_label(graph, one) for one in ask.what))
    return ""


def _hazard_in(own: Sequence[Token], label: frozenset[str]) -> str:
    """A word for what is safe or poisonous that a tool is not called by: passing a rule of drugs is no safety."""
    hazards = word_list("references", "hazards")
    return next((token.text for token in own if token.text in hazards and not hazards & label), "")


def _turned(said: str, claim: Claim, tokens: Sequence[Token]) -> str:
    """Why an operation is not what its words say: "exceeds 100" keeps what is above; empty where they leave it open."""
    sides = {_SIDES[cue.value] for cue in find_cues(tokens) if cue.kind == "relation" and cue.value in _SIDES}
    for name, settings in claim.then:
        relation = str(settings.get("relation", ""))
        if len(sides) == 1 and relation in _SIDES and _SIDES[relation] not in sides:
            return f'"{said}" does not say {name} with {relation[:_SHOWN]}'
    return ""


def _too_few(graph: ToolGraph, query: Query, claim: Claim) -> str:
    """Why one value is no answer to "how many of each"; empty where there are several, or it is not asked so."""
    said = query.text.casefold()
    each = next((words for words in phrase_list("references", "of_each") if re.search(rf"\b{words}\b", said)), "")
    outputs = [port for target in claim.targets if target.tool for port in graph.tools[target.tool].outputs]
    single = len(claim.of) < 2 and not claim.then and not any(port.many or port.python == "dict" for port in outputs)
    return f'"{each}" asks for several values, and {claim.term[:_SHOWN]} is one' if each and outputs and single else ""


def _another_process(graph: ToolGraph, claim: Claim, tokens: Sequence[Token]) -> str:
    """A quantity of one process that is claimed to be that of another: the heat of combustion, as that of fusion."""
    named = vocabulary(graph, claim.targets)
    for quantity, link, process in zip(tokens, tokens[1:], tokens[2:], strict=False):
        of = link.text == "of" and process.text.endswith(_PROCESS)
        if of and {*label_words(quantity.text)} & named and not {*label_words(process.text)} & named:
            return f"{quantity.text} of {process.text}"
    return ""


def _kept(graph: ToolGraph, offer: Offer, read: Sequence[Read], claims: Sequence[Claim]) -> dict[str, AskDraft]:
    """The asks of the rules of whose words none is claimed, and that are asked of nothing that is gone.

    A setting ("pH 7.4") that stands for an ask by itself is one no more where a claimed tool takes it.
    """
    claimed_places = [(one.start, one.end) for one in read]
    tools = [target.tool for claim in claims for target in claim.targets if target.tool]
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
    )


def _readings(query: Query) -> Sequence[Reading]:
    return query.request.readings if query.request else ()


def _overlap(places: Sequence[Place], ask: Ask) -> bool:
    return _meets((ask.start, ask.end), places)


def _meets(place: Place, taken: Sequence[Place]) -> bool:
    """Whether a place lies over one of some others."""
    return any(start < place[1] and place[0] < end for start, end in taken)


def _text(query: Query, claim: Claim) -> str:
    return " … ".join(query.text[start:end] for start, end in claim.places)


def _ask_of(graph: ToolGraph, query: Query, claim: Claim, draft: AskDraft, drafts: Mapping[str, AskDraft]) -> None:
    """Say what a draft is asked of: things of the question, and results of other asks."""
    given = {entity.handle for entity in query.entities}
    for name in claim.of:
        if name in given:
            draft.about = (*draft.about, _column_of(graph, query, name, draft.targets))
        elif name in drafts and drafts[name] is not draft:
            draft.after.append(drafts[name])
        else:
            raise ClaimError(f'"{_text(query, claim)[:_SHOWN]}" is asked of {name}, which is not there')


def _column_of(graph: ToolGraph, query: Query, handle: str, targets: Sequence[Target]) -> str:
    """The one column of a file that a tool takes, where it is asked of the file: of the structures in a folder."""
    taken = [port.type for target in targets if target.tool for port in graph.tools[target.tool].required]
    columns = [
        entity.handle
        for entity in query.entities
        if entity.file == handle and any(graph.accepts(entity.type, wanted) for wanted in taken)
    ]
    return columns[0] if len(columns) == 1 else handle


def _operation(graph: ToolGraph, query: Query, name: str, settings: Mapping[str, Json]) -> Operation:
    types = {port.name: graph.types[port.type] for port in graph.tools[name].inputs}
    bound = {key: _number(query, str(value)) if types[key].generic else value for key, value in settings.items()}
    return Operation(tool=name, settings=bound, text=name.split("_")[0])


def _number(query: Query, text: str) -> Json:
    """A number of the question: its quantity, or the bare number."""
    wanted = re.sub(r"\s", "", text)
    for quantity in query.quantities:
        if wanted == re.sub(r"\s", "", quantity.text):
            return f"$query.{quantity.handle}"
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", wanted):
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
    compares = not claim.then and _compares(tokens)
    numbers = {value for _, settings in claim.then for value in settings.values()}
    # None of the words that deny something is ever read away.
    denials = word_list("operations", "denying") | denying_words(offer.query.language)
    for token in own:
        if token.kind in (ENTITY, QUANTITY) or (token.kind == SIGN and token.text in TELLING_SIGNS):
            continue
        # The 3 of chi3v is no number.
        if token.kind == NUMBER and token.text not in label and not any(_is_number(token, one) for one in numbers):
            continue
        if token.text in denials:
            continue
        if token.start in unread and (named or compares or _modifies(graph, offer.query, token, tokens)):
            continue
        yield Read(token.start, token.end, "ask")


def _modifies(graph: ToolGraph, query: Query, token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a word stands right before a thing that is given, as an adjective does ("deuterated camphor").

    A setting is no thing ("secondary amine pKa 9.3"). The first word of a sentence may be a verb ("weigh camphor"). In
    a language that no rule reads an adjective may stand on either side: "CCO deuterado".
    """
    foreign = query.language != ENGLISH and query.original is None
    if token.text in word_list("references", "particles") or (foreign and token.text in small_words(query.language)):
        return False
    place = next(number for number, other in enumerate(tokens) if other.start == token.start)
    if foreign and place and _is_thing(graph, query, tokens[place - 1]):
        return token.kind == WORD
    behind = tokens[place + 1] if place + 1 < len(tokens) else None
    first = place == 0 or (tokens[place - 1].kind == SIGN and tokens[place - 1].text in ".?!;:")
    return token.kind == WORD and behind is not None and not first and _is_thing(graph, query, behind)


def _is_thing(graph: ToolGraph, query: Query, token: Token) -> bool:
    """Whether a token is a thing that is given, and no setting."""
    types = [entity.type for entity in query.entities if entity.start == token.start]
    return token.kind == ENTITY and not all(name in graph.types and graph.is_setting(name) for name in types)


def _given_numbers(graph: ToolGraph, query: Query) -> frozenset[str]:
    """The numbers that the question gives by their name: the 7.4 of "logD7.4" is that of "pH 7.4"."""
    named = (one.text for one in query.entities if one.type in graph.types and graph.is_setting(one.type))
    return frozenset(number for text in named for number in _WRITTEN.findall(text))


def _compares(tokens: Sequence[Token]) -> bool:
    """Whether a question wants one of several things, so that a value of each is no answer: "which is greasier"."""
    several = len({token.start for token in tokens if token.kind == ENTITY}) > 1
    return several and any(token.text in word_list("operations", "singling") for token in tokens)


def _is_number(token: Token, value: Json) -> bool:
    try:
        return token.number == float(str(value))
    except ValueError:
        return False
