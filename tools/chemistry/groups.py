"""Functional groups of a molecule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._functional_groups import group_places
from scitoolagent.tools.chemistry._molecule import parse_smiles

FunctionalGroups = Annotated[
    dict[str, int],
    Semantic(
        "FunctionalGroups",
        parent="MolecularProperty",
        label="functional groups",
        also=("functional group", "functional moieties", "chemical groups"),
    ),
]
GroupAtoms = Annotated[
    dict[str, list[list[int]]],
    Semantic("FunctionalGroupAtoms", parent="AtomProperty", label="atoms of each functional group"),
]


@dataclass(frozen=True)
class Groups:
    """The groups that occur, and where; the keys of both are the same."""

    counts: FunctionalGroups
    atoms: GroupAtoms


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O"},
    also=("FuncGroups",),
)
def functional_groups(smiles: Smiles) -> Groups:
    """Find the functional groups of a molecule.

    Args:
        smiles: One molecule.
    Returns:
        Name and number of each group that occurs, and its atoms (from 0, in the order of the SMILES). A group that is
        part of a larger one is not named besides it: an ester is no ether and no ketone. Matches under one name that
        have most of their atoms in common count once: CF4 is one trifluoromethyl. Empty for a saturated
        hydrocarbon. Heterocycles are not named.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definitions after the IUPAC Gold Book, doi:10.1351/goldbook, as SMARTS patterns of this program.
    """
    found = group_places(parse_smiles(smiles))
    return Groups({name: len(places) for name, places in found.items()}, found)
