"""Compounds of PubChem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import PubChemCid, Smiles
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import NumberFound, RecordSource, TextsFound, field_type
from scitoolagent.tools.records._values import whole_in

PubChemCompoundNumber = Annotated[
    str, field_type("PubChemCompoundNumber", "a compound of PubChem (number)", "find_pubchem_numbers")
]
PubChemCompoundText = Annotated[
    str, field_type("PubChemCompoundText", "a compound of PubChem (text)", "find_pubchem_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"cid": 2244, "field": "molecular weight"},
    requires=("network",),
    seconds=LONGEST,
)
def pubchem_compound_number(cid: PubChemCid, field: PubChemCompoundNumber) -> NumberFound:
    """Look up a number that PubChem has for a compound: weight, XLogP, counts.

    Args:
        cid: Number of a compound of PubChem (CID).
        field: What is read of it, by its name in `tools/records/pubchem.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: PubChem by PUG REST and PUG View, Kim et al. 2018, doi:10.1093/nar/gky294
    """
    return number("pubchem.compound", field, cid=checked("PubChemCid", str(cid)))


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"cid": 2244, "field": "synonyms"},
    also=("CheckExplosiveness", "CheckPatent", "SafetySummary"),
    requires=("network",),
    seconds=LONGEST,
)
def pubchem_compound_text(cid: PubChemCid, field: PubChemCompoundText) -> TextsFound:
    """Look up what PubChem says of a compound: names, structure, GHS, patents.

    Args:
        cid: Number of a compound of PubChem (CID).
        field: What is read of it, by its name in `tools/records/pubchem.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: PubChem by PUG REST and PUG View, Kim et al. 2018, doi:10.1093/nar/gky294
    """
    return texts("pubchem.compound", field, cid=checked("PubChemCid", str(cid)))


@dataclass(frozen=True, slots=True)
class StructureFound:
    """The structure of a record, and where it is from."""

    smiles: Smiles
    record_source: RecordSource


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"cid": 2519},
    requires=("network",),
    seconds=LONGEST,
)
def pubchem_structure(cid: PubChemCid) -> StructureFound:
    """Look up the structure of a compound of PubChem.

    Args:
        cid: Number of a compound of PubChem (CID).
    Returns:
        SMILES with stereochemistry as the record has it, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible.
        RecordNotFoundError: there is no such record, or it has no structure.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: PubChem by PUG REST, Kim et al. 2018, doi:10.1093/nar/gky294
    """
    return StructureFound(
        *whole_in("pubchem_structure", "pubchem.compound", {"cid": checked("PubChemCid", str(cid))}, "structure")
    )
