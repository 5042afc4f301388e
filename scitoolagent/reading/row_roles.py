"""Columns that a form means without naming them, by what they are: time, subject, gene; and classes: the controls.

A file tells which column that is by its header, its unit or its classes. Where it leaves a choice, the question is
refused with the names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.row_values import words_in
from scitoolagent.records import Column, Query, Schema
from scitoolagent.tool.units import convertible, is_pure

# In which units some of them are measured, whatever their headers.
_UNITS = {"time": ("s",), "concentration": ("mol/L", "g/L")}
_NUMBER, _CLASS = "implied_numbers", "implied_classes"
_OTHERWISE = " otherwise"
_COUNTED = (
    "whether {} says how many there are is not clear; say so, as in 'with {} as counts', or leave it out of the file"
)


@dataclass(frozen=True, slots=True)
class Meant:
    """What a role stands for in a file: a column, a class, nothing, or several among which the question has to say."""

    column: Column | None = None
    value: str = ""
    problem: str = ""


def is_role(name: str) -> bool:
    """Whether a form may mean a column, or a class of one, by such a name."""
    role = name.removeprefix("?")
    return role in phrases_of(_NUMBER) or role in phrases_of(_CLASS) or "." in role


def column_meant(table: Schema, name: str, taken: Collection[str]) -> Meant:
    """The column of a file that has a role.

    Args:
        table: what is in the file.
        name: the role; with `?` in front it may be missing.
        taken: headers that have another role.
    """
    role, optional = name.removeprefix("?"), name.startswith("?")
    numbers = role in phrases_of(_NUMBER)
    left = [one for one in table.columns if one.name not in taken]
    fitting = [one for one in left if one.is_number] if numbers else [one for one in left if _parts_rows(one)]
    words = phrases_of(_NUMBER if numbers else _CLASS)[role]
    found = _by_classes(table, fitting, role) or _called(fitting, words)
    if not found and numbers:
        found = [
            one for one in fitting if one.unit and any(convertible(one.unit, unit) for unit in _UNITS.get(role, ()))
        ]
    if not found and not optional:
        # The only one that is left; whole numbers that tell rows apart are none.
        found = [one for one in fitting if (not _tells_apart(one) if numbers else one.kind == "text")]
        found = [] if role in _needed() else found
    if len(found) == 1:
        return Meant(found[0])
    if optional and not found:
        doubtful = [one.name for one in fitting if _may_count(one)] if role == "counts" else []
        return Meant(problem=_COUNTED.format(" or ".join(doubtful), doubtful[0])) if doubtful else Meant()
    listed = " or ".join(one.name for one in found)
    if not found and (parts := _needed().get(role)):
        return Meant(problem=f"no column has classes called {' and '.join(parts)}; say which are meant")
    return Meant(problem=f"which column is the {role} is not clear: {listed}" if found else f"no column is the {role}")


def class_meant(table: Schema, header: str, name: str, said: Collection[str] = ()) -> Meant:
    """The class of a column that has a role: the reference gene, the negative control.

    Args:
        table: what is in the file.
        header: of the column.
        name: the role, behind a full stop.
        said: classes that have another role.
    """
    role = name.partition(".")[2]
    left = [one for one in table.values.get(header, ()) if one not in said]
    # Of two classes of which one is said the other is meant.
    found = classes_called(left, role) or (left if len(left) == 1 and said else [])
    if len(found) == 1:
        return Meant(value=found[0])
    if found:
        return Meant(problem=f"which class of {header} is the {role} is not clear: {' or '.join(found)}")
    held = ", ".join(table.values.get(header, ())[:8])
    return Meant(problem=f"no class of {header} is called as the {role} is; say which: {held}")


def classes_called(values: Sequence[str], role: str) -> list[str]:
    """The classes that are called as those of a role are; the second list of words where none is by the first."""
    groups = phrases_of("implied_values")
    for key in (role, role + _OTHERWISE):
        known = {words_in(phrase) for phrase in groups.get(key, ())}
        if found := [one for one in values if _plain(one) in known]:
            return found
    return []


def _plain(value: str) -> tuple[str, ...]:
    """The words of a class, less those that say only that it is a control, and signs."""
    words = [singular(word) for word in words_in(value) if word.isalnum()]
    told = [word for word in words if word not in word_list("row_words", "control_words")]
    return tuple(told or words)


def _by_classes(table: Schema, columns: Sequence[Column], role: str) -> list[Column]:
    """The columns that hold a class of each of the roles that make out a column."""
    needed = _needed().get(role, ())
    if not needed:
        return []
    return [one for one in columns if all(classes_called(table.values.get(one.name, ()), part) for part in needed)]


def _needed() -> Mapping[str, Sequence[str]]:
    return phrases_of("implied_by_classes")


def _called(columns: Sequence[Column], words: Sequence[str]) -> list[Column]:
    """The columns whose headers end with some words, or else have them."""
    last = [one for one in columns if _spelled(_words(one)[-1:]) & set(words)]
    return last or [one for one in columns if _spelled(_words(one)) & set(words)]


def _spelled(words: Sequence[str]) -> set[str]:
    """Words as they stand, and in the singular: individuals are counted, where an individual is a row."""
    return {*words, *map(singular, words)}


def _words(column: Column) -> list[str]:
    """The words of a header without its unit, and without such as say only that it tells rows apart."""
    from scitoolagent.tables.recognise import header_unit

    words = [word for word in words_in(header_unit(column.name)[0]) if word.isalnum()]
    told = [word for word in words if word not in word_list("tables", "identifying")]
    return told or words


def _may_count(column: Column) -> bool:
    """Whether a column of whole numbers may say how many there are, which no word of its header tells."""
    return column.kind == "integer" and is_pure(column.unit or "1") and not _tells_apart(column)


def _parts_rows(column: Column) -> bool:
    return column.kind in ("text", "truth", "integer", "date")


def _tells_apart(column: Column) -> bool:
    """Whether whole numbers say which one a row is of, or where it stands on a plate."""
    ordinal = word_list("tables", "ordinal_columns") | word_list("row_words", "places_on_plates")
    return column.kind == "integer" and bool({*words_in(column.name)[-1:]} & ordinal)


def _classes(said: Mapping[str, str | list[str]]) -> set[str]:
    return {name for one in said.values() for name in ([one] if isinstance(one, str) else one)}


def roles_meant(
    query: Query, roles: Mapping[str, str], known: Mapping[str, str], said: Mapping[str, str | list[str]]
) -> tuple[dict[str, Meant], str]:
    """What each input of a form stands for in the one file of a question, and what stands against it.

    Args:
        query: knows what is in its files.
        roles: by input, its role; that of a class names the input of its column in front of a full stop.
        known: by input, the header of its column where the question says it.
        said: by input, the classes that the question says.
    """
    if len(query.tables) != 1:
        return {}, "say of one file what each column is"
    table = query.tables[0]
    found: dict[str, Meant] = {}
    headers = dict(known)
    for name, role in roles.items():
        if "." in role:
            header = headers.get(role.partition(".")[0], "")
            meant = class_meant(table, header, role, _classes(said)) if header else Meant()
        else:
            meant = column_meant(table, role, set(headers.values()))
            if meant.column is not None:
                headers[name] = meant.column.name
        if meant.problem:
            return {}, meant.problem
        found[name] = meant
    return found, ""
