"""Orthologs in the OMA browser."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import UniProtAccession
from scitoolagent.tools.records._reading import LONGEST, checked, texts
from scitoolagent.tools.records._types import TextsFound, field_type

OmaProteinText = Annotated[str, field_type("OmaProteinText", "a protein of OMA (text)", "find_oma_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"accession": "P04637", "field": "orthologs"},
    also=("GetCoronaOrthologs",),
    requires=("network",),
    seconds=LONGEST,
)
def oma_protein_text(accession: UniProtAccession, field: OmaProteinText) -> TextsFound:
    """Look up the orthologs of a protein in the OMA browser.

    Args:
        accession: An accession of UniProtKB.
        field: What is read of it, by its name in `tools/records/oma.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: OMA browser, Altenhoff et al. 2024, doi:10.1093/nar/gkad1020
    """
    return texts("oma.protein", field, accession=checked("UniProtAccession", accession))
