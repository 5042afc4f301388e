"""Balanced equations conserve atoms and charge."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._formula import parse_formula
from scitoolagent.tools.materials.reaction import balance_equation


# Textbook coefficients; the permanganate and dichromate titrations are the classic redox exercises.
@pytest.mark.parametrize(
    ("reaction", "numbers"),
    [
        ("C3H8 + O2 -> CO2 + H2O", [1, 5, 3, 4]),
        ("Fe + O2 = Fe2O3", [4, 3, 2]),
        ("H2+O2→H2O", [2, 1, 2]),
        ("KMnO4 + HCl -> KCl + MnCl2 + H2O + Cl2", [2, 16, 2, 2, 8, 5]),
        ("MnO4^- + Fe^2+ + H+ -> Mn^2+ + Fe^3+ + H2O", [1, 5, 8, 1, 5, 4]),
        ("Cr2O7^2- + H+ + e- -> Cr^3+ + H2O", [1, 14, 6, 2, 7]),
        ("Ca(OH)2 (aq) + H3PO4 (aq) -> Ca3(PO4)2 (s) + H2O (l)", [3, 2, 1, 6]),
        ("3 Al + 9 HCl -> AlCl3 + H2", [2, 6, 2, 3]),
    ],
)
def test_textbook_equations(reaction: str, numbers: list[int]) -> None:
    assert balance_equation(reaction).stoichiometric_coefficients == numbers


def test_equation_is_written_with_its_coefficients() -> None:
    assert balance_equation("Fe + O2 -> Fe2O3").balanced_equation == "4 Fe + 3 O2 -> 2 Fe2O3"


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        ("Na + Cl2 -> KCl", "cannot be balanced"),
        ("Fe^2+ -> Fe^3+", "cannot be balanced"),
        ("H2 + O2 + Cl2 -> H2O + HCl", "independent reactions"),
        ("H2O + O2 -> H2 + O2", "twice|other side"),
        ("H2 + N2 + NaCl -> NH3", "left out"),
        ("H2 + H2O -> O2", "other side"),
        ("H2 + O2", "arrow"),
        ("H2 -> O2 -> H2O", "arrow"),
        ("-> H2O", "species"),
        ("Xx + O2 -> XxO", "no element"),
        ("H2 + O2 -> H2O" * 1000, "characters"),
    ],
)
def test_what_cannot_be_balanced_says_why(reaction: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        balance_equation(reaction)


@given(st.integers(1, 12), st.integers(1, 26), st.integers(0, 6))
def test_combustion_conserves_atoms_and_agrees_with_pymatgen(carbon: int, hydrogen: int, oxygen: int) -> None:
    fuel = f"C{carbon}H{hydrogen}" + (f"O{oxygen}" if oxygen else "")
    demand = 4 * carbon + hydrogen - 2 * oxygen
    if demand <= 0:
        with pytest.raises(ToolInputError):
            balance_equation(f"{fuel} + O2 -> CO2 + H2O")
        return
    numbers = balance_equation(f"{fuel} + O2 -> CO2 + H2O").stoichiometric_coefficients
    sides = [parse_formula(text).counts for text in (fuel, "O2", "CO2", "H2O")]
    for symbol in "CHO":
        left = sum(n * side.get(symbol, 0) for n, side in zip(numbers[:2], sides[:2], strict=True))
        assert left == sum(n * side.get(symbol, 0) for n, side in zip(numbers[2:], sides[2:], strict=True))
    # By hand: 4 C + H - 2 O electrons pairs over 4 O2.
    assert numbers[1] * 4 == numbers[0] * demand


def test_pymatgen_balances_the_same() -> None:
    """Another program, by least squares instead of exact fractions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pymatgen.analysis.reaction_calculator import Reaction
        from pymatgen.core.composition import Composition

        other = Reaction([Composition("KMnO4"), Composition("HCl")],
                         [Composition(text) for text in ("KCl", "MnCl2", "H2O", "Cl2")])  # fmt: skip
    numbers = balance_equation("KMnO4 + HCl -> KCl + MnCl2 + H2O + Cl2").stoichiometric_coefficients
    scale = numbers[0] / abs(other.get_coeff(Composition("KMnO4")))
    assert scale * abs(other.get_coeff(Composition("H2O"))) == pytest.approx(numbers[4])
