"""Matrices of the graph against their definitions, by an own breadth-first search."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.matrices import molecular_adjacency_matrix, topological_distance_matrix
from scitoolagent.tools.chemistry.topology import TOOLS

PARTS = st.lists(st.sampled_from(["C", "N", "C(=O)", "C1CC1", "c1ccoc1", "C(C)(C)"]), min_size=1, max_size=6)
WIENER = next(tool for tool in TOOLS if tool.__name__ == "wiener_index")


def steps_from(start: int, rows: list[list[int]]) -> list[int]:
    found, queue = {start: 0}, [start]
    for here in queue:
        for there, bonded in enumerate(rows[here]):
            if bonded and there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return [found[index] for index in range(len(rows))]


def test_small_molecules_by_hand() -> None:
    assert molecular_adjacency_matrix("CC(=S)N") == [[0, 1, 0, 0], [1, 0, 1, 1], [0, 1, 0, 0], [0, 1, 0, 0]]
    assert topological_distance_matrix("CC(=S)N") == [[0, 1, 2, 2], [1, 0, 1, 1], [2, 1, 0, 2], [2, 1, 2, 0]]
    assert topological_distance_matrix("C1CCC1") == [[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]]
    assert molecular_adjacency_matrix("C") == [[0]]


@settings(max_examples=40, deadline=None)
@given(PARTS)
def test_distances_are_shortest_paths(parts: list[str]) -> None:
    smiles = "CC" + "".join(parts) + "C"
    mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        return
    rows, far = molecular_adjacency_matrix(smiles), topological_distance_matrix(smiles)
    assert sum(map(sum, rows)) == 2 * mol.GetNumBonds()
    assert rows == [list(column) for column in zip(*rows, strict=True)]
    assert far == [steps_from(start, rows) for start in range(len(rows))]
    assert sum(map(sum, far)) == 2 * WIENER(smiles)


def test_fragments() -> None:
    assert molecular_adjacency_matrix("[Na+].[Cl-]") == [[0, 0], [0, 0]]
    with pytest.raises(ToolInputError, match="fragment"):
        topological_distance_matrix("[Na+].[Cl-]")


@pytest.mark.parametrize("text", ["", "xyz", "C(" * 50_000])
def test_bad_input(text: str) -> None:
    for tool in (molecular_adjacency_matrix, topological_distance_matrix):
        with pytest.raises(ToolInputError):
            tool(text)
