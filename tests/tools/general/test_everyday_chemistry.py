"""Figures of the bench that nobody should have to look up: decay of a nuclide, Gibbs energy, buffers, per cent."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._weighed_words import find_weighed
from scitoolagent.tools.general.decay_amounts import nuclide_mass_left, nuclide_share_left
from scitoolagent.tools.general.dissociation import named_buffer_ph
from scitoolagent.tools.general.percent_solutions import mass_for_percent_solution
from scitoolagent.tools.general.spontaneity import crossover_temperature, gibbs_energy_change

DAY = 86400.0


def test_iodine_after_three_half_lives() -> None:
    # Half-life of 8.0252 d: National Nuclear Data Center, I-131.
    assert nuclide_mass_left("iodine-131", 10.0, 24 * DAY).mass == pytest.approx(10 * 2 ** (-24 / 8.0252), rel=2e-3)
    assert nuclide_share_left("iodine-131", 0.0).share == 100
    assert "8.02" in nuclide_share_left("I-131", DAY).half_life_note


@pytest.mark.parametrize(
    ("nuclide", "mass"), [("carbon-12", 1.0), ("C-14", 0.0), ("C-14", -1.0), ("unobtainium-1", 1.0)]
)
def test_what_does_not_decay_or_has_no_mass_is_refused(nuclide: str, mass: float) -> None:
    with pytest.raises(ToolInputError):
        nuclide_mass_left(nuclide, mass, DAY)


def test_gibbs_energy_of_the_synthesis_of_ammonia() -> None:
    # Atkins, Physical Chemistry: 2 NH3 from N2 and 3 H2, -92.22 kJ/mol and -198.75 J/(mol K) give -32.90 kJ/mol at 298 K.
    assert gibbs_energy_change(-92.22, -198.75, 25.0) == pytest.approx(-32.96, abs=0.01)


def test_limestone_decomposes_above_838_degrees() -> None:
    # CaCO3 -> CaO + CO2 with 178.3 kJ/mol and 160.5 J/(mol K): 1111 K in textbooks.
    assert crossover_temperature(178.3, 160.5) == pytest.approx(1110.9 - 273.15, abs=0.1)


@pytest.mark.parametrize(("enthalpy", "entropy"), [(100.0, -50.0), (-100.0, 50.0), (0.0, 10.0), (10.0, 0.0)])
def test_what_is_always_or_never_spontaneous_has_no_such_temperature(enthalpy: float, entropy: float) -> None:
    with pytest.raises(ToolInputError, match="at no temperature"):
        crossover_temperature(enthalpy, entropy)


@pytest.mark.parametrize("temperature", [-273.15, float("nan")])
def test_a_temperature_at_absolute_zero_is_refused(temperature: float) -> None:
    with pytest.raises(ToolInputError):
        gibbs_energy_change(-1.0, 1.0, temperature)


@pytest.mark.parametrize(
    ("mixture", "ph"),
    [
        # pKa of the CRC Handbook plus log10([base] / [acid]).
        ("0.1 mol/L acetic acid + 0.2 mol/L sodium acetate", 4.756 + 0.30103),
        ("0.2 mol/L sodium acetate + 0.1 mol/L acetic acid", 4.756 + 0.30103),
        # Of three protons the second is the one by which they differ.
        ("0.05 mol/L NaH2PO4 + 0.05 mol/L Na2HPO4", 7.21),
        ("0.1 mol/L ammonia + 0.1 mol/L ammonium chloride", 9.25),
    ],
)
def test_a_buffer_has_the_constant_of_its_acid(mixture: str, ph: float) -> None:
    assert named_buffer_ph(mixture).ph == pytest.approx(ph, abs=0.02)


@pytest.mark.parametrize(
    "mixture",
    [
        "0.1 mol/L acetic acid + 0.1 mol/L sodium formate",
        "0.1 mol/L glucose + 0.1 mol/L sucrose",
        # No row of the table.
        "0.1 mol/L decanoic acid + 0.1 mol/L sodium decanoate",
    ],
)
def test_a_pair_whose_constant_is_not_known_is_refused(mixture: str) -> None:
    with pytest.raises(ToolInputError):
        named_buffer_ph(mixture)


def test_saline() -> None:
    found = mass_for_percent_solution(0.9, 250.0)
    assert found.mass == pytest.approx(2.25)
    assert "w/v" in found.note


@pytest.mark.parametrize(("percent", "volume"), [(0.0, 10.0), (101.0, 10.0), (1.0, 0.0), (1.0, float("inf"))])
def test_a_strength_or_a_volume_that_cannot_be_is_refused(percent: float, volume: float) -> None:
    with pytest.raises(ToolInputError):
        mass_for_percent_solution(percent, volume)


def test_what_is_weighed_in_is_told_and_liquids_are_refused() -> None:
    assert "1 g of agarose" in mass_for_percent_solution(1.0, 50.0, "agarose").note
    # 70 % ethanol is 70 mL in 100 mL; 70 g would be 89 mL.
    with pytest.raises(ToolInputError, match="by volume"):
        mass_for_percent_solution(70.0, 500.0, "ethanol")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("How much NaCl do I need for 250 mL of 0.9 % saline?", ["NaCl"]),
        ("What mass of sodium dodecyl sulfate is in 50 mL of a 10 % solution?", ["sodium dodecyl sulfate"]),
        ("How much NaCl do I need for 250 mL of a 0.1 M solution?", []),
        ("What is the mass of 10 % of the sample?", []),
    ],
)
def test_what_is_weighed_in_is_found_beside_a_strength(text: str, found: list[str]) -> None:
    assert [value for _, _, value in find_weighed(text)] == found
