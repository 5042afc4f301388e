"""Entries of the Protein Data Bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ProviderError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import PdbFile, PdbId
from scitoolagent.tools.records._files import put
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import NumberFound, RecordSource, TextsFound, field_type
from scitoolagent.tools.records._values import whole_in

PdbEntryNumber = Annotated[str, field_type("PdbEntryNumber", "an entry of the PDB (number)", "find_pdb_numbers")]
PdbEntryText = Annotated[str, field_type("PdbEntryText", "an entry of the PDB (text)", "find_pdb_texts")]
PdbDomainText = Annotated[
    str, field_type("PdbDomainText", "the domains of an entry of the PDB (text)", "find_cath_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"entry": "1CRN", "field": "R free"},
    requires=("network",),
    seconds=LONGEST,
)
def pdb_entry_number(entry: PdbId, field: PdbEntryNumber) -> NumberFound:
    """Look up a number in an entry of the PDB: R-free, weight, counts.

    Args:
        entry: An identifier of the Protein Data Bank.
        field: What is read of it, by its name in `tools/records/pdb.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: RCSB PDB by its data interface, https://data.rcsb.org
    """
    return number("pdb.entry", field, entry=checked("PdbId", entry).upper())


@tool(
    Operation.RETRIEVAL,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"entry": "1CRN", "field": "title"},
    requires=("network",),
    seconds=LONGEST,
)
def pdb_entry_text(entry: PdbId, field: PdbEntryText) -> TextsFound:
    """Look up what an entry of the PDB says: title, method, resolution, ligands.

    Args:
        entry: An identifier of the Protein Data Bank.
        field: What is read of it, by its name in `tools/records/pdb.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: RCSB PDB by its data interface, https://data.rcsb.org
    """
    return texts("pdb.entry", field, entry=checked("PdbId", entry).upper())


@tool(
    Operation.RETRIEVAL,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"entry": "1CBS", "field": "CATH classification"},
    also=("AnalyzeProteinCATHFromPDBID",),
    requires=("network",),
    seconds=LONGEST,
)
def pdb_domain_text(entry: PdbId, field: PdbDomainText) -> TextsFound:
    """Look up the CATH classes of the domains of an entry of the PDB.

    Args:
        entry: An identifier of the Protein Data Bank.
        field: What is read of it, by its name in `tools/records/cath.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: CATH in the mappings of PDBe (SIFTS), https://www.ebi.ac.uk/pdbe/api/doc/sifts.html
    """
    return texts("cath.entry", field, entry=checked("PdbId", entry).lower())


@dataclass(frozen=True, slots=True)
class FileFound:
    """A file of coordinates in the cache folder, and where it is from."""

    pdb_file: PdbFile
    record_source: RecordSource


@tool(
    Operation.CONVERSION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"entry": "1CRN"},
    also=("FetchProteinStructureFromPDBID",),
    requires=("network",),
    seconds=LONGEST,
)
def pdb_structure_file(entry: PdbId) -> FileFound:
    """Fetch the PDB file of an entry of the Protein Data Bank.

    Args:
        entry: An identifier of the Protein Data Bank.
    Returns:
        The file, which lies in the cache folder, and the address and the day of the answer.
    Raises:
        ToolInputError: no such identifier is possible.
        RecordNotFoundError: there is no such entry, or it is too large for the PDB format.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: RCSB PDB, https://www.rcsb.org/docs/programmatic-access/file-download-services
    """
    written = checked("PdbId", entry).upper()
    text, told = whole_in("pdb_structure_file", "pdb_files.file", {"entry": written}, "file")
    lines = text.splitlines()
    # The identifier stands at the end of the first line, and a whole file ends with END.
    if not lines[0].startswith("HEADER") or written not in lines[0][60:80] or lines[-1].strip() != "END":
        raise ProviderError(f"RCSB sent something else than the whole PDB file of {written}; try again later")
    return FileFound(put("pdb_files", f"{written.lower()}.pdb", text.encode()), told)
