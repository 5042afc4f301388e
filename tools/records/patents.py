"""Patents that name a compound, by its structure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import InChIKey
from scitoolagent.tools.records._declared import WHOLE
from scitoolagent.tools.records._reading import LONGEST
from scitoolagent.tools.records._types import RecordSource
from scitoolagent.tools.records._values import texts_in

CompoundPatents = Annotated[
    list[str],
    Semantic(
        "CompoundPatents",
        parent="Report",
        label="patents that name a compound",
        also=(
            "patents",
            "patent",
            "patents of a compound",
            "patent numbers",
            "patent check",
            "patented",
            "patent status",
        ),
    ),
]

_KEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]", re.ASCII)


@dataclass(frozen=True, slots=True)
class PatentsFound:
    """Numbers of patents, and where they are from."""

    compound_patents: CompoundPatents
    record_source: RecordSource


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchikey": "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"},
    requires=("network",),
    seconds=LONGEST,
)
def compound_patents(inchikey: InChIKey) -> PatentsFound:
    """Look up the patents that PubChem links to a compound.

    Args:
        inchikey: The standard InChIKey of the compound; a salt or a stereoisomer has another one.
    Returns:
        Numbers of patents that name the compound, at most 100, and the address and the day of the answer. That a patent
        names a compound does not say that it protects it, and that none is listed does not say that none exists.
    Raises:
        ToolInputError: no such InChIKey is possible.
        RecordNotFoundError: PubChem does not have the compound, or links no patent to it.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: PubChem by PUG REST, Kim et al. 2018, doi:10.1093/nar/gky294
    """
    written = inchikey.strip()
    if not _KEY.fullmatch(written):
        raise ToolInputError(f"{inchikey[:60]!r} is no InChIKey; nothing was asked")
    return PatentsFound(*texts_in("pubchem.structure", {"inchikey": written}, "patents", WHOLE, "compound_patents"))
