"""Quantities are bound to settings by dimension and name; what cannot be bound for certain is refused with the reason."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.reading.settings import Settings, missing_setting, read_settings
from scitoolagent.records import Entity, Query
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()


def settings_of(tool: str, text: str, graph: ToolGraph = GRAPH) -> Settings:
    return read_settings(graph, graph.tools[tool], Query(text=text, quantities=find_quantities(text)))


def bound(tool: str, text: str, graph: ToolGraph = GRAPH) -> dict[str, object]:
    """What each setting gets, quantities as they are written; the reason where nothing is bound."""
    query = Query(text=text, quantities=find_quantities(text))
    settings = read_settings(graph, graph.tools[tool], query)
    assert not settings.problem, settings.problem
    return {
        name: query.text_of(str(value).removeprefix("$query.")) if str(value).startswith("$query.") else value
        for name, value in settings.arguments.items()
    }


def problem(tool: str, text: str) -> str:
    query = Query(text=text, quantities=find_quantities(text))
    settings = read_settings(GRAPH, GRAPH.tools[tool], query)
    return settings.problem or missing_setting(GRAPH, GRAPH.tools[tool], query, settings)


@pytest.mark.parametrize(
    "text",
    [
        "0.1 M acid and 0.2 M base, pKa 7.2",
        "0.2 M base and 0.1 M acid, pKa 7.2",
        "a base concentration of 0.2 M, an acid concentration of 0.1 M and a pKa of 7.2",
        "pKa 7.2, acid 0.1 M, base 0.2 M",
    ],
)
def test_two_of_one_dimension_are_told_apart_by_name(text: str) -> None:
    wanted = {"acid_concentration": "0.1 M", "base_concentration": "0.2 M", "pka": 7.2}
    assert bound("buffer_ph", text) == wanted


def test_words_in_front_of_a_quantity_say_what_it_is_for() -> None:
    wanted = {"stock_concentration": "2 M", "stock_volume": "10 mL", "final_volume": "100 mL"}
    assert bound("diluted_concentration", "dilute 10 mL of 2 M stock to 100 mL") == wanted
    assert bound("diluted_concentration", "a final volume of 100 mL from 10 mL of the stock of 2 M") == wanted
    assert bound("dilution", "from 1 M to 50 mM in 10 mL") == {
        "stock_concentration": "1 M",
        "target_concentration": "50 mM",
        "final_volume": "10 mL",
    }


def test_ambiguity_is_refused_with_both_names() -> None:
    told = problem("buffer_ph", "0.1 M and 0.2 M, pKa 7.2")
    assert "0.1 M and 0.2 M" in told and "concentration of acid or concentration of base" in told
    assert "distance cutoff" in problem("residue_contacts", "neighbours within 6 Å and 8 Å")


def test_equal_quantities_are_no_ambiguity() -> None:
    assert bound("buffer_ph", "0.1 M and 0.1 M, pKa 7.2")["base_concentration"] == "0.1 M"


def test_a_quantity_serves_one_setting_of_a_call() -> None:
    told = problem("buffer_ph", "0.1 M acid and base, pKa 7.2")
    assert "needs concentration of" in told or "say which is which" in told
    query = Query(text="0.1 M acid, pKa 7.2", quantities=find_quantities("0.1 M acid, pKa 7.2"))
    found = read_settings(GRAPH, GRAPH.tools["buffer_ph"], query)
    assert list(found.arguments) == ["acid_concentration", "pka"]
    assert "base" in missing_setting(GRAPH, GRAPH.tools["buffer_ph"], query, found)


def test_another_dimension_is_refused_with_both_units() -> None:
    assert "mL cannot be converted to mol/L" in problem("strong_acid_ph", "pH of 5 mL of a strong acid")


@pytest.mark.parametrize(
    ("tool", "text", "number", "unit"),
    [
        ("strong_acid_ph", "a concentration of acid of 5", "5", "mol/L"),
        ("strong_acid_ph", "pH of a strong acid at 5", "5", "mol/L"),
        ("residue_contacts", "residue contacts with a cutoff of 6", "6", "Å"),
        ("residue_contacts", "residue contacts within 6 in the file", "6", "Å"),
        ("dna_melting_temperature", "melting temperature at 50 primer", "50", "mmol/L"),
        ("dna_melting_temperature", "melting temperature at 5 molal salt", "5", "mmol/L"),
        ("dna_melting_temperature", "melting temperature with 500nMprimer", "500nMprimer", "mmol/L"),
        ("dissociation_constant", "Kd for -9 kcal/mol at 37", "37", "°C"),
    ],
)
def test_a_number_without_unit_is_refused_with_the_unit_needed(tool: str, text: str, number: str, unit: str) -> None:
    told = problem(tool, text)
    assert f"{number} has no unit" in told and unit in told


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("dissociation_constant", "Kd for -9 kcal/mol at body temperature"),
        ("dna_melting_temperature", "melting temperature at a high salt concentration"),
        ("residue_contacts", "residue contacts with a small cutoff"),
    ],
)
def test_a_setting_named_without_a_value_never_has_its_default(tool: str, text: str) -> None:
    assert "without a value" in problem(tool, text)


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("dna_melting_temperature", "the melting temperature of two primers"),
        ("residue_contacts", "residue contacts with the default cutoff"),
        ("dissociation_constant", "Kd for -9 kcal/mol and the melting temperature"),
        ("anisotropic_network_modes", "ANM with 5 modes"),
    ],
)
def test_what_says_nothing_of_a_setting_leaves_it_alone(tool: str, text: str) -> None:
    assert problem(tool, text) == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("10-20 mM", "range"), ("10 or 20 mM", "two values"), ("10 ± 1 mM", "uncertainty"), ("1e400 mM", "finite"),
        ("NaN mM", "finite"), ("5 mM mg", "second unit"), ("below 5 mM", "bound"), ("1.2.3 mM", "one number"),
        ("at mM", "no number"), ("at 10, 20 and 50 mM", "share the unit"), ("of 0.1 and 0.2 M", "share the unit"),
    ],
)  # fmt: skip
def test_what_is_no_single_value_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert reason in problem("strong_acid_ph", f"pH of a strong acid {text}")
    assert reason in problem("dna_melting_temperature", f"melting temperature {text} salt"), "an optional setting"


def test_a_plain_setting_in_front_of_a_quantity_shares_no_unit() -> None:
    assert bound("weak_acid_ph", "a weak acid with a pKa of 4.2 and 20 mM") == {"concentration": "20 mM", "pka": 4.2}


def test_a_bound_fits_a_threshold_on_its_own_side_only() -> None:
    assert bound("residue_contacts", "contacts closer than 6 Å") == {"cutoff": "6 Å"}
    assert bound("residue_contacts", "contacts no more than 6 Å apart") == {"cutoff": "6 Å"}
    for text in ("contacts beyond 6 Å", "contacts at least 6 Å apart", "contacts no less than 6 Å apart"):
        assert "bound" in problem("residue_contacts", text), text
    assert bound("non_redundant_sequences", "above 80 % identity") == {"threshold": "80 %"}


def test_plain_settings_are_read_by_name() -> None:
    assert bound("bragg_angle", "2.8 Å in 2nd order") == {"spacing": "2.8 Å", "order": 2}
    assert bound("bragg_angle", "2.8 Å in second order") == {"spacing": "2.8 Å", "order": 2}
    assert bound("anisotropic_network_modes", "ANM with five modes, cutoff 12 Å") == {"modes": 5, "cutoff": "12 Å"}


def test_mass_waits_for_a_molar_mass() -> None:
    found = settings_of("strong_acid_ph", "strong acid with 3.65 g/L HCl")
    assert [(port.name, quantity.text) for port, quantity in found.amounts] == [("concentration", "3.65 g/L")]
    assert found.used == ("quantity1",) and not found.arguments
    two = settings_of("strong_acid_ph", "strong acid with 3.65 g/L and 5 g/L HCl")
    assert not two.amounts


def test_a_quantity_left_over_is_not_used() -> None:
    assert settings_of("strong_acid_ph", "10 mM strong acid for 5 minutes").used == ("quantity1",)


def test_too_many_that_could_be_meant_are_refused() -> None:
    text = "acid of " + ", ".join(f"{number} mM" for number in range(1, 12))
    assert "11 numbers" in problem("strong_acid_ph", text)


def test_a_type_of_a_plugin_needs_nothing_here() -> None:
    parallax = TypeNode("Parallax", "parallax", unit="arcsec", role="setting")
    node = ToolNode("distance", "", "Calculation", "x", "open", "", (PortNode("parallax", "Parallax", "float"),), ())
    graph = ToolGraph([node], [parallax])
    assert bound("distance", "a parallax of 50 arcsec", graph) == {"parallax": "50 arcsec"}


def test_entities_are_no_numbers() -> None:
    text = "melting temperature at 1,2-dichloroethane"
    found = Entity(handle="n1", type="MoleculeName", value="x", text="1,2-dichloroethane", start=23, end=41)
    query = Query(text=text, entities=(found,))
    assert not read_settings(GRAPH, GRAPH.tools["dna_melting_temperature"], query).problem


def test_a_refusal_is_short_whatever_the_number() -> None:
    planner = Planner(load_graph(), load_config())
    with pytest.raises(NoPathError) as error:
        planner.draft(planner.recognise(f"pH of a strong acid of {'9' * 5000} nm"))
    assert len(str(error.value)) < 1000
