"""Headers of the columns of files among the words of a question."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from scitoolagent.language.stem import is_plural, singular
from scitoolagent.language.words import phrase_meanings, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.header_places import HISSING, one_of, starts_in_lists
from scitoolagent.reading.phrase_places import phrase_before
from scitoolagent.reading.phrases import Match, PhraseIndex, Target
from scitoolagent.reading.row_parting import chooses_among, headers_of_several, of_named_rows
from scitoolagent.reading.row_values import part_headers
from scitoolagent.reading.tokens import BRACKETED
from scitoolagent.reading.words import EMPTY, Word, read_words
from scitoolagent.records import Column, Query
from scitoolagent.tool.unit_words import find_units
from scitoolagent.toolkg.graph import ToolGraph

_NUMBERED = re.compile(r" \((\d+)\)$")
_CAPITALS = re.compile(r"[A-Z]{2,6}")
_VALUE = ("value", "values")
_MARKED = re.compile(r"([A-Za-z][A-Za-z _]*?)[\s_]+(?:[A-Z]{2,4}\d{0,3}|(?:wt|at|vol|mol)\.?\s?%)")
_SPOKEN = re.compile(r"\w+|[,&]")
_LEAST_SAID, _MOST_SAID = 2, 9
_ANY_NUMBER = "number"
_ARTICLES = ("a", "an")
# Behind a header of one letter that is an article elsewhere.
_BEHIND_NAME = re.compile(
    r"\s*(?:$|[?.,;:()=]|(?:against|versus|vs|by|of|in|for|from|per|and|or|is|are|above|below|over|under|between)\b)",
    re.IGNORECASE,
)
Said = tuple[tuple[str, ...], Column]


def header_matches(query: Query, words: Sequence[Word]) -> list[Match]:
    """The headers of columns among the words of a question, the longest first."""
    found: list[Match] = []
    taken: set[int] = set()
    units = [(start, end) for start, end, _ in find_units(query.text)]
    spelled, several, parts = _all_spelled(query, words), headers_of_several(query), part_headers(query)
    leads, listed = word_list("row_words", "group_leads") | word_list("row_words", "single"), starts_in_lists(query)
    for said, column in sorted(spelled, key=lambda item: -len(item[0])):
        if not said:
            continue
        small = word_list("labels", "small") if column.name in several else EMPTY | word_list("frames", "words")
        is_empty = column.kind == "text" and set(said) <= small
        # "Chain B" is a part of a structure, and no wish for the column of that name.
        if column.kind == "text" and column.name in parts:
            continue
        for start in range(len(words) - len(said) + 1):
            places = range(start, start + len(said))
            if tuple(words[place].text for place in places) != said or taken & set(places):
                continue
            # What names or draws the rows says which rows are meant, but for a list of what is wanted of them.
            if column.kind == "text" and column.type and not _is_listed(query, column.name, words, start, len(said)):
                continue
            # "By type" are groups; elsewhere such a word says nothing of a column.
            before = _word_before(query, words, start)
            asked = column.name.casefold() in _VALUE and before == "the"
            asked = asked or (before == "which" and chooses_among(query.text, words[places[-1]].end))
            if is_empty and not asked and before not in leads and words[start].start not in listed:
                continue
            if any(left <= words[start].start < right for left, right in units):
                continue
            # "A", "2" and "amount" are one word to labels, but only one of them is a header.
            texts = [query.text[words[place].start : words[place].end] for place in places]
            plain = set(said) == {_ANY_NUMBER} or (len(texts) == 1 and texts[0].lower() in _ARTICLES)
            if plain and not _is_name(query.text, words[start].end, texts[0]):
                continue
            taken |= set(places)
            alike = _alike(query, said, words[start].start, spelled)
            found.append(Match(alike, tuple(places), float(len(said)), said))
    return found


def _word_before(query: Query, words: Sequence[Word], place: int) -> str:
    """The word in front of a place as it stands in the question: a form of sentences hides its own words."""
    return query.text[words[place - 1].start : words[place - 1].end].lower() if place else ""


def _is_name(text: str, end: int, word: str) -> bool:
    """Whether an article, or a word that labels take for a number, names a column: "a against b", "total amount"."""
    if word.lower() in _ARTICLES:
        return bool(_BEHIND_NAME.match(text, end))
    return word[:1].isalpha()


def _is_listed(query: Query, header: str, words: Sequence[Word], start: int, length: int) -> bool:
    """Whether a header stands in a list of what is wanted of each row: "give the solvent and yield of each entry".

    What rows are called stands beside whatever is told of them anyway.
    """
    if any(header == table.named for table in query.tables):
        return False
    behind = words[start + length].text if start + length < len(words) else ""
    # As they stand in the question: a form of sentences hides its own words.
    before = _SPOKEN.findall(query.text[: words[start].start].lower())
    joints, heads = word_list("references", "joints"), word_list("row_words", "list_heads")
    # "What are the SMILES of …".
    while before and before[-1] in word_list("row_words", "skipped") | word_list("row_words", "list_being"):
        before.pop()
    leads = word_list("row_words", "list_leads")
    head = next((word for word in reversed(before) if word in heads | leads), "")
    if head in word_list("row_words", "asking_which") and set(_header_words(header)) & word_list("tables", "naming"):
        return False  # "which compound has the highest …" is one of the rows
    opened = before[-1:] == [head] or (not before and behind == "of")
    return head not in leads and (opened or bool({behind, *before[-1:]} & joints))


def _target(column: Column) -> Target:
    return Target(column=column.name, kind=column.kind, unit=column.unit or "")


_OF_COLUMNS = "column "


def targets_called(query: Query, label: str, labelled: Callable[[str], tuple[Target, ...]]) -> tuple[Target, ...]:
    """What a label stands for: columns of a file before tools, and those alone where it is of columns only."""
    if label.startswith(_OF_COLUMNS):
        return columns_called(query, label.removeprefix(_OF_COLUMNS))
    return columns_called(query, label) or labelled(label)


def columns_called(query: Query, label: str) -> tuple[Target, ...]:
    """The columns of numbers whose headers say a property: of the "melting point" one that is called `mp (°C)`."""
    if not query.tables:
        return ()
    words = read_words(label)
    said = tuple(word.text for word in words)
    spelled = _all_spelled(query, words)
    found = {column.name: column for own, column in spelled if own == said and column.is_number}
    short = {one for one, full in _short_headers().items() if full == said}
    measured = {column.name: column for own, column in _measured(query) if own in {said, *short}}
    return tuple(map(_target, {**found, **measured}.values()))


def all_headers(graph: ToolGraph, query: Query, labels: Sequence[Match], words: Sequence[Word]) -> list[Match]:
    """The columns that words of a question name: by their headers, or by what these hold."""
    named = header_matches(query, words)
    taken = {place for one in named for place in one.words}
    free = [one for one in labels if not taken & set(one.words)]
    return [*named, *_typed_matches(graph, query, free, words)]


def _typed_matches(graph: ToolGraph, query: Query, labels: Sequence[Match], words: Sequence[Word]) -> list[Match]:
    """The labels that name what a column of numbers holds, by whatever other name its header calls it.

    "Polar surface area" stands for the column `TPSA`, as "TPSA" does; "computed" asks for the tool.
    """
    columns: dict[str, list[Column]] = {}
    for column in {one.name: one for table in query.tables for one in table.columns if one.type}.values():
        if column.is_number and not graph.is_setting(column.type):
            columns.setdefault(column.type, []).append(column)
    found: list[Match] = []
    for label in labels if columns else ():
        before = words[label.first - 1].text if label.first else ""
        if before in word_list("tables", "computed"):
            continue
        held = [one for kind in _types_of(graph, label) for one in columns.get(kind, ())]
        if held:
            found.append(replace(label, targets=tuple(map(_target, held))))
    return found


def _types_of(graph: ToolGraph, label: Match) -> list[str]:
    """The types of what a label asks for."""
    own = [target.type for target in label.targets if target.type]
    tools = [graph.tools[target.tool] for target in label.targets if target.tool in graph.tools]
    return list(dict.fromkeys([*own, *(tool.outputs[0].type for tool in tools if len(tool.outputs) == 1)]))


def _all_spelled(query: Query, words: Sequence[Word]) -> list[Said]:
    """What each header may be said as among some words."""
    headers = {column.name: column for table in query.tables for column in table.columns}
    spelled = [(_header_words(name), column) for name, column in headers.items()]
    numbered = [(said, number[1], column) for said, column in spelled if (number := _NUMBERED.search(column.name))]
    spelled += [
        ((*said, *form), column) for said, number, column in numbered for form in (("(", number, ")"), (number,))
    ]
    # "How many atoms" is the number of them, but the column of models says which one a row is of.
    which = word_list("tables", "model_column") | word_list("tables", "ordinal_columns")
    counts = [
        (said, one)
        for said, one in spelled
        if one.kind == "integer"
        and not _measures(one)
        and one.name.casefold() not in which
        # Of `alloy` there are so many different ones, of `rings` so many in each row.
        and _is_number_of(one.name)
    ]
    spelled += [((*before, *said), one) for said, one in counts for before in (("number",), ("number", "of"))]
    # "Measured logP" is what the file holds, where it holds it.
    spelled += [(("measured", *said), one) for said, one in spelled if one.is_number and one.type]
    spelled += _without_units(headers, spelled)
    hissing = [one for one in spelled if one[0] and one[0][-1].endswith((*HISSING, "sis"))]
    spelled += [((*said[:-1], one_of(said[-1])), column) for said, column in hissing]
    spelled += _capitals(headers)
    spelled += of_named_rows([_header_words(one.named) for one in query.tables if one.named], spelled)
    spelled += _before_marks(headers, spelled)
    spelled += _in_full([*spelled, *(one for one in _measured(query) if one not in spelled)])
    spelled += _in_short(spelled, words)
    return spelled


def _is_number_of(header: str) -> bool:
    """Whether a header says what there are so many of in each row."""
    words = re.findall(r"[a-z]+", header.casefold().split(" of ")[0])
    return bool(words) and (is_plural(words[-1]) or words[-1] in word_list("tables", "plurals"))


def _measures(column: Column) -> bool:
    return column.unit not in (None, "", "1")


def _measured(query: Query) -> list[Said]:
    """What headers say before their units, also where several say the same: `mp_C` and `mp_K`."""
    columns = {
        column.name: column for table in query.tables for column in table.columns if column.unit and column.is_number
    }
    if not columns:
        return []
    from scitoolagent.tables.recognise import header_unit

    return [(_header_words(header_unit(name)[0]), column) for name, column in columns.items()]


def _without_units(headers: Mapping[str, Column], spelled: Sequence[Said]) -> list[Said]:
    """What headers say before their units: "dose" of `dose_mg`, where no other column is called that."""
    measured = {name: column for name, column in headers.items() if column.unit}
    if not measured:
        return []
    from scitoolagent.tables.recognise import header_unit

    known = {said for said, _ in spelled}
    bare = [(_header_words(header_unit(name)[0]), column) for name, column in measured.items()]
    return [
        (said, column)
        for said, column in bare
        if said not in known and [one for one, _ in bare].count(said) == 1 and len("".join(said)) > 1
    ]


def _capitals(headers: Mapping[str, Column]) -> list[Said]:
    """The short form that one header ends with, and no other has: "MIC" of `Ciprofloxacin MIC (mg/L)`."""
    words = {name: BRACKETED.sub("", name).replace("_", " ").split() for name in headers}
    found: list[Said] = []
    for name, own in words.items():
        last = own[-1] if len(own) > 1 else ""
        if _CAPITALS.fullmatch(last) and not any(last in other for one, other in words.items() if one != name):
            found.append((_header_words(last), headers[name]))
    return found


def _before_marks(headers: Mapping[str, Column], spelled: Sequence[Said]) -> list[Said]:
    """What headers say before a mark of what they are measured as: "hardness" of `Hardness HV`, "Si" of `Si wt%`."""
    known = {said for said, _ in spelled}
    marked = [(match[1], one) for name, one in headers.items() if one.is_number and (match := _MARKED.fullmatch(name))]
    bare = [(_header_words(label), column) for label, column in marked]
    return [one for one in bare if one[0] not in known and [said for said, _ in bare].count(one[0]) == 1]


def _short_headers() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The words that headers in short stand for, by those of the short form."""
    return {_header_words(short): _header_words(said) for short, said in phrase_meanings("short_headers").items()}


def _in_full(spelled: Sequence[Said]) -> list[Said]:
    """What headers in short stand for: "melting point" of `mp (°C)`, where no other column is called that in full."""
    full = _short_headers()
    known = {said for said, _ in spelled}
    return [(full[said], column) for said, column in spelled if said in full and full[said] not in known]


def _alike(query: Query, said: tuple[str, ...], start: int, spelled: Sequence[Said]) -> tuple[Target, ...]:
    """The columns that some words may stand for: the one whose header is spelt out, or all that are called so."""
    columns = {column.name: column for own, column in spelled if own == said}
    text = query.text[start:].casefold()
    whole = [name for name in columns if BRACKETED.search(name) and text.startswith(name.casefold())]
    plain = [name for name in columns if name.casefold() == text[: len(name)] and name.casefold() == " ".join(said)]
    # Of "yield" and "Yield" the one that is written so; of neither, both are told.
    exact = [name for name in plain if query.text[start : start + len(name)] == name]
    plain = exact or (plain if len(plain) == 1 else [])
    numbered = any(_NUMBERED.search(name) for name in columns)
    named = sorted(whole, key=len)[-1:] or ([] if numbered else plain[:1])
    return tuple(_target(columns[name]) for name in named or columns)


def _in_short(spelled: Sequence[Said], words: Sequence[Word]) -> list[Said]:
    """Runs of words that say one header in part, and no other: "measured solubility" where no other one is measured."""
    texts = [word.text for word in words]
    found: dict[tuple[str, ...], Column] = {}
    for start, length in itertools.product(range(len(texts)), range(_LEAST_SAID, _MOST_SAID)):
        run = tuple(texts[start : start + length])
        if not spelled or len(run) < length or run[0] in EMPTY or run[-1] in EMPTY:
            continue
        having = {column.name: column for said, column in spelled if len(said) > len(run) and _are_in(run, said)}
        if len(having) == 1 and not any(said == run for said, _ in spelled):
            (found[run],) = having.values()
    return list(found.items())


def _are_in(run: Sequence[str], said: Sequence[str]) -> bool:
    """Whether some words stand among others in their order."""
    left = iter(said)
    return all(word in left for word in run)


def _header_words(header: str) -> tuple[str, ...]:
    bare = BRACKETED.sub("", header).replace("_", " ")
    return tuple(word.text for word in read_words(bare))


def _telling(places: Sequence[int], words: Sequence[Word], text: str) -> set[int]:
    """The places of words that say something; an article may stand for a number by then."""
    return {place for place in places if text[words[place].start : words[place].end].lower() not in EMPTY}


def _reaches_over(label: Match, header: Match, words: Sequence[Word], text: str) -> bool:
    """Whether a label is put together of words far apart: "chain … has the lowest … mean B factor"."""
    between = set(range(label.first, label.last + 1)) - set(label.words)
    return bool(_telling(sorted(between - set(header.words)), words, text))


def with_headers(
    labels: Sequence[Match],
    headers: Sequence[Match],
    words: Sequence[Word],
    text: str,
    nouns: Collection[str] = (),
) -> list[Match]:
    """The labels of the graph in a question, and the headers in it: where both read a word, the longer of them does.

    A header that is as long as a label stands for the column, which is in the file; "computed" asks for the tool.
    What rows are called makes no label longer: the "yield of the reactions" is what stands in the column.
    """
    rows = {place for place, word in enumerate(words) if singular(word.text) in nouns}
    kept: list[Match] = []
    for header in headers:
        before = words[header.first - 1].text if header.first else ""
        rivals = [label for label in labels if set(label.words) & set(header.words)]
        computed = before in word_list("tables", "computed")
        longer = any(
            _telling(label.words, words, text) - rows > _telling(header.words, words, text) - rows
            and not _reaches_over(label, header, words, text)
            and "," not in text[words[label.first].start : words[label.last].start]
            for label in rivals
        )
        if not (rivals and (computed or longer)):
            kept.append(header)
    covered = {place for header in kept for place in header.words}
    left = [label for label in labels if not set(label.words) & covered]
    return sorted([*left, *kept], key=lambda match: (match.first, match.last))


def spelled_out(index: PhraseIndex, query: Query, words: list[Word]) -> list[Word]:
    """The words, with a noun that names a property in short in full: "the mass of …", where no amount is given."""
    short = phrase_meanings("short_nouns")
    if query.quantities or not any(word.text in short for word in words):
        return words
    named = {words[place].start for match in index.find(words) for place in match.words}
    found: list[Word] = []
    for place, word in enumerate(words):
        # "A length of 8" is given.
        given = any(other.text[:1].isdigit() for other in words[place + 1 : place + 3])
        full = "" if given or word.start in named else short.get(word.text, "")
        found += [word._replace(text=text) for text in (full or word.text).split()]
    return found


def chosen_columns(query: Query) -> list[Read]:
    """The headers in a question that say which column of structures or sequences is meant.

    Words for groups in front of a column of classes say something else: "the best yield for each solvent".
    """
    found: list[Read] = []
    classes = {name for table in query.tables for name in table.values}
    places = [(entity.start, entity.end) for entity in query.entities]
    for entity in query.entities:
        if not entity.file:
            continue
        header = re.escape(str(entity.value).casefold())
        found += [
            Read(match.start(), match.end(), "selection")
            for match in re.finditer(rf"(?<!\w){header}(?!\w)", query.text.casefold())
            if not any(start < match.end() and match.start() < end for start, end in places)
            and not (str(entity.value) in classes and _is_parting(query.text[: match.start()]))
        ]
    return found


def _is_parting(before: str) -> bool:
    """Whether words for groups end a text."""
    words = _SPOKEN.findall(before.lower())
    return any(phrase_before(words, len(words), "row_words", name) for name in ("by", "inside"))
