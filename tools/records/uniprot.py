"""Entries of UniProtKB."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ProviderError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import ProteinSequence, UniProtAccession
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import NumberFound, RecordSource, TextsFound, field_type
from scitoolagent.tools.records._values import whole_in

_LONGEST_CHAIN = 40_000  # titin has 34,350 residues

UniProtNumber = Annotated[str, field_type("UniProtNumber", "an entry of UniProt (number)", "find_uniprot_numbers")]
UniProtText = Annotated[str, field_type("UniProtText", "an entry of UniProt (text)", "find_uniprot_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"accession": "P04637", "field": "length"},
    requires=("network",),
    seconds=LONGEST,
)
def uniprot_entry_number(accession: UniProtAccession, field: UniProtNumber) -> NumberFound:
    """Look up a number in an entry of UniProt: length, mass, taxon.

    Args:
        accession: An accession of UniProtKB.
        field: What is read of it, by its name in `tools/records/uniprot.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: UniProtKB by its REST interface, https://www.uniprot.org/help/api
    """
    return number("uniprot.entry", field, accession=checked("UniProtAccession", accession))


@tool(
    Operation.RETRIEVAL,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"accession": "P04637", "field": "function"},
    requires=("network",),
    seconds=LONGEST,
)
def uniprot_entry_text(accession: UniProtAccession, field: UniProtText) -> TextsFound:
    """Look up what an entry of UniProt says: function, gene, location, domains.

    Args:
        accession: An accession of UniProtKB.
        field: What is read of it, by its name in `tools/records/uniprot.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: UniProtKB by its REST interface, https://www.uniprot.org/help/api
    """
    return texts("uniprot.entry", field, accession=checked("UniProtAccession", accession))


@dataclass(frozen=True, slots=True)
class SequenceFound:
    """The sequence of an entry, and where it is from."""

    protein_sequence: ProteinSequence
    record_source: RecordSource


@tool(
    Operation.CONVERSION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"accession": "P69905"},
    requires=("network",),
    seconds=LONGEST,
)
def uniprot_sequence(accession: UniProtAccession) -> SequenceFound:
    """Look up the canonical sequence of a protein in UniProt.

    Args:
        accession: An accession of UniProtKB.
    Returns:
        The canonical sequence in one-letter codes, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible.
        RecordNotFoundError: UniProt has no such entry, or one without a sequence.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: UniProtKB by its REST interface, https://www.uniprot.org/help/api
    """
    written = checked("UniProtAccession", accession)
    letters, told = whole_in("uniprot_sequence", "uniprot.entry", {"accession": written}, "sequence")
    if not (letters.isascii() and letters.isalpha() and letters.isupper() and len(letters) <= _LONGEST_CHAIN):
        raise ProviderError(f"UniProt sent {letters[:40]!r} as the sequence of {written}, which is none")
    return SequenceFound(letters, told)
