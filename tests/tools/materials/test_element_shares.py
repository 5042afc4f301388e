"""One element's part of a compound, against pymatgen and textbook values."""

from __future__ import annotations

import pytest
from pymatgen.core import Composition, Element

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials.element_shares import element_mass, element_oxidation_state, element_share
from scitoolagent.tools.materials.element_states import bond_polarity, element_with_number


@pytest.mark.parametrize(
    ("formula", "element"), [("CaCO3", "O"), ("Fe2O3", "iron"), ("CuSO4·5H2O", "H"), ("C6H12O6", "C")]
)
def test_shares_agree_with_pymatgen(formula: str, element: str) -> None:
    symbol = {"iron": "Fe"}.get(element, element)
    found = element_share(formula, element)
    composition = Composition("CuSO9H10" if "·" in formula else formula)
    # Both use IUPAC weights, pymatgen with more digits.
    assert found.mass_percent == pytest.approx(100 * composition.get_wt_fraction(symbol), rel=2e-4)
    assert found.atomic_percent == pytest.approx(100 * composition.get_atomic_fraction(symbol), rel=1e-12)
    assert found.atom_count == composition[symbol]


def test_iron_in_hematite() -> None:
    # Hematite is 69.94 % iron (Handbook of Mineralogy, Anthony et al.).
    assert element_mass(1000.0, "Fe2O3", "Fe") == pytest.approx(699.4, abs=0.1)


@pytest.mark.parametrize(
    ("formula", "element", "state"),
    # Textbook: permanganate +7, dichromate +6, phosphate +5, superoxides aside oxygen is -2.
    [("K2Cr2O7", "Cr", 6), ("KMnO4", "manganese", 7), ("Na3PO4", "P", 5), ("TiO2", "O", -2), ("MnO4^-", "Mn", 7)],
)
def test_oxidation_state_of_one_element(formula: str, element: str, state: float) -> None:
    assert element_oxidation_state(formula, element) == state


def test_an_element_that_is_not_there_is_refused() -> None:
    for call in (element_share, element_oxidation_state):
        with pytest.raises(ToolInputError, match="holds no Fe"):
            call("TiO2", "Fe")
    with pytest.raises(ToolInputError, match="impossible"):
        element_mass(0.0, "TiO2", "Ti")


def test_elements_by_number_and_pairs() -> None:
    assert element_with_number(26) == "Iron"
    assert element_with_number(118) == "Oganesson"
    with pytest.raises(ToolInputError, match="119"):
        element_with_number(119)
    # pymatgen keeps Pauling's values on its own.
    assert bond_polarity("H", "F") == bond_polarity("fluorine", "hydrogen")
    assert bond_polarity("H", "F") == pytest.approx(Element("F").X - Element("H").X, abs=0.011)
    with pytest.raises(ToolInputError, match="neon"):
        bond_polarity("Ne", "F")
