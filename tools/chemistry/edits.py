"""Edits of a structure: hydrogens, Kekulé and aromatic form, scaffold, fragments, salts, protecting groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._isomers import (
    canonical_tautomer,
    cip_labels,
    stereoisomers,
    tautomer_atoms,
    tautomer_bonds,
    tautomer_template,
    tautomers,
)
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
        also=("Bemis-Murcko scaffold", "molecular scaffold", "Murcko framework"),
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
        also=("desalted structure", "standardised parent", "salt-free structure"),
    ),
]
DeprotectedSmiles = Annotated[
    str,
    Semantic("DeprotectedSmiles", parent="Smiles", label="deprotected molecule", also=("protecting groups removed",)),
]
ProtectingGroup = Annotated[str, Semantic("ProtectingGroup", parent="MolecularProperty", label="protecting groups")]
CondensedStructure = Annotated[
    str,
    Semantic(
        "CondensedStructure",
        parent="MolecularStructure",
        label="structure with abbreviated groups",
        also=("condensed abbreviations", "abbreviated groups", "superatoms"),
    ),
]
RadicalElectrons = Annotated[
    int,
    Semantic(
        "RadicalElectrons",
        parent="MolecularDescriptor",
        unit="1",
        label="number of radical electrons",
        also=("unpaired electrons", "radical count"),
    ),
]
AtomRadicals = Annotated[
    list[int], Semantic("AtomRadicals", parent="AtomProperty", label="radical electrons of each atom")
]
DativeSmiles = Annotated[
    str,
    Semantic("DativeSmiles", parent="Smiles", label="SMILES with dative bonds", also=("dative bonds of a complex",)),
]
SerialisationVerdict = Annotated[
    bool,
    Semantic(
        "SerialisationVerdict",
        parent="Report",
        label="whether a molecule can be serialised",
        also=("serializable", "can be serialized", "serialisation"),
    ),
]
SerialisedSize = Annotated[
    int, Semantic("SerialisedSize", parent="MolecularProperty", unit="1", label="bytes of a serialised molecule")
]
VariantSmiles = Annotated[
    str,
    Semantic(
        "VariantSmiles",
        parent="Smiles",
        label="variants of a variable structure",
        also=("positional variants", "link node variants"),
    ),
]

_MODELS = {"rdkit": "AROMATICITY_RDKIT", "simple": "AROMATICITY_SIMPLE", "mdl": "AROMATICITY_MDL"}
_MOST_VARIANTS = 1000


@dataclass(frozen=True, slots=True)
class Fragments:
    """The disconnected parts of a structure; both lists are in the same order."""

    fragment_smiles: list[FragmentSmiles]
    fragment_atoms: FragmentAtoms


@dataclass(frozen=True, slots=True)
class Deprotection:
    """A molecule without its protecting groups, and the groups that were taken off."""

    deprotected_smiles: DeprotectedSmiles
    protecting_groups: list[ProtectingGroup]


@dataclass(frozen=True, slots=True)
class Radicals:
    """Unpaired electrons, in all and of each atom in the order of the SMILES."""

    radical_electrons: RadicalElectrons
    atom_radicals: AtomRadicals


@dataclass(frozen=True, slots=True)
class Serialisation:
    """Whether a molecule survives being written to bytes and read back, and how many bytes it takes."""

    serialisation_verdict: SerialisationVerdict
    serialised_size: SerialisedSize


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
    also=("RemoveHydrogens",),
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
)
def neutral_parent(smiles: Smiles) -> ParentSmiles:
    """Strip salts and solvents from a structure and neutralise what is left.

    Args:
        smiles: One structure, such as a hydrochloride.
    Returns:
        Canonical SMILES of the largest organic fragment, neutral where protons can make it so.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: the MolVS standardisation rules, by `rdMolStandardize.ChargeParent`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem.MolStandardize import rdMolStandardize

    with rdBase.BlockLogs():
        return str(Chem.MolToSmiles(rdMolStandardize.ChargeParent(parse_smiles(smiles))))


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


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "O=C(O)c1cc(C(F)(F)F)no1"},
    also=("CondenseAbbreviationSubstanceGroups", "collapse groups to abbreviations"),
)
def condensed_structure(smiles: Smiles) -> CondensedStructure:
    """Collapse common groups of a molecule into abbreviations such as CF3, CO2H and OMe.

    Args:
        smiles: One molecule.
    Returns:
        CXSMILES in which `*` atoms carry the abbreviations as labels; equal to the SMILES where none fits.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: RDKit's table of abbreviations, by `rdAbbreviations.CondenseMolAbbreviations`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdAbbreviations

    known = rdAbbreviations.GetDefaultAbbreviations()
    condensed = rdAbbreviations.CondenseMolAbbreviations(parse_smiles(smiles), known, maxCoverage=1.0)
    return str(Chem.MolToCXSmiles(condensed))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "[O]c1ccno1"},
    also=("AssignRadicals",),
)
def radical_electrons(smiles: Smiles) -> Radicals:
    """Count the unpaired electrons of a molecule that its open valences imply.

    Args:
        smiles: One molecule; metal atoms without bonds count none.
    Returns:
        Number in all, and of each heavy atom in the order of the SMILES.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Atom.GetNumRadicalElectrons`. The triplet of O=O is not seen in its valences.
    """
    counts = [int(atom.GetNumRadicalElectrons()) for atom in parse_smiles(smiles).GetAtoms()]
    return Radicals(sum(counts), counts)


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "c1cc[cH-]c1.*->[Fe+2] |m:5:0.1.2.3.4|"},
    also=("HapticBondsToDative",),
)
def haptic_to_dative(smiles: Smiles) -> DativeSmiles:
    """Replace the haptic bonds of a metal complex by dative bonds from each ligand atom.

    Args:
        smiles: CXSMILES in which a `*` with an `m:` field stands for all atoms of the ligand.
    Returns:
        SMILES with dative bonds `->` to the metal.
    Raises:
        ToolInputError: `smiles` is not valid, or has no haptic bond.
    Source: definition, by `rdmolops.HapticBondsToDative`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdmolops

    mol = parse_smiles(smiles)
    dative = rdmolops.HapticBondsToDative(mol)
    if dative.GetNumBonds() == mol.GetNumBonds():
        raise ToolInputError(f"{smiles[:60]!r} has no haptic bond; write one as CXSMILES, *->[Fe+2] with |m:5:0.1|")
    return str(Chem.MolToSmiles(dative))


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "NCc1ccno1"}, also=("CanSerialize",))
def serialisation_check(smiles: Smiles) -> Serialisation:
    """Write a molecule to bytes, read it back and tell whether it is still the same.

    Args:
        smiles: One molecule.
    Returns:
        True when the molecule read back has the same canonical SMILES and atom order, and the number of bytes.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Mol.ToBinary`.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    data = mol.ToBinary(int(Chem.PropertyPickleOptions.AllProps))
    back = Chem.Mol(data)
    same = Chem.MolToSmiles(back) == Chem.MolToSmiles(mol)
    order = [atom.GetAtomicNum() for atom in back.GetAtoms()] == [atom.GetAtomicNum() for atom in mol.GetAtoms()]
    return Serialisation(same and order, len(data))


@tool(
    Operation.GENERATION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "*Cl.n1ccccc1 |m:0:3.4.5|"},
    also=("Enumerate", "enumerate a variable structure"),
)
def structure_variants(smiles: Smiles) -> list[VariantSmiles]:
    """List the molecules that a structure with variable attachments or link nodes stands for.

    Args:
        smiles: CXSMILES with an `m:` (variable attachment) or `LN:` (repeated unit) field.
    Returns:
        Canonical SMILES of each distinct molecule, sorted.
    Raises:
        ToolInputError: `smiles` is not valid, varies nowhere, or stands for more than 1,000 molecules.
    Source: definition, by `rdMolEnumerator.Enumerate`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdMolEnumerator

    with rdBase.BlockLogs():
        bundle = rdMolEnumerator.Enumerate(parse_smiles(smiles), maxPerOperation=_MOST_VARIANTS)
    found = sorted({str(Chem.MolToSmiles(mol)) for mol in bundle})
    if not found:
        raise ToolInputError(f"{smiles[:60]!r} varies nowhere; CXSMILES has variable attachments such as |m:0:3.4|")
    if len(found) >= _MOST_VARIANTS:
        raise ToolInputError(f"{smiles[:60]!r} stands for {_MOST_VARIANTS} molecules or more; fix one variation")
    return found


TOOLS = (cip_labels, tautomers, canonical_tautomer, tautomer_template, tautomer_atoms, tautomer_bonds, stereoisomers)
for _function in TOOLS:
    # The registry takes a tool from the module that it belongs to.
    _function.__module__ = __name__
