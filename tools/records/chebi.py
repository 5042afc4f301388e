"""Compounds of ChEBI."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import ChebiId, NumberFound, TextsFound, field_type

ChebiCompoundNumber = Annotated[
    str, field_type("ChebiCompoundNumber", "a compound of ChEBI (number)", "find_chebi_numbers")
]
ChebiCompoundText = Annotated[str, field_type("ChebiCompoundText", "a compound of ChEBI (text)", "find_chebi_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"compound": "CHEBI:15377", "field": "monoisotopic mass"},
    requires=("network",),
    seconds=LONGEST,
)
def chebi_compound_number(compound: ChebiId, field: ChebiCompoundNumber) -> NumberFound:
    """Look up a number that ChEBI has for a compound: mass, charge.

    Args:
        compound: An identifier of ChEBI, such as CHEBI:15377.
        field: What is read of it, by its name in `tools/records/chebi.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: ChEBI, Hastings et al. 2016, doi:10.1093/nar/gkv1031
    """
    return number("chebi.compound", field, compound=checked("ChebiId", compound))


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"compound": "CHEBI:15377", "field": "definition"},
    requires=("network",),
    seconds=LONGEST,
)
def chebi_compound_text(compound: ChebiId, field: ChebiCompoundText) -> TextsFound:
    """Look up what ChEBI says of a compound: name, definition, formula, roles.

    Args:
        compound: An identifier of ChEBI, such as CHEBI:15377.
        field: What is read of it, by its name in `tools/records/chebi.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: ChEBI, Hastings et al. 2016, doi:10.1093/nar/gkv1031
    """
    return texts("chebi.compound", field, compound=checked("ChebiId", compound))
