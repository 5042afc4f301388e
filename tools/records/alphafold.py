"""Models of the AlphaFold database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ProviderError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import UniProtAccession
from scitoolagent.tools.records._files import put
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import NumberFound, RecordSource, TextsFound, field_type
from scitoolagent.tools.records._values import texts_in, whole_in

AlphaFoldModelNumber = Annotated[
    str, field_type("AlphaFoldModelNumber", "a model of AlphaFold DB (number)", "find_alphafold_numbers")
]
AlphaFoldModelText = Annotated[
    str, field_type("AlphaFoldModelText", "a model of AlphaFold DB (text)", "find_alphafold_texts")
]

AlphaFoldFile = Annotated[
    Path,
    Semantic(
        "AlphaFoldFile",
        parent="PdbFile",
        label="PDB file of an AlphaFold model",
        also=("AlphaFold file",),
        needs_context=True,
    ),
]
_NAME = re.compile(r"AF-[A-Z0-9]{6,10}(?:-\d+)?-F\d+-model_v\d+\.pdb")


@dataclass(frozen=True, slots=True)
class ModelFound:
    """A predicted structure as a file, and where it is from."""

    model: AlphaFoldFile
    record_source: RecordSource


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


@tool(
    Operation.CONVERSION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"accession": "P69905"},
    also=("download the AlphaFold model", "fetch the AlphaFold model"),
    requires=("network",),
    seconds=2 * LONGEST,
)
def alphafold_structure_file(accession: UniProtAccession) -> ModelFound:
    """Fetch the PDB file of the AlphaFold model of a protein.

    Args:
        accession: An accession of UniProtKB.
    Returns:
        The file, which lies in the cache folder, and the address and the day of the answer. A prediction: the B factors
        are pLDDT, and a low one says that the place of a residue is not known.
    Raises:
        ToolInputError: no such accession is possible.
        RecordNotFoundError: the AlphaFold DB has no model of it.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: AlphaFold DB, Varadi et al. 2024, doi:10.1093/nar/gkad1011
    """
    written = checked("UniProtAccession", accession)
    tool_name = "alphafold_structure_file"
    addresses, _ = texts_in("alphafold.model", {"accession": written}, "model file", "text", tool_name)
    names = [one.rpartition("/")[2] for one in addresses if one.endswith(".pdb")]
    if not names or not _NAME.fullmatch(names[0]):
        raise ProviderError(f"the AlphaFold DB names no PDB file of the model of {written}: {addresses[:2]}")
    text, told = whole_in(tool_name, "alphafold_files.file", {"name": names[0]}, "file")
    if not any(line.startswith("ATOM") for line in text.splitlines()) or text.splitlines()[-1].strip() != "END":
        raise ProviderError(f"the AlphaFold DB sent something else than the whole model of {written}; try again later")
    return ModelFound(put("alphafold_files", names[0], text.encode()), told)
