"""Interactions of proteins in STRING: partners, the score of a pair, what a network is enriched in."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, taxon_number, texts
from scitoolagent.tools.records._types import GeneSymbol, NumberFound, Species, TextsFound, field_type
from scitoolagent.tools.records._values import texts_in

StringProteinText = Annotated[str, field_type("StringProteinText", "a protein of STRING (text)", "find_string_texts")]

StringPairNumber = Annotated[
    str, field_type("StringPairNumber", "an interaction in STRING (number)", "find_string_pair_numbers")
]
StringNetworkText = Annotated[
    str, field_type("StringNetworkText", "a network of STRING (text)", "find_string_enrichment_texts")
]
_PARTNERS = 10  # as many as STRING itself shows beside a protein


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
    return texts("string.partners", field, symbol=checked("GeneSymbol", symbol), taxon=taxon_number(taxon))


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"symbol": "TP53", "other": "MDM2", "field": "interaction score"},
    also=("PredictHumanProteinInteraction", "PredictYeastProteinInteraction"),
    requires=("network",),
    seconds=LONGEST,
)
def string_interaction_number(
    symbol: GeneSymbol, other: GeneSymbol, field: StringPairNumber, taxon: Species = "9606"
) -> NumberFound:
    """Look up the score with which STRING holds that two proteins interact.

    Args:
        symbol: Symbol of the gene of one protein, such as TP53.
        other: Symbol of the gene of the other.
        field: Which score, by its name in `tools/records/string.toml`.
        taxon: NCBI number of the species; 9606 is the human one, 4932 that of baker's yeast.
    Returns:
        The score from 0 to 1, and the address and the day of the answer. STRING's estimate of how likely a functional
        association is from what it knows; it is looked up, not predicted from the sequences.
    Raises:
        ToolInputError: no such symbol is possible, or both are one.
        RecordNotFoundError: STRING does not have them, or no association of them; this does not say that none exists.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: STRING, Szklarczyk et al. 2023, doi:10.1093/nar/gkac1000
    """
    one, two = checked("GeneSymbol", symbol), checked("GeneSymbol", other)
    if one.upper() == two.upper():
        raise ToolInputError(f"both symbols are {one}; the interaction of two proteins is looked up")
    return number("string.pair", field, symbol=one, other=two, taxon=taxon_number(taxon))


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"symbol": "TP53", "field": "network GO terms"},
    also=("INGAInteraction",),
    requires=("network",),
    seconds=2 * LONGEST,
)
def string_enrichment_text(symbol: GeneSymbol, field: StringNetworkText, taxon: Species = "9606") -> TextsFound:
    """Look up GO terms or pathways that a protein's network in STRING is enriched in.

    Args:
        symbol: Symbol of the gene, such as TP53; its ten partners of the highest scores are taken with it.
        field: What is read, by its name in `tools/records/string.toml`.
        taxon: NCBI number of the species; 9606 is the human one.
    Returns:
        Terms with their false discovery rates, at most 100, and the address and the day of the answer. They are those
        of the partners as a group, no annotation of the protein itself.
    Raises:
        ToolInputError: no such symbol is possible, or there is no such field.
        RecordNotFoundError: STRING does not have the protein, or finds nothing enriched.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: STRING, Szklarczyk et al. 2023, doi:10.1093/nar/gkac1000
    """
    one, species = checked("GeneSymbol", symbol), taxon_number(taxon)
    asked = {"symbol": one, "taxon": species}
    names, _ = texts_in("string.partners", asked, "partner names", "text", "string_enrichment_text")
    group = [one, *(name for name in names if name.upper() != one.upper())][: _PARTNERS + 1]
    return texts("string.enrichment", field, partners="\r".join(group), taxon=species)
