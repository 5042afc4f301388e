"""Genes of NCBI."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import NcbiGeneId, NumberFound, TextsFound, field_type

NcbiGeneNumber = Annotated[str, field_type("NcbiGeneNumber", "a gene of NCBI (number)", "find_ncbi_gene_numbers")]
NcbiGeneText = Annotated[str, field_type("NcbiGeneText", "a gene of NCBI (text)", "find_ncbi_gene_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"gene": "7157", "field": "exons"},
    requires=("network",),
    seconds=LONGEST,
)
def ncbi_gene_number(gene: NcbiGeneId, field: NcbiGeneNumber) -> NumberFound:
    """Look up a number of a gene of NCBI: exons, taxon.

    Args:
        gene: A number of NCBI Gene, such as 7157.
        field: What is read of it, by its name in `tools/records/ncbi.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: NCBI Gene by E-utilities, https://www.ncbi.nlm.nih.gov/books/NBK25499/
    """
    return number("ncbi.gene", field, gene=checked("NcbiGeneId", gene))


@tool(
    Operation.RETRIEVAL,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"gene": "7157", "field": "summary"},
    requires=("network",),
    seconds=LONGEST,
)
def ncbi_gene_text(gene: NcbiGeneId, field: NcbiGeneText) -> TextsFound:
    """Look up what NCBI Gene says: symbol, summary, chromosome, aliases.

    Args:
        gene: A number of NCBI Gene, such as 7157.
        field: What is read of it, by its name in `tools/records/ncbi.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: NCBI Gene by E-utilities, https://www.ncbi.nlm.nih.gov/books/NBK25499/
    """
    return texts("ncbi.gene", field, gene=checked("NcbiGeneId", gene))
