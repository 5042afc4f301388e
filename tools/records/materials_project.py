"""Materials of the Materials Project, by their identifiers and by formula."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import MaterialsProjectId
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts, verdict
from scitoolagent.tools.records._types import NumberFound, ProjectFormula, TextsFound, VerdictFound, field_type

MaterialRecordNumber = Annotated[
    str, field_type("MaterialRecordNumber", "a material of the Materials Project (number)", "find_material_numbers")
]
MaterialRecordText = Annotated[
    str, field_type("MaterialRecordText", "a material of the Materials Project (text)", "find_material_texts")
]
MaterialRecordVerdict = Annotated[
    str, field_type("MaterialRecordVerdict", "a material of the Materials Project (verdict)", "find_material_verdicts")
]
MaterialsOfFormulaText = Annotated[
    str, field_type("MaterialsOfFormulaText", "the materials of a formula (text)", "find_materials_of_formula_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"material": "mp-149", "field": "band gap"},
    also=(
        "GetBandGapByMaterialId",
        "GetVolumeByMaterialId",
        "GetDensityByMaterialId",
        "GetDensityAtomicByMaterialId",
        "GetEnergyAboveHullByMaterialId",
        "GetCbmByMaterialId",
        "GetEnergyPerAtomByMaterialId",
        "GetEfermiByMaterialId",
        "GetVbmByMaterialId",
        "GetFormationEnergyPerAtomByMaterialId",
        "GetETotalByMaterialId",
        "GetEIonicByMaterialId",
        "GetEElectronicByMaterialId",
        "GetEquilibriumReactionEnergyPerAtom",
        "GetNumMagneticSitesByMaterialId",
        "GetTotalMagnetizationByMaterialId",
        "GetTotalMagnetizationNormalizedFormulaUnitsByMaterialId",
        "GetTotalMagnetizationNormalizedVolByMaterialId",
        "GetUncorrectedEnergyPerAtomByMaterialId",
        "GetNsitesByMaterialId",
        "GetNumberOfElementsByMaterialId",
        "GetSurfaceAnisotropyByMaterialId",
        "GetWeightedSurfaceEnergyByMaterialId",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def material_record_number(material: MaterialsProjectId, field: MaterialRecordNumber) -> NumberFound:
    """Look up a number of a material in the Materials Project: band gap, density.

    Args:
        material: An identifier of the Materials Project, such as mp-149.
        field: What is read of it, by its name in `tools/records/materials_project.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Materials Project, Jain et al. 2013, doi:10.1063/1.4812323
    """
    return number("materials_project.material", field, material=checked("MaterialsProjectId", material))


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"material": "mp-149", "field": "formula"},
    also=(
        "GetDocByMaterialId",
        "GetFormulaByMaterialId",
        "GetInitialStructuresByMaterialId",
        "GetStructureByMaterialId",
        "GetFormulaAnonymousByMaterialId",
        "GetEosInfoByMaterialId",
        "GetPhononInfoByMaterialId",
        "GetCrystalStructureByMaterialId",
        "GetAtomicPositionsMaterialId",
        "GetMagnetismInfoByMaterialId",
        "GetCompositionByMaterialId",
        "GetPhysicalPropertiesByMaterialId",
        "GetElementsByMaterialId",
        "GetDielectricByMaterialId",
        "GetCrystalSystemByMaterialId",
        "GetChemicalSystemByMaterialId",
        "GetSpaceGroupSymbolByMaterialId",
        "GetFormulaPrettyByMaterialId",
        "GetDescriptionByMaterialId",
        "GetPossibleSpeciesByMaterialId",
        "GetPossibleValencesByMaterialId",
        "GetAverageOxidationStatesByMaterialId",
        "GetPropertyNameByMaterialId",
        "GetOxidationStateMethodByMaterialId",
        "GetSymmetryByMaterialId",
        "GetCreatedTimeByMaterialId",
        "GetReferencesByMaterialId",
        "GetAuthorsByMaterialId",
        "GetRemarksByMaterialId",
        "GetAlloyPairsByMaterialId",
        "GetPairIdByMaterialId",
        "GetBondInfoByMaterialId",
        "GetBondTypesByMaterialId",
        "GetBondLengthStatsByMaterialId",
        "GetCoordinationEnvsByMaterialId",
        "GetOriginsByMaterialId",
        "GetCoordinationEnvsAnonymousByMaterialId",
        "GetStructureGraphByMaterialId",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def material_record_text(material: MaterialsProjectId, field: MaterialRecordText) -> TextsFound:
    """Look up what the Materials Project says of a material: symmetry, bonds, origin.

    Args:
        material: An identifier of the Materials Project, such as mp-149.
        field: What is read of it, by its name in `tools/records/materials_project.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Materials Project, Jain et al. 2013, doi:10.1063/1.4812323
    """
    return texts("materials_project.material", field, material=checked("MaterialsProjectId", material))


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"material": "mp-149", "field": "stable"},
    also=(
        "IsMagneticByMaterialId",
        "IsMetalByMaterialId",
        "IsStableByMaterialId",
        "IsDeprecated",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def material_record_verdict(material: MaterialsProjectId, field: MaterialRecordVerdict) -> VerdictFound:
    """Look up whether the Materials Project calls a material stable, metallic, magnetic.

    Args:
        material: An identifier of the Materials Project, such as mp-149.
        field: What is read of it, by its name in `tools/records/materials_project.toml`.
    Returns:
        Yes or no as the record has it, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Materials Project, Jain et al. 2013, doi:10.1063/1.4812323
    """
    return verdict("materials_project.material", field, material=checked("MaterialsProjectId", material))


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"formula": "Fe2O3", "field": "band gaps"},
    also=(
        "GetMaterialIdByFormula",
        "SearchXasByFormula",
        "GetBandGapByFormula",
        "GetVolumeByFormula",
        "GetDensityByFormula",
        "GetDensityAtomicByFormula",
        "GetInitialStructuresByFormula",
        "GetCbmByFormula",
        "GetEnergyPerAtomByFormula",
        "GetEfermiByFormula",
        "GetVbmByFormula",
        "GetFormationEnergyPerAtomByFormula",
        "GetETotalByFormula",
        "GetEIonicByFormula",
        "GetEElectronicByFormula",
        "IsMagneticByFormula",
        "IsMetalByFormula",
        "IsStableByFormula",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def materials_of_formula_text(formula: ProjectFormula, field: MaterialsOfFormulaText) -> TextsFound:
    """Look up a field of all materials of a formula in the Materials Project.

    Args:
        formula: A chemical formula, such as Fe2O3.
        field: What is read of it, by its name in `tools/records/materials_project.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: Materials Project, Jain et al. 2013, doi:10.1063/1.4812323
    """
    return texts("materials_project.named", field, formula=checked("ProjectFormula", formula))
