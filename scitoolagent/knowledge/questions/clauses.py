"""Find the words of a question that ask a domain graph, in a question that asks more: "the drugs that bind ACE2".

Such a clause begins with a type of the graph, names an entity, and says each relation between them. Its reader is
stricter than that of a question to the graph alone: each word of it has to be a name, a type, a phrase for a relation,
or one of a few that say nothing. What is left of the question is read by others, so a word dropped here is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.questions.answering import GraphAnswer, PathPlan, answer_question
from scitoolagent.knowledge.questions.phrases import Lexicon, root
from scitoolagent.knowledge.questions.reading import MAX_WORDS, Reading, read_question
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.language.text import tokens
from scitoolagent.language.words import phrase_list, word_list

Wanted = Literal["", "rows", "number"]

_FREE = word_list("graph_clauses", "free")
_JOINING = word_list("graph_clauses", "joining")
_PRONOUNS = word_list("graph_clauses", "relative")
_OPENINGS: dict[Wanted, list[list[str]]] = {
    "rows": sorted((one.split() for one in phrase_list("graph_clauses", "opening")), key=len, reverse=True),
    "number": sorted((one.split() for one in phrase_list("graph_clauses", "counting")), key=len, reverse=True),
}
_STOPPING = word_list("graph_clauses", "stopping")
_GOING_ON = word_list("graph_clauses", "going_on")
_QUANTIFYING = word_list("graph_clauses", "quantifying")
_SAYING = word_list("graph_clauses", "saying")
_HAVING = word_list("graph_clauses", "having")
_END = re.compile(r"[.?!;:](?=\s|$|[\"')\]])")
_STICKING = re.compile(r"[\w\-–'’/]")
_ENDS = 10
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a question, from `start` to `end`, and what the graph answers to its `text`.

    `asks` says what the question asks of the clause alone: what it finds, or how much that is; nothing where it only
    speaks of that.
    """

    start: int
    end: int
    text: str
    kind: str
    answer: GraphAnswer
    asks: Wanted = ""


def read_clause(graph: DomainGraph, text: str, lexicon: Lexicon | None = None) -> GraphAnswer:
    """Answer a clause of which each word is used; otherwise say why not."""
    known = lexicon or Lexicon(graph.schema)
    reading = read_question(graph, known, text)
    if problem := _unused(reading):
        return GraphAnswer(None, reason=problem)
    answer = answer_question(graph, text, known)
    if answer.plan is None:
        return answer
    if problem := _unsaid(reading, answer.plan):
        return GraphAnswer(None, reason=problem)
    return answer


def find_clause(graph: DomainGraph, text: str) -> Clause | None:
    """The clause of a question that a graph answers; of several none, since "their" may be said of either."""
    if len(tokens(text)) > MAX_WORDS:
        return None
    lexicon = Lexicon(graph.schema)
    found: list[Clause] = []
    for start, end in _sentences(text, graph, lexicon):
        found += _in_sentence(graph, lexicon, text, start, end)
    return found[0] if len(found) == 1 else None


def _sentences(text: str, graph: DomainGraph, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end; a sign inside a name ends none."""
    words = tokens(text)
    names = [(words[one.place][1], words[one.end - 1][2]) for one in read_question(graph, lexicon, text).mentions]
    start = 0
    for sign in _END.finditer(text):
        if not any(left <= sign.start() < right for left, right in names):
            yield start, sign.start()
            start = sign.end()
    yield start, len(text)


def _in_sentence(graph: DomainGraph, lexicon: Lexicon, text: str, start: int, end: int) -> Iterator[Clause]:
    words = tokens(text[start:end])
    stemmed = tuple(root(word) for word, _, _ in words)
    reading = read_question(graph, lexicon, text[start:end])
    if not reading.mentions:
        return
    named = {place for one in reading.mentions for place in range(one.place, one.end)}
    ends = sorted({one.end for one in reading.mentions} | {one.end for one in reading.cues}, reverse=True)
    # What says more of a longer clause that is not read is none by itself: "… inhibit all [proteins that bind X]".
    others = [one.start for one in reading.cues if not one.weak]
    others += [one.place for one in (reading.answer, *reading.between) if one is not None]
    place = behind = 0
    while place < len(words):
        is_inside = place in named or any(behind <= other < place for other in others)
        kind = None if is_inside else lexicon.type_at(stemmed, place)
        after = [last for last in ends if kind and kind[1] < last <= place + _LONGEST][-_ENDS:]
        clause = next(
            (one for last in after if (one := _clause(graph, lexicon, text, start, words, place, last))), None
        )
        if clause is None:
            place += 1
        else:
            yield clause
            place = next(n for n, (_, left, _) in enumerate([*words, ("", len(text), 0)]) if start + left >= clause.end)
            behind = place


def _clause(
    graph: DomainGraph,
    lexicon: Lexicon,
    text: str,
    offset: int,
    words: Sequence[tuple[str, int, int]],
    first: int,
    last: int,
) -> Clause | None:
    """The clause of some words of a sentence, if each of them is used and nothing sticks to them."""
    start, end = offset + words[first][1], offset + words[last - 1][2]
    if _STICKING.match(text[end : end + 1]) or _STICKING.match(text[start - 1 : start] if start else ""):
        return None
    if last < len(words) and _goes_on(text[end : offset + words[last][1]], [word for word, _, _ in words[last:]]):
        return None
    said = text[start:end]
    try:
        answer = read_clause(graph, said, lexicon)
    except GraphError:
        return None
    if answer.plan is None:
        return None
    kind = answer.plan.branches[0].hops[-1].kind
    before = [word for word, _, _ in words[:first]]
    wanted, opened = _opened(before)
    if _is_some(before) or (not opened and _is_sentence(said)):
        return None
    if not _closed(text[end : end + 1], [word for word, _, _ in words[last:]]):
        wanted, opened = "", 0
    return Clause(offset + words[first - opened][1], end, said, kind, answer, wanted)


def _goes_on(gap: str, behind: Sequence[str]) -> bool:
    """Whether what follows says more of the same: "… ACE2 or of X", "… ACE2 but not X"."""
    if behind[0] in _STOPPING:
        return True
    joined = behind[0] in _JOINING and not gap.strip()
    return joined and not (behind[1:2] and behind[1] in _GOING_ON | _HAVING)


def _is_some(before: Sequence[str]) -> bool:
    """Whether words in front of a clause speak of some of what it finds: "most drugs", "excluding X, which drugs"."""
    if set(before) & _STOPPING:
        return True
    place = len(before) - 1
    while place >= 0 and before[place] in ("of", "the"):
        place -= 1
    return place >= 0 and before[place] in _QUANTIFYING and before[place - 1 : place] != ["how"]


def _is_sentence(said: str) -> bool:
    """Whether a clause has a verb of its own: "drugs inhibit X", and not "drugs that inhibit X", "inhibiting X"."""
    words = [word for word, _, _ in tokens(said)]
    return not set(words[1:]) & _SAYING and not any(word.endswith(("ing", "ed")) for word in words[1:])


def _opened(before: Sequence[str]) -> tuple[Wanted, int]:
    """What the words in front of a clause ask for, and how many these are: "which", "list the", "how many"."""
    for wanted, openings in _OPENINGS.items():
        if found := next((one for one in openings if list(before[-len(one) :]) == one), None):
            return wanted, len(found)
    return "", 0


def _closed(sign: str, behind: Sequence[str]) -> bool:
    """Whether a clause is over: what it asks for is asked for without more."""
    return not behind or sign == "," or (behind[0] in _JOINING and behind[1:2] != [] and behind[1] in _GOING_ON)


def _unused(reading: Reading) -> str:
    """Why not each word of a clause is used; empty where it is."""
    if reading.beyond or not reading.mentions:
        return reading.beyond or "no entity of the graph is named"
    if reading.answer is None or reading.answer.place:
        return "it does not begin with what is asked for"
    kinds = {place: "type" for one in (reading.answer, *reading.between) for place in range(one.place, one.end)}
    kinds |= {place: "name" for one in reading.mentions for place in range(one.place, one.end)}
    inside = {place for one in reading.cues for place in range(one.start, one.end)}
    for place, word in enumerate(reading.words):
        if place in kinds or word in _FREE:
            continue
        # Words that may stand inside a phrase say how much, or of how many.
        if place not in inside or word.endswith("ly") or word in word_list("questions", "skipped"):
            return f"{word!r} is not read"
        kinds[place] = "relation"
    return _joined_otherwise(reading.words, kinds)


def _joined_otherwise(words: Sequence[str], kinds: dict[int, str]) -> str:
    """Why what "and" and "or" join cannot be told: types, or both words in one clause."""
    joining = [place for place, word in enumerate(words) if word in _JOINING and place not in kinds]
    if len({words[place] for place in joining}) > 1:
        return "it says both 'and' and 'or'"
    for place in joining:
        before = next((kinds[one] for one in range(place - 1, -1, -1) if one in kinds), "")
        after = next((kinds[one] for one in range(place + 1, len(words)) if one in kinds), "")
        if before != "name" or after not in ("name", "relation"):
            return f"it is not clear what {words[place]!r} joins"
    asking = [place for place, word in enumerate(words) if word in _PRONOUNS and place not in kinds]
    if any(words[place - 1] in _JOINING and words[place] != "that" for place in asking if place):
        return "it asks twice"
    return ""


def _unsaid(reading: Reading, plan: PathPlan) -> str:
    """Which step of a plan the clause does not say, or what it says that the plan has not; empty where both agree."""
    hops = [hop for branch in plan.branches for hop in branch.hops]
    followed = {hop.predicate for hop in hops}
    said = {name for cue in reading.cues for name in cue.predicates}
    if followed - said:
        return "it does not say each relation"
    if any(not followed & cue.predicates.keys() for cue in reading.cues):
        return "it says a relation that is not followed"
    through = [hop.kind for branch in plan.branches for hop in branch.hops[:-1]]
    if any(one.kind not in through for one in reading.between):
        return "it names a type that is not passed"
    if len(plan.branches) != len(reading.mentions):
        return "not each entity is used"
    return ""
