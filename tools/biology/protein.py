"""Mass, charge, absorption and half-life of a protein, from its sequence."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence, SolutionPh
from scitoolagent.tools.biology._residues import isoelectric_ph, net_charge, peptide_mass
from scitoolagent.tools.biology._sequence import RARE_AMINO_ACIDS, parse_protein

PkaSet = Annotated[
    str,
    Semantic(
        "PkaSet",
        parent="Parameter",
        label="pKa set",
        also=("set of pKa values", "pKa source"),
        pattern="Bjellqvist|EMBOSS|Lehninger|Sillero|Solomon|Rodwell|IPC_protein|IPC_peptide",
    ),
]
IsoelectricPoint = Annotated[
    float,
    Semantic(
        "IsoelectricPoint",
        parent="SequenceProperty",
        unit="[pH]",
        label="isoelectric point",
        also=("pI", "theoretical pI", "isoelectric pH"),
    ),
]
ProteinNetCharge = Annotated[
    float,
    Semantic(
        "ProteinNetCharge",
        parent="SequenceProperty",
        unit="[e]",
        label="net charge of a protein",
        also=("net charge", "net charge at pH", "protein charge", "peptide charge", "net charge of the peptide"),
    ),
]
ProteinMass = Annotated[
    float,
    Semantic(
        "ProteinMass",
        parent="SequenceProperty",
        unit="Da",
        label="molecular weight of a protein",
        also=(
            "protein molecular weight",
            "peptide molecular weight",
            "average mass of a protein",
            "average mass of a peptide",
            "protein mass",
        ),
    ),
]
ProteinMonoisotopicMass = Annotated[
    float,
    Semantic(
        "ProteinMonoisotopicMass",
        parent="SequenceProperty",
        unit="Da",
        label="monoisotopic mass of a protein",
        also=(
            "monoisotopic mass of a peptide",
            "peptide monoisotopic mass",
            "protein monoisotopic mass",
            "monoisotopic mass",
        ),
    ),
]
CysteineState = Annotated[
    str,
    Semantic(
        "CysteineState",
        parent="Parameter",
        label="state of the cysteines",
        finder="scitoolagent.tools.biology._sequence_words:find_cysteine_states",
    ),
]
ExtinctionInState = Annotated[
    float,
    Semantic(
        "ExtinctionInState",
        parent="SequenceProperty",
        unit="L/(mol.cm)",
        label="extinction coefficient by the state of the cysteines",
        also=("extinction coefficient at 280 nm", "extinction coefficient", "molar extinction coefficient"),
    ),
]
ReducedExtinctionCoefficient = Annotated[
    float,
    Semantic(
        "ReducedExtinctionCoefficient",
        parent="SequenceProperty",
        unit="L/(mol.cm)",
        label="extinction coefficient at 280 nm with reduced cysteines",
        also=("reduced extinction coefficient", "extinction coefficient with all Cys reduced"),
    ),
]
CystineExtinctionCoefficient = Annotated[
    float,
    Semantic(
        "CystineExtinctionCoefficient",
        parent="SequenceProperty",
        unit="L/(mol.cm)",
        label="extinction coefficient at 280 nm with all cysteines in disulfides",
        also=(
            "oxidised extinction coefficient",
            "oxidized extinction coefficient",
            "extinction coefficient with disulfide bonds",
            "extinction coefficient with cystines",
            "extinction coefficient with all Cys oxidised",
        ),
    ),
]
ReducedAbsorbance = Annotated[
    float,
    Semantic(
        "ReducedAbsorbance",
        parent="SequenceProperty",
        unit="L/g",
        label="absorbance at 280 nm of 1 g/L with reduced cysteines",
    ),
]
CystineAbsorbance = Annotated[
    float,
    Semantic(
        "CystineAbsorbance",
        parent="SequenceProperty",
        unit="L/g",
        label="absorbance at 280 nm of 1 g/L with all cysteines in disulfides",
    ),
]
MammalianHalfLife = Annotated[
    str, Semantic("MammalianHalfLife", parent="SequenceProperty", label="half-life in mammalian reticulocytes")
]
YeastHalfLife = Annotated[str, Semantic("YeastHalfLife", parent="SequenceProperty", label="half-life in yeast")]
EColiHalfLife = Annotated[str, Semantic("EColiHalfLife", parent="SequenceProperty", label="half-life in E. coli")]

_LYSOZYME_START = "KVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQ"

# Molar absorption at 280 nm of Trp, Tyr and a disulfide, in M⁻¹·cm⁻¹.
_TRP, _TYR, _CYSTINE = 5500, 1490, 125

# Half-lives by the first residue: mammal, yeast, E. coli.
_LONG_YEAST, _LONG_COLI = "more than 20 hours", "more than 10 hours"
_HALF_LIVES: dict[str, tuple[str, str, str]] = {
    "A": ("4.4 hours", _LONG_YEAST, _LONG_COLI),
    "R": ("1 hour", "2 minutes", "2 minutes"),
    "N": ("1.4 hours", "3 minutes", _LONG_COLI),
    "D": ("1.1 hours", "3 minutes", _LONG_COLI),
    "C": ("1.2 hours", _LONG_YEAST, _LONG_COLI),
    "Q": ("0.8 hours", "10 minutes", _LONG_COLI),
    "E": ("1 hour", "30 minutes", _LONG_COLI),
    "G": ("30 hours", _LONG_YEAST, _LONG_COLI),
    "H": ("3.5 hours", "10 minutes", _LONG_COLI),
    "I": ("20 hours", "30 minutes", _LONG_COLI),
    "L": ("5.5 hours", "3 minutes", "2 minutes"),
    "K": ("1.3 hours", "3 minutes", "2 minutes"),
    "M": ("30 hours", _LONG_YEAST, _LONG_COLI),
    "F": ("1.1 hours", "3 minutes", "2 minutes"),
    "P": ("more than 20 hours", _LONG_YEAST, "not measured"),
    "S": ("1.9 hours", _LONG_YEAST, _LONG_COLI),
    "T": ("7.2 hours", _LONG_YEAST, _LONG_COLI),
    "W": ("2.8 hours", "3 minutes", "2 minutes"),
    "Y": ("2.8 hours", "10 minutes", "2 minutes"),
    "V": ("100 hours", _LONG_YEAST, _LONG_COLI),
}


@dataclasses.dataclass(frozen=True, slots=True)
class ExtinctionCoefficients:
    """Absorption at 280 nm in the two states of the cysteines."""

    reduced: ReducedExtinctionCoefficient
    cystines: CystineExtinctionCoefficient
    absorbance_reduced: ReducedAbsorbance
    absorbance_cystines: CystineAbsorbance


@dataclasses.dataclass(frozen=True, slots=True)
class HalfLives:
    """Half-life of a protein by its first residue, in three kinds of cells."""

    mammal: MammalianHalfLife
    yeast: YeastHalfLife
    e_coli: EColiHalfLife


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _LYSOZYME_START},
    also=("ProteinIsoelectricPointCalculator",),
)
def isoelectric_point(sequence: ProteinSequence, pka_set: PkaSet = "Bjellqvist") -> IsoelectricPoint:
    """Compute the theoretical isoelectric point (pI) of a protein.

    Args:
        sequence: One protein in one-letter codes.
        pka_set: The pKa values to use; Bjellqvist is the set of ExPASy.
    Returns:
        The pH of no net charge; groups do not influence one another, cysteines are free.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, the set is not known, or there is no pI
            between pH 0 and 14.
    Source: Bjellqvist et al. 1993, doi:10.1002/elps.11501401163; the other sets as in Kozlowski 2016,
        doi:10.1186/s13062-016-0159-9; solved by bisection.
    """
    return isoelectric_ph(parse_protein(sequence), pka_set)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _LYSOZYME_START},
    also=("charge", "charge at pH"),
)
def protein_net_charge(
    sequence: ProteinSequence, ph: SolutionPh = 7.0, pka_set: PkaSet = "Bjellqvist"
) -> ProteinNetCharge:
    """Compute the net charge of a protein at a given pH.

    Args:
        sequence: One protein in one-letter codes.
        ph: pH of the solution, from 0 to 14.
        pka_set: The pKa values to use; Bjellqvist is the set of ExPASy.
    Returns:
        Mean net charge in elementary charges; groups do not influence one another, cysteines are free.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, the set is not known, or the pH is out of range.
    Source: Henderson-Hasselbalch sum over groups, Bjellqvist et al. 1993, doi:10.1002/elps.11501401163.
    """
    if not 0 <= ph <= 14:
        raise ToolInputError(f"pH {ph:g} is out of range; give one from 0 to 14")
    return net_charge(parse_protein(sequence), ph, pka_set)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _LYSOZYME_START},
    also=("PeptideWeightCalculator", "peptide mass", "mass of a peptide"),
)
def protein_molecular_weight(sequence: ProteinSequence) -> ProteinMass:
    """Compute the average molecular weight of a protein or peptide.

    Args:
        sequence: One chain in one-letter codes; U (selenocysteine) and O (pyrrolysine) are taken too.
    Returns:
        Average mass in Da of the uncharged linear chain, no disulfides, no modifications.
    Raises:
        ToolInputError: A letter is no amino acid of known mass.
    Source: Sum of atoms with the standard atomic weights of 2007, doi:10.1351/PAC-REP-09-08-03.
    """
    return peptide_mass(parse_protein(sequence, RARE_AMINO_ACIDS))


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"sequence": _LYSOZYME_START})
def protein_monoisotopic_mass(sequence: ProteinSequence) -> ProteinMonoisotopicMass:
    """Compute the monoisotopic mass of a protein or peptide.

    Args:
        sequence: One chain in one-letter codes; U (selenocysteine) and O (pyrrolysine) are taken too.
    Returns:
        Mass in Da of the uncharged linear chain in which every atom is the most abundant isotope.
    Raises:
        ToolInputError: A letter is no amino acid of known mass.
    Source: Sum of isotope masses, atomic mass evaluation 2020, doi:10.1088/1674-1137/abddaf.
    """
    return peptide_mass(parse_protein(sequence, RARE_AMINO_ACIDS), monoisotopic=True)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _LYSOZYME_START},
    also=(
        "ComputeExtinctionCoefficient",
        "molar extinction coefficient",
        "extinction coefficient",
        "molar absorptivity",
        "A280",
        "absorbance at 280 nm",
    ),
)
def protein_extinction_coefficient(sequence: ProteinSequence) -> ExtinctionCoefficients:
    """Compute the molar extinction coefficient of a protein at 280 nm.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Extinction coefficients in M⁻¹·cm⁻¹ with all cysteines reduced and with all of them in disulfides, and the
        absorbance of a solution of 1 g/L in 1 cm for both. Zero means that there is no Trp, Tyr or cystine.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Pace et al. 1995, doi:10.1002/pro.5560041120 (Trp 5500, Tyr 1490, cystine 125 M⁻¹·cm⁻¹).
    """
    chain = parse_protein(sequence)
    reduced = float(_TRP * chain.count("W") + _TYR * chain.count("Y"))
    cystines = reduced + _CYSTINE * (chain.count("C") // 2)
    mass = peptide_mass(chain)
    return ExtinctionCoefficients(reduced, cystines, reduced / mass, cystines / mass)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _LYSOZYME_START, "cysteines": "oxidised"},
)
def protein_extinction_in_state(sequence: ProteinSequence, cysteines: CysteineState) -> ExtinctionInState:
    """Compute the extinction coefficient of a protein at 280 nm with its cysteines in one state.

    Args:
        sequence: One protein in one-letter codes.
        cysteines: reduced, or oxidised for all of them in disulfides.
    Returns:
        Molar extinction coefficient in M⁻¹·cm⁻¹; an odd cysteine stays free.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or the state is neither.
    Source: Pace et al. 1995, doi:10.1002/pro.5560041120 (Trp 5500, Tyr 1490, cystine 125 M⁻¹·cm⁻¹).
    """
    found = protein_extinction_coefficient(sequence)
    if cysteines not in ("reduced", "oxidised"):
        raise ToolInputError(f"cysteines are reduced or oxidised, not {cysteines!r}")
    return found.reduced if cysteines == "reduced" else found.cystines


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MSTAVLENPGLGRKLSDFGQETSYIEDNCNQNGAIS"},
    also=("half-life of a protein", "estimated half-life", "N-end rule", "protein half-life"),
)
def protein_half_life(sequence: ProteinSequence) -> HalfLives:
    """Estimate the half-life of a protein in cells from its first residue (N-end rule).

    Args:
        sequence: One protein in one-letter codes; only the first residue counts.
    Returns:
        Half-lives measured with that first residue in mammalian reticulocytes (in vitro), yeast and E. coli (in vivo).
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Bachmair et al. 1986, doi:10.1126/science.3018930; Gonda et al. 1989 (J. Biol. Chem. 264, 16700);
        Tobias et al. 1991, doi:10.1126/science.1962196.
    """
    return HalfLives(*_HALF_LIVES[parse_protein(sequence)[0]])
