"""What the rows of files are called: by what they hold, and not by a class that only some are of; and one of them."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.language.stem import is_plural, singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.row_parting import headers_of_several, shared_headers
from scitoolagent.reading.row_values import class_values, feature_nouns, words_in
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

_SHORT = 2


def row_nouns(graph: ToolGraph, query: Query) -> frozenset[str]:
    """What the rows of the files of a question may be called, in the singular; nothing where there is no such file."""
    if not query.tables:
        return frozenset()
    types = {entity.type for entity in query.entities if entity.file}
    types |= {query.entity(table.file).type for table in query.tables}
    found = set(map(singular, word_list("tables", "rows")))
    parts = word_list("tables", "part_column")
    if any(column.name in parts for table in query.tables for column in table.columns):
        # Of a folder of structures the chains are no rows: each file has so many.
        found |= set(map(singular, word_list("tables", "parts")))
    found |= {noun for table in query.tables if (noun := noun_of(table.named))}
    dated = (one for table in query.tables for one in table.columns[:1] if one.name == table.named)
    found |= {"day" for one in dated if one.type == "CalendarDate"}
    # A clause that asks a domain graph names its rows by itself.
    found |= {query.entity(table.file).text for table in query.tables if table.settings}
    shared = {singular(header.casefold()) for header in shared_headers(query)}
    for name, nouns in phrases_of("row_nouns").items():
        if any(graph.is_a(kind, one) for kind in types for one in name.split("|")):
            found |= set(nouns) - (shared if "|" in name else set())
    if features := feature_nouns(query):
        # Of a record with genes, those are what is called so.
        found = (found - _of_records()) | features
    if {one.name.casefold() for table in query.tables for one in table.columns} & word_list("tables", "kinds_of_life"):
        # Of `mouse` and `vole` in a column of species no row is a rat.
        found -= word_list("tables", "lives")
    return (
        frozenset(found)
        - _classes(query)
        - counted_things(query)
        - {singular(header.casefold()) for header in headers_of_several(query)}
    )


def numbering_headers(query: Query) -> set[str]:
    """The headers that are nouns of rows, in the singular: a column `Patient` of numbers says which one it is."""
    nouns = {noun for named in phrases_of("row_nouns").values() for noun in named} | word_list("tables", "rows")
    # A `Fish` of numbers may count them, where it does not stand first.
    first = nouns | word_list("tables", "numbered")
    numbers = word_list("tables", "numbering")
    return {
        one.name
        for table in query.tables
        for place, one in enumerate(table.columns)
        if one.kind == "integer"
        and one.unit in (None, "", "1")
        and (
            one.name.casefold() in (nouns if place else first)
            or set(words_in(one.name.replace("_", " "))[-1:]) & numbers
        )
    }


def why_no_amount(query: Query, header: str) -> str:
    """Why a column is not added up, averaged or ranked: its numbers only tell rows apart; empty where they may be."""
    if header not in numbering_headers(query):
        return ""
    return f"the column {header} numbers them, and is no amount; ask how many there are"


def is_row_called(query: Query, sentence: Sequence[Token], place: int, nouns: frozenset[str]) -> bool:
    """Whether a word names rows or a header, and does not say what to do: an article or "each" leads to it."""
    nouns |= {one.name.casefold() for table in query.tables for one in table.columns}
    leads = word_list("row_words", "articles") | word_list("row_words", "asking_which")
    return place > 0 and singular(sentence[place].text) in nouns and sentence[place - 1].text in leads


def noun_of(header: str) -> str:
    """What each row is by the header that tells rows apart: an isolate of `Isolate`, a compound of `Compound ID`."""
    words = [word for word in words_in(header) if word.isalpha()]
    told = [word for word in words if word not in word_list("tables", "identifying")]
    return singular(told[0]) if len(told) == 1 and len(told[0]) > _SHORT else ""


def _classes(query: Query) -> set[str]:
    """Nouns that are one class of several in a column: "drugs" are some rows there, and not all of them."""
    columns = [values for values in class_values(query).values() if len(set(values.values())) > 1]
    return {singular(word) for values in columns for (word, *others) in values if not others}


def counted_things(query: Query) -> set[str]:
    """What a column of numbers counts in each row, in the singular: the `cases` of a week are no rows."""
    numbers = (one for table in query.tables for one in table.columns if one.is_number)
    plurals = word_list("tables", "plurals")
    return {
        singular(words[0])
        for one in numbers
        if len(words := words_in(one.name)) == 1 and (is_plural(words[0]) or words[0] in plurals)
    }


def _of_records() -> set[str]:
    return {noun for name, nouns in phrases_of("row_nouns").items() if name.endswith("AcidSequence") for noun in nouns}


def row_called(query: Query, text: str) -> tuple[str, str]:
    """The header of the column in which some words name a row or a class, and what that is there; empty for none."""
    found = [
        (header, name)
        for table in query.tables
        for header, names in table.cells.items()
        for name in names
        if name.casefold() == text.casefold()
    ]
    words = words_in(text)
    found += [
        (header, str(known[words]))
        for header, known in class_values(query).items()
        if isinstance(known.get(words), str) and (header, str(known[words])) not in found
    ]
    return found[0] if len(found) == 1 else ("", "")
