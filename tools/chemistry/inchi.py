"""InChI and InChIKey of a molecule, written, read and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import InChI, InChIKey, Smiles
from scitoolagent.tools.chemistry._inchi import hash_of, inchi_of, inchikey_of, read_inchi, tautomer_note
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol

TautomerNote = Annotated[
    str,
    Semantic("TautomerNote", parent="Report", label="note on what an InChI leaves open of a structure", role="note"),
]


InchiNote = Annotated[
    str, Semantic("InchiNote", parent="Report", label="note on what an InChI does not keep of a structure", role="note")
]


InchikeyValidity = Annotated[
    bool,
    Semantic(
        "InchikeyValidity", parent="Report", label="validity of an InChIKey", also=("valid InChIKey", "InChIKey check")
    ),
]


_KEY_SHAPE = re.compile(r"[A-Za-z]{1,30}(?:-[A-Za-z]{0,30}){1,3}")


_KEY = re.compile(r"([A-Z]{12})([A-Z]{2})-([A-Z]{6})([A-Z]{2})[SN]A-[A-Z]")


@dataclass(frozen=True, slots=True)
class ReadInchi:
    """The structure of an InChI, and what the InChI leaves open of it."""

    smiles: Smiles
    tautomer_note: TautomerNote


@dataclass(frozen=True, slots=True)
class WrittenInchi:
    """The InChI of a structure, and what it does not keep of it."""

    inchi: InChI
    inchi_note: InchiNote


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OC(=O)c1ncccc1"},
    also=("SMILESToInChI", "ConvertSmilesToInchi"),
    loses=("tautomer",),
)
def smiles_to_inchi(smiles: Smiles) -> WrittenInchi:
    """Convert a SMILES to the standard InChI.

    Args:
        smiles: One molecule; every fragment of a salt is kept.
    Returns:
        Standard InChI, beginning with `InChI=1S/`, and a note on whether it gives the same structure back: a standard
        InChI is one text for all tautomers and for a zwitterion and its neutral form, without bonds to metals.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or InChI does not cover it (such as a wildcard atom).
    Source: Heller et al. 2015, doi:10.1186/s13321-015-0068-4, by `rdinchi.MolToInchi`.
    """
    mol = parse_smiles(smiles)
    inchi = inchi_of(mol)
    return WrittenInchi(inchi, _inchi_note(mol, inchi))


def _inchi_note(mol: Mol, inchi: str) -> str:
    from rdkit import Chem

    plain = Chem.Mol(mol)
    for atom in plain.GetAtoms():
        atom.SetAtomMapNum(0)
    try:
        back = Chem.MolToSmiles(read_inchi(inchi))
    except ToolInputError:
        return "the InChI cannot be read back into a structure"
    if back == Chem.MolToSmiles(plain):
        return "the InChI gives the same structure back"
    return (
        f"the InChI does not tell this form from {back}, which it gives back: a standard InChI keeps neither the "
        "tautomer nor the place of protons nor bonds to metals"
    )


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchi": "InChI=1S/C6H5NO2/c8-6(9)5-3-1-2-4-7-5/h1-4H,(H,8,9)"},
    also=("InChIToSMILES",),
    supplies=("tautomer",),
)
def inchi_to_smiles(inchi: InChI) -> ReadInchi:
    """Convert an InChI to SMILES.

    Args:
        inchi: A complete InChI; a standard one must be what its structure gives back.
    Returns:
        Canonical SMILES, and a note on what the InChI leaves open. Of several tautomers the one that chemists draw is
        given: the amide, not the imidic acid. The InChI of the result is the InChI given, isotopes and stereo included.
    Raises:
        ToolInputError: not an InChI, or not the InChI of the structure it describes.
    Source: Heller et al. 2015, doi:10.1186/s13321-015-0068-4, by `rdinchi.InchiToMol`.
    """
    from rdkit import Chem

    mol = read_inchi(inchi)
    return ReadInchi(str(Chem.MolToSmiles(mol)), tautomer_note(mol, inchi))


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
    loses=("tautomer",),
)
def smiles_to_inchikey(smiles: Smiles) -> InChIKey:
    """Convert a SMILES to the standard InChIKey.

    Args:
        smiles: One molecule; every fragment of a salt is kept.
    Returns:
        Standard InChIKey of 27 characters; tautomers, and a zwitterion and its neutral form, share one.
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
