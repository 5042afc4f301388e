"""Other forms of a structure: condensed, radical, dative, serialised, and what a variable structure stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

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
        also=("radical count",),
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


_MOST_VARIANTS = 1000


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
        CXSMILES in which `*` atoms carry the abbreviations as labels; equal to the SMILES where none fits. Groups with
        an isotope or an unpaired electron are written out, since an abbreviation would hide it.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: RDKit's table of abbreviations, by `rdAbbreviations.CondenseAbbreviationSubstanceGroups`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdAbbreviations

    mol = parse_smiles(smiles)
    labelled = rdAbbreviations.LabelMolAbbreviations(mol, rdAbbreviations.GetDefaultAbbreviations(), maxCoverage=1.0)
    marked = {atom.GetIdx() for atom in mol.GetAtoms() if atom.GetIsotope() or atom.GetNumRadicalElectrons()}
    plain = [group for group in Chem.GetMolSubstanceGroups(labelled) if not marked.intersection(group.GetAtoms())]
    if not plain:
        return str(Chem.MolToCXSmiles(mol))
    Chem.ClearMolSubstanceGroups(labelled)
    for group in plain:
        Chem.AddMolSubstanceGroup(labelled, group)
    return str(Chem.MolToCXSmiles(rdAbbreviations.CondenseAbbreviationSubstanceGroups(labelled)))


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
