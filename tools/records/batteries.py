"""Insertion batteries of the Materials Project."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts
from scitoolagent.tools.records._types import BatteryId, NumberFound, TextsFound, field_type

BatteryRecordNumber = Annotated[
    str, field_type("BatteryRecordNumber", "a battery of the Materials Project (number)", "find_battery_numbers")
]
BatteryRecordText = Annotated[
    str, field_type("BatteryRecordText", "a battery of the Materials Project (text)", "find_battery_texts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"battery": "mp-22526_Li", "field": "average voltage"},
    also=(
        "GetMaxVoltageStepByBatteryId",
        "GetNelementsByBatteryId",
        "GetEnergyVolumeByBatteryId",
        "GetMaxDeltaVolumeBatteryId",
        "GetAverageVoltageByBatteryId",
        "GetCapacityGravByBatteryId",
        "GetCapacityVolByBatteryId",
        "GetEnergyGravByBatteryId",
        "GetFracAChargeByBatteryId",
        "GetStabilityChargeByBatteryId",
        "GetStabilityDischargeByBatteryId",
        "GetFracaChargeByBatteryId",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def battery_record_number(battery: BatteryId, field: BatteryRecordNumber) -> NumberFound:
    """Look up a number of a battery in the Materials Project: voltage, capacity.

    Args:
        battery: An identifier of a battery, such as mp-22526_Li.
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
    return number("materials_project.battery", field, battery=checked("BatteryId", battery))


@tool(
    Operation.RETRIEVAL,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"battery": "mp-22526_Li", "field": "working ion"},
    also=(
        "GetBatteryFormulaByBatteryId",
        "GetWorkingIonByBatteryId",
        "GetFrameworkByBatteryId",
        "GetFrameworkFormulaByBatteryId",
        "GetElementsByBatteryId",
        "GetChemsysByBatteryId",
        "GetFormulaAnonymousByBatteryId",
        "GetWarningsByBatteryId",
        "GetFormulaChargeByBatteryId",
        "GetFormulaDischargeByBatteryId",
        "GetIdChargeByBatteryId",
        "GetIdDischargeByBatteryId",
        "GetHostStructureByBatteryId",
        "GetAdjPairsByBatteryId",
        "GetMaterialIdByBatteryId",
        "GetEntriesCompositionSummaryByBatteryId",
        "GetElectrodeObjectByBatteryId",
        "GetDeprecatedReasonsByBatteryId",
    ),
    requires=("network",),
    seconds=LONGEST,
)
def battery_record_text(battery: BatteryId, field: BatteryRecordText) -> TextsFound:
    """Look up what the Materials Project says of a battery: formulas, ion, steps.

    Args:
        battery: An identifier of a battery, such as mp-22526_Li.
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
    return texts("materials_project.battery", field, battery=checked("BatteryId", battery))
