"""What a dilution takes of its stock, where stock, target and volume are told at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general.solutions import DiluentVolume, Dilution, StockVolume

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


RatioDilution = Annotated[
    str,
    Semantic(
        "RatioDilution",
        parent="Parameter",
        label="ratio and volume of a dilution",
        finder="scitoolagent.tools.general._wanted_dilution_words:find_ratio_dilutions",
    ),
]
RatioNote = Annotated[str, Semantic("RatioNote", parent="Report", label="how a ratio is taken", role="note")]
_RATIO = re.compile(r"1:(?P<parts>\d+) in (?P<volume>[\d.eE+-]+) mL")


@dataclass(frozen=True, slots=True)
class DilutedByRatio:
    """What to take and what to fill up with, in mL, and how the ratio was taken."""

    stock_volume: StockVolume
    diluent_volume: DiluentVolume
    note: RatioNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"wanted": "1:20 in 50 mL"})
def stock_for_ratio(wanted: RatioDilution) -> DilutedByRatio:
    """Compute how much of a stock gives a volume of a dilution that is told as a ratio.

    Args:
        wanted: Ratio and final volume, as `1:20 in 50 mL`.
    Returns:
        The volume of stock and the volume to fill up with, in mL. 1:20 is one part in twenty parts in all, as
        laboratories mean it; the note says so.
    Raises:
        ToolInputError: it cannot be read, or the ratio or the volume is not positive.
    Source: definition.
    """
    match = _RATIO.fullmatch(wanted)
    if match is None:
        raise ToolInputError(f"{wanted!r} is no dilution; write it as 1:20 in 50 mL")
    parts, volume = int(match["parts"]), float(match["volume"])
    positive(parts=parts, volume=volume)
    stock = volume / parts
    note = f"1:{parts} is taken as 1 part of stock in {parts} parts in all, not as 1 part and {parts} parts of diluent"
    return DilutedByRatio(stock, volume - stock, note)


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
