"""The table of the elements, read from mendeleev's database file.

`import mendeleev` takes two seconds (SQLAlchemy, pandas); one query of the file it ships takes a few milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

MAX_NAME = 30
OTHER_SPELLINGS = {
    "aluminum": "Al",
    "aluminium": "Al",
    "caesium": "Cs",
    "cesium": "Cs",
    "sulphur": "S",
    "quicksilver": "Hg",
    "wolfram": "W",
    "natrium": "Na",
    "kalium": "K",
}
# Metalloids (B, Si, Ge, As, Sb, Te) bind like non-metals in the compounds of this package.
_METAL_SERIES = (
    "Alkali metals",
    "Alkaline earth metals",
    "Poor metals",
    "Transition metals",
    "Lanthanides",
    "Actinides",
)
_NUMBERED = re.compile(
    r"\b(?:element(?: number| no\.?)?|(?:atomic|proton) number(?: of)?|Z ?=) ?#?(?P<number>\d{1,3})(?![\w.,-]*\w)",
    re.IGNORECASE,
)


def query(sql: str, *values: str | int) -> list[dict[str, Any]]:
    """Rows of mendeleev's database.

    Raises:
        ToolUnavailableError: mendeleev is not installed, or its database has another form.
    """
    import sqlite3
    from contextlib import closing
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("mendeleev")
    if spec is None or not spec.submodule_search_locations:
        raise ToolUnavailableError("the table of the elements needs the package mendeleev; pip install mendeleev")
    file = Path(spec.submodule_search_locations[0]) / "elements.db"
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, values)]
    except sqlite3.Error as error:
        raise ToolUnavailableError(f"mendeleev's database cannot be read ({error}); install mendeleev 1.x") from error


@lru_cache(maxsize=1)
def elements() -> dict[str, dict[str, Any]]:
    """Every element by symbol: the row of `elements` with the name of its series."""
    rows = query(
        "SELECT e.*, s.name AS series FROM elements e JOIN series s ON s.id = e.series_id ORDER BY atomic_number"
    )
    return {row["symbol"]: row for row in rows}


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Symbols by name. Two columns are read in a tenth of the time of the whole table."""
    rows = query("SELECT symbol, name FROM elements")
    return {row["name"].lower(): row["symbol"] for row in rows} | OTHER_SPELLINGS


def find_elements(text: str) -> Iterator[tuple[int, int, str]]:
    """The elements that a text calls by atomic number, or whose part of something it asks for, each with its place.

    `element 26`, `atomic number 26`, and iron in "how many grams of iron are in …", where a label could mean another
    thing. "Which element has atomic number 26" gives no element, it asks for one.
    """
    # Of a crystal Z is the number of formula units in its cell.
    in_cell = _cells().search(text) is not None
    for match in _NUMBERED.finditer(text):
        if in_cell and match[0][:1].upper() == "Z":
            continue
        number = int(match["number"])
        if 0 < number <= len(_names_in_order()) and not _asking().search(
            text, max(0, match.start() - 40), match.start()
        ):
            yield match.start(), match.end(), _names_in_order()[number - 1]
    for match in _parts().finditer(text):
        word = match["element"]
        symbol = word if word in symbols() else symbol_of_name(word)
        if symbol is not None:
            yield *match.span("element"), symbol


@lru_cache(maxsize=1)
def _cells() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('element_parts', 'cells'))})(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=1)
def _asking() -> re.Pattern[str]:
    asked, linked = (any_of(phrase_list("element_parts", name)) for name in ("asked", "linked"))
    return re.compile(rf"\b(?:{asked})\s+(?:(?:{linked})\s+)+$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _parts() -> re.Pattern[str]:
    measures, inside = (any_of(phrase_list("element_parts", name)) for name in ("measures", "inside"))
    return re.compile(
        rf"(?<![\w-])(?:{measures})\s+of\s+(?P<element>[A-Za-z]{{1,14}})(?=\s+(?:{inside})\b)", re.IGNORECASE
    )


@lru_cache(maxsize=1)
def _names_in_order() -> tuple[str, ...]:
    return tuple(row["symbol"] for row in query("SELECT symbol FROM elements ORDER BY atomic_number"))


@lru_cache(maxsize=1)
def symbols() -> frozenset[str]:
    """The symbols of all elements."""
    return frozenset(_names().values())


def element_row(element: str) -> dict[str, Any]:
    """The row of an element, by symbol (`Fe`) or English name (`iron`).

    Raises:
        ToolInputError: there is no such element.
    """
    text = element.strip()
    if len(text) <= MAX_NAME:
        # A symbol is case-sensitive on purpose: "co" may be cobalt or carbon monoxide.
        symbol = text if text in elements() else _names().get(text.lower())
        if symbol:
            return elements()[symbol]
    raise ToolInputError(f"{text[:MAX_NAME]!r} is no element; give a symbol such as Fe or an English name such as iron")


def element_names() -> frozenset[str]:
    """Every name of an element and its other spellings, in lower case."""
    return frozenset(_names())


def symbol_of_name(text: str) -> str | None:
    """The symbol of an element by its English name, in any case (`iron`, `Sulphur`); None for anything else."""
    name = text.strip().lower()
    return _names().get(name) if len(name) <= MAX_NAME else None


def is_symbol(text: str) -> bool:
    """Whether a text is the symbol of an element as it is written; many are English words, too."""
    return text in symbols()


def is_metal(symbol: str) -> bool:
    """Whether an element is a metal; metalloids are not."""
    return elements()[symbol]["series"] in _METAL_SERIES
