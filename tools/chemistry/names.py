"""Names, CAS numbers, PubChem numbers and InChIKeys of compounds, looked up offline.

The table is PubChem's, as the `chemicals` package brings it: 76,000 compounds with a CAS number, 950,000 names.
A compound that is not in it may well exist; the tools say that it is not in the table, never that it is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CasNumber, InChI, InChIKey, IupacName, MoleculeName, PubChemCid, Smiles
from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._compound_match import (
    UnknownNameError,
    exact_rows,
    exact_smiles,
    is_bare_atom,
    resolve,
    row_of_cas,
    row_of_smiles,
    rows_of_key,
    shown,
    structure_of,
)
from scitoolagent.tools.chemistry._compounds import Compound
from scitoolagent.tools.chemistry._content_faults import lacks_part
from scitoolagent.tools.chemistry._inchi import hash_of, inchi_of, stereo_places, tautomer_note
from scitoolagent.tools.chemistry._made_names import is_made_of
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._name_services import is_systematic, looked_up
from scitoolagent.tools.chemistry._open_names import is_open_name, meanings, why_open
from scitoolagent.tools.chemistry._oxidation import oxidation_states
from scitoolagent.tools.chemistry._positions import isomers
from scitoolagent.tools.chemistry.inchi import TautomerNote
from scitoolagent.tools.materials._elements import symbol_of_name

StereoNote = Annotated[
    str, Semantic("StereoNote", parent="Report", label="note on the stereochemistry of a structure", role="note")
]
LookupNote = Annotated[
    str, Semantic("LookupNote", parent="Report", label="note on how a record was matched", role="note")
]


# An element whose name is a commoner word; `the element lead` needs the sentence to say so.
_VERBS = frozenset({"lead"})


@dataclass(frozen=True, slots=True)
class NamedStructure:
    """A structure found by name or number, and how far its stereochemistry is defined."""

    smiles: Smiles
    stereo_note: StereoNote


@dataclass(frozen=True, slots=True)
class FoundCas:
    """A CAS number and how it was matched."""

    cas_number: CasNumber
    lookup_note: LookupNote


@dataclass(frozen=True, slots=True)
class FoundStructure:
    """The structure of an InChIKey, and what the key leaves open of it."""

    smiles: Smiles
    tautomer_note: TautomerNote


def is_known_name(text: str) -> bool:
    """Whether a text that stands in a sentence without further sign is the name of a compound or an element.

    Ordinary English words that the table lists as trade names do not count; `is_listed_name` takes them too.
    """
    return _is_in_tables(text) or (not _compounds.is_listed(text) and is_systematic(text))


@lru_cache(maxsize=4096)
def _is_in_tables(text: str) -> bool:
    if _compounds.valid_cas(text.strip()) or text.strip().lower() in _VERBS:
        return False
    if why_open(text):
        # The look-up tells why a polymer has no structure; "dihydrate" alone is no name at all.
        return is_open_name(text)
    if symbol_of_name(text) is not None or _compounds.is_name(text) or is_made_of(text, is_known_name):
        return True
    # `cresol` is not listed, but o-, m- and p-cresol are, `copper chloride` neither: the lookup says so.
    return bool(meanings(text)) or (not _compounds.is_listed(text) and bool(isomers(text) or oxidation_states(text)))


@lru_cache(maxsize=4096)
def is_listed_name(text: str) -> bool:
    """Whether the table lists a name at all: enough where the sentence says that it is one, as `the compound Focus`."""
    if _compounds.valid_cas(text.strip()):
        return False
    return _compounds.is_listed(text) or symbol_of_name(text) is not None


def compound_name(text: str) -> str | None:
    """The text where it is the name of a compound in the table; the recogniser of `MoleculeName`."""
    return text if is_known_name(text) else None


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"name": "pinacol"},
    also=("NameToSMILES", "structure of a named compound", "SMILES of a compound name"),
)
def name_to_smiles(name: MoleculeName) -> NamedStructure:
    """Look up the SMILES of a compound by its common, trade or systematic name.

    A name that no table has is read by OPSIN where it is installed, and asked of PubChem where the settings say so.

    Args:
        name: A name such as `pinacol` or `2-naphthol`; case and the kind of hyphen do not matter.
    Returns:
        Canonical SMILES, and a note on stereocentres that are left undefined and on where a name was looked up. An
        element's name gives its diatomic molecule (H2, N2, O2, halogens) or one atom, never a hydride.
    Raises:
        ToolInputError: the name is not in the table, stands for several different compounds, for a polymer or a
            mixture, or for an anion of which the table has only the acid.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025); OPSIN (Lowe 2011,
        doi:10.1021/ci100384d); PubChem's PUG REST.
    """
    try:
        row = resolve(name)
    except UnknownNameError:
        found = looked_up(name)
        if found is None:
            raise
        row = found
    return _structure(row, name)


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"cas": "76-09-5"}, also=("CASToSMILES",))
def cas_to_smiles(cas: CasNumber) -> NamedStructure:
    """Look up the SMILES of a compound by its CAS number.

    Args:
        cas: A CAS number with hyphens; its check digit is tested.
    Returns:
        Canonical SMILES, and a note on stereocentres that the table leaves undefined.
    Raises:
        ToolInputError: not a CAS number, or not in the table, or shared by several compounds.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    row = row_of_cas(cas)
    return _structure(row, row.title)


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchikey": "IVDFJHOHABJVEH-UHFFFAOYSA-N"},
    also=("InChIKeyToSMILES", "structure of an InChIKey"),
    supplies=("tautomer",),
)
def inchikey_to_smiles(inchikey: InChIKey) -> FoundStructure:
    """Look up the SMILES whose InChIKey is given; another stereoisomer is never given.

    Args:
        inchikey: A standard InChIKey of 27 characters.
    Returns:
        Canonical SMILES, whose InChIKey equals the one asked for, in the tautomer that chemists draw; and a note on
        what the key leaves open.
    Raises:
        ToolInputError: not an InChIKey, or no compound of the table has it.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    for row in rows_of_key(inchikey):
        smiles = exact_smiles(row)
        if smiles is not None:
            return FoundStructure(smiles, tautomer_note(parse_smiles(smiles)).replace("the InChI ", "the InChIKey "))
    raise ToolInputError(
        f"the table's structure for {inchikey.strip()} does not give that InChIKey back; give a SMILES or InChI instead"
    )


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchikey": "IVDFJHOHABJVEH-UHFFFAOYSA-N"},
    also=("InChIKeyToInChI",),
)
def inchikey_to_inchi(inchikey: InChIKey) -> InChI:
    """Look up the InChI whose InChIKey is given.

    Args:
        inchikey: A standard InChIKey of 27 characters.
    Returns:
        Standard InChI; its hash is the InChIKey asked for.
    Raises:
        ToolInputError: not an InChIKey, or no compound of the table has it.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    key = inchikey.strip()
    for row in rows_of_key(inchikey):
        inchi = row.inchi or inchi_of(parse_smiles(row.smiles))
        if hash_of(inchi) == key:
            return inchi
    raise ToolInputError(f"the table's InChI for {key} does not hash to it; give a SMILES or InChI instead")


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)(O)C(C)(C)O"},
    also=("SMILESToCAS", "CAS number of a SMILES"),
)
def smiles_to_cas(smiles: Smiles) -> FoundCas:
    """Look up the CAS number of a molecule by its InChIKey.

    Args:
        smiles: One molecule or salt.
    Returns:
        CAS number, and whether the whole structure matched or only the connectivity, where one side leaves the
        stereochemistry open and one record only fits. A different stereoisomer never matches.
    Raises:
        ToolInputError: invalid SMILES, or no record, or several that fit equally.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    row, note = row_of_smiles(smiles)
    return FoundCas(row.cas, note)


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"name": "pinacol"}, also=("NameToCas",))
def name_to_cas(name: MoleculeName) -> CasNumber:
    """Look up the CAS number of a compound by its name.

    Args:
        name: A name such as `pinacol` or `2-naphthol`; case and the kind of hyphen do not matter.
    Returns:
        CAS registry number.
    Raises:
        ToolInputError: the name is not in the table, or stands for several different compounds.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    row = resolve(name)
    if lacks_part(row, name):
        raise ToolInputError(f"the table has {shown(name)} as another name of {row.title}, and no number of its own")
    if not row.cas:
        raise ToolInputError(f"the table has the structure of {shown(name)}, and no CAS number")
    return row.cas


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"cas": "76-09-5"})
def cas_to_name(cas: CasNumber) -> MoleculeName:
    """Look up the common name of a compound by its CAS number.

    Args:
        cas: A CAS number with hyphens; its check digit is tested.
    Returns:
        The title of the record, such as `pinacol`.
    Raises:
        ToolInputError: not a CAS number, or not in the table, or shared by several compounds.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    return _title(row_of_cas(cas))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)(O)C(C)(C)O"},
    also=("name of a SMILES",),
)
def smiles_to_name(smiles: Smiles) -> MoleculeName:
    """Look up the common name of a molecule.

    Args:
        smiles: One molecule or salt; the whole structure must match, stereochemistry included.
    Returns:
        The title of the record, such as `pinacol`.
    Raises:
        ToolInputError: invalid SMILES, or no record has exactly this structure.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    return _title(exact_rows(smiles)[0])


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)(O)C(C)(C)O"},
    also=("IUPAC nomenclature",),
)
def smiles_to_iupac_name(smiles: Smiles) -> IupacName:
    """Look up the systematic name of a molecule.

    Args:
        smiles: One molecule or salt; the whole structure must match, stereochemistry included.
    Returns:
        PubChem's systematic name; it is read from the record, not computed from the structure.
    Raises:
        ToolInputError: invalid SMILES, or no record has exactly this structure, or the record has no such name.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    named = [row.iupac for row in exact_rows(smiles) if row.iupac]
    if not named:
        raise ToolInputError(f"the record of {shown(smiles)} has no systematic name; smiles_to_name gives its title")
    return named[0]


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)(O)C(C)(C)O"},
    also=("PubChem number of a SMILES",),
)
def smiles_to_pubchem_cid(smiles: Smiles) -> PubChemCid:
    """Look up the PubChem compound number (CID) of a molecule.

    Args:
        smiles: One molecule or salt; the whole structure must match, stereochemistry included.
    Returns:
        PubChem CID.
    Raises:
        ToolInputError: invalid SMILES, or no PubChem record of the table has exactly this structure.
    Source: PubChem's compounds with CAS numbers, in the `chemicals` package (Bell 2016-2025).
    """
    numbers = [row.cid for row in exact_rows(smiles) if row.cid]
    if not numbers:
        raise ToolInputError(f"the record of {shown(smiles)} has no PubChem number in the table")
    return numbers[0]


def _structure(row: Compound, name: str) -> NamedStructure:
    smiles = structure_of(row, name)
    if is_bare_atom(row):
        return NamedStructure(
            smiles, f"one atom stands for the element {row.title.lower()}, which has no such molecules"
        )
    note = _stereo_note(smiles)
    return NamedStructure(smiles, "; ".join(filter(None, (row.note, note))))


def _stereo_note(smiles: str) -> str:
    from rdkit import Chem

    defined = [known for _, known in stereo_places(Chem.MolFromSmiles(smiles))]
    places, missing = len(defined), defined.count(False)
    if not missing:
        return ""
    return (
        f"{missing} of {places} stereocentres and stereo bonds are not defined; "
        "the structure stands for all these stereoisomers"
    )


def _title(row: Compound) -> str:
    title = row.title.strip() or next((name for name in row.names if name and not _compounds.valid_cas(name)), "")
    if not title:
        raise ToolInputError(f"the record with CAS {row.cas} has no name")
    return title
