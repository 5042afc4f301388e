"""Entries of InterPro."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import InterProId, NumberFound, TextsFound, field_type

InterProEntryNumber = Annotated[
    str, field_type("InterProEntryNumber", "an entry of InterPro (number)", "find_interpro_numbers")
]
InterProEntryText = Annotated[
    str, field_type("InterProEntryText", "an entry of InterPro (text)", "find_interpro_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"entry": "IPR000504", "field": "proteins"},
    requires=("network",),
    seconds=LONGEST,
)
def interpro_entry_number(entry: InterProId, field: InterProEntryNumber) -> NumberFound:
    """Look up how many proteins or structures an entry of InterPro matches.

    Args:
        entry: An accession of InterPro, such as IPR000504.
        field: What is read of it, by its name in `tools/records/interpro.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: InterPro, Blum et al. 2025, doi:10.1093/nar/gkae1082
    """
    return number("interpro.entry", field, entry=checked("InterProId", entry))


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"entry": "IPR000504", "field": "name"},
    requires=("network",),
    seconds=LONGEST,
)
def interpro_entry_text(entry: InterProId, field: InterProEntryText) -> TextsFound:
    """Look up what an entry of InterPro says: name, type, description, GO terms.

    Args:
        entry: An accession of InterPro, such as IPR000504.
        field: What is read of it, by its name in `tools/records/interpro.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: InterPro, Blum et al. 2025, doi:10.1093/nar/gkae1082
    """
    return texts("interpro.entry", field, entry=checked("InterProId", entry))
