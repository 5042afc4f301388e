"""What a dilution takes of its stock, where stock, target and volume are told at once."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general.solutions import Dilution

WantedDilution = Annotated[
    str,
    Semantic(
        "WantedDilution",
        parent="Parameter",
        label="stock, target and volume of a dilution",
        finder="scitoolagent.tools.general._wanted_dilution_words:find_wanted_dilutions",
    ),
]
_SAID = re.compile(
    r"(?P<stock>[\d.eE+-]+) (?P<kind>mol/L|g/L|%|x) to (?P<target>[\d.eE+-]+) (?P<other>mol/L|g/L|%|x)"
    r" in (?P<volume>[\d.eE+-]+) mL"
)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"wanted": "12 mol/L to 0.5 mol/L in 500 mL"})
def stock_for_dilution(wanted: WantedDilution) -> Dilution:
    """Compute how much of a stock gives a volume of a weaker solution (C1 V1 = C2 V2).

    Args:
        wanted: Stock, target and final volume, as `12 mol/L to 0.5 mol/L in 500 mL`; also g/L, % and x ("20 x to 1 x"),
            both in the same.
    Returns:
        V1 of stock and the volume to fill up with, in mL (volumes taken as additive).
    Raises:
        ToolInputError: it cannot be read, the two are not told in one measure, a value is not positive, or the target
            is not weaker than the stock.
    Source: conservation of the amount of solute.
    """
    match = _SAID.fullmatch(wanted)
    if match is None or match["kind"] != match["other"]:
        raise ToolInputError(f"{wanted!r} is no dilution; write it as 12 mol/L to 0.5 mol/L in 500 mL")
    stock, target, volume = (float(match[name]) for name in ("stock", "target", "volume"))
    positive(stock=stock, target=target, volume=volume)
    if target > stock:
        kind = match["kind"]
        raise ToolInputError(
            f"{target:g} {kind} cannot be diluted from {stock:g} {kind}; the stock must be the stronger"
        )
    taken = target / stock * volume
    return Dilution(taken, volume - taken)
