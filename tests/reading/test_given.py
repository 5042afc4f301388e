"""Words that name a given quantity are no question; a quantity is of the substance that stands behind it."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.reading.given import measured_entities, named_places, without_names
from scitoolagent.reading.phrases import words_of
from scitoolagent.records import Query
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(GRAPH, load_config())


def names(text: str) -> list[str]:
    return [text[start:end] for start, end in named_places(GRAPH, Query(text=text, quantities=find_quantities(text)))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the Bragg angle for a d-spacing of 0.2 nm", ["d-spacing"]),
        ("light of 0.5 µm wavelength", ["wavelength"]),
        ("a molar mass (dry) = 50 kDa", ["molar mass"]),
        ("binding energy: -9 kcal/mol", ["binding energy"]),
        # another dimension: the words ask
        ("the photon energy of 500 nm", []),
        ("the mass concentration of 0.1 M", []),
        ("the diluted concentration of 1 M stock", []),
    ],
)
def test_names_of_what_is_given(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_such_words_stand_for_nothing() -> None:
    text = "photon wavelength for a photon energy of 2 eV"
    query = Query(text=text, quantities=find_quantities(text))
    assert [word.text for word in without_names(GRAPH, query, words_of(query))].count("photon") == 1


def test_only_what_is_asked_becomes_a_goal(planner: Planner) -> None:
    plan = planner.draft(planner.recognise("Give the photon wavelength for a photon energy of 240 kJ/mol"))
    assert [step.tool for step in plan.steps] == ["photon_wavelength"] and not plan.missing


def test_a_quantity_is_of_what_stands_behind_it(planner: Planner) -> None:
    query = planner.recognise("What is the molarity of 10 g NaOH dissolved in water to give 250 mL?")
    assert {query.text_of(handle) for handle in measured_entities(query, ["quantity1"])} == {"NaOH"}
    plan = planner.draft(query)
    assert [step.tool for step in plan.steps].count("molarity") == 1
    query = planner.recognise("What is the amount of substance of 10 g of NaCl and KCl?")
    assert {query.text_of(handle) for handle in measured_entities(query, ["quantity1"])} == {"NaCl", "KCl"}


def test_a_name_may_stand_behind_a_quantity(planner: Planner) -> None:
    query = planner.recognise("How many moles are in 5 g caffeine?")
    assert [entity.text for entity in query.entities] == ["caffeine"]
    assert not planner.recognise("How many moles are in 5 g, caffeinated?").entities


def test_a_quantity_that_nothing_takes_stops_its_sentence_and_is_named(planner: Planner) -> None:
    with pytest.raises(NoPathError, match=r"5 mM: no tool that was asked for takes it"):
        planner.draft(planner.recognise("What is the TPSA of caffeine at 5 mM?"))
    plan = planner.draft(planner.recognise("What is the TPSA of caffeine? What is its QED at 5 mM?"))
    assert [goal.text for goal in plan.goals] == ["TPSA"] and any("5 mM" in reason for reason in plan.missing)


def test_mass_becomes_amount_by_the_one_substance_given(planner: Planner) -> None:
    plan = planner.draft(planner.recognise("What is the pH of a strong acid with 3.65 g/L HCl in water?"))
    assert [step.tool for step in plan.steps] == ["molar_mass", "molar_concentration", "strong_acid_ph"]
    for text in ("with 3.65 g/L", "with 3.65 g/L HCl and HNO3"):
        with pytest.raises(NoPathError, match="molar mass of one given substance"):
            planner.draft(planner.recognise(f"What is the pH of a strong acid {text}?"))
