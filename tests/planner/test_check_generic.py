"""A plan with tools for any value is checked with what they stand for in it."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import InvalidPlanError
from scitoolagent.planner import Planner, check_plan
from scitoolagent.records import Column, Entity, Plan, Quantity, Query, Schema, Step
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()
NAMES = ("caffeine", "theophylline")
QUERY = Query(
    text="x" * 20,
    entities=(
        *(
            Entity(handle=f"name{place}", type="MoleculeName", value=name, text=name, start=0, end=1)
            for place, name in enumerate(NAMES, 1)
        ),
        Entity(handle="dna1", type="DnaSequence", value="ATGCATGCATGC", text="x", start=0, end=1),
    ),
    quantities=(
        Quantity(handle="quantity1", value=0.6, unit="nm2", text="0.6 nm2", start=2, end=9),
        Quantity(handle="quantity2", value=5.0, unit="g", text="5 g", start=10, end=13),
        Quantity(
            handle="quantity3",
            value=1.0,
            upper=5.0,
            unit="nm2",
            text="1-5 nm2",
            start=10,
            end=13,
            problem="it is a range",
        ),
    ),
)
SUBJECTS = ["$query.name1", "$query.name2"]
VALUES = ["$3.polar_surface_area", "$4.polar_surface_area"]
RINGS = ["$5.ring_count", "$6.ring_count"]


def check(*more: tuple[str, dict[str, Any]]) -> None:
    """Steps 1-2 resolve the names, 3-4 compute TPSA, 5-6 count rings; the others follow."""
    calls = [("name_to_smiles", {"name": f"$query.name{place}"}) for place in (1, 2)]
    for tool in ("polar_surface_area", "ring_count"):
        calls += [(tool, {"smiles": f"${place}.smiles"}) for place in (1, 2)]
    steps = [Step(id=number, tool=tool, arguments=given) for number, (tool, given) in enumerate([*calls, *more], 1)]
    check_plan(load_graph(), QUERY, Plan(steps=tuple(steps), goals=()))


def threshold(values: list[Any], limit: Any) -> tuple[str, dict[str, Any]]:
    return "filter_by_value", {"subjects": SUBJECTS, "values": values, "relation": ">", "threshold": limit}


@pytest.mark.parametrize(
    "calls",
    [
        [threshold(VALUES, "$query.quantity1")],
        # Counts and pure numbers need no unit, and a value may be a threshold.
        [threshold(RINGS, 3)],
        # Nobody gives a TPSA in anything but Å².
        [threshold(VALUES, 60)],
        [
            (
                "filter_by_range",
                {
                    "subjects": SUBJECTS,
                    "values": VALUES,
                    "lower": "$query.quantity3_lower",
                    "upper": "$query.quantity3_upper",
                },
            )
        ],
        [threshold(VALUES, VALUES[0])],
        # What was picked is of the type of what it was picked from, and goes where that goes.
        [
            ("pick_extreme", {"subjects": SUBJECTS, "values": VALUES}),
            ("name_to_cas", {"name": "$7.winner"}),
            ("difference_of_values", {"values": ["$7.value", VALUES[0]]}),
            ("mean_of_values", {"values": ["$9.absolute_difference", VALUES[1]]}),
        ],
        # One list of several values may be all that is given.
        [
            ("sort_by_value", {"subjects": SUBJECTS, "values": VALUES}),
            ("count_items", {"items": "$7.ranking"}),
            ("mean_of_values", {"values": "$7.sorted_values"}),
        ],
    ],
)
def test_what_goes_together_passes(calls: list[tuple[str, dict[str, Any]]]) -> None:
    check(*calls)


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        ([threshold([VALUES[0], RINGS[0]], 3)], "PolarSurfaceArea and .* is RingCount"),
        (
            [
                ("dna_melting_temperature", {"sequence": "$query.dna1"}),
                ("meets_threshold", {"value": "$7.dna_melting_temperature", "relation": ">", "threshold": 50}),
            ],
            "without a unit",
        ),
        ([threshold(VALUES, "$query.quantity2")], "5 g is in g"),
        ([threshold(VALUES, "$query.quantity3")], "it is a range"),
        ([threshold(VALUES, "3")], "not be typed out"),
        ([threshold(SUBJECTS, 3)], "values takes GivenNumber"),
        ([threshold(VALUES, RINGS[0])], "PolarSurfaceArea and .* is RingCount"),
        ([("sort_by_value", {"subjects": ["a", "b"], "values": VALUES})], "not be typed out"),
        ([("combine_verdicts", {"verdicts": RINGS})], "verdicts takes GivenVerdict"),
        (
            [
                ("pick_extreme", {"subjects": ["$1.smiles", "$query.name2"], "values": VALUES}),
                ("name_to_cas", {"name": "$7.winner"}),
            ],
            "takes MoleculeName, .* is Subject",
        ),
        ([("mean_of_values", {"values": VALUES[0]})], "takes a list"),
        # How far two temperatures are apart is no temperature.
        (
            [
                ("dna_melting_temperature", {"sequence": "$query.dna1"}),
                ("difference_of_values", {"values": ["$7.dna_melting_temperature", "$7.dna_melting_temperature"]}),
                ("ideal_gas_volume", {"amount": 1.0, "pressure": 1.0, "temperature": "$8.absolute_difference"}),
            ],
            "takes Temperature, .* is AbsoluteDifference",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(calls: list[tuple[str, dict[str, Any]]], why: str) -> None:
    with pytest.raises(InvalidPlanError, match=why):
        check(*calls)


def test_a_column_of_numbers_is_reckoned_with_whatever_a_tool_gives_of_its_type() -> None:
    """A file holds one pKa a row, and the tool that looks pKa values up gives a list of them."""
    planner = Planner(GRAPH, load_config())
    lists = {port.type for tool in GRAPH.tools.values() for port in tool.outputs if port.python == "list"}
    measured = [name for name in sorted(lists) if GRAPH.types[name].unit is not None and not GRAPH.types[name].generic]
    # "Of each atom" may be of each row; that is asked about.
    measured = [name for name in measured if " each " not in GRAPH.types[name].label]
    assert measured
    for name in measured:
        column = Column(name=GRAPH.types[name].label, kind="number", type=name, unit=GRAPH.types[name].unit)

        def look(file: Entity, _text: str, column: Column = column) -> Schema:
            return Schema(file=file.handle, columns=(Column(name="id"), column), rows=4)

        plan = planner.draft(planner.recognise(f"mean {column.name} in some.csv", look))
        assert plan.steps[-1].arguments == {"values": "$1.table.c1"}
