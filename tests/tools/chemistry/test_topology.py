"""Graph indices, worked out by hand from their definitions."""

from __future__ import annotations

import math
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.chemistry import topology


def value(name: str, smiles: str) -> Any:
    return next(iter(call_tool(load_registry()[name], {"smiles": smiles}).values()))


ISOBUTANE = "CC(C)C"
S3, S2 = math.sqrt(3), math.sqrt(2)


@pytest.mark.parametrize(
    ("name", "smiles", "expected"),
    [
        # Isobutane: δ = 1, 1, 1, 3. chi0 = 3 + 1/√3; chi1 = 3/√3; chi2: three paths, each 1/√3; chi3: none.
        ("chi0v", ISOBUTANE, 3 + 1 / S3),
        ("chi0n", ISOBUTANE, 3 + 1 / S3),
        ("chi1v", ISOBUTANE, S3),
        ("chi1n", ISOBUTANE, S3),
        ("chi2v", ISOBUTANE, 3 / S3),
        ("chi3v", ISOBUTANE, 0.0),
        # n-Pentane: δ = 1, 2, 2, 2, 1. chi3: two paths of three bonds, 1/√(1·2·2·2); chi4: one, 1/√8.
        ("chi3v", "CCCCC", 2 / math.sqrt(8)),
        ("chi4v", "CCCCC", 1 / math.sqrt(8)),
        ("chi4n", "CCCCC", 1 / math.sqrt(8)),
        # 1-Propanol: δv = 1, 2, 2, 5 (O: 6 valence electrons less one H). chi0v and chi1v by their sums.
        ("chi0v", "CCCO", 1 + 2 / S2 + 1 / math.sqrt(5)),
        ("chi1v", "CCCO", 1 / S2 + 1 / 2 + 1 / math.sqrt(10)),
        # Chloroform: δv(Cl) = 7/9 (Kier & Hall: valence electrons over Z - Zv - 1 = 7/9), δn(Cl) = 7, δ(C) = 3.
        ("chi0v", "ClC(Cl)Cl", 3 * math.sqrt(9 / 7) + 1 / S3),
        ("chi0n", "ClC(Cl)Cl", 3 / math.sqrt(7) + 1 / S3),
        # Kappa of alkanes (alpha = 0): kappa1 = A(A-1)²/P1², kappa2 = (A-1)(A-2)²/P2²,
        # kappa3 for even A = (A-3)(A-2)²/P3².
        ("kappa1", "CCCC", 4 * 9 / 9),
        ("kappa2", ISOBUTANE, 3 * 4 / 9),
        ("kappa3", "CCCCCC", 3 * 16 / 9),
        ("hall_kier_alpha", "CCCC", 0.0),
        ("kier_flexibility", "CCCC", 4.0 * 3.0 / 4),
        # Hall & Kier 1991, table: alpha of O sp3 is -0.04.
        ("hall_kier_alpha", "CCO", -0.04),
        # Wiener 1947: 10 for butane, 9 for isobutane, 20 for pentane.
        ("wiener_index", "CCCC", 10),
        ("wiener_index", ISOBUTANE, 9),
        ("wiener_index", "CCCCC", 20),
        # Balaban 1982: J of isobutane is 2.3238; of butane 1.9747.
        ("balaban_j", ISOBUTANE, 2.3238),
        ("balaban_j", "CCCC", 1.9747),
    ],
)
def test_worked_out_by_hand(name: str, smiles: str, expected: float) -> None:
    # 2e-4: the published J values have four decimals.
    assert value(name, smiles) == pytest.approx(expected, abs=2e-4)


def test_each_index_looks_at_the_molecule_it_is_given() -> None:
    """The original computed all ten chi indices for ethanol."""
    for order in range(5):
        for letter in "nv":
            assert value(f"chi{order}{letter}", "CCCCCCN") != value(f"chi{order}{letter}", "CCO")


@pytest.mark.parametrize(
    ("name", "smiles"),
    [
        ("kappa1", "C"),
        ("kappa2", "CC"),
        ("kappa3", "CC(C)C"),
        ("balaban_j", "C"),
        ("wiener_index", "[Na+].[Cl-]"),
        ("bertz_complexity", "O"),
    ],
)
def test_an_undefined_index_is_refused(name: str, smiles: str) -> None:
    with pytest.raises(ToolInputError):
        value(name, smiles)


TOLUENE, PYRIDINE = "Cc1ccccc1", "c1ccncc1"


@pytest.mark.parametrize(
    ("name", "smiles", "expected"),
    [
        # Toluene: δv = 1 (CH3), 4 (C), 3 (five CH).
        ("chi0v", TOLUENE, 1 + 1 / 2 + 5 / math.sqrt(3)),
        ("chi1v", TOLUENE, 1 / 2 + 2 / math.sqrt(12) + 4 / 3),
        # Pyridine: δv(N) = 5; two C–N bonds, four C–C bonds.
        ("chi1v", PYRIDINE, 2 / math.sqrt(15) + 4 / 3),
        # Bromoethane: δv(Br) = 7/(35 - 7 - 1).
        ("chi1v", "CCBr", 1 / math.sqrt(2) + 1 / math.sqrt(2 * 7 / 27)),
        # Toluene: six aromatic carbons of alpha -0.13 (Hall & Kier 1991), A = 7, P1 = 7, P2 = 8, P3 = 8.
        ("hall_kier_alpha", TOLUENE, -0.78),
        ("kappa1", TOLUENE, 6.22 * 5.22**2 / 6.22**2),
        ("kappa2", TOLUENE, 5.22 * 4.22**2 / 7.22**2),
        ("kappa3", TOLUENE, 5.22 * 3.22**2 / 7.22**2),
        ("kier_flexibility", TOLUENE, (5.22**2 / 6.22) * (5.22 * 4.22**2 / 7.22**2) / 7),
        # Randić 1975, table: pentane 2.414, 2-methylbutane 2.270, 2,2-dimethylpropane 2.000.
        ("randic_index", "CCCCC", 2.4142),
        ("randic_index", "CCC(C)C", 2.2701),
        ("randic_index", "CC(C)(C)C", 2.0),
        # Degrees of isobutane are 3, 1, 1, 1.
        ("zagreb_first_index", ISOBUTANE, 9 + 3),
        ("zagreb_second_index", ISOBUTANE, 3 * 3),
        ("topological_diameter", "CCCCC", 4),
        ("topological_diameter", "C1CCCCC1", 3),
    ],
)
def test_more_worked_out_by_hand(name: str, smiles: str, expected: float) -> None:
    # 1e-4: the published values have three or four decimals.
    assert value(name, smiles) == pytest.approx(expected, abs=1e-4)


def test_a_label_is_no_vertex() -> None:
    """Deuterium stays in the parsed graph; the indices are those of the same compound without a label."""
    for spec in load_registry():
        if spec.function in topology.TOOLS:
            labelled = value(spec.name, "[2H]C([2H])([2H])CCC(O[2H])CC")
            assert labelled == pytest.approx(value(spec.name, "CCCC(O)CC"), abs=1e-12), spec.name


@pytest.mark.parametrize(
    ("name", "smiles"),
    [
        # δv of methane's carbon is 4 - 4, that of a borane's boron 3 - 3: one over its root is not defined.
        ("chi0v", "C"),
        ("chi0n", "C"),
        ("chi1v", "[BH3-][N+](C)(C)C"),
        # Without a path of two bonds RDKit goes on and gives -26 for water.
        ("kier_flexibility", "O"),
        ("kier_flexibility", "CF"),
        ("balaban_j", "[Na+].CC(=O)[O-]"),
        ("topological_diameter", "CC.CC"),
        ("chi1v", "*CC"),
        ("wiener_index", "[H][H]"),
    ],
)
def test_what_the_library_would_make_up_is_refused(name: str, smiles: str) -> None:
    with pytest.raises(ToolInputError):
        value(name, smiles)


# A part of a chain and the valence electrons of its atoms that are not in the chain; all graphs are trees.
PARTS = st.lists(st.sampled_from(["C", "N", "O", "C(C)", "C(F)", "S", "C(=O)", "N(C)", "C(C)(CO)"]), max_size=9)
VALENCE = {"C": 4, "N": 5, "O": 6, "F": 7, "S": 6}


@settings(max_examples=40, deadline=None)
@given(PARTS)
def test_against_paths_of_another_program(parts: list[str]) -> None:
    smiles = "CC" + "".join(parts) + "C"
    mol = Chem.MolFromSmiles(smiles)
    graph = networkx.Graph((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in mol.GetBonds())
    assert value("wiener_index", smiles) == networkx.wiener_index(graph)
    assert value("topological_diameter", smiles) == networkx.diameter(graph)
    delta = [VALENCE[atom.GetSymbol()] - atom.GetTotalNumHs() for atom in mol.GetAtoms()]
    rows = [2 if atom.GetSymbol() == "S" else 1 for atom in mol.GetAtoms()]
    # Sulfur: Z - Zv - 1 = 9.
    corrected = [value / 9 if row == 2 else value for value, row in zip(delta, rows, strict=True)]
    simple = dict(networkx.all_pairs_shortest_path(graph))
    for order in range(5):
        # In a tree there is one path between two atoms.
        paths = [path for a in simple for b, path in simple[a].items() if len(path) == order + 1 and a <= b]
        for letter, deltas in (("n", delta), ("v", corrected)):
            expected = sum(math.prod(deltas[atom] for atom in path) ** -0.5 for path in paths)
            assert value(f"chi{order}{letter}", smiles) == pytest.approx(expected, abs=1e-9)
