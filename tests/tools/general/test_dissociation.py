"""pKa from the table, and pH of solutions against worked examples."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general.dissociation import _table, named_solution_ph, tabulated_pka


def test_the_table_reads_and_its_values_rise() -> None:
    assert len(_table()) > 40
    for row in _table().values():
        assert list(row.values) == sorted(row.values)
        assert row.kind in ("acid", "base", "both")


def test_pka_of_acids_and_bases_say_what_they_are_of() -> None:
    assert tabulated_pka("OC(C)=O").pka == [4.756]
    assert "conjugate acid" in tabulated_pka("N").pka_note
    assert tabulated_pka("C[C@H](O)C(=O)O").pka == [3.86]
    with pytest.raises(ToolInputError, match="not among"):
        tabulated_pka("CCO")


# Atkins, Jones: Chemical Principles, 5th ed.: 0.10 M CH3COOH 2.88, 0.10 M NH3 11.13 (pKb 4.75), 0.10 M H3PO4 1.6; HCl 1.0.
@pytest.mark.parametrize(
    ("smiles", "concentration", "ph"),
    [
        ("CC(=O)O", 0.1, 2.88),
        ("N", 0.1, 11.12),
        ("OP(=O)(O)O", 0.1, 1.62),
        ("Cl", 0.1, 1.0),
        ("[Na+].[OH-]", 0.01, 12.0),
    ],
)
def test_ph_of_solutions(smiles: str, concentration: float, ph: float) -> None:
    assert named_solution_ph(smiles, concentration).ph == pytest.approx(ph, abs=0.02)


@pytest.mark.parametrize(
    ("smiles", "reason"), [("CCO", "give its pKa"), ("NCC(=O)O", "isoelectric"), ("C1CC", "valid")]
)
def test_what_has_no_pka_here_is_refused(smiles: str, reason: str) -> None:
    with pytest.raises(ToolInputError, match=reason):
        named_solution_ph(smiles, 0.1)
