"""Identifiers of a compound in other collections, by Wikidata."""

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

ChemSpiderIds = Annotated[
    list[str],
    Semantic(
        "ChemSpiderIds",
        parent="Report",
        label="ChemSpider ID",
        also=("ChemSpider identifier", "ChemSpider number", "CSID"),
    ),
]
_KEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]", re.ASCII)


@dataclass(frozen=True, slots=True)
class ChemSpiderFound:
    """Identifiers in ChemSpider, and where they are from."""

    chemspider_ids: ChemSpiderIds
    record_source: RecordSource


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"inchikey": "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"},
    also=("InChIToCSID",),
    requires=("network",),
    seconds=LONGEST,
)
def chemspider_id(inchikey: InChIKey) -> ChemSpiderFound:
    """Look up the identifier of a compound in ChemSpider, as Wikidata has it.

    Args:
        inchikey: The standard InChIKey of the compound; a salt or a stereoisomer has another one.
    Returns:
        The identifiers, mostly one, and the address and the day of the answer. ChemSpider itself is not asked: it wants
        a key.
    Raises:
        ToolInputError: no such InChIKey is possible.
        RecordNotFoundError: Wikidata does not have the compound, or no identifier of it in ChemSpider.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Wikidata (CC0), properties P235 and P661; Waagmeester et al. 2020, doi:10.7554/eLife.52614
    """
    written = inchikey.strip()
    if not _KEY.fullmatch(written):
        raise ToolInputError(f"{inchikey[:60]!r} is no InChIKey; nothing was asked")
    return ChemSpiderFound(
        *texts_in("wikidata.compound", {"inchikey": written}, "ChemSpider ID", WHOLE, "chemspider_id")
    )
