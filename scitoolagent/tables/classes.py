"""The values of columns that hold classes: what a question may name rows by."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypedDict

from scitoolagent.language.words import word_list
from scitoolagent.tables.store import connected, scan
from scitoolagent.tables.table import Column, Table

_MOST, _LONGEST, _COLUMNS = 50, 60, 100
_BINARY = 2
# In so few rows a class may have one row alone.
_FEW = 1000
# Names of molecules and the like are classes where each stands in so many rows and more.
_TYPED = 2
# What is the same in all rows of one patient is only looked for in tables that a study may have.
_LOOKED_AT = 100_000
_LONGEST_NAME, _MOST_WORDS = 6, 200
# The number of different texts is counted to some percent; what names rows may stand there twice.
_DIFFERENT = 0.8
_PART = re.compile(r"\S+")
# Signs beside a name that are no part of it.
_AROUND = " \t.,;:?!\"'`“”‘’()[]"


class Said(TypedDict):
    """What a schema tells of the texts of a table; see there."""

    values: dict[str, tuple[str, ...]]
    cells: dict[str, tuple[str, ...]]
    named: str
    repeated: str
    different: int
    steady: tuple[str, ...]
    zeros: tuple[str, ...]


def texts_of(table: Table, text: str, names: Callable[[Column], bool]) -> Said:
    """What a question may name rows by: classes, what rows are called, and what each of them is.

    Args:
        table: the rows.
        text: the question.
        names: whether a column may hold what rows are called.
    """
    different = _different(table)
    first = table.columns[0].name if different else ""
    named, repeated = (first, "") if different == table.rows else ("", first)
    return {
        "values": classes_of(table, named),
        "cells": cells_of(table, text, names),
        "named": named,
        "repeated": repeated,
        "different": different,
        "steady": _steady(table) if repeated else (),
        "zeros": _with_zeros(table),
    }


def _different(table: Table) -> int:
    """How many different texts the first column holds; none where it holds something else."""
    if not table.parts or table.columns[0].kind != "text":
        return 0
    with connected(table.folder) as engine:
        query = f"SELECT count(DISTINCT c0) FROM {scan(table.paths)}"  # noqa: S608
        return int(engine.execute(query).fetchone()[0])


def _steady(table: Table) -> tuple[str, ...]:
    """The headers with one value in all rows of what the first column names, none of them blank."""
    if table.rows > _LOOKED_AT:
        return ()
    columns = list(enumerate(table.columns[:_COLUMNS]))[1:]
    told = ", ".join(f"count(DISTINCT c{place}) = 1 AND count(c{place}) = count(*) AS s{place}" for place, _ in columns)
    every = ", ".join(f"bool_and(s{place})" for place, _ in columns)
    if not columns:
        return ()
    query = f"SELECT {every} FROM (SELECT {told} FROM {scan(table.paths)} WHERE c0 IS NOT NULL GROUP BY c0)"  # noqa: S608
    with connected(table.folder) as engine:
        found = engine.execute(query).fetchone()
    return tuple(column.name for (_, column), steady in zip(columns, found, strict=True) if steady)


def _with_zeros(table: Table) -> tuple[str, ...]:
    """The headers of numbers that are nowhere below zero and somewhere zero: amounts, of which a row may have none."""
    numbers = [(place, one) for place, one in enumerate(table.columns[:_COLUMNS]) if one.is_number]
    if not table.parts or not numbers:
        return ()
    least = ", ".join(f"min(c{place})" for place, _ in numbers)
    with connected(table.folder) as engine:
        found = engine.execute(f"SELECT {least} FROM {scan(table.paths)}").fetchone()  # noqa: S608
    return tuple(one.name for (_, one), value in zip(numbers, found, strict=True) if value == 0)


def classes_of(table: Table, named: str) -> dict[str, tuple[str, ...]]:
    """The different values of each column of few short texts, of two whole numbers, or of models, in their order.

    Args:
        table: the rows.
        named: the header of the column whose texts are all different, empty for none.
    """
    found: dict[str, tuple[str, ...]] = {}
    if not table.parts:
        return found
    # Where another column says what each row is, and rows are few, one row may be the only one of its class.
    typed = table.rows - 1 if named and table.rows <= _FEW else table.rows // _TYPED
    with connected(table.folder) as engine:
        for place, column in enumerate(table.columns[:_COLUMNS]):
            most = _most(column)
            if not most:
                continue
            query = f"SELECT DISTINCT c{place} FROM {scan(table.paths)} WHERE c{place} IS NOT NULL LIMIT {most + 1}"  # noqa: S608
            values = [str(one) for one in sorted(row[0] for row in engine.execute(query).fetchall())]
            if column.type and len(values) > typed:
                continue  # each name is that of a row
            whole = column.kind == "integer" and most == _BINARY and len(values) != _BINARY
            if values and not whole and len(values) <= most and all(len(value) <= _LONGEST for value in values):
                found[column.name] = tuple(values)
    return found


def _most(column: Column) -> int:
    """How many different values a column may hold that are classes; none where it holds things of their own."""
    if column.kind == "text":
        return _MOST if not column.type or column.type.endswith("Name") else 0
    if column.kind != "integer":
        return 0
    return _MOST if column.name in word_list("tables", "model_column") else _BINARY


def cells_of(table: Table, text: str, names: Callable[[Column], bool]) -> dict[str, tuple[str, ...]]:
    """The texts of a question that stand in columns whose texts are all different, as these spell them.

    Args:
        table: the rows.
        text: the question.
        names: whether a column may hold what rows are called.
    """
    said = sorted(_runs(text))
    found: dict[str, tuple[str, ...]] = {}
    if not table.parts or not said:
        return found
    with connected(table.folder) as engine:
        for place, column in enumerate(table.columns[:_COLUMNS]):
            if column.kind != "text" or not names(column):
                continue
            places = ", ".join("?" * len(said))
            query = f"SELECT DISTINCT c{place} FROM {scan(table.paths)} WHERE lower(c{place}) IN ({places})"  # noqa: S608
            values = tuple(sorted(str(row[0]) for row in engine.execute(query, said).fetchall()))
            if not values:
                continue
            count = f"SELECT count(c{place}), approx_count_distinct(c{place}) FROM {scan(table.paths)}"  # noqa: S608
            held, different = engine.execute(count).fetchall()[0]
            if different >= held * _DIFFERENT:
                found[column.name] = values
    return found


def _runs(text: str) -> set[str]:
    """The runs of a few words of a text, in small letters, each as a cell would hold it."""
    words = [(match.start(), match.end()) for match in _PART.finditer(text.lower())][:_MOST_WORDS]
    found = set[str]()
    for first, (start, _) in enumerate(words):
        for _, end in words[first : first + _LONGEST_NAME]:
            said = text[start:end].strip(_AROUND)
            run = said.lower()
            # "A length" names no row that is called a; "sample A" does.
            if said in word_list("labels", "small"):
                continue
            found |= {run, run.removesuffix("'s")} if 0 < len(run) <= _LONGEST else set()
    return found
