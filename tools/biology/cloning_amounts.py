"""Amounts of DNA for a ligation, of a PCR and of an absorbance."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive, usable
from scitoolagent.tools.general.absorbance import (
    GivenAbsorbance,
    MolarAbsorptivity,
    PathLength,
    absorbing_concentration,
)
from scitoolagent.tools.general.solutions import DilutionSeries, serial_dilution
from scitoolagent.tools.materials.formula import MolarMass

VectorLength = Annotated[
    float,
    Semantic(
        "VectorLength",
        parent="Parameter",
        unit="1",
        label="length of the vector in base pairs",
        also=("vector length",),
        finder="scitoolagent.tools.biology._amount_words:find_vector_lengths",
    ),
]
InsertLength = Annotated[
    float,
    Semantic(
        "InsertLength",
        parent="Parameter",
        unit="1",
        label="length of the insert in base pairs",
        also=("insert length",),
        finder="scitoolagent.tools.biology._amount_words:find_insert_lengths",
    ),
]
MolarRatioOfInsert = Annotated[
    float,
    Semantic(
        "MolarRatioOfInsert",
        parent="Parameter",
        unit="1",
        label="molar ratio of insert to vector",
        also=("molar ratio", "insert:vector ratio", "insert to vector ratio", "ratio"),
        finder="scitoolagent.tools.biology._amount_words:find_molar_ratios",
    ),
]
VectorMass = Annotated[
    float,
    Semantic(
        "VectorMass",
        parent="Parameter",
        unit="ng",
        label="mass of the vector",
        also=("vector", "vector mass", "ng of vector", "vector DNA"),
    ),
]
InsertMass = Annotated[
    float,
    Semantic(
        "InsertMass",
        parent="MaterialProperty",
        unit="ng",
        label="mass of insert for a ligation",
        also=(
            "insert mass",
            "mass of insert",
            "ng of insert",
            "how much insert",
            "amount of insert",
            "insert DNA needed",
            "ng insert",
            "insert needed",
            "ligation",
        ),
    ),
]
TemplateCopies = Annotated[
    float,
    Semantic(
        "TemplateCopies",
        parent="Parameter",
        unit="1",
        label="number of template molecules at the start",
        also=(
            "copies",
            "molecules",
            "template copies",
            "template molecules",
            "starting copies",
            "starting molecules",
            "initial copies",
            "copies of template",
            "starting with",
            "starting from",
        ),
        announced=("copies", "molecules"),
    ),
]
PcrCycles = Annotated[
    int,
    Semantic(
        "PcrCycles",
        parent="Parameter",
        unit="1",
        label="number of PCR cycles",
        also=("PCR cycles", "cycles", "cycles of PCR"),
    ),
]
PcrEfficiencyGiven = Annotated[
    float,
    Semantic(
        "PcrEfficiencyGiven",
        parent="Parameter",
        unit="%",
        label="efficiency of each PCR cycle",
        also=("PCR efficiency", "amplification efficiency", "efficiency", "efficient"),
    ),
]
AmpliconCopies = Annotated[
    float,
    Semantic(
        "AmpliconCopies",
        parent="MaterialProperty",
        unit="1",
        label="number of amplicons after a PCR",
        also=(
            "copies after PCR",
            "number of copies after PCR",
            "number of amplicons",
            "how many amplicons",
            "how many copies",
            "amplicons",
            "copies after amplification",
            "how many molecules",
        ),
    ),
]
NucleicAcidKind = Annotated[
    str,
    Semantic(
        "NucleicAcidKind",
        parent="Parameter",
        label="kind of nucleic acid",
        also=("nucleic acid",),
        finder="scitoolagent.tools.biology._amount_words:find_nucleic_acids",
    ),
]
AbsorbanceAt260 = Annotated[
    float,
    Semantic(
        "AbsorbanceAt260",
        parent="Parameter",
        unit="1",
        label="absorbance at 260 nm",
        also=("A260", "OD260", "absorbance at 260", "A260 reading"),
        finder="scitoolagent.tools.biology._amount_words:find_absorbances_at_260",
    ),
]
NucleicAcidConcentration = Annotated[
    float,
    Semantic(
        "NucleicAcidConcentration",
        parent="MaterialProperty",
        unit="ng/uL",
        label="concentration of a nucleic acid from its absorbance",
        also=(
            "concentration of the nucleic acid",
            "concentration",
            "nucleic acid concentration",
            "concentration from A260",
            "stock concentration",
            "DNA concentration",
            "RNA concentration",
        ),
    ),
]
ProteinMassConcentration = Annotated[
    float,
    Semantic(
        "ProteinMassConcentration",
        parent="MaterialProperty",
        unit="mg/mL",
        label="protein concentration from an absorbance",
        also=(
            "concentration in mg/mL",
            "protein concentration from A280",
            "conc in mg/mL",
        ),
    ),
]

_PER_ABSORBANCE = {"dsDNA": 50.0, "ssDNA": 33.0, "RNA": 40.0}


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"vector_mass": 80.0, "vector": 4200.0, "insert": 700.0, "ratio": 5.0},
)
def ligation_insert_mass(
    vector_mass: VectorMass, vector: VectorLength, insert: InsertLength, ratio: MolarRatioOfInsert
) -> InsertMass:
    """Compute the mass of insert that a ligation needs for a molar ratio to the vector.

    Args:
        vector_mass: In ng.
        vector: In base pairs.
        insert: In base pairs.
        ratio: Moles of insert for one of vector.
    Returns:
        m = m(vector) r L(insert) / L(vector) in ng.
    Raises:
        ToolInputError: a value is not positive.
    Source: Sambrook & Russell, Molecular Cloning: masses of double strands are as their lengths.
    """
    positive(vector_mass=vector_mass, vector=vector, insert=insert, ratio=ratio)
    return vector_mass * ratio * insert / vector


@tool(
    Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"copies": 200.0, "cycles": 25, "efficiency": 90.0}
)
def pcr_amplicons(copies: TemplateCopies, cycles: PcrCycles, efficiency: PcrEfficiencyGiven = 100.0) -> AmpliconCopies:
    """Compute how many copies a PCR makes of some template molecules.

    Args:
        copies: Molecules of template at the start.
        cycles: Number of cycles, 1 to 60.
        efficiency: Share of the strands copied in each cycle, in percent; 100 doubles them.
    Returns:
        N = N0 (1 + E)^n, without a plateau.
    Raises:
        ToolInputError: no copies, a number of cycles out of range, or an efficiency above 100 %.
    Source: Saiki et al. 1988, doi:10.1126/science.2448875.
    """
    positive(copies=copies, efficiency=efficiency)
    if not 1 <= cycles <= 60:
        raise ToolInputError(f"{cycles} cycles are out of range; give 1 to 60")
    if efficiency > 100:
        raise ToolInputError(f"an efficiency of {efficiency:g} % is impossible; give at most 100 %")
    return usable(copies * (1 + efficiency / 100) ** cycles, "number of copies")


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"absorbance": 0.42, "kind": "dsDNA"})
def nucleic_acid_concentration(absorbance: AbsorbanceAt260, kind: NucleicAcidKind) -> NucleicAcidConcentration:
    """Compute the concentration of a nucleic acid from its absorbance at 260 nm.

    Args:
        absorbance: In a path of 1 cm, with the blank taken off.
        kind: `dsDNA`, `ssDNA` or `RNA`.
    Returns:
        A × 50, 33 or 40 µg/mL in ng/µL.
    Raises:
        ToolInputError: the absorbance is not positive, or the kind is unknown.
    Source: Sambrook & Russell, Molecular Cloning: 50, 33 and 40 µg/mL for dsDNA, ssDNA and RNA.
    """
    return _concentration(absorbance, kind, 1.0)


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"absorbance": 0.42, "kind": "dsDNA", "series": "20 x 1"},
)
def diluted_nucleic_acid_concentration(
    absorbance: AbsorbanceAt260, kind: NucleicAcidKind, series: DilutionSeries
) -> NucleicAcidConcentration:
    """Compute the concentration of a nucleic acid from the absorbance of its dilution.

    Args:
        absorbance: Of the dilution at 260 nm in 1 cm, with the blank taken off.
        kind: `dsDNA`, `ssDNA` or `RNA`.
        series: Factor and number of dilutions, as `20 x 1` for one in twenty.
    Returns:
        A × 50, 33 or 40 µg/mL times the dilution, in ng/µL, of the stock.
    Raises:
        ToolInputError: the absorbance is not positive, the kind is unknown, or the dilution cannot be read.
    Source: Sambrook & Russell, Molecular Cloning: 50, 33 and 40 µg/mL for dsDNA, ssDNA and RNA.
    """
    return _concentration(absorbance, kind, 1 / serial_dilution(1.0, series))


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"absorbance": 0.8, "absorptivity": 36000.0, "molar_mass": 28000.0},
)
def absorbing_protein_concentration(
    absorbance: GivenAbsorbance, absorptivity: MolarAbsorptivity, molar_mass: MolarMass, path: PathLength = 1.0
) -> ProteinMassConcentration:
    """Compute the mass concentration of a protein from its absorbance.

    Args:
        absorbance: Decadic, with the blank taken off.
        absorptivity: Molar coefficient in L/(mol·cm).
        molar_mass: In g/mol.
        path: In cm.
    Returns:
        ρ = A M / (ε l) in mg/mL.
    Raises:
        ToolInputError: a value is not positive.
    Source: Beer 1852; IUPAC Gold Book, doi:10.1351/goldbook.B00626.
    """
    positive(molar_mass=molar_mass)
    return absorbing_concentration(absorbance, absorptivity, path) * molar_mass


def _concentration(absorbance: float, kind: str, factor: float) -> float:
    positive(absorbance=absorbance)
    if kind not in _PER_ABSORBANCE:
        raise ToolInputError(f"{kind!r} is no kind of nucleic acid; give {', '.join(_PER_ABSORBANCE)}")
    return absorbance * _PER_ABSORBANCE[kind] * factor
