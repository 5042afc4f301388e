"""A solvent and a way of giving change some values and not others; each of several things has its own quantities."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.records import Plan
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def plan_of(planner: Planner, question: str) -> Plan:
    return planner.draft(planner.recognise(question))


@pytest.mark.parametrize(
    "question",
    [
        "How many mmol is 2.3 g of benzoic acid in THF?",
        "MW of ibuprofen (oral)?",
        "molecular weight of caffeine in water",
    ],
)
def test_the_mass_of_a_mole_is_the_same_everywhere(planner: Planner, question: str) -> None:
    plan = plan_of(planner, question)
    assert not plan.missing
    assert not plan.unread
    assert any("do not depend on it" in note for note in plan.notes)


@pytest.mark.parametrize(
    "question",
    [
        "pKa of acetic acid in water",
        "logP of aspirin in THF",
        "TPSA of aspirin (oral)",
        "MW of ibuprofen (deuterated)",
        "How many mmol is 2.3 g of benzoic acid in 5 mL THF?",
    ],
)
def test_other_values_may_depend_on_it(planner: Planner, question: str) -> None:
    try:
        plan = plan_of(planner, question)
    except NoPathError:
        return
    assert plan.missing or plan.unread


@pytest.mark.parametrize(
    "question",
    [
        "50 mM HEPES with 150 mM NaCl, 1 L - how many g of each?",
        "how many grams of HEPES and NaCl for 1 L of 50 mM HEPES and 150 mM NaCl?",
    ],
)
def test_each_of_two_solutes_has_its_own_concentration(planner: Planner, question: str) -> None:
    query = planner.recognise(question)
    plan = planner.draft(query)
    weighed = [step for step in plan.steps if step.tool == "mass_for_molarity"]
    given = [str(value).removeprefix("$query.") for step in weighed for value in step.arguments.values()]
    assert {one.shown for handle in given if (one := query.quantity(handle))} == {"50 mM", "150 mM", "1 L"}
    assert len(weighed) == len(plan.goals) == 2
    assert not plan.missing


def test_what_is_asked_of_the_protein_is_asked_of_what_a_translation_makes(planner: Planner) -> None:
    plan = plan_of(planner, "Translate ATGAGTAAAGGAGAAGAATAA and give the mw of the protein")
    assert [step.tool for step in plan.steps] == ["dna_translation", "protein_molecular_weight"]
    assert list(plan.steps[1].arguments.values()) == ["$1.protein_sequence"]
    assert not plan.missing


def test_a_named_number_of_a_thing_is_given(planner: Planner) -> None:
    plan = plan_of(planner, "Ksp of PbI2 is 7.1e-9, molar solubility?")
    assert [step.tool for step in plan.steps] == ["salt_solubility"]
    assert 7.1e-9 in plan.steps[0].arguments.values()
    assert not plan.missing


@pytest.mark.parametrize(
    "question",
    [
        "Ksp of AgCl is 1.8e-10. molar solubility of PbI2?",
        "The Ksp of AgCl = 1.8e-10; what is the molar solubility of PbI2?",
    ],
)
def test_a_number_of_one_thing_serves_no_other(planner: Planner, question: str) -> None:
    with pytest.raises(NoPathError):
        plan_of(planner, question)


def test_sites_are_sought_in_the_one_sequence_there_is(planner: Planner) -> None:
    plan = plan_of(planner, "Does AAGAATTCAAGGATCCAA contain restriction sites for EcoRI and XhoI?")
    assert [step.tool for step in plan.steps] == ["restriction_sites"]
    assert not plan.missing


def test_each_kind_of_a_list_is_counted(planner: Planner) -> None:
    query = planner.recognise("Count the cysteines, lysines and tryptophans in MCWKKLVCWRRTKCDAE")
    plan = planner.draft(query)
    given = [
        query.entity(str(value).removeprefix("$query.")) for step in plan.steps for value in step.arguments.values()
    ]
    kinds = [one.value for one in given if one.type == "ResidueKind"]
    assert kinds == ["cysteine", "lysine", "tryptophan"]
    assert not plan.missing


@pytest.mark.parametrize(
    "question",
    [
        "50 mM HEPES with NaCl, 1 L - how many g of each?",
        "50 mM HEPES with 150 mM NaCl, 1 L or 2 L - how many g of each?",
    ],
)
def test_what_belongs_to_neither_for_certain_is_refused(planner: Planner, question: str) -> None:
    with pytest.raises(NoPathError):
        plan_of(planner, question)
