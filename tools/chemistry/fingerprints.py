"""Fingerprints of a molecule: circular, path, pair, torsion, key-based, pharmacophore, E-state and MinHash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._atoms import estate_values
from scitoolagent.tools.chemistry._fingerprint_family import (
    EXAMPLE,
    FingerprintSize,
    Radius,
    check_shape,
    make_fingerprint,
)
from scitoolagent.tools.chemistry._fingerprint_kinds import KINDS, MINHASH_SEED, MINHASHES
from scitoolagent.tools.chemistry._molecule import in_canonical_order, parse_smiles

BitDensity = Annotated[float, Semantic("BitDensity", parent="Parameter", unit="1", label="share of bits that are set")]

MorganBits = Annotated[
    list[int],
    Semantic(
        "MorganFingerprint",
        parent="Fingerprint",
        label="Morgan fingerprint",
        also=("ECFP", "ECFP4", "circular fingerprint", "extended-connectivity fingerprint"),
    ),
]
FeatureBits = Annotated[
    list[int],
    Semantic(
        "FeatureMorganFingerprint",
        parent="Fingerprint",
        label="feature Morgan fingerprint",
        also=("FCFP", "FCFP4", "functional-class fingerprint"),
    ),
]
PairCounts = Annotated[
    dict[str, int],
    Semantic(
        "AtomPairCounts",
        parent="Fingerprint",
        label="atom-pair fingerprint",
        also=("atom-pair counts", "atom-pair count fingerprint", "count-based atom-pair fingerprint"),
    ),
]
TorsionCounts = Annotated[
    dict[str, int],
    Semantic(
        "TorsionCounts",
        parent="Fingerprint",
        label="topological torsion count fingerprint",
        also=("torsions fingerprint", "torsion counts"),
    ),
]
EstateCounts = Annotated[
    dict[str, int],
    Semantic(
        "EstateCounts",
        parent="Fingerprint",
        label="E-state fingerprint counts",
        also=("E-state fingerprint", "EState fingerprint", "electrotopological state fingerprint"),
    ),
]
EstateSums = Annotated[
    dict[str, float], Semantic("EstateSums", parent="Fingerprint", label="sums of E-state indices by atom type")
]
BinaryText = Annotated[
    str,
    Semantic(
        "FingerprintBinaryText",
        parent="Fingerprint",
        label="RDKit fingerprint in binary",
        also=("binary fingerprint", "fingerprint bit string"),
    ),
]
HexText = Annotated[
    str,
    Semantic(
        "FingerprintHexText",
        parent="Fingerprint",
        label="RDKit fingerprint in hexadecimal",
        also=("hexadecimal fingerprint", "hex fingerprint", "FPS text"),
    ),
]
FoldedBits = Annotated[
    list[int],
    Semantic(
        "FoldedFingerprint",
        parent="Fingerprint",
        label="folded fingerprint",
        also=("folded RDKit fingerprint", "fingerprint folded to a density"),
    ),
]
TautomerTemplateBits = Annotated[
    list[int],
    Semantic(
        "TautomerTemplateFingerprint",
        parent="Fingerprint",
        label="pattern fingerprint of a tautomer template",
        also=("tautomer template fingerprint",),
    ),
]
MinHashes = Annotated[
    list[int],
    Semantic(
        "MhfpFingerprint",
        parent="Fingerprint",
        label="MHFP fingerprint",
        also=("MHFP", "MHFP6", "MinHash fingerprint", "MHFP vector"),
    ),
]
Shingling = Annotated[
    list[str],
    Semantic(
        "Shingling",
        parent="Fingerprint",
        label="molecular shingling",
        also=("shingling", "MHFP shingles", "circular substructures as SMILES", "shingles"),
    ),
]


@dataclass(frozen=True)
class MorganResult:
    """Indices of the bits that are set, and the length."""

    on_bits: MorganBits
    size: FingerprintSize


@dataclass(frozen=True)
class FeatureMorganResult:
    """Indices of the bits that are set, and the length."""

    on_bits: FeatureBits
    size: FingerprintSize


@dataclass(frozen=True)
class FoldedResult:
    """Indices of the bits that are set after folding, and the length that is left."""

    on_bits: FoldedBits
    size: FingerprintSize


@dataclass(frozen=True)
class TextResult:
    """One fingerprint written in two ways."""

    binary: BinaryText
    hexadecimal: HexText


@dataclass(frozen=True)
class EstateResult:
    """Atoms of each E-state type, and the sum of their E-state indices; the keys of both are the same."""

    counts: EstateCounts
    sums: EstateSums


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=EXAMPLE,
    also=("BuildMorganFpFromSmiles", "GetMorganFingerprint", "GenerateMorganfingerprintsFromCSV"),
)
def morgan_fingerprint(smiles: Smiles, radius: Radius = 2, size: FingerprintSize = 2048) -> MorganResult:
    """Compute the Morgan (extended-connectivity) fingerprint of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
        radius: Bonds around each atom, 0 to 10; radius 2 is called ECFP4.
        size: Length in bits into which the environments are folded.
    Returns:
        Indices of the bits that are set, in rising order, and the length in bits. Chirality is not used.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or `radius` or `size` is out of range.
    Source: Rogers & Hahn 2010, doi:10.1021/ci100050t, by `rdFingerprintGenerator.GetMorganGenerator`.
    """
    return MorganResult(_morgan(smiles, radius, size), size)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE)
def feature_morgan_fingerprint(smiles: Smiles, radius: Radius = 2, size: FingerprintSize = 2048) -> FeatureMorganResult:
    """Compute the feature Morgan (functional-class) fingerprint of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
        radius: Bonds around each atom, 0 to 10; radius 2 is called FCFP4.
        size: Length in bits into which the environments are folded.
    Returns:
        Indices of the bits that are set, in rising order, and the length in bits. Atoms are told apart by donor,
        acceptor, aromatic, halogen, basic and acidic character only.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or `radius` or `size` is out of range.
    Source: Rogers & Hahn 2010, doi:10.1021/ci100050t, by `rdFingerprintGenerator.GetMorganGenerator`.
    """
    return FeatureMorganResult(_morgan(smiles, radius, size, features=True), size)


def _morgan(smiles: str, radius: int, size: int, features: bool = False) -> list[int]:
    from rdkit.Chem import rdFingerprintGenerator

    check_shape(radius, size)
    options = {"atomInvariantsGenerator": rdFingerprintGenerator.GetMorganFeatureAtomInvGen()} if features else {}
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=radius, fpSize=size, **options)
    return [int(bit) for bit in generator.GetFingerprint(parse_smiles(smiles)).GetOnBits()]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=("BuildAtomPairFpFromSmiles",))
def atom_pair_counts(smiles: Smiles) -> PairCounts:
    """Count the atom pairs of a molecule by code.

    Args:
        smiles: One molecule; pairs across fragments are not counted.
    Returns:
        Code of each pair (two atom types and the number of bonds between them, at most 30) and how often it occurs.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Carhart et al. 1985, doi:10.1021/ci00046a002, by `rdMolDescriptors.GetAtomPairFingerprint`.
    """
    return _counts("GetAtomPairFingerprint", smiles)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=("BuildTorsionsFpFromSmiles",))
def topological_torsion_counts(smiles: Smiles) -> TorsionCounts:
    """Count the topological torsions of a molecule by code.

    Args:
        smiles: One molecule.
    Returns:
        Code of each chain of four bonded atoms (their types) and how often it occurs; empty where no chain is so long.
        A ring of three is a closed chain, whose ends are one atom: cyclopropane has one.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Nilakantan et al. 1987, doi:10.1021/ci00054a008, by `rdMolDescriptors.GetTopologicalTorsionFingerprint`.
    """
    return _counts("GetTopologicalTorsionFingerprint", smiles)


def _counts(function: str, smiles: str) -> dict[str, int]:
    from rdkit import rdBase
    from rdkit.Chem import rdMolDescriptors

    mol = parse_smiles(smiles)
    with rdBase.BlockLogs():  # RDKit recommends its generators, whose codes are hashed and can no longer be decoded
        vector = getattr(rdMolDescriptors, function)(mol)
    return {str(code): int(count) for code, count in sorted(vector.GetNonzeroElements().items())}


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=("GenerateEstateFingerprint",))
def estate_fingerprint(smiles: Smiles) -> EstateResult:
    """Compute the E-state fingerprint of a molecule: atom types, counted and summed.

    Args:
        smiles: One molecule.
    Returns:
        For each of the 79 E-state types that occurs (such as `sCH3`, `aaCH`): how many atoms have it, and the sum of
        their E-state indices. A type that is missing has count 0 and sum 0.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has an atom without a bond to a heavy atom (methane, the ions
            of a salt), a wildcard or a hydrogen that is kept (deuterium); no E-state index is defined then.
    Source: Hall & Kier 1995, doi:10.1021/ci00028a014, by `EState.Fingerprinter.FingerprintMol`.
    """
    from rdkit.Chem.EState import AtomTypes, Fingerprinter

    mol = parse_smiles(smiles)
    estate_values(mol)  # RDKit's fingerprinter itself refuses nothing
    counts, sums = Fingerprinter.FingerprintMol(mol)
    patterns: Any = AtomTypes.esPatterns
    names = [str(name) for name, _ in patterns]
    present = [place for place, count in enumerate(counts) if count]
    return EstateResult({names[i]: int(counts[i]) for i in present}, {names[i]: float(sums[i]) for i in present})


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=EXAMPLE,
    also=("ProcessFingerprintMol", "process fingerprint"),
)
def rdkit_fingerprint_text(smiles: Smiles) -> TextResult:
    """Write the RDKit fingerprint of a molecule in binary and in hexadecimal.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        2048 binary digits, bit 0 first; and 512 hexadecimal digits in the FPS form: two for each byte, bit 0 in the
        first byte as its lowest bit.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: RDKit's Daylight-like fingerprint, by `Chem.RDKFingerprint`, `DataStructs.BitVectToFPSText`.
    """
    from rdkit import Chem, DataStructs

    vector = Chem.RDKFingerprint(parse_smiles(smiles))
    return TextResult(str(DataStructs.BitVectToText(vector)), str(DataStructs.BitVectToFPSText(vector)))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=("FoldFingerprintFromSmiles",))
def folded_fingerprint(smiles: Smiles, density: BitDensity = 0.3, smallest: FingerprintSize = 64) -> FoldedResult:
    """Fold the RDKit fingerprint of a molecule in half until enough of its bits are set.

    Args:
        smiles: One molecule; every fragment of a salt counts.
        density: Share of set bits at which folding stops, above 0 and below 1.
        smallest: Length in bits below which it is not folded.
    Returns:
        Indices of the bits that are set after folding, and the length that is left of 2048 bits.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or `density` or `smallest` is out of range.
    Source: definition (the halves are combined by OR), by `DataStructs.FoldFingerprint`.
    """
    from rdkit import Chem, DataStructs

    if not 0 < density < 1:
        raise ToolInputError(f"the density is above 0 and below 1, not {density}")
    check_shape(0, smallest)
    bits = Chem.RDKFingerprint(parse_smiles(smiles))
    while bits.GetNumOnBits() < density * bits.GetNumBits() and bits.GetNumBits() // 2 >= smallest:
        bits = DataStructs.FoldFingerprint(bits, 2)
    return FoldedResult([int(bit) for bit in bits.GetOnBits()], int(bits.GetNumBits()))


@tool(
    Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=("GetPatternFingerprintTemplate",)
)
def tautomer_template_fingerprint(smiles: Smiles) -> TautomerTemplateBits:
    """Compute the pattern fingerprint of the tautomer template of a molecule.

    Args:
        smiles: One molecule of at most 100 heavy atoms.
    Returns:
        Indices of the set bits of 2048: the bits that any molecule with this substructure, in any tautomer, has too.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has too many atoms.
    Source: RDKit's tautomer query, by `rdTautomerQuery.TautomerQuery.PatternFingerprintTemplate`.
    """
    from scitoolagent.tools.chemistry._tautomer_query import tautomer_query

    return [int(bit) for bit in tautomer_query(smiles).PatternFingerprintTemplate(2048).GetOnBits()]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=("EncodeMolecule",))
def mhfp_fingerprint(smiles: Smiles) -> MinHashes:
    """Compute the MHFP6 (MinHash) fingerprint of a molecule.

    Args:
        smiles: One molecule with at least one bond.
    Returns:
        2048 MinHash values of 32 bits, with seed 42; the share of equal places of two molecules estimates the Jaccard
        similarity of their substructures.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has no bond.
    Source: Probst & Reymond 2018, doi:10.1186/s13321-018-0321-8, by `rdMHFPFingerprint.MHFPEncoder.EncodeMol`.
    """
    from rdkit.Chem import rdMHFPFingerprint

    mol = _with_bonds(smiles)
    return [int(value) for value in rdMHFPFingerprint.MHFPEncoder(MINHASHES, MINHASH_SEED).EncodeMol(mol)]


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=EXAMPLE, also=("CreateShingling",))
def molecular_shingling(smiles: Smiles) -> Shingling:
    """List the MHFP shingles of a molecule: circular substructures and rings as SMILES.

    Args:
        smiles: One molecule with at least one bond.
    Returns:
        Kekulé SMILES of the rings and of the surroundings of each atom with radius 1 to 3, by the order of the atoms
        in the canonical SMILES; a shingle that occurs several times is listed as often.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has no bond.
    Source: Probst & Reymond 2018, doi:10.1186/s13321-018-0321-8, by
        `rdMHFPFingerprint.MHFPEncoder.CreateShinglingFromMol`.
    """
    from rdkit.Chem import rdMHFPFingerprint

    mol = _with_bonds(smiles)
    return [str(item) for item in rdMHFPFingerprint.MHFPEncoder(MINHASHES, MINHASH_SEED).CreateShinglingFromMol(mol)]


def _with_bonds(smiles: str) -> Any:
    """The molecule in canonical order: the SMILES of a shingle depends on the order of the atoms."""
    mol = parse_smiles(smiles)
    if mol.GetNumBonds() == 0:
        raise ToolInputError("the molecule has no bond, so it has no circular substructure of radius 1 to 3")
    return in_canonical_order(mol)[0]


TOOLS = tuple(make_fingerprint(kind, __name__) for kind in KINDS)
