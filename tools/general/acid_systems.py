"""Acids of several protons, and what a buffer is made of."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import SolutionPh
from scitoolagent.tools.general._checks import finite, positive
from scitoolagent.tools.general.acids import MAX_CONCENTRATION, WATER_PRODUCT, AcidConcentration, AcidPka

AcidPkas = Annotated[
    str,
    Semantic(
        "AcidPkas",
        parent="Parameter",
        label="pKa values of an acid of several protons",
        finder="scitoolagent.tools.general._acid_words:find_pka_series",
    ),
]

TotalBuffer = Annotated[
    float,
    Semantic(
        "TotalBuffer",
        parent="Parameter",
        unit="mol/L",
        label="total concentration of the buffer",
        also=(
            "buffer concentration",
            "total concentration",
            "concentration of the buffer",
        ),
    ),
]

PolyproticPh = Annotated[
    float,
    Semantic(
        "PolyproticPh",
        parent="Parameter",
        unit="[pH]",
        label="pH of a polyprotic acid",
        also=(
            "pH of a diprotic acid",
            "pH of a triprotic acid",
            "pH",
        ),
    ),
]

BufferAcid = Annotated[
    float,
    Semantic(
        "BufferAcid",
        parent="Parameter",
        unit="mol/L",
        label="acid form of a buffer",
    ),
]

BufferBase = Annotated[
    float,
    Semantic(
        "BufferBase",
        parent="Parameter",
        unit="mol/L",
        label="base form of a buffer",
    ),
]

BufferCapacity = Annotated[
    float,
    Semantic(
        "BufferCapacity",
        parent="MaterialProperty",
        unit="mol/L",
        label="buffer capacity",
        also=(
            "buffering capacity",
            "buffer value",
            "buffer capacity of a buffer",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class BufferForms:
    """Both forms of a buffer."""

    buffer_acid: BufferAcid
    buffer_base: BufferBase


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.1, "pkas": "2.15 7.2 12.35"})
def polyprotic_acid_ph(concentration: AcidConcentration, pkas: AcidPkas) -> PolyproticPh:
    """Compute the pH of an acid with two or three protons in water at 25 °C.

    Args:
        concentration: Total acid in mol/L.
        pkas: Two or three values in ascending order, parted by blanks.
    Returns:
        pH from the full charge balance; activities are taken as concentrations.
    Raises:
        ToolInputError: a concentration that is not positive or above 20 mol/L, or pKa values that do not rise
        from -10 to 20.
    Source: charge balance with Kw = 1.0e-14.
    """
    positive(concentration=concentration)
    if re.fullmatch(r"-?\d+(\.\d+)?( -?\d+(\.\d+)?){1,2}", pkas) is None:
        raise ToolInputError(f"{pkas[:60]!r} are not two or three pKa values; write them as 2.15 7.2 12.35")
    steps = [float(part) for part in pkas.split()]
    if concentration > MAX_CONCENTRATION or steps != sorted(steps) or not -10 <= steps[0] <= steps[-1] <= 20:
        raise ToolInputError(
            f"{concentration:g} mol/L with the pKa values {pkas} is impossible; they rise from -10 to 20"
        )
    low, high = -3.0, 15.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if _excess(middle, concentration, steps) > 0 else (low, middle)
    return (low + high) / 2


BUFFER_WORDS = (
    "buffer recipe",
    "recipe of a buffer",
    "composition of a buffer",
    "composition of a buffer at a pH",
    "buffer composition",
)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pka": 4.76, "ph": 5.0, "total": 0.1},
    also=BUFFER_WORDS,
)
def buffer_forms(pka: AcidPka, ph: SolutionPh, total: TotalBuffer) -> BufferForms:
    """Compute how much acid and base a buffer of a pH is made of.

    Args:
        pka: Of the acid.
        ph: Of the buffer.
        total: Acid and base together in mol/L.
    Returns:
        Both concentrations in mol/L by the Henderson-Hasselbalch equation.
    Raises:
        ToolInputError: a concentration that is not positive, or a pH more than 2 from the pKa, where there is no
        buffer.
    Source: Henderson 1908, doi:10.1152/ajplegacy.1908.21.2.173.
    """
    positive(total=total)
    if not abs(ph - pka) <= 2:
        raise ToolInputError(f"an acid with pKa {pka} is no buffer at pH {ph}; they may differ by 2 at most")
    base = total / (1 + 10 ** (pka - ph))
    return BufferForms(total - base, base)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"pka": 4.76, "ph": 5.0, "total": 0.1})
def buffer_capacity(pka: AcidPka, ph: SolutionPh, total: TotalBuffer) -> BufferCapacity:
    """Compute the capacity of a buffer.

    Args:
        pka: Of the acid.
        ph: Of the buffer, 0 to 14.
        total: Acid and base together in mol/L.
    Returns:
        β = ln 10 (C Ka h / (Ka + h)² + h + Kw / h) in mol/L for each unit of pH.
    Raises:
        ToolInputError: a value is out of its range.
    Source: Van Slyke 1922, J. Biol. Chem. 52, 525, with Kw = 1.0e-14.
    """
    positive(total=total)
    finite(pka=pka)
    if not 0 <= ph <= 14:
        raise ToolInputError(f"a pH of {ph} is outside 0 to 14")
    proton, ratio = 10**-ph, 10 ** min(300.0, max(-300.0, ph - pka))
    return math.log(10) * (total * ratio / (1 + ratio) ** 2 + proton + WATER_PRODUCT / proton)


def _excess(ph: float, concentration: float, pkas: list[float]) -> float:
    """Positive less negative charge at a pH, in mol/L."""
    terms = [1.0]
    for pka in pkas:
        terms.append(terms[-1] * 10 ** (ph - pka))
    bound = sum(number * term for number, term in enumerate(terms)) / sum(terms)
    return 10**-ph - WATER_PRODUCT * 10**ph - concentration * bound
