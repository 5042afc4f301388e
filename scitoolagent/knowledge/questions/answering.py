"""Answer questions from a domain graph without a model: typed paths from the entities to the type asked for.

A question is read into entities, types and relation phrases; every path of types that the schema allows between them
is a candidate, scored by which phrases stand near which of its steps. The best are run with the atomic operations.
When two different readings score alike and give different answers, nothing is answered: a guess is worse.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scitoolagent.knowledge.questions.grammar import (
    asks_for_subject,
    closeness,
    direction_fits,
    doer,
    may_suppose,
)
from scitoolagent.knowledge.questions.joints import is_list, joined_by, may_be_spread
from scitoolagent.knowledge.questions.kinds import asked_group, below
from scitoolagent.knowledge.questions.names import Mention
from scitoolagent.knowledge.questions.phrases import WHOLE_LABEL, Cue, Lexicon, is_mutual
from scitoolagent.knowledge.questions.reading import Reading, TypeWord, read_question
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Direction, Match
from scitoolagent.language.text import words_of

MAX_ENTITIES = 3
MAX_BETWEEN = 3
_MARGIN = 0.15
_NAMESAKE = 0.5
_SHORTEST = 3
_TRIED = 8
_ONLY_ONE = 0.3
_UNUSED = 0.6
_UNUSED_WEAK = 0.1
_PARTS = ("is_a", "part_of")


@dataclass(frozen=True, slots=True)
class Hop:
    """One step: over a predicate, in a direction, to entities of a type."""

    predicate: str
    direction: Direction
    kind: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A path that begins at an entity."""

    entity: str
    hops: tuple[Hop, ...]


@dataclass(frozen=True, slots=True)
class PathPlan:
    """Branches, and how their ends are joined."""

    branches: tuple[Branch, ...]
    join: Literal["intersection", "union"] = "intersection"


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """The answer to a question, or why there is none (`plan` is None then).

    Attributes:
        ids: what was found, in order; empty with a plan when the graph holds nothing of the kind.
        truncated: a limit cut a list on the way, so there may be more.
        reading: the plan in words.
        turns: how many times a model was asked.
        unread: words of the question that were not understood and say nothing in the answer.
    """

    plan: PathPlan | None
    ids: tuple[str, ...] = ()
    truncated: bool = False
    reading: str = ""
    reason: str = ""
    turns: int = 0
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scored:
    plan: PathPlan
    score: float
    unused: tuple[Cue, ...] = ()


def answer_question(graph: DomainGraph, question: str, lexicon: Lexicon | None = None) -> GraphAnswer:
    """Answer a question, or say why not."""
    reading = read_question(graph, lexicon or Lexicon(graph.schema), question)
    reading, group = asked_group(graph, reading)
    refusal = _refusal(reading)
    if refusal:
        return GraphAnswer(None, reason=f"{refusal}{_near(graph, reading)}")
    scored = sorted(_plans(graph, reading), key=lambda one: -one.score)
    if not scored or scored[0].score <= 0:
        return GraphAnswer(None, reason=_no_path(graph, reading))
    best = [one.plan for one in scored if one.score >= scored[0].score - _MARGIN]
    if len(best) > _TRIED:
        return GraphAnswer(
            None, reason=f"the question can be read in {len(best)} ways; name the relation that is meant"
        )
    answers = [run_plan(graph, plan) for plan in best]
    if not any(one.ids for one in answers):
        # Of namesakes, one that the question spells exactly may have no such relation, and the other one has.
        near = [one.plan for one in scored if scored[0].score - _NAMESAKE <= one.score < scored[0].score - _MARGIN]
        answers += [one for one in (run_plan(graph, plan) for plan in near[:_TRIED]) if _same_but_for_names(one, best)]
    full = [one for one in answers if one.ids] or answers[:1]
    if spread := _spread(graph, reading, full[0]):
        return GraphAnswer(None, reason=spread)
    if len({one.ids for one in full}) > 1:
        readings = "; or ".join(one.reading for one in full[:3])
        return GraphAnswer(None, reason=f"the question can be read in several ways: {readings}")
    unused = next((one.unused for one in scored if one.plan == full[0].plan), ())
    found = full[0]
    if not found.ids and (crowd := next((name for name in _started(found) if below(graph, name, _PARTS)[0]), "")):
        name = graph.entity(crowd).name
        return GraphAnswer(None, reason=f"{name!r} is a kind or a whole of which the graph has more; name one of them")
    left = [" ".join(reading.words[cue.start : cue.end]) for cue in unused]
    if whole := next((words for words, cue in zip(left, unused, strict=True) if _is_a_label(cue)), ""):
        return GraphAnswer(None, reason=f"{whole!r} was not used, and without it the question is another")
    found = replace(found, unread=(*reading.unread, *left))
    if group is None:
        return found
    ids = tuple(one for one in found.ids if one in group.members)
    said = f"{found.reading}, of the kind {group.name}"
    return replace(found, ids=ids, truncated=found.truncated or group.truncated, reading=said)


def _is_a_label(cue: Cue) -> bool:
    """Whether words are the whole name of a relation, so that they set a condition and are no manner of speaking."""
    return max(cue.predicates.values()) >= WHOLE_LABEL


def _spread(graph: DomainGraph, reading: Reading, answer: GraphAnswer) -> str:
    """Why it cannot be told whether what is said of some, "side effects of A and B", is asked of all or of any."""
    if answer.plan is None or answer.plan.join == "union" or not may_be_spread(reading):
        return ""
    if run_plan(graph, replace(answer.plan, join="union")).ids == answer.ids:
        return ""
    return "'and' may ask for what holds of both or of either; say 'both … and …', or 'or'"


def _started(answer: GraphAnswer) -> list[str]:
    return [branch.entity for branch in answer.plan.branches] if answer.plan else []


def _same_but_for_names(answer: GraphAnswer, best: Sequence[PathPlan]) -> bool:
    """Whether an answer goes as far and to the same types as one of the best plans, from other entities."""
    if answer.plan is None:
        return False
    ends = {tuple(branch.hops[-1].kind for branch in plan.branches) for plan in best}
    lengths = {tuple(len(branch.hops) for branch in plan.branches) for plan in best}
    own = answer.plan.branches
    return tuple(one.hops[-1].kind for one in own) in ends and tuple(len(one.hops) for one in own) in lengths


def _refusal(reading: Reading) -> str:
    if reading.beyond:
        return f"questions with {reading.beyond!r} are beyond what is asked of a graph without a model"
    if reading.missed:
        return f"{reading.missed!r} was not understood, and without it the question is another"
    if not reading.mentions:
        return "no entity of the graph is named in the question"
    if len(reading.mentions) > MAX_ENTITIES:
        return f"the question names {len(reading.mentions)} entities; at most {MAX_ENTITIES} are joined"
    if len(reading.between) > MAX_BETWEEN:
        return f"the question names {len(reading.between)} types on the way; at most {MAX_BETWEEN} are followed"
    if not reading.cues and reading.answer is None:
        return "the question names no relation and no type of the graph"
    if joined_by(reading) == "mixed":
        return "it joins some of its conditions by 'or' and others not; ask for them one by one"
    return ""


def _near(graph: DomainGraph, reading: Reading) -> str:
    """Names that are spelt nearly as what was not understood, where a name was missed."""
    if reading.beyond:
        return ""
    words = [reading.missed] if reading.missed else [] if reading.mentions else list(reading.unread[:3])
    found = [match.surface for word in words if len(word) > _SHORTEST for match in graph.similar(word, limit=2)]
    return f"; did you mean {' or '.join(map(repr, dict.fromkeys(found)))}?" if found else ""


def _no_path(graph: DomainGraph, reading: Reading) -> str:
    names = ", ".join(
        f"{one.text} ({'/'.join(sorted({match.type for match in one.matches}))})" for one in reading.mentions
    )
    wanted = reading.answer.kind if reading.answer else "an entity"
    unread = f"; not understood: {', '.join(reading.unread[:5])}" if reading.unread else ""
    return f"the graph {graph.name} has no relation as the question says it between {names} and {wanted}{unread}"


def run_plan(graph: DomainGraph, plan: PathPlan) -> GraphAnswer:
    """Run a plan with the atomic operations: neighbours, then intersection or union."""
    results: list[set[str]] = []
    cut = False
    for branch in plan.branches:
        ids: tuple[str, ...] = (branch.entity,)
        for hop in branch.hops:
            ways: tuple[Direction, ...] = ("outgoing", "incoming") if _is_mutual(graph, hop) else (hop.direction,)
            found = [graph.neighbours(ids, hop.predicate, way, hop.kind) for way in ways] if ids else []
            ids = tuple(dict.fromkeys(one for each in found for one in each.ids))
            cut |= any(each.truncated for each in found)
        # On the way back a path passes its own beginning; that is no answer to a question about it.
        results.append(set(ids) - {branch.entity})
    joined = set.intersection(*results) if plan.join == "intersection" else set.union(*results)
    return GraphAnswer(plan, tuple(sorted(joined)), cut, in_words(graph, plan))


def _is_mutual(graph: DomainGraph, hop: Hop) -> bool:
    """Whether a step over what joins two of one type goes both ways, though it is stored one way: "interacts with"."""
    known = graph.schema.predicates[hop.predicate]
    alike = any(
        link.predicate == hop.predicate and link.subject_type == link.object_type == hop.kind
        for link in graph.schema.links
    )
    return alike and not known.symmetric and is_mutual({known.label, words_of(known.id)})


def in_words(graph: DomainGraph, plan: PathPlan) -> str:
    """The plan as people can check it."""
    shown = []
    names = {one.id: one.name for one in graph.entities([branch.entity for branch in plan.branches])}
    for branch in plan.branches:
        text = names.get(branch.entity, branch.entity)
        for hop in branch.hops:
            label = graph.schema.predicates[hop.predicate].label
            text += f" —{label}→ {hop.kind}" if hop.direction == "outgoing" else f" ←{label}— {hop.kind}"
        shown.append(text)
    return (" and " if plan.join == "intersection" else " or ").join(shown)


def _plans(graph: DomainGraph, reading: Reading) -> Iterator[_Scored]:
    join: Literal["intersection", "union"] = "union" if joined_by(reading) == "or" else "intersection"
    for split in _splits(reading):
        options = [
            _branches(graph, reading, mention, between)
            for mention, between in zip(reading.mentions, split, strict=True)
        ]
        for chosen in itertools.product(*options):
            kinds = {branch.hops[-1].kind for branch, _, _ in chosen}
            if len(kinds) != 1:
                continue
            used = frozenset[int]().union(*(cues for _, _, cues in chosen))
            said = {hop.predicate for branch, _, _ in chosen for hop in branch.hops}
            # A second phrase for a relation that is followed anyway is no objection.
            unused = [
                cue
                for number, cue in enumerate(reading.cues)
                if number not in used and not said & cue.predicates.keys()
            ]
            # `which diseases does asthma treat`: what is said is a relation elsewhere, so none is supposed instead.
            steps = sum(len(branch.hops) for branch, _, _ in chosen)
            if any(cue.own and not cue.weak for cue in unused) and sum(len(cues) for _, _, cues in chosen) < steps:
                continue
            score = sum(part for _, part, _ in chosen) - sum(_UNUSED_WEAK if cue.weak else _UNUSED for cue in unused)
            left = tuple(cue for cue in unused if not cue.weak)
            yield _Scored(PathPlan(tuple(branch for branch, _, _ in chosen), join), score, left)


def _splits(reading: Reading) -> Iterator[tuple[tuple[TypeWord, ...], ...]]:
    """All ways to give the types in between to the branches, each in every order.

    Alternatives that stand together share them: "diseases associated with A or B".
    """
    count = len(reading.mentions)
    if reading.between and count > 1 and is_list(reading) and joined_by(reading) == "or":
        yield from ((one,) * count for one in itertools.permutations(reading.between))
        return
    for owners in itertools.product(range(count), repeat=len(reading.between)):
        groups = [
            [one for one, owner in zip(reading.between, owners, strict=True) if owner == number]
            for number in range(count)
        ]
        yield from itertools.product(*(itertools.permutations(group) for group in groups))


_Option = tuple[Branch, float, frozenset[int]]


def _branches(graph: DomainGraph, reading: Reading, mention: Mention, between: tuple[TypeWord, ...]) -> list[_Option]:
    found: list[_Option] = []
    for match in mention.matches:
        start = _liking(match, mention.text)
        ends: Iterable[TypeWord] = (
            (reading.answer,) if reading.answer else (TypeWord(-1, -1, kind) for kind in graph.schema.types)
        )
        for end in ends:
            for hops, score, used in _chains(graph, reading, mention, match.type, (*between, end)):
                found.append((Branch(match.entity, hops), start + score, used))
    found.sort(key=lambda one: -one[1])
    # Readings far below the best cannot win, whatever the other branches say.
    return [one for one in found if one[1] >= found[0][1] - 2.0][:40]


def _liking(match: Match, text: str) -> float:
    return (0.2 if match.surface == text else 0.0) + (0.2 if match.how != "synonym" else 0.0)


def _chains(
    graph: DomainGraph, reading: Reading, mention: Mention, kind: str, steps: tuple[TypeWord, ...]
) -> Iterator[tuple[tuple[Hop, ...], float, frozenset[int]]]:
    """Predicates for each step of a chain of types, with their score; the best few of each step."""
    places = [mention.place, *(step.place for step in steps)]
    kinds = [kind, *(step.kind for step in steps)]
    options = []
    for number in range(len(steps)):
        ends = (kinds[number], kinds[number + 1], places[number], places[number + 1])
        step = _hops(graph, reading, *ends)
        if not step:
            return
        options.append(step)
    for chosen in itertools.product(*options):
        used = [cue for _, _, cue in chosen if cue is not None]
        # One phrase may speak for two steps of a chain, but a reading in which each has its own is better.
        repeated = len(used) - len(set(used))
        if repeated and reading.unread:
            continue
        yield tuple(hop for hop, _, _ in chosen), sum(score for _, score, _ in chosen) - 0.4 * repeated, frozenset(used)


def _hops(
    graph: DomainGraph, reading: Reading, near: str, far: str, near_place: int, far_place: int
) -> list[tuple[Hop, float, int | None]]:
    possible = _possible(graph, near, far)
    found: list[tuple[Hop, float, int | None]] = []
    turned: set[tuple[str, Direction]] = set()
    opposed = False
    for number, cue in enumerate(reading.cues):
        nearness = closeness(reading, cue, near_place, far_place)
        for predicate, direction in possible:
            weight = cue.predicates.get(predicate, 0.0)
            if not weight:
                continue
            fits = direction_fits(graph, reading, cue, predicate, direction, near_place, far_place, near == far)
            # "What eats X" is not what X eats, though the types would allow no other, nor is "inhibited by X".
            told = bool(cue.own) or (predicate in cue.inverse and reading.words[cue.end - 1] == "by")
            agent = doer(reading, cue, near_place, far_place) if told else None
            against = agent is not None and (agent == near_place) != (direction == "outgoing")
            opposed |= against
            if not against and (fits or far_place >= 0 or not asks_for_subject(reading, cue)):
                found.append((Hop(predicate, direction, far), weight * nearness * (1.0 if fits else 0.3), number))
            else:
                turned.add((predicate, direction))
    said = {(hop.predicate, hop.direction) for hop, _, _ in found} | turned
    only = len({predicate for predicate, _ in possible}) == 1
    # The only one there is may be supposed where no word says one, but not between two words for one type, which a
    # question may just say twice: `what diseases …, I mean which diseases …`.
    twice = near == far and near_place not in {mention.place for mention in reading.mentions}
    label = graph.schema.predicates[possible[0][0]].label if possible else ""
    if not opposed and only and not twice and may_suppose(reading, near_place, far_place, (near, far), label):
        found += [(Hop(*one, far), _ONLY_ONE, None) for one in possible if one not in said]
    best: dict[tuple[str, str, int | None], tuple[Hop, float, int | None]] = {}
    for option in sorted(found, key=lambda one: -one[1]):
        best.setdefault((option[0].predicate, option[0].direction, option[2]), option)
    return list(best.values())[:12]


def _possible(graph: DomainGraph, near: str, far: str) -> list[tuple[str, Direction]]:
    found: list[tuple[str, Direction]] = []
    for link in graph.schema.links:
        both = graph.schema.predicates[link.predicate].symmetric
        if (link.subject_type, link.object_type) == (near, far):
            found.append((link.predicate, "outgoing"))
        if (link.object_type, link.subject_type) == (near, far):
            found.append((link.predicate, "outgoing" if both else "incoming"))
    return list(dict.fromkeys(found))
