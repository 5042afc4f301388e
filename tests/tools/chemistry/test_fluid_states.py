"""Pure fluids, saturation and moist air against other programs and printed tables."""

from __future__ import annotations

import importlib
import math

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import SciToolAgentError, ToolInputError
from scitoolagent.tools.chemistry._fluid_words import find_fluids, find_moist_air, find_phases
from scitoolagent.tools.chemistry.fluid_states import (
    fluid_enthalpy,
    fluid_of_compound,
    fluid_state,
    fluid_thermal_conductivity,
    fluid_viscosity,
)
from scitoolagent.tools.chemistry.humid_air import humidity_of_dew_point, humidity_of_wet_bulb, moist_air
from scitoolagent.tools.chemistry.saturation import (
    saturated_enthalpy_at_pressure,
    saturated_enthalpy_at_temperature,
    saturated_fluid_at_pressure,
    saturated_fluid_at_temperature,
    saturation_pressure,
    saturation_temperature,
)


def test_water_is_that_of_another_program() -> None:
    from chemicals.iapws import iapws95_properties
    from chemicals.thermal_conductivity import k_IAPWS
    from chemicals.viscosity import mu_IAPWS

    for celsius, bar in ((25.0, 1.0), (80.0, 5.0), (300.0, 10.0), (500.0, 300.0)):
        # chemicals 1.5: density, internal energy, entropy, enthalpy, cv, cp, speed of sound, …
        rho, _, entropy, enthalpy, _, cp, sound, *_ = iapws95_properties(celsius + 273.15, 1e5 * bar)
        state, heat = fluid_state("Water", celsius, bar), fluid_enthalpy("Water", celsius, bar)
        assert (state.density, 1000 * state.heat_capacity, state.speed_of_sound) == pytest.approx(
            (rho, cp, sound), rel=1e-6
        )
        assert (1000 * heat.enthalpy, 1000 * heat.entropy) == pytest.approx((enthalpy, entropy), rel=1e-5)
        viscosity = fluid_viscosity("Water", celsius, bar).viscosity
        assert viscosity == pytest.approx(1e6 * mu_IAPWS(celsius + 273.15, rho), rel=2e-3)
    # NIST Chemistry WebBook: 0.6065 W/(m K) at 25 °C and 1 bar.
    assert fluid_thermal_conductivity("Water", 25.0, 1.0).conductivity == pytest.approx(0.6065, rel=2e-3)
    assert fluid_thermal_conductivity("Water", 25.0, 1.0).conductivity == pytest.approx(
        k_IAPWS(298.15, 997.05), rel=5e-3
    )


def test_air_is_that_of_another_program() -> None:
    from chemicals.air import lemmon2000_rho

    for celsius, bar in ((25.0, 1.01325), (-50.0, 100.0), (400.0, 20.0)):
        # In mol/m³, of air with 28.96546 g/mol.
        expected = lemmon2000_rho(celsius + 273.15, 1e5 * bar) * 28.96546e-3
        assert fluid_state("air", celsius, bar).density == pytest.approx(expected, rel=1e-4)


def test_printed_tables() -> None:
    # ASHRAE Handbook, R134a: at 0 °C 200.00 kJ/kg and 1.0000 kJ/(kg K), 1294.8 kg/m³; 398.60 kJ/kg of the vapour.
    liquid = saturated_enthalpy_at_temperature("R134a", "liquid", 0.0)
    assert (liquid.enthalpy, liquid.entropy) == pytest.approx((200.0, 1.0), abs=1e-3)
    assert saturated_enthalpy_at_temperature("R134a", "vapour", 0.0).enthalpy == pytest.approx(398.60, abs=0.02)
    assert saturated_fluid_at_temperature("R134a", "liquid", 0.0).density == pytest.approx(1294.8, abs=0.1)
    # The same table: 1.0166 MPa at 40 °C.
    assert saturation_pressure("R134a", 40.0).saturation_pressure == pytest.approx(10.166, abs=1e-3)
    # Steam tables, 5 bar: 151.84 °C, 2748.1 kJ/kg and 6.8207 kJ/(kg K), 2.6680 kg/m³.
    assert saturation_temperature("Water", 5.0).saturation_temperature == pytest.approx(151.84, abs=0.01)
    steam = saturated_enthalpy_at_pressure("steam", "vapour", 5.0)
    assert (steam.enthalpy, steam.entropy) == pytest.approx((2748.1, 6.8207), rel=1e-4)
    assert saturated_fluid_at_pressure("steam", "vapour", 5.0).density == pytest.approx(2.668, rel=1e-3)


def test_phases() -> None:
    told = [
        ("n-Propane", 20.0, 10.0, "liquid"),
        ("n-Propane", 20.0, 5.0, "gas"),
        ("CarbonDioxide", 60.0, 120.0, "supercritical fluid"),
        ("Nitrogen", 25.0, 1.0, "gas above the critical temperature"),
    ]
    for fluid, celsius, bar, phase in told:
        assert fluid_state(fluid, celsius, bar).phase == phase


def test_mixtures_boil_over_a_range() -> None:
    assert "a mixture" in saturation_temperature("R407C", 10.0).fact_note
    assert "a mixture" not in saturation_temperature("R134a", 10.0).fact_note
    assert "a mixture" in saturation_pressure("R407C", 20.0).fact_note


def test_what_has_no_value_is_refused() -> None:
    for call in (
        lambda: fluid_state("Water", -20.0, 1.0),  # ice
        lambda: fluid_state("Water", 25.0, 0.0),
        lambda: fluid_state("Water", 25.0, -1.0),
        lambda: fluid_state("Water", math.nan, 1.0),
        lambda: fluid_state("Water", 5000.0, 1.0),
        lambda: fluid_state("Water", 100.0, 1.0141799),  # boils
        lambda: fluid_state("steam", 25.0, 1.0),
        lambda: fluid_state("Honey", 25.0, 1.0),
        lambda: saturation_temperature("Water", 250.0),
        lambda: saturation_pressure("CarbonDioxide", 40.0),
        lambda: saturation_pressure("Water", -10.0),
        lambda: saturation_temperature("Water", math.nan),
        lambda: saturation_pressure("Water", math.nan),
        lambda: saturated_fluid_at_temperature("Water", "solid", 20.0),
        lambda: saturated_fluid_at_temperature("steam", "liquid", 20.0),
        lambda: fluid_of_compound("OCC1OC(O)C(O)C(O)C1O"),
        lambda: fluid_viscosity("Novec649", 25.0, 5.0),
    ):
        with pytest.raises(ToolInputError):
            call()


def test_the_compounds_behind_the_fluids() -> None:
    # Of the spin isomers of hydrogen the ordinary mixture is meant.
    for smiles, name in (("[H][H]", "Hydrogen"), ("O", "Water"), ("CC(C)C", "IsoButane"), ("FCC(F)(F)F", "R134a"),
                         ("C=CCl", "VinylChloride"), ("F/C=C/F", "R1132(E)")):  # fmt: skip
        assert fluid_of_compound(smiles) == name
    with pytest.raises(ToolInputError):
        fluid_of_compound("no molecule")


def test_the_keys_of_the_fluids_are_those_of_their_numbers() -> None:
    package = importlib.import_module("CoolProp.CoolProp")
    from scitoolagent.tools.chemistry import _compounds, _fluid
    from scitoolagent.tools.chemistry._fluid_words import _NUMBERS

    names = set(package.get_global_param_string("FluidsList").split(","))
    assert set(_NUMBERS.values()) <= names
    wrong = []
    for key, name in _fluid._by_inchikey().items():
        rows = _compounds.by_cas(package.get_fluid_param_string(name, "CAS"))
        # A table without stereochemistry has the first block only.
        if rows and key[:14] not in {row.inchikey[:14] for row in rows}:
            wrong.append((name, key))
    assert wrong == []


def test_moist_air() -> None:
    # ASHRAE Handbook, psychrometric chart 1 at 25 °C and 50 %: 9.93 g/kg, dew point 13.9 °C, wet bulb 17.9 °C, 50.3 kJ/kg.
    found = moist_air(25.0, 50.0)
    assert (found.humidity_ratio, found.dew_point, found.wet_bulb) == pytest.approx((9.93, 13.87, 17.88), abs=0.03)
    assert found.enthalpy == pytest.approx(50.4, abs=0.1)
    # CIPM-2007, doi:10.1088/0026-1394/45/2/004: 1.1769 kg/m³ of air at 25 °C, 50 % and 101325 Pa.
    assert found.density == pytest.approx(1.1769, abs=5e-4)
    assert humidity_of_dew_point(25.0, found.dew_point).relative_humidity == pytest.approx(50.0, abs=1e-6)
    assert humidity_of_wet_bulb(25.0, found.wet_bulb).relative_humidity == pytest.approx(50.0, abs=1e-6)


def test_moist_air_that_cannot_be() -> None:
    for call in (
        lambda: moist_air(25.0, 0.0),
        lambda: moist_air(25.0, 101.0),
        lambda: moist_air(25.0, math.nan),
        lambda: moist_air(250.0, 50.0),
        lambda: moist_air(140.0, 100.0),  # boils
        lambda: moist_air(25.0, 50.0, 0.0),
        lambda: moist_air(25.0, 50.0, 1.0, "argon"),
        lambda: humidity_of_dew_point(25.0, 26.0),
        lambda: humidity_of_wet_bulb(25.0, -3.0),
    ):
        with pytest.raises(ToolInputError):
            call()


def _values(finder, text: str) -> list[str]:
    return [value for _, _, value in finder(text)]


def test_words() -> None:
    assert _values(find_fluids, "density of R-134a and R410A and HFC-32") == ["R134a", "R410A", "R32"]
    # An arginine is no refrigerant.
    assert _values(find_fluids, "mutate R22 to alanine") == []
    assert _values(find_fluids, "the refrigerant R22 at 5 bar") == ["R22"]
    assert _values(find_fluids, "steam in air") == ["air", "steam"]
    assert _values(find_fluids, "the dew point of air") == []
    assert _values(find_moist_air, "the dew point of air") == ["air"]
    assert _values(find_moist_air, "the density of moist air") == []
    assert _values(find_phases, "saturated liquid ammonia and saturated steam") == ["liquid", "vapour"]
    assert _values(find_phases, "saturated hydrocarbons") == []


@pytest.mark.parametrize(
    ("question", "type_", "value"),
    [
        ("How dense is superheated steam at 10 bar and 300 °C?", "DensityOfFluid", 3.8762),
        ("What is the specific enthalpy of saturated steam at 72.52 psi in kJ/kg?", "SpecificEnthalpy", 2748.1),
        ("Find the entropy of saturated liquid R134a at 0 °C", "SpecificEntropy", 1.0),
        ("What is the condensing temperature of R134a at 10.166 bar?", "SaturationTemperature", 40.0),
        ("What is the density of water at 25 °C and 1 atm?", "DensityOfFluid", 997.05),
        ("What is the wet-bulb temperature of air at 77 °F and 50 % relative humidity?", "WetBulb", 17.88),
        ("What is the relative humidity of air at 25 °C with a dew point of 13.87 °C?", "RelativeHumidity", 50.0),
    ],
)
def test_questions(question: str, type_: str, value: float) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete", answer.text
    found = next(one for one in answer.values if one.type == type_)
    assert found.value == pytest.approx(value, rel=1e-3)


@pytest.mark.parametrize(
    "question",
    [
        "What is the density of steam at 300 °C?",
        "What is the specific enthalpy of water?",
        "What is the saturation temperature of R134a at 150 psig?",
        "What is the density of nitrogen at 25 °C, 10 bar and 20 bar?",
        "What is the wet-bulb temperature of air at 25 °C?",
        "What is the specific entropy of saturated ammonia at 20 °C?",
        "What is the density of steam at 25 °C and 1 bar?",
    ],
)
def test_questions_without_an_answer(question: str) -> None:
    with Agent() as agent:
        try:
            answer = agent.run(question)
        except SciToolAgentError:
            return
    assert answer.status != "complete"
