"""Interactions of proteins in STRING."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, texts
from scitoolagent.tools.records._types import GeneSymbol, Species, TextsFound, field_type

StringProteinText = Annotated[str, field_type("StringProteinText", "a protein of STRING (text)", "find_string_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"symbol": "TP53", "field": "interaction partners"},
    also=("HIPPIE",),
    requires=("network",),
    seconds=LONGEST,
)
def string_protein_text(symbol: GeneSymbol, field: StringProteinText, taxon: Species = "9606") -> TextsFound:
    """Look up the interaction partners of a protein in STRING, with scores.

    Args:
        symbol: Symbol of the gene, such as TP53.
        field: What is read of it, by its name in `tools/records/string.toml`.
        taxon: NCBI number of the species; 9606 is the human one.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: STRING, Szklarczyk et al. 2023, doi:10.1093/nar/gkac1000
    """
    return texts("string.partners", field, symbol=checked("GeneSymbol", symbol), taxon=_taxon(taxon))


def _taxon(taxon: str) -> str:
    """The NCBI number of a species.

    Raises:
        ToolInputError: it is no number.
    """
    if not (taxon.isascii() and taxon.isdigit() and len(taxon) <= 10):
        raise ToolInputError(f"{taxon[:40]!r} is no number of a species; 9606 is the human one")
    return taxon
