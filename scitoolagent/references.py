"""How a plan names a value: an entity of the question, an output of a step, or a column of a table."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict

QUANTITY = re.compile(r"(quantity\d+)(?:_(lower|upper))?")
_REFERENCE = re.compile(r"\$(query|[1-9]\d*)\.([a-z][a-z0-9_]*)(?:\.c(0|[1-9]\d{0,4}))?")


class Reference(BaseModel):
    """Where a value comes from: `$query.smiles1` (the question), `$2.smiles` (an output of step 2), `$1.table.c3`.

    The last is a column of a table, by its place from 0 on: a header is text of a file and stays out of plans where
    it can.
    """

    model_config = ConfigDict(frozen=True)
    step: int | None
    name: str
    column: int | None = None

    @classmethod
    def parse(cls, value: object) -> Reference | None:
        """Read an argument as a reference; None when it is a plain value."""
        match = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
        if match is None or (match[1] == "query" and match[3]):
            return None
        column = None if match[3] is None else int(match[3])
        return cls(step=None if match[1] == "query" else int(match[1]), name=match[2], column=column)

    @property
    def is_quantity(self) -> bool:
        """Whether it names a quantity of the question (`$query.quantity1`)."""
        return self.step is None and QUANTITY.fullmatch(self.name) is not None

    @property
    def whole(self) -> Reference:
        """The value that a column is of: the table."""
        return Reference(step=self.step, name=self.name)

    def __str__(self) -> str:
        column = "" if self.column is None else f".c{self.column}"
        return f"${'query' if self.step is None else self.step}.{self.name}{column}"
