"""What records say of the columns of tables."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Kind = Literal["text", "integer", "number", "truth"]


class Column(BaseModel):
    """A column of a table: what it is called, how its values are held, and what they mean.

    `type` is the name of a semantic type, empty where none is known. `unit` is a UCUM code, `1` for pure numbers, and
    None where nothing says it: such a number cannot be converted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    kind: Kind = "text"
    type: str = ""
    unit: str | None = None

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers, whole ones or not."""
        return self.kind in ("integer", "number")

    @property
    def is_count(self) -> bool:
        """Whether it says how many there are of something: whole numbers that are known to be without a unit."""
        return self.kind == "integer" and self.unit == "1"


class Schema(BaseModel):
    """What a file of rows holds, looked up before a question about it is read.

    `file` is the handle of the file among the entities. `problem` says why it cannot be read as a table.
    `values` are those of the columns that hold classes: few different texts, or two different whole numbers. `cells`
    are texts of the question that stand in a column whose texts are all different, and so name rows. `named` is the
    header of the first column, where its texts are all different: each row is one of what it says; `repeated` is that
    header where they are not, and `different` how many there are; `steady` are then the columns with one value in all
    rows of each, as far as it was looked at. `zeros` are the columns of numbers whose least is
    zero, so that "no rain" has rows. `settings` are
    those of the tool that gives the rows: the graph that a clause asks. `asks` is what such a clause asks alone: rows,
    or how many. `sheets` are those of a workbook; `sheet` is the one meant (empty: the first), or the kind of feature
    that the rows of a GenBank or GFF file are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    file: str
    columns: tuple[Column, ...] = ()
    rows: int = 0
    problem: str = ""
    values: dict[str, tuple[str, ...]] = {}
    cells: dict[str, tuple[str, ...]] = {}
    named: str = ""
    repeated: str = ""
    different: int = 0
    steady: tuple[str, ...] = ()
    zeros: tuple[str, ...] = ()
    settings: dict[str, str] = {}
    asks: Literal["", "rows", "number"] = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()


class AnswerTable(BaseModel):
    """Rows of an answer: `step` made them, and they lie on the disk as the table of that name.

    `columns` are those that the answer shows, by their headers. `source` names the file that the rows come from.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    label: str
    table: str
    columns: tuple[str, ...]
    rows: int
    step: int
    source: str = ""
