"""Elements in crystal structures: whether there are any, and how many atoms in the cell."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.chemistry._selected import GROUP_NAMES, is_of_class
from scitoolagent.tools.chemistry._selection import parse_selection
from scitoolagent.tools.chemistry.features import Counted, CountedFeature, Presence, SoughtFeature
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure

_WHOLE = 1e-3


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE, "feature": "Cl"})
def crystal_element_presence(structure: CifFile, feature: SoughtFeature) -> Presence:
    """Tell whether a crystal has atoms of an element or a class of elements.

    Args:
        structure: CIF or POSCAR file; atoms that the file leaves out (hydrogens, solvent) are not seen.
        feature: Elements or a class of them: `O`, `N or O`, `halogens`. Bonds and groups are not looked for.
    Returns:
        Yes when a site of the cell holds such an atom, also in part.
    Raises:
        ToolInputError: the file holds no readable crystal structure, or the feature needs bonds.
    Source: definition; sites by `pymatgen.core.Structure.composition`, doi:10.1016/j.commatsci.2012.10.028.
    """
    amount, note = _in_cell(structure, feature)
    return Presence(amount > 0, f"looked for among the sites of the file: {note}")


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE, "feature": "Na"})
def crystal_element_count(structure: CifFile, feature: CountedFeature) -> Counted:
    """Count the atoms of elements in the unit cell of a crystal.

    Args:
        structure: CIF or POSCAR file; atoms that the file leaves out (hydrogens, solvent) are missing.
        feature: Elements or a class of them: `O`, `N or O`, `halogens`. Bonds and groups are not looked for.
    Returns:
        The number in the unit cell of the file.
    Raises:
        ToolInputError: the file holds no readable crystal structure, partly occupied sites make a fraction of an atom,
            or the feature needs bonds.
    Source: definition; sites by `pymatgen.core.Structure.composition`, doi:10.1016/j.commatsci.2012.10.028.
    """
    amount, note = _in_cell(structure, feature)
    if abs(amount - round(amount)) > _WHOLE:
        raise ToolInputError(f"the cell of {structure.name} has {amount:g} {note}, which is no whole number of atoms")
    return Counted(round(amount), f"counted in the unit cell: {note}")


def _in_cell(path: Path, feature: str) -> tuple[float, str]:
    selection = parse_selection(feature.strip(), GROUP_NAMES)
    if selection is None or selection.kind != "atom" or selection.conditions:
        raise ToolInputError(f"{feature[:60]!r} cannot be told from the sites of a crystal; name elements")
    composition = read_structure(path).composition.element_composition
    amounts = ((element.symbol, float(amount)) for element, amount in composition.items())
    found = [amount for symbol, amount in amounts if any(is_of_class(symbol, name) for name in selection.names)]
    return sum(found), str(selection)
