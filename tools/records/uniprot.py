"""Entries of UniProtKB."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ProviderError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence, UniProtAccession
from scitoolagent.tools.records._client import ask, missing
from scitoolagent.tools.records._declared import document
from scitoolagent.tools.records._reading import LONGEST, checked, number, taxon_number, texts
from scitoolagent.tools.records._types import (
    NumberFound,
    ProteinName,
    RecordSource,
    Species,
    TextsFound,
    field_type,
)
from scitoolagent.tools.records._values import clean, search, whole_in

_LONGEST_CHAIN = 40_000  # titin has 34,350 residues

UniProtNumber = Annotated[str, field_type("UniProtNumber", "an entry of UniProt (number)", "find_uniprot_numbers")]
UniProtText = Annotated[str, field_type("UniProtText", "an entry of UniProt (text)", "find_uniprot_texts")]


NamedProtein = Annotated[
    str, Semantic("NamedProtein", parent="Report", label="entry of UniProt that a name led to", shown="entry taken")
]


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
    return SequenceFound(_sequence(letters, written), told)


@dataclass(frozen=True, slots=True)
class NamedSequence:
    """The sequence of the entry that a name led to, which entry that is, and where it is from."""

    protein_sequence: ProteinSequence
    entry: NamedProtein
    record_source: RecordSource


@tool(
    Operation.CONVERSION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"name": "insulin"},
    also=("GetFASTAFromName",),
    requires=("network",),
    seconds=LONGEST,
)
def uniprot_named_sequence(name: ProteinName, taxon: Species = "9606") -> NamedSequence:
    """Look up the sequence of a protein by its name in UniProt.

    Args:
        name: A name of the protein; among several reviewed entries the one that is called exactly so is taken, or else
            the first that UniProt gives.
        taxon: NCBI number of the species; 9606 is the human one.
    Returns:
        The canonical sequence as it is translated (with signal and pro-peptides), the entry that it is of and how many
        others there are, and the address and the day of the answer.
    Raises:
        ToolInputError: no such name or species is possible.
        RecordNotFoundError: UniProt has no reviewed protein of that name in the species.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: UniProtKB by its REST interface, https://www.uniprot.org/help/api
    """
    written = checked("ProteinName", name)
    kept = document("uniprot.named")
    asked = {"name": written, "taxon": taxon_number(taxon)}
    reply = ask("uniprot_named_sequence", kept, kept.parts[""], asked)
    found = search(
        "results[].{accession: primaryAccession, name: proteinDescription.recommendedName.fullName.value, "
        "organism: organism.scientificName, sequence: sequence.value}",
        reply.data,
    )
    entries = [one for one in found or [] if one["accession"] and one["sequence"]]
    if not entries:
        raise missing(kept, asked, reply.url)
    same = [one for one in entries if str(one["name"]).casefold() == written.casefold()]
    taken = (same or entries)[0]
    more = f"at least {len(entries) - 1}" if len(entries) >= kept.parts[""].page else str(len(entries) - 1)
    told = (
        f"{clean(str(taken['accession']))}, {clean(str(taken['name']))}, {clean(str(taken['organism']))}; {more} other "
    )
    told += f"reviewed entries bear the name{'' if same else ', and none is called exactly so'}"
    return NamedSequence(_sequence(str(taken["sequence"]), str(taken["accession"])), told, reply.told(kept.provider))


def _sequence(letters: str, accession: str) -> str:
    """A sequence that UniProt sent.

    Raises:
        ProviderError: it is none.
    """
    if not (letters.isascii() and letters.isalpha() and letters.isupper() and len(letters) <= _LONGEST_CHAIN):
        raise ProviderError(f"UniProt sent {letters[:40]!r} as the sequence of {accession[:20]}, which is none")
    return letters
