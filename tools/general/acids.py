"""pH of acids, bases and buffers at 25 °C."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import SolutionPh

WATER_PRODUCT = 1.0e-14
MAX_CONCENTRATION = 20.0
_STEPS = 200

AcidConcentration = Annotated[
    float, Semantic("AcidConcentration", parent="Parameter", unit="mol/L", label="concentration of acid")
]
BaseConcentration = Annotated[
    float, Semantic("BaseConcentration", parent="Parameter", unit="mol/L", label="concentration of base")
]
AcidPka = Annotated[
    float,
    Semantic(
        "AcidPka",
        parent="Parameter",
        unit="1",
        label="pKa of the acid",
        also=("pKa",),
        finder="scitoolagent.tools.general._solution_words:find_pkas",
        again="scitoolagent.tools.general._acid_words:find_acid_constants",
    ),
]
BasePkb = Annotated[
    float,
    Semantic(
        "BasePkb",
        parent="Parameter",
        unit="1",
        label="pKb of the base",
        also=("pKb",),
        finder="scitoolagent.tools.general._solution_words:find_pkbs",
    ),
]
StrongAcidPh = Annotated[
    float,
    Semantic(
        "StrongAcidPh",
        parent="Parameter",
        unit="[pH]",
        label="pH of a strong acid",
        also=("pH of a strong acid solution",),
    ),
]
StrongBasePh = Annotated[
    float,
    Semantic(
        "StrongBasePh",
        parent="Parameter",
        unit="[pH]",
        label="pH of a strong base",
        also=("pH of a strong base solution",),
    ),
]
WeakAcidPh = Annotated[
    float,
    Semantic(
        "WeakAcidPh", parent="Parameter", unit="[pH]", label="pH of a weak acid", also=("pH of a weak acid solution",)
    ),
]
WeakBasePh = Annotated[
    float,
    Semantic(
        "WeakBasePh", parent="Parameter", unit="[pH]", label="pH of a weak base", also=("pH of a weak base solution",)
    ),
]
BufferPh = Annotated[
    float,
    Semantic(
        "BufferPh",
        parent="Parameter",
        unit="[pH]",
        label="pH of a buffer",
        also=("buffer pH", "Henderson-Hasselbalch pH"),
    ),
]
BufferRatio = Annotated[
    float,
    Semantic(
        "BufferRatio",
        parent="Parameter",
        unit="1",
        label="base to acid ratio of a buffer",
        also=("buffer ratio", "conjugate base to acid ratio", "base to acid ratio", "ratio of base to acid"),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.02})
def strong_acid_ph(concentration: AcidConcentration) -> StrongAcidPh:
    """Compute the pH of a strong monoprotic acid in water at 25 °C.

    Args:
        concentration: In mol/L; at most 20.
    Returns:
        pH with the autoionisation of water, so that dilute acids tend to 7; activities are taken as concentrations.
    Raises:
        ToolInputError: the concentration is not positive, or above 20 mol/L.
    Source: charge balance [H+] = C + Kw / [H+], Kw = 1.0e-14.
    """
    return _ph(lambda proton: _usable(concentration))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.02})
def strong_base_ph(concentration: BaseConcentration) -> StrongBasePh:
    """Compute the pH of a strong base with one hydroxide in water at 25 °C.

    Args:
        concentration: In mol/L of hydroxide; at most 20.
    Returns:
        pH with the autoionisation of water, so that dilute bases tend to 7; activities are taken as concentrations.
    Raises:
        ToolInputError: the concentration is not positive, or above 20 mol/L.
    Source: charge balance [OH-] = C + Kw / [OH-], Kw = 1.0e-14.
    """
    return _ph(lambda proton: -_usable(concentration))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.1, "pka": 4.2})
def weak_acid_ph(concentration: AcidConcentration, pka: AcidPka) -> WeakAcidPh:
    """Compute the pH of a weak monoprotic acid in water at 25 °C.

    Args:
        concentration: Total acid in mol/L; at most 20.
        pka: pKa of the acid, -10 to 20.
    Returns:
        pH from the full charge balance, without the usual approximations; activities are taken as concentrations.
    Raises:
        ToolInputError: a value is out of its range.
    Source: charge balance [H+] = C Ka / (Ka + [H+]) + Kw / [H+], Kw = 1.0e-14.
    """
    constant, total = 10 ** -_known(pka), _usable(concentration)
    return _ph(lambda proton: total * constant / (constant + proton))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.1, "pka": 9.2})
def weak_base_ph(concentration: BaseConcentration, pka: AcidPka) -> WeakBasePh:
    """Compute the pH of a weak base in water at 25 °C.

    Args:
        concentration: Total base in mol/L; at most 20.
        pka: pKa of the conjugate acid (14 minus pKb), -10 to 20.
    Returns:
        pH from the full charge balance, without the usual approximations; activities are taken as concentrations.
    Raises:
        ToolInputError: a value is out of its range.
    Source: charge balance [H+] + C [H+] / (Ka + [H+]) = Kw / [H+], Kw = 1.0e-14.
    """
    constant, total = 10 ** -_known(pka), _usable(concentration)
    return _ph(lambda proton: -total * proton / (constant + proton))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pka": 7.2, "acid_concentration": 0.04, "base_concentration": 0.06},
    also=("Henderson-Hasselbalch equation",),
)
def buffer_ph(pka: AcidPka, acid_concentration: AcidConcentration, base_concentration: BaseConcentration) -> BufferPh:
    """Compute the pH of a buffer by the Henderson-Hasselbalch equation.

    Args:
        pka: pKa of the acid, -10 to 20.
        acid_concentration: Acid form in mol/L.
        base_concentration: Conjugate base in mol/L.
    Returns:
        pH = pKa + log10([base] / [acid]); right when both are well above [H+] and [OH-].
    Raises:
        ToolInputError: a value is out of its range, or the buffer is too dilute for the equation.
    Source: Henderson 1908, doi:10.1152/ajplegacy.1908.21.2.173; Hasselbalch 1917.
    """
    acid, base = _usable(acid_concentration), _usable(base_concentration)
    result = _known(pka) + math.log10(base / acid)
    # The equation takes both forms as given; protolysis must not change them by more than a tenth.
    if max(10**-result, 10 ** (result - 14)) > 0.1 * min(acid, base):
        raise ToolInputError(
            f"a buffer of {acid} and {base} mol/L is too dilute for pKa {pka}; "
            "the equation holds when both are at least ten times [H+] and [OH-]"
        )
    return result


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"ph": 7.4, "pka": 7.2})
def buffer_ratio(ph: SolutionPh, pka: AcidPka) -> BufferRatio:
    """Compute the ratio of conjugate base to acid that gives a buffer its pH.

    Args:
        ph: Wanted pH, -1 to 15.
        pka: pKa of the acid, -10 to 20.
    Returns:
        [base] / [acid] = 10^(pH - pKa).
    Raises:
        ToolInputError: a value is out of its range.
    Source: Henderson 1908, doi:10.1152/ajplegacy.1908.21.2.173; Hasselbalch 1917.
    """
    if not -1 <= ph <= 15:
        raise ToolInputError(f"a pH of {ph} is out of range; give -1 to 15")
    return float(10 ** (ph - _known(pka)))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.1, "pkb": 4.75}, also=("pH",))
def weak_base_ph_from_pkb(concentration: BaseConcentration, pkb: BasePkb) -> WeakBasePh:
    """Compute the pH of a weak base in water at 25 °C from its pKb.

    Args:
        concentration: Total base in mol/L; at most 20.
        pkb: pKb of the base, -6 to 24.
    Returns:
        pH from the full charge balance; activities are taken as concentrations.
    Raises:
        ToolInputError: a value is out of its range.
    Source: pKa + pKb = 14, and the charge balance of a weak base, Kw = 1.0e-14.
    """
    return weak_base_ph(concentration, 14 - pkb)


def diprotic_strong_acid_ph(concentration: float, second_pka: float) -> float:
    """The pH of an acid whose first proton is free and whose second has a pKa, by the charge balance."""
    total, constant = _usable(concentration), 10**-second_pka
    return _ph(lambda proton: total * (1 + constant / (constant + proton)))


def _ph(anion_charge: Callable[[float], float]) -> float:
    """The pH at which [H+] - Kw/[H+] equals the charge the solute needs, by bisection on a falling function of pH."""
    low, high = -3.0, 17.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        proton = 10**-middle
        if proton - WATER_PRODUCT / proton > anion_charge(proton):
            low = middle
        else:
            high = middle
    # Twelve decimals are more than bisection in doubles gives; without them a pH of 0 is shown as -4e-15.
    return round((low + high) / 2, 12) + 0.0


def _usable(concentration: float) -> float:
    if not 0 < concentration <= MAX_CONCENTRATION:
        raise ToolInputError(
            f"a concentration of {concentration} mol/L is not usable; give more than 0, at most {MAX_CONCENTRATION:g}"
        )
    return concentration


def _known(pka: float) -> float:
    if not -10 <= pka <= 20:
        raise ToolInputError(f"a pKa of {pka} is out of range; give -10 to 20")
    return pka
