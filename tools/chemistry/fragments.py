"""Cuts of a molecule into fragments, and the bonds it can turn about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import SdfFile, Smiles
from scitoolagent.tools.chemistry._fraggle import fraggle_fragments_of
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._sdf import EXAMPLE_SDF, read_sdf

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

# RECAP builds the tree of all partial cuts: 2 to the power of the bonds it can cut.
_MOST_RECAP_BONDS = 12
_MOST_RECORDS = 1000
_EXAMPLE = {"smiles": "O=C(NC1CCN(Cc2ccc(F)cc2)CC1)c1ccno1"}

FraggleFragments = Annotated[
    str,
    Semantic(
        "FraggleFragments",
        parent="Smiles",
        label="Fraggle fragmentations",
        also=("Fraggle fragments", "Fraggle fragmentation"),
    ),
]
RingCutVerdict = Annotated[
    bool,
    Semantic(
        "RingCutVerdict",
        parent="MolecularProperty",
        label="whether a ring cut is valid",
        also=("valid ring cut", "ring cut validity", "ring cut"),
    ),
]
BricsFragments = Annotated[
    str,
    Semantic(
        "BricsFragments",
        parent="Smiles",
        label="BRICS fragments",
        also=("BRICS decomposition", "retrosynthetic fragments"),
    ),
]
RecapFragments = Annotated[
    str, Semantic("RecapFragments", parent="Smiles", label="RECAP fragments", also=("RECAP decomposition",))
]
Dihedrals = Annotated[
    list[list[int]],
    Semantic(
        "RotatableDihedrals",
        parent="AtomProperty",
        label="rotatable dihedrals",
        also=("torsion angles that can turn", "rotatable dihedral atoms"),
    ),
]
SdfDihedrals = Annotated[
    list[list[list[int]]],
    Semantic("SdfRotatableDihedrals", parent="AtomProperty", label="rotatable dihedrals of an SDF file"),
]
GenericScaffold = Annotated[
    str,
    Semantic(
        "GenericScaffold",
        parent="Smiles",
        label="generic Murcko scaffold",
        also=("generic scaffold", "graph framework", "cyclic skeleton", "generic Bemis-Murcko scaffold"),
    ),
]
LargestFragment = Annotated[
    str,
    Semantic(
        "LargestFragment",
        parent="Smiles",
        label="largest fragment",
        also=("largest component", "largest part of a salt", "biggest fragment"),
    ),
]


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def generic_scaffold(smiles: Smiles) -> GenericScaffold:
    """Reduce a molecule to its generic scaffold: the carbon skeleton of its Murcko scaffold.

    Args:
        smiles: One molecule with a ring.
    Returns:
        Canonical SMILES of rings and linkers alone; atoms double-bonded to them are left out, as the paper does.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or the molecule has no ring.
    Source: Bemis and Murcko 1996, doi:10.1021/jm9602928, by `MurckoScaffold.MakeScaffoldGeneric`.
    """
    from rdkit import Chem
    from rdkit.Chem.Scaffolds import MurckoScaffold as Murcko

    mol = parse_smiles(smiles)
    if not mol.GetRingInfo().NumRings():
        raise ToolInputError(f"{smiles[:60]!r} has no ring, so it has no scaffold")
    generic = Murcko.MakeScaffoldGeneric(Murcko.GetScaffoldForMol(mol))  # type: ignore[no-untyped-call]
    return str(Chem.MolToSmiles(Murcko.GetScaffoldForMol(generic)))  # type: ignore[no-untyped-call]


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "NCc1ccno1.OS(=O)(=O)O"},
    loses=("fragments",),
)
def largest_fragment(smiles: Smiles) -> LargestFragment:
    """Keep the largest fragment of a structure, with its charge.

    Args:
        smiles: One structure, such as a salt.
    Returns:
        Canonical SMILES of the fragment with the most atoms, hydrogens included; of equals the heavier one.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: the MolVS standardisation rules, by `rdMolStandardize.LargestFragmentChooser`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem.MolStandardize import rdMolStandardize

    with rdBase.BlockLogs():
        largest = rdMolStandardize.LargestFragmentChooser().choose(parse_smiles(smiles))
    return str(Chem.MolToSmiles(largest))


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GenerateFraggleFragments",))
def fraggle_fragments(smiles: Smiles) -> list[FraggleFragments]:
    """List all Fraggle fragmentations of a molecule.

    Args:
        smiles: One molecule of at most 70 heavy atoms.
    Returns:
        SMILES of the parts that each way of cutting keeps, separated by dots; `*` marks a cut. Empty when nothing is
        left that Fraggle counts: it keeps parts of more than 60 % of the atoms.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has too many atoms.
    Source: Hussain & Harper (GSK), RDKit UGM 2013, by `Fraggle.FraggleSim.generate_fraggle_fragmentation`.
    """
    return fraggle_fragments_of(parse_smiles(smiles))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "*C1CCCCN1*"},
    also=("CheckValidRingCut",),
)
def ring_cut_validity(smiles: Smiles) -> RingCutVerdict:
    """Check whether a fragment comes from a valid cut of a ring, as Fraggle defines it.

    Args:
        smiles: A fragment in which `*` marks each cut; a molecule without cuts is no valid ring cut.
    Returns:
        Yes when at least two cuts lie on ring atoms, on one or on several.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Hussain & Harper (GSK), RDKit UGM 2013, by `Fraggle.FraggleSim.isValidRingCut`.
    """
    from rdkit.Chem.Fraggle import FraggleSim

    return bool(FraggleSim.isValidRingCut(parse_smiles(smiles)))


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def brics_fragments(smiles: Smiles) -> list[BricsFragments]:
    """Cut a molecule at all bonds that the BRICS rules name.

    Args:
        smiles: One molecule.
    Returns:
        SMILES of the different fragments, sorted; the number before `*` is the BRICS environment of the cut. The
        molecule itself when no rule applies.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Degen et al. 2008, doi:10.1002/cmdc.200800178, by `BRICS.BreakBRICSBonds`.
    """
    from rdkit import Chem
    from rdkit.Chem import BRICS

    pieces = BRICS.BreakBRICSBonds(parse_smiles(smiles))
    return sorted({str(Chem.MolToSmiles(piece)) for piece in Chem.GetMolFrags(pieces, asMols=True)})


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def recap_fragments(smiles: Smiles) -> list[RecapFragments]:
    """Cut a molecule at all bonds that the RECAP rules name.

    Args:
        smiles: One molecule that RECAP cuts at most 12 times.
    Returns:
        SMILES of the different fragments that cannot be cut further, sorted; `*` marks a cut. The molecule itself
        when no rule applies.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has too many bonds to cut.
    Source: Lewell et al. 1998, doi:10.1021/ci970429i, by `Recap.RecapDecompose`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import Recap

    mol = parse_smiles(smiles)
    bonds = sum(len(mol.GetSubstructMatches(reaction.GetReactantTemplate(0))) for reaction in Recap.reactions)
    if bonds > _MOST_RECAP_BONDS:
        raise ToolInputError(f"RECAP has {bonds} bonds to cut here, at most {_MOST_RECAP_BONDS} are tried")
    with rdBase.BlockLogs():
        leaves = Recap.RecapDecompose(mol).GetLeaves()
    return sorted(str(leaf) for leaf in leaves) or [str(Chem.MolToSmiles(mol))]


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def rotatable_dihedrals(smiles: Smiles) -> Dihedrals:
    """List the dihedrals of a molecule that can turn.

    Args:
        smiles: One molecule.
    Returns:
        Four heavy atoms (from 0, in the order of the SMILES) for each single bond that is in no ring, not beside a
        triple bond, and has a heavy neighbour on both sides; of several neighbours the one with the lowest index.
        Amide bonds are among them. Empty for a rigid molecule.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition; one dihedral a bond.
    """
    return _dihedrals(parse_smiles(smiles))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"structure": EXAMPLE_SDF},
    also=("ExtractRotatableDihedralsFromSdf",),
)
def sdf_rotatable_dihedrals(structure: SdfFile) -> SdfDihedrals:
    """List the dihedrals that can turn in each molecule of an SDF file.

    Args:
        structure: SDF file of 1 to 1000 molecules.
    Returns:
        For each molecule, the dihedrals as `rotatable_dihedrals` gives them; atoms are numbered from 0 in the order
        of the file, hydrogens included.
    Raises:
        ToolInputError: the file cannot be read, or a record has no molecule.
    Source: definition; one dihedral a bond.
    """
    return [_dihedrals(mol) for mol in read_sdf(structure, most=_MOST_RECORDS)]


def _dihedrals(mol: Mol) -> list[list[int]]:
    from rdkit.Chem import BondType

    found = []
    for bond in mol.GetBonds():
        left, right = bond.GetBeginAtom(), bond.GetEndAtom()
        before, after = _end(left, right), _end(right, left)
        if (
            bond.GetBondType() == BondType.SINGLE
            and not bond.IsInRing()
            and not any(near.GetBondType() == BondType.TRIPLE for atom in (left, right) for near in atom.GetBonds())
            and 1 not in (left.GetAtomicNum(), right.GetAtomicNum())
            and before is not None
            and after is not None
        ):
            found.append([before, left.GetIdx(), right.GetIdx(), after])
    return found


def _end(atom: Atom, other: Atom) -> int | None:
    """The first heavy neighbour of `atom` besides `other`."""
    near = (item for item in atom.GetNeighbors() if item.GetAtomicNum() > 1 and item.GetIdx() != other.GetIdx())
    return min((item.GetIdx() for item in near), default=None)
