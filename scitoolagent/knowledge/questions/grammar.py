"""What the grammar of a question says of a relation: how near it stands to its ends, and who does it to whom."""

from __future__ import annotations

from scitoolagent.knowledge.questions.phrases import Cue, denies, root, stems
from scitoolagent.knowledge.questions.reading import Reading
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Direction
from scitoolagent.language.stem import singular
from scitoolagent.language.text import words_of
from scitoolagent.language.words import word_list

_WHO = ("what", "who")
_ARTICLES = ("a", "an", "the")
_DOING = ("does", "do", "did")
_PARTICIPLES = ("ed", "ing", "en")
_RELATIVE = word_list("questions", "relative")
_PLAIN = word_list("questions", "plain")
_HAVING = word_list("questions", "having")
_LITTLE = word_list("questions", "little")
_COMPOUNDS = word_list("graph_clauses", "compounds")


def closeness(reading: Reading, cue: Cue, near: int, far: int) -> float:
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


def doer(reading: Reading, cue: Cue, near: int, far: int) -> int | None:
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
    return _active_subject(reading, cue, near, far)


def _ends(reading: Reading) -> dict[int, int]:
    """Where each thing that a question names ends, by where it begins."""
    found = {one.place: one.end for one in reading.mentions}
    found |= {one.place: one.end for one in reading.between}
    return found | ({reading.answer.place: reading.answer.end} if reading.answer else {})


def _active_subject(reading: Reading, cue: Cue, near: int, far: int) -> int | None:
    """Who stands right before a verb that has its object right behind it: "which diseases treat X"."""
    low, high = min(near, far), max(near, far)
    words = reading.words
    if low < 0 or words[cue.start].endswith(_PARTICIPLES) or not low < cue.start < cue.end <= high:
        return None
    ends = _ends(reading)
    before, behind = words[ends.get(low, low + 1) : cue.start], words[cue.end : high]
    return low if set(before) <= _RELATIVE and set(behind) <= set(_ARTICLES) else None


def asks_for_subject(reading: Reading, cue: Cue) -> bool:
    """Whether a question begins as "what eats" or "who treats" does."""
    return cue.start == 1 and reading.words[0] in _WHO


def direction_fits(
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
    asked = far < 0 and asks_for_subject(reading, cue)
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


def may_suppose(reading: Reading, near: int, far: int, kinds: tuple[str, str], label: str) -> bool:
    """Whether the only relation that there is between two things may be meant where no phrase says it: "genes of X".

    "Drugs for X", "drugs that may be taken in X" say one. What is wanted of a medicine is never supposed: the only
    relation of the graph may be a harm. A type may have the name of the relation: "have the side effect X".
    Args:
        near, far: where the things stand.
        kinds: their types.
        label: of the relation.
    """
    if near < 0 or far < 0 or denies(label):
        return False
    ends = _ends(reading)
    first, second = min(near, far), max(near, far)
    taken = {place for one in reading.mentions for place in range(one.place, one.end)}
    places = [place for place in range(ends.get(first, first + 1), second) if place not in taken]
    gap = {reading.words[place] for place in places}
    compounds = [singular(words_of(kind).split()[-1].lower()) in _COMPOUNDS for kind in kinds]
    if not any(compounds):
        strong = {place for one in reading.cues if not one.weak for place in range(one.start, one.end)}
        others = {one.place for one in (*reading.between, *((reading.answer,) if reading.answer else ()))}
        return not (strong | others) & set(places) and not gap & set(reading.unread)
    wanted = set(stems(label)) - set(map(root, _LITTLE))
    if wanted and wanted <= set(map(root, reading.words)):
        return {root(word) for word in gap - _PLAIN - _HAVING - set(_DOING)} <= wanted
    # `which side effects does X have`
    if gap & set(_DOING) and set(reading.words[second:]) & _HAVING:
        gap -= set(_DOING)
    return gap <= _PLAIN and not compounds[1]
