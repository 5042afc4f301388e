"""Models of the AlphaFold database."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import UniProtAccession
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import NumberFound, TextsFound, field_type

AlphaFoldModelNumber = Annotated[
    str, field_type("AlphaFoldModelNumber", "a model of AlphaFold DB (number)", "find_alphafold_numbers")
]
AlphaFoldModelText = Annotated[
    str, field_type("AlphaFoldModelText", "a model of AlphaFold DB (text)", "find_alphafold_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"accession": "P04637", "field": "mean pLDDT"},
    requires=("network",),
    seconds=LONGEST,
)
def alphafold_model_number(accession: UniProtAccession, field: AlphaFoldModelNumber) -> NumberFound:
    """Look up how sure the AlphaFold model of a protein is: pLDDT and shares.

    Args:
        accession: An accession of UniProtKB.
        field: What is read of it, by its name in `tools/records/alphafold.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: AlphaFold DB, Varadi et al. 2024, doi:10.1093/nar/gkad1011
    """
    return number("alphafold.model", field, accession=checked("UniProtAccession", accession))


@tool(
    Operation.RETRIEVAL,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"accession": "P04637", "field": "model file"},
    requires=("network",),
    seconds=LONGEST,
)
def alphafold_model_text(accession: UniProtAccession, field: AlphaFoldModelText) -> TextsFound:
    """Look up the file, the date and the gene of the AlphaFold model of a protein.

    Args:
        accession: An accession of UniProtKB.
        field: What is read of it, by its name in `tools/records/alphafold.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: AlphaFold DB, Varadi et al. 2024, doi:10.1093/nar/gkad1011
    """
    return texts("alphafold.model", field, accession=checked("UniProtAccession", accession))
