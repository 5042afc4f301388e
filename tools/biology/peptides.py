"""Peptides: to SMILES, cut by proteases, libraries, random ones."""

from __future__ import annotations

import dataclasses
import random
import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Length, ProteinSequence, Smiles
from scitoolagent.tools.biology._proteases import ALIASES, PROTEASES
from scitoolagent.tools.biology._residues import PROTON_MASS, peptide_mass
from scitoolagent.tools.biology._sequence import AMINO_ACIDS, parse_protein, shown
from scitoolagent.tools.biology.protein_indices import Gravy, hydropathy_index

RandomSeed = Annotated[int, Semantic("RandomSeed", parent="Parameter", unit="1", label="random seed", also=("seed",))]
Protease = Annotated[
    str,
    Semantic(
        "Protease",
        parent="Parameter",
        label="protease",
        also=("enzyme",),
        pattern=(
            r"trypsin|low-specificity chymotrypsin|chymotrypsin|Lys-?C|Lys-?N|Arg-?C|Asp-?N|Glu-?C|CNBr|"
            r"cyanogen bromide|pepsin|thermolysin|proteinase K|enterokinase|factor Xa|thrombin|TEV protease|"
            r"caspase-?3|formic acid|hydroxylamine"
        ),
    ),
]
MissedCleavages = Annotated[
    int,
    Semantic(
        "MissedCleavages",
        parent="Parameter",
        unit="1",
        label="missed cleavage",
        also=("missed cleavages",),
        finder="scitoolagent.tools.biology._sequence_words:find_missed_cleavages",
    ),
]
CleavageSite = Annotated[
    int,
    Semantic(
        "CleavageSite", parent="SequenceProperty", unit="1", label="cleavage site", also=("protease cleavage site",)
    ),
]
FragmentMass = Annotated[
    float,
    Semantic(
        "FragmentMass",
        parent="SequenceProperty",
        unit="Da",
        label="mass of each fragment",
        also=("masses of the fragments",),
    ),
]
ProtonatedFragmentMass = Annotated[
    float,
    Semantic(
        "ProtonatedFragmentMass", parent="SequenceProperty", unit="Da", label="mass of each fragment plus a proton"
    ),
]
PeptideLength = Annotated[
    int,
    Semantic("PeptideLength", parent="Parameter", unit="1", label="peptide length", also=("length of the peptides",)),
]
OverlapLength = Annotated[
    int,
    Semantic(
        "OverlapLength", parent="Parameter", unit="1", label="overlap length", also=("overlapping length", "overlap")
    ),
]
ResiduePosition = Annotated[
    int, Semantic("ResiduePosition", parent="Parameter", unit="1", label="residue position", also=("position",))
]
PointMutation = Annotated[
    str, Semantic("PointMutation", parent="SequenceProperty", label="point mutation", also=("amino acid substitution",))
]

# A chain of 120 residues has about 1000 atoms, the most that the tools for molecules take.
_MAX_SMILES = 300
_MAX_LIBRARY = 20_000
_MAX_RANDOM = 10_000


@dataclasses.dataclass(frozen=True, slots=True)
class Digest:
    """What a protease leaves of a protein. Item k of each list of peptides and masses belongs together."""

    cleavage_sites: list[CleavageSite]
    peptides: list[ProteinSequence]
    masses: list[FragmentMass]
    protonated_masses: list[ProtonatedFragmentMass]


@dataclasses.dataclass(frozen=True, slots=True)
class PeptideLibrary:
    """Peptides and the hydropathy of each."""

    peptides: list[ProteinSequence]
    hydropathies: list[Gravy]


@dataclasses.dataclass(frozen=True, slots=True)
class Mutant:
    """A protein with one residue exchanged."""

    mutant: ProteinSequence
    mutation: PointMutation


@tool(
    Operation.CONVERSION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "WHAGKLT"},
    also=("ConvertingPeptide2SMILES", "peptide to SMILES", "SMILES of a peptide", "convert peptide to SMILES"),
)
def peptide_to_smiles(sequence: ProteinSequence) -> Smiles:
    """Convert a linear peptide to the SMILES of its molecule.

    Args:
        sequence: One peptide of at most 300 residues in one-letter codes; all residues are taken as L.
    Returns:
        Canonical isomeric SMILES of the uncharged chain with free termini and free cysteines.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or the peptide is too long.
    Source: Standard residues as built by `MolFromSequence` of RDKit.
    """
    from rdkit import Chem

    return str(Chem.MolToSmiles(Chem.MolFromSequence(parse_protein(sequence, longest=_MAX_SMILES))))


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MKWVTFISRPLLFLFSSAYSRGVFK", "protease": "trypsin"},
    also=(
        "PredictPeptideMass",
        "ProteaseDigestion",
        "CutPeptide",
        "protease digestion",
        "in silico digest",
        "peptide mass fingerprint",
        "tryptic digest",
        "tryptic peptides",
        "peptides of a digest",
        "peptide masses of a digest",
        "peptide masses of a tryptic digest",
        "masses of tryptic peptides",
        "cleavage products",
        "peptides that result from a protease",
        "cut with a protease",
        "digestion",
        "cut",
        "PeptideCutter",
    ),
)
def protease_digestion(
    sequence: ProteinSequence, protease: Protease = "trypsin", missed_cleavages: MissedCleavages = 0
) -> Digest:
    """Cut a protein by the rules of a protease and compute the masses of the fragments.

    Args:
        sequence: One protein in one-letter codes.
        protease: trypsin, chymotrypsin, low-specificity chymotrypsin, Lys-C, Lys-N, Arg-C, Asp-N, Glu-C, CNBr, pepsin
            (pH 1.3), thermolysin, proteinase K, enterokinase, factor Xa, thrombin, TEV protease, caspase-3,
            formic acid or hydroxylamine.
        missed_cleavages: Fragments with up to so many uncut sites are listed too, 0 to 5.
    Returns:
        Cleavage sites (number of the residue before the cut), fragments in the order of the chain, those with
        missed sites last, and their monoisotopic masses in Da, neutral and as [M+H]⁺; no sites means nothing is cut.
        CNBr turns the Met it cuts at into homoserine lactone, which the masses do not show.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, the protease is not known, or
            `missed_cleavages` is out of range.
    Source: Rules of Keil 1992, Specificity of Proteolysis, doi:10.1007/978-3-642-48380-6, as PeptideCutter lists them
        (Gasteiger et al. 2005, doi:10.1385/1-59259-890-0:571), trypsin without its rarely blocked sites.
    """
    chain = parse_protein(sequence)
    name = re.sub(r"[^a-z0-9]", "", protease.lower())
    bonds = PROTEASES.get(ALIASES.get(name, name))
    if bonds is None:
        raise ToolInputError(f"no cleavage rule is known for {shown(protease)}; known are {', '.join(PROTEASES)}")
    if not 0 <= missed_cleavages <= 5:
        raise ToolInputError(f"missed_cleavages must be 0 to 5, not {missed_cleavages}")
    sites = [match.start() for match in re.finditer(bonds, chain)]
    edges = [0, *sites, len(chain)]
    peptides = [
        chain[edges[first] : edges[first + missed + 1]]
        for missed in range(missed_cleavages + 1)
        for first in range(len(edges) - 1 - missed)
    ]
    masses = [peptide_mass(peptide, monoisotopic=True) for peptide in peptides]
    return Digest(sites, peptides, masses, [mass + PROTON_MASS for mass in masses])


@tool(
    Operation.GENERATION,
    Topic.PROTEINS,
    Safety.SCREENED,
    example={"sequence": "GWLKDANPTRHEVSQYIMFC", "peptide_length": 8, "overlap": 4},
    also=("OverlapPeptideLibraryDesign", "overlapping peptide library", "overlapping peptides"),
)
def overlapping_peptide_library(
    sequence: ProteinSequence, peptide_length: PeptideLength = 15, overlap: OverlapLength = 11
) -> PeptideLibrary:
    """Design a library of overlapping peptides that covers a protein.

    Args:
        sequence: One protein in one-letter codes, at least as long as a peptide.
        peptide_length: Residues of each peptide.
        overlap: Residues that neighbours share, less than `peptide_length`.
    Returns:
        Peptides from the N-terminus on and the mean hydropathy (GRAVY) of each; the last one is moved back to end
        with the protein.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or a length does not fit.
    Source: Geysen et al. 1984, doi:10.1073/pnas.81.13.3998.
    """
    chain = parse_protein(sequence)
    if not 1 <= peptide_length <= len(chain):
        raise ToolInputError(f"peptides of {peptide_length} cannot be cut from {len(chain)} residues")
    if not 0 <= overlap < peptide_length:
        raise ToolInputError(f"an overlap of {overlap} does not fit peptides of {peptide_length}; give less than that")
    last = len(chain) - peptide_length
    starts = [*range(0, last, peptide_length - overlap), last]
    return _library([chain[start : start + peptide_length] for start in starts])


@tool(
    Operation.GENERATION,
    Topic.PROTEINS,
    Safety.SCREENED,
    example={"sequence": "GWLKDAN"},
    also=("AlanineScanningLibraryDesign", "alanine scanning library", "alanine scan"),
)
def alanine_scan_library(sequence: ProteinSequence) -> PeptideLibrary:
    """Design an alanine-scan library: each residue in turn replaced by alanine.

    Args:
        sequence: One peptide of at most 500 residues in one-letter codes.
    Returns:
        The peptides in the order of the replaced residue and the mean hydropathy (GRAVY) of each; alanines that are
        there already are passed over.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or every residue is alanine.
    Source: Cunningham and Wells 1989, doi:10.1126/science.2471267.
    """
    chain = parse_protein(sequence, longest=500)
    peptides = [chain[:place] + "A" + chain[place + 1 :] for place, letter in enumerate(chain) if letter != "A"]
    if not peptides:
        raise ToolInputError("every residue is alanine already; there is nothing to scan")
    return _library(peptides)


@tool(
    Operation.GENERATION,
    Topic.PROTEINS,
    Safety.SCREENED,
    example={"sequence": "GWLKDAN", "shortest": 4},
    also=("TruncationLibraryDesign", "truncation library", "truncated peptides"),
)
def truncation_library(sequence: ProteinSequence, shortest: PeptideLength = 5) -> PeptideLibrary:
    """Design a truncation library: the peptide shortened from its N- and from its C-terminus.

    Args:
        sequence: One peptide of at most 500 residues in one-letter codes.
        shortest: Residues of the shortest peptide, fewer than the whole has.
    Returns:
        Peptides shortened at the N-terminus, then those shortened at the C-terminus, then those shortened equally at
        both, with the mean hydropathy (GRAVY) of each.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or `shortest` does not fit.
    Source: Terminal deletions as in Houghten 1985, doi:10.1073/pnas.82.15.5131.
    """
    chain = parse_protein(sequence, longest=500)
    if not 1 <= shortest < len(chain):
        raise ToolInputError(f"the shortest peptide must have 1 to {len(chain) - 1} residues, not {shortest}")
    most = len(chain) - shortest
    peptides = [chain[cut:] for cut in range(1, most + 1)]
    peptides += [chain[:-cut] for cut in range(1, most + 1)]
    peptides += [chain[cut:-cut] for cut in range(1, most // 2 + 1)]
    return _library(peptides)


@tool(
    Operation.GENERATION,
    Topic.PROTEINS,
    Safety.SCREENED,
    example={"sequence": "GWLKDAN", "position": 3},
    also=("PositionalScanningLibraryDesign", "positional scanning library"),
)
def positional_scanning_library(sequence: ProteinSequence, position: ResiduePosition = 1) -> PeptideLibrary:
    """Design a positional-scanning library: every amino acid at one position of a peptide.

    Args:
        sequence: One peptide of at most 500 residues in one-letter codes.
        position: Number of the residue to vary, the first is 1.
    Returns:
        The twenty peptides, in the order of the one-letter codes, and the mean hydropathy (GRAVY) of each.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or there is no such position.
    Source: Pinilla et al. 1992 (BioTechniques 13, 901).
    """
    chain = parse_protein(sequence, longest=500)
    _check_position(chain, position)
    return _library([chain[: position - 1] + letter + chain[position:] for letter in AMINO_ACIDS])


@tool(
    Operation.GENERATION,
    Topic.PROTEINS,
    Safety.SCREENED,
    example={"sequence": "GWLKDAN", "seed": 7},
    also=("RandomMutation", "GenerateRandomMutation", "random point mutation", "mutate a protein at random"),
    unseeded="seed",
)
def random_mutation(sequence: ProteinSequence, seed: RandomSeed = 0) -> Mutant:
    """Exchange one residue of a protein, chosen at random, for another amino acid.

    Args:
        sequence: One protein in one-letter codes.
        seed: The same seed gives the same mutation; 0 gives a new one each time.
    Returns:
        The mutant and the mutation in the usual notation, such as K4R; it always differs from the input.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Place and amino acid drawn uniformly.
    """
    chain = parse_protein(sequence)
    draw = random.Random(seed or None)
    place = draw.randrange(len(chain))
    letter = draw.choice(AMINO_ACIDS.replace(chain[place], ""))
    return Mutant(chain[:place] + letter + chain[place + 1 :], f"{chain[place]}{place + 1}{letter}")


@tool(
    Operation.GENERATION,
    Topic.PROTEINS,
    Safety.SCREENED,
    example={"length": 12, "seed": 7},
    also=(
        "GenerateRandSequence",
        "RandSeq",
        "random protein",
        "random peptide",
        "random amino acid sequence",
        "random protein sequence of length",
    ),
    unseeded="seed",
)
def random_protein_sequence(length: Length, seed: RandomSeed = 0) -> ProteinSequence:
    """Draw a random protein sequence of a given length.

    Args:
        length: Residues, 1 to 10,000.
        seed: The same seed gives the same sequence; 0 gives a new one each time.
    Returns:
        One-letter codes; all twenty amino acids are equally likely.
    Raises:
        ToolInputError: The length is out of range.
    Source: Letters drawn uniformly.
    """
    if not 1 <= length <= _MAX_RANDOM:
        raise ToolInputError(f"the length must be 1 to {_MAX_RANDOM}, not {length}")
    return "".join(random.Random(seed or None).choices(AMINO_ACIDS, k=length))


def _check_position(chain: str, position: int) -> None:
    if not 1 <= position <= len(chain):
        raise ToolInputError(f"there is no residue {position} in a peptide of {len(chain)}; positions start at 1")


def _library(peptides: list[str]) -> PeptideLibrary:
    if len(peptides) > _MAX_LIBRARY:
        raise ToolInputError(f"the library would have {len(peptides)} peptides, at most {_MAX_LIBRARY} are made")
    return PeptideLibrary(peptides, [hydropathy_index(peptide) for peptide in peptides])
