"""What a question says of the rows that the one before was about, as whole questions about the same rows. No graph."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scitoolagent.language.words import phrase_list, phrase_meanings, word_list
from scitoolagent.reading.followup import ENDING
from scitoolagent.records import Ask, Query, Reference

_FILTERS = ("filter_by_value", "filter_by_range", "filter_rows")
_ORDERS = ("sort_by_value",)
_CHOICES = ("top_by_value", "best_by_value", "nth_by_value")
_COUNT, _SCATTER, _HISTOGRAM = "count_rows", "draw_scatter", "draw_histogram"
_SECTION = "row_followup"
_PAIR = 2
# Words of a table's own that what is in it may be called by.
_NAMES = ("MoleculeName", "Identifier")


@dataclass(frozen=True, slots=True)
class RowsAtHand:
    """The rows that a question is about, in words that a whole question can say again.

    `measured` are the properties that it asks of them, `conditions` what they have to meet, `figure` the words for a
    figure of all of them, and `picture` the tool that draws them. `chosen` says that it singled some out by rank, and
    `groups` are the columns whose values part them.
    """

    file: str
    measured: tuple[str, ...]
    conditions: tuple[str, ...]
    figure: str = ""
    picture: str = ""
    chosen: bool = False
    groups: tuple[str, ...] = ()

    def rows(self, *more: str) -> str:
        """The words for the rows, under further conditions."""
        return f"{_words('the')} {self.bare_rows(*more)}"

    def bare_rows(self, *more: str) -> str:
        """The words for the rows without an article: what is counted."""
        said = f" {_words('and')} ".join((*self.conditions, *more))
        return f"{_words('rows')} {self.file}" + (f" {_words('having')} {said}" if said else "")


def rows_at_hand(query: Query) -> RowsAtHand | None:
    """What a question about one file asks of its rows; None where that is not said again in few words."""
    request = query.request
    if request is None or len(query.tables) != 1 or any(ask.problem or ask.among for ask in request.asks):
        return None
    asks = [ask for ask in request.asks if not ask.soft]
    conditions = [_said(query, ask) for ask in asks if any(one.tool in _FILTERS for one in ask.then)]
    pictures = [ask for ask in asks if ask.columns]
    figures = [one for ask in asks for one in ask.then if one.tool not in _FILTERS and not ask.columns]
    if not all(conditions) or len(pictures) > 1 or len(figures) > 1:
        return None
    parting = {handle for ask in pictures for handle in ask.columns.get("by", ())}
    drawn = {handle for ask in pictures for handles in ask.columns.values() for handle in handles} - parting
    measured = [
        ask.text
        for ask in asks
        if {one.tool for one in ask.what} != {_COUNT}
        and (ask.handle in drawn if pictures else ask.reported)
        and ask.text.lower() != str(ask.then[0].text if ask.then else "").lower()
    ]
    file = query.entity(query.tables[0].file)
    sheet = query.tables[0].sheet if query.tables[0].sheets else ""
    named = f'{_words("sheet")} "{sheet}" {_words("of")} ' if sheet else ""
    return RowsAtHand(
        named + query.text[file.start : file.end],
        tuple(dict.fromkeys(measured)),
        tuple(dict.fromkeys(conditions)),
        figures[0].text if figures and figures[0].tool not in _ORDERS else "",
        pictures[0].what[0].tool if pictures else "",
        any(one.tool in _CHOICES for one in figures),
        tuple(ask.text for ask in asks if ask.handle in parting),
    )


def _said(query: Query, ask: Ask) -> str:
    """The words of a condition, so that they can be said again; empty where they cannot."""
    filters = [one for one in ask.then if one.tool in _FILTERS]
    operation = filters[-1]
    if operation.tool != "filter_by_value" or len(filters) > 1:
        # A condition on what stands in a column is said by its own words, and so is a range where they are together.
        return _together(query, ask)
    relation = {sign: said for said, sign in phrase_meanings("row_followup_relations").items()}
    words = relation.get(str(operation.settings.get("relation", "")), "")
    threshold = operation.settings.get("threshold")
    reference = Reference.parse(threshold)
    quantity = query.quantity(reference.name) if reference is not None and reference.step is None else None
    limit = quantity.text if quantity is not None else f"{threshold:g}" if isinstance(threshold, float | int) else ""
    return f"{ask.text} {words} {limit}" if words and limit else ""


def _together(query: Query, ask: Ask) -> str:
    readings = query.request.readings if query.request else ()
    behind = [one for one in readings if one.start >= ask.start]
    end = ask.end
    for one in behind:
        if one.start >= end and one.role not in ("operation", "quantity", "frame"):
            break
        if one.role in ("operation", "quantity"):
            end = max(end, one.end)
    return query.text[ask.start : end]


def conditions_of(query: Query) -> frozenset[str]:
    """The conditions that rows have to meet in a question, for comparing those of two."""
    found: set[str] = set()
    for ask in query.request.asks if query.request else ():
        for one in ask.then:
            if one.tool not in _FILTERS:
                continue
            settings = {}
            for name, value in sorted(one.settings.items()):
                reference = Reference.parse(value)
                number = query.quantity(reference.name) if reference is not None and reference.step is None else None
                settings[name] = (number.value, number.unit) if number is not None else value
            of = sorted({target.tool or target.type or target.column for target in ask.what} - {"filter_rows"})
            found.add(f"{of} {one.tool} {settings}")
    return frozenset(found)


def without_leading(text: str) -> str:
    """The words of a question behind those that only go on: "and now the median"."""
    said = " ".join(text.strip(ENDING).split())
    opening = re.compile(rf"(?:{'|'.join(phrase_list(_SECTION, 'leading'))})\b,?\s*", re.IGNORECASE)
    while (found := opening.match(said)) is not None and found.end() < len(said):
        said = said[found.end() :]
    return said


def keeps_conditions_apart(query: Query) -> bool:
    """Whether no figure is of what only a condition names: "the maximum of the rows with a dose above 5"."""
    asks = query.request.asks if query.request else ()
    return not any(len({one.tool in _FILTERS for one in ask.then}) > 1 for ask in asks)


def whole_questions(query: Query, rows: RowsAtHand) -> list[list[str]]:
    """What a question that goes on with rows may mean, in whole sentences; each item is tried before the next.

    Two of one item that both hold leave open what is meant.
    """
    said = without_leading(query.text)
    lowered = said.lower()
    measured = f" {_words('and')} ".join(rows.measured)
    if (ranked := _ranked(lowered)) and measured:
        return [[f"{_words('what')} {ranked} {one} {_words('of')} {rows.rows()}" for one in rows.measured]]
    if rows.chosen:
        # Some rows were singled out, and no sentence says again which.
        return []
    if is_counting(query):
        return [[f"{_words('count')} {rows.bare_rows()}"]]
    if is_drawing(query):
        return [_drawing(rows)]
    if (limit := narrowing(query)) is not None:
        return _narrowed(rows, measured, limit)
    if lowered.split()[:1] and lowered.split()[0] in word_list("operations", "sort"):
        return [[f"{rows.rows()}, {said}"]]
    parted = f" {_words('by')} " + f" {_words('and')} ".join(rows.groups) if rows.groups else ""
    bare = " ".join(word for word in said.split() if word.lower() not in word_list(_SECTION, "theirs"))
    each = [f"{bare} {one}{parted} {_words('of')} {rows.rows()}" for one in rows.measured]
    if rows.groups:
        # A figure of each group stays one.
        return [each]
    both = [f"{bare} {_words('of')} {measured} {_words('of')} {rows.rows()}"] if len(rows.measured) > 1 else []
    return [[f"{bare} {_words('of')} {rows.rows()}"], each, both]


def asks_for_names(query: Query) -> bool:
    """Whether a question asks what the rows before are called."""
    return without_leading(query.text).lower() in phrase_list(_SECTION, "naming")


def is_counting(query: Query) -> bool:
    """Whether a question asks how many rows there are: "how many are left"."""
    return without_leading(query.text).lower() in phrase_list(_SECTION, "counting")


def is_drawing(query: Query) -> bool:
    """Whether a question asks for a picture of what was asked before, and does not say which: "plot it"."""
    return without_leading(query.text).lower() in phrase_list(_SECTION, "drawing")


def narrowing(query: Query) -> str | None:
    """The condition of a question that keeps some of the rows before; None for another question."""
    said = without_leading(query.text)
    for opening in sorted(phrase_list(_SECTION, "only"), key=len, reverse=True):
        if said.lower().startswith(f"{opening} "):
            return said[len(opening) :].strip()
    return None


def has_names(query: Query) -> bool:
    """Whether a column of the file says what its rows are called."""
    headers = [column for table in query.tables for column in table.columns]
    return any(
        column.type in _NAMES or re.split(r"[\W_]+", column.name.lower())[-1] in word_list(_SECTION, "names")
        for column in headers
    )


def listed(rows: RowsAtHand) -> str:
    """The question for a table of the rows with all that was measured of them; empty where nothing tells them."""
    if rows.chosen or not (rows.measured or rows.conditions):
        return ""
    measured = f" {_words('and')} ".join(rows.measured)
    return f"{measured or _words('name')} {_words('of')} {rows.rows()}"


def saved_as(rows: RowsAtHand, target: str) -> str:
    """The question for that table in a file; empty where nothing tells the rows."""
    table = listed(rows)
    return f"{table}, {_words('save')} {target}" if table else ""


def measures_only(rows: RowsAtHand, longer: Query, said: str) -> bool:
    """Whether what a longer question does with values is done with those that were measured, and with no condition.

    "The maximum" behind rows that have to weigh less than so much is of what was asked of them, not of their weight.
    """
    new = len(longer.text) - len(said)
    asks = longer.request.asks if longer.request else ()
    figures = [ask for ask in asks if any(one.tool not in _FILTERS for one in ask.then) and not ask.columns]
    return all(ask.start >= new or ask.text in rows.measured for ask in figures)


def _narrowed(rows: RowsAtHand, measured: str, limit: str) -> list[list[str]]:
    if rows.picture == _SCATTER and len(rows.measured) == _PAIR:
        head = f"{_words('scatter')} {rows.measured[0]} {_words('against')} {rows.measured[1]}"
    elif rows.picture == _HISTOGRAM and len(rows.measured) == 1:
        head = f"{_words('histogram')} {measured}"
    elif rows.picture or (rows.figure and len(rows.measured) != 1):
        return []
    else:
        head = f"{_words('the')} {rows.figure} {measured}" if rows.figure else measured
    own = [f"{head} {_words('of')} {rows.rows(f'{one} {limit}')}" for one in rows.measured]
    return [[f"{head} {_words('of')} {rows.rows(limit)}"], own] if head else []


def _drawing(rows: RowsAtHand) -> list[str]:
    of = f"{_words('of')} {rows.rows()}"
    if len(rows.measured) == 1:
        return [f"{_words('histogram')} {rows.measured[0]} {of}"]
    if len(rows.measured) == _PAIR:
        return [f"{_words('scatter')} {rows.measured[1]} {_words('against')} {rows.measured[0]} {of}"]
    return []


def _ranked(text: str) -> str:
    """`the 3 lowest` for "the bottom 3"; empty where no rank is said."""
    ends: Mapping[str, str] = phrase_meanings("row_followup_ranks")
    found = re.fullmatch(rf"(?:the\s+)?({'|'.join(ends)})\s+(\d{{1,6}}|[a-z]+)", text) or re.fullmatch(
        rf"(?:the\s+)?(?:(?P<n>\d{{1,6}}))\s+(?P<end>{'|'.join(ends)})", text
    )
    if found is None:
        return ""
    groups = found.groupdict()
    word, number = (groups["end"], groups["n"]) if groups else (found[1], found[2])
    return f"{_words('the')} {number} {ends[word]}"


def _words(name: str) -> str:
    return phrase_list(_SECTION, name)[0]
