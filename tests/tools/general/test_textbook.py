"""Textbook laws: decay, kinetics, electrochemistry, absorbance, van der Waals, standard reaction data."""

from __future__ import annotations

import math

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.real_gases import van_der_waals_constants, van_der_waals_pressure
from scitoolagent.tools.chemistry.thermochemistry import (
    equilibrium_constant,
    formation_enthalpy,
    gas_formation_enthalpy,
    gibbs_energy_of_constant,
    reaction_enthalpy,
    reaction_equilibrium_constant,
    reaction_gibbs_energy,
    standard_entropy,
)
from scitoolagent.tools.general.absorbance import absorbing_concentration, solution_absorbance
from scitoolagent.tools.general.decay import (
    arrhenius_rate,
    decay_constant,
    find_nuclides,
    nuclide_half_life,
    reaction_half_life,
    remaining_share,
)
from scitoolagent.tools.general.electrochemistry import nernst_potential
from scitoolagent.tools.general.gases import ideal_gas_pressure

DAY, YEAR = 86400.0, 365.25 * 86400


@pytest.mark.parametrize(
    ("nuclide", "seconds", "within"),
    [
        # Kondev et al. 2021, NUBASE2020, doi:10.1088/1674-1137/abddae; the units from ns to 10^19 years.
        ("carbon-14", 5700 * YEAR, 1e-2),
        ("C-14", 5700 * YEAR, 1e-2),
        ("14C", 5700 * YEAR, 1e-2),
        ("iodine-131", 8.0249 * DAY, 1e-4),
        ("U-238", 4.463e9 * YEAR, 5e-3),
        ("Po-212", 294.4e-9, 2e-2),
        ("bismuth-209", 20.1e18 * YEAR, 5e-2),
        ("F-18", 109.734 * 60, 1e-3),
    ],
)
def test_half_lives(nuclide: str, seconds: float, within: float) -> None:
    assert nuclide_half_life(nuclide).nuclide_half_life == pytest.approx(seconds, rel=within)


@pytest.mark.parametrize(
    ("nuclide", "why"),
    [
        ("carbon-12", "stable"),
        ("Ag-110m", "isomer"),
        ("carbon-999", "not in the table"),
        ("foo-3", "no element"),
        ("14", "no nuclide"),
    ],
)
def test_what_has_no_half_life_here(nuclide: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        nuclide_half_life(nuclide)


def test_nuclides_in_a_text() -> None:
    assert [value for *_, value in find_nuclides("How old is carbon-14, or Iodine-131?")] == ["C-14", "I-131"]
    # A vitamin, a cell line, an amount, a number of the periodic table that no nuclide has.
    assert not list(find_nuclides("vitamin B-12, U-87 cells, carbon 12 g, lead-999, omega-3 acids, IL-6"))
    assert not list(find_nuclides("x" * 5000 + " carbon-14"))


def test_first_order() -> None:
    assert remaining_share(8.0, 24.0) == pytest.approx(12.5)
    assert remaining_share(8.0, 0.0) == 100.0
    assert decay_constant(reaction_half_life(0.02)) == pytest.approx(0.02)
    # Atkins, Physical Chemistry: ln k is linear in 1/T; a factor of two for 52.9 kJ/mol near room temperature.
    ratio = arrhenius_rate(1e13, 52.9, 35.0) / arrhenius_rate(1e13, 52.9, 25.0)
    assert ratio == pytest.approx(2.0, rel=1e-2)
    for wrong in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ToolInputError):
            remaining_share(wrong, 1.0)
        with pytest.raises(ToolInputError):
            decay_constant(wrong)
        with pytest.raises(ToolInputError):
            reaction_half_life(wrong)
        with pytest.raises(ToolInputError):
            arrhenius_rate(wrong, 50.0, 25.0)
    with pytest.raises(ToolInputError):
        remaining_share(1.0, -1.0)


def test_nernst() -> None:
    # 59.16 mV for each power of ten and electron at 25 °C.
    assert nernst_potential(0.0, 1, 10.0) == pytest.approx(-0.05916, abs=1e-5)
    assert nernst_potential(0.34, 2, 1.0) == 0.34
    for electrons, quotient, celsius in ((0, 1.0, 25.0), (1, 0.0, 25.0), (1, -1.0, 25.0), (1, 1.0, -300.0)):
        with pytest.raises(ToolInputError):
            nernst_potential(0.34, electrons, quotient, celsius)


def test_beer_lambert() -> None:
    # NADH at 340 nm: 6220 L/(mol cm) (Horecker & Kornberg 1948).
    assert solution_absorbance(6220.0, 1e-4) == pytest.approx(0.622)
    assert absorbing_concentration(0.622, 6220.0) == pytest.approx(1e-4)
    assert absorbing_concentration(0.311, 6220.0, 0.5) == pytest.approx(1e-4)
    with pytest.raises(ToolInputError):
        absorbing_concentration(0.0, 6220.0)


@pytest.mark.parametrize(
    ("smiles", "a", "b"),
    # CRC Handbook, van der Waals constants for gases, in bar L²/mol² and L/mol.
    [("O=C=O", 3.658, 0.0429), ("N#N", 1.370, 0.0387), ("C", 2.303, 0.0431), ("N", 4.225, 0.0371)],
)
def test_van_der_waals_constants(smiles: str, a: float, b: float) -> None:
    found = van_der_waals_constants(smiles)
    assert found.van_der_waals_a == pytest.approx(a, rel=2e-2)
    assert found.van_der_waals_b == pytest.approx(b, rel=2e-2)


def test_van_der_waals_pressure() -> None:
    # A thin gas is nearly ideal, a dense one is not.
    assert van_der_waals_pressure("N#N", 1.0, 25.0, 1000.0).van_der_waals_pressure == pytest.approx(
        ideal_gas_pressure(1.0, 25.0, 1000.0), rel=1e-3
    )
    # Atkins: p = RT/(V - b) - a/V² with 1 mol CO2 in 1 L at 50 °C, worked out by hand from the constants above.
    expected = (0.0831446 * 323.15 / (1 - 0.0429) - 3.658) / 1.01325
    assert van_der_waals_pressure("O=C=O", 1.0, 50.0, 1.0).van_der_waals_pressure == pytest.approx(expected, rel=2e-3)
    with pytest.raises(ToolInputError, match="take up"):
        van_der_waals_pressure("O=C=O", 1.0, 50.0, 0.04)
    with pytest.raises(ToolInputError, match="condense"):
        van_der_waals_pressure("O=C=O", 1.0, 0.0, 0.15)
    with pytest.raises(ToolInputError, match="in the tables"):
        van_der_waals_constants("[Na+].[Cl-]")


@pytest.mark.parametrize(
    ("reaction", "enthalpy", "gibbs"),
    # Atkins & de Paula, Physical Chemistry, tables of chapter 2 and 3, in kJ/mol.
    [
        ("CH4 + O2 -> CO2 + H2O", -890.0, -818.0),
        ("CH4 + O2 -> CO2 + H2O(g)", -802.0, -801.0),
        ("N2 + H2 -> NH3", -92.2, -32.9),
        ("ethanol + O2 -> CO2 + H2O", -1367.0, -1325.0),
        ("CaCO3 -> CaO + CO2", 178.3, 130.4),
        ("O3 -> O2", -285.4, -326.4),
        ("H2 + I2(g) -> HI", -9.5, -15.9),
    ],
)
def test_reactions(reaction: str, enthalpy: float, gibbs: float) -> None:
    assert reaction_enthalpy(reaction).reaction_enthalpy == pytest.approx(enthalpy, abs=1.2)
    assert reaction_gibbs_energy(reaction).reaction_gibbs_energy == pytest.approx(gibbs, abs=1.2)


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        ("C2H6O + O2 -> CO2 + H2O", "stands for 2 compounds"),
        ("C6H12O6 + O2 -> CO2 + H2O", "stands for"),
        ("Na+ + Cl- -> NaCl", "ion"),
        ("NaCl(aq) + AgNO3(aq) -> AgCl + NaNO3(aq)", "dissolved"),
        ("CH4 + O2 -> CO2", "balance"),
    ],
)
def test_reactions_that_are_not_answered(reaction: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        reaction_enthalpy(reaction)


def test_the_state_is_told_and_decides() -> None:
    assert "water(l)" in reaction_enthalpy("H2 + O2 -> H2O").fact_note
    assert "water(g)" in reaction_enthalpy("H2 + O2 -> H2O(g)").fact_note
    # CODATA key values (Cox, Wagman & Medvedev 1989).
    assert formation_enthalpy("O").formation_enthalpy == pytest.approx(-285.83, abs=0.05)
    assert gas_formation_enthalpy("O").gas_formation_enthalpy == pytest.approx(-241.826, abs=0.05)
    assert standard_entropy("O=C=O").standard_entropy == pytest.approx(213.785, abs=0.05)
    # A gas that is liquid at 25 °C is not a solid.
    with pytest.raises(ToolInputError, match="no standard enthalpy"):
        formation_enthalpy("CC(C)(C)c1ccccc1C(C)(C)C")


def test_constants_of_equilibrium() -> None:
    assert equilibrium_constant(0.0) == 1.0
    assert gibbs_energy_of_constant(equilibrium_constant(-20.0, 40.0), 40.0) == pytest.approx(-20.0)
    # Atkins: K of the synthesis of ammonia at 298 K is 6e5.
    assert reaction_equilibrium_constant("N2 + H2 -> NH3").reaction_constant == pytest.approx(6e5, rel=0.1)
    for wrong in (0.0, -1.0, math.nan):
        with pytest.raises(ToolInputError):
            gibbs_energy_of_constant(wrong)
    with pytest.raises(ToolInputError, match="no number here"):
        equilibrium_constant(-1e6)
    with pytest.raises(ToolInputError, match="absolute zero"):
        equilibrium_constant(1.0, -273.15)
