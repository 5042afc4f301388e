"""The structure that a formula stands for, where it stands for one."""

from __future__ import annotations

from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import MolecularFormula
from scitoolagent.tools.chemistry.names import NamedStructure, name_to_smiles


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"formula": "CO2"},
    also=("structure of a formula", "compound of a formula"),
    supplies=("connectivity", "stereochemistry"),
)
def formula_to_smiles(formula: MolecularFormula) -> NamedStructure:
    """Look up the structure of a formula that belongs to one compound alone.

    Args:
        formula: As it is written for that compound, such as CO2, NH3 or CHCl3.
    Returns:
        SMILES of the compound, and a note on its stereocentres.
    Raises:
        ToolInputError: the table of names has no compound of that formula, or several, such as ethanol and dimethyl
            ether for C2H6O, which are then named.
    Source: as `name_to_smiles`.
    """
    return name_to_smiles(formula)
