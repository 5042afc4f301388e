"""What a plan leaves of a question is named, and stops what it may change."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.planner.leftovers import Leftovers
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.records import Ask, Plan, Query, Reading, Request
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def plan_of(planner: Planner, question: str) -> Plan:
    return planner.draft(planner.recognise(question))


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What is twice the TPSA of menthol?", "'twice' was not understood"),
        ("What is the TPSA per heavy atom of menthol?", "'per' was not understood"),
        ("What is the TPSA of deuterated camphor?", "'deuterated' was not understood"),
        ("Give only the TPSA of menthol", "'only' was not understood"),
        ("What is the TPSA of menthol 7?", "'7' was not understood"),
        ("What is the TPSA of camphor in ethanol?", "ethanol: nothing that was asked for uses it"),
        ("What is the logP (octanol/water) of camphor?", "octanol: nothing that was asked for uses it"),
        ("What is the logP of menthol at 310 K?", "310 K: no tool that was asked for takes it"),
        ("What is the molecular weight of menthol in kg?", "cannot be given in kg"),
        # what is made of a thing is another thing
        ("What is the molecular weight of the oxide of iron?", "'oxide' was not understood"),
        ("What is the molecular weight of the polymer of ethylene?", "'polymer' was not understood"),
        ("What is the molar mass of the hydride of lithium?", "'hydride' was not understood"),
        # of two substances that a mass is of a call uses one
        ("What mass of sodium is in 10 g of NaCl and of KBr?", "nothing that was asked for uses it"),
        # words that change what they stand in front of
        ("What is the measured TPSA of menthol?", "'measured' was not understood"),
        ("What is the TPSA of labelled camphor?", "'labelled' was not understood"),
        ("What are all ionization energies of iron?", "'all' was not understood"),
        ("What is the oxidation state of sulfur in H2SO4 before combustion?", "'before' was not understood"),
        ("What is the molecular weight of both menthol?", "'both' was not understood"),
        # a verdict that no value gives, and one number that several are not
        ("Is menthol between camphor and vanillin in weight?", "'Is' was not understood"),
        ("How many elements are in Ca3(PO4)2?", "one number is asked for"),
        # two names that are one thing, and one that is made twice
        ("What is the molecular weight of the methyl ether of phenol?", "are two compounds"),
        ("What is the TPSA of the methyl ester of the methyl ester of aspirin?", "makes one thing of another of its"),
        # a condition on one of two values, a share without a unit, a volume that is added
        ("Is the logP and the TPSA of menthol above 2?", "on one value or on several"),
        ("Is the GC content of ATGGCTAGCTGG above 0.5?", "0.5 has no unit"),
        ("If I dilute 1 mL of 1 M NaCl with 9 mL of water, what is the final concentration?", "say which is which"),
        # one, or at least one?
        ("Does naringenin have one ring?", "'one' was not understood"),
        # one of several, or a second question
        ("What is the first tautomer of acetylacetone?", "'first' was not understood"),
        ("How many rings and which ones are in menthol?", "'which' was not understood"),
        ("Which hydrogen bond donors does vanillin have?", "'Which' was not understood"),
        ("How is the TPSA of menthol computed?", "'How' was not understood"),
        ("Sort menthol, camphor and vanillin by TPSA then by name", "'then' was not understood"),
        ("What is the total number of rings and rotatable bonds in menthol?", "'total' was not understood"),
        # a label takes no part of an abbreviation: of MW the "molecular"
        ("What is the MW of each fragment of CCO.CC(=O)O?", "'fragment' was not understood"),
        # numbers of what is several, and of what stands side by side
        ("How many codons are in ATGGCCGCCTAA?", "one number is asked for, and it is several"),
        ("What is the heavy atom molecular weight of menthol?", "may be one thing or two"),
        # a thing that no table knows
        ("What is the TPSA of unobtainium?", "'unobtainium' is no name known here"),
        ("What is the logP of unobtainium and camphor?", "'unobtainium' is no name known here"),
        # what is asked of the result of something that is not understood
        ("What is the TPSA of the chlorinated scaffold of naringenin?", "'chlorinated' was not understood"),
    ],
)
def test_what_is_left_over_stops_the_ask(planner: Planner, question: str, reason: str) -> None:
    with pytest.raises(NoPathError) as error:
        plan_of(planner, question)
    assert any(reason in missing for missing in error.value.missing)


@pytest.mark.parametrize(
    ("question", "unread"),
    [
        ("Who discovered menthol? What is its TPSA?", ("discovered",)),
        ("My sister likes camphor. What is the TPSA of menthol?", ("sister likes camphor",)),
        ("What is the TPSA of menthol, because my aunt needs it?", ("aunt needs",)),
        ("What is the TPSA of menthol according to the Zorkine database?", ("Zorkine database",)),
        ("I am a student in a hurry. What is the TPSA of menthol?", ()),
    ],
)
def test_what_is_left_over_outside_is_named(planner: Planner, question: str, unread: tuple[str, ...]) -> None:
    plan = plan_of(planner, question)
    assert plan.unread == unread
    assert [goal.type for goal in plan.goals] == ["PolarSurfaceArea"]
    assert plan.missing == ()


def test_one_ask_is_stopped_and_another_is_not(planner: Planner) -> None:
    plan = plan_of(planner, "What is the TPSA of menthol? What is twice the logP of camphor?")
    assert [goal.type for goal in plan.goals] == ["PolarSurfaceArea"]
    assert plan.missing == ("'twice' was not understood",)


def test_an_item_that_nothing_gives_is_named(planner: Planner) -> None:
    plan = plan_of(planner, "Give the TPSA, the price and the logP of menthol")
    assert sorted(goal.type for goal in plan.goals) == ["CrippenLogP", "PolarSurfaceArea"]
    assert plan.missing == ("the price: no tool here gives it",)


def test_what_is_said_twice_is_used_where_it_is_used_once(planner: Planner) -> None:
    plan = plan_of(planner, "I have menthol here. What is the TPSA of Menthol?")
    assert (plan.missing, plan.unread) == ((), ())


def test_misspelt_words_are_told(planner: Planner) -> None:
    assert "weigth was read as weight" in plan_of(planner, "What is the molecular weigth of menthol?").notes


def test_a_misspelt_name_is_told(planner: Planner) -> None:
    """A name is put right where it is certain what was meant, and said."""
    assert plan_of(planner, "What is the TPSA of theobromnie?").notes == ("theobromnie was read as theobromine",)


@pytest.mark.parametrize(
    ("question", "tools"),
    [
        ("What is the common name of CC(=O)O?", ["smiles_to_name"]),
        (
            "What is the name of the Murcko scaffold of imipramine?",
            ["name_to_smiles", "murcko_scaffold", "smiles_to_name"],
        ),
        ("Give the name of the enantiomer of L-valine", ["name_to_smiles", "enantiomer", "smiles_to_name"]),
        ("the name of the ethyl ester of benzoic acid", ["name_to_smiles", "acid_ester", "smiles_to_name"]),
        ("the SMILES of L-valine without stereochemistry", ["name_to_smiles", "flat_smiles"]),
    ],
)
def test_a_name_asked_for_is_a_name(planner: Planner, question: str, tools: list[str]) -> None:
    assert [step.tool for step in plan_of(planner, question).steps] == tools


def query_of(asks: tuple[Ask, ...], reading: Reading) -> Query:
    return Query(text="odd words here", request=Request(asks=asks, readings=(reading,)))


def ask(handle: str, *of: str) -> Ask:
    return Ask(handle=handle, text=handle, start=0, end=1, what=(), of=of)


def test_an_ask_changes_with_what_it_is_asked_of() -> None:
    asks = (ask("ask1", "ask2"), ask("ask2", "ask3"), ask("ask3"), ask("ask4"))
    leftovers = Leftovers(query_of(asks, Reading(start=0, end=3, role="unread", asks=("ask3",))))
    assert not any(leftovers.changes(one) for one in asks)
    assert leftovers.find(PlanDraft(load_graph(), Query(text="")), {})
    assert [leftovers.changes(one) for one in asks] == [True, True, True, False]
    assert not leftovers.find(PlanDraft(load_graph(), Query(text="")), {}), "nothing new"
    assert leftovers.reasons == ["ask3: no tool here gives it"]


def test_asks_in_a_circle_come_to_an_end() -> None:
    asks = (ask("ask1", "ask2"), ask("ask2", "ask1"))
    leftovers = Leftovers(query_of(asks, Reading(start=0, end=3, role="unread")))
    leftovers.find(PlanDraft(load_graph(), Query(text="")), {})
    assert not leftovers.changes(asks[0])
    assert leftovers.outside == ("odd",)


def test_what_an_ask_failed_for_is_not_told_twice() -> None:
    asks = (ask("ask1"),)
    leftovers = Leftovers(query_of(asks, Reading(start=0, end=3, role="unread", asks=("ask1",))))
    assert not leftovers.find(PlanDraft(load_graph(), Query(text="")), {"ask1": "why"})
    assert leftovers.reasons == []


def test_what_a_tool_read_by_itself_is_not_left_over() -> None:
    draft = PlanDraft(load_graph(), Query(text=""))
    draft.read.add((0, 3))
    leftovers = Leftovers(query_of((ask("ask1"),), Reading(start=0, end=3, role="unread", asks=("ask1",))))
    assert not leftovers.find(draft, {})
    assert (leftovers.reasons, leftovers.outside) == ([], ())


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What is the total molecular weight of menthol, menthol and camphor?", "named twice"),
        ("How long is ATGC ATGC ATGC?", "may be one; write it in one piece"),
        ("Count each nucleotide in AACGTTT", "a number of each is asked for"),
        ("The first of menthol and camphor: TPSA?", "'first' was not understood"),
        ("When was the TPSA of menthol computed?", "'When' was not understood"),
        ("Who computed the TPSA of menthol?", "'Who' was not understood"),
        ("Which of menthol and caffeine pass Lipinski's rule or Veber's rule?", "all conditions are to be met, or one"),
        ("Which of menthol, camphor and vanillin has the median TPSA?", "not clear what to take together"),
    ],
)
def test_what_may_mean_two_things_is_not_answered(planner: Planner, question: str, reason: str) -> None:
    with pytest.raises(NoPathError) as error:
        plan_of(planner, question)
    assert reason in str(error.value)


def test_what_is_done_twice_is_done_twice(planner: Planner) -> None:
    plan = plan_of(planner, "What is the reverse complement of the reverse complement of GATTACC?")
    assert [step.tool for step in plan.steps] == ["dna_reverse_complement"] * 2


def test_what_is_left_out_is_left_out_of_what_is_asked(planner: Planner) -> None:
    plan = plan_of(planner, "What is the GC content excluding the first base of GATTACA?")
    assert [step.tool for step in plan.steps] == ["dna_subsequence", "gc_content"]
