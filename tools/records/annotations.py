"""What is annotated to a protein: by QuickGO with its evidence, by the domains that InterPro finds in it."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import UniProtAccession
from scitoolagent.tools.records._reading import LONGEST, checked, texts
from scitoolagent.tools.records._types import TextsFound, field_type

QuickGoText = Annotated[str, field_type("QuickGoText", "annotations in QuickGO (text)", "find_quickgo_texts")]
InterProProteinText = Annotated[
    str, field_type("InterProProteinText", "a protein in InterPro (text)", "find_interpro_protein_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"accession": "P04637", "field": "QuickGO annotations"},
    also=("INGAHomology",),
    requires=("network",),
    seconds=LONGEST,
)
def quickgo_annotation_text(accession: UniProtAccession, field: QuickGoText) -> TextsFound:
    """Look up the GO annotations of a protein: all, by homology, or by experiment.

    Args:
        accession: An accession of UniProtKB.
        field: What is read of it, by its name in `tools/records/quickgo.toml`.
    Returns:
        GO terms with aspect and evidence code, at most 100, and the address and the day of the answer. Those by
        homology were inferred by curators or programs from similar proteins, which they name.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: QuickGO, Binns et al. 2009, doi:10.1093/bioinformatics/btp536
    """
    return texts("quickgo.annotations", field, accession=checked("UniProtAccession", accession))


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"accession": "P69905", "field": "matched entries"},
    also=("INGAArchitecture", "ScanHamap"),
    requires=("network",),
    seconds=LONGEST,
)
def interpro_protein_text(accession: UniProtAccession, field: InterProProteinText) -> TextsFound:
    """Look up the InterPro entries, GO terms by domains or HAMAP families of a protein.

    Args:
        accession: An accession of UniProtKB; a sequence that is in no entry of it cannot be looked up.
        field: What is read of it, by its name in `tools/records/interpro.toml`.
    Returns:
        The entries that match the protein, at most 100, and the address and the day of the answer. Terms by domains are
        those that InterPro ties to the matching entries.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: InterPro, Blum et al. 2025, doi:10.1093/nar/gkae1082
    """
    return texts("interpro.protein", field, accession=checked("UniProtAccession", accession))
