"""Titrations to an end point."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import counted, positive

AnalyteVolume = Annotated[
    float,
    Semantic(
        "AnalyteVolume",
        parent="Parameter",
        unit="mL",
        label="volume of the titrated sample",
        also=(
            "sample volume",
            "volume of sample",
            "volume of the sample",
            "aliquot",
            "titrated",
            "titrate",
            "titration of",
            "sample",
        ),
        announced=("titrated", "titrate", "titrating"),
    ),
]
TitrantConcentration = Annotated[
    float,
    Semantic(
        "TitrantConcentration",
        parent="Parameter",
        unit="mol/L",
        label="concentration of the titrant",
        also=("titrant",),
        announced=("with", "against"),
    ),
]
TitrantVolume = Annotated[
    float,
    Semantic(
        "TitrantVolume",
        parent="Parameter",
        unit="mL",
        label="volume of titrant at the end point",
        also=(
            "end point",
            "endpoint",
            "end point at",
            "equivalence point",
            "titre",
            "titer",
            "volume of titrant",
            "titrant volume",
            "required",
            "requires",
            "needed",
            "needs",
            "used",
            "consumed",
            "took",
            "takes",
            "end-point",
        ),
        announced=("required", "requires", "took", "takes", "consumed"),
    ),
]
TitrantPerAnalyte = Annotated[
    int,
    Semantic(
        "TitrantPerAnalyte",
        parent="Parameter",
        unit="1",
        label="moles of titrant for one of the sample",
        also=("acidic protons", "acidic hydrogens", "titrated protons", "protons per molecule"),
    ),
]
AnalyteConcentration = Annotated[
    float,
    Semantic(
        "AnalyteConcentration",
        parent="MaterialProperty",
        unit="mol/L",
        label="concentration of a titrated sample",
        also=(
            "concentration of the titrated solution",
            "molarity of the sample",
            "concentration of the sample",
            "concentration by titration",
            "molarity",
            "concentration of the acid",
            "concentration of the base",
            "molarity of the acid",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"volume": 20.0, "titrant": 0.0985, "used": 17.32})
def titrated_concentration(
    volume: AnalyteVolume, titrant: TitrantConcentration, used: TitrantVolume, ratio: TitrantPerAnalyte = 1
) -> AnalyteConcentration:
    """Compute the concentration of a sample from a titration to its end point.

    Args:
        volume: Of the sample in mL.
        titrant: In mol/L.
        used: Volume of titrant at the end point, in mL.
        ratio: Moles of titrant for one mole of the sample: 2 for a diprotic acid and a base of one.
    Returns:
        c = c(titrant) V(titrant) / (n V(sample)) in mol/L.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition of the equivalence point; Harris, Quantitative Chemical Analysis.
    """
    positive(volume=volume, titrant=titrant, used=used)
    counted(ratio=ratio)
    return titrant * used / (ratio * volume)
