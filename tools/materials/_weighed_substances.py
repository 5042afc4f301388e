"""Find the quantities of a question with the substances that they are of: "2.5 g of triethylamine", "1 mol of O2"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from scitoolagent.errors import PlanError
from scitoolagent.records import Quantity
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import convertible
from scitoolagent.tools.materials._species import bare, species_behind

LONGEST = 2000
_OF = re.compile(r"\s+(?:of\s+(?:(?:the|a|an|pure|neat|solid|dry)\s+)*)?")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Weighed:
    """A quantity and the substance behind it, which begins at the place `at` and ends at `end`."""

    quantity: Quantity
    at: int
    end: int
    substance: str

    @property
    def start(self) -> int:
        """Where the quantity begins."""
        return self.quantity.start

    @property
    def amount(self) -> str:
        """The quantity as a number and its unit."""
        return f"{self.quantity.value!r} {self.quantity.unit}"


def weighed_substances(
    text: str, units: Collection[str] = ("g", "mol"), between: Collection[str] = ()
) -> Iterator[Weighed]:
    """The quantities of some units with a substance behind each; a text of too many numbers has none.

    Args:
        text: the question.
        units: what the quantities are measured in, or in units that these convert to.
        between: words that carry the question and end the name of a substance.
    """
    try:
        quantities = find_quantities(text) if len(text) <= LONGEST else []
    except PlanError:
        # More numbers than a question may hold: whoever reads the whole question says so.
        return
    for quantity in quantities:
        # "10 g N2": the nitrogen may be read as a second unit.
        faulty = quantity.problem and not quantity.problem.startswith("a second unit")
        if faulty or quantity.bound or not any(convertible(quantity.unit, unit) for unit in units):
            continue
        gap = _OF.match(text, quantity.end)
        end = species_behind(text, gap.end()) if gap else None
        if gap is None or end is None:
            continue
        others = (word.start() for word in _WORD.finditer(text, gap.end(), end) if word[0] in between)
        substance = text[gap.end() : next(others, end)].rstrip()
        if bare(substance):
            yield Weighed(quantity, gap.end(), gap.end() + len(substance), substance)
