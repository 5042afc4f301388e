"""What is reckoned of named substances, held against equations solved by hand and against CoolProp's enthalpies."""

from __future__ import annotations

import math

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general.named_substances import (
    named_buffer_forms,
    named_dissociation_degree,
    named_heat_of_rise,
    named_heat_of_warming,
    named_solution_poh,
)


def test_the_degree_of_acetic_acid_by_the_quadratic_equation() -> None:
    constant, total = 10**-4.756, 0.1
    ions = (-constant + math.sqrt(constant**2 + 4 * constant * total)) / 2
    found = named_dissociation_degree("CC(=O)O", total)
    assert found.dissociation_degree == pytest.approx(100 * ions / total, rel=1e-4)
    assert "4.756" in found.pka_note


def test_poh_by_hand() -> None:
    assert named_solution_poh("[Na+].[OH-]", 0.01).poh == pytest.approx(2, abs=1e-6)
    constant = 10 ** -(14 - 9.25)
    ions = (-constant + math.sqrt(constant**2 + 4 * constant * 0.2)) / 2
    assert named_solution_poh("N", 0.2).poh == pytest.approx(-math.log10(ions), abs=1e-3)


@pytest.mark.parametrize("form", ["OP(=O)(O)O", "[O-]P(=O)(O)O", "[O-]P([O-])([O-])=O"])
def test_a_phosphate_buffer_by_the_second_proton(form: str) -> None:
    found = named_buffer_forms(form, 7.4, 0.1)
    ratio = 10 ** (7.4 - 7.21)
    assert (found.buffer_acid, found.buffer_base) == pytest.approx((0.1 / (1 + ratio), 0.1 * ratio / (1 + ratio)))
    assert found.pka_note.startswith("pKa 7.21; pKa of phosphoric acid")


@pytest.mark.parametrize(
    ("smiles", "fluid", "kelvin"), [("O", "Water", (293.15, 353.15)), ("CCO", "Ethanol", (283.15, 333.15))]
)
def test_heat_of_warming_against_enthalpies_of_coolprop(smiles: str, fluid: str, kelvin: tuple[float, float]) -> None:
    from CoolProp.CoolProp import PropsSI

    first, last = (PropsSI("H", "T", one, "P", 101325, fluid) for one in kelvin)
    span = f"{kelvin[0]} K to {kelvin[1]} K"
    # Tables of one substance differ by a percent.
    assert named_heat_of_warming(smiles, 250.0, span).heat_needed == pytest.approx((last - first) / 4000, rel=0.015)
    back = f"{kelvin[1]} K to {kelvin[0]} K"
    assert named_heat_of_warming(smiles, 250.0, back).heat_needed < 0


def test_heat_of_a_rise_is_that_at_room_temperature() -> None:
    assert named_heat_of_rise("O", 100.0, 10.0).heat_needed == pytest.approx(4.18, rel=0.002)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: named_heat_of_warming("O", 1.0, "90 °C to 110 °C"), "no longer of one state"),
        (lambda: named_heat_of_warming("O", 1.0, "-5 °C to 10 °C"), "solid"),
        (lambda: named_heat_of_warming("O", 0.0, "20 °C to 30 °C"), "mass"),
        (lambda: named_buffer_forms("CC(=O)[O-]", 9.0, 0.1), "no buffer at pH"),
        (lambda: named_buffer_forms("CCCCCC", 7.0, 0.1), "not among"),
        (lambda: named_dissociation_degree("OC(=O)C(=O)O", 0.1), "no acid of one proton"),
        (lambda: named_dissociation_degree("N", 0.1), "no acid of one proton"),
        (lambda: named_dissociation_degree("xx", 0.1), "not valid SMILES"),
    ],
)
def test_what_cannot_be_reckoned_is_refused(made: object, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        made()  # type: ignore[operator]


@pytest.mark.parametrize("rise", ["20 °C", "36 °F", "20 K"])
@pytest.mark.parametrize("of", ["ethanol", "a liquid with specific heat 2.44 J/(g K)"])
def test_a_rise_in_degrees_is_no_temperature(rise: str, of: str) -> None:
    """20 °C more are 20 K more; as a temperature they were 293 K."""
    with Agent(load_config(), models={}) as agent:
        answer = agent.run(f"How much heat is needed to heat 500 g of {of} by {rise}?")
    assert answer.status == "complete"
    assert [value.value for value in answer.values] == [pytest.approx(24.4, rel=0.002)]


def test_water_that_is_warmed_between_two_temperatures() -> None:
    with Agent(load_config(), models={}) as agent:
        answer = agent.run("How much heat is needed to warm 250 g of water from 20 °C to 80 °C?")
    assert answer.status == "complete"
    assert [value.value for value in answer.values] == [pytest.approx(62.7, rel=0.002)]
