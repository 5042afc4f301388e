"""Potency of a ligand: pIC50, ligand efficiency, and Ki by the saturation of an enzyme."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.biology.ligands import Ic50Given, InhibitionConstant
from scitoolagent.tools.general._checks import counted, finite, kelvin, positive
from scitoolagent.tools.general._constants import GAS_CONSTANT
from scitoolagent.tools.general.partition import NeutralLogp

Pic50Given = Annotated[
    float,
    Semantic(
        "Pic50Given",
        parent="Parameter",
        unit="1",
        label="pIC50 that is given",
        also=("pIC50", "pIC50 value"),
    ),
]
PkiGiven = Annotated[
    float,
    Semantic(
        "PkiGiven",
        parent="Parameter",
        unit="1",
        label="pKi that is given",
        also=("pKi", "pKd"),
    ),
]
HeavyAtomsGiven = Annotated[
    int,
    Semantic(
        "HeavyAtomsGiven",
        parent="Parameter",
        unit="1",
        label="given number of heavy atoms",
        also=("heavy atoms", "heavy atom", "non-hydrogen atoms", "HA"),
    ),
]
SubstrateToKm = Annotated[
    float,
    Semantic(
        "SubstrateToKm",
        parent="Parameter",
        unit="1",
        label="substrate concentration in multiples of Km",
        also=("[S]/Km", "S/Km", "multiples of Km"),
        finder="scitoolagent.tools.biology._affinity_words:find_multiples_of_km",
    ),
]
Ic50OfPic50 = Annotated[
    float,
    Semantic(
        "Ic50OfPic50",
        parent="MaterialProperty",
        unit="nmol/L",
        label="IC50 of a pIC50",
        also=("IC50 for a pIC50", "IC50 from a pIC50", "half-maximal inhibitory concentration of a pIC50"),
    ),
]
Pic50 = Annotated[
    float,
    Semantic(
        "Pic50",
        parent="MaterialProperty",
        unit="1",
        label="pIC50",
        also=("pIC50 of an IC50", "negative logarithm of the IC50", "pIC50 value"),
    ),
]
LigandEfficiency = Annotated[
    float,
    Semantic(
        "LigandEfficiency",
        parent="MaterialProperty",
        unit="kcal/mol",
        label="ligand efficiency",
        also=("binding energy per heavy atom", "ligand efficiency per heavy atom"),
    ),
]
LipophilicEfficiency = Annotated[
    float,
    Semantic(
        "LipophilicEfficiency",
        parent="MaterialProperty",
        unit="1",
        label="lipophilic ligand efficiency",
        also=("lipophilic efficiency", "LLE", "LipE"),
    ),
]


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"value": 6.8})
def ic50_of_pic50(value: Pic50Given) -> Ic50OfPic50:
    """Convert a pIC50 to an IC50.

    Args:
        value: Negative decadic logarithm of the IC50 in mol/L.
    Returns:
        10^(9 - pIC50) in nmol/L.
    Raises:
        ToolInputError: the value lies outside -3 to 20.
    Source: definition.
    """
    return 10 ** (9 - _potency(value))


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"value": 1.6e-07})
def pic50_of_ic50(value: Ic50Given) -> Pic50:
    """Convert an IC50 to a pIC50.

    Args:
        value: In mol/L.
    Returns:
        -log10 of the IC50 in mol/L.
    Raises:
        ToolInputError: the IC50 is not positive.
    Source: definition.
    """
    positive(ic50=value)
    return -math.log10(value)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"value": 6.8, "atoms": 24})
def ligand_efficiency(value: Pic50Given, atoms: HeavyAtomsGiven, temperature: Temperature = 25.0) -> LigandEfficiency:
    """Compute the ligand efficiency from a pIC50 and the number of heavy atoms.

    Args:
        value: Taken for the affinity.
        atoms: Atoms that are not hydrogen.
        temperature: In °C.
    Returns:
        R T ln(10) pIC50 / N in kcal/mol for each heavy atom.
    Raises:
        ToolInputError: no atoms, a value outside -3 to 20, or a temperature below absolute zero.
    Source: Hopkins, Groom & Alex 2004, doi:10.1016/S1359-6446(04)03069-7.
    """
    counted(heavy_atoms=atoms)
    return GAS_CONSTANT * kelvin(temperature) * math.log(10) * _potency(value) / (4184 * atoms)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"value": 1.6e-07, "atoms": 24})
def ligand_efficiency_of_ic50(
    value: Ic50Given, atoms: HeavyAtomsGiven, temperature: Temperature = 25.0
) -> LigandEfficiency:
    """Compute the ligand efficiency from an IC50 and the number of heavy atoms.

    Args:
        value: In mol/L, taken for the affinity.
        atoms: Atoms that are not hydrogen.
        temperature: In °C.
    Returns:
        -R T ln(IC50) / N in kcal/mol for each heavy atom.
    Raises:
        ToolInputError: no atoms, an IC50 that is not positive, or a temperature below absolute zero.
    Source: Hopkins, Groom & Alex 2004, doi:10.1016/S1359-6446(04)03069-7.
    """
    positive(ic50=value)
    return ligand_efficiency(-math.log10(value), atoms, temperature)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"value": 6.8, "log_p": 2.9})
def lipophilic_efficiency(value: Pic50Given, log_p: NeutralLogp) -> LipophilicEfficiency:
    """Compute the lipophilic ligand efficiency from a pIC50 and a logP.

    Args:
        value: Taken for the affinity.
        log_p: Of the neutral form, measured or computed.
    Returns:
        pIC50 - logP.
    Raises:
        ToolInputError: a pIC50 outside -3 to 20, or a logP that is no number.
    Source: Leeson & Springthorpe 2007, doi:10.1038/nrd2445.
    """
    finite(log_p=log_p)
    return _potency(value) - log_p


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"value": 1.6e-07, "log_p": 2.9})
def lipophilic_efficiency_of_ic50(value: Ic50Given, log_p: NeutralLogp) -> LipophilicEfficiency:
    """Compute the lipophilic ligand efficiency from an IC50 and a logP.

    Args:
        value: In mol/L, taken for the affinity.
        log_p: Of the neutral form, measured or computed.
    Returns:
        -log10(IC50) - logP.
    Raises:
        ToolInputError: an IC50 that is not positive, or a logP that is no number.
    Source: Leeson & Springthorpe 2007, doi:10.1038/nrd2445.
    """
    positive(ic50=value)
    return lipophilic_efficiency(-math.log10(value), log_p)


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"value": 6e-08, "multiple": 3.0})
def cheng_prusoff_by_saturation(value: Ic50Given, multiple: SubstrateToKm) -> InhibitionConstant:
    """Compute the inhibition constant of an IC50 from the substrate in multiples of Km.

    Args:
        value: In mol/L.
        multiple: Substrate concentration over the Michaelis constant.
    Returns:
        Ki = IC50 / (1 + [S]/Km) of a competitive inhibitor, in mol/L.
    Raises:
        ToolInputError: a value is not positive.
    Source: Cheng & Prusoff 1973, doi:10.1016/0006-2952(73)90196-2.
    """
    positive(ic50=value, multiple=multiple)
    return value / (1 + multiple)


def _potency(value: float) -> float:
    finite(pic50=value)
    if not -3 <= value <= 20:
        raise ToolInputError(f"a pIC50 of {value:g} is out of range; give the negative logarithm of mol/L")
    return value
