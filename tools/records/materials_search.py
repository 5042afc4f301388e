"""Searches of the Materials Project: by a chemical system, by a range of band gaps, and by words."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, texts
from scitoolagent.tools.records._types import ProjectGap, ProjectKeywords, ProjectSystem, TextsFound, field_type

MaterialsOfSystemText = Annotated[
    str,
    field_type("MaterialsOfSystemText", "the materials of a chemical system (text)", "find_materials_of_system_texts"),
]
MaterialsOfWordsText = Annotated[
    str, field_type("MaterialsOfWordsText", "texts of the Materials Project (text)", "find_materials_of_words_texts")
]

MaterialsOfGapText = Annotated[
    str,
    field_type("MaterialsOfGapText", "the materials of a range of band gaps (text)", "find_materials_of_gap_texts"),
]


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"system": "Fe-O", "field": "material IDs"},
    also=("SearchMaterialsByChemsys", "SearchMaterialsContainingElements"),
    requires=("network",),
    seconds=LONGEST,
)
def materials_of_system_text(system: ProjectSystem, field: MaterialsOfSystemText) -> TextsFound:
    """Look up a field of all materials of a chemical system in the Materials Project.

    Args:
        system: Symbols of elements with hyphens between them, such as Fe-O.
        field: What is read of them, by its name in `tools/records/materials_project.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such system is possible, or there is no such field.
        RecordNotFoundError: the Materials Project has nothing of that kind.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Materials Project, Jain et al. 2013, doi:10.1063/1.4812323
    """
    written = checked("ProjectSystem", system)
    return texts("materials_project.system", field, system=written, elements=written.replace("-", ","))


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"keywords": "silicon process", "field": "structure descriptions"},
    also=("GetRobocrystallographerData", "GetSynthesisDocByKeywords"),
    requires=("network",),
    seconds=LONGEST,
)
def materials_of_words_text(keywords: ProjectKeywords, field: MaterialsOfWordsText) -> TextsFound:
    """Search the structure descriptions or synthesis recipes of the Materials Project.

    Args:
        keywords: Words to search for, with blanks between them.
        field: What is searched, by its name in `tools/records/materials_project.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such text is possible, or there is no such field.
        RecordNotFoundError: the Materials Project has nothing of that kind.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Materials Project, Jain et al. 2013, doi:10.1063/1.4812323
    """
    written = checked("ProjectKeywords", keywords)
    return texts("materials_project.keywords", field, keywords=",".join(written.replace(",", " ").split()))


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"gap": "1.2-1.4", "field": "material IDs"},
    also=("SearchByBandGap",),
    requires=("network",),
    seconds=LONGEST,
)
def materials_of_gap_text(gap: ProjectGap, field: MaterialsOfGapText) -> TextsFound:
    """Search the Materials Project for materials whose band gap lies in a range.

    Args:
        gap: The lowest and the highest band gap in eV with a hyphen between them, such as 1.2-1.4.
        field: What is read of them, by its name in `tools/records/materials_project.toml`.
    Returns:
        The materials, at most 100, and the address and the day of the answer. The gaps are computed ones (PBE mostly),
        which are smaller than measured ones.
    Raises:
        ToolInputError: no range, or its end lies below its start.
        RecordNotFoundError: the Materials Project has no such material.
        NotAskedError: the setting `record_services` lets nobody be asked, or there is no key.
        ProviderError: no answer, or none that can be used.
    Source: Materials Project, Jain et al. 2013, doi:10.1063/1.4812323
    """
    lowest, _, highest = checked("ProjectGap", gap).partition("-")
    if float(lowest) > float(highest):
        raise ToolInputError(f"the range {gap} ends below its start; name the lower band gap first")
    return texts("materials_project.gap", field, gap=gap, lowest=lowest, highest=highest)
