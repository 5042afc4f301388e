"""Rows of a table as text: what names each, its values, conditions in words, and what of a file is not among them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scitoolagent.language.signs import printable_line
from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.records import AnswerTable, AnswerValue, Column, Goal, Query, Rounding, StepResult
from scitoolagent.summarizer.values import show_rounded, show_value
from scitoolagent.tool.units import convertible, unit_code
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.tables import Chunk, Table

_SUBJECT, _KEYS = 60, 3
_PARTING = "GroupColumnName"
_SIGNS = {"compare": "", "all": " and ", "any": " or "}


@dataclass
class Told:
    """What the rows of a run add to its answer."""

    values: list[AnswerValue] = field(default_factory=list)
    tables: list[AnswerTable] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unmet: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shown:
    """A column that is shown: what it is called, where it stands, which step made it, and the unit that is wanted."""

    label: str
    place: int
    step: int
    unit: str = ""
    rounding: Rounding | None = None


def values_of(shown: Sequence[Shown], cells: Mapping[int, Any], units: Mapping[int, str | None], named: bool) -> str:
    """The values of a row, each with what it is."""
    filled = [(one, cells[one.place]) for one in shown if cells[one.place] is not None]
    told = [(one.label, show_rounded(cell, units[one.place], one.rounding)) for one, cell in filled]
    return ", ".join(f"{label} {text}" if named else text for label, text in told)


def with_values(name: str, shown: Sequence[Shown], cells: Mapping[int, Any], units: Mapping[int, str | None]) -> str:
    """A row with its values in brackets."""
    values = values_of(shown, cells, units, len(shown) > 1)
    return f"{name} ({values})" if values else name


def clean(text: str, most: int = _SUBJECT) -> str:
    """A text of a file as an answer may show it: no sign that a terminal obeys, and not too long."""
    text = printable_line(text)
    return text if len(text) <= most else f"{text[:most]}…"


def subjects_of(table: Table, head: Chunk) -> Iterator[str]:
    """What names each row: its name, its identifier, what it holds, or its number.

    An identifier that is a bare number follows its header: "entry 2".
    """
    naming = word_list("tables", "naming")
    texts = [column for column in table.columns if column.kind in ("text", "integer") and not column.unit]
    titled = [column for column in texts if set(re.findall(r"[^\W\d_]+", column.name.lower())) & naming]
    plain = [column for column in texts if column.kind == "text" and not column.type]
    typed = [column for column in texts if column.kind == "text" and column.type]
    named = [column for column in typed if column.type.endswith("Name")]
    # What stands first and tells rows apart is what they are called, before the name of what they were made with.
    first = [one for one in plain[:1] if one is table.columns[0] and _tells_apart(head.values[one.name])]
    # So do running numbers: "No 8", "child 4"; a year or a week is shared by others.
    running = [one for one in texts[:1] if one is table.columns[0] and one.kind == "integer"]
    dated = word_list("dates", "periods") | word_list("dates", "times")
    first += [one for one in running if _differ(head.values[one.name]) and one.name.casefold() not in dated]
    order = list(dict.fromkeys([*titled, *first, *named, *plain[:1], *typed]))
    headed = {one.name for one in order if one.kind == "integer"}
    # The group of the rows that say no group has no place in the file.
    grouped = [one.name for one in table.columns[:_KEYS] if one.name == "rows"] and order[:1] == [table.columns[0]]
    said: list[str] = []
    for row, number in enumerate(head.rows):
        held = ((one.name, head.values[one.name][row]) for one in order)
        header, value = next((one for one in held if one[1] not in (None, "")), ("", None))
        nameless = f"no {clean(order[0].name)}" if grouped else f"row {number}"
        said.append(nameless if value is None else clean(f"{header} {value}" if header in headed else str(value)))
    for name, number in zip(said, head.rows, strict=True):
        yield name if said.count(name) == 1 or name == f"row {number}" else f"{name} (row {number})"


def naming_headers(query: Query) -> set[str]:
    """The headers of the columns whose cells name rows."""
    return {header for table in query.tables for header in (table.named, *table.cells)}


def beside_names(table: Table, most: int, first: int = 0) -> list[int]:
    """The places of the columns, from one on, that say more of the first rows than what names them."""
    head = table.head(most)
    names = list(subjects_of(table, head))
    return [
        place
        for place, column in enumerate(table.columns[first:], first)
        if column.kind != "text"
        or any(value not in (None, name) for value, name in zip(head.values[column.name], names, strict=True))
    ]


def asked_texts(query: Query, table: Table, most: int) -> set[str]:
    """The headers of texts that a question says, and that do not name the rows of the answer anyway.

    "The names of the hits" are the column `name`, where rows are called by their code.
    """
    files = {query.entity(one.file).text.casefold() for one in query.tables}
    text = (query.original.text if query.original else query.text).casefold()
    for file in files:
        text = text.replace(file, " ")
    spoken = [singular(word) for word in re.findall(r"[^\W_]+", text)]
    said: list[str] = []
    for column in (one for one in table.columns if one.kind == "text"):
        bare = re.sub(r"[\[(][^\])]*[\])]", " ", column.name.casefold())
        words = [singular(word) for word in re.findall(r"[^\W_]+", bare)]
        if words and any(spoken[n : n + len(words)] == words for n in range(len(spoken))):
            said.append(column.name)
    if not said or not table.rows:
        return set()
    head = table.head(most)
    names = list(subjects_of(table, head))
    return {
        one
        for one in said
        if any(value not in (None, name) for value, name in zip(head.values[one], names, strict=True))
    }


def denies_texts(condition: object, columns: Sequence[Column]) -> bool:
    """Whether a condition is that a column of texts does not hold something."""
    held = condition.get("of") if isinstance(condition, dict) and condition.get("is") == "not" else None
    texts = {one.name for one in columns if one.kind == "text"}
    return isinstance(held, dict) and held.get("is") in ("compare", "one of") and held.get("column") in texts


def _differ(values: Sequence[Any]) -> bool:
    return len(set(values)) == len(values) and None not in values


def _tells_apart(values: Sequence[Any]) -> bool:
    return len(values) > 1 and _differ(values)


def shown_as(label: str, place: int, step: int, column: Column, goal: Goal) -> Shown:
    """A column with the unit and the digits that are wanted: numbers of another kind, and counts, stay as they are."""
    fits = goal.unit and column.unit and not column.is_count and convertible(column.unit, goal.unit)
    unit = goal.unit if fits else ""
    return Shown(label, place, step, unit, goal.rounding if unit or column.kind == "number" else None)


def unit_of(column: Column, wanted: str) -> str | None:
    return unit_code(wanted) if wanted else column.unit


def headers_in(arguments: Mapping[str, Any]) -> set[str]:
    """The headers among the arguments of an operation."""
    found: set[str] = set()
    waiting: list[Any] = list(arguments.values())
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
    return found


def condition_text(given: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A condition on rows in words."""
    kind = given.get("is")
    if kind in ("all", "any"):
        return _SIGNS[kind].join(condition_text(one, names) for one in given["of"])
    if kind == "not":
        return _denied(given["of"], names)
    column = names.get(str(given.get("column")), str(given.get("column")))
    if kind == "compare":
        return f"{column} {given['sign']} {show_value(given['value'], given.get('unit') or None)}"
    if kind == "one of":
        return f"{column} {' or '.join(show_value(one, given.get('unit') or None) for one in given['values'])}"
    if kind == "dated" and given["value"].startswith("--"):
        return f"{column} in {calendar.month_name[int(given['value'][2:])]}"
    if kind == "dated" and given["value"].startswith("-W"):
        return f"{column} on a {calendar.day_name[int(given['value'][2:]) - 1]}"
    if kind == "dated":
        return f"{column} {given['sign']} {given['value'].removeprefix('T')}"
    return f"{column} {kind} {given['text']}" if "text" in given else f"{column} {kind}"


def _denied(given: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The opposite of a condition in words."""
    if given.get("is") == "compare" and given["sign"] == "=":
        return condition_text({**given, "sign": "≠"}, names)
    if given.get("is") == "one of":
        column = names.get(str(given["column"]), str(given["column"]))
        return f"{column} neither {' nor '.join(show_value(one, given.get('unit') or None) for one in given['values'])}"
    return f"not {condition_text(given, names)}"


def parting_columns(graph: ToolGraph, result: StepResult) -> set[str]:
    """Return the headers of the columns that divide the rows of a call into groups; results are shown with them."""
    ports = graph.tools[result.tool].inputs
    return headers_in({one.name: result.arguments.get(one.name) for one in ports if graph.is_a(one.type, _PARTING)})


def in_labels(header: str, labels: Mapping[str, str]) -> str:
    """The header of a column that a tool added, with the label of the column that it names as a word: "mean uptake".

    A header that says the label already stays: "CO2 uptake criterion".
    """
    for name in sorted(labels, key=len, reverse=True):
        if labels[name] in header:
            return header
        if match := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", header):
            return f"{header[: match.start()]}{labels[name]}{header[match.end() :]}"
    return header
