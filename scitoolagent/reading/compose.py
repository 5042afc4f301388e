"""Give the asks of a sentence what its words of order, comparison, choice and number do with their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.reading.conditions import (
    all_conditions,
    ask_of,
    column_behind,
    counted_too,
    is_several,
    joined_to,
    limits_of,
    named_twice,
    refused,
)
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.figures import figured
from scitoolagent.reading.judging import better_end, is_judged
from scitoolagent.reading.phrase_places import asks_twice
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.row_values import NO_OR_BLANK
from scitoolagent.reading.tokens import ENTITY, Token
from scitoolagent.records import Operation, Query, Rounding

_BY = frozenset(["by", "of", "on", "to"])
_ORDER = {1: "descending", -1: "ascending"}
_EXTREME = {1: "highest", -1: "lowest"}


@dataclass(slots=True)
class AskDraft:
    """An ask while the question is being read, of the results of `after`; `columns` by input, `among` choose, too."""

    text: str
    targets: tuple[Target, ...]
    start: int
    end: int
    about: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    after: list[AskDraft] = field(default_factory=list)
    columns: dict[str, list[AskDraft]] = field(default_factory=dict)
    among: list[AskDraft] = field(default_factory=list)
    then: list[Operation] = field(default_factory=list)
    unit: str = ""
    rounding: Rounding | None = None
    soft: bool = False
    reported: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its cues and asks; `subjects` are the handles of what is compared in it."""

    tokens: Sequence[Token]
    cues: Sequence[Cue]
    asks: list[AskDraft]
    subjects: tuple[str, ...]


class UnclearError(Exception):
    """What the words of a sentence do with its asks cannot be told for certain."""


class Composer:
    """Turns cues into operations.

    Args:
        query: the question.
        labelled: the targets of a label of the graph.
        counts: whether all that targets stand for are whole numbers of things.
        verdicts: whether all that targets stand for are verdicts.
    """

    def __init__(
        self,
        query: Query,
        labelled: Callable[[str], tuple[Target, ...]],
        counts: Callable[[Sequence[Target]], bool],
        verdicts: Callable[[Sequence[Target]], bool],
    ) -> None:
        self._query = query
        self._labelled = labelled
        self._counts = counts
        self._verdicts = verdicts

    def compose(self, sentence: Sentence) -> tuple[AskDraft | None, frozenset[str]]:
        """Write the operation of a sentence into its asks.

        An ask that stands in no sentence because an adjective names it ("the heaviest") is added to them. What cannot
        be told for certain becomes the problem of all asks of the sentence.

        Returns:
            The ask with the operation, None when there is none, and the kinds of the cues that were used.
        """
        kinds = {cue.kind for cue in sentence.cues}
        for kind, write, used in (
            ("sort", self._sort, {"sort", "direction"}),
            ("direction", self._sort, {"sort", "direction"}),
            ("relation", self._conditions, {"relation", "how_many", "verb", "choose", "deny"}),
            ("relation", self._threshold, {"relation", "how_many", "verb", "choose"}),
            ("difference", self._pair, {"difference", "degree", "than", "choose"}),
            ("degree", self._degree, {"degree", "place", "count", "than", "choose"}),
            ("ratio", self._pair, {"ratio"}),
            ("aggregate", self._aggregate, {"aggregate"}),
            ("how_many", self._select, {"how_many", "choose", "deny"}),
            ("how", self._how, {"how"}),
            ("verb", self._verb, {"verb"}),
            ("which", self._conditions, {"how_many", "choose", "deny"}),
            ("which", self._select, {"choose", "deny"}),
            ("choose", self._select, {"choose", "deny"}),
        ):
            try:
                ask = write(sentence) if kind in kinds else None
            except UnclearError as error:
                return refused(sentence, str(error))
            if ask is not None:
                if ask.then and named_twice(self._query, sentence.subjects):
                    ask.problem = ask.problem or "a thing is named twice, and it is not clear whether it counts twice"
                counted_too(sentence.tokens, ask)
                return ask, frozenset(used)
        return None, frozenset(["choose"])

    def _several(self, sentence: Sentence) -> bool:
        return is_several(self._query, sentence.subjects)

    def _sort(self, sentence: Sentence) -> AskDraft | None:
        signs = {cue.sign for cue in sentence.cues if cue.kind == "direction"} or {-1}
        if len(signs) > 1 or any(cue.kind == "degree" for cue in sentence.cues):
            raise UnclearError("it is not said in one way how to sort")
        (sign,) = signs
        properties = next((cue.properties for cue in sentence.cues if cue.properties), ())
        ask = self._property(sentence, properties) if properties else self._behind(sentence, _BY)
        if ask is None or joined_to(sentence, ask):
            raise UnclearError("it is not said by what to sort")
        if not self._several(sentence):
            raise UnclearError("there is only one thing to sort")
        directed = next((cue for cue in sentence.cues if cue.kind == "direction"), None)
        sign = sign if directed is None else self._end(sentence, directed, ask)
        ask.then.append(Operation(tool="sort_by_value", settings={"order": _ORDER[sign]}, text="sort"))
        return ask

    def _degree(self, sentence: Sentence) -> AskDraft | None:
        cue = next(cue for cue in sentence.cues if cue.kind == "degree")
        if sum(other.kind == "degree" for other in sentence.cues) > 1 and not self._agree(sentence):
            raise UnclearError("it compares by more than one thing")
        ask = column_behind(sentence, cue)
        if ask is None:
            ask = self._property(sentence, cue.properties) if cue.properties else self._beside(sentence, cue)
        if ask is None:
            raise UnclearError("it is not said what to compare")
        cue = replace(cue, sign=self._end(sentence, cue, ask))
        if (than := self._than(sentence, cue)) is not None:
            return self._versus(sentence, ask, cue, than)
        if not self._several(sentence):
            raise UnclearError("there are no two things to compare")
        count = next((cue.value for cue in sentence.cues if cue.kind == "count"), "")
        place = next((cue.value for cue in sentence.cues if cue.kind == "place"), "1")
        extreme = _EXTREME[cue.sign]
        if cue.degree == "comparative" and len(sentence.subjects) != 2:
            raise UnclearError("it compares two of more than two things")
        if count not in ("", "1"):
            settings: dict[str, Any] = {"count": int(count), "extreme": extreme}
            ask.then.append(Operation(tool="top_by_value", settings=settings, text=extreme))
        else:
            settings = {"extreme": extreme, "place": int(place)}
            ask.then.append(Operation(tool="pick_extreme", settings=settings, text=extreme))
        return ask

    def _end(self, sentence: Sentence, cue: Cue, ask: AskDraft) -> int:
        """Which end of a scale a cue means: the best resolution is the lower number, the best yield the higher one."""
        if not is_judged(sentence.tokens, cue):
            return cue.sign
        end = better_end(ask.text, ask.targets, self._labelled)
        if not end:
            raise UnclearError(f"it is not known whether a higher or a lower {ask.text} is better; say which is meant")
        return cue.sign * end

    def _agree(self, sentence: Sentence) -> bool:
        """Whether all degrees of a sentence say the same: "the more basic one, i.e. has the higher pI"."""
        degrees = [cue for cue in sentence.cues if cue.kind == "degree"]
        found = {
            frozenset(ask.targets)
            for cue in degrees
            if (ask := self._property(sentence, cue.properties) if cue.properties else self._beside(sentence, cue))
        }
        return len({cue.sign for cue in degrees}) == 1 and len(found) == 1

    def _than(self, sentence: Sentence, cue: Cue) -> int | None:
        for place in range(cue.last + 1, len(sentence.tokens)):
            if sentence.tokens[place].text in word_list("operations", "than"):
                return place
        return None

    def _versus(self, sentence: Sentence, ask: AskDraft, cue: Cue, than: int) -> AskDraft | None:
        """`is A heavier than B`: a verdict; `how much heavier is A than B`: a difference."""
        before = self._entities(sentence.tokens[:than])
        behind = self._entities(sentence.tokens[than:])
        if len(before) != 1 or len(behind) != 1 or not before[0] or before[0] == behind[0]:
            raise UnclearError("it is not clear what is compared with what")
        if any(cue.kind == "difference" for cue in sentence.cues):
            # "How much heavier is A than B" may be less than nothing: a difference has a sign.
            ask.about = (before[0], behind[0]) if cue.sign >= 0 else (behind[0], before[0])
            ask.then.append(Operation(tool="signed_difference", text="difference"))
        elif sentence.tokens[0].text in word_list("operations", "verifying"):
            ask.about = (before[0], behind[0])
            relation = "greater" if cue.sign > 0 else "less"
            ask.then.append(Operation(tool="compare_two", settings={"relation": relation}, text="comparison"))
        else:
            raise UnclearError("it is not clear what is compared with what")
        return ask

    def _pair(self, sentence: Sentence) -> AskDraft | None:
        cue = next(cue for cue in sentence.cues if cue.kind in ("difference", "ratio"))
        if any(other.kind in ("which", "choose") for other in sentence.cues):
            degree = next((other for other in sentence.cues if other.kind == "degree"), None)
            if degree is not None:
                return self._both(sentence)
        than = self._than(sentence, cue)
        ask = self._property(sentence, cue.properties) if cue.properties else self._beside(sentence, cue)
        if ask is None:
            raise UnclearError("it is not said of what the difference is")
        if than is not None:
            return self._versus(sentence, ask, cue, than)
        if len(sentence.subjects) != 2:
            raise UnclearError(f"a {cue.kind} is between two things")
        tool = "difference_of_values" if cue.kind == "difference" else "ratio_of_values"
        for one in (ask, *joined_to(sentence, ask)):
            one.then.append(Operation(tool=tool, text=cue.kind))
        return ask

    def _both(self, sentence: Sentence) -> AskDraft | None:
        """`which is heavier, and by how much?`: one of two things, and how far they are apart."""
        ask = self._degree(sentence)
        if ask is None or len(sentence.subjects) != 2 or not ask.then:
            raise UnclearError("it is not clear what is compared with what")
        apart = replace(ask, then=[Operation(tool="difference_of_values", text="difference")])
        sentence.asks.append(apart)
        return ask

    def _aggregate(self, sentence: Sentence) -> AskDraft | None:
        found = figured(sentence, self._several(sentence))
        if isinstance(found, str):
            raise UnclearError(found)
        for ask, operation in found or ():
            ask.then.append(operation)
        return found[0][0] if found else None

    def _threshold(self, sentence: Sentence) -> AskDraft | None:
        """`which weigh more than 250 g/mol`, `is the logP of X above 3`, `at least five rotatable bonds`."""
        cue, *cues = [cue for cue in sentence.cues if cue.kind == "relation"]
        ask = self._limited(sentence, cue)
        if ask is None or cues:
            return None
        if any(one.end <= ask.start for one in joined_to(sentence, ask)):
            raise UnclearError("it is not clear whether the condition is on one value or on several")
        several = self._several(sentence)
        verifying = sentence.tokens[0].text in word_list("operations", "verifying")
        if not (self._selects(sentence) if several else verifying):
            return None
        settings = self._limits(cue, sentence.tokens[cue.threshold])
        ranged = "lower" in settings
        if not several:
            tool = "lies_within" if ranged else "meets_threshold"
            ask.then.append(Operation(tool=tool, settings=settings, text="comparison"))
        else:
            ask.then.append(self._filter(sentence, "filter_by_range" if ranged else "filter_by_value", settings))
        return ask

    def _limited(self, sentence: Sentence, cue: Cue) -> AskDraft | None:
        """The ask that a condition is set on: that of its adjective or verb, or what stands at its number."""
        asks = [ask for ask in sentence.asks if ask.reported and not ask.soft]
        ask = None if cue.properties else ask_of(sentence, cue, asks)
        start = sentence.tokens[cue.first].start
        verbs = [one for one in sentence.cues if one.kind == "verb" and one.last < cue.first]
        if verbs and (ask is None or ask.end <= sentence.tokens[verbs[-1].first].start < start):
            # "Which contain a ring and weigh more than 200": the verb is nearer than the noun.
            ask = self._property(sentence, verbs[-1].properties)
        elif cue.properties:
            ask = self._property(sentence, cue.properties)
        return asks[0] if ask is None and len(asks) == 1 else ask

    def _conditions(self, sentence: Sentence) -> AskDraft | None:
        """`which have a TPSA below 60 and pass Lipinski's rule`."""
        if not self._several(sentence) or not self._selects(sentence):
            return None
        things = frozenset(one.start for one in self._query.entities if one.handle in sentence.subjects)
        found = all_conditions(sentence, things, lambda cue: self._limited(sentence, cue), self._limits, self._verdicts)
        if isinstance(found, str):
            raise UnclearError(found)
        return found

    def _selects(self, sentence: Sentence) -> bool:
        """Whether some of several things are asked for."""
        return any(cue.kind in ("which", "how_many", "choose") for cue in sentence.cues) or self._is_order(sentence)

    def _limits(self, cue: Cue, token: Token) -> dict[str, Any]:
        if (found := limits_of(self._query, cue, token)) is None:
            raise UnclearError(f"{token.text} is no range")
        return found

    def _select(self, sentence: Sentence) -> AskDraft | None:
        """`which of … contain a halogen`, `how many of … have an aromatic ring`."""
        asks = [ask for ask in sentence.asks if not ask.soft]
        singled = any(token.text in word_list("operations", "singling") for token in sentence.tokens)
        if len(asks) > 1 and self._several(sentence) and singled and all(self._verdicts(one.targets) for one in asks):
            raise UnclearError("which of them meet several conditions is not told; ask about one condition at a time")
        if len(asks) != 1 or not self._several(sentence) or asks_twice([token.text for token in sentence.tokens]):
            return None
        (ask,) = asks
        denied, having = self._denied(sentence, ask), word_list("operations", "having")
        if self._verdicts(ask.targets):
            ask.then.append(self._filter(sentence, "filter_by_verdict", {"wanted": not denied}))
        elif any(cue.kind == "relation" for cue in sentence.cues):
            raise UnclearError("it is not clear which number is meant")
        elif self._counts(ask.targets) and having & {one.text for one in sentence.tokens if one.start < ask.start}:
            if denied and any(target.column for target in ask.targets):
                raise UnclearError(NO_OR_BLANK.format(ask.text))
            none = {"relation": "=" if denied else ">", "threshold": 0.0}
            ask.then.append(self._filter(sentence, "filter_by_value", none))
        else:
            return None
        return ask

    def _denied(self, sentence: Sentence, ask: AskDraft) -> bool:
        """Whether those are wanted that do not have something: `do not contain`, `have no`, `lack`."""
        denials = [sentence.tokens[cue.first] for cue in sentence.cues if cue.kind == "deny"]
        if len(denials) > 1 or any(token.start >= ask.end for token in denials):
            raise UnclearError("it is not clear what is denied")
        return bool(denials)

    def _how(self, sentence: Sentence) -> AskDraft | None:
        """`how heavy is …`: the property of the adjective."""
        cue = next(cue for cue in sentence.cues if cue.kind == "how")
        return self._property(sentence, cue.properties)

    def _verb(self, sentence: Sentence) -> AskDraft | None:
        """`what does … weigh`: the property of the verb."""
        cue = next(cue for cue in sentence.cues if cue.kind == "verb")
        return self._property(sentence, cue.properties)

    def _filter(self, sentence: Sentence, tool: str, settings: dict[str, Any]) -> Operation:
        counted = any(cue.kind == "how_many" for cue in sentence.cues)
        return Operation(tool=tool, settings=settings, outputs=("count",) if counted else ("kept",), text="selection")

    def _is_order(self, sentence: Sentence) -> bool:
        """`list the compounds with …`: an order to choose."""
        return sentence.tokens[0].text in word_list("operations", "choosing")

    def _property(self, sentence: Sentence, labels: Sequence[str]) -> AskDraft | None:
        """The ask of an adjective's property: one that is named too, or a new one; a file's column before a tool."""
        targets = tuple(dict.fromkeys(target for label in labels for target in self._labelled(label)))
        targets = tuple(target for target in targets if target.column) or targets
        for ask in sentence.asks:
            if set(ask.targets) & set(targets):
                return ask
        place = next(cue for cue in sentence.cues if cue.properties == tuple(labels))
        start, end = sentence.tokens[place.first].start, sentence.tokens[place.last].end
        # "How long is the c axis": the length of it is a label of its own.
        named = next((ask for ask in sentence.asks if ask.start < end and start < ask.end), None)
        if named is not None or not targets:
            return named
        ask = AskDraft(self._query.text[start:end], targets, start, end, sentence.subjects)
        sentence.asks.append(ask)
        return ask

    def _beside(self, sentence: Sentence, cue: Cue) -> AskDraft | None:
        """The ask nearest behind a cue, or the last of the sentence; none that is there for another one."""
        end = sentence.tokens[cue.last].end
        asks = [ask for ask in sentence.asks if ask.reported]
        behind = [ask for ask in asks if ask.start >= end]
        if behind:
            return min(behind, key=lambda ask: ask.start)
        return asks[-1] if asks else None

    def _behind(self, sentence: Sentence, words: frozenset[str]) -> AskDraft | None:
        """The ask behind one of some words, or the only one."""
        for place in range(len(sentence.tokens) - 1, -1, -1):
            if sentence.tokens[place].text not in words:
                continue
            behind = [ask for ask in sentence.asks if ask.reported and ask.start >= sentence.tokens[place].end]
            if behind:
                return min(behind, key=lambda ask: ask.start)
        asks = [ask for ask in sentence.asks if not ask.soft and ask.reported]
        return asks[0] if len(asks) == 1 else None

    def _entities(self, tokens: Sequence[Token]) -> list[str]:
        places = [token.start for token in tokens if token.kind == ENTITY]
        return [
            next((entity.handle for entity in self._query.entities if entity.start == place), "") for place in places
        ]
