"""Edits of a structure: hydrogens, Kekulé and aromatic form, scaffold, fragments, salts, protecting groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._changes import change_note
from scitoolagent.tools.chemistry._molecule import parse_smiles

ExplicitHydrogenSmiles = Annotated[
    str,
    Semantic(
        "ExplicitHydrogenSmiles",
        parent="Smiles",
        label="SMILES with explicit hydrogens",
        also=("explicit hydrogens", "hydrogens added", "hydrogen atoms added"),
    ),
]


ImplicitHydrogenSmiles = Annotated[
    str,
    Semantic(
        "ImplicitHydrogenSmiles",
        parent="Smiles",
        label="SMILES without explicit hydrogens",
        also=("implicit hydrogens", "hydrogens removed", "hydrogen atoms removed"),
    ),
]


KekuleSmiles = Annotated[
    str,
    Semantic(
        "KekuleSmiles",
        parent="Smiles",
        label="Kekulé SMILES",
        also=("Kekule form", "Kekulé structure", "Kekulized SMILES"),
    ),
]


AromaticSmiles = Annotated[
    str,
    Semantic(
        "AromaticSmiles",
        parent="Smiles",
        label="aromatic SMILES",
        also=("perceived aromaticity", "SMILES with aromaticity"),
    ),
]


AromaticityModel = Annotated[str, Semantic("AromaticityModel", parent="Parameter", label="aromaticity model")]


MurckoScaffold = Annotated[
    str,
    Semantic(
        "MurckoScaffold",
        parent="Smiles",
        label="Murcko scaffold",
        also=("Bemis-Murcko scaffold", "scaffold", "Murcko framework", "Bemis-Murcko framework"),
    ),
]


FlatSmiles = Annotated[
    str,
    Semantic(
        "FlatSmiles",
        parent="Smiles",
        label="SMILES without stereochemistry",
        also=("stereochemistry removed", "flat SMILES", "non-isomeric SMILES"),
    ),
]


FragmentSmiles = Annotated[
    str,
    Semantic(
        "FragmentSmiles",
        parent="Smiles",
        label="disconnected fragments",
        also=("molecular fragments", "components of a salt", "separate fragments"),
    ),
]


FragmentAtoms = Annotated[
    list[list[int]], Semantic("FragmentAtoms", parent="AtomProperty", label="atom indices of each fragment")
]


ParentSmiles = Annotated[
    str,
    Semantic(
        "ParentSmiles",
        parent="Smiles",
        label="neutral parent structure",
        also=(
            "desalted structure",
            "standardised parent",
            "salt-free structure",
            "neutral parent",
            "free base",
            "free acid",
            "free base of a salt",
            "free acid of a salt",
            "neutral form",
        ),
    ),
]


DeprotectedSmiles = Annotated[
    str,
    Semantic("DeprotectedSmiles", parent="Smiles", label="deprotected molecule", also=("protecting groups removed",)),
]


ProtectingGroup = Annotated[str, Semantic("ProtectingGroup", parent="MolecularProperty", label="protecting groups")]


_MODELS = {"rdkit": "AROMATICITY_RDKIT", "simple": "AROMATICITY_SIMPLE", "mdl": "AROMATICITY_MDL"}


ParentNote = Annotated[
    str,
    Semantic("ParentNote", parent="Report", label="note on what a standardisation removed or neutralised", role="note"),
]


@dataclass(frozen=True, slots=True)
class Fragments:
    """The disconnected parts of a structure; both lists are in the same order."""

    fragment_smiles: list[FragmentSmiles]
    fragment_atoms: FragmentAtoms


@dataclass(frozen=True, slots=True)
class Parent:
    """The neutral parent of a structure, and what was removed or neutralised for it."""

    parent_smiles: ParentSmiles
    parent_note: ParentNote


@dataclass(frozen=True, slots=True)
class Deprotection:
    """A molecule without its protecting groups, and the groups that were taken off."""

    deprotected_smiles: DeprotectedSmiles
    protecting_groups: list[ProtectingGroup]


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "NCc1ccno1"}, also=("AddHydrogens",))
def explicit_hydrogen_smiles(smiles: Smiles) -> ExplicitHydrogenSmiles:
    """Write a molecule with every hydrogen as an atom of its own.

    Args:
        smiles: One molecule.
    Returns:
        Canonical SMILES with [H] atoms.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Chem.AddHs`.
    """
    from rdkit import Chem

    return str(Chem.MolToSmiles(Chem.AddHs(parse_smiles(smiles))))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "[H]C([H])([H])c1ccno1"},
    also=("RemoveHydrogens", "without hydrogen atoms"),
)
def implicit_hydrogen_smiles(smiles: Smiles) -> ImplicitHydrogenSmiles:
    """Fold the hydrogen atoms of a molecule into the atoms they are bonded to.

    Args:
        smiles: One molecule, with hydrogen atoms or without.
    Returns:
        Canonical SMILES. Hydrogens that carry information stay: isotopes, hydride ions, H2 and bridging hydrogens.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Chem.RemoveHs`.
    """
    from rdkit import Chem

    return str(Chem.MolToSmiles(Chem.RemoveHs(parse_smiles(smiles))))


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "NCc1ccno1"}, also=("Kekulize",))
def kekule_smiles(smiles: Smiles) -> KekuleSmiles:
    """Write a molecule with alternating single and double bonds in place of aromatic ones.

    Args:
        smiles: One molecule.
    Returns:
        SMILES without aromatic (lower-case) atoms; one of the equivalent Kekulé forms.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Chem.Kekulize`.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    Chem.Kekulize(mol, clearAromaticFlags=True)
    return str(Chem.MolToSmiles(mol, kekuleSmiles=True))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "NCC1=CC=NO1"},
    also=("SetAromaticity",),
)
def aromatic_smiles(smiles: Smiles, model: AromaticityModel = "rdkit") -> AromaticSmiles:
    """Perceive the aromaticity of a molecule and write it with aromatic atoms.

    Args:
        smiles: One molecule, in Kekulé form or not.
        model: `rdkit`, `simple` (five- and six-membered rings only) or `mdl`.
    Returns:
        SMILES with the aromatic atoms of the model in lower case.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or the model is unknown.
    Source: Daylight and MDL aromaticity, by `Chem.SetAromaticity`.
    """
    from rdkit import Chem

    if model not in _MODELS:
        raise ToolInputError(f"aromaticity model {model[:40]!r} is unknown; take one of {', '.join(_MODELS)}")
    mol = parse_smiles(smiles)
    Chem.Kekulize(mol, clearAromaticFlags=True)
    Chem.SetAromaticity(mol, getattr(Chem.AromaticityModel, _MODELS[model]))
    return str(Chem.MolToSmiles(mol))


@tool(
    Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "NCc1ccno1"}, also=("MurckoDecompose",)
)
def murcko_scaffold(smiles: Smiles) -> MurckoScaffold:
    """Reduce a molecule to its Murcko scaffold: ring systems and the chains that link them.

    Args:
        smiles: One molecule with a ring.
    Returns:
        Canonical SMILES of the scaffold; atoms double-bonded to it stay, as RDKit defines.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or the molecule has no ring.
    Source: Bemis and Murcko 1996, doi:10.1021/jm9602928, by `MurckoScaffold.GetScaffoldForMol`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors
    from rdkit.Chem.Scaffolds import MurckoScaffold as Murcko

    mol = parse_smiles(smiles)
    if rdMolDescriptors.CalcNumRings(mol) == 0:
        raise ToolInputError(f"{smiles[:60]!r} has no ring, so it has no Murcko scaffold")
    return str(Chem.MolToSmiles(Murcko.GetScaffoldForMol(mol)))  # type: ignore[no-untyped-call]


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "N[C@@H](C)c1ccno1"},
    also=("RemoveStereochemistry",),
    loses=("stereochemistry",),
)
def flat_smiles(smiles: Smiles) -> FlatSmiles:
    """Remove all stereochemistry from a molecule.

    Args:
        smiles: One molecule.
    Returns:
        Canonical SMILES without marks of stereocentres or double bonds.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Chem.RemoveStereochemistry`.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    Chem.RemoveStereochemistry(mol)
    return str(Chem.MolToSmiles(mol))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "NCc1ccno1.OS(=O)(=O)O"},
    also=("GetMolFrags", "split into fragments"),
)
def molecule_fragments(smiles: Smiles) -> Fragments:
    """Split a structure into its disconnected fragments.

    Args:
        smiles: One structure, such as a salt.
    Returns:
        Canonical SMILES of each fragment, and the indices of its heavy atoms, from 0 in the order given.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition (connected components), by `Chem.GetMolFrags`.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    parts = Chem.GetMolFrags(mol, asMols=True)
    return Fragments([str(Chem.MolToSmiles(part)) for part in parts], [list(part) for part in Chem.GetMolFrags(mol)])


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "[NH3+]Cc1ccno1.[Cl-]"},
    also=("salt stripping", "desalt", "standardise a molecule", "strip the counter-ion"),
    loses=("charge", "fragments"),
)
def neutral_parent(smiles: Smiles) -> Parent:
    """Strip salts and solvents from a structure and neutralise what is left.

    Args:
        smiles: One structure, such as a hydrochloride.
    Returns:
        Canonical SMILES of the largest organic fragment, neutral where protons can make it so, and a note on what was
        removed or neutralised. Isotopes and stereochemistry stay.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: the MolVS standardisation rules, by `rdMolStandardize.ChargeParent`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem.MolStandardize import rdMolStandardize

    with rdBase.BlockLogs():
        mol = parse_smiles(smiles)
        parent = parse_smiles(str(Chem.MolToSmiles(rdMolStandardize.ChargeParent(mol))))
    return Parent(str(Chem.MolToSmiles(parent)), change_note(mol, parent))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "CC(C)(C)OC(=O)NCc1ccno1"},
    also=("Deprotect", "remove protecting groups"),
)
def deprotection(smiles: Smiles) -> Deprotection:
    """Take common protecting groups off a molecule.

    Args:
        smiles: One molecule; Boc, Cbz, Fmoc, Bn, Ac, TBDMS and others are known.
    Returns:
        Canonical SMILES of what is left, unchanged where no group is found, and the abbreviations of the groups.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: the 25 reactions of `rdDeprotect.Deprotect`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdDeprotect

    with rdBase.BlockLogs():
        mol = rdDeprotect.Deprotect(parse_smiles(smiles))
    groups = [str(group) for group in mol.GetPropsAsDict(True, True).get("DEPROTECTIONS", [])]
    return Deprotection(str(Chem.MolToSmiles(mol)), groups)
