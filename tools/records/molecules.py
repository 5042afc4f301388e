"""Molecules of the Materials Project."""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts, verdict
from scitoolagent.tools.records._types import (
    MoleculeRecordId,
    NumberFound,
    ProjectFormula,
    TextsFound,
    VerdictFound,
    field_type,
)

MoleculeRecordNumber = Annotated[
    str, field_type("MoleculeRecordNumber", "a molecule of the Materials Project (number)", "find_molecule_numbers")
]
MoleculeRecordText = Annotated[
    str, field_type("MoleculeRecordText", "a molecule of the Materials Project (text)", "find_molecule_texts")
]
MoleculeRecordVerdict = Annotated[
    str, field_type("MoleculeRecordVerdict", "a molecule of the Materials Project (verdict)", "find_molecule_verdicts")
]
MoleculesOfFormulaText = Annotated[
    str, field_type("MoleculesOfFormulaText", "the molecules of a formula (text)", "find_molecules_of_formula_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"molecule": "b9ba54febc77d2a9177accf4605767db-C1Li2O3-1-2", "field": "charge"},
    also=(
        "GetChargeByMoleculeId",
        "GetSpinMultiplicityByMoleculeId",
        "GetNatomsByMoleculeId",
        "GetNelementsByMoleculeId",
        "GetNelectronsByMoleculeId",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def molecule_record_number(molecule: MoleculeRecordId, field: MoleculeRecordNumber) -> NumberFound:
    """Look up a number of a molecule in the Materials Project: charge, multiplicity.

    Args:
        molecule: An identifier of a molecule (MPcule ID).
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
    return number("materials_project.molecule", field, molecule=checked("MoleculeRecordId", molecule))


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"molecule": "b9ba54febc77d2a9177accf4605767db-C1Li2O3-1-2", "field": "InChI"},
    also=(
        "GetElementsByMoleculeId",
        "GetCompositionByMoleculeId",
        "GetFormulaAlphabeticalByMoleculeId",
        "GetFormulaPrettyByMoleculeId",
        "GetFormulaAnonymousByMoleculeId",
        "GetChemsysByMoleculeId",
        "GetSymmetryByMoleculeId",
        "GetPropertyNameByMoleculeId",
        "GetPropertyIdByMoleculeId",
        "GetDeprecationReasonsByMoleculeId",
        "GetLevelOfTheoryByMoleculeId",
        "GetSolventByMoleculeId",
        "GetLotSolventByMoleculeId",
        "GetLastUpdatedTimeByMoleculeId",
        "GetWarningsByMoleculeId",
        "GetOriginsByMoleculeId",
        "GetMoleculeLevelsOfTheoryByMoleculeId",
        "GetSpeciesHashByMoleculeId",
        "GetCoordHashByMoleculeId",
        "GetInchiByMoleculeId",
        "GetInchikeyByMoleculeId",
        "GetSimilarMoleculesByMoleculeId",
        "GetConstituentMoleculesByMoleculeId",
        "GetUniqueCalcTypesByMoleculeId",
        "GetUniqueTaskTypesByMoleculeId",
        "GetUniqueLevelsOfTheoryByMoleculeId",
        "GetUniqueSolventsByMoleculeId",
        "GetUniqueLotSolventsByMoleculeId",
        "GetThermoPropertyIdsByMoelculeId",
        "GetThermoLevelsOfTheoryByMoleculeId",
        "GetElectronicEnergyByMoelculeId",
        "GetZeroPointEnergyByMoleculeId",
        "GetTotalEnthalpyByMoleculeId",
        "GetTotalEntropyByMoleculeId",
        "GetTranslationalEnthalpyByMoleculeId",
        "GetTranslationalEntropyByMoleculeId",
        "GetRotationalEnthalpyByMoleculeId",
        "GetRotationalEntropyByMoleculeId",
        "GetVibrationalEnthalpyByMoleculeId",
        "GetVibrationalEnthalpyByMoelculeId",
        "GetVibrationalEntropyByMoleculeId",
        "GetFreeEnergyByMoleculeId",
        "GetVibrationPropertyIdsByMoleculeId",
        "GetVibrationLevelsOfTheoryByMoleculeId",
        "GetFrequenciesByMoleculeId",
        "GetFrequencyModesByMoleculeId",
        "GetIrIntensitiesByMoleculeId",
        "GetIrActivitiesByMoleculeId",
        "GetOrbitalsPropertyIdsByMoleculeId",
        "GetOrbitalsLevelsOfTheoryByMoleculeId",
        "GetOpenShellByMoleculeId",
        "GetNboPopulationByMoleculeId",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def molecule_record_text(molecule: MoleculeRecordId, field: MoleculeRecordText) -> TextsFound:
    """Look up what the Materials Project says of a molecule: energies, frequencies.

    Args:
        molecule: An identifier of a molecule (MPcule ID).
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
    return texts("materials_project.molecule", field, molecule=checked("MoleculeRecordId", molecule))


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"molecule": "b9ba54febc77d2a9177accf4605767db-C1Li2O3-1-2", "field": "deprecated"},
    also=("GetDeprecatedByMoleculeId",),
    requires=("network",),
    seconds=LONGEST,
)
def molecule_record_verdict(molecule: MoleculeRecordId, field: MoleculeRecordVerdict) -> VerdictFound:
    """Look up whether the Materials Project has deprecated a molecule.

    Args:
        molecule: An identifier of a molecule (MPcule ID).
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
    return verdict("materials_project.molecule", field, molecule=checked("MoleculeRecordId", molecule))


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"formula": "C1Li2O3", "field": "molecule IDs"},
    also=("GetMoleculeIdByFormula",),
    requires=("network",),
    seconds=LONGEST,
)
def molecules_of_formula_text(formula: ProjectFormula, field: MoleculesOfFormulaText) -> TextsFound:
    """Look up the molecules of a formula in the Materials Project.

    Args:
        formula: A chemical formula, alphabetical with blanks as the Materials Project has it or not.
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
    return texts(
        "materials_project.molecule_of_formula", field, formula=_alphabetical(checked("ProjectFormula", formula))
    )


def _alphabetical(formula: str) -> str:
    """A formula as the Materials Project writes those of molecules: elements by the alphabet, all with their numbers.

    Raises:
        ToolInputError: it has more signs than symbols and whole numbers.
    """
    parts = re.findall(r"([A-Z][a-z]?)(\d*)", formula)
    if "".join(symbol + count for symbol, count in parts) != formula or not parts:
        raise ToolInputError(f"{formula!r} is no plain formula; write each symbol with its number, as in C2H6O")
    counts: Counter[str] = Counter()
    for symbol, count in parts:
        counts[symbol] += int(count or 1)
    return " ".join(f"{symbol}{counts[symbol]}" for symbol in sorted(counts))
