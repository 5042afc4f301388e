"""Explain why a query failed: the message of the engine, the names that may be meant, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

_MOST, _NAMED = 600, 12
_COLUMN = re.compile(
    r'(?:Referenced column "(?P<plain>.+?)" (?:was )?not found|does not have a column named "(?P<behind>.+?)"|'
    r'column "?(?P<other>[^"\n]+?)"? (?:does not exist|not found))'
)
_PATH = re.compile(r"(?:/[^\s'\"]+)+/")
_FUNCTION = re.compile(r'Function with name "?(.+?)"? does not exist')
_STORED = re.compile(r" when casting from source column c\d+")
_FUNCTIONS = re.compile(r"\s*Candidate functions:(?:\n\t.*)*")
_LINE = re.compile(r"LINE (\d+):")
_ADVICE = (
    (r"Could not convert|Conversion Error", "write TRY_CAST(column AS DOUBLE); it is NULL where a text is no number"),
    (r"No function matches.*VARCHAR|explicit type casts", "the column may hold text: write TRY_CAST(column AS DOUBLE)"),
    (r"must appear in the GROUP BY", "put the column behind GROUP BY, or write any_value(column)"),
    (r"Out of Memory|failed to allocate", "filter or aggregate first, and select fewer columns"),
    (r"Parser Error", "put names with blanks or signs in double quotes, and texts in single quotes"),
    (r"Ambiguous reference", "write the table in front of the column: t.column"),
)


def explained(message: str, tables: Mapping[str, Sequence[str]]) -> str:
    """Return a message of the engine with the nearest names and with advice.

    Args:
        message: of the engine.
        tables: the columns of each table as queries call them.
    """
    shortened = f"the query failed: {_shortened(message)}"
    if match := _COLUMN.search(message):
        return f"{shortened}\n{_near(next(filter(None, match.groups())), tables)}"
    if (match := _FUNCTION.search(message)) and (near := _nearest(match[1], tables)):
        return f"{shortened}\nNearest columns, which need double quotes: {near}."
    advice = next((text for form, text in _ADVICE if re.search(form, message, re.DOTALL)), "")
    return f"{shortened}\n{advice[:1].upper()}{advice[1:]}." if advice else shortened


def _shortened(message: str) -> str:
    """A message without paths, names of stored columns and lists of functions, with the lines of the query itself."""
    shortened = _FUNCTIONS.sub("\n", _PATH.sub("", _STORED.sub("", message.strip())))
    if not shortened.startswith("Parser Error"):
        # The query runs behind a line of its own.
        shortened = _LINE.sub(lambda match: f"LINE {max(1, int(match[1]) - 1)}:", shortened)
    return re.sub(r"\n{2,}", "\n", shortened)[:_MOST].rstrip()


def _near(name: str, tables: Mapping[str, Sequence[str]]) -> str:
    """The columns that an unknown name may mean; all of small tables where none is near."""
    if near := _nearest(name, tables):
        return f"Nearest columns: {near}. A text value stands in single quotes: '{name}'."
    listed = "; ".join(
        f"{table} has " + ", ".join(f'"{column}"' for column in columns[:_NAMED]) + ", …" * (len(columns) > _NAMED)
        for table, columns in list(tables.items())[:_NAMED]
    )
    return f"A text value stands in single quotes: '{name}'. {listed}."


def _nearest(name: str, tables: Mapping[str, Sequence[str]]) -> str:
    """The columns that are called nearly so."""
    wanted = _folded(name)
    near = [
        f'{table}."{column}"'
        for table, columns in tables.items()
        for folded in get_close_matches(wanted, list(map(_folded, columns)), 2, 0.6)
        for column in columns
        if _folded(column) == folded
    ]
    return ", ".join(dict.fromkeys(near))


def _folded(name: str) -> str:
    """A name without case, brackets and the signs between its words."""
    return re.sub(r"[\W_]+", " ", name.casefold()).strip()
