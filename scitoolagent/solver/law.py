"""The law of the whole question for programs: what of it an answer does not rest on, and what else it rests on.

Each value, quantity, file and number of the question has to be used by what the results rest on, or be set aside with a
reason. Numbers and structures of the model's own are open until it says that they are assumed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.solver.arithmetic import Amount
from scitoolagent.solver.functions import Own
from scitoolagent.solver.given import Given, Variable
from scitoolagent.solver.numbers import (
    FREE,
    NUMBER,
    bare_numbers,
    digits_of,
    holds_form,
    holds_number,
    is_label,
    is_power_of_ten,
    is_same,
    numbers_of,
    rounds_to,
)
from scitoolagent.solver.places import LABEL_UNIT, NOWHERE, PLACE, at_place
from scitoolagent.solver.turns import Written
from scitoolagent.solver.uses import Uses
from scitoolagent.tables.operations import rows_without
from scitoolagent.tool.units import UnitError, convert, convertible, unit_code, unit_sign
from scitoolagent.toolkg.graph import ToolGraph

_FILE_NAME = re.compile(r"\b[\w-]+\.(?:csv|tsv|xlsx|png|svg|pdf|sdf|parquet|jsonl?|fasta|smi|cif|pdb)\b", re.IGNORECASE)
_SHOWN, _SHORTEST = 60, 2
# Of a thing that the model named and whose facts come from tools.
NAMED = "named"
_NAMES = "MoleculeName"
_NEW_FILE = "NewFileName"
# The source of tables that stand in the text.
_PASTED = "pasted"
_SELECT = re.compile(r"(?i)\bselect\b")
_PLACE_UNIT = re.compile(r"\{([^{}]*)\}\s?([^\W\d_%][\w/·²³°µ-]{0,11}|%|°[CF])(?!\w)")


@dataclass(frozen=True, slots=True)
class Judged:
    """What is open in an answer, and what it assumes.

    Attributes:
        unused: values and numbers of the question that nothing rests on.
        wrong: what the model has to mend in its program or text.
        assumed: what the answer rests on beside the question, each with its reason.
        told: cells of the tables that were read which hold no value, whatever the model says of them.
    """

    unused: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[str, ...]:
        """All that keeps the answer from being complete."""
        return (*self.unused, *self.wrong)


@dataclass(frozen=True, slots=True)
class Checked:
    """What an answer is judged by.

    Attributes:
        text: the question.
        given: its variables.
        uses: what the results rest on.
        own: what the program typed and assumed.
        written: the answer.
        numbers: those that the results hold.
        results: by key.
        data: the places of the question that are data, such as a pasted table.
        conditions: numbers in the descriptions of the tools that were called: the 25 °C that a value holds at.
        earlier: what the person said before and beside it, whose numbers may be used.
    """

    text: str
    given: Given
    uses: Uses
    own: Own
    written: Written
    numbers: Collection[float] = ()
    results: Mapping[str, Any] = field(default_factory=dict)
    data: Sequence[tuple[int, int]] = field(default_factory=tuple)
    earlier: str = ""
    conditions: Collection[float] = ()


def judged(graph: ToolGraph, checked: Checked) -> Judged:
    """What is open in an answer."""
    unused = [*_unused_values(graph, checked), *_unused_numbers(checked)]
    assumed = [f"{value} ({why})" for value, why in dict.fromkeys(checked.own.assumed)]
    wrong = [*_own_numbers(checked), *_own_structures(graph, checked), *_own_text(checked), *_own_files(checked)]
    wrong += [*_units_put_on(checked), *_caught(checked), *_from_memory_alone(checked)]
    assumed += [_as_written(graph, kind, text) for kind, text in dict.fromkeys(checked.own.typed)]
    return Judged(tuple(unused), tuple(wrong), tuple(assumed), tuple(_holes(checked)))


def _as_written(graph: ToolGraph, kind: str, text: str) -> str:
    """What an answer says of a text that the model wrote: a name, whose structure is looked up, or the thing itself."""
    label = graph.types[kind].label
    verb = NAMED if graph.screen(kind) in ("name", "") else "written"
    return f"{verb} by the model: {text[:_SHOWN]} ({label})"


def _unused_values(graph: ToolGraph, checked: Checked) -> Iterator[str]:
    """The values of the question that nothing rests on; of several readings of one place one is enough."""
    groups: list[list[Variable]] = []
    values = (one for one in checked.given.values.values() if not one.earlier)
    for variable in sorted(values, key=lambda one: one.start):
        last = groups[-1] if groups else []
        beside = checked.text[last[-1].end : variable.start] if last else ""
        # Two readings of one place are one thing, and so is a name with its formula or structure in brackets behind it.
        if last and (any(variable.start < other.end for other in last) or beside.strip() in ("(", "[")):
            last.append(variable)
        else:
            groups.append([variable])
    used = {str(one.value).casefold() for one in checked.given.values.values() if one.name in checked.uses.names}
    for group in groups:
        # A thing that is named twice is used once.
        if any(str(one.value).casefold() in used for one in group):
            continue
        # A letter or two may be a word, a mark or a symbol; nothing hangs on it.
        if max(len(one.text) for one in group) <= _SHORTEST and not any(one.amounts for one in group):
            continue
        # Words for a setting ask for it; whether they are heeded the second reader says.
        if all(_is_words(graph, one) for one in group):
            continue
        if not any(_is_used(variable, checked) for variable in group):
            first = group[0]
            text = " ".join(first.text.split())[:_SHOWN]
            yield f"{first.name} ({text})"
    for text in checked.given.unsure:
        if text not in f"{checked.written.text}\n{checked.written.fault}" and not _is_set_aside(checked, text):
            yield f"{text}, which may be two numbers"
    read = {table.source for name, table in checked.given.tables.items() if _names(checked, name)} - {_PASTED}
    for name, table in checked.given.tables.items():
        # Of a workbook that is asked about one sheet is enough.
        if table.source in read:
            continue
        if not (table.earlier or _names(checked, name)) and not _is_set_aside(checked, name, table.source):
            yield f"{name} ({table.source})"


def _is_words(graph: ToolGraph, variable: Variable) -> bool:
    """Whether a value is a setting in words, without a number of its own."""
    is_setting = variable.type in graph.types and graph.role(variable.type) == "setting"
    return is_setting and not any(sign.isdigit() for sign in variable.text)


def _is_used(variable: Variable, checked: Checked) -> bool:
    if variable.name in checked.uses.names or _is_set_aside(checked, variable.name, variable.text):
        return True
    if variable.amounts:
        # A condition on rows compares with the bare number, in the unit of the column.
        forms = [_in_columns(checked, number, unit) for number, unit in variable.amounts]
        return all(any(holds_number(checked.uses.numbers, n) or _in_texts(checked, n) for n in one) for one in forms)
    if any(table.start <= variable.start < table.end for table in checked.given.tables.values() if table.end):
        return True
    if any(variable.text in (table.source, str(table.table.source)) for table in checked.given.tables.values()):
        return True
    text = variable.text.casefold()
    if text in map(str.casefold, checked.own.saved):
        return True
    return any(text in one.casefold() for one in (*checked.uses.texts, checked.written.text, checked.written.fault))


def _in_columns(checked: Checked, number: float, unit: str) -> list[float]:
    """A number with a unit as the columns that were read by SQL hold it; as it is where none is of its dimension."""
    units = [one for one in _units_read(checked).values() if unit and _is_convertible(unit, one)]
    return [convert(number, unit, one) for one in units] or [number]


def _units_read(checked: Checked) -> dict[str, str]:
    """The columns with a unit that queries read, whose numbers come without it."""
    queries = [text for text in checked.uses.texts if _SELECT.search(text)]
    return {
        column.name: column.unit
        for given in checked.given.tables.values()
        for column in given.table.columns
        if column.unit and any(column.name in text for text in queries)
    }


def _units_put_on(checked: Checked) -> Iterator[str]:
    """Units that a program or its words give to the numbers of a query whose column is in another one."""
    read = _units_read(checked)
    put_on = list(checked.own.put_on)
    for key, label in checked.written.labels.items():
        in_label = LABEL_UNIT.search(label)
        if in_label and any(not isinstance(one, Amount) for one in _leaves(checked.results.get(key))):
            put_on.append((f"the label {label!r}", in_label[1]))
    for match in _PLACE_UNIT.finditer(checked.written.text):
        found = at_place(match[1], checked.results)
        if isinstance(found, int | float) and not isinstance(found, bool):
            put_on.append((match[0], match[2]))
    for text, unit in put_on:
        near = {header: own for header, own in read.items() if _is_convertible(unit, own)}
        if near and not any(_is_same_unit(unit, own) for own in near.values()):
            header, own = next(iter(near.items()))
            yield (
                f"{text}: a query gives the numbers of {header!r} in {unit_sign(own)}; "
                f"write Q(number, '{unit_sign(own)}') and .to('{unit}')"
            )


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, Amount | int | float) and not isinstance(value, bool):
        yield value


def _is_convertible(unit: str, other: str) -> bool:
    try:
        return convertible(unit_code(unit), other)
    except UnitError:
        return False


def _is_same_unit(unit: str, other: str) -> bool:
    code = unit_code(unit)
    return code == other or is_same(convert(1.0, code, other), 1.0)


def _names(checked: Checked, table: str) -> bool:
    pattern = re.compile(rf"(?<!\w){re.escape(table)}(?!\w)")
    return table in checked.uses.names or any(pattern.search(text) for text in checked.uses.texts)


def _is_set_aside(checked: Checked, *names: str) -> bool:
    wanted = [name.casefold() for name in names if name]
    for one in checked.written.set_aside:
        what = one.what.casefold()
        if one.why.strip() and any(_is_word(name, what) or what == name for name in wanted):
            return True
    return False


def _is_word(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w)(?<!\d[.,]){re.escape(name)}(?!\w)(?![.,]\d)", text) is not None


def _unused_numbers(checked: Checked) -> Iterator[str]:
    """Bare numbers of the question that neither a program, a text of it nor a reason takes up."""
    # A number told again, without its unit, is that of the quantity.
    names = checked.uses.names
    used = [number for one in checked.given.values.values() if one.name in names for number, _ in one.amounts]
    for text, value in bare_numbers(checked.text, checked.given, checked.data):
        if holds_number((*checked.uses.numbers, *used), value) or _in_texts(checked, value):
            continue
        if _is_set_aside(checked, text) or text in checked.written.fault:
            continue
        yield f"the number {text}"


def _in_texts(checked: Checked, value: float) -> bool:
    found = (number for text in checked.uses.texts for number in numbers_of(text))
    return holds_number(found, value)


def _own_numbers(checked: Checked) -> Iterator[str]:
    """Numbers of the program that neither the question nor an assumption holds."""
    allowed = [*digits_of(checked.text), *digits_of(checked.earlier)]
    allowed += [number for one in checked.given.values.values() for number, _ in one.amounts]
    allowed += [number for value, _ in checked.own.assumed for number in numbers_of(value)]
    for number in dict.fromkeys(checked.uses.numbers):
        if not (abs(number) in FREE or holds_form(number, allowed) or is_power_of_ten(number)):
            shown = f"{number:.10g}"
            yield (
                f"{shown} is not of the question; take it from a tool or a constant, or write "
                f"assume({shown}, 'what it is and why')"
            )


def _own_structures(graph: ToolGraph, checked: Checked) -> Iterator[str]:
    """Structures that the model typed while a name of the question, which converts to one, is not used."""
    typed = [(kind, text) for kind, text in checked.own.typed if graph.screen(kind) and not graph.is_a(kind, _NAMES)]
    names = [
        one
        for one in checked.given.values.values()
        if one.type == _NAMES and one.name not in checked.uses.names and not _is_set_aside(checked, one.name, one.text)
    ]
    if typed and names:
        shown = ", ".join(f"{one.name} ({one.text})" for one in names)
        yield f"{typed[0][0]}({typed[0][1][:_SHOWN]!r}) is typed from memory while {shown} is at hand; use that"


def _own_text(checked: Checked) -> Iterator[str]:
    """Numbers typed in the text, and places without a result."""
    for match in PLACE.finditer(checked.written.text):
        if at_place(match[1], checked.results) in (NOWHERE, {}):
            keys = ", ".join(checked.results) or "there are none"
            yield f"{match[0]} in the text is no key or place of the results ({keys})"
    plain = PLACE.sub(" ", checked.written.text)
    allowed = [*digits_of(checked.text), *digits_of(checked.earlier), *checked.numbers, *map(float, range(13)), 100.0]
    allowed += [*checked.conditions, *checked.uses.numbers]
    for match in NUMBER.finditer(plain):
        if is_label(plain, match.start(), match.end()):
            continue
        value = next(numbers_of(match[0]), None)
        if value is not None and not any(rounds_to(one, value, match[0]) for one in allowed):
            yield f"the number {match[0]} in the text is in no result; write the place of the result"


def _own_files(checked: Checked) -> Iterator[str]:
    """Files that the text names or the question wants, and nobody wrote."""
    written = {name.casefold() for name in checked.own.saved}
    wanted = [str(one.value) for one in checked.given.values.values() if one.type == _NEW_FILE and not one.earlier]
    for name in wanted:
        if name.casefold() not in written and not _is_set_aside(checked, name):
            yield f"the question wants the file {name}, which was not written; save(…, {name!r})"
    known = f"{checked.text}\n{checked.earlier}".casefold()
    for name in dict.fromkeys(_FILE_NAME.findall(checked.written.text)):
        if name.casefold() not in written and name.casefold() not in known and name not in wanted:
            yield f"the text names the file {name}, which was not written"


def _from_memory_alone(checked: Checked) -> Iterator[str]:
    """An answer that no tool, no table and no value of the question stands behind."""
    given = {*checked.given.values, *checked.given.tables}
    if checked.own.assumed and not checked.own.calls.ledger.at and not given & checked.uses.names:
        yield "the answer rests on nothing but what is assumed"


def _caught(checked: Checked) -> Iterator[str]:
    """Computations that the units do not allow, which the program passed over in silence."""
    caught = checked.own.caught
    if caught:
        yield f"{len(caught)} computations failed within `try` and were passed over, the first: {caught[0]}"


def _holes(checked: Checked) -> Iterator[str]:
    """What the columns that were read lack: cells that are empty or no numbers."""
    for given in checked.given.tables.values():
        if not _names(checked, given.name):
            continue
        odd = {one.column: one for one in given.table.odd}
        for column in given.table.columns:
            if not any(column.name in text for text in checked.uses.texts):
                continue
            lacking = rows_without(given.table, given.table.place(column.name))
            if lacking:
                first = odd.get(column.name)
                why = f"; {first.count:,} of them cannot be read (first: {first.first})" if first else ""
                yield f"{given.name}: {lacking:,} of {given.table.rows:,} rows have no {column.name}{why}"
