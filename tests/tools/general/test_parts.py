"""Parts of compounds: stoichiometric counts of general chemistry, with masses of the CRC Handbook."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._part_words import find_compound_parts, find_weighed_parts
from scitoolagent.tools.general.parts import (
    part_concentration,
    part_concentration_of_mass,
    part_in_solution,
    part_mass,
    part_molarity,
    part_of_amount,
    part_of_mass,
)
from scitoolagent.tools.materials._compound_parts import compound_part


# Molar masses of the CRC Handbook of Chemistry and Physics, 95th edition, section 4 (physical constants of inorganic
# compounds): CuSO4·5H2O 249.685, CaCO3 100.087, FeSO4 151.908, Na2SO4 142.043, caffeine 194.191; to their last digit.
@pytest.mark.parametrize(
    ("part", "moles"),
    [
        ("H2O in CuSO4·5H2O", 5 * 10 / 249.685),
        ("water in copper sulfate pentahydrate", 5 * 10 / 249.685),
        ("CO2 in CaCO3", 10 / 100.087),
        ("iron in FeSO4", 10 / 151.908),
        ("sulfate in Na2SO4", 10 / 142.043),
        ("nitrogen in caffeine", 4 * 10 / 194.191),
        ("copper sulfate in CuSO4·5H2O", 10 / 249.685),
        # Called by its name, an element that is all there is means its molecules; its symbol means atoms.
        ("oxygen in O2", 10 / 31.998),
        ("O in oxygen", 2 * 10 / 31.998),
    ],
)
def test_the_moles_of_a_part_are_those_of_the_compound_times_its_count(part: str, moles: float) -> None:
    assert part_of_mass(part, 10.0).amount == pytest.approx(moles, rel=1e-4)


# Counts by the formula as written; salts by name as PubChem draws their ions.
@pytest.mark.parametrize(
    ("part", "count"),
    [
        ("sulfate in Al2(SO4)3", 3),
        ("sulfate ions in ammonium sulfate", 1),
        ("sulfate in KAl(SO4)2·12H2O", 2),
        ("SO4^2- in [Cu(NH3)4]SO4", 1),
        ("NO3- in NH4NO3", 1),
        ("ammonium in (NH4)2SO4", 2),
        ("N in NH4NO3", 2),
        ("phosphate in Ca3(PO4)2", 2),
        ("Cl- in FeCl3·6H2O", 3),
        ("acetate in Ca(CH3COO)2", 2),
        ("OH- in Ba(OH)2", 2),
        ("Ca^2+ in Ca3(PO4)2", 3),
        ("Fe3+ in FeCl3", 1),
        ("oxide in Al2O3", 3),
        ("water in magnesium sulfate heptahydrate", 7),
        ("metformin in metformin hydrochloride", 1),
        ("CO2 in NaHCO3", 1),
        ("hydrogen in H2", 1),
        ("hydrogen atoms in H2", 2),
    ],
)
def test_a_part_is_counted(part: str, count: float) -> None:
    assert compound_part(part).count == count


@pytest.mark.parametrize(
    "part",
    [
        "glucose in sucrose",
        "glucose in fructose",
        "sulfate in NaHSO4",
        "sulfate in Na2S2O3",
        "chloride in KClO3",
        "chloride in CCl4",
        "bromide in bromobenzene",
        "sulfide in FeS2",
        "Fe2+ in FeCl3",
        "water in CuSO4",
        "water in ethanol",
        "oxygen molecules in KClO3",
        "oxide in CuSO4",
        "Na2SO4",
    ],
)
def test_what_a_compound_does_not_hold_for_certain_is_refused(part: str) -> None:
    with pytest.raises(ToolInputError):
        compound_part(part)


def test_masses_numbers_and_concentrations_follow_from_the_count() -> None:
    # 36.1 % of water in CuSO4·5H2O (Merck Index).
    assert part_mass("H2O in CuSO4·5H2O", 100.0).mass == pytest.approx(36.1, abs=0.05)
    # Two moles of atoms of oxygen in one of CO2; the Avogadro constant of the SI.
    assert part_of_amount("O in CO2", 0.5).number == pytest.approx(6.02214076e23)
    assert part_molarity("Na+ in NaCl", 58.44, 500.0).concentration == pytest.approx(2.0, rel=1e-4)
    assert part_concentration("chloride in MgCl2", 0.1).concentration == pytest.approx(0.2)
    assert part_concentration_of_mass("calcium in CaCl2", 110.98).concentration == pytest.approx(1.0, rel=1e-4)
    assert part_in_solution("sulfate in Al2(SO4)3", 0.1, 250.0).amount == pytest.approx(0.075)
    assert part_of_mass("sulfate in Na2SO4", 10.0).counted == "1 SO4^2- per formula unit of Na2SO4"


@pytest.mark.parametrize("value", [0.0, -1.0, float("inf")])
def test_impossible_amounts_are_refused(value: float) -> None:
    with pytest.raises(ToolInputError):
        part_of_mass("sulfate in Na2SO4", value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("How many moles of H2O are in 10 g of CuSO4·5H2O?", ["H2O in CuSO4·5H2O"]),
        ("the molarity of chloride in 10 g MgCl2 in 1 L", ["chloride in MgCl2"]),
        ("10 g of Na2SO4 contain how many moles of sulfate?", ["sulfate in Na2SO4"]),
        ("moles of sodium ions in 2 L of 0.1 M Na2SO4", ["sodium ions in Na2SO4"]),
        # Words between them that say more, reactions, and the substance itself.
        ("moles of HCl that neutralise 10 g of CaCO3", []),
        ("How many moles of CO2 form from 10 g of CaCO3?", []),
        ("moles of NaCl in 10 g of NaCl", []),
        ("moles of Na2SO4 in 10 g", []),
        ("moles of sulfate in 10 g Na2SO4 and 5 g K2SO4", []),
    ],
)
def test_parts_are_found_beside_the_one_compound_that_is_measured(text: str, found: list[str]) -> None:
    assert [value for _, _, value in find_compound_parts(text)] == found


def test_a_mass_is_asked_of_a_part_with_its_words() -> None:
    text = "How many grams of water are in 12 g of CuSO4·5H2O?"
    assert list(find_weighed_parts(text)) == [(9, 23, "water in CuSO4·5H2O")]
    assert list(find_compound_parts(text)) == []
    # An element that is counted in grams is asked of its own tool.
    assert list(find_weighed_parts("How many grams of iron are in 2 kg of Fe2O3?")) == []
    assert [value for _, _, value in find_weighed_parts("grams of iron in 2 kg Fe2O3")] == ["iron in Fe2O3"]
