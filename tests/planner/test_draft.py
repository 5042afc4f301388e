"""The drafter takes the shortest way that uses all that is given, and drops nothing silently."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.records import Plan
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode
from scitoolagent.toolkg.imported.collection import write_tools
from scitoolagent.toolkg.imported.records import ImportedTool
from scitoolagent.toolkg.store import load_graph


def node(name: str, inputs: list[PortNode], gives: str, operation: str = "Calculation") -> ToolNode:
    outputs = (PortNode("made", gives, "str"),)
    return ToolNode(name, "Do it.", operation, "General", "open", "tests", tuple(inputs), outputs)


def smiles(kind: str = "Smiles") -> PortNode:
    return PortNode("given", kind, "str")


TYPES = [
    TypeNode("MolecularStructure", "structure"),
    TypeNode("Smiles", "SMILES", parent="MolecularStructure"),
    TypeNode("InChI", "InChI", parent="MolecularStructure"),
    TypeNode("Colour", "colour"),
    TypeNode("BathTemperature", "bath temperature", unit="Cel", role="setting"),
]


def draft(question: str, tools: list[ToolNode]) -> Plan:
    planner = Planner(ToolGraph(tools, TYPES), load_config())
    return planner.draft(planner.recognise(question))


def test_of_two_ways_the_shorter_is_taken() -> None:
    tools = [
        node("smiles_to_inchi", [smiles()], "InChI", "Conversion"),
        node("colour_by_inchi", [smiles("InChI")], "Colour"),
        node("colour_by_smiles", [smiles()], "Colour"),
    ]
    assert [step.tool for step in draft("What is the colour of CCCO?", tools).steps] == ["colour_by_smiles"]
    ways = [step.tool for step in draft("What is the colour of CCCO?", tools[:2]).steps]
    assert ways == ["smiles_to_inchi", "colour_by_inchi"]


def test_a_tool_that_takes_the_given_quantity_goes_before_one_that_ignores_it() -> None:
    heated = PortNode("temperature", "BathTemperature", "float", required=False, default=20.0)
    # The one that ignores it would come first in every other respect.
    tools = [
        node("colour", [smiles()], "Colour"),
        node("smiles_to_inchi", [smiles()], "InChI", "Conversion"),
        node("later_colour", [smiles("InChI"), heated], "Colour"),
    ]
    plan = draft("What is the colour of CCCO at 350 K?", tools)
    assert [step.tool for step in plan.steps] == ["smiles_to_inchi", "later_colour"]
    assert plan.steps[1].arguments["temperature"] == "$query.quantity1"


def test_a_quantity_that_nothing_takes_is_not_dropped() -> None:
    planner = Planner(load_graph(), load_config())
    with pytest.raises(NoPathError, match="300 K"):
        planner.draft(planner.recognise("What is the TPSA of CCO at 300 K?"))
    plan = planner.draft(planner.recognise("What is the TPSA of CCO? What is the QED of CCO at 300 K?"))
    assert [goal.type for goal in plan.goals] == ["PolarSurfaceArea"]
    assert any("300 K" in missing for missing in plan.missing)


def test_a_notation_on_the_way_does_not_displace_the_one_asked_for() -> None:
    planner = Planner(load_graph(), load_config())
    plan = planner.draft(planner.recognise("Convert the SLN CH3CH2OH to InChI via SMILES"))
    assert [step.tool for step in plan.steps] == ["sln_to_smiles", "smiles_to_inchi"]
    assert "InChI" in [goal.type for goal in plan.goals]


def test_a_mass_becomes_an_amount_only_where_one_substance_is_given() -> None:
    planner = Planner(load_graph(), load_config())
    plan = planner.draft(planner.recognise("What is the pH of a strong acid, 3.65 g/L of HCl?"))
    assert [step.tool for step in plan.steps] == ["molar_mass", "molar_concentration", "strong_acid_ph"]
    for substances in ("of HCl or HBr", ""):
        with pytest.raises(NoPathError, match="molar mass of one given substance"):
            planner.draft(planner.recognise(f"What is the pH of a strong acid, 3.65 g/L {substances}?"))


def test_a_refusal_names_what_was_imported(tmp_path: Path) -> None:
    path = tmp_path / "imported.jsonl"
    write_tools(path, [ImportedTool(name="nf-core/foldseek_search", source="nf-core", summary="Search structures")])
    question = "Run foldseek on ATGGCCAAGTGG"
    config = load_config().model_copy(update={"imported_tools": path})
    for settings, named in ((load_config(), False), (config, True)):
        planner = Planner(load_graph(), settings)
        with pytest.raises(NoPathError) as caught:
            planner.draft(planner.recognise(question))
        assert ("this would need nf-core/foldseek_search (Search structures)" in str(caught.value)) is named
        assert caught.value.nearest, "the tools that are installed are still named"
