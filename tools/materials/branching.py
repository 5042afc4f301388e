"""Atoms at which the linkers of a framework branch towards its metals."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._bonds import Bond, bonds_of
from scitoolagent.tools.materials._elements import is_metal
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE, read_structure, symbols_of

BranchPoints = Annotated[
    list[int],
    Semantic(
        "BranchPoints",
        parent="MaterialProperty",
        label="indices of the branch points",
        also=("branch points of the MOF", "branching sites", "branching points", "branch points", "branch sites"),
    ),
]

_ARMS = 3


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": FRAMEWORK_EXAMPLE},
    also=("MofBranchPoints",),
    seconds=60.0,
)
def framework_branch_points(structure: CifFile) -> BranchPoints:
    """List the branch points of a framework: linker atoms with three or more arms to metals.

    Args:
        structure: CIF or POSCAR file without partly occupied sites, with a metal.
    Returns:
        Site indices from 0, in the order of `fractional_coordinates`: atoms that bind no metal, and from which three or
        more arms that share no atom lead to metals, such as the carbon of a carboxylate; empty when there are none. An
        atom of a ring has its ring as one arm.
    Raises:
        ToolInputError: the file holds no readable ordered structure, or no metal.
    Source: after the branching sites of Jablonka et al. 2023, doi:10.1021/acscentsci.2c01177, by our own rule; bonds by
        Meng and Lewis 1991, doi:10.1002/jcc.540120716.
    """
    crystal = read_structure(structure, ordered=True)
    metals = frozenset(number for number, symbol in enumerate(symbols_of(crystal)) if is_metal(symbol))
    if not metals:
        raise ToolInputError(f"{structure.name} has no metal; branch points are those of a metal-organic framework")
    bonds = bonds_of(crystal)
    return [
        site
        for site in range(len(bonds))
        if site not in metals
        and len(bonds[site]) >= _ARMS
        and not any(bond.end in metals for bond in bonds[site])
        and _arms(site, bonds, metals) >= _ARMS
    ]


def _arms(site: int, bonds: list[list[Bond]], metals: frozenset[int]) -> int:
    """How many parts of the linker without the site reach a metal."""
    seen: set[int] = {site}
    count = 0
    for first in {bond.end for bond in bonds[site]} - metals:
        if first in seen:
            continue
        waiting, reaches = [first], False
        seen.add(first)
        while waiting:
            for bond in bonds[waiting.pop()]:
                if bond.end in metals:
                    reaches = True
                elif bond.end not in seen:
                    seen.add(bond.end)
                    waiting.append(bond.end)
        count += reaches
    return count
