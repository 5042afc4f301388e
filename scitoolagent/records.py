"""What flows through a run: `Query → Plan → StepResult* → Answer`, frozen and JSON both ways.

A run is a stream of these records. The command line, the trace file and the tests read the same stream.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
)

from scitoolagent.columns import AnswerTable as AnswerTable
from scitoolagent.columns import Column as Column
from scitoolagent.columns import Kind as Kind
from scitoolagent.columns import Schema as Schema
from scitoolagent.findings import Failure as Failure
from scitoolagent.findings import Finding as Finding
from scitoolagent.findings import Usage as Usage
from scitoolagent.measures import Quantity as Quantity
from scitoolagent.measures import Rounding as Rounding
from scitoolagent.references import QUANTITY
from scitoolagent.references import Reference as Reference
from scitoolagent.request import Ask as Ask
from scitoolagent.request import Candidate as Candidate
from scitoolagent.request import Json as Json
from scitoolagent.request import Operation as Operation
from scitoolagent.request import Reading as Reading
from scitoolagent.request import Request as Request
from scitoolagent.request import Role as Role
from scitoolagent.rich_display import RichDisplay

_SHOWN = 60


class Record(RichDisplay, BaseModel):
    """The base class of all records: frozen, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Entity(Record):
    """A typed value found in the question; `handle` names it so that nobody types it again.

    `start` and `end` are its position in the question, `end` exclusive. `read_as` is the interpretation of a text that
    was not taken literally (a misspelt name), and `name` what the question calls the value (the header of FASTA).
    An entity with a `file` is a column of the table in that file, one value per row; its value is the header.
    """

    handle: str
    type: str
    value: Json
    text: str
    start: int
    end: int
    read_as: str = ""
    name: str = ""
    file: str = ""

    @property
    def said(self) -> str:
        """What an answer calls it: as the question does, and by its name where that is misspelt."""
        return f"{self.read_as} (written {self.text})" if self.read_as and self.read_as == self.value else self.text


class Piece(Record):
    """A part of the original question, from `start` to `end`, and the English `text` that it stands for."""

    start: int
    end: int
    text: str


class Original(Record):
    """A question as it was asked in another language; `pieces` make the English text, in the order of that text."""

    text: str
    pieces: tuple[Piece, ...]


class Query(Record):
    """A question with the entities and quantities found in it, and what is asked about them.

    Two entities at one position are two readings of it: `iron` is a compound and an element. `language` is the ISO
    639-1 code of the language of the question. If that has a word file, `text` is the question in English words, to
    which all positions refer, and `original` is what was written. `reader` names the model that interpreted what the
    rules did not understand, `usage` is what that took, `readings` describe its interpretation, and `notes` say why it
    did not help if it was asked in vain.
    """

    kind: Literal["query"] = "query"
    text: str
    language: str = "en"
    original: Original | None = None
    entities: tuple[Entity, ...] = ()
    tables: tuple[Schema, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    request: Request | None = None
    reader: str = ""
    readings: tuple[str, ...] = ()
    usage: tuple[Usage, ...] = ()
    notes: tuple[str, ...] = ()

    def entity(self, handle: str) -> Entity:
        """Return the entity called `handle`; raise KeyError if there is none."""
        for entity in self.entities:
            if entity.handle == handle:
                return entity
        raise KeyError(handle)

    def table(self, file: str) -> Schema | None:
        """Return what is in the file with that handle; None for a file without rows."""
        return next((table for table in self.tables if table.file == file), None)

    def quantity(self, handle: str) -> Quantity | None:
        """Return the quantity called `handle`, which may be an end of a range; None if there is none."""
        named = QUANTITY.fullmatch(handle)
        if named is None:
            return None
        found = next((quantity for quantity in self.quantities if quantity.handle == named[1]), None)
        return found.end_of_range(named[2]) if found is not None and named[2] else found

    def text_of(self, handle: str) -> str:
        """Return what the question says at a handle, shown as its value; raise KeyError if there is no such handle."""
        quantity = self.quantity(handle)
        return quantity.text if quantity else str(self.entity(handle).value)

    def with_handles(self) -> str:
        """Return the question with its values replaced by handles, so that a model neither reads nor copies them."""
        text, place = [], 0
        # Columns that stand where their file does are not what the question names there.
        named = {entity.start for entity in self.entities if not entity.file}
        for entity in self.entities:
            if entity.start >= place and not (entity.file and entity.start in named):
                text += [self.text[place : entity.start], f"[{entity.handle}]"]
                place = entity.end
        return "".join([*text, self.text[place:]])


class Step(Record):
    """One typed call. An argument is a reference (`$query.smiles1`, `$2.smiles`), a literal, or a list of them."""

    id: int = Field(ge=1)
    tool: str
    arguments: dict[str, Json]

    def references(self) -> tuple[Reference, ...]:
        """Return the references among the arguments, in the order of the arguments."""
        found: list[Reference] = []
        for value in self.arguments.values():
            for item in value if isinstance(value, list) else [value]:
                reference = Reference.parse(item)
                if reference is not None:
                    found.append(reference)
        return tuple(found)


class Goal(Record):
    """Something the question asks for, in which form, and the step output that provides it."""

    text: str
    type: str
    output: str
    about: tuple[str, ...] = ()
    unit: str = ""
    rounding: Rounding | None = None


class Plan(Record):
    """A directed acyclic graph of typed calls, in an order in which they can run.

    `missing` lists what the question asks for and no tool here computes, `unread` the words of the question that the
    plan does not use; `drafter` says who understood the question or wrote the plan, and `notes` what a person should
    know about it. `save` names the file for the rows of the answer; saving is not a step, since it is not repeated.
    """

    kind: Literal["plan"] = "plan"
    steps: tuple[Step, ...]
    goals: tuple[Goal, ...]
    missing: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    drafter: str = "symbolic"
    notes: tuple[str, ...] = ()
    usage: tuple[Usage, ...] = ()
    save: str = ""

    def step(self, number: int) -> Step:
        """Return the step with that id; raise KeyError if there is none."""
        for step in self.steps:
            if step.id == number:
                return step
        raise KeyError(number)


class Value(Record):
    """One output of a step: the value with its semantic type and its UCUM unit (None if it has none).

    The value of a table is its folder; `columns` and `rows` describe its contents.
    """

    type: str
    value: Json
    unit: str | None = None
    columns: tuple[Column, ...] = ()
    rows: int | None = None

    @model_serializer(mode="wrap")
    def _plainly(self, serialized: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What is no table says nothing of rows."""
        fields: dict[str, Any] = serialized(self)
        return fields if self.rows is not None else {k: v for k, v in fields.items() if k not in ("columns", "rows")}


class StepResult(Record):
    """The result of one step. `tool` differs from that in the plan if an alternative replaced it.

    `lacking` is the number of rows without a value in the columns it used; they were left out. `withheld` are the
    items left out of its lists because a person has to confirm them first.
    """

    kind: Literal["step"] = "step"
    step: int
    tool: str
    version: str = ""
    status: Literal["ok", "failed", "skipped", "blocked"]
    arguments: dict[str, Json] = {}
    outputs: dict[str, Value] = {}
    error: Failure | None = None
    findings: tuple[Finding, ...] = ()
    withheld: tuple[Finding, ...] = ()
    source: str = ""
    attempts: int = Field(default=0, ge=0)
    seconds: float = 0.0
    cached: bool = False
    lacking: int = Field(default=0, ge=0)


class AnswerValue(Record):
    """One value of the answer: `step` computed it with `tool`, by the method in `source`; `rounding` is for people."""

    label: str
    subject: str
    type: str
    value: Json
    unit: str | None
    step: int
    tool: str
    source: str
    rounding: Rounding | None = None


Status = Literal["complete", "partial", "failed", "blocked"]


class Choice(Record):
    """One meaning of a question, and what its answer would be."""

    label: str
    gives: str = ""


class Question(Record):
    """A question back to the user: what must be known, and the choices."""

    text: str
    choices: tuple[Choice, ...]

    def reply(self, text: str) -> str:
        """Return the meaning of a reply: the label of a choice if it is its number, otherwise its own words."""
        number = text.strip().rstrip(".)")
        is_number = number.isascii() and number.isdigit() and 0 < int(number) <= len(self.choices)
        return self.choices[int(number) - 1].label if is_number else text.strip()


class Program(Record):
    """A program that a model wrote over the tools, and its outcome.

    It is recorded when it begins and ends, and once more if the text of its `answer` came later. `error` says why it
    failed. `clock` is the time that the program sees, the same whenever it is run again, and `usage` what the run had
    used of models by then. Data of the `earlier` questions of a chat are also variables of the program.
    """

    kind: Literal["program"] = "program"
    code: str
    model: str = ""
    answer: dict[str, Json] = {}
    status: Literal["begun", "ok", "failed"] = "begun"
    error: str = ""
    results: dict[str, Json] = {}
    printed: str = ""
    clock: datetime | None = None
    usage: tuple[Usage, ...] = ()
    earlier: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()


class Answer(Record):
    """The answer: text for people, values for programs, what is missing, and notes of the tools.

    `unmet` lists what was not answered, with reasons. `unread` are the words of the question that were not understood:
    with any of them the answer is `partial` at best. `nearest` are the tools closest to a question without a plan.
    `drafter` says who planned it: `symbolic`, or the name of a model. `readings` say how a model interpreted words of
    the question. `saved` is the file with its rows. `design` says what an answer about data counted and left out,
    `assumed` what a model assumed, and `question` asks back what decides between meanings. `conclusion` is the
    beginning of `text` that states the result, if a model wrote one.
    """

    kind: Literal["answer"] = "answer"
    status: Status
    text: str
    values: tuple[AnswerValue, ...] = ()
    tables: tuple[AnswerTable, ...] = ()
    unmet: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    usage: tuple[Usage, ...] = ()
    drafter: str = "symbolic"
    run: str = ""
    saved: str = ""
    conclusion: str = ""
    design: str = ""
    assumed: tuple[str, ...] = ()
    question: Question | None = None

    def table(self, number: int = 0, store: Path | None = None) -> Any:
        """Return the rows behind the answer, as a `scitoolagent.tables.Table`.

        Args:
            number: the index of the table, if there are several.
            store: the folder of all tables; default: that of the settings.
        Raises:
            TableError: there is no such table, or its rows are no longer on disk.
        """
        # The records know nothing of tables, which stand on them.
        return import_module("scitoolagent.tables.view").table_of_answer(self, number, store)

    def to_pandas(self) -> Any:
        """Return the rows behind the answer as a pandas data frame."""
        return self.table().to_pandas()

    def to_polars(self) -> Any:
        """Return the rows behind the answer as a polars data frame, if polars is installed."""
        return self.table().to_polars()


AnyRecord = Query | Program | Plan | StepResult | Answer
RunRecord = Annotated[AnyRecord, Field(discriminator="kind")]
_RECORD: TypeAdapter[AnyRecord] = TypeAdapter(RunRecord)
# What models filled in and wrote before they drove by programs: of steps, plans and asks.
_GONE = frozenset({"filled", "usage", "to_quote", "code", "inputs"})


def read_record(line: str | bytes) -> AnyRecord:
    """Read one JSON line of a trace; obsolete fields of older versions are left out."""
    try:
        return _RECORD.validate_json(line)
    except ValidationError as error:
        extra = [one["loc"] for one in error.errors() if one["type"] == "extra_forbidden"]
        if len(extra) < error.error_count() or not all(place[-1] in _GONE for place in extra):
            raise
    data = json.loads(line)
    for _, *folders, name in extra:
        reduce(lambda inner, key: inner[key], folders, data).pop(name)
    return _RECORD.validate_json(json.dumps(data))


def resolve(value: Any, query: Query, results: Mapping[int, StepResult]) -> Any:
    """Return the value of an argument: that of a reference, those of the items of a list, or the argument itself.

    Raises:
        KeyError: the question has no such entity, or no step has such an output yet.
    """
    if isinstance(value, list):
        return [resolve(item, query, results) for item in value]
    reference = Reference.parse(value)
    if reference is None:
        return value
    if reference.step is None:
        return query.entity(reference.name).value
    return results[reference.step].outputs[reference.name].value
