"""A quantity is of what it measures, and serves a call as it is after what the question says is done with it."""

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
        "What is the pH of 0.1 M HCl after 10-fold dilution?",
        "What is the pH of 0.1 M HBr diluted 1:100?",
        "If 0.2 M HNO3 is diluted 20-fold, what is the pH?",
        "What is the pH of 0.1 M acetic acid (pKa 4.76) diluted 10-fold?",
        "What is the mass concentration of 0.1 M NaCl after 10-fold dilution?",
    ],
)
def test_a_dilution_comes_before_what_is_asked_of_the_diluted_solution(planner: Planner, question: str) -> None:
    plan = plan_of(planner, question)
    diluted = next(step.id for step in plan.steps if step.tool == "serial_dilution")
    others = [step.arguments["concentration"] for step in plan.steps if "concentration" in step.arguments]
    assert [str(reference).split(".")[0] for reference in others] == [f"${diluted}"]


def test_a_dilution_of_another_clause_changes_nothing(planner: Planner) -> None:
    plan = plan_of(planner, "What is the pH of 0.1 M HCl, and what is its concentration after 10-fold dilution?")
    step = next(step for step in plan.steps if step.tool == "strong_electrolyte_ph")
    assert step.arguments["concentration"] == "$query.quantity1"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What amount of substance of ethanol is equal to 10 g of glucose?", "10 g is of glucose"),
        ("For ethanol, what is the molarity at 10 g of glucose in 100 mL?", "ethanol: nothing"),
        ("What is the pH of HCl at 0.1 M NaCl?", "HCl"),
    ],
)
def test_what_is_measured_serves_no_other_substance(planner: Planner, question: str, reason: str) -> None:
    with pytest.raises(NoPathError, match=reason):
        plan_of(planner, question)


def test_a_substance_named_twice_is_one(planner: Planner) -> None:
    assert [step.tool for step in plan_of(planner, "How many moles of NaCl are in 10 g of NaCl?").steps] == [
        "molar_mass",
        "amount_of_substance",
    ]


def test_two_volumes_asked_for_are_two_values(planner: Planner) -> None:
    plan = plan_of(planner, "What volume of 2 M stock and of water do I need for 100 mL of 0.5 M?")
    assert [goal.type for goal in plan.goals] == ["StockVolume", "DiluentVolume"]


def test_a_dna_that_is_called_one_stands_for_no_protein(planner: Planner) -> None:
    with pytest.raises(NoPathError, match="needs protein sequence"):
        plan_of(planner, "What is the pI of the DNA ATGCGC?")
    translated = plan_of(planner, "What is the pI of the protein encoded by the DNA ATGAAACGTTAA?")
    assert [step.tool for step in translated.steps] == ["dna_translation", "isoelectric_point"]


def test_a_template_strand_is_transcribed_as_one(planner: Planner) -> None:
    assert [step.tool for step in plan_of(planner, "Transcribe the template strand TACCGGATT into RNA").steps] == [
        "template_transcription"
    ]


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("What is the number of valence electrons of selenium?", "element_valence_electrons"),
        (
            "What is the plane spacing for a Bragg angle of 20° and a wavelength of 1.5 Å?",
            "plane_spacing_of_bragg_angle",
        ),
        ("What is the plane spacing for 2θ = 40° and a wavelength of 1.5 Å?", "plane_spacing"),
        ("What is the number of molecules in 2 L of gas at 1 atm and 30 °C?", "ideal_gas_molecules"),
    ],
)
def test_the_type_that_is_asked_for_chooses(planner: Planner, question: str, tool: str) -> None:
    assert [step.tool for step in plan_of(planner, question).steps] == [tool]


def test_another_form_of_a_molecule_is_no_condition_on_its_atoms(planner: Planner) -> None:
    with pytest.raises(NoPathError, match="ring"):
        plan_of(planner, "How many chiral centres does fructose have in its ring form?")


def test_what_is_diluted_is_one_substance(planner: Planner) -> None:
    plan = plan_of(planner, "What volume of 6 M HCl is needed to make 300 mL of 1 M HCl?")
    assert [step.tool for step in plan.steps] == ["stock_for_dilution"]
    assert plan.goals[0].type == "StockVolume"
    with pytest.raises(NoPathError, match=r"1 M is of NaOH and 0\.1 M is of HCl"):
        plan_of(planner, "What volume of 1 M NaOH is needed to make 50 mL of 0.1 M HCl?")


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("MW of SO2", "molar_mass"),
        ("molecular weight of KBr", "molar_mass"),
        ("Exact mass of C8H10N4O2", "formula_monoisotopic_mass"),
        ("monoisotopic mass of ACDEFGHIK", "protein_monoisotopic_mass"),
        ("pI of mkwvtfisll", "isoelectric_point"),
        ("pH of 0.2 M NH3 with pKb 4.75", "weak_base_solution_ph"),
        ("Convert 30 °C to K", "unit_conversion"),
        ("How many CH3 groups does toluene have?", "structural_feature_count"),
        ("How many grams are 0.5 mol of KCl?", "mass_of_moles"),
        # What is given with a name asks for no fit; what is asked with "by" keeps its name.
        ("kcat/Km for kcat 10 s-1 and Km 50 µM", "catalytic_efficiency"),
        ("clearance for a dose of 100 mg and an AUC of 20 mg*h/L", "clearance_of_exposure"),
        ("AUC by linear trapezoid of levels at 0, 1, 2, 4 h: 0, 5, 3, 1 mg/L", "exposure_of_profile"),
        ("molality of 18 g glucose in 250 g water", "molality"),
        ("length of GATTACAGATTACA", "sequence_length"),
        ("logP of aspirin (50-78-2)", "crippen_descriptors"),
        ("ECFP Tanimoto of CCO and CCN with radius 3", "tanimoto_similarity"),
    ],
)
def test_short_ways_to_ask_are_read(planner: Planner, question: str, tool: str) -> None:
    plan = plan_of(planner, question)
    assert plan.steps[-1].tool == tool
    assert not plan.missing
    assert not plan.unread


CONVERSIONS = {
    "convert 5 kcal/mol to kJ/mol and 300 K to °C": [("5.0 kcal/mol", "kJ/mol"), ("300.0 K", "°C")],
    "20 psi in bar, 760 mmHg in kPa": [("20.0 psi", "bar"), ("760.0 mmHg", "kPa")],
    "25 MPa in psi": [("25.0 MPa", "psi")],
    "25 °C in K and °F": [("25.0 °C", "K"), ("25.0 °C", "°F")],
}


@pytest.mark.parametrize("question", CONVERSIONS)
def test_each_value_is_converted_to_the_unit_beside_it(planner: Planner, question: str) -> None:
    query = planner.recognise(question)
    plan = planner.draft(query)
    values = [
        tuple(query.entity(str(one).removeprefix("$query.")).value for one in step.arguments.values())
        for step in plan.steps
    ]
    assert values == CONVERSIONS[question]
    assert not plan.missing
    assert not plan.unread
