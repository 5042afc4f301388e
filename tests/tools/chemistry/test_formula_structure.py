"""Structures of formulas."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.formula_structure import formula_to_smiles


@pytest.mark.parametrize(("formula", "smiles"), [("CO2", "O=C=O"), ("NH3", "N"), ("CHCl3", "ClC(Cl)Cl")])
def test_a_formula_of_one_compound_has_its_structure(formula: str, smiles: str) -> None:
    assert formula_to_smiles(formula).smiles == smiles


@pytest.mark.parametrize("formula", ["C2H6O", "C6H12O6", "C9H8O4", "Xx2"])
def test_a_formula_of_several_compounds_or_of_none_has_no_structure(formula: str) -> None:
    with pytest.raises(ToolInputError):
        formula_to_smiles(formula)
