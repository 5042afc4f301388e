"""Headers of columns that part the rows of a file into groups."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.row_values import part_headers
from scitoolagent.reading.words import EMPTY
from scitoolagent.records import Column, Query, Schema
from scitoolagent.tool.units import convertible

_ROWS_EACH = 2  # on average
# What adds up in such units.
_AMOUNTS = ("g", "L", "mol")
_CHOOSES = re.compile(r"\s+(?:has|have|had|shows?)\s+the\b", re.IGNORECASE)


def shared_headers(query: Query) -> set[str]:
    """The headers of classes of which several rows have one value: where rows have a site, they are no sites."""
    tables = ((table.rows, header, values) for table in query.tables for header, values in table.values.items())
    return {header for rows, header, values in tables if len(values) < rows}


def headers_of_several(query: Query) -> set[str]:
    """The headers that part rows into groups in a question, though their word may mean each row elsewhere.

    Several rows have one value of such a column: "the mean A by compound" is one of each, and "how many compounds" are
    not all rows, where "the TPSA of each compound" is that of each row.
    """
    text = query.text.casefold()
    spoken = {word.strip("?,.;:") for word in text.split()}
    led = word_list("row_words", "group_leads")
    led |= word_list("row_words", "single") if spoken & word_list("row_words", "group_work") else frozenset()
    # "Which compound has the highest mean A" is one of the groups.
    led |= word_list("row_words", "asking_which") if spoken & word_list("row_words", "group_figures") else frozenset()
    leads = "|".join(map(re.escape, sorted(led)))
    unlike = "|".join(map(re.escape, word_list("tables", "different")))
    listed = r"(?:[\w ()%°µ-]{1,40}?\s*(?:,|\band\b|&)\s*){0,4}?(?:by\s+|per\s+)?"
    found: set[str] = set()
    parts = part_headers(query)
    for table in query.tables:
        for header, values in table.values.items():
            if header in parts or not values or len(values) * _ROWS_EACH > table.rows:
                continue
            if re.search(
                rf"\b(?:{leads}|how\s+many(?:\s+(?:{unlike}))?)\s+(?:the\s+)?{listed}{re.escape(header.casefold())}s?\b",
                text,
            ):
                found.add(header)
    return found


def of_named_rows(
    firsts: Sequence[tuple[str, ...]], spelled: Sequence[tuple[tuple[str, ...], Column]]
) -> list[tuple[tuple[str, ...], Column]]:
    """Headers of small words behind what rows are called: the `type` of a file of rocks is the "rock type"."""
    small = EMPTY | word_list("frames", "words")
    return [((*first, *said), one) for first in firsts for said, one in spelled if said and set(said) <= small]


def chooses_among(text: str, end: int) -> bool:
    """Whether a header in front of a place is what one of is wanted: "which type has the highest …"."""
    return _CHOOSES.match(text, end) is not None


def is_total(table: Schema, group: Column, column: Column) -> bool:
    """Whether "the most" of a class is a sum: it has several rows, and the column counts or holds amounts."""
    several = 0 < len(table.values.get(group.name, ())) < table.rows
    counts = column.kind == "integer" and column.unit in (None, "1")
    return several and (counts or any(convertible(column.unit or "", one) for one in _AMOUNTS))
