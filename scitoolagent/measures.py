"""The numbers with units of a question, and the digits that those of an answer are wanted with."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

_SHOWN = 60


class Quantity(BaseModel):
    """A number with a unit found in the question, such as `10 mM`.

    `unit` is written as in the question. `problem` says why it cannot serve as one value of a setting (a range, an
    uncertainty, two units, …) and is empty otherwise; `bound` tells "below 5 Å" and "at least 5 Å" from a value,
    since only a threshold can take them. Of a range `value` is the lower end and `upper` the other one, called
    `quantity1_lower` and `quantity1_upper`. `start` and `end` are its place in the question, `end` exclusive.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    handle: str
    value: float
    upper: float | None = None
    unit: str
    text: str
    start: int
    end: int
    bound: Literal["", "above", "below"] = ""
    problem: str = ""

    @staticmethod
    def handle_of(name: str) -> str:
        """The handle of the quantity that a name stands for, itself or an end of its range."""
        return name.removesuffix("_lower").removesuffix("_upper")

    def end_of_range(self, which: str) -> Quantity | None:
        """One end of a range as a quantity of its own; None when it is no range."""
        if self.upper is None:
            return None
        value = self.upper if which == "upper" else self.value
        text = f"{value:g} {self.unit}"
        end = {"handle": f"{self.handle}_{which}", "value": value, "upper": None, "problem": "", "text": text}
        return self.model_copy(update=end)

    @property
    def shown(self) -> str:
        """The text, cut where it is longer than a message should be."""
        return self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…"


class Rounding(BaseModel):
    """How many digits a number is wanted with: behind the point, or in all where they are `significant`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    digits: int
    significant: bool = False
