"""Generic types stand for one type and one unit in a call, and stay out of chains."""

from __future__ import annotations

import re

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.differences import difference_in
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.build import graph_of
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.generics import Bound, Given, bind_generics, has_offset, output_of
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode


def node(name: str, takes: list[PortNode], gives: list[PortNode]) -> ToolNode:
    return ToolNode(name, "Do it.", "Conversion", "General", "open", "tests", tuple(takes), tuple(gives))


THING, NUMBER = PortNode("things", "Thing", "object", many=True), PortNode("values", "Number", "float", many=True)
GRAPH = ToolGraph(
    [
        node("weigh", [PortNode("smiles", "Smiles", "str")], [PortNode("mass", "Mass", "float")]),
        node("melt", [PortNode("smiles", "Smiles", "str")], [PortNode("point", "MeltingPoint", "float")]),
        node("atoms", [PortNode("smiles", "Smiles", "str")], [PortNode("atoms", "Atoms", "int")]),
        node("judge", [PortNode("smiles", "Smiles", "str")], [PortNode("good", "Good", "bool")]),
        node("pick", [THING, NUMBER], [PortNode("best", "Best", "object"), PortNode("value", "Number", "float")]),
        node("spread", [NUMBER], [PortNode("spread", "Spread", "float")]),
        node("middle", [NUMBER], [PortNode("middle", "Number", "float")]),
        node("average", [NUMBER], [PortNode("average", "Number", "float")]),
        node("add", [PortNode("values", "Amount", "float", many=True)], [PortNode("sum", "Amount", "float")]),
        node(
            "share",
            [PortNode("part", "Amount", "float"), PortNode("whole", "Whole", "float")],
            [PortNode("share", "Share", "float")],
        ),
        node("all", [PortNode("verdicts", "Verdict", "bool", many=True)], [PortNode("held", "Held", "bool")]),
    ],
    [
        TypeNode("Notation", "notation"),
        TypeNode("Smiles", "SMILES", parent="Notation"),
        TypeNode("InChI", "InChI", parent="Notation"),
        TypeNode("Sequence", "sequence"),
        TypeNode("Mass", "mass", unit="g"),
        TypeNode("MeltingPoint", "melting point", unit="Cel"),
        TypeNode("Atoms", "atoms", unit="1"),
        TypeNode("Good", "good"),
        TypeNode("Thing", "thing", generic="any"),
        TypeNode("Best", "best", parent="Thing", generic="any"),
        TypeNode("Number", "number", generic="number"),
        TypeNode("Spread", "spread", parent="Number", unit="K", generic="difference"),
        TypeNode("Amount", "amount", generic="ratio"),
        TypeNode("Whole", "whole", generic="ratio"),
        TypeNode("Share", "share", unit="%"),
        TypeNode("Verdict", "verdict", generic="verdict"),
        TypeNode("Held", "held", role="verdict"),
    ],
)
GRAM, KILO = Given("$1.mass", "Mass", "g"), Given("$2.mass", "Mass", "kg")
POINT, COUNT = Given("$3.point", "MeltingPoint", "Cel"), Given("$4.atoms", "Atoms", "1")


def bound(tool: str, **given: list[Given]) -> dict[str, Bound]:
    return bind_generics(GRAPH, GRAPH.tools[tool], given)


@pytest.mark.parametrize(
    ("given", "wanted", "taken"),
    [
        ("Mass", "Number", True),
        ("Atoms", "Number", True),
        ("Smiles", "Number", False),
        ("Good", "Number", False),
        ("Spread", "Amount", True),
        ("Good", "Verdict", True),
        ("Mass", "Verdict", False),
        ("Smiles", "Thing", True),
        ("Smiles", "Notation", True),
        ("Notation", "Smiles", False),
        # What stands for anything goes into nothing that wants one thing.
        ("Thing", "Smiles", False),
        ("Number", "Mass", False),
    ],
)
def test_a_generic_input_takes_what_it_stands_for(given: str, wanted: str, taken: bool) -> None:
    assert GRAPH.accepts(given, wanted) is taken


def test_values_of_one_call_have_one_type_and_the_unit_of_the_first() -> None:
    assert bound("middle", values=[GRAM, KILO]) == {"Number": Bound("Mass", "g")}
    assert bound("middle", values=[Given("2 mg", unit="mg"), GRAM]) == {"Number": Bound("Mass", "g")}
    assert bound("middle", values=[Given("2 mg", unit="mg"), Given("1 g", unit="g")]) == {
        "Number": Bound("Number", "mg")
    }
    assert bound("middle", values=[COUNT, Given("3", bare=True)]) == {"Number": Bound("Atoms", "1")}
    assert bound("middle", values=[Given("4", bare=True)]) == {"Number": Bound("Number", None)}


@pytest.mark.parametrize(
    ("tool", "values", "why"),
    [
        ("middle", [GRAM, COUNT], "$1.mass is Mass and $4.atoms is Atoms"),
        ("middle", [GRAM, Given("3", bare=True)], "3 without a unit, mass is in g"),
        ("middle", [GRAM, Given("3 K", unit="K")], "3 K is in K, mass in g"),
        ("middle", [Given("3 K", unit="K"), Given("1 g", unit="g")], "1 g is in g, the first in K"),
        ("middle", [COUNT, Given("3 g", unit="g")], "3 g is in g, atoms in no unit"),
        ("middle", [Given("$1.smiles", "Smiles")], "takes numbers, $1.smiles is Smiles"),
        ("add", [POINT, POINT], "in °C mean nothing"),
        ("all", [GRAM], "takes truth values"),
    ],
)
def test_values_that_do_not_go_together_are_refused(tool: str, values: list[Given], why: str) -> None:
    with pytest.raises(ToolInputError, match=re.escape(why)):
        bound(tool, **{GRAPH.tools[tool].inputs[0].name: values})


def test_outputs_have_the_type_and_unit_of_what_was_given() -> None:
    pick = GRAPH.tools["pick"]
    made = bound("pick", things=[Given("a", "Smiles"), Given("b", "Smiles")], values=[GRAM, GRAM])
    assert output_of(GRAPH, pick.output("best"), made) == Bound("Smiles")
    assert output_of(GRAPH, pick.output("value"), made) == Bound("Mass", "g")
    mixed = bound("pick", things=[Given("a", "Smiles"), Given("b", "InChI")], values=[GRAM, GRAM])
    assert output_of(GRAPH, pick.output("best"), mixed) == Bound("Notation")
    # Nothing can be said of a molecule or a sequence but that it is one of those given.
    apart = bound("pick", things=[Given("a", "Smiles"), Given("b", "Sequence")], values=[GRAM, GRAM])
    assert output_of(GRAPH, pick.output("best"), apart) == Bound("Thing")


def test_a_difference_of_temperatures_is_no_temperature() -> None:
    spread = GRAPH.tools["spread"].output("spread")
    assert output_of(GRAPH, spread, bound("spread", values=[POINT, POINT])) == Bound("Spread", "K")
    assert output_of(GRAPH, spread, bound("spread", values=[GRAM, KILO])) == Bound("Mass", "g")
    kelvin = bound("spread", values=[Given("$3.point", "MeltingPoint", "K")])
    assert output_of(GRAPH, spread, kelvin) == Bound("Spread", "K")
    assert [has_offset(unit) for unit in ("Cel", "[degF]", "K", "g", "1", "%", None)] == [True, True, *[False] * 5]
    assert difference_in(9, "[degF]", "K") == pytest.approx(5)
    assert difference_in(5, "K", "Cel") == 5


def test_a_part_and_its_whole_may_be_of_two_types_and_have_one_unit() -> None:
    whole = Given("$5.atoms", "Atoms", "1")
    assert bound("share", part=[KILO], whole=[GRAM]) == {"Amount": Bound("Mass", "kg"), "Whole": Bound("Mass", "kg")}
    with pytest.raises(ToolInputError, match="Mass is in g and Atoms in no unit"):
        bound("share", part=[GRAM], whole=[whole])


def test_tools_for_any_value_are_no_links_and_no_alternatives() -> None:
    graph = graph_of(load_registry())
    generic = {name for name, tool in graph.tools.items() if graph.is_generic(tool)}
    assert {"sort_by_value", "mean_of_values", "filter_by_verdict", "count_items"} <= generic
    assert not any(generic & {one, other} for one, other in graph.edges())
    assert all(graph.alternatives(graph.tools[name]) == () for name in generic)
    assert not any(generic & {tool.name for tool in graph.producers(name)} for name in graph.types)
    unused, unmade = graph.dead_ends()
    assert not any(graph.types[name].generic for name in (*unused, *unmade))
    assert GRAPH.alternatives(GRAPH.tools["middle"]) == ()
    assert cheapest_chain(GRAPH, "Smiles", "Best") is None
