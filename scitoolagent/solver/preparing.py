"""Bind what a question gives to variables before a model sees it: values, tables of its files, data in its text."""

from __future__ import annotations

import hashlib
import keyword
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.executor.files import MADE
from scitoolagent.records import Entity, Query, Step, StepResult, Value
from scitoolagent.solver.calls import Ledger, know_question
from scitoolagent.solver.facts_text import described
from scitoolagent.solver.given import QUANTITY, Given, GivenTable, Variable, is_earlier, values_of
from scitoolagent.solver.pasted import Pasted, pasted_in
from scitoolagent.solver.sql import sql_names
from scitoolagent.solver.steps import TABLE_OF, version_of
from scitoolagent.solver.stubs import BUILT_IN
from scitoolagent.tables import Options, Table, table_of
from scitoolagent.tables.facts import facts_of
from scitoolagent.tool.units import UnitError, unit_code
from scitoolagent.toolkg.columns import reader_of
from scitoolagent.toolkg.graph import ToolGraph

_STEM = re.compile(r"\W+")
_MOST_TABLES = 12
_STRUCTURE_FILES = {".pdb": "PdbFile", ".cif": "CifFile", ".xyz": "XyzFile", ".mol": "SdfFile", ".sdf": "SdfFile"}
# Files of coordinates are given to tools; their atoms as rows are asked for rarely.
_STRUCTURES = ("PdbFile", "CifFile", "BackboneFile", "StructureFile", "PictureFile", "PdfFile", "PaperFile", "XyzFile")


class Machine(Protocol):
    """What a program may do on this machine; the agent provides it."""

    @property
    def workspace(self) -> Path:
        """The folder in which files of a question lie."""
        ...

    @property
    def store(self) -> Path:
        """The folder of tables."""
        ...

    @property
    def made(self) -> frozenset[str]:
        """Files that an earlier run of the same question wrote, which are no input of it."""
        ...

    def run(self, query: Query, steps: Any, results: Mapping[int, StepResult]) -> Iterator[StepResult]:
        """Run steps behind the gate."""
        ...

    def load(self, value: Value) -> Table:
        """The table that a step gave."""
        ...

    def sheets(self, file: Entity) -> tuple[str, ...]:
        """The sheets of a workbook; nothing for other files."""
        ...

    def screen(self, texts: Mapping[str, str]) -> None:
        """Screen texts, each with its semantic type or an empty one; raises a SafetyError."""
        ...

    def take_back(self, name: str) -> bytes:
        """Remove a file that a program of this question wrote, and return what it held."""
        ...

    def put_back(self, name: str, content: bytes) -> None:
        """Write a file again that was taken back."""
        ...

    def write(self, what: Table | str, name: str) -> str:
        """Write rows, or a picture as SVG, to a new file of the working folder; its size and checksum."""
        ...


@dataclass
class Prepared:
    """A question with its variables, and the steps that read its files."""

    given: Given
    facts: tuple[str, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    data: tuple[tuple[int, int], ...] = ()

    def fresh_ledger(self) -> Ledger:
        """The ledger that a program begins with."""
        made = Ledger(list(self.ledger.steps), dict(self.ledger.results))
        made.texts = {text: list(known) for text, known in self.ledger.texts.items()}
        made.numbers = dict(self.ledger.numbers)
        return made


def as_asked(query: Query) -> str:
    """The question as it was written, before rules put words of it into others."""
    return query.original.text if query.original is not None else query.text


def prepare(graph: ToolGraph, query: Query, machine: Machine, earlier: Sequence[str] = ()) -> Prepared:
    """Read the files of a question and the data in its text, and bind all it gives to variables.

    Data of the `earlier` questions of a chat are bound too.
    """
    ledger = Ledger()
    know_question(ledger, query)
    values = values_of(query, graph, machine.workspace)
    pasted = [one for one in pasted_in(query.text) if not _is_known(one, values)]
    data = [(one.start, one.end) for one in pasted]
    values = {name: one for name, one in values.items() if not any(_is_part(one, data) for data in pasted)}
    tables: dict[str, GivenTable] = {}
    problems: list[str] = []
    taken = {*values, *graph.tools, *BUILT_IN}
    for entity in (one for one in _files(graph, query, values) if str(one.value) not in machine.made):
        for sheet in machine.sheets(entity) or ("",):
            if len(tables) >= _MOST_TABLES:
                problems.append(f"only the first {_MOST_TABLES} tables are read")
                break
            _read(graph, query, machine, ledger, (entity, sheet), tables, problems, taken)
    for one in pasted:
        _bind(graph, machine, ledger, one, values, tables, taken)
    _bind_earlier(graph, machine, ledger, earlier, values, tables, taken)
    for variable in values.values():
        for number, unit in variable.amounts if variable.reference else ():
            if code := _code(unit):
                ledger.numbers[float(number), code] = variable.reference
    for given in tables.values():
        ledger.know(given.table.folder.name, "Table", given.reference)
    facts = tuple(_facts(given) for given in tables.values())
    unsure = tuple(one.text for one in query.quantities if one.upper is None and "," in one.text and one.problem)
    problems += [
        f"{text} may be two numbers: take the likelier and name it in `text` as it is written" for text in unsure
    ]
    return Prepared(Given(values, tables, tuple(problems), unsure), facts, ledger, tuple(data))


def _is_known(pasted: Pasted, values: Mapping[str, Variable]) -> bool:
    """Whether pasted sequences are values of the question already: a few without names."""
    texts = {one.value for one in values.values() if isinstance(one.value, str)}
    return pasted.kind == "sequences" and all(not name and letters in texts for name, letters in pasted.value)


def _is_part(variable: Variable, pasted: Pasted) -> bool:
    """Whether a value is only a part of pasted data; a series that a tool takes as it is written is a value, too."""
    inside = pasted.start <= variable.start and variable.end <= pasted.end
    return inside and (pasted.kind != "numbers" or variable.type == QUANTITY)


def _facts(given: GivenTable) -> str:
    try:
        return described(facts_of(given.table, given.name, sql_names(given.table.names)))
    except TableError as error:
        return f"{given.name}: {error}"


def _files(graph: ToolGraph, query: Query, handles: Collection[str]) -> Iterator[Entity]:
    """The files of a question that hold rows, each once."""
    seen: set[str] = set()
    for entity in query.entities:
        if entity.file or entity.type not in graph.types or graph.role(entity.type) != "file":
            continue
        if entity.handle not in handles:
            continue
        if entity.type not in _STRUCTURES and str(entity.value) not in seen:
            seen.add(str(entity.value))
            yield entity


def _read(
    graph: ToolGraph,
    query: Query,
    machine: Machine,
    ledger: Ledger,
    source: tuple[Entity, str],
    tables: dict[str, GivenTable],
    problems: list[str],
    taken: set[str],
) -> None:
    """Read a file, or a sheet of one, by a step of its own."""
    entity, sheet = source
    reader = reader_of(graph)
    arguments = {reader.inputs[0].name: f"$query.{entity.handle}"}
    if sheet:
        arguments[reader.inputs[1].name] = sheet
    step = Step(id=ledger.next_id, tool=reader.name, arguments=arguments)
    result = next(iter(machine.run(query, [step], ledger.results)))
    if result.status != "ok":
        problems.append(f"{entity.text}: {result.error.message if result.error else 'not read'}")
        return
    ledger.steps.append(step)
    ledger.results[step.id] = result
    output = reader.outputs[0].name
    try:
        table = machine.load(result.outputs[output])
    except ToolInputError as error:
        problems.append(f"{entity.text}: {error}")
        return
    name = _free_name(sheet or Path(str(entity.value)).name.split(".")[0], taken)
    tables[name] = GivenTable(
        name,
        table,
        f"${step.id}.{output}",
        str(entity.value),
        entity.start,
        entity.end,
        earlier=is_earlier(query, entity),
    )


def _bind_earlier(
    graph: ToolGraph,
    machine: Machine,
    ledger: Ledger,
    earlier: Sequence[str],
    values: dict[str, Variable],
    tables: dict[str, GivenTable],
    taken: set[str],
) -> None:
    """Bind data of earlier questions, which have no place in this one."""
    old_values: dict[str, Variable] = {}
    old_tables: dict[str, GivenTable] = {}
    for text in earlier:
        for one in pasted_in(text):
            _bind(graph, machine, ledger, replace(one, start=0, end=0), old_values, old_tables, taken)
    values |= {name: replace(one, earlier=True) for name, one in old_values.items()}
    tables |= {name: replace(one, earlier=True) for name, one in old_tables.items()}


def _bind(
    graph: ToolGraph,
    machine: Machine,
    ledger: Ledger,
    pasted: Pasted,
    values: dict[str, Variable],
    tables: dict[str, GivenTable],
    taken: set[str],
) -> None:
    """Bind data of the text to a variable: rows to a table, numbers and sequences to lists."""
    name = _free_name(pasted.name or pasted.kind, taken)
    where = (pasted.start, pasted.end)
    if pasted.kind == "table":
        columns = {key: [row.get(key) for row in pasted.value] for key in pasted.value[0]}
        table = table_of(columns, Options(graph, machine.store), name).settled()
        step = Step(id=ledger.next_id, tool="table_of", arguments={"rows": len(pasted.value)})
        output = Value(type="Table", value=table.folder.name, columns=table.columns, rows=table.rows)
        ledger.steps.append(step)
        ledger.results[step.id] = StepResult(
            step=step.id,
            tool=TABLE_OF,
            version=version_of(TABLE_OF),
            status="ok",
            outputs={"table": output},
            source="the question",
            attempts=1,
        )
        tables[name] = GivenTable(name, table, f"${step.id}.table", "pasted", *where)
    elif pasted.kind == "numbers":
        unit = _code(pasted.unit)
        kind = "quantities" if unit else "numbers"
        held = [(number, unit) for number in pasted.value] if unit else list(pasted.value)
        shown = ", ".join(f"{number:g}" for number in pasted.value)
        values[name] = Variable(name, kind, held, f"{shown} {pasted.unit}".strip(), *where)
    elif pasted.kind == "structure":
        kind, path = _written(graph, machine, *pasted.value)
        if kind:
            ledger.know(path, kind)
            values[name] = Variable(name, kind, path, f"pasted, {len(pasted.value[0].splitlines())} lines", *where)
    elif pasted.kind in ("sequences", "molecules"):
        kind = _kind_of(graph, pasted)
        names, texts = [one[0] for one in pasted.value], [one[1] for one in pasted.value]
        for text in texts:
            ledger.know(text, kind)
        values[name] = Variable(name, f"list:{kind}", texts, f"{len(texts)} values: {', '.join(names)}", *where)
        if any(names):
            labels = _free_name(f"{name}_names", taken)
            values[labels] = Variable(labels, "list:", names, f"the names of {name}", *where)


def _written(graph: ToolGraph, machine: Machine, text: str, suffix: str) -> tuple[str, str]:
    """The type and the path of a file that holds a pasted structure, among those that tools make."""
    kind = _STRUCTURE_FILES.get(suffix, "")
    if kind not in graph.types:
        return "", ""
    folder = machine.store.parent.joinpath(*MADE[0])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"pasted-{hashlib.sha256(text.encode()).hexdigest()[:16]}{suffix}"
    path.write_text(text, encoding="utf-8")
    return kind, str(path)


def _kind_of(graph: ToolGraph, pasted: Pasted) -> str:
    """The semantic type of pasted letters: what they can all be, a protein where they hold other letters than bases."""
    if pasted.kind == "molecules":
        return "Smiles"
    letters = {letter for _, text in pasted.value for letter in text.upper()}
    if letters <= set("ACGTN"):
        return "DnaSequence"
    return "RnaSequence" if letters <= set("ACGUN") else "ProteinSequence"


def _free_name(text: str, taken: set[str]) -> str:
    """A name for a variable that nothing else has."""
    stem = _STEM.sub("_", text.casefold()).strip("_") or "table"
    stem = f"t_{stem}" if stem[0].isdigit() or keyword.iskeyword(stem) else stem
    name, number = stem, 2
    while name in taken or keyword.iskeyword(name):
        name, number = f"{stem}_{number}", number + 1
    taken.add(name)
    return name


def _code(unit: str) -> str:
    try:
        code = unit_code(unit) if unit else ""
    except UnitError:
        return ""
    return "" if code == "1" else code
