"""Formulas from elemental analyses, equations of combustion, and planes of a cubic cell."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._edit_words import find_planes
from scitoolagent.tools.materials._percentage_words import find_percentages
from scitoolagent.tools.materials.combustion import combustion_equation
from scitoolagent.tools.materials.formula_of_percentages import (
    formula_of_percentages,
    molecular_formula_of_percentages,
)
from scitoolagent.tools.materials.lattice_planes import cubic_plane_spacing


@pytest.mark.parametrize(
    ("percentages", "formula"),
    [
        # Percentages of PubChem's molar masses: glucose, caffeine, aspirin, iron(III) oxide, polyethylene.
        ("40.0 C, 6.7 H, 53.3 O", "CH2O"),
        ("49.48 C, 5.19 H, 28.85 N, 16.48 O", "C4H5N2O"),
        ("60.00 C, 4.48 H, 35.52 O", "C9H8O4"),
        ("69.94 Fe, 30.06 O", "Fe2O3"),
        ("85.63 C, 14.37 H", "CH2"),
    ],
)
def test_the_simplest_formula(percentages: str, formula: str) -> None:
    assert formula_of_percentages(percentages).formula == formula


def test_the_molar_mass_tells_the_multiple() -> None:
    assert molecular_formula_of_percentages("40.0 C, 6.7 H, 53.3 O", 180.16).formula == "C6H12O6"
    assert molecular_formula_of_percentages("49.48 C, 5.19 H, 28.85 N, 16.48 O", 194.19).formula == "C8H10N4O2"
    with pytest.raises(ToolInputError, match="no multiple"):
        molecular_formula_of_percentages("40.0 C, 6.7 H, 53.3 O", 200.0)


@pytest.mark.parametrize(
    "percentages",
    ["40.0 C, 6.7 H", "40.0 C, 60.0 C", "100.0 C", "C 40, H 60", "", "40.0 C, 6.7 H, 53.3 Xx", "-40 C, 140 H"],
)
def test_what_is_no_whole_composition_is_refused(percentages: str) -> None:
    with pytest.raises(ToolInputError):
        formula_of_percentages(percentages)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a compound with 40.0 % C, 6.7 % H and 53.3 % O?", "40.0 % C, 6.7 % H, 53.3 % O"),
        ("of 85.6% carbon and 14.4% hydrogen", "85.6 % C, 14.4 % H"),
        ("carbon: 40 %, hydrogen: 6.7 %, oxygen: 53.3 %", "40 % C, 6.7 % H, 53.3 % O"),
        ("C 40.0%, H 6.7%, O 53.3%", "40.0 % C, 6.7 % H, 53.3 % O"),
    ],
)
def test_percentages_are_found_as_people_write_them(text: str, value: str) -> None:
    assert [found for _, _, found in find_percentages(text)] == [value]


@pytest.mark.parametrize("text", ["5 % ethanol and 10 % glycerol", "40 % C", "what share of carbon is in CO2"])
def test_other_percentages_are_none_of_elements(text: str) -> None:
    assert list(find_percentages(text)) == []


@pytest.mark.parametrize(
    ("formula", "equation"),
    [
        ("C3H8", "C3H8 + 5 O2 -> 3 CO2 + 4 H2O"),
        ("C2H6O", "C2H6O + 3 O2 -> 2 CO2 + 3 H2O"),
        # Balanced by hand.
        ("C5H5N", "4 C5H5N + 25 O2 -> 20 CO2 + 10 H2O + 2 N2"),
        ("H2S", "2 H2S + 3 O2 -> 2 H2O + 2 SO2"),
        ("C", "C + O2 -> CO2"),
    ],
)
def test_complete_combustion(formula: str, equation: str) -> None:
    assert combustion_equation(formula).equation == equation


@pytest.mark.parametrize("formula", ["CO2", "H2O", "CCl4", "N2", "NaCl", "NH4^+", "nonsense"])
def test_what_does_not_burn_or_is_not_known_to_is_refused(formula: str) -> None:
    with pytest.raises(ToolInputError):
        combustion_equation(formula)


@pytest.mark.parametrize(
    ("edge", "indices", "spacing"),
    [
        # JCPDS 4-0787, aluminium: a = 4.0494 Å, d(111) = 2.338, d(200) = 2.024, d(220) = 1.431 Å.
        (4.0494, "1 1 1", 2.338),
        (4.0494, "2 0 0", 2.024),
        (4.0494, "2 -2 0", 1.431),
    ],
)
def test_planes_of_aluminium(edge: float, indices: str, spacing: float) -> None:
    assert cubic_plane_spacing(edge, indices) == pytest.approx(spacing, abs=1e-3)


@pytest.mark.parametrize(("edge", "indices"), [(0.0, "1 1 1"), (4.0, "0 0 0"), (4.0, "1 1"), (4.0, "a b c")])
def test_what_is_no_cell_or_plane_is_refused(edge: float, indices: str) -> None:
    with pytest.raises(ToolInputError):
        cubic_plane_spacing(edge, indices)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the (111) plane", "1 1 1"),
        ("d-spacing of the (1 -1 0) planes", "1 -1 0"),
        ("the 2 0 0 reflection", "2 0 0"),
        ("hkl = 311", "3 1 1"),
    ],
)
def test_indices_are_found_where_planes_are_spoken_of(text: str, value: str) -> None:
    assert [found for _, _, found in find_planes(text)] == [value]


@pytest.mark.parametrize("text", ["dilute 111 mL to 200 mL (111)", "the Bragg angle for a plane spacing of 282 pm"])
def test_numbers_elsewhere_are_no_planes(text: str) -> None:
    assert list(find_planes(text)) == []
