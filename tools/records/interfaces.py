"""Which proteins touch each other in known structures, by PDBe-KB."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import UniProtAccession
from scitoolagent.tools.records._client import ask, missing
from scitoolagent.tools.records._declared import document
from scitoolagent.tools.records._reading import LONGEST, checked, texts
from scitoolagent.tools.records._types import RecordSource, TextsFound, field_type
from scitoolagent.tools.records._values import clean, search

InterfaceText = Annotated[str, field_type("InterfaceText", "interfaces of a protein (text)", "find_interface_texts")]
SharedStructures = Annotated[
    list[str],
    Semantic(
        "SharedStructures",
        parent="Report",
        label="structures in which two proteins touch",
        also=(
            "structural interactions",
            "known structural interactions",
            "structures of an interaction",
            "shared structures",
        ),
    ),
]
TouchingResidues = Annotated[
    list[str], Semantic("TouchingResidues", parent="Report", label="residues of a protein that touch another")
]
_PLACE, _MOST = "pdbekb.interfaces", 100


@dataclass(frozen=True, slots=True)
class SharedFound:
    """Where two proteins touch, and where that is from."""

    structures: SharedStructures
    residues: TouchingResidues
    record_source: RecordSource


@tool(
    Operation.RETRIEVAL,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"accession": "P69905", "field": "interface partners"},
    also=("PPI3DSingle",),
    requires=("network",),
    seconds=LONGEST,
)
def interface_record_text(accession: UniProtAccession, field: InterfaceText) -> TextsFound:
    """Look up which proteins touch a protein in known structures, with residues and structures.

    Args:
        accession: An accession of UniProtKB; a sequence that is in no entry of it cannot be looked up.
        field: What is read of it, by its name in `tools/records/pdbekb.toml`.
    Returns:
        Partners with their accessions, at most 100, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: PDBe-KB, 2022, doi:10.1093/nar/gkab988
    """
    return texts(_PLACE, field, accession=checked("UniProtAccession", accession))


@tool(
    Operation.RETRIEVAL,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"accession": "P69905", "other": "P68871"},
    also=("PPI3DTwo",),
    requires=("network",),
    seconds=LONGEST,
)
def shared_interface(accession: UniProtAccession, other: UniProtAccession) -> SharedFound:
    """Look up the known structures in which two proteins touch, and the residues that do.

    Args:
        accession: The protein whose residues are given, by its accession of UniProtKB.
        other: The one that it touches, in the same way.
    Returns:
        PDB entries in small letters, and stretches of residues by the numbers of UniProt, at most 100 each.
    Raises:
        ToolInputError: no such accession is possible, or both are one.
        RecordNotFoundError: no structure is known in which they touch; this does not say that they do not.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: PDBe-KB, 2022, doi:10.1093/nar/gkab988
    """
    one, two = checked("UniProtAccession", accession), checked("UniProtAccession", other)
    if one == two:
        raise ToolInputError(f"both accessions are {one}; two proteins are compared")
    kept = document(_PLACE)
    reply = ask("shared_interface", kept, kept.parts[""], {"accession": one})
    found: list[Any] = search("values(@)[].data[]", reply.data) or []
    touching = [part for part in found if str(part.get("accession")) == two]
    stretches = [part for one_part in touching for part in one_part.get("residues") or []]
    entries = {clean(str(entry.get("pdbId"))): None for part in stretches for entry in _entries(part)}
    if not entries:
        raise missing(kept, {"accession": one, "other": two}, reply.url, "no structure is known in which they touch")
    residues = {f"{part.get('startIndex')}-{part.get('endIndex')}": None for part in stretches}
    cut = f"; the first {_MOST} of {len(entries)} structures" if len(entries) > _MOST else ""
    return SharedFound(list(entries)[:_MOST], list(residues)[:_MOST], f"{reply.told(kept.provider)}{cut}")


def _entries(part: Any) -> list[Any]:
    found = part.get("interactingPDBEntries")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
