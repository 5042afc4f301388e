"""Notations of a molecule: SMILES, InChI, InChIKey, SMARTS, MolKey and coordinate blocks, converted and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import InChI, InChIKey, Smarts, Smiles
from scitoolagent.tools.chemistry._inchi import hash_of, inchi_of, inchikey_of, read_inchi
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


InchikeyValidity = Annotated[
    bool,
    Semantic(
        "InchikeyValidity", parent="Report", label="validity of an InChIKey", also=("valid InChIKey", "InChIKey check")
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


_KEY_SHAPE = re.compile(r"[A-Za-z]{1,30}(?:-[A-Za-z]{0,30}){1,3}")


_KEY = re.compile(r"([A-Z]{12})([A-Z]{2})-([A-Z]{6})([A-Z]{2})[SN]A-[A-Z]")


@dataclass(frozen=True, slots=True)
class StructureCheck:
    """The verdict of each check of a structure; `structure_validity` is true when all pass."""

    structure_validity: StructureValidity
    sanitisation_verdict: SanitisationVerdict
    hydrogen_verdict: HydrogenVerdict
    round_trip_verdict: RoundTripVerdict
    structure_findings: StructureFindings


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
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ncccc1"},
    also=("SMILESToInChI", "ConvertSmilesToInchi"),
)
def smiles_to_inchi(smiles: Smiles) -> InChI:
    """Convert a SMILES to the standard InChI.

    Args:
        smiles: One molecule; every fragment of a salt is kept.
    Returns:
        Standard InChI, beginning with `InChI=1S/`.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or InChI does not cover it (such as a wildcard atom).
    Source: Heller et al. 2015, doi:10.1186/s13321-015-0068-4, by `rdinchi.MolToInchi`.
    """
    return inchi_of(parse_smiles(smiles))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchi": "InChI=1S/C6H5NO2/c8-6(9)5-3-1-2-4-7-5/h1-4H,(H,8,9)"},
    also=("InChIToSMILES",),
)
def inchi_to_smiles(inchi: InChI) -> Smiles:
    """Convert an InChI to SMILES.

    Args:
        inchi: A complete InChI; a standard one must be what its structure gives back.
    Returns:
        Canonical SMILES of one tautomer, since a standard InChI does not fix mobile hydrogens.
    Raises:
        ToolInputError: not an InChI, or not the InChI of the structure it describes.
    Source: Heller et al. 2015, doi:10.1186/s13321-015-0068-4, by `rdinchi.InchiToMol`.
    """
    from rdkit import Chem

    return str(Chem.MolToSmiles(read_inchi(inchi)))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchi": "InChI=1S/C6H5NO2/c8-6(9)5-3-1-2-4-7-5/h1-4H,(H,8,9)"},
    also=("InChIToInChIKey",),
)
def inchi_to_inchikey(inchi: InChI) -> InChIKey:
    """Hash an InChI to its InChIKey.

    Args:
        inchi: A complete InChI; a standard one must be what its structure gives back.
    Returns:
        InChIKey of 27 characters.
    Raises:
        ToolInputError: not an InChI, or not the InChI of the structure it describes.
    Source: Heller et al. 2015, doi:10.1186/s13321-015-0068-4, by `rdinchi.InchiToInchiKey`.
    """
    read_inchi(inchi)
    return hash_of(inchi.strip())


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ncccc1"},
    also=("SMILESToInChIKey",),
)
def smiles_to_inchikey(smiles: Smiles) -> InChIKey:
    """Convert a SMILES to the standard InChIKey.

    Args:
        smiles: One molecule; every fragment of a salt is kept.
    Returns:
        Standard InChIKey of 27 characters.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or InChI does not cover it.
    Source: Heller et al. 2015, doi:10.1186/s13321-015-0068-4, by `rdinchi.InchiToInchiKey`.
    """
    return inchikey_of(parse_smiles(smiles))


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchikey": "SIOXPEMLGUPBBT-UHFFFAOYSA-N"},
    also=("IsValidInChIKey", "validate an InChIKey"),
)
def inchikey_validity(inchikey: InChIKey) -> InchikeyValidity:
    """Check whether a text can be an InChIKey: its blocks, flags and letter triplets.

    Args:
        inchikey: Letters and hyphens.
    Returns:
        True when the form is right. An InChIKey is a hash without check digit: whether a molecule has it is not tested.
    Raises:
        ToolInputError: not letters and hyphens at all.
    Source: Pletnev et al. 2012, doi:10.1186/1758-2946-4-39 (14 bits make a triplet, none begins with E or lies in
        TAA to TTV; 9 bits make a doublet up to TR).
    """
    key = inchikey.strip()
    if not _KEY_SHAPE.fullmatch(key):
        raise ToolInputError(f"{inchikey[:60]!r} is not an InChIKey at all; one has letters in blocks of 14-10-1")
    match = _KEY.fullmatch(key)
    if match is None:
        return False
    hashed = match[1] + match[3]
    triplets = [hashed[place : place + 3] for place in range(0, len(hashed), 3)]
    return all(part[0] != "E" and not "TAA" <= part <= "TTV" for part in triplets) and max(match[2], match[4]) <= "TR"


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
    Operation.MODELLING, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "OC(=O)c1ncccc1"}, also=("SmilesToPdb",)
)
def conformer_pdb_block(smiles: Smiles) -> PdbBlock:
    """Make a 3-D conformer of a molecule and write its coordinates in PDB format.

    Args:
        smiles: One molecule of one fragment.
    Returns:
        PDB text with HETATM and CONECT records, hydrogens included; coordinates in Å.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or has several fragments.
    Source: ETKDGv3, Wang et al. 2020, doi:10.1021/acs.jcim.0c00025; MMFF94; by `rdDistGeom.EmbedMolecule`.
    """
    from rdkit import Chem

    return str(Chem.MolToPDBBlock(embed_molecule(smiles)))
