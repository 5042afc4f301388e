"""Two plans are equal when they compute the same from the same, and not otherwise."""

from __future__ import annotations

import pytest

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.rows import Question
from scitoolagent.benchmarks.scitooleval.planning import PlanScore, PlanScorer, topic_of
from scitoolagent.records import Entity, Plan, Query, Step
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def scorer() -> PlanScorer:
    return PlanScorer(load_graph())


def entity(handle: str, kind: str, text: str) -> Entity:
    return Entity(handle=handle, type=kind, value=text, text=text, start=0, end=len(text))


NAME, KEY = entity("moleculename1", "MoleculeName", "menthol"), entity("inchikey1", "InChIKey", "A" * 14)
OTHER = entity("moleculename2", "MoleculeName", "camphor")


def scored(
    scorer: PlanScorer, path: str, calls: list[tuple[str, str]], parameter: str = "", entities: tuple[Entity, ...] = ()
) -> PlanScore:
    steps = tuple(
        Step(id=number, tool=tool, arguments={"smiles": argument}) for number, (tool, argument) in enumerate(calls, 1)
    )
    outcome = Outcome(
        status="complete",
        query=Query(text="?", entities=entities or (NAME, KEY, OTHER)),
        plan=Plan(steps=steps, goals=()) if calls else None,
    )
    return scorer.score(Question("t", "?", path=tuple(path.split()), parameter=parameter), outcome)


NAMED = ("name_to_smiles", "$query.moleculename1")


@pytest.mark.parametrize(
    ("path", "calls", "published", "typed"),
    [
        ("NameToSMILES GetRingsNum", [NAMED, ("ring_count", "$1.smiles")], True, True),
        # independent steps in another order
        (
            "NameToSMILES GetRingsNum GetKappa1",
            [NAMED, ("kappa1", "$1.smiles"), ("ring_count", "$1.smiles")],
            False,
            True,
        ),
        # another way between notations of one molecule
        ("NameToSMILES SMILESToCAS", [("name_to_cas", "$query.moleculename1")], False, True),
        # another goal, a goal too many, a goal too few
        ("NameToSMILES GetRingsNum", [NAMED, ("kappa1", "$1.smiles")], False, False),
        ("NameToSMILES GetRingsNum", [NAMED, ("ring_count", "$1.smiles"), ("kappa1", "$1.smiles")], False, False),
        ("NameToSMILES GetRingsNum GetKappa1", [NAMED, ("kappa1", "$1.smiles")], False, False),
        # the same goals from another entity, or twice from one instead of once from each of two
        ("NameToSMILES GetRingsNum", [("inchikey_to_smiles", "$query.inchikey1"), ("ring_count", "$1.smiles")], False, False),
        (
            "NameToSMILES NameToSMILES GetRingsNum GetRingsNum",
            [NAMED, ("name_to_smiles", "$query.moleculename2"), ("ring_count", "$1.smiles"), ("ring_count", "$1.smiles")],
            True,
            False,
        ),
        # another notation than the one asked
        ("NameToSMILES SMILESToInChI", [NAMED, ("smiles_to_selfies", "$1.smiles")], False, False),
        ("GetRingsNum", [], False, False),
    ],
)  # fmt: skip
def test_the_two_rules(
    scorer: PlanScorer, path: str, calls: list[tuple[str, str]], published: bool, typed: bool
) -> None:
    found = scored(scorer, path, calls)
    assert found.covered
    assert (found.published, found.typed) == (published, typed), found.why


def test_two_tools_of_the_original_that_are_one_here(scorer: PlanScorer) -> None:
    found = scored(scorer, "NameToSMILES GetNPR1 GetNPR2", [NAMED, ("normalized_moment_ratios", "$1.smiles")])
    assert (found.published, found.typed) == (True, True)


def test_the_parameter_is_what_is_worked_on(scorer: PlanScorer) -> None:
    calls = [NAMED, ("ring_count", "$1.smiles")]
    assert scored(scorer, "NameToSMILES GetRingsNum", calls, parameter="Menthol ").typed
    assert not scored(scorer, "NameToSMILES GetRingsNum", calls, parameter="camphor").typed


def test_tools_that_are_not_here(scorer: PlanScorer) -> None:
    found = scored(scorer, "CASToPrice", [NAMED])
    assert not found.covered
    assert not found.typed
    assert topic_of(load_graph(), {}, ("CASToPrice",)) == "not covered"
