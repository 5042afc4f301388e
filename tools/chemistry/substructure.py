"""Substructures: what molecules have in common, whether and where one occurs in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError, ToolTimeoutError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smarts, Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._similarity_matrix import check_number
from scitoolagent.tools.chemistry._tautomer_query import tautomer_query

_SEARCH_SECONDS = 20
_MOST_MATCHES = 1000

CommonSmarts = Annotated[
    str,
    Semantic(
        "CommonSubstructure",
        parent="Smarts",
        label="maximum common substructure",
        also=("MCS", "largest common substructure", "shared substructure"),
    ),
]
CommonAtoms = Annotated[
    int,
    Semantic(
        "CommonAtomCount", parent="MolecularDescriptor", unit="1", label="atoms of the maximum common substructure"
    ),
]
CommonBonds = Annotated[
    int,
    Semantic(
        "CommonBondCount", parent="MolecularDescriptor", unit="1", label="bonds of the maximum common substructure"
    ),
]
IsSubstructure = Annotated[
    bool,
    Semantic(
        "SubstructureVerdict",
        parent="MolecularProperty",
        label="whether a molecule is a substructure",
        also=("substructure of", "is a substructure"),
    ),
]
HasSubstructure = Annotated[
    bool,
    Semantic(
        "SubstructurePresence",
        parent="MolecularProperty",
        label="whether a molecule contains a substructure",
        also=(
            "contains the substructure",
            "contain the substructure",
            "has the substructure",
            "have the substructure",
            "include the substructure",
            "possess the substructure",
            "contain as a substructure",
            "has as a substructure",
            "have as a substructure",
            "include as a substructure",
            "possess as a substructure",
            "feature as a substructure",
            "superstructure of",
        ),
        role="verdict",
    ),
]
IsTautomerSubstructure = Annotated[
    bool,
    Semantic(
        "TautomerSubstructureVerdict",
        parent="MolecularProperty",
        label="whether a tautomer of a molecule is a substructure",
        also=("tautomer-insensitive substructure", "substructure in any tautomer"),
    ),
]
TautomerMatches = Annotated[
    list[list[int]],
    Semantic(
        "TautomerSubstructureMatches",
        parent="AtomProperty",
        label="atoms that match a tautomer query",
        also=("tautomer query matches", "tautomer-insensitive substructure matches", "substructure matches"),
    ),
]
SmartsMatches = Annotated[
    list[list[int]],
    Semantic(
        "SmartsMatches",
        parent="AtomProperty",
        label="atoms that match a SMARTS pattern",
        also=("SMARTS matches", "matches of a SMARTS pattern"),
    ),
]


@dataclass(frozen=True)
class CommonPart:
    """The largest part that all molecules have."""

    smarts: CommonSmarts
    atoms: CommonAtoms
    bonds: CommonBonds


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles_list": ["CC(C)c1ccc(C)cc1O", "CCc1ccc(O)cc1"]},
)
def maximum_common_substructure(smiles_list: list[Smiles]) -> CommonPart:
    """Find the largest substructure that several molecules have in common.

    Args:
        smiles_list: 2 to 50 molecules, whose MCS is looked for.
    Returns:
        SMARTS of the connected part with the most bonds, and its numbers of atoms and bonds. Elements and bond orders
        must agree; ring atoms only match ring atoms, and whole rings whole rings.
    Raises:
        ToolInputError: too few or too many, one of them is not valid SMILES, or they share no atom.
        ToolTimeoutError: the search takes more than 20 s.
    Source: Dalke & Hastings 2013, doi:10.1186/1758-2946-5-S1-O6, by `rdFMCS.FindMCS`.
    """
    from rdkit.Chem import rdFMCS

    check_number(smiles_list, 50)
    found = rdFMCS.FindMCS(
        [parse_smiles(smiles) for smiles in smiles_list],
        ringMatchesRingOnly=True,
        completeRingsOnly=True,
        timeout=_SEARCH_SECONDS,
    )
    if found.canceled:
        raise ToolTimeoutError(f"the common substructure was not found in {_SEARCH_SECONDS} s; give smaller molecules")
    if not found.numAtoms:
        raise ToolInputError("the molecules have no atom in common")
    return CommonPart(str(found.smartsString), int(found.numAtoms), int(found.numBonds))


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles_a": "Cc1ccccc1", "smiles_b": "CC(C)c1ccc(C)cc1O"},
)
def substructure_test(smiles_a: Smiles, smiles_b: Smiles) -> IsSubstructure:
    """Test whether the first molecule is a substructure of the second, as drawn.

    Args:
        smiles_a: The smaller structure.
        smiles_b: The molecule it is looked for in.
    Returns:
        Yes when its atoms and bonds, with their stereochemistry where it is given, occur in the second.
    Raises:
        ToolInputError: one of them is not valid SMILES.
    Source: definition (subgraph isomorphism), by `Mol.HasSubstructMatch(useChirality=True)`.
    """
    return bool(parse_smiles(smiles_b).HasSubstructMatch(parse_smiles(smiles_a), useChirality=True))


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles_a": "CC(C)c1ccc(C)cc1O", "smiles_b": "Cc1ccccc1"},
)
def contained_substructure_test(smiles_a: Smiles, smiles_b: Smiles) -> HasSubstructure:
    """Test whether the first molecule contains the second as a substructure, as drawn.

    Args:
        smiles_a: The molecule that is searched.
        smiles_b: The smaller structure.
    Returns:
        Yes when the atoms and bonds of the second, with their stereochemistry where it is given, occur in the first.
    Raises:
        ToolInputError: one of them is not valid SMILES.
    Source: definition (subgraph isomorphism), by `Mol.HasSubstructMatch(useChirality=True)`.
    """
    return bool(parse_smiles(smiles_a).HasSubstructMatch(parse_smiles(smiles_b), useChirality=True))


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles_a": "O=c1cccc[nH]1", "smiles_b": "Oc1ccc(C)cn1"},
    also=("IsSubstructof",),
)
def tautomer_substructure_test(smiles_a: Smiles, smiles_b: Smiles) -> IsTautomerSubstructure:
    """Test whether the first molecule, in any tautomer, is a substructure of the second.

    Args:
        smiles_a: The smaller structure; at most 100 heavy atoms.
        smiles_b: The molecule it is looked for in.
    Returns:
        Yes when one of its tautomers occurs in the second.
    Raises:
        ToolInputError: one of them is not valid SMILES, or the first has too many atoms.
    Source: RDKit's tautomer query, by `rdTautomerQuery.TautomerQuery.IsSubstructOf`.
    """
    return bool(tautomer_query(smiles_a).IsSubstructOf(parse_smiles(smiles_b)))


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles_a": "O=c1cccc[nH]1", "smiles_b": "Oc1ccc(C)cn1"},
    also=("GetSubstructMatches",),
)
def tautomer_substructure_matches(smiles_a: Smiles, smiles_b: Smiles) -> TautomerMatches:
    """Find where the first molecule, in any tautomer, occurs in the second.

    Args:
        smiles_a: The smaller structure; at most 100 heavy atoms.
        smiles_b: The molecule it is looked for in.
    Returns:
        For each match, the atoms of the second molecule (from 0, in the order of its SMILES) in the order of the
        atoms of the first; empty when it does not occur. At most 1000 matches.
    Raises:
        ToolInputError: one of them is not valid SMILES, or the first has too many atoms.
    Source: RDKit's tautomer query, by `rdTautomerQuery.TautomerQuery.GetSubstructMatches`.
    """
    target = parse_smiles(smiles_b)
    return [list(match) for match in tautomer_query(smiles_a).GetSubstructMatches(target, maxMatches=_MOST_MATCHES)]


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O", "smarts": "[OX2H]c"},
    also=("SMARTS search",),
)
def smarts_matches(smiles: Smiles, smarts: Smarts) -> SmartsMatches:
    """Find where a SMARTS pattern matches a molecule.

    Args:
        smiles: One molecule.
        smarts: The pattern.
    Returns:
        Atoms of each match (from 0, in the order of the SMILES) in the order of the pattern; empty when there is none.
        At most 1000 matches.
    Raises:
        ToolInputError: `smiles` or `smarts` is not valid.
    Source: Daylight's SMARTS, by `Mol.GetSubstructMatches`.
    """
    from rdkit import Chem, rdBase

    mol = parse_smiles(smiles)
    with rdBase.BlockLogs():
        pattern = Chem.MolFromSmarts(smarts.strip()) if 0 < len(smarts.strip()) <= 2000 else None
    if pattern is None or pattern.GetNumAtoms() == 0:
        raise ToolInputError(f"{smarts[:60]!r} is not a valid SMARTS pattern")
    return [list(match) for match in mol.GetSubstructMatches(pattern, maxMatches=_MOST_MATCHES)]
