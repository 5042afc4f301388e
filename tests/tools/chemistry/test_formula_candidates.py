"""Formulas that fit a mass."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.formula_candidates import find_element_lists, formula_candidates
from scitoolagent.tools.materials.formula import formula_monoisotopic_mass


def test_glucose_and_caffeine() -> None:
    # PubChem: C6H12O6, 180.06339 Da; C8H10N4O2, 194.08038 Da.
    assert formula_candidates(180.06339, 3.0, "C H O")[0].startswith("C6H12O6 ")
    assert formula_candidates(194.08038, 1.0)[0].startswith("C8H10N4O2 ")


def test_every_formula_has_the_mass() -> None:
    found = formula_candidates(300.1, 20.0, "C H N O S")
    assert len(found) > 20 and len(found) == len(set(found))
    for one in found:
        assert formula_monoisotopic_mass(one.split()[0]) == pytest.approx(300.1, rel=20.5e-6)


def test_all_formulas_are_found() -> None:
    # All CcHhOo by three loops.
    wanted = {
        (c, h, o)
        for c in range(20) for h in range(60) for o in range(15)
        if abs(c * 12 + h * 1.00782503223 + o * 15.99491461957 - 200.0) <= 200 * 100e-6 and 2 * c + 2 >= h and h % 2 == 0
    }  # fmt: skip
    try:
        assert len(formula_candidates(200.0, 100.0, "C H O")) == len(wanted)
    except ToolInputError:
        assert not wanted


@pytest.mark.parametrize(
    ("mass", "tolerance", "elements"),
    [
        (1.0, 5.0, "C H"), (1001.0, 5.0, "C H"), (float("nan"), 5.0, "C H"), (180.0, 0.0, "C H"), (180.0, 101.0, "C H"),
        (180.0634, 5.0, "C H U"), (180.5, 1.0, "C H O"), (999.5, 5.0, "C H N O P S F Cl Br I Si"),
    ],
)  # fmt: skip
def test_what_has_no_formula(mass: float, tolerance: float, elements: str) -> None:
    with pytest.raises(ToolInputError):
        formula_candidates(mass, tolerance, elements)


def test_elements_of_a_text() -> None:
    assert [value for *_, value in find_element_lists("Formulas with C, H, N and O?")] == ["C H N O"]
    # Elements of another question stay elements.
    assert not list(find_element_lists("the electronegativity difference of Ti and O"))
    assert not list(find_element_lists("formulas: Is A and Xx an element, or C and C?"))
