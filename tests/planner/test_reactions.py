"""Questions about reactions, and whether something is hazardous."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.outcome import planned
from scitoolagent.planner import Planner
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def plan_of(planner: Planner, question: str) -> tuple[str, list[str], list[dict[str, object]]]:
    query = planner.recognise(question)
    outcome = planned(query, planner.draft(query))
    steps = [step for step in outcome.plan.steps if step.tool != "name_to_smiles"]
    return outcome.status, [step.tool for step in steps], [dict(step.arguments) for step in steps]


@pytest.mark.parametrize(
    ("question", "tools"),
    [
        ("the product of aniline and acetyl chloride", ["reaction_products"]),
        ("What is the product of the reaction of styrene with bromine?", ["reaction_products"]),
        ("What is the product when acetic acid reacts with ethanol?", ["reaction_products"]),
        ("product of the nitration of anisole", ["named_reaction"]),
        ("What does the ozonolysis of cyclohexene give?", ["named_reaction"]),
        ("Sonogashira coupling of iodobenzene and phenylacetylene", ["named_coupling"]),
        ("the product of butyric acid and ethanol by Fischer esterification", ["named_coupling"]),
        ("Mannich reaction of formaldehyde, dimethylamine and acetone", ["named_coupling"]),
        ("TPSA of the product of the nitration of anisole", ["named_reaction", "polar_surface_area"]),
        ("retrosynthesis of benzocaine", ["retrosynthesis_step"]),
        ("atom mapping of CCBr.[OH-]>>CCO", ["map_reaction"]),
        ("Is menthol hazardous?", ["molecule_safety"]),
        ("Is picric acid explosive?", ["explosion_screen"]),
    ],
)
def test_questions_about_reactions_are_planned_whole(planner: Planner, question: str, tools: list[str]) -> None:
    status, planned_tools, _ = plan_of(planner, question)
    assert (status, planned_tools) == ("complete", tools)


def test_all_reactants_go_into_one_call(planner: Planner) -> None:
    _, _, (arguments,) = plan_of(planner, "Mannich reaction of formaldehyde, dimethylamine and acetone")
    assert len(arguments["reactants"]) == 3  # type: ignore[arg-type]


def test_one_reactant_has_no_product_alone(planner: Planner) -> None:
    query = planner.recognise("the product of phenol")
    with pytest.raises(NoPathError):
        planner.draft(query)


def test_is_asks_for_a_verdict_or_a_report_and_for_no_number(planner: Planner) -> None:
    query = planner.recognise("Is menthol a molecular weight?")
    with pytest.raises(NoPathError, match="'Is' was not understood"):
        planner.draft(query)
