"""Molecules of ChEMBL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.records._reading import LONGEST, checked, number, texts, verdict
from scitoolagent.tools.records._types import ChemblId, NumberFound, RecordSource, TextsFound, VerdictFound, field_type
from scitoolagent.tools.records._values import whole_in

ChemblMoleculeNumber = Annotated[
    str, field_type("ChemblMoleculeNumber", "a molecule of ChEMBL (number)", "find_chembl_numbers")
]
ChemblMoleculeText = Annotated[
    str, field_type("ChemblMoleculeText", "a molecule of ChEMBL (text)", "find_chembl_texts")
]
ChemblMoleculeVerdict = Annotated[
    str, field_type("ChemblMoleculeVerdict", "a molecule of ChEMBL (verdict)", "find_chembl_verdicts")
]


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"molecule": "CHEMBL25", "field": "maximum phase"},
    requires=("network",),
    seconds=LONGEST,
)
def chembl_molecule_number(molecule: ChemblId, field: ChemblMoleculeNumber) -> NumberFound:
    """Look up a number that ChEMBL has for a molecule: phase, approval, AlogP.

    Args:
        molecule: An identifier of ChEMBL, such as CHEMBL25.
        field: What is read of it, by its name in `tools/records/chembl.toml`.
    Returns:
        The number, its unit, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: ChEMBL web services, Zdrazil et al. 2024, doi:10.1093/nar/gkad1004
    """
    return number("chembl.molecule", field, molecule=checked("ChemblId", molecule))


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"molecule": "CHEMBL25", "field": "mechanism of action"},
    also=("PredictDrugTargetInteraction",),
    requires=("network",),
    seconds=LONGEST,
)
def chembl_molecule_text(molecule: ChemblId, field: ChemblMoleculeText) -> TextsFound:
    """Look up what ChEMBL says of a molecule: mechanism, targets, indications.

    Args:
        molecule: An identifier of ChEMBL, such as CHEMBL25.
        field: What is read of it, by its name in `tools/records/chembl.toml`.
    Returns:
        The texts, at most 100 of 5,000 characters, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: ChEMBL web services, Zdrazil et al. 2024, doi:10.1093/nar/gkad1004
    """
    return texts("chembl.molecule", field, molecule=checked("ChemblId", molecule))


@tool(
    Operation.RETRIEVAL,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"molecule": "CHEMBL25", "field": "withdrawn"},
    requires=("network",),
    seconds=LONGEST,
)
def chembl_molecule_verdict(molecule: ChemblId, field: ChemblMoleculeVerdict) -> VerdictFound:
    """Look up whether ChEMBL calls a molecule withdrawn, oral, natural and so on.

    Args:
        molecule: An identifier of ChEMBL, such as CHEMBL25.
        field: What is read of it, by its name in `tools/records/chembl.toml`.
    Returns:
        Yes or no as the record has it, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible, or the record has no such field.
        RecordNotFoundError: the provider has no such record, or the record does not say that.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: ChEMBL web services, Zdrazil et al. 2024, doi:10.1093/nar/gkad1004
    """
    return verdict("chembl.molecule", field, molecule=checked("ChemblId", molecule))


@dataclass(frozen=True, slots=True)
class StructureFound:
    """The structure of a record, and where it is from."""

    smiles: Smiles
    record_source: RecordSource


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"molecule": "CHEMBL113"},
    requires=("network",),
    seconds=LONGEST,
)
def chembl_structure(molecule: ChemblId) -> StructureFound:
    """Look up the structure of a molecule of ChEMBL.

    Args:
        molecule: An identifier of ChEMBL, such as CHEMBL25.
    Returns:
        SMILES with stereochemistry as the record has it, and the address and the day of the answer.
    Raises:
        ToolInputError: no such accession is possible.
        RecordNotFoundError: there is no such record, or it has no structure.
        NotAskedError: the setting `record_services` lets nobody be asked; the message has the request.
        ProviderError: no answer, or none that can be used.
    Source: ChEMBL web services, Zdrazil et al. 2024, doi:10.1093/nar/gkad1004
    """
    return StructureFound(
        *whole_in("chembl_structure", "chembl.molecule", {"molecule": checked("ChemblId", molecule)}, "structure")
    )
