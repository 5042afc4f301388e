"""What is joined with an ask is asked for: it is answered or named, and never dropped."""

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
        "How many moles and molecules are 3 g of fructose?",
        "How many moles as well as molecules are in 3 g of fructose?",
        "How many moles and millimoles is 3 g of fructose?",
        "How many grams and molecules are in 0.5 mol of ethanol?",
        "How many moles and atoms is 4 g of zinc?",
        "How many moles and hydrogens are in 9 g of ethanol?",
        "What are the amount and number of molecules in 3 g of fructose?",
        "Which compound has the CAS number 64-17-5 and what is its TPSA?",
        "What is CCOC(C)=O and how heavy is it?",
        "Which element is Hg and what is its melting point?",
        "Mass percentages of menthol as fractions",
        "What is the TPSA of drugs like ibuprofen?",
        "What is the TPSA of ibuprofen and so on?",
        "What is the TPSA of menthol, ibuprofen etc.?",
        "What is the molecular weight of menthol %?",
        "Translate ATGGAACTGTTCTAA in all three frames",
        "Three-frame translation of ATGGAACTGTTCTAA",
        "Translate the reverse strand ATGGAACTGTTCTAA",
        "How many rings does the MCS of ibuprofen and naproxen have?",
        "How many cuts does trypsin make in MELFRKAAGKLLD?",
        "How many unpaired electrons does cobalt have?",
        "Which of menthol, toluene and phenol has exactly seven carbons or exactly six?",
    ],
)
def test_what_is_joined_with_an_ask_is_not_dropped(planner: Planner, question: str) -> None:
    try:
        plan = plan_of(planner, question)
    except NoPathError:
        return
    assert plan.missing or plan.unread


@pytest.mark.parametrize(
    ("question", "tools"),
    [
        ("How many molecules and moles are in 3 g of fructose?", {"particle_number", "amount_of_substance"}),
        ("What is the topological polar surface area, TPSA, of menthol?", {"polar_surface_area"}),
        ("Which element has the symbol Hg, and what is its density?", {"element_name", "element_density"}),
        ("How many rings does the Murcko scaffold of naproxen have?", {"murcko_scaffold", "ring_count"}),
        ("Translate ATGGAACTGTTCTAA in frame 2", {"dna_translation"}),
        ("A Morgan fingerprint of menthol with 1024 bits", {"morgan_fingerprint"}),
        ("Sort Ni, Pb, Sn and Mg by density", {"element_density", "sort_by_value"}),
        ("Order nickel and lead by melting point", {"element_melting_point", "sort_by_value"}),
        ("What is the weight of CCCN.Cl?", {"molecular_weight"}),
    ],
)
def test_what_says_the_same_or_sets_something_stays_read(planner: Planner, question: str, tools: set[str]) -> None:
    plan = plan_of(planner, question)
    assert not plan.missing and not plan.unread
    assert tools <= {step.tool for step in plan.steps}


def test_those_that_are_chosen_are_counted_where_that_is_asked(planner: Planner) -> None:
    plan = plan_of(planner, "Which of menthol, camphor and toluene have more than one ring, and how many?")
    assert not plan.missing and not plan.unread
    assert {goal.output.rpartition(".")[2] for goal in plan.goals} >= {"kept", "count"}


def test_of_several_values_those_that_can_be_are_in_the_wanted_unit(planner: Planner) -> None:
    plan = plan_of(planner, "What are the lattice parameters of a.cif in nm?")
    units = [goal.unit for goal in plan.goals]
    assert units == ["nm"] * 3 + [""] * 3


@pytest.mark.parametrize(
    "question",
    [
        "If the logP of menthol is above 3, give its molecular formula, otherwise its TPSA.",
        "If menthol has a ring, give its TPSA.",
        "Give the TPSA of menthol if it has a ring, else its molecular weight.",
    ],
)
def test_what_hangs_on_a_condition_is_not_answered_whatever_the_condition(planner: Planner, question: str) -> None:
    with pytest.raises(NoPathError, match="hangs on a condition"):
        plan_of(planner, question)


def test_a_word_of_conditions_alone_refuses_nothing(planner: Planner) -> None:
    assert not plan_of(planner, "What is the TPSA of menthol, if I may ask, and its logP?").missing
    assert not plan_of(planner, "If 0.2 M HNO3 is diluted 20-fold, what is the pH?").missing


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("What is the mass of the peptide MKWVTF?", "protein_molecular_weight"),
        ("How much does the peptide MKWVTF weigh?", "protein_molecular_weight"),
        ("What are the peptide masses of a tryptic digest of MKWVTFRSLLK?", "protease_digestion"),
        ("How much does menthol weigh?", "molecular_weight"),
    ],
)
def test_what_a_thing_weighs_is_its_own_mass(planner: Planner, question: str, tool: str) -> None:
    plan = plan_of(planner, question)
    assert not plan.missing and plan.steps[-1].tool == tool


@pytest.mark.parametrize("asked", ["SMILES", "InChI"])
def test_the_notation_of_dna_is_not_that_of_its_peptide(planner: Planner, asked: str) -> None:
    with pytest.raises(NoPathError):
        plan_of(planner, f"What is the {asked} of the DNA ATGGCCAAGCTTGAATTCTAA?")
    plan = plan_of(planner, f"What is the {asked} of the protein of ATGGCCAAGCTTGAATTCTAA?")
    assert [step.tool for step in plan.steps][:2] == ["dna_translation", "peptide_to_smiles"]
