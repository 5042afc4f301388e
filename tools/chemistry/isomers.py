"""Isomers of a molecule: tautomers, stereoisomers, and the CIP labels that tell stereoisomers apart.

The tools belong to `edits`, which lists them; they stand here to keep that module short.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolFailedError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._changes import change_note
from scitoolagent.tools.chemistry._inchi import stereo_places
from scitoolagent.tools.chemistry._molecule import parse_smiles

TautomerSmiles = Annotated[
    str, Semantic("TautomerSmiles", parent="Smiles", label="tautomers", also=("tautomeric forms", "all tautomers"))
]
CanonicalTautomer = Annotated[
    str,
    Semantic(
        "CanonicalTautomer",
        parent="Smiles",
        label="canonical tautomer",
        also=("standard tautomer", "preferred tautomer"),
    ),
]
TautomerTemplate = Annotated[
    str,
    Semantic(
        "TautomerTemplate",
        parent="Smarts",
        label="tautomer template",
        also=("template molecule", "template of a tautomer query"),
    ),
]
TautomerAtoms = Annotated[
    list[int],
    Semantic(
        "TautomerAtoms",
        parent="AtomProperty",
        label="atoms modified by tautomerism",
        also=("modified atoms", "atoms that change among tautomers"),
    ),
]
TautomerBonds = Annotated[
    list[int],
    Semantic(
        "TautomerBonds",
        parent="AtomProperty",
        label="bonds modified by tautomerism",
        also=("modified bonds", "bonds that change among tautomers"),
    ),
]
StereoisomerSmiles = Annotated[
    str,
    Semantic(
        "StereoisomerSmiles",
        parent="Smiles",
        label="stereoisomers",
        also=("possible stereoisomers", "enantiomers and diastereomers"),
    ),
]
AtomCipLabels = Annotated[
    dict[str, str],
    Semantic(
        "AtomCipLabels",
        parent="AtomProperty",
        label="CIP labels of stereocentres",
        also=("R/S configuration", "CIP label", "Cahn-Ingold-Prelog", "absolute configuration"),
    ),
]
BondCipLabels = Annotated[
    dict[str, str],
    Semantic(
        "BondCipLabels",
        parent="AtomProperty",
        label="CIP labels of double bonds",
        also=("E/Z configuration", "double bond configuration"),
    ),
]
UndefinedStereo = Annotated[
    list[str], Semantic("UndefinedStereo", parent="AtomProperty", label="stereocentres and double bonds left undefined")
]
EnantiomerSmiles = Annotated[
    str,
    Semantic(
        "EnantiomerSmiles",
        parent="Smiles",
        label="enantiomer",
        also=("mirror image", "mirror-image isomer", "optical antipode", "other enantiomer"),
    ),
]
TautomersNote = Annotated[
    str,
    Semantic("TautomersNote", parent="Report", label="note on the stereochemistry that tautomers lose", role="note"),
]

_MOST_ATOMS = 100
_MOST_TAUTOMERS = 1000
_MOST_STEREOISOMERS = 1024


@dataclass(frozen=True, slots=True)
class Tautomers:
    """The tautomers of a molecule, and what the rules removed from them."""

    tautomer_smiles: list[TautomerSmiles]
    tautomers_note: TautomersNote


@dataclass(frozen=True, slots=True)
class PickedTautomer:
    """The canonical tautomer of a molecule, and what it lost of the molecule."""

    canonical_tautomer: CanonicalTautomer
    tautomers_note: TautomersNote


@dataclass(frozen=True, slots=True)
class Configuration:
    """CIP labels by atom (`C1`) and by bond (`C1=C2`), numbered from 0 in the order of the SMILES."""

    atom_cip_labels: AtomCipLabels
    bond_cip_labels: BondCipLabels
    undefined_stereo: UndefinedStereo


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "C/C=C/[C@H](N)c1ccno1"},
    also=("AssignCIPLabels", "AssignStereoChemistry", "assign stereochemistry"),
)
def cip_labels(smiles: Smiles) -> Configuration:
    """Assign the CIP labels (R, S, E, Z) of stereocentres and double bonds.

    Args:
        smiles: One molecule with its stereochemistry written.
    Returns:
        Label of each defined atom and bond, and the potential stereocentres and double bonds that are left undefined.
        All are empty for a molecule without stereochemistry.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
        ToolFailedError: the labels take too many steps to work out.
    Source: Hanson et al. 2018, doi:10.1021/acs.jcim.8b00324, by `rdCIPLabeler.AssignCIPLabels`.
    """
    from rdkit.Chem import rdCIPLabeler

    mol = parse_smiles(smiles)
    try:
        rdCIPLabeler.AssignCIPLabels(mol, maxRecursiveIterations=1_000_000)
    except RuntimeError as error:
        raise ToolFailedError("the CIP labels of this molecule take too many steps") from error
    names = [f"{atom.GetSymbol()}{atom.GetIdx()}" for atom in mol.GetAtoms()]
    bonds = [f"{names[bond.GetBeginAtomIdx()]}={names[bond.GetEndAtomIdx()]}" for bond in mol.GetBonds()]
    undefined = [place for place, defined in stereo_places(mol) if not defined]
    return Configuration(
        {names[atom.GetIdx()]: str(atom.GetProp("_CIPCode")) for atom in mol.GetAtoms() if atom.HasProp("_CIPCode")},
        {bonds[bond.GetIdx()]: str(bond.GetProp("_CIPCode")) for bond in mol.GetBonds() if bond.HasProp("_CIPCode")},
        ["=".join(names[index] for index in sorted(place)) for place in undefined],
    )


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "Oc1ccno1"}, also=("GetTautomers",))
def tautomers(smiles: Smiles) -> Tautomers:
    """List the tautomers of a molecule.

    Args:
        smiles: One molecule of at most 100 heavy atoms.
    Returns:
        Canonical SMILES of all tautomers that RDKit's rules reach, itself included, sorted; and a note on the
        stereochemistry of atoms and bonds that take part, which is removed.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or too large.
        ToolFailedError: there are more tautomers than are counted.
    Source: Sitzmann et al. 2010, doi:10.1007/s10822-010-9346-4, by `rdMolStandardize.TautomerEnumerator`.
    """
    found = _tautomers(smiles)
    return Tautomers(sorted({str(text) for text in found.smiles}), change_note(parse_smiles(smiles), found[0]))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "Oc1ccno1"},
    also=("canonicalise the tautomer",),
    loses=("stereochemistry", "tautomer"),
)
def canonical_tautomer(smiles: Smiles) -> PickedTautomer:
    """Pick the canonical tautomer of a molecule, the same for all its tautomers.

    Args:
        smiles: One molecule of at most 100 heavy atoms.
    Returns:
        Canonical SMILES of the best-scored tautomer, a convention, not the most stable form; and a note on
        stereochemistry that a tautomer loses, such as the centre beside a carbonyl group.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or too large.
        ToolFailedError: there are more tautomers than are counted.
    Source: Sitzmann et al. 2010, doi:10.1007/s10822-010-9346-4, by `rdMolStandardize.TautomerEnumerator`.
    """
    from rdkit import Chem

    picked = _enumerator().PickCanonical(_tautomers(smiles))
    return PickedTautomer(str(Chem.MolToSmiles(picked)), change_note(parse_smiles(smiles), picked))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "Oc1ccno1"},
    also=("GetTemplateMolecule",),
)
def tautomer_template(smiles: Smiles) -> TautomerTemplate:
    """Write the template that all tautomers of a molecule share.

    Args:
        smiles: One molecule of at most 100 heavy atoms.
    Returns:
        SMARTS in which every bond that changes among the tautomers may be single, double or aromatic.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or too large.
        ToolFailedError: there are more tautomers than are counted.
    Source: RDKit's tautomer query, by `rdTautomerQuery.TautomerQuery`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdTautomerQuery

    _tautomers(smiles)
    return str(Chem.MolToSmarts(rdTautomerQuery.TautomerQuery(parse_smiles(smiles)).GetTemplateMolecule()))


@tool(
    Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "Oc1ccno1"}, also=("GetModifiedAtoms",)
)
def tautomer_atoms(smiles: Smiles) -> TautomerAtoms:
    """Find the atoms whose hydrogens change among the tautomers of a molecule.

    Args:
        smiles: One molecule of at most 100 heavy atoms.
    Returns:
        Indices from 0 in the order of the SMILES; empty where there is one tautomer only.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or too large.
        ToolFailedError: there are more tautomers than are counted.
    Source: Sitzmann et al. 2010, doi:10.1007/s10822-010-9346-4, by `rdMolStandardize.TautomerEnumerator`.
    """
    return sorted(int(index) for index in _tautomers(smiles).modifiedAtoms)


@tool(
    Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "Oc1ccno1"}, also=("GetModifiedBonds",)
)
def tautomer_bonds(smiles: Smiles) -> TautomerBonds:
    """Find the bonds whose order changes among the tautomers of a molecule.

    Args:
        smiles: One molecule of at most 100 heavy atoms.
    Returns:
        Indices from 0 in the order of the SMILES; empty where there is one tautomer only.
    Raises:
        ToolInputError: `smiles` is not valid SMILES or too large.
        ToolFailedError: there are more tautomers than are counted.
    Source: Sitzmann et al. 2010, doi:10.1007/s10822-010-9346-4, by `rdMolStandardize.TautomerEnumerator`.
    """
    return sorted(int(index) for index in _tautomers(smiles).modifiedBonds)


@tool(
    Operation.GENERATION,
    Topic.CHEMINFORMATICS,
    Safety.SCREENED,
    example={"smiles": "CC=CC(N)c1ccno1"},
    also=("enumerate stereoisomers",),
)
def stereoisomers(smiles: Smiles) -> list[StereoisomerSmiles]:
    """List the stereoisomers that the undefined places of a molecule allow.

    Args:
        smiles: One molecule; what it defines stays as it is.
    Returns:
        Canonical SMILES of each distinct stereoisomer (a meso form once), sorted; itself where nothing is undefined.
        Forms that strain would forbid are listed too.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or stands for more than 1,024 stereoisomers.
    Source: definition, by `EnumerateStereoisomers`.
    """
    from rdkit import Chem
    from rdkit.Chem.EnumerateStereoisomers import (
        EnumerateStereoisomers,
        GetStereoisomerCount,
        StereoEnumerationOptions,
    )

    mol = parse_smiles(smiles)
    options = StereoEnumerationOptions(unique=True)  # type: ignore[no-untyped-call]
    count = GetStereoisomerCount(mol, options)  # type: ignore[no-untyped-call]
    if count > _MOST_STEREOISOMERS:
        raise ToolInputError(
            f"{smiles[:60]!r} allows {count} stereoisomers, at most {_MOST_STEREOISOMERS} are listed; "
            "define some of its stereocentres"
        )
    isomers = EnumerateStereoisomers(mol, options)  # type: ignore[no-untyped-call]
    return sorted({str(Chem.MolToSmiles(isomer)) for isomer in isomers})


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.SCREENED, example={"smiles": "C[C@H](N)c1ccno1"})
def enantiomer(smiles: Smiles) -> EnantiomerSmiles:
    """Write the enantiomer of a chiral molecule: its mirror image.

    Args:
        smiles: One molecule with all its stereocentres defined.
    Returns:
        Canonical SMILES with every tetrahedral stereocentre inverted; double bonds stay as they are.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, leaves a stereocentre undefined, or is its own mirror image.
    Source: definition (IUPAC Gold Book, doi:10.1351/goldbook.E02069).
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    if any(len(place) == 1 and not defined for place, defined in stereo_places(mol)):
        raise ToolInputError(f"{smiles[:60]!r} leaves a stereocentre undefined; write it, as in C[C@H](N)O")
    mirrored = Chem.Mol(mol)
    for atom in mirrored.GetAtoms():
        atom.InvertChirality()
    found = str(Chem.MolToSmiles(parse_smiles(str(Chem.MolToSmiles(mirrored)))))
    if found == Chem.MolToSmiles(mol):
        raise ToolInputError(f"{smiles[:60]!r} has no stereocentre that its mirror image inverts, so no enantiomer")
    return found


def _enumerator() -> Any:
    from rdkit.Chem.MolStandardize import rdMolStandardize

    enumerator = rdMolStandardize.TautomerEnumerator()
    enumerator.SetMaxTautomers(_MOST_TAUTOMERS)
    enumerator.SetMaxTransforms(_MOST_TAUTOMERS)
    return enumerator


def _tautomers(smiles: str) -> Any:
    from rdkit import rdBase
    from rdkit.Chem import rdMolDescriptors
    from rdkit.Chem.MolStandardize import rdMolStandardize

    mol = parse_smiles(smiles)
    if mol.GetNumAtoms() > _MOST_ATOMS:
        raise ToolInputError(f"the molecule has {mol.GetNumAtoms()} heavy atoms, tautomers need at most {_MOST_ATOMS}")
    with rdBase.BlockLogs():
        result = _enumerator().Enumerate(mol)
    if result.status != rdMolStandardize.TautomerEnumeratorStatus.Completed:
        raise ToolFailedError(f"{smiles[:60]!r} has more tautomers than the {_MOST_TAUTOMERS} that are counted")
    formula = rdMolDescriptors.CalcMolFormula(mol)
    if any(rdMolDescriptors.CalcMolFormula(tautomer) != formula for tautomer in result):
        # The rules take the place of a labelled hydrogen for a free one.
        raise ToolInputError(f"the tautomer rules change the formula of {smiles[:60]!r}; give it without isotopes")
    return result
