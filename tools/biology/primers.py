"""Melting, annealing and absorption of DNA oligonucleotides such as PCR primers."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence
from scitoolagent.tools.biology._sequence import parse_dna
from scitoolagent.tools.biology.dna_mass import strand_mass
from scitoolagent.tools.biology.nucleic import GcContent, gc_content
from scitoolagent.tools.biology.protein_indices import SequenceLength

SodiumConcentration = Annotated[
    float,
    Semantic(
        "SodiumConcentration",
        parent="Parameter",
        unit="mmol/L",
        label="sodium concentration",
        also=("salt concentration", "Na+ concentration", "NaCl concentration"),
    ),
]
StrandConcentration = Annotated[
    float,
    Semantic(
        "StrandConcentration",
        parent="Parameter",
        unit="nmol/L",
        label="strand concentration",
        also=("primer concentration", "oligonucleotide concentration", "oligo concentration", "DNA concentration"),
    ),
]
DnaMeltingTemperature = Annotated[
    float,
    Semantic(
        "DnaMeltingTemperature",
        parent="SequenceProperty",
        unit="Cel",
        label="melting temperature of DNA",
        also=(
            "primer melting temperature",
            "oligonucleotide melting temperature",
            "DNA melting temperature",
            "nearest-neighbour melting temperature",
            "Tm",
        ),
    ),
]
WallaceTemperature = Annotated[
    float,
    Semantic(
        "WallaceTemperature",
        parent="SequenceProperty",
        unit="Cel",
        label="Wallace melting temperature",
        also=(
            "Wallace rule",
            "2+4 rule",
            "4+2 rule",
            "Wallace Tm",
            "Tm by the Wallace rule",
            "Tm by the 2+4 rule",
            "Tm by the 4+2 rule",
        ),
    ),
]
AnnealingTemperature = Annotated[
    float,
    Semantic(
        "AnnealingTemperature",
        parent="SequenceProperty",
        unit="Cel",
        label="annealing temperature",
        also=("primer annealing temperature", "PCR annealing temperature"),
    ),
]
DuplexEnthalpy = Annotated[
    float,
    Semantic("DuplexEnthalpy", parent="SequenceProperty", unit="kcal/mol", label="enthalpy of duplex formation"),
]
DuplexFreeEnergy = Annotated[
    float,
    Semantic(
        "DuplexFreeEnergy",
        parent="SequenceProperty",
        unit="kcal/mol",
        label="free energy of duplex formation at 37 °C",
        also=("hybridisation free energy", "duplex stability", "free energy of hybridization"),
    ),
]
OligonucleotideExtinction = Annotated[
    float,
    Semantic(
        "OligonucleotideExtinction",
        parent="SequenceProperty",
        unit="L/(mol.cm)",
        label="extinction coefficient at 260 nm",
        also=("oligonucleotide extinction coefficient", "DNA extinction coefficient"),
    ),
]
OligonucleotideMass = Annotated[
    float,
    Semantic("OligonucleotideMass", parent="SequenceProperty", unit="Da", label="mass of a synthetic oligonucleotide"),
]
GcClamp = Annotated[
    int, Semantic("GcClamp", parent="SequenceProperty", unit="1", label="GC clamp", also=("G and C of the last five",))
]
HomopolymerRun = Annotated[
    int, Semantic("HomopolymerRun", parent="SequenceProperty", unit="1", label="longest run of one base")
]
SelfComplementarity = Annotated[
    int,
    Semantic("SelfComplementarity", parent="SequenceProperty", unit="1", label="longest self-complementary segment"),
]

_PRIMER = "GTCAGGCATTCAGCTTACGA"
_LONGEST = 200
_GAS = 1.9872
_PAIRS = str.maketrans("ACGT", "TGCA")
# Enthalpy in kcal/mol and entropy in cal/(mol·K) of a step, read 5' to 3' on either strand, in 1 M NaCl.
_STEPS = {
    "AA": (-7.9, -22.2),
    "AT": (-7.2, -20.4),
    "TA": (-7.2, -21.3),
    "CA": (-8.5, -22.7),
    "GT": (-8.4, -22.4),
    "CT": (-7.8, -21.0),
    "GA": (-8.2, -22.2),
    "CG": (-10.6, -27.2),
    "GC": (-9.8, -24.4),
    "GG": (-8.0, -19.9),
}
_STEPS |= {step.translate(_PAIRS)[::-1]: value for step, value in _STEPS.items()}
_ENDS = {"A": (2.3, 4.1), "T": (2.3, 4.1), "G": (0.1, -2.8), "C": (0.1, -2.8)}
_SYMMETRY = -1.4
# Molar absorption at 260 nm in mM⁻¹·cm⁻¹, of neighbours and of single nucleotides.
# fmt: off
_NEIGHBOURS: dict[str, float] = dict(zip(
    ("AA", "AC", "AG", "AT", "CA", "CC", "CG", "CT", "GA", "GC", "GG", "GT", "TA", "TC", "TG", "TT"),
    (27.4, 21.2, 25.0, 22.8, 21.2, 14.6, 18.0, 15.2, 25.2, 17.6, 21.6, 20.0, 23.4, 16.2, 19.0, 16.8), strict=True,
))
# fmt: on
_SINGLE = {"A": 15.4, "C": 7.4, "G": 11.5, "T": 8.7}


@dataclasses.dataclass(frozen=True, slots=True)
class DuplexEnergies:
    """Energies of the formation of a duplex in 1 M NaCl."""

    enthalpy: DuplexEnthalpy
    free_energy: DuplexFreeEnergy


@dataclasses.dataclass(frozen=True, slots=True)
class PrimerProperties:
    """What decides whether a primer is good."""

    length: SequenceLength
    gc_content: GcContent
    melting_temperature: DnaMeltingTemperature
    mass: OligonucleotideMass
    extinction_coefficient: OligonucleotideExtinction
    gc_clamp: GcClamp
    longest_run: HomopolymerRun
    self_complementarity: SelfComplementarity


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _PRIMER},
)
def dna_melting_temperature(
    sequence: DnaSequence, sodium: SodiumConcentration = 50.0, strand_concentration: StrandConcentration = 250.0
) -> DnaMeltingTemperature:
    """Compute the melting temperature of a DNA oligonucleotide by nearest neighbours.

    Args:
        sequence: One strand of 4 to 200 bases, 5' to 3'; it is paired with its full complement.
        sodium: Sodium ions in mmol/L, 1 to 2000; no magnesium.
        strand_concentration: Both strands together in nmol/L, the same amount of each.
    Returns:
        Temperature in °C at which half of the strands are paired.
    Raises:
        ToolInputError: A letter is no DNA base, or a length or concentration is out of range.
    Source: SantaLucia 1998, doi:10.1073/pnas.95.4.1460, unified parameters and its salt correction of the entropy.
    """
    strand = _oligonucleotide(sequence)
    if not 1 <= sodium <= 2000:
        raise ToolInputError(f"the model holds for 1 to 2000 mmol/L sodium, not {sodium:g}")
    if not 0.001 <= strand_concentration <= 1e7:
        raise ToolInputError(f"a strand concentration of {strand_concentration:g} nmol/L is out of range")
    enthalpy, entropy = _energies(strand)
    entropy += 0.368 * (len(strand) - 1) * math.log(sodium / 1000)
    share = 1 if _is_self_complementary(strand) else 4
    return 1000 * enthalpy / (entropy + _GAS * math.log(strand_concentration * 1e-9 / share)) - 273.15


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": _PRIMER})
def duplex_energies(sequence: DnaSequence) -> DuplexEnergies:
    """Compute the enthalpy and free energy with which DNA pairs with its complement.

    Args:
        sequence: One strand of 4 to 200 bases, 5' to 3'.
    Returns:
        Enthalpy and free energy at 37 °C of the formation of the duplex in kcal/mol, in 1 M NaCl.
    Raises:
        ToolInputError: A letter is no DNA base, or the length is out of range.
    Source: SantaLucia 1998, doi:10.1073/pnas.95.4.1460, unified parameters.
    """
    enthalpy, entropy = _energies(_oligonucleotide(sequence))
    return DuplexEnergies(enthalpy, enthalpy - 310.15 * entropy / 1000)


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": "GTCAGGCATTCA"})
def wallace_temperature(sequence: DnaSequence) -> WallaceTemperature:
    """Estimate the melting temperature of a short DNA oligonucleotide by the Wallace rule.

    Args:
        sequence: One strand of 4 to 30 bases; the rule was made for 11 to 20.
    Returns:
        2 °C for each A and T and 4 °C for each G and C, in 0.9 M NaCl.
    Raises:
        ToolInputError: A letter is no DNA base, or the length is out of range.
    Source: Wallace et al. 1979, doi:10.1093/nar/6.11.3543.
    """
    strand = _oligonucleotide(sequence)
    if len(strand) > 30:
        raise ToolInputError(f"the Wallace rule does not hold for {len(strand)} bases; use dna_melting_temperature")
    return float(2 * len(strand) + 2 * sum(map(strand.count, "GC")))


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _PRIMER},
    also=("ComputeAnnealingTemperature",),
)
def annealing_temperature(
    sequence: DnaSequence, sodium: SodiumConcentration = 50.0, strand_concentration: StrandConcentration = 250.0
) -> AnnealingTemperature:
    """Estimate the annealing temperature of a PCR primer: 5 °C below its melting temperature.

    Args:
        sequence: The primer, 4 to 200 bases, 5' to 3'.
        sodium: Sodium ions in mmol/L, 1 to 2000; no magnesium.
        strand_concentration: Both strands together in nmol/L.
    Returns:
        Temperature in °C to begin with; of a pair take that of the primer that melts lower.
    Raises:
        ToolInputError: A letter is no DNA base, or a length or concentration is out of range.
    Source: Innis and Gelfand 1990, PCR Protocols, doi:10.1016/B978-0-12-372180-8.50005-6; melting temperature by
        SantaLucia 1998, doi:10.1073/pnas.95.4.1460.
    """
    return dna_melting_temperature(sequence, sodium, strand_concentration) - 5.0


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": _PRIMER})
def oligonucleotide_extinction_coefficient(sequence: DnaSequence) -> OligonucleotideExtinction:
    """Compute the molar extinction coefficient of single-stranded DNA at 260 nm.

    Args:
        sequence: One strand, 5' to 3', of A, C, G and T.
    Returns:
        Coefficient in M⁻¹·cm⁻¹: the sum over neighbours less the bases that two neighbours share.
    Raises:
        ToolInputError: A letter is no DNA base; the first one is named.
    Source: Cantor, Warshaw and Shapiro 1970, doi:10.1002/bip.1970.360090909.
    """
    strand = parse_dna(sequence)
    if len(strand) == 1:
        return 1000 * _SINGLE[strand]
    neighbours = math.fsum(_NEIGHBOURS[first + second] for first, second in itertools.pairwise(strand))
    return 1000 * (neighbours - math.fsum(_SINGLE[base] for base in strand[1:-1]))


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _PRIMER},
    also=(
        "PCRPrimerProperties",
        "CalculatorOligonucleotide",
        "PCR primer properties",
        "primer properties",
        "primer statistics",
        "oligonucleotide properties",
    ),
)
def primer_properties(sequence: DnaSequence) -> PrimerProperties:
    """Compute the properties of a PCR primer or oligonucleotide.

    Args:
        sequence: The primer, 4 to 200 bases, 5' to 3'.
    Returns:
        Length, GC content in %, melting temperature in °C (50 mmol/L sodium, 250 nmol/L strands), mass in Da with
        free hydroxyls at both ends, extinction coefficient at 260 nm, G and C among the last five bases, longest run
        of one base, and bases of the longest segment whose complement is also in the primer.
    Raises:
        ToolInputError: A letter is no DNA base, or the length is out of range.
    Source: SantaLucia 1998, doi:10.1073/pnas.95.4.1460; Cantor et al. 1970, doi:10.1002/bip.1970.360090909; the
        rest by counting.
    """
    strand = _oligonucleotide(sequence)
    return PrimerProperties(
        length=len(strand),
        gc_content=gc_content(strand),
        melting_temperature=dna_melting_temperature(strand),
        mass=strand_mass(strand, phosphate=False),
        extinction_coefficient=oligonucleotide_extinction_coefficient(strand),
        gc_clamp=sum(map(strand[-5:].count, "GC")),
        longest_run=max(len(list(group)) for _, group in itertools.groupby(strand)),
        self_complementarity=_longest_shared(strand, strand.translate(_PAIRS)[::-1]),
    )


def _oligonucleotide(sequence: str) -> str:
    strand = parse_dna(sequence)
    if not 4 <= len(strand) <= _LONGEST:
        raise ToolInputError(f"the oligonucleotide must have 4 to {_LONGEST} bases, not {len(strand)}")
    return strand


def _energies(strand: str) -> tuple[float, float]:
    """Enthalpy in kcal/mol and entropy in cal/(mol·K) in 1 M NaCl."""
    parts = [_STEPS[first + second] for first, second in itertools.pairwise(strand)]
    parts += [_ENDS[strand[0]], _ENDS[strand[-1]]]
    enthalpy, entropy = (math.fsum(column) for column in zip(*parts, strict=True))
    return enthalpy, entropy + (_SYMMETRY if _is_self_complementary(strand) else 0.0)


def _is_self_complementary(strand: str) -> bool:
    return strand == strand.translate(_PAIRS)[::-1]


def _longest_shared(first: str, second: str) -> int:
    """Length of the longest segment that is in both; the lengths are those of common ends, row by row."""
    best, row = 0, [0] * (len(second) + 1)
    for letter in first:
        row = [0] + [row[place] + 1 if letter == other else 0 for place, other in enumerate(second)]
        best = max(best, *row)
    return best
