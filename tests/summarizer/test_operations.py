"""What operations found stands first, in the words of the question, and wanted units are kept or refused."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.executor.arguments import bind_arguments, read_outputs
from scitoolagent.records import Answer, Entity, Failure, Goal, Plan, Quantity, Query, Step, StepResult
from scitoolagent.summarizer import summarize
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.generics import bind_step
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()
SPECS = {spec.name: spec for spec in load_registry()}
# Three molecules as a question may write them; the second and the third are isomers of equal TPSA.
TEXTS = {"caffeine": "Caffeine", "theophylline": "theophylline", "theobromine": "theobromine"}
ENTITIES = tuple(
    Entity(handle=f"name{place}", type="MoleculeName", value=value, text=text, start=0, end=0)
    for place, (value, text) in enumerate(TEXTS.items(), 1)
)
QUANTITIES = (
    Quantity(handle="quantity1", value=0.65, unit="nm2", text="0.65 nm2", start=0, end=0),
    Quantity(handle="quantity2", value=190.0, unit="Da", text="190 Da", start=0, end=0),
)
QUERY = Query(text="x", entities=ENTITIES, quantities=QUANTITIES)
ABOUT = ("name1", "name2", "name3")
NAMES = [f"$query.name{place}" for place in (1, 2, 3)]
SMILES = [f"${place}.smiles" for place in (1, 2, 3)]
TPSA = [f"${place}.polar_surface_area" for place in (4, 5, 6)]
MASS = [f"${place}.average_molecular_mass" for place in (7, 8, 9)]
RINGS = [f"${place}.ring_count" for place in (10, 11, 12)]
GOOD = [f"${place}.passed" for place in (13, 14, 15)]
Calls = tuple[str, dict[str, Any]]


def first_steps() -> list[Calls]:
    calls: list[Calls] = [("name_to_smiles", {"name": name}) for name in NAMES]
    for tool in ("polar_surface_area", "molecular_weight", "ring_count", "lipinski_rule_of_five"):
        calls += [(tool, {"smiles": smiles}) for smiles in SMILES]
    return calls


def answer(
    *calls: Calls, goals: tuple[str, ...], query: Query = QUERY, unit: str = "", about: Any = ABOUT, **more: Any
) -> Answer:
    """The answer of a plan whose operations are steps 16, 17, …"""
    steps = tuple(Step(id=n, tool=tool, arguments=given) for n, (tool, given) in enumerate([*first_steps(), *calls], 1))
    wanted = tuple(Goal(text="what is asked", type="Subject", output=one, about=about, unit=unit) for one in goals)
    plan = Plan(steps=steps, goals=wanted, **more)
    results: dict[int, StepResult] = {}
    for step in steps:
        node = GRAPH.tools[step.tool]
        bound = bind_step(GRAPH, node, step, query, results)
        given = bind_arguments(GRAPH, node, step, query, results, str, bound)
        outputs = read_outputs(GRAPH, node, bound, given, call_tool(SPECS[step.tool], given))
        results[step.id] = StepResult(step=step.id, tool=step.tool, status="ok", arguments=given, outputs=outputs)
    return summarize(GRAPH, query, plan, tuple(results.values()))


def only(made: Answer) -> tuple[str, Any, str | None]:
    assert (len(made.values), made.status) == (1, "complete")
    return made.values[0].label, made.values[0].value, made.values[0].unit


def told(made: Answer) -> tuple[str, ...]:
    """The notes without those of the names."""
    return tuple(note for note in made.notes if "stereocentres" not in note)


def test_a_winner_is_named_as_the_question_writes_it() -> None:
    made = answer(("pick_extreme", {"subjects": SMILES, "values": MASS}), goals=("$16.winner", "$16.value"))
    assert [value.value for value in made.values] == ["Caffeine", pytest.approx(194.194, abs=1e-3)]
    assert made.values[0].type == "MoleculeName"
    label = GRAPH.types["AverageMolecularMass"].label
    assert [value.label for value in made.values] == [f"highest {label}", f"highest {label}, value"]
    assert made.text.splitlines()[0] == f"Highest {label}: Caffeine (194.194 g/mol) [step 16]"
    assert made.text.count("194.194") == 1
    second = ("pick_extreme", {"subjects": NAMES, "values": MASS[:1] + RINGS[:0] + MASS[1:], "place": 1})
    assert answer(second, goals=("$16.winner",)).values[0].value == "Caffeine"


def test_a_place_other_than_the_first_is_told() -> None:
    given = {"subjects": NAMES[:2], "values": TPSA[:2], "extreme": "lowest", "place": 2}
    label, value, _ = only(answer(("pick_extreme", given), goals=("$16.winner",)))
    assert (label, value) == (f"2nd lowest {GRAPH.types['PolarSurfaceArea'].label}", "theophylline")


def test_an_order_shows_each_value_and_what_ties() -> None:
    made = answer(("sort_by_value", {"subjects": SMILES, "values": TPSA}), goals=("$16.ranking",))
    label = GRAPH.types["PolarSurfaceArea"].label
    assert only(made)[:2] == (f"order by {label}, ascending", ["Caffeine", "theophylline", "theobromine"])
    assert made.text.splitlines()[0] == (
        f"Order by {label}, ascending: Caffeine (61.82 Å²) < theophylline (72.68 Å²) = theobromine (72.68 Å²) [step 16]"
    )
    assert told(made) == (f"equal {label}: theophylline, theobromine [step 16]",)


def test_what_is_kept_is_a_list_of_subjects_that_may_be_empty() -> None:
    given = {"subjects": NAMES, "values": TPSA, "relation": ">", "threshold": "$query.quantity1"}
    made = answer(("filter_by_value", given), goals=("$16.kept", "$16.count"))
    label = GRAPH.types["PolarSurfaceArea"].label
    assert [value.label for value in made.values] == [
        f"those with {label} > 65 Å²",
        f"number of those with {label} > 65 Å²",
    ]
    assert [value.value for value in made.values] == [["theophylline", "theobromine"], 2]
    assert told(made) == (f"{label}: 0.65 nm2 = 65 Å² [step 16]",)
    none = answer(
        ("filter_by_value", {**given, "relation": "<=", "values": RINGS, "threshold": 1}), goals=("$16.kept",)
    )
    assert none.values[0].value == []
    assert none.text.splitlines()[0].endswith("<= 1: none [step 16]")
    verdicts = answer(("filter_by_verdict", {"subjects": NAMES, "verdicts": GOOD}), goals=("$16.kept",))
    assert only(verdicts)[1] == list(TEXTS.values())
    assert verdicts.values[0].label.endswith(": yes")


@pytest.mark.parametrize(
    ("call", "output", "label", "value", "unit"),
    [
        (("mean_of_values", {"values": TPSA}), "mean_value", "mean TPSA", 69.06, "Ao2"),
        (("difference_of_values", {"values": TPSA[:2]}), "absolute_difference", "difference of TPSA", 10.86, "Ao2"),
        (("ratio_of_values", {"values": RINGS[:2]}), "value_ratio", "ratio of ring count, first to second", 1, "1"),
        (("sum_of_values", {"values": RINGS}), "sum_of_values", "sum of ring count", 6, "1"),
        (
            ("meets_threshold", {"value": MASS[0], "relation": "<", "threshold": "$query.quantity2"}),
            "meets_threshold",
            "MASS < 190 g/mol",
            False,
            None,
        ),
    ],
)
def test_computed_values_say_what_they_are_of(call: Calls, output: str, label: str, value: Any, unit: str) -> None:
    for short, kind in (("TPSA", "PolarSurfaceArea"), ("ring count", "RingCount"), ("MASS", "AverageMolecularMass")):
        label = label.replace(short, GRAPH.types[kind].label)
    found = only(answer(call, goals=(f"$16.{output}",)))
    assert found == (label, pytest.approx(value, abs=0, rel=1e-4) if not isinstance(value, bool) else value, unit)


def test_what_a_value_was_computed_from_is_shown_once() -> None:
    mean = ("mean_of_values", {"values": TPSA})
    label = f"Mean {GRAPH.types['PolarSurfaceArea'].label} (Caffeine, theophylline, theobromine)"
    basis = "- Caffeine 61.82 Å², theophylline 72.68 Å², theobromine 72.68 Å²"
    lines = answer(mean, goals=("$16.mean_value",)).text.splitlines()
    assert lines[:2] == [f"{label}: 69.06 Å² [step 16]", basis]
    # Where the answer lists the values anyway, that is enough.
    assert basis not in answer(mean, goals=("$16.mean_value", *TPSA)).text


def test_a_comparison_names_both_and_what_was_picked_is_what_follows_is_about() -> None:
    made = answer(("compare_two", {"values": MASS[:2]}), goals=("$16.comparison_holds",))
    label = GRAPH.types["AverageMolecularMass"].label
    assert only(made)[:2] == (f"{label} of Caffeine is greater compared with theophylline", True)
    calls: list[Calls] = [
        ("pick_extreme", {"subjects": SMILES, "values": MASS}),
        ("smiles_to_inchikey", {"smiles": "$16.winner"}),
    ]
    assert answer(*calls, goals=("$17.in_ch_i_key",)).values[0].subject == "Caffeine"


def test_a_tie_is_told_once_in_the_words_of_the_question() -> None:
    tie = StepResult(
        step=16, tool="pick_extreme", status="failed", error=Failure(error="ToolInputError", message="tie")
    )
    picked = Step(id=16, tool="pick_extreme", arguments={"subjects": NAMES, "values": TPSA})
    goals = tuple(Goal(text="larger TPSA", type="MoleculeName", output=f"$16.{one}") for one in ("winner", "value"))
    made = summarize(GRAPH, QUERY, Plan(steps=(picked,), goals=goals), (tie,))
    assert (made.status, made.unmet) == ("failed", ("larger TPSA: tie",))


def test_derived_subjects_with_one_name_are_told_apart() -> None:
    calls: list[Calls] = [
        ("murcko_scaffold", {"smiles": SMILES[0]}),
        ("molecular_weight", {"smiles": "$16.murcko_scaffold"}),
        ("pick_extreme", {"subjects": [SMILES[0], "$16.murcko_scaffold"], "values": [MASS[0], MASS_OF_SCAFFOLD]}),
        ("sort_by_value", {"subjects": ["$16.murcko_scaffold", SMILES[1]], "values": [MASS_OF_SCAFFOLD, MASS[1]]}),
    ]
    made = answer(*calls, goals=("$18.winner", "$19.ranking"))
    # Both come from caffeine in the first, so the scaffold is called one; in the second a name is enough.
    assert made.values[0].value == "Caffeine"
    assert made.values[1].value == ["Caffeine", "theophylline"]
    lowest = answer(*calls[:2], ("pick_extreme", {**calls[2][1], "extreme": "lowest"}), goals=("$18.winner",))
    assert lowest.values[0].value == f"{GRAPH.types['MurckoScaffold'].label} of Caffeine"


MASS_OF_SCAFFOLD = "$17.average_molecular_mass"


def test_an_operation_on_what_an_operation_found_keeps_the_names() -> None:
    calls: list[Calls] = [
        ("filter_by_value", {"subjects": SMILES, "values": RINGS, "relation": ">=", "threshold": 2}),
        ("sort_by_value", {"subjects": "$16.kept", "values": MASS}),
        ("count_items", {"items": "$16.kept"}),
    ]
    made = answer(*calls, goals=("$17.ranking", "$18.item_count"))
    assert made.values[0].value == ["theophylline", "theobromine", "Caffeine"]
    assert made.values[1].value == 3


def test_a_wanted_unit_is_kept_and_told() -> None:
    made = answer(goals=("$4.polar_surface_area",), unit="nm2", about=("name1",))
    assert (made.values[0].value, made.values[0].unit) == (pytest.approx(0.6182, abs=0), "nm2")
    assert told(made) == (f"{GRAPH.types['PolarSurfaceArea'].label} of Caffeine: 61.82 Å² = 0.6182 nm²",)
    # One molecule in Da and one mole in g/mol have the same number.
    assert answer(goals=("$7.average_molecular_mass",), unit="Da").values[0].value == pytest.approx(194.194)
    refused = answer(goals=("$4.polar_surface_area", "$1.smiles"), unit="g", about=("name1",))
    assert (refused.values, refused.status) == ((), "failed")
    assert "cannot be converted" in refused.unmet[0]
    assert "is not a number" in refused.unmet[1]


def test_what_was_not_read_is_named_and_makes_an_answer_partial() -> None:
    made = answer(goals=("$4.polar_surface_area",), unread=("at the seaside",))
    assert (made.status, made.unread) == ("partial", ("at the seaside",))
    assert "Not understood: at the seaside" in made.text
