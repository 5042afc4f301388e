"""Crystal structures of the Crystallography Open Database."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import CodId, NumberFound, TextsFound, field_type

CodCrystalNumber = Annotated[
    str, field_type("CodCrystalNumber", "a crystal structure of COD (number)", "find_cod_numbers")
]
CodCrystalText = Annotated[str, field_type("CodCrystalText", "a crystal structure of COD (text)", "find_cod_texts")]


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"crystal": "1000041", "field": "volume"},
    requires=("network",),
    seconds=LONGEST,
)
def cod_crystal_number(crystal: CodId, field: CodCrystalNumber) -> NumberFound:
    """Look up a number of a crystal structure in COD: cell, volume, Z.

    Args:
        crystal: A number of COD, seven digits.
        field: What is read of it, by its name in `tools/records/cod.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: COD, Grazulis et al. 2012, doi:10.1093/nar/gkr900
    """
    return number("cod.crystal", field, crystal=checked("CodId", crystal))


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"crystal": "1000041", "field": "space group"},
    requires=("network",),
    seconds=LONGEST,
)
def cod_crystal_text(crystal: CodId, field: CodCrystalText) -> TextsFound:
    """Look up what COD says of a crystal structure: space group, formula, authors.

    Args:
        crystal: A number of COD, seven digits.
        field: What is read of it, by its name in `tools/records/cod.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: COD, Grazulis et al. 2012, doi:10.1093/nar/gkr900
    """
    return texts("cod.crystal", field, crystal=checked("CodId", crystal))
