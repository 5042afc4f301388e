"""Entries of KEGG."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import KeggId, NumberFound, TextsFound, field_type

KeggEntryNumber = Annotated[str, field_type("KeggEntryNumber", "an entry of KEGG (number)", "find_kegg_numbers")]
KeggEntryText = Annotated[str, field_type("KeggEntryText", "an entry of KEGG (text)", "find_kegg_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"entry": "C00031", "field": "molecular weight"},
    requires=("network",),
    seconds=LONGEST,
)
def kegg_entry_number(entry: KeggId, field: KeggEntryNumber) -> NumberFound:
    """Look up a mass in an entry of KEGG.

    Args:
        entry: An identifier of KEGG: C00031, R00200, hsa:7157, hsa00010.
        field: What is read of it, by its name in `tools/records/kegg.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: KEGG REST, Kanehisa et al. 2023, doi:10.1093/nar/gkac963
    """
    return number("kegg.entry", field, entry=checked("KeggId", entry))


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"entry": "C00031", "field": "names"},
    requires=("network",),
    seconds=LONGEST,
)
def kegg_entry_text(entry: KeggId, field: KeggEntryText) -> TextsFound:
    """Look up what an entry of KEGG says: names, formula, equation, pathways.

    Args:
        entry: An identifier of KEGG: C00031, R00200, hsa:7157, hsa00010.
        field: What is read of it, by its name in `tools/records/kegg.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: KEGG REST, Kanehisa et al. 2023, doi:10.1093/nar/gkac963
    """
    return texts("kegg.entry", field, entry=checked("KeggId", entry))
