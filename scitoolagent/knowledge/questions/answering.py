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

from scitoolagent.knowledge.questions.kinds import asked_group, below
from scitoolagent.knowledge.questions.names import Mention
from scitoolagent.knowledge.questions.phrases import Cue, Lexicon
from scitoolagent.knowledge.questions.reading import Reading, TypeWord, read_question
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Direction, Match

MAX_ENTITIES = 3
MAX_BETWEEN = 3
_MARGIN = 0.15
_NAMESAKE = 0.5
_TRIED = 8
_UNSAID = 0.1
_ONLY_ONE = 0.3
_UNUSED = 0.6
_UNUSED_WEAK = 0.1
_PARTS = ("is_a", "part_of")
_WHO = ("what", "who")
_ARTICLES = ("a", "an", "the")
_DOING = ("does", "do", "did")
_PARTICIPLES = ("ed", "ing", "en")


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
    unused: tuple[str, ...] = ()


def answer_question(graph: DomainGraph, question: str, lexicon: Lexicon | None = None) -> GraphAnswer:
    """Answer a question, or say why not."""
    reading = read_question(graph, lexicon or Lexicon(graph.schema), question)
    reading, group = asked_group(graph, reading)
    refusal = _refusal(reading)
    if refusal:
        return GraphAnswer(None, reason=refusal)
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
    if len({one.ids for one in full}) > 1:
        readings = "; or ".join(one.reading for one in full[:3])
        return GraphAnswer(None, reason=f"the question can be read in several ways: {readings}")
    unused = next((one.unused for one in scored if one.plan == full[0].plan), ())
    found = full[0]
    if not found.ids and (crowd := next((name for name in _started(found) if below(graph, name, _PARTS)[0]), "")):
        name = graph.entity(crowd).name
        return GraphAnswer(None, reason=f"{name!r} is a kind or a whole of which the graph has more; name one of them")
    found = replace(found, unread=(*reading.unread, *unused))
    if group is None:
        return found
    ids = tuple(one for one in found.ids if one in group.members)
    said = f"{found.reading}, of the kind {group.name}"
    return replace(found, ids=ids, truncated=found.truncated or group.truncated, reading=said)


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
    return ""


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
            found = graph.neighbours(ids, hop.predicate, hop.direction, hop.kind) if ids else None
            ids, cut = (found.ids, cut | found.truncated) if found else ((), cut)
        # On the way back a path passes its own beginning; that is no answer to a question about it.
        results.append(set(ids) - {branch.entity})
    joined = set.intersection(*results) if plan.join == "intersection" else set.union(*results)
    return GraphAnswer(plan, tuple(sorted(joined)), cut, in_words(graph, plan))


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
    join: Literal["intersection", "union"] = "union" if reading.joined_by_or() else "intersection"
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
            left = tuple(" ".join(reading.words[cue.start : cue.end]) for cue in unused if not cue.weak)
            yield _Scored(PathPlan(tuple(branch for branch, _, _ in chosen), join), score, left)


def _splits(reading: Reading) -> Iterator[tuple[tuple[TypeWord, ...], ...]]:
    """All ways to give the types in between to the branches, each in every order."""
    count = len(reading.mentions)
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
        closeness = _closeness(reading, cue, near_place, far_place)
        for predicate, direction in possible:
            weight = cue.predicates.get(predicate, 0.0)
            if not weight:
                continue
            fits = _direction_fits(graph, reading, cue, predicate, direction, near_place, far_place, near == far)
            # "What eats X" is not what X eats, though the types would allow no other, nor is "inhibited by X".
            told = bool(cue.own) or (predicate in cue.inverse and reading.words[cue.end - 1] == "by")
            doer = _doer(reading, cue, near_place, far_place) if told else None
            against = doer is not None and (doer == near_place) != (direction == "outgoing")
            opposed |= against
            if not against and (fits or far_place >= 0 or not _asks_for_subject(reading, cue)):
                found.append((Hop(predicate, direction, far), weight * closeness * (1.0 if fits else 0.3), number))
            else:
                turned.add((predicate, direction))
    said = {(hop.predicate, hop.direction) for hop, _, _ in found} | turned
    only = len({predicate for predicate, _ in possible}) == 1
    # Words that were not understood may say which relation is meant, so none is supposed.
    # The only one there is may be supposed all the same, but not between two words for one type, which a question may
    # just say twice: `what diseases …, I mean which diseases …`.
    twice = near == far and near_place not in {mention.place for mention in reading.mentions}
    if not opposed and ((only and not twice) or not reading.unread):
        found += [(Hop(*one, far), _ONLY_ONE if only else _UNSAID, None) for one in possible if one not in said]
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


def _closeness(reading: Reading, cue: Cue, near: int, far: int) -> float:
    """One when nothing else stands between the phrase and both ends; less for each thing that does.

    What stands towards the entity counts more: in `lowered in A or raised in B` both verbs share their subject.
    """
    others = [mention.place for mention in reading.mentions] + [one.place for one in reading.between]
    others += [reading.answer.place] if reading.answer else []
    # A verb mostly stands between its subject and its object; `which genes does A regulate` has it behind both.
    low, high = min(near, far), max(near, far)
    own = any(low < one.start < high for one in reading.cues)
    value = 1.0 if low < cue.start < high or low < 0 else 0.6 if own else 0.8
    # `illnesses that drugs that ease gout are indicated for`: the last phrase belongs to what has none of its own.
    embracing = not own and low >= 0 and cue.start > high
    for end, factor in ((near, 0.85 if embracing else 0.5), (far, 0.85 if embracing else 0.7)):
        low, high = min(cue.start, end), max(cue.start, end)
        if end >= 0:
            value *= factor ** sum(1 for place in others if low < place < high and place not in (near, far))
    # `that A raises and B lowers`: what joins the clauses parts the verb of one from the entity of the other.
    if len(reading.mentions) > 1 and near >= 0 and reading.ands_between(cue.start, near):
        value *= 0.6
    return value


def _doer(reading: Reading, cue: Cue, near: int, far: int) -> int | None:
    """Which of two places the grammar makes the one that does it, where it says so: "by X", "does X treat"."""
    words = reading.words
    others = {mention.place for mention in reading.mentions} | {one.place for one in reading.between}
    others |= {reading.answer.place} if reading.answer else set()
    for place in (near, far):
        if place < 0:
            continue
        before = place - 1
        while before > 0 and words[before] in _ARTICLES:
            before -= 1
        between = {*range(min(place, cue.start) + 1, max(place, cue.start))}
        if between & others or any(one is not cue and one.start in between for one in reading.cues):
            continue
        if words[before] == "by" and cue.start < before <= cue.end:
            return place
        # `which symptoms do the diseases treated with X show`: they do not treat.
        if words[before] in _DOING and place < cue.start and not words[cue.start].endswith(_PARTICIPLES):
            return place
    return None


def _asks_for_subject(reading: Reading, cue: Cue) -> bool:
    """Whether a question begins as "what eats" or "who treats" does."""
    return cue.start == 1 and reading.words[0] in _WHO


def _direction_fits(
    graph: DomainGraph,
    reading: Reading,
    cue: Cue,
    predicate: str,
    direction: Direction,
    near: int,
    far: int,
    same_type: bool,
) -> bool:
    """Whether the grammar lets the near end be the subject (`outgoing`); only asked where the types do not say."""
    asked = far < 0 and _asks_for_subject(reading, cue)
    if not (same_type or asked) or graph.schema.predicates[predicate].symmetric:
        return True
    words = reading.words
    passive = "by" in words[cue.end - 1 : cue.end + 3] or words[0] == "by" or predicate in cue.inverse
    if cue.start and words[cue.start - 1] in ("is", "are", "was", "were", "be", "been"):
        passive = passive or bool({"through", "via"} & set(words[cue.end : cue.end + 2]))
    # The subject of an active verb stands before it, and nearer than anything else does; what follows is its object.
    before = [place for place in (near, far) if 0 <= place < cue.start]
    after = [place for place in (near, far) if place > cue.start]
    first = max(before) if before else (far if min(after, default=near) == near else near)
    near_is_subject = (first == near) != passive
    return near_is_subject == (direction == "outgoing")
