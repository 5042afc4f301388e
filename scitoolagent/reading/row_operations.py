"""Operations on the rows of a file: several conditions, and then an order, a choice or a figure of what is left."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft, Composer, Sentence, UnclearError
from scitoolagent.reading.conditions import ask_of, keeping_limits, keeping_verdicts, refused
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.header_places import starts_in_lists
from scitoolagent.reading.negation import with_denials
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.row_parting import shared_headers
from scitoolagent.reading.row_values import NO_OR_BLANK
from scitoolagent.reading.tokens import ENTITY, Token
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

_CHOOSING = frozenset(["which", "choose", "how_many", "degree", "aggregate", "sort"])
_KEEPING, _TWO, _NEAR = "filter_rows", 2, 5
_ORDERING = frozenset(["sort", "direction", "degree", "aggregate"])


class RowComposer(Composer):
    """Turns cues into operations; where a sentence is about rows of a file, its conditions come first.

    A condition leaves some of the rows, and all else that the sentence asks is asked of those: "which ten have the
    highest QED and pass Lipinski" takes the ten highest of those that pass.
    """

    def compose(self, sentence: Sentence) -> tuple[AskDraft | None, frozenset[str]]:
        """As `Composer.compose`."""
        try:
            return self._composed(sentence)
        except UnclearError as error:
            return refused(sentence, str(error))

    def _composed(self, sentence: Sentence) -> tuple[AskDraft | None, frozenset[str]]:
        files = self._query.entities if self._query.tables else ()
        of_rows = any(entity.file for entity in files if entity.handle in sentence.subjects)
        if of_rows:
            read = with_denials(sentence)
            if isinstance(read, str):
                return refused(sentence, read)
            sentence = read
        share = next((cue for cue in sentence.cues if cue.kind == "share"), None)
        if of_rows and _counts_conditions(sentence):
            return refused(sentence, "it is not read that some of several conditions are enough; ask for each")
        if of_rows and _offers_one_of(sentence) and (some := self._some(sentence)) is not None:
            return some
        if of_rows and _offers_one_of(sentence):
            return refused(sentence, "it is not read that one of several conditions is enough; ask for each")
        if of_rows and share is not None:
            return self._share(sentence, share)
        verifying = sentence.tokens[0].text in word_list("operations", "verifying")
        if not of_rows or verifying:
            return super().compose(sentence)
        return self._of_rows(sentence)

    def _of_rows(self, sentence: Sentence) -> tuple[AskDraft | None, frozenset[str]]:
        """What is asked of rows that meet conditions, or which rows meet them."""
        spent: list[Cue] = []
        filters: list[AskDraft] = []
        for cue in [cue for cue in sentence.cues if cue.kind == "relation"]:
            if (ask := self._conditioned(sentence, cue, filters)) is not None:
                filters.append(ask)
                spent.append(cue)
        others = [ask for ask in sentence.asks if ask not in filters and not ask.soft and ask.reported]
        chooses = any(cue.kind in _CHOOSING for cue in sentence.cues)
        counts = any(cue.kind == "how_many" for cue in sentence.cues)
        verdicts = [ask for ask in others if self._verdicts(ask.targets) and not ask.after] if chooses else []
        verdicts = [ask for ask in verdicts if not _is_led(sentence, ask)]
        lacking = [ask for ask in others if chooses and self._counts(ask.targets) and _has_none(sentence, ask)]
        if not filters and (len(others) == 1 or not (verdicts or lacking)) and not counts:
            return super().compose(sentence)
        for ask in lacking:
            if any(target.column for target in ask.targets):
                ask.problem = NO_OR_BLANK.format(ask.text)
            ask.then.append(keeping_limits({"relation": "=", "threshold": 0.0}))
            filters.append(ask)
        for ask in verdicts:
            ask.then.append(keeping_verdicts(sentence, ask))
            filters.append(ask)
        if not filters:
            return super().compose(sentence)
        return self._rest(sentence, filters, spent)

    def _some(self, sentence: Sentence) -> tuple[AskDraft | None, frozenset[str]] | None:
        """Ask of the rows that meet one of several conditions, where nothing but "or" joins them; None for all else."""
        limits = [cue for cue in sentence.cues if cue.kind == "relation"]
        asks: list[AskDraft] = []
        for cue in limits:
            ask = self._conditioned(sentence, cue, asks)
            if ask is None or ask in asks or ask.after:
                _unwritten(asks)
                return None
            asks.append(ask)
        inside = [one for one in sentence.asks if not one.soft and one.reported and one not in asks]
        first, last = min(one.start for one in asks), max(_end_of(sentence, cue) for cue in limits)
        spoken = [token.text for token in sentence.tokens if first <= token.start < last]
        others = word_list("operations", "offering") - {"or"}
        denied = {token.text for token in sentence.tokens} & (word_list("operations", "denying") | others)
        mixed = denied or {*spoken} & word_list("row_words", "joining_all")
        if len(asks) < len(limits) or len(asks) < _TWO or mixed or any(first <= one.start < last for one in inside):
            _unwritten(asks)
            return None
        start, end = first, last
        whole = AskDraft(self._query.text[start:end], (Target(tool=_KEEPING),), start, end, sentence.subjects)
        for ask in asks:
            limit = ask.then.pop()
            whole.then.append(limit.model_copy(update={"settings": {**limit.settings, "joined": "any"}}))
            ask.reported = False
        whole.after, whole.columns = list(asks), {"condition": list(asks)}
        sentence.asks.append(whole)
        return self._rest(sentence, [whole], limits)

    def _share(self, sentence: Sentence, share: Cue) -> tuple[AskDraft | None, frozenset[str]]:
        """Ask of all rows together whether, or in which share, they meet the conditions of the sentence."""
        asks: list[AskDraft] = []
        for cue in [cue for cue in sentence.cues if cue.kind == "relation"]:
            if (ask := self._conditioned(sentence, cue, asks)) is not None:
                asks.append(ask)
        for ask in [one for one in sentence.asks if one not in asks and not one.soft and one.reported]:
            if self._verdicts(ask.targets) and not ask.after:
                ask.then.append(keeping_verdicts(sentence, ask))
            elif self._counts(ask.targets):
                few = self._denied(sentence, ask)
                ask.then.append(keeping_limits({"relation": "=" if few else ">", "threshold": 0.0}))
            else:
                return None, frozenset()
            asks.append(ask)
        if not asks:
            return None, frozenset()
        start, end = sentence.tokens[share.first].start, sentence.tokens[share.last].end
        whole = AskDraft(self._query.text[start:end], (Target(tool=share.value),), start, end, sentence.subjects)
        asks.sort(key=lambda ask: ask.start)
        if len(asks) > 1 and not self._are_joined(sentence, asks):
            whole.problem = "it is not clear of which rows, and which condition they are to meet"
        for ask in asks:
            whole.then.append(ask.then.pop())
            ask.reported = False
        whole.after, whole.columns = list(asks), {"condition": list(asks)}
        sentence.asks.append(whole)
        return whole, frozenset(["share", "relation", "verb", "deny", "which", "choose"])

    def _are_joined(self, sentence: Sentence, asks: Sequence[AskDraft]) -> bool:
        """Whether nothing but "and" joins some conditions, all behind one verb."""
        offered = any(token.text in word_list("operations", "offering") for token in sentence.tokens)
        texts = [[token.text for token in sentence.tokens if one.end <= token.start < other.start]
                 for one, other in itertools.pairwise(asks)]  # fmt: skip
        return not offered and all({"and", ","} & set(between) for between in texts)

    def _rest(
        self, sentence: Sentence, filters: Sequence[AskDraft], spent: Sequence[Cue]
    ) -> tuple[AskDraft | None, frozenset[str]]:
        """Ask what else a sentence asks of the rows that its conditions leave."""
        for before, behind in itertools.pairwise(filters):
            behind.after = [before]
            before.reported = False
        cues = [cue for cue in sentence.cues if cue not in spent]
        asks = [ask for ask in sentence.asks if ask not in filters]
        rest = replace(sentence, cues=[cue for cue in cues if cue.kind not in ("how_many", "verb", "deny")], asks=asks)
        if not asks and any(cue.kind in _ORDERING for cue in rest.cues):
            # "Those below 300, sort them": by what the condition is set on.
            probe = replace(filters[-1], then=[], after=[])
            ordered, used = super().compose(replace(rest, asks=[probe]))
            if ordered is probe and not probe.problem:
                filters[-1].then += probe.then
                return filters[-1], used | frozenset({cue.kind for cue in spent} | {"which", "choose", "verb", "deny"})
        ask, used = super().compose(rest)
        if "relation" not in used and any(cue.kind == "relation" for cue in rest.cues):
            # "At most two of the acids with a pIC50 above 6": one of two conditions is on nothing that is asked for.
            raise UnclearError("it is not clear what each condition is set on")
        sentence.asks.extend(one for one in asks if one not in sentence.asks)
        left = [one for one in asks if not one.soft and one.reported]
        for one in left:
            for asked in [column for columns in one.columns.values() for column in columns] or [one]:
                if not asked.after:
                    asked.after = [filters[-1]]
        counted = any(cue.kind == "how_many" for cue in cues)
        filters[-1].reported = not left and not counted
        kinds = {cue.kind for cue in spent} | {"which", "choose", "verb", "deny"}
        return ask or filters[-1], used | frozenset(kinds)

    def _conditioned(self, sentence: Sentence, cue: Cue, taken: Sequence[AskDraft]) -> AskDraft | None:
        """The ask that a condition is set on, with the condition."""
        token = sentence.tokens[cue.threshold]
        verb = next((one for one in sentence.cues if one.kind == "verb" and one.last < cue.first), None)
        properties = cue.properties
        # "That weigh less than …": the verb right before says of what.
        beside = verb is not None and verb.last == cue.first - 1
        ask = self._property(sentence, properties) if properties else None
        if verb is not None and beside and ask is None:
            ask = self._property(sentence, verb.properties)
        ask = ask or ask_of(sentence, cue, [one for one in sentence.asks if one.reported and not one.soft])
        if ask is None and verb is not None:
            ask = self._property(sentence, verb.properties)
        if ask is None or ask in taken:
            if ask is not None:
                ask.problem = "two conditions on one value are not read; write them as a range, or ask for each"
            return None
        ask.then.append(keeping_limits(self._limits(cue, token)))
        return ask


def _unwritten(asks: Sequence[AskDraft]) -> None:
    """Take the conditions out of asks again."""
    for ask in asks:
        ask.then.pop()


def _end_of(sentence: Sentence, cue: Cue) -> int:
    return sentence.tokens[max(cue.last, cue.threshold)].end


def _has_none(sentence: Sentence, ask: AskDraft) -> bool:
    """Whether "no" or "without" stands right in front of what is counted: "and no donors", "without rings"."""
    before = [token.text for token in sentence.tokens if token.end <= ask.start]
    return bool(before) and before[-1] in word_list("operations", "denying") - {"not"}


def _offers_one_of(sentence: Sentence) -> bool:
    """Whether "or" stands between a condition with a number and another one: "IC50 below 50 or a TPSA above 100"."""
    limits = [cue for cue in sentence.cues if cue.kind == "relation"]
    inside = {place for cue in limits for place in range(cue.first, max(cue.last, cue.threshold) + 1)}
    for place, token in enumerate(sentence.tokens):
        if token.text not in word_list("operations", "offering") or place in inside:
            continue
        before = any(max(cue.last, cue.threshold) < place for cue in limits)
        behind = any(cue.first > place for cue in limits)
        asks = [ask for ask in sentence.asks if ask.reported and not ask.soft]
        asked = any(ask.start > token.start for ask in asks), any(ask.end <= token.start for ask in asks)
        if (before and (behind or asked[0])) or (behind and asked[1]):
            return True
    return False


def _counts_conditions(sentence: Sentence) -> bool:
    """Whether a number of the conditions that follow is enough: "at least two of: yield above 60 %, mp below 50 °C"."""
    for place, (one, other) in enumerate(itertools.pairwise(sentence.tokens)):
        counted = one.number is not None or one.text in word_list("row_words", "some_of")
        if not counted or other.text not in word_list("row_words", "of_conditions"):
            continue
        behind = [cue for cue in sentence.cues if cue.kind == "relation" and cue.first > place]
        listed = {token.text for token in sentence.tokens[place + 2 : place + _NEAR]}
        if len(behind) > 1 and listed & word_list("row_words", "conditions"):
            return True
        if len(behind) > 1 and not any(token.kind == ENTITY for token in sentence.tokens[place + 2 : behind[0].first]):
            return True
    return False


def prepared(
    graph: ToolGraph,
    query: Query,
    parts: Sequence[Sequence[Token]],
    drafts: list[AskDraft],
    nouns: frozenset[str],
    cues: Sequence[Sequence[Cue]],
) -> list[AskDraft]:
    """The asks of a question about rows: words for the rows ask nothing, and columns go into tools that take them."""
    _compare_rows(graph, query, drafts)
    # Those are asks only where they stand in a list of what is wanted of each row: "the SMILES and price of …".
    listed = {one.name for table in query.tables for one in table.columns if one.kind == "text" and one.type}
    beside = starts_in_lists(query)
    kept = [
        draft
        for draft in drafts
        if draft.start in beside
        or any(target.column in listed for target in draft.targets)
        or _is_group(query, parts, draft)
        or not all(singular(word) in nouns for word in draft.text.lower().split())
    ]
    # "The oldest patient": the adjective asks.
    drafts = kept if any(cue.properties for own in cues for cue in own) else kept or drafts
    for draft in drafts:
        if not any(_takes_columns(graph, target.tool) for target in draft.targets):
            continue
        sentence = next((part for part in parts if part[0].start <= draft.start < part[-1].end), ())
        columns = [
            other
            for other in drafts
            if other is not draft
            and not other.soft
            and not other.after
            and sentence
            and sentence[0].start <= other.start < sentence[-1].end
            and not any(_takes_columns(graph, target.tool) for target in other.targets)
        ]
        if columns:
            draft.targets = tuple(target for target in draft.targets if _takes_columns(graph, target.tool))
            draft.after = columns
            for column in columns:
                column.reported = False
    return drafts


def _is_led(sentence: Sentence, ask: AskDraft) -> bool:
    """Whether a column of verdicts stands behind words for groups: "by smoker" are both, and no condition."""
    before = [token.text for token in sentence.tokens if token.start < ask.start]
    return before[-1:] != [] and before[-1] in word_list("row_words", "group_leads")


def _is_group(query: Query, parts: Sequence[Sequence[Token]], draft: AskDraft) -> bool:
    """Whether a word that may call the rows is the header of a column of classes: "the mean signal by compound"."""
    held = shared_headers(query)
    if not any(target.column in held for target in draft.targets):
        return False
    tokens = [token for part in parts for token in part]
    place = next((number for number, token in enumerate(tokens) if token.start == draft.start), 0)
    behind = tokens[place + 1].text if place + 1 < len(tokens) else ""
    return (place > 0 and tokens[place - 1].text in word_list("row_words", "grouping")) or behind == "as"


def _compare_rows(graph: ToolGraph, query: Query, drafts: Sequence[AskDraft]) -> None:
    """Have the rows compared with what stands behind an ask: "which of them contain the substructure X"."""
    rows = {entity.handle: entity.start for entity in query.entities if entity.file}
    for draft in drafts:
        tools = [graph.tools[target.tool] for target in draft.targets if target.tool]
        in_front = tuple(handle for handle, start in rows.items() if start < draft.start)
        pairs = all(_takes_pair(graph, tool.name) for tool in tools)
        if tools and pairs and in_front and draft.about and not rows.keys() & set(draft.about):
            draft.about = (*in_front, *draft.about)


def refuse_named_pairs(
    graph: ToolGraph, query: Query, parts: Sequence[Sequence[Token]], drafts: Sequence[AskDraft]
) -> None:
    """Tell of two things that a file is only said to hold, "A and B in x.csv", that they are compared without it."""
    files = [entity for entity in query.entities if entity.file]
    for draft in drafts:
        tools = [target.tool for target in draft.targets if target.tool]
        sentence = next((part for part in parts if part[0].start <= draft.start < part[-1].end), ())
        named = [one for one in sentence if one.kind == ENTITY and not any(one.start == file.start for file in files)]
        file = next((one for one in files if named[1:] and one.start > named[-1].start), None)
        if not tools or file is None or not all(_takes_pair(graph, tool) for tool in tools):
            continue
        between = [token.text for token in sentence if named[-1].end <= token.start < file.start]
        if between and set(between) <= word_list("references", "small"):
            told = f"whether the two are compared with one another or with the rows of {file.text} is not clear"
            draft.problem = draft.problem or told


def _takes_pair(graph: ToolGraph, name: str) -> bool:
    """Whether a tool compares two things of one kind."""
    ports = [port.type for port in graph.tools[name].required if not graph.is_setting(port.type) and not port.many]
    return len(ports) == 2 and len(set(ports)) == 1


def _takes_columns(graph: ToolGraph, name: str) -> bool:
    """Whether a tool takes a table and columns of it."""
    tool = graph.tools.get(name)
    if tool is None:
        return False
    tables = [port for port in tool.required if graph.role(port.type) == "table"]
    return bool(tables) and any(graph.is_a(port.type, "ColumnName") for port in tool.required)
