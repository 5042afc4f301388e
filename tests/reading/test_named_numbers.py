"""Numbers beside the symbol of an input, without their unit; quantities that have the symbol of another input."""

from __future__ import annotations

import math

import pytest

from scitoolagent.reading.settings import Settings, read_settings
from scitoolagent.records import Query
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.toolkg.store import load_graph
from scitoolagent.tools.general._acid_words import find_acid_constants
from scitoolagent.tools.materials._elements import find_elements

GRAPH = load_graph()


def settings_of(tool: str, text: str) -> Settings:
    return read_settings(GRAPH, GRAPH.tools[tool], Query(text=text, quantities=find_quantities(text)))


@pytest.mark.parametrize(
    ("tool", "text", "name", "value"),
    [
        ("freezing_point_depression", "molality 0.4 mol/kg, Kf=5.12, i = 1", "constant", 5.12),
        ("freezing_point_depression", "molality 0.4 mol/kg, i = 1 (Kf 5.12)", "constant", 5.12),
        ("amount_of_substance", "moles in 2.5 g, MW 94.11", "molar_mass", 94.11),
        ("solution_absorbance", "ε of 15400, 20 µM, 1 cm", "absorptivity", 15400.0),
        ("solution_absorbance", "eps 15400, 20 µM, 1 cm", "absorptivity", 15400.0),
        ("crystallite_size", "FWHM 0.3°, 2θ 38.2, λ 1.5406 Å, K=0.94", "angle", 38.2),
        ("crystallite_size", "FWHM 0.3°, 2θ 38.2, λ 1.5406 Å, K=0.94", "factor", 0.94),
        ("nernst_potential", "E0 0.77 V, n=1, Q = 2.5×10^-3", "quotient", 2.5e-3),
        ("cubic_density", "a = 4.05 Å, Z=4, MW 26.98", "units", 4),
    ],
)
def test_a_number_beside_a_symbol_is_that_input_in_the_unit_that_people_leave_out(
    tool: str, text: str, name: str, value: float
) -> None:
    found = settings_of(tool, text)
    assert not found.problem
    assert found.arguments[name] == pytest.approx(value)


def test_what_unit_was_supposed_is_told() -> None:
    notes = settings_of("freezing_point_depression", "molality 0.4 mol/kg, Kf=5.12, i = 1").notes
    assert len(notes) == 1
    assert "5.12 was taken in" in notes[0]
    assert not settings_of("freezing_point_depression", "0.4 mol/kg, Kf 5.12 K kg/mol, i = 1").notes


@pytest.mark.parametrize(
    "text",
    [
        "moles in 2.5 g, MW 94.11 or 96.2",
        "moles in 2.5 g, MW 94.11 and 96.2",
        "moles in 2.5 g, MW 94-96",
        "moles in 2.5 g, MW 94.1 ± 0.2",
        "moles in 2.5 g, MW of 3 samples",
        "moles in 2.5 g of 94.11",
    ],
)
def test_a_range_a_count_and_a_number_apart_are_no_such_value(text: str) -> None:
    assert "molar_mass" not in settings_of("amount_of_substance", text).arguments


def test_two_numbers_for_one_input_are_refused_with_both() -> None:
    problem = settings_of("amount_of_substance", "moles in 2.5 g, MW 94.11, then MW 60.05").problem
    assert "94.11" in problem
    assert "60.05" in problem


def test_one_number_that_two_inputs_could_have_is_refused_with_both() -> None:
    # The angle of one tool is called 2θ, as that of the other; made one tool, neither can be meant for certain.
    from dataclasses import replace

    tool = GRAPH.tools["crystallite_size"]
    angle = next(port for port in tool.inputs if port.name == "angle")
    twin = replace(tool, inputs=(*tool.inputs, replace(angle, name="other")))
    text = "FWHM 0.3°, 2θ 38.2, λ 1.5406 Å"
    found = read_settings(GRAPH, twin, Query(text=text, quantities=find_quantities(text)))
    assert "38.2 could be" in found.problem


@pytest.mark.parametrize("unit", ["pressure 3.2", "voltage 1.1", "temperature 310", "concentration 5"])
def test_numbers_whose_unit_people_write_are_not_taken(unit: str) -> None:
    for tool in ("ideal_gas_pressure", "nernst_potential", "solution_absorbance"):
        assert not {310.0, 3.2, 1.1, 5.0} & {
            value for value in settings_of(tool, unit).arguments.values() if isinstance(value, float)
        }


def test_a_quantity_with_the_symbol_of_another_input_serves_no_other() -> None:
    found = settings_of("turnover_number", "Vmax 6 µM/min, 20 nM enzyme, Km 75 µM")
    assert not found.problem
    text = "Vmax 6 µM/min, Km 75 µM"
    quantities = find_quantities(text)
    alone = settings_of("turnover_number", text)
    assert f"$query.{quantities[1].handle}" not in alone.arguments.values()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0.2 M acid, Ka 6.3e-5", f"pKa {-math.log10(6.3e-5):.12g}"),
        ("Ka = 7.2×10⁻⁴", f"pKa {-math.log10(7.2e-4):.12g}"),
        ("Ka1 of 4.3e-7 M", f"pKa1 {-math.log10(4.3e-7):.12g}"),
        ("a base with Kb 5.6e-4", f"pKb {-math.log10(5.6e-4):.12g}"),
    ],
)
def test_a_constant_of_an_acid_is_read_as_its_negative_logarithm(text: str, written: str) -> None:
    assert [one for _, _, one in find_acid_constants(text)] == [written]


@pytest.mark.parametrize(
    "text",
    [
        "association constant Ka 1e-3",
        "Ka 2e5",
        "Ka 5 µM",
        "Ka 1e-5 to 2e-5",
        "the boiling point, Kb 0.012",
        "Kb 0.512",
        "a 5 kb 3 insert",
        "what is the pKa for Ka 1.8e-5",
    ],
)
def test_other_constants_are_left(text: str) -> None:
    assert not list(find_acid_constants(text))


def test_z_is_an_element_but_not_in_a_cell() -> None:
    assert [one for _, _, one in find_elements("the symbol of the element with Z=11")] == ["Na"]
    assert not list(find_elements("density of a cell of 5.6 Å with Z=4"))


def test_the_name_of_an_ask_is_no_setting_without_a_value() -> None:
    found = settings_of("confidence_interval", "n = 3, mean 5.1, sd 0.2: confidence interval")
    assert not found.problem
    assert found.arguments == {"size": 3, "mean": 5.1, "deviation": 0.2}


def test_a_quantity_in_the_name_of_an_input_is_read_with_it() -> None:
    text = "mass for a solution with strength in grams for 100 mL 0.9 % and volume of solution 250 mL"
    read = settings_of("mass_for_percent_solution", text).read
    start = text.index("100 mL")
    assert any(begin <= start < end for begin, end in read)
