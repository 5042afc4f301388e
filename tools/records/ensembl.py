"""Genes, transcripts and proteins of Ensembl."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import EnsemblId, NumberFound, TextsFound, field_type

EnsemblFeatureNumber = Annotated[
    str, field_type("EnsemblFeatureNumber", "a gene, transcript or protein of Ensembl (number)", "find_ensembl_numbers")
]
EnsemblFeatureText = Annotated[
    str, field_type("EnsemblFeatureText", "a gene, transcript or protein of Ensembl (text)", "find_ensembl_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"feature": "ENSG00000141510", "field": "start"},
    requires=("network",),
    seconds=LONGEST,
)
def ensembl_feature_number(feature: EnsemblId, field: EnsemblFeatureNumber) -> NumberFound:
    """Look up a number of a gene or transcript of Ensembl: start, end, strand.

    Args:
        feature: A stable identifier of Ensembl; its version, if any, is left out of the request.
        field: What is read of it, by its name in `tools/records/ensembl.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Ensembl REST, Yates et al. 2015, doi:10.1093/bioinformatics/btu613
    """
    return number("ensembl.feature", field, feature=checked("EnsemblId", feature).partition(".")[0])


@tool(
    Operation.RETRIEVAL,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"feature": "ENSG00000141510", "field": "symbol"},
    requires=("network",),
    seconds=LONGEST,
)
def ensembl_feature_text(feature: EnsemblId, field: EnsemblFeatureText) -> TextsFound:
    """Look up what Ensembl says of a gene or transcript: symbol, biotype, chromosome.

    Args:
        feature: A stable identifier of Ensembl; its version, if any, is left out of the request.
        field: What is read of it, by its name in `tools/records/ensembl.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Ensembl REST, Yates et al. 2015, doi:10.1093/bioinformatics/btu613
    """
    return texts("ensembl.feature", field, feature=checked("EnsemblId", feature).partition(".")[0])
