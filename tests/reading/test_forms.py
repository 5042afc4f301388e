"""What a run of capitals and halogens is: the SMILES of a chain, or a formula."""

from __future__ import annotations

import pytest

from scitoolagent.reading.notation import guess_type


@pytest.mark.parametrize("chain", ["CCCl", "BrCCO", "ClCCl", "CCl", "CBr", "BrC", "ClCCSC", "ClCCBr", "CCBr"])
def test_chains_with_halogens_are_smiles(chain: str) -> None:
    assert guess_type(chain) == "Smiles"


@pytest.mark.parametrize("formula", ["NOCl", "BrCN", "ClCN", "CoCl2", "CCl4", "C2H5Cl", "BrCl", "SiC", "CH3Cl", "NaCl"])
def test_formulas_stay_formulas(formula: str) -> None:
    assert guess_type(formula) == "MolecularFormula"
