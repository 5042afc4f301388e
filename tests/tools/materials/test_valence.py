"""Oxidation states, electronegativity and electron counts against textbook values."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials import valence as tools


# Any inorganic textbook; magnetite is 2 Fe(III) and 1 Fe(II).
@pytest.mark.parametrize(
    ("formula", "states"),
    [
        ("Al2O3", {"Al": 3, "O": -2}),
        ("Fe3O4", {"Fe": 8 / 3, "O": -2}),
        ("KMnO4", {"K": 1, "Mn": 7, "O": -2}),
        ("MnO4^-", {"Mn": 7, "O": -2}),
        ("LiCoO2", {"Li": 1, "Co": 3, "O": -2}),
    ],
)
def test_oxidation_states(formula: str, states: dict[str, float]) -> None:
    assert tools.oxidation_states(formula) == pytest.approx(states)
    assert tools.charge_balanced(formula)


def test_a_formula_without_assignment_says_so() -> None:
    assert not tools.charge_balanced("NaCl2")
    with pytest.raises(ToolInputError, match="neutral"):
        tools.oxidation_states("NaCl2")
    for refused in ("Fe", "Fe31Mn29Cr17V90", "C16H19N3O4S", "CH2O", "Fe0.5^+"):
        with pytest.raises(ToolInputError):
            tools.oxidation_states(refused)


def test_means_over_different_places_are_refused() -> None:
    # Pyrite is Fe(II) with S2(2-), ammonium nitrate has N at -3 and at +5 (Greenwood and Earnshaw).
    assert tools.oxidation_states("FeS2") == {"Fe": 2.0, "S": -1.0}
    with pytest.raises(ToolInputError, match=r"-3 in NH4\^\+|\+5 in NO3\^-"):
        tools.oxidation_states("NH4NO3")
    assert tools.oxidation_states("Na2S2O3")["S"] == pytest.approx(2)


def test_valence_electrons_of_an_atom() -> None:
    # The periodic table: groups 15, 16, 17, 8 and helium.
    assert [tools.element_valence_electrons(one) for one in ("N", "oxygen", "Cl", "Fe", "He")] == [5, 6, 7, 8, 2]
    with pytest.raises(ToolInputError):
        tools.element_valence_electrons("Eu")


def test_electronegativity_on_the_pauling_scale() -> None:
    # Pauling: Na 0.93, Cl 3.16, H 2.20, O 3.44.
    assert tools.electronegativity_difference("NaCl") == pytest.approx(2.23)
    assert tools.mean_electronegativity("H2O") == pytest.approx((2 * 2.20 + 3.44) / 3)
    for refused in ("Fe", "He2O"):
        with pytest.raises(ToolInputError):
            tools.electronegativity_difference(refused)


# VEC of the alloys in Guo et al. 2011, doi:10.1063/1.3587228: CoCrFeMnNi 8.0, CoCrFeNi 8.25, AlCoCrFeNi 7.2.
@pytest.mark.parametrize(("alloy", "vec"), [("CoCrFeMnNi", 8.0), ("CoCrFeNi", 8.25), ("AlCoCrFeNi", 7.2)])
def test_valence_electron_concentration(alloy: str, vec: float) -> None:
    assert tools.valence_electron_concentration(alloy) == pytest.approx(vec)


def test_valence_electrons_count_the_charge() -> None:
    # Octets by hand: sulfate has 6 + 4 × 6 + 2 = 32, ammonium 5 + 4 - 1 = 8, helium 2.
    assert tools.valence_electron_count("SO4^2-") == 32
    assert tools.valence_electron_count("NH4+") == 8
    assert tools.valence_electron_count("He") == 2
    with pytest.raises(ToolInputError, match="f-block"):
        tools.valence_electron_count("CeO2")


# Rings plus double bonds counted in the structure: cyclohexane, toluene, adenine, chloroform, pyridine.
@pytest.mark.parametrize(("formula", "count"), [("C6H12", 1), ("C7H8", 4), ("C5H5N5", 6), ("CHCl3", 0), ("C5H5N", 4)])
def test_degree_of_unsaturation(formula: str, count: float) -> None:
    assert tools.degree_of_unsaturation(formula) == count


@pytest.mark.parametrize("refused", ["CH5", "CH6", "H2O", "FeC5H5", "C2H3O2-"])
def test_unsaturation_of_no_molecule_is_refused(refused: str) -> None:
    with pytest.raises(ToolInputError):
        tools.degree_of_unsaturation(refused)
