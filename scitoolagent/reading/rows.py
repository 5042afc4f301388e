"""What a sentence says of the rows of a file: how many there are, each different one once, and what they are called."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import meanings, phrase_list, phrases_of, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.header_places import headers_in
from scitoolagent.reading.headers import chosen_columns
from scitoolagent.reading.phrases import MASKED, Match, PhraseIndex, Target
from scitoolagent.reading.row_apart import (
    FILTERS,
    both_classes,
    called,
    headers_left,
    single_rows,
    states_left,
    values_left,
)
from scitoolagent.reading.row_guards import guarded
from scitoolagent.reading.row_nouns import row_nouns
from scitoolagent.reading.row_said import ends_within, join_settings, lengths_in_letters
from scitoolagent.reading.row_shares import all_holding, refuse_turned, shared, shared_and_limits
from scitoolagent.reading.row_subjects import once_each, refuse_uncounted
from scitoolagent.reading.row_values import Said
from scitoolagent.reading.tokens import ENTITY, NUMBER, WORD, Token
from scitoolagent.reading.words import Word, label_words
from scitoolagent.records import Operation, Query
from scitoolagent.toolkg.graph import ToolGraph

_SEQUENCE = "Sequence"
_COUNTING = (("how", "many"), ("number", "of"), ("count", "of"), ("count",))
_LONGEST_COUNT = 4
# Between an order and the rows that it is about an article, and a pronoun.
_NEAR_ORDER = 4
_FILTER = "filter_rows"
_SIGNS = frozenset("/*+×÷")
_JOIN = "join_tables"
_NOTHING_SAID: Mapping[int, bool] = {}


def labels_for_rows(graph: ToolGraph, index: PhraseIndex, query: Query, words: tuple[str, ...]) -> tuple[Target, ...]:
    """What a label stands for, of the rows of a question: of proteins the "weight" is the "weight of a protein" too.

    Only kinds of sequence have properties that a label names by their noun; of other rows a label means what it says.
    """
    own = index.targets(words)
    types = {entity.type for entity in query.entities if entity.file}
    for name, nouns in phrases_of("row_nouns").items() if own and types else ():
        if name != _SEQUENCE and graph.is_a(name, _SEQUENCE) and any(graph.is_a(kind, name) for kind in types):
            own += tuple(target for noun in nouns for target in index.targets(label_words(f"{noun} {' '.join(words)}")))
    return tuple(dict.fromkeys(own))


def of_all_columns(graph: ToolGraph, query: Query, drafts: Sequence[AskDraft]) -> None:
    """Ask of all columns that say what the rows are, where a sentence names the rows: a tool takes the nearest."""
    places = {entity.start for entity in query.entities if entity.file}
    for draft in drafts:
        tools = [graph.tools[target.tool] for target in draft.targets if target.tool in graph.tools]
        if any(graph.role(port.type) == "table" for tool in tools for port in tool.required):
            continue
        starts = {one.start for one in query.entities if one.handle in draft.about} & places
        added = [one.handle for one in query.entities if one.start in starts and one.handle not in draft.about]
        draft.about = (*draft.about, *added)


def row_cues(sentence: Sequence[Token], nouns: frozenset[str], said: Mapping[int, bool] = _NOTHING_SAID) -> list[Cue]:
    """`how many compounds`, `the number of different sequences`: a number of rows is asked for.

    Args:
        sentence: its tokens.
        nouns: what the rows may be called.
        said: where words begin that are a condition on the rows, and whether they call them, too: "how many amines".
    """
    # No noun, and none of the words of a phrase.
    texts = ["" if token.start in said else token.text for token in sentence]
    if not nouns:
        return []
    texts = [next(iter(nouns)) if said.get(token.start) else text for token, text in zip(sentence, texts, strict=True)]
    if (share := shared(sentence, nouns, texts)) is not None:
        return [share]
    for place in range(len(texts)):
        # "Which three compounds have the highest …"
        number = sentence[place].number
        counted = (
            place + 1 < len(texts) and singular(texts[place + 1]) in nouns and sentence[place].kind in (WORD, NUMBER)
        )
        if counted and number is not None and number.is_integer() and texts[place - 1 : place] != ["than"]:
            return [Cue("count", place, place, value=str(int(number)))]
        for opening in _COUNTING:
            if tuple(texts[place : place + len(opening)]) != opening:
                continue
            if place and opening[0] == "count" and texts[place - 1] in word_list("row_words", "group_figures"):
                continue  # "the mean count of …" is that of a column
            behind = place + len(opening)
            end = behind
            while end < len(texts) and end - behind < _LONGEST_COUNT and (not texts[end] or _is_filling(texts[end])):
                end += 1
            if end < len(texts) and sentence[end].kind == WORD and singular(texts[end]) in nouns:
                return [Cue("how_many", place, end, value="rows")]
            if end < len(texts) and sentence[end].kind == ENTITY and texts[end] in nouns:
                return [Cue("how_many", place, end - 1, value="rows")]
            if end < len(texts) and texts[behind : behind + 1] == ["of"]:
                if sentence[end].kind == ENTITY:
                    return [Cue("how_many", place, end - 1, value="rows")]
                if texts[end] in word_list("references", "back"):
                    return [Cue("how_many", place, end, value="rows")]
    return []


def without_row_counts(
    graph: ToolGraph, query: Query, parts: Sequence[Sequence[Token]], words: list[Word], said: Mapping[int, bool]
) -> list[Word]:
    """The words with those that ask for a number of rows masked: no label reaches over them."""
    nouns = row_nouns(graph, query)
    masked = {
        token.start
        for sentence in parts
        for cue in row_cues(sentence, nouns, said)
        if cue.kind in ("how_many", "share")
        for token in sentence[cue.first : cue.last + 1]
    }
    return [word._replace(text=MASKED) if word.start in masked else word for word in words] if masked else words


def in_header(start: int, labels: Sequence[Match], words: Sequence[Word]) -> bool:
    """Whether a word is one of the header of a column."""
    return any(
        words[place].start == start
        for match in labels
        if any(target.column for target in match.targets)
        for place in match.words
    )


def _is_filling(text: str) -> bool:
    filling = word_list("tables", "different") | word_list("references", "small") | word_list("operations", "being")
    return text in filling | {"of"}


def count_rows(
    query: Query, sentence: Sequence[Token], cues: Sequence[Cue], drafts: list[AskDraft], subjects: tuple[str, ...]
) -> list[Read]:
    """Add the ask for the number of rows, where a number of them is asked for and no condition is set."""
    cue = next((cue for cue in cues if cue.kind == "how_many" and cue.value == "rows"), None)
    if cue is None:
        return []
    start, end = sentence[cue.first].start, sentence[cue.last].end
    ask = AskDraft(query.text[start:end], (Target(tool="count_rows"),), start, end, subjects)
    conditions = [one for one in drafts if any(operation.tool in {*FILTERS, _JOIN} for operation in one.then)]
    # One that no other goes on from: the rows that it leaves meet all conditions.
    ask.after = [one for one in conditions if not any(one in other.after for other in conditions)][-1:]
    drafts.append(ask)
    return [Read(token.start, token.end, "ask") for token in sentence[cue.first : cue.last + 1] if token.kind == WORD]


def different(query: Query, sentence: Sequence[Token], drafts: list[AskDraft], subjects: tuple[str, ...]) -> list[Read]:
    """Ask only of different rows, where a sentence says so: "different compounds", "when duplicates are removed"."""
    texts = [token.text for token in sentence]
    places: set[int] = set()
    for place, text in enumerate(texts):
        if text in word_list("tables", "different"):
            places.add(place)
    for phrase in phrase_list("tables", "once"):
        words = phrase.split()
        for place in range(len(texts) - len(words) + 1):
            if texts[place : place + len(words)] == words:
                places |= set(range(place, place + len(words)))
    inside = [draft for draft in drafts if not draft.soft and sentence[0].start <= draft.start < sentence[-1].end]
    if not places or not inside:
        return []
    first = sentence[min(places)]
    named = sentence[max(places) + 1].text if max(places) + 1 < len(sentence) else ""
    about = _what_differs(query, subjects, named)
    ask = AskDraft(first.text, (Target(tool="distinct_rows"),), first.start, first.end, about, reported=False)
    kinds = {query.entity(handle).value for handle in about}
    meant = [one for start, _, one in headers_in(query, sentence) if start == max(places) + 1 and one.kind == "text"]
    if meant and meant[0].name not in kinds:
        ask.problem = f"it is not read that each {meant[0].name} is wanted once"
    for draft in inside:
        if not draft.after:
            draft.after = [ask]
    drafts.append(ask)
    return [Read(sentence[place].start, sentence[place].end, "operation") for place in sorted(places)]


def _what_differs(query: Query, subjects: tuple[str, ...], named: str) -> tuple[str, ...]:
    """The columns by which rows are told apart: the one that is named, or structures, since one has several names."""
    files = {entity.file for entity in query.entities if entity.handle in subjects and entity.file}
    columns = [entity for entity in query.entities if entity.file in files]
    called = [one.handle for one in columns if singular(str(one.value).casefold()) == singular(named)]
    structures = [one.handle for one in columns if not one.type.endswith("Name")]
    return tuple(called or structures) or subjects


def parts_only(
    query: Query, sentence: Sequence[Token], drafts: list[AskDraft], subjects: tuple[str, ...]
) -> list[Read]:
    """Ask only of the rows that a noun means: of a structure the chains, or the ligands."""
    headers = word_list("tables", "part_column")
    having = [table.file for table in query.tables if any(column.name in headers for column in table.columns)]
    of_rows = any(entity.file in having for entity in query.entities if entity.handle in subjects)
    token = next((token for token in sentence if token.text in meanings("part_rows")), None)
    inside = [one for one in drafts if not one.soft and not one.after]
    if token is None or not of_rows or not inside:
        return []
    part = {"is": "compare", "column": next(iter(headers)), "sign": "=", "value": meanings("part_rows")[token.text]}
    letter = _lettered(query, sentence, token)
    named = [{"is": "compare", "column": singular(token.text), "sign": "=", "value": letter}] if letter else []
    first = _first_model(query, sentence, having)
    needed = [part, *named, *([first] if first else [])]
    condition = {"is": "all", "of": needed} if needed[1:] else part
    ask = AskDraft(token.text, (Target(tool=_FILTER),), token.start, token.end, subjects, reported=False)
    ask.then.append(Operation(tool=_FILTER, settings={"condition": condition}, text=token.text))
    for draft in inside:
        draft.after = [ask]
    drafts.append(ask)
    read = sentence[sentence.index(token) : sentence.index(token) + 1 + bool(letter)]
    return [Read(one.start, one.end, "operation") for one in read]


def _lettered(query: Query, sentence: Sequence[Token], part: Token) -> str:
    """The letter of a part, where one stands behind it and the file has it: "chain B"."""
    place = sentence.index(part) + 1
    said = query.text[sentence[place].start : sentence[place].end] if place < len(sentence) else ""
    known = [values for table in query.tables for header, values in table.values.items() if header == part.text]
    return said if any(said in values for values in known) else ""


def _first_model(query: Query, sentence: Sequence[Token], files: Sequence[str]) -> dict[str, object]:
    """The condition that leaves the first of several models, where a sentence speaks of none; nothing for one."""
    headers = word_list("tables", "model_column")
    known = {header: values for table in query.tables if table.file in files for header, values in table.values.items()}
    header = next((one for one in headers if len(known.get(one, ())) > 1), "")
    if not header or any(singular(token.text) in headers for token in sentence):
        return {}
    return {"is": "compare", "column": header, "sign": "=", "value": int(known[header][0])}


def _holding(
    query: Query,
    sentence: Sequence[Token],
    said: Sequence[Said],
    cues: Sequence[Cue],
    drafts: list[AskDraft],
    subjects: tuple[str, ...],
    judged: bool,
) -> list[Read]:
    """Ask only of the rows that hold the texts that a sentence says: "whose class is kinase".

    Where each row is to be judged, a join keeps those of the first file that have no partner.
    """
    read: list[Read] = []
    last: AskDraft | None = None
    first = [one for one in drafts if not one.soft and not one.after]
    for one in said:
        start, end = sentence[one.tokens[0]].start, sentence[one.tokens[-1]].end
        text = query.text[start:end]
        ask = AskDraft(text, (Target(tool=_FILTER),), start, end, subjects, reported=False)
        ask.then.append(Operation(tool=_FILTER, settings={"condition": one.condition}, text=text))
        if "join" in one.condition:
            keys = join_settings(query, one.condition["join"])
            ask.targets = (Target(tool=_JOIN),)
            kept = {"keep": True} if judged else {}
            ask.then = [Operation(tool=_JOIN, settings={**(keys or {}), **kept}, text=text)]
            ask.problem = "" if keys is not None else "not both files have the column that it is to be done by"
        elif any(token.text in word_list("operations", "offering") for token in sentence if token.start >= end):
            ask.problem = "it is not clear whether all conditions are to be met, or one of them"
        ask.problem = ask.problem or one.problem
        ask.after = [last] if last else []
        read += [Read(sentence[place].start, sentence[place].end, "operation") for place in one.tokens]
        drafts.append(ask)
        last = ask
    if last is not None:
        for draft in first:
            draft.after = [last]
        counted = any(cue.kind == "how_many" for cue in cues)
        others = [one for one in drafts if one is not last and not one.soft and one.reported]
        last.reported = not counted and (not others or _is_listed(sentence, said, others))
    return read


def _is_listed(sentence: Sequence[Token], said: Sequence[Said], others: Sequence[AskDraft]) -> bool:
    """Whether the rows are wanted besides what is asked of them: "list the women over 75, and their mean age"."""
    asked = min(one.start for one in others)
    opening, first, last = sentence[0].text, said[0].tokens[0], max(one.tokens[-1] for one in said)
    joined = any(token.text == "and" for token in sentence[last + 1 :] if token.start < asked)
    return opening in word_list("row_words", "list_heads") and 0 < first < _NEAR_ORDER and joined


def _refuse_figures_of_each(
    sentence: Sequence[Token], cues: Sequence[Cue], drafts: Sequence[AskDraft], nouns: frozenset[str]
) -> None:
    """`the sum of A and B of each compound` is one of each row, which no tool gives; that of a column is another."""
    figures = [cue for cue in cues if cue.kind == "aggregate"]
    grouping = word_list("row_words", "grouping")
    of_each = any(
        one.text in ("each", "every", "per") or (one.text in grouping and singular(other.text) in nouns)
        for one, other in itertools.pairwise([*sentence, sentence[-1]])
    )
    inside = [one for one in drafts if not one.soft and any(each.tool not in FILTERS for each in one.then)]
    summed = len(figures) == 1 and figures[0].value == "sum_of_values"
    if figures and (of_each or (len(inside) > 1 and summed)):
        for draft in inside:
            draft.problem = draft.problem or "it is not clear whether one figure of all rows is wanted, or one for each"


def uncounted(
    graph: ToolGraph, sentence: Sequence[Token], cues: Sequence[Cue], drafts: Sequence[AskDraft]
) -> list[Read]:
    """`how many` that no ask and no cue took: a number is asked for, and it is no courtesy."""
    found: list[Read] = []
    for place, (one, other) in enumerate(itertools.pairwise(sentence)):
        taken = any(cue.first <= place <= cue.last for cue in cues)
        behind = sentence[place + 2].start if place + 2 < len(sentence) else -1
        counted = [draft for draft in drafts if draft.start == behind and _gives_numbers(graph, draft)]
        asked = bool(counted) or any(draft.start <= one.start < draft.end for draft in drafts)
        if (one.text, other.text) == ("how", "many") and not taken and not asked:
            found += [Read(one.start, one.end, "unread"), Read(other.start, other.end, "unread")]
    return found


def _gives_numbers(graph: ToolGraph, draft: AskDraft) -> bool:
    """Whether an ask is for whole numbers alone: "how many chlorine atoms has each"."""
    tools = [graph.tools.get(target.tool) for target in draft.targets]
    return bool(tools) and all(tool is not None and tool.outputs[0].python == "int" for tool in tools)


def _judges(graph: ToolGraph, target: Target) -> bool:
    """Whether a verdict on every row is asked for, or a number of them, so that no row may get lost before."""
    made = graph.tools[target.tool].outputs if target.tool else ()
    return any(graph.is_a(port.type, "JudgedRows") for port in made)


def _where(sentence: Sequence[Token]) -> list[Read]:
    """`where is the aspirin` asks for a place: the rows that are called so do not answer it."""
    first, *others = sentence
    asked = first.text == "where" and bool(others) and others[0].text in word_list("operations", "being")
    return [Read(first.start, first.end, "unread")] if asked else []


def _reckoned(query: Query, sentence: Sequence[Token]) -> list[Read]:
    """Signs between two headers that no form has read: "the mean of A / B" is one of the ratio."""
    headers = [*headers_in(query, sentence)] if any(token.text in _SIGNS for token in sentence) else []
    ends, starts = {end for _, end, _ in headers}, {start for start, _, _ in headers}
    return [
        Read(token.start, token.end, "unread")
        for place, token in enumerate(sentence)
        if token.text in _SIGNS and place in ends and place + 1 in starts
    ]


def of_rows(
    graph: ToolGraph,
    query: Query,
    sentence: Sequence[Token],
    cues: Sequence[Cue],
    drafts: list[AskDraft],
    subjects: tuple[str, ...],
    used: frozenset[str],
    said: Sequence[Said] = (),
) -> list[Read]:
    """What a sentence says of the rows of a file besides what it asks of each; new asks join `drafts`."""
    every = said
    wanted, limits = shared_and_limits(sentence, cues, said)
    read = all_holding(query, sentence, wanted, cues, drafts, subjects) if "share" not in used else []
    said = limits if read else said
    refuse_turned(sentence, cues, said, drafts)
    judged = any(_judges(graph, target) for one in drafts for target in one.targets)
    read += _holding(query, sentence, said, cues, drafts, subjects, judged)
    read += count_rows(query, sentence, cues, drafts, subjects) if "how_many" not in used else []
    read += different(query, sentence, drafts, subjects)
    read += parts_only(query, sentence, drafts, subjects)
    nouns = row_nouns(graph, query)
    read += uncounted(graph, sentence, cues, drafts)
    _refuse_figures_of_each(sentence, cues, drafts, nouns)
    read += single_rows(query, sentence, cues, nouns) + both_classes(query, sentence) + chosen_columns(query)
    limited = {one.column or one.type for draft in drafts if draft.then for one in draft.targets}
    letters = lengths_in_letters(query, sentence, limited)
    drafts[:] = [one for one in drafts if one.then or one.start not in {each.start for each in letters}]
    read += letters
    read += _where(sentence) + _reckoned(query, sentence)
    read += guarded(query, sentence, cues, every, drafts)
    refuse_uncounted(query, sentence, drafts)
    once_each(query, sentence, every, drafts)
    left = values_left(query, sentence) + headers_left(query, sentence, drafts)
    left += states_left(sentence, {place for one in every for place in one.tokens}, nouns)
    return read + called(sentence, nouns, drafts) + ends_within(sentence) + left
