"""Graph indices, worked out by hand from their definitions."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry


def value(name: str, smiles: str) -> Any:
    return next(iter(call_tool(load_registry()[name], {"smiles": smiles}).values()))


ISOBUTANE = "CC(C)C"
S3, S2 = math.sqrt(3), math.sqrt(2)


@pytest.mark.parametrize(("name", "smiles", "expected"), [
    # Isobutane: δ = 1, 1, 1, 3. chi0 = 3 + 1/√3; chi1 = 3/√3; chi2: three paths of two bonds, each 1/√3; chi3: none.
    ("chi0v", ISOBUTANE, 3 + 1 / S3), ("chi0n", ISOBUTANE, 3 + 1 / S3), ("chi1v", ISOBUTANE, S3), ("chi1n", ISOBUTANE, S3),
    ("chi2v", ISOBUTANE, 3 / S3), ("chi3v", ISOBUTANE, 0.0),
    # n-Pentane: δ = 1, 2, 2, 2, 1. chi3: two paths of three bonds, 1/√(1·2·2·2); chi4: one, 1/√8.
    ("chi3v", "CCCCC", 2 / math.sqrt(8)), ("chi4v", "CCCCC", 1 / math.sqrt(8)), ("chi4n", "CCCCC", 1 / math.sqrt(8)),
    # 1-Propanol: δv = 1, 2, 2, 5 (O: 6 valence electrons less one H). chi0v and chi1v by their sums.
    ("chi0v", "CCCO", 1 + 2 / S2 + 1 / math.sqrt(5)), ("chi1v", "CCCO", 1 / S2 + 1 / 2 + 1 / math.sqrt(10)),
    # Chloroform: δv(Cl) = 7/9 (Kier & Hall: valence electrons over Z - Zv - 1 = 7/9), δn(Cl) = 7, δ(C) = 3.
    ("chi0v", "ClC(Cl)Cl", 3 * math.sqrt(9 / 7) + 1 / S3), ("chi0n", "ClC(Cl)Cl", 3 / math.sqrt(7) + 1 / S3),
    # Kappa of alkanes (alpha = 0): kappa1 = A(A-1)²/P1², kappa2 = (A-1)(A-2)²/P2², kappa3 for even A = (A-3)(A-2)²/P3².
    ("kappa1", "CCCC", 4 * 9 / 9), ("kappa2", ISOBUTANE, 3 * 4 / 9), ("kappa3", "CCCCCC", 3 * 16 / 9), ("hall_kier_alpha", "CCCC", 0.0),
    ("kier_flexibility", "CCCC", 4.0 * 3.0 / 4),
    # Hall & Kier 1991, table: alpha of O sp3 is -0.04.
    ("hall_kier_alpha", "CCO", -0.04),
    # Wiener 1947: 10 for butane, 9 for isobutane, 20 for pentane.
    ("wiener_index", "CCCC", 10), ("wiener_index", ISOBUTANE, 9), ("wiener_index", "CCCCC", 20),
    # Balaban 1982: J of isobutane is 2.3238; of butane 1.9747.
    ("balaban_j", ISOBUTANE, 2.3238), ("balaban_j", "CCCC", 1.9747),
])
def test_worked_out_by_hand(name: str, smiles: str, expected: float) -> None:
    # 2e-4: the published J values have four decimals.
    assert value(name, smiles) == pytest.approx(expected, abs=2e-4)


def test_each_index_looks_at_the_molecule_it_is_given() -> None:
    """The original computed all ten chi indices for ethanol."""
    for order in range(5):
        for letter in "nv":
            assert value(f"chi{order}{letter}", "CCCCCCN") != value(f"chi{order}{letter}", "CCO")


@pytest.mark.parametrize(("name", "smiles"), [("kappa1", "C"), ("kappa2", "CC"), ("kappa3", "CC(C)C"), ("balaban_j", "C"),
                                              ("wiener_index", "[Na+].[Cl-]"), ("bertz_complexity", "O")])
def test_an_undefined_index_is_refused(name: str, smiles: str) -> None:
    with pytest.raises(ToolInputError):
        value(name, smiles)
