"""Ionised shares of acids and bases, and what they mean for partition between oil and water."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import SolutionPh
from scitoolagent.tools.general._checks import finite
from scitoolagent.tools.general.acids import AcidConcentration, AcidPka, weak_acid_ph

NeutralLogp = Annotated[
    float,
    Semantic(
        "NeutralLogp",
        parent="Parameter",
        unit="1",
        label="logP of the neutral form",
        also=("logP", "log P", "partition coefficient", "clogP"),
    ),
]

AcidLogd = Annotated[
    float,
    Semantic(
        "AcidLogd",
        parent="MaterialProperty",
        unit="1",
        label="logD of an acid",
        also=(
            "distribution coefficient of an acid",
            "logD of the acid",
            "log D of an acid",
        ),
    ),
]

BaseLogd = Annotated[
    float,
    Semantic(
        "BaseLogd",
        parent="MaterialProperty",
        unit="1",
        label="logD of a base",
        also=(
            "distribution coefficient of a base",
            "logD of the base",
            "log D of a base",
        ),
    ),
]

IonisedAcidShare = Annotated[
    float,
    Semantic(
        "IonisedAcidShare",
        parent="MaterialProperty",
        unit="%",
        label="ionised share of an acid",
        also=(
            "ionized fraction of an acid",
            "fraction of an acid that is deprotonated",
            "deprotonated fraction",
            "ionised fraction of the acid",
            "percent ionised of an acid",
            "percent ionization of an acid",
            "deprotonated share",
        ),
    ),
]

IonisedBaseShare = Annotated[
    float,
    Semantic(
        "IonisedBaseShare",
        parent="MaterialProperty",
        unit="%",
        label="ionised share of a base",
        also=(
            "ionized fraction of a base",
            "fraction of a base that is protonated",
            "protonated fraction",
            "ionised fraction of the base",
            "percent ionised of a base",
            "percent ionization of a base",
            "protonated share",
        ),
    ),
]

DissociationDegree = Annotated[
    float,
    Semantic(
        "DissociationDegree",
        parent="MaterialProperty",
        unit="%",
        label="degree of dissociation of a weak acid",
        also=(
            "degree of dissociation",
            "dissociation degree",
            "percent dissociation",
            "percent ionisation",
            "percent ionization",
            "fraction dissociated",
            "degree of ionization of a weak acid",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"logp": 3.2, "pka": 4.5, "ph": 7.4})
def acid_logd(logp: NeutralLogp, pka: AcidPka, ph: SolutionPh) -> AcidLogd:
    """Compute logD of a monoprotic acid at a pH from its logP and pKa.

    Args:
        logp: Of the neutral form.
        pka: Of the acid.
        ph: Of the solution.
    Returns:
        logP - log10(1 + 10^(pH - pKa)); the ion is taken to stay in the water.
    Raises:
        ToolInputError: a value is no number.
    Source: Scherrer & Howard 1977, doi:10.1021/jm00211a010.
    """
    finite(logp=logp, pka=pka, ph=ph)
    return logp - math.log10(1 + 10 ** (ph - pka))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"logp": 3.2, "pka": 9.5, "ph": 7.4})
def base_logd(logp: NeutralLogp, pka: AcidPka, ph: SolutionPh) -> BaseLogd:
    """Compute logD of a base at a pH from its logP and the pKa of its conjugate acid.

    Args:
        logp: Of the neutral form.
        pka: Of the conjugate acid of the base.
        ph: Of the solution.
    Returns:
        logP - log10(1 + 10^(pKa - pH)); the ion is taken to stay in the water.
    Raises:
        ToolInputError: a value is no number.
    Source: Scherrer & Howard 1977, doi:10.1021/jm00211a010.
    """
    finite(logp=logp, pka=pka, ph=ph)
    return logp - math.log10(1 + 10 ** (pka - ph))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"pka": 4.5, "ph": 7.4})
def ionised_acid_share(pka: AcidPka, ph: SolutionPh) -> IonisedAcidShare:
    """Compute the share of an acid that is ionised at a pH.

    Args:
        pka: Of the acid.
        ph: Of the solution.
    Returns:
        100 / (1 + 10^(pKa - pH)) in percent.
    Raises:
        ToolInputError: a value is no number.
    Source: Henderson-Hasselbalch equation.
    """
    finite(pka=pka, ph=ph)
    return 100 / (1 + 10 ** (pka - ph))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"pka": 9.5, "ph": 7.4})
def ionised_base_share(pka: AcidPka, ph: SolutionPh) -> IonisedBaseShare:
    """Compute the share of a base that is ionised at a pH.

    Args:
        pka: Of the conjugate acid of the base.
        ph: Of the solution.
    Returns:
        100 / (1 + 10^(pH - pKa)) in percent.
    Raises:
        ToolInputError: a value is no number.
    Source: Henderson-Hasselbalch equation.
    """
    finite(pka=pka, ph=ph)
    return 100 / (1 + 10 ** (ph - pka))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.1, "pka": 4.76})
def dissociation_degree(concentration: AcidConcentration, pka: AcidPka) -> DissociationDegree:
    """Compute which share of a weak monoprotic acid is dissociated in water at 25 °C.

    Args:
        concentration: Total acid in mol/L.
        pka: Of the acid, -10 to 20.
    Returns:
        100 [A-] / C in percent, from the full charge balance.
    Raises:
        ToolInputError: a value is out of its range.
    Source: charge balance as of `weak_acid_ph`; Ostwald 1888.
    """
    return 100 / (1 + 10 ** (pka - weak_acid_ph(concentration, pka)))
