"""Notations of a molecule: canonical SMILES, SMARTS and coordinate blocks, written and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smarts, Smiles
from scitoolagent.tools.chemistry._changes import UNCHANGED
from scitoolagent.tools.chemistry._molecule import MAX_ATOMS, embed_molecule, parse_smiles

CanonicalSmiles = Annotated[
    str,
    Semantic(
        "CanonicalSmiles",
        parent="Smiles",
        label="canonical SMILES",
        also=("canonicalised SMILES", "standardised SMILES", "unique SMILES"),
    ),
]


StructureValidity = Annotated[
    bool,
    Semantic(
        "StructureValidity",
        parent="Report",
        label="validity of a structure",
        also=("valid structure", "valid SMILES", "consistent structure", "SMILES validity"),
    ),
]


SanitisationVerdict = Annotated[
    bool,
    Semantic(
        "SanitisationVerdict", parent="Report", label="sanitisation passes", also=("sanitisation", "sanitisation check")
    ),
]


HydrogenVerdict = Annotated[
    bool,
    Semantic("HydrogenVerdict", parent="Report", label="hydrogen removal passes", also=("hydrogen removal check",)),
]


RoundTripVerdict = Annotated[
    bool,
    Semantic(
        "RoundTripVerdict",
        parent="Report",
        label="canonicalisation round trip passes",
        also=("canonicalisation", "canonicalisation check"),
    ),
]


StructureFindings = Annotated[
    str, Semantic("StructureFindings", parent="Report", label="findings of a structure check")
]


MolBlock = Annotated[
    str,
    Semantic(
        "MolBlock",
        parent="MolecularStructure",
        label="mol block",
        also=("molfile text", "CTAB", "3D coordinates", "MDL mol block"),
    ),
]


PdbBlock = Annotated[
    str,
    Semantic(
        "PdbBlock",
        parent="MolecularStructure",
        label="PDB block of a small molecule",
        also=("PDB text", "3D structure in PDB format"),
    ),
]


PdbNote = Annotated[
    str, Semantic("PdbNote", parent="Report", label="note on what a PDB block does not keep", role="note")
]


@dataclass(frozen=True, slots=True)
class StructureCheck:
    """The verdict of each check of a structure; `structure_validity` is true when all pass."""

    structure_validity: StructureValidity
    sanitisation_verdict: SanitisationVerdict
    hydrogen_verdict: HydrogenVerdict
    round_trip_verdict: RoundTripVerdict
    structure_findings: StructureFindings


@dataclass(frozen=True, slots=True)
class WrittenPdb:
    """A PDB block, and what it does not keep of the structure."""

    pdb_block: PdbBlock
    pdb_note: PdbNote


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "OC(=O)c1ncccc1"})
def canonical_smiles(smiles: Smiles) -> CanonicalSmiles:
    """Canonicalise a SMILES, so that one molecule always has one text.

    Args:
        smiles: One molecule; every fragment of a salt is kept.
    Returns:
        Canonical isomeric SMILES of RDKit; other programs have other canonical forms.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Weininger et al. 1989, doi:10.1021/ci00062a008; Schneider et al. 2015, doi:10.1021/acs.jcim.5b00543,
        by `Chem.MolToSmiles`.
    """
    from rdkit import Chem

    return str(Chem.MolToSmiles(parse_smiles(smiles)))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ncccc1"},
    also=("TestMolecule", "check a structure", "validate a SMILES"),
)
def structure_check(smiles: Smiles) -> StructureCheck:
    """Check a structure: sanitisation, adding and removing hydrogens, canonical round trip.

    Args:
        smiles: A text with the syntax of SMILES; its chemistry may be wrong.
    Returns:
        Whether all checks pass, the verdict of each, and the findings: the formula, and each problem such as a
        wrong valence.
    Raises:
        ToolInputError: the syntax is not SMILES, so there is no structure to check.
    Source: definition, by `Chem.DetectChemistryProblems`, `Chem.RemoveHs` and `Chem.MolToSmiles`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdMolDescriptors

    with rdBase.BlockLogs():
        raw = Chem.MolFromSmiles(smiles.strip(), sanitize=False)
        if raw is None or not 0 < raw.GetNumAtoms() <= MAX_ATOMS:
            raise ToolInputError(f"{smiles[:60]!r} has not the syntax of SMILES, no atoms, or more than {MAX_ATOMS}")
        problems = [str(problem.Message()) for problem in Chem.DetectChemistryProblems(raw)]
        if problems:
            return StructureCheck(False, False, False, False, "; ".join(problems))
    mol = parse_smiles(smiles)
    text = Chem.MolToSmiles(mol)
    bare = Chem.RemoveHs(Chem.AddHs(mol))
    hydrogens = Chem.MolToSmiles(bare) == Chem.MolToSmiles(Chem.RemoveHs(mol))
    turned = Chem.RenumberAtoms(mol, list(reversed(range(mol.GetNumAtoms()))))
    again = Chem.MolFromSmiles(text)
    trip = again is not None and text == Chem.MolToSmiles(again) == Chem.MolToSmiles(turned)
    if not hydrogens:
        problems.append("adding and removing hydrogens changes the structure")
    if not trip:
        problems.append("the canonical SMILES depends on how the structure was written")
    findings = f"{rdMolDescriptors.CalcMolFormula(mol)}: {'; '.join(problems) or 'no problem found'}"
    return StructureCheck(hydrogens and trip, True, hydrogens, trip, findings)


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ncccc1"},
    also=("SMILESToSMARTS",),
)
def smiles_to_smarts(smiles: Smiles) -> Smarts:
    """Write a molecule as a SMARTS pattern that matches it as a substructure.

    Args:
        smiles: One molecule.
    Returns:
        SMARTS with element numbers and bond types; hydrogen counts are left open.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Daylight SMARTS theory, by `Chem.MolToSmarts`.
    """
    from rdkit import Chem

    return str(Chem.MolToSmarts(parse_smiles(smiles)))


@tool(
    Operation.MODELLING,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ncccc1"},
    also=("CoordsFromSMILES", "InChIKeyToMOL", "InChIKeyToMol", "MOL file of a molecule"),
    supplies=("coordinates", "stereochemistry"),
)
def conformer_mol_block(smiles: Smiles) -> MolBlock:
    """Make a 3-D conformer of a molecule and write its coordinates as an MDL mol block.

    Args:
        smiles: One molecule of one fragment.
    Returns:
        V2000 mol block (V3000 above 999 atoms) with hydrogens; coordinates in Å, one force-field minimum of many.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or has several fragments.
    Source: ETKDGv3, Wang et al. 2020, doi:10.1021/acs.jcim.0c00025; MMFF94; by `rdDistGeom.EmbedMolecule`.
    """
    from rdkit import Chem

    return str(Chem.MolToMolBlock(embed_molecule(smiles)))


@tool(
    Operation.MODELLING,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ncccc1"},
    also=("SmilesToPdb",),
    supplies=("coordinates", "stereochemistry"),
)
def conformer_pdb_block(smiles: Smiles) -> WrittenPdb:
    """Make a 3-D conformer of a molecule and write its coordinates in PDB format.

    Args:
        smiles: One molecule of one fragment.
    Returns:
        PDB text with HETATM and CONECT records, hydrogens included; coordinates in Å; and a note on isotopes and
        unpaired electrons, for which the format has no place.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or has several fragments.
    Source: ETKDGv3, Wang et al. 2020, doi:10.1021/acs.jcim.0c00025; MMFF94; by `rdDistGeom.EmbedMolecule`.
    """
    from rdkit import Chem

    mol = embed_molecule(smiles)
    lost = [
        label
        for label, there in (
            ("isotopes", any(atom.GetIsotope() for atom in mol.GetAtoms())),
            ("unpaired electrons", any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms())),
        )
        if there
    ]
    note = f"the PDB format has no place for {' and '.join(lost)}; the block is without them" if lost else UNCHANGED
    return WrittenPdb(str(Chem.MolToPDBBlock(mol)), note)
