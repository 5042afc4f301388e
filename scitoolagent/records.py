"""What flows through a run: `Query → Plan → StepResult* → Answer`, frozen and JSON both ways.

A run is a stream of these records. The command line, the trace file and the tests read the same stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, TypeAdapter, model_serializer

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

_SHOWN = 60


class Record(BaseModel):
    """The ground of all records: frozen, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Entity(Record):
    """A typed value found in the question; `handle` names it so that nobody types it again.

    `start` and `end` are its place in the question, `end` exclusive. `read_as` is what the text was taken for where it
    was not taken as it stands (a misspelt name), and `name` what the question calls the value (the header of FASTA).
    One with a `file` is a column of the table in that file, one value in each row, and its value is the header.
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
    """Some letters of a question as it was asked, from `start` to `end`, and the English `text` that they stand for."""

    start: int
    end: int
    text: str


class Original(Record):
    """A question as it was asked in another language; `pieces` make the English text, in the order of that text."""

    text: str
    pieces: tuple[Piece, ...]


class Query(Record):
    """A question with the entities and the quantities found in it, and what is asked of them.

    Two entities at one place are two readings of it: `iron` is a compound and an element. `language` is the code of the
    language that it was asked in (ISO 639-1). Where that is read by a word file, `text` is the question in the words of
    English, to which all places refer, and `original` is what was written. `reader` names the model that read what the
    rules left, `usage` is what that took, `readings` say in words what it read, and `notes` why it did not help where
    it was asked in vain.
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
        """The entity called `handle`; KeyError when there is none."""
        for entity in self.entities:
            if entity.handle == handle:
                return entity
        raise KeyError(handle)

    def table(self, file: str) -> Schema | None:
        """What is in the file of that handle; None for one that holds no rows."""
        return next((table for table in self.tables if table.file == file), None)

    def quantity(self, handle: str) -> Quantity | None:
        """The quantity called `handle`, which may be an end of a range; None when there is none."""
        named = QUANTITY.fullmatch(handle)
        if named is None:
            return None
        found = next((quantity for quantity in self.quantities if quantity.handle == named[1]), None)
        return found.end_of_range(named[2]) if found is not None and named[2] else found

    def text_of(self, handle: str) -> str:
        """What the question says at a handle, shown as its value; KeyError when there is no such handle."""
        quantity = self.quantity(handle)
        return quantity.text if quantity else str(self.entity(handle).value)

    def with_handles(self) -> str:
        """The question with its values behind handles, so that a model neither reads nor copies them."""
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
        """The references among the arguments, in the order of the arguments."""
        found: list[Reference] = []
        for value in self.arguments.values():
            for item in value if isinstance(value, list) else [value]:
                reference = Reference.parse(item)
                if reference is not None:
                    found.append(reference)
        return tuple(found)


class Goal(Record):
    """Something the question asks for, how it is wanted, and the step output that gives it."""

    text: str
    type: str
    output: str
    about: tuple[str, ...] = ()
    unit: str = ""
    rounding: Rounding | None = None


class Plan(Record):
    """A directed acyclic graph of typed calls, in an order in which they can run.

    `missing` holds what the question asks for and no tool here gives, `unread` the words of the question that nothing
    in the plan uses; `drafter` says who read the question or wrote the plan, and `notes` what a person should know
    about how. `save` names the file that the rows of the answer are written to: no step, since it is not done again.
    `to_quote` are numbers of the question that the settings which a model fills in are to take.
    """

    kind: Literal["plan"] = "plan"
    steps: tuple[Step, ...]
    goals: tuple[Goal, ...]
    missing: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    to_quote: tuple[str, ...] = ()
    drafter: str = "symbolic"
    notes: tuple[str, ...] = ()
    usage: tuple[Usage, ...] = ()
    save: str = ""

    def step(self, number: int) -> Step:
        """The step with that id; KeyError when there is none."""
        for step in self.steps:
            if step.id == number:
                return step
        raise KeyError(number)


class Value(Record):
    """One output of a step: the value with its semantic type and its UCUM unit (None when it has none).

    The value of a table is its folder; `columns` and `rows` say what is in it.
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


class Filling(Record):
    """A setting that a model filled in, as it said it, and whether the question says so."""

    name: str
    text: str
    said: bool


class StepResult(Record):
    """What one step gave. `tool` may differ from the plan's when an alternative stood in.

    `lacking` rows of the columns that it was given had no value, and were left out. A model read the settings `filled`.
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
    source: str = ""
    attempts: int = Field(default=0, ge=0)
    seconds: float = 0.0
    cached: bool = False
    lacking: int = Field(default=0, ge=0)
    filled: tuple[Filling, ...] = ()
    usage: tuple[Usage, ...] = ()


class AnswerValue(Record):
    """One value of the answer, traceable: `step` made it with `tool`, by the method in `source`.

    `rounding` is how many digits people are shown; `value` has them all.
    """

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


class Answer(Record):
    """The answer: text for people, values for programs, what is missing, and what a tool noted about its result.

    `unread` are the words of the question that were not used: with one of them the answer is `partial` at best.
    `nearest` are the tools nearest to a question that got no plan. `drafter` says who planned it: `symbolic`, or a
    model's name. `readings` say what a model took words of the question for. `saved` is the file that its rows were
    written to.
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

    def table(self, number: int = 0, store: Path | None = None) -> Any:
        """The rows behind the answer, as a `scitoolagent.tables.Table`.

        Args:
            number: of the table, where there are several.
            store: the folder of all tables; that of the settings when left out.
        Raises:
            TableError: there is none, or its rows are no longer on the disk.
        """
        # The records know nothing of tables, which stand on them.
        return import_module("scitoolagent.tables.view").table_of_answer(self, number, store)

    def to_pandas(self) -> Any:
        """The rows behind the answer as a data frame of pandas."""
        return self.table().to_pandas()

    def to_polars(self) -> Any:
        """The rows behind the answer as a data frame of polars, where that is installed."""
        return self.table().to_polars()

    def _repr_html_(self) -> str:
        html: str = import_module("scitoolagent.tables.view").answer_as_html(self)
        return html


RunRecord = Annotated[Query | Plan | StepResult | Answer, Field(discriminator="kind")]
_RECORD: TypeAdapter[Query | Plan | StepResult | Answer] = TypeAdapter(RunRecord)


def read_record(line: str | bytes) -> Query | Plan | StepResult | Answer:
    """Read one JSON line of a trace."""
    return _RECORD.validate_json(line)


def resolve(value: Any, query: Query, results: Mapping[int, StepResult]) -> Any:
    """What an argument of a plan stands for: a reference its value, a list the values of its items, the rest itself.

    Raises:
        KeyError: the question has no such entity, or no such step has given such an output yet.
    """
    if isinstance(value, list):
        return [resolve(item, query, results) for item in value]
    reference = Reference.parse(value)
    if reference is None:
        return value
    if reference.step is None:
        return query.entity(reference.name).value
    return results[reference.step].outputs[reference.name].value
