"""Tools called by name: plain values in and out, under the same gate; a text is never a reference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import BlockedError, ConfirmationRequired, GraphError, ToolInputError
from scitoolagent.provenance import Tools
from scitoolagent.provenance.tools import one_step

BENZENE = "c1ccccc1"  # IARC group 1: a person confirms


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tools]:
    folder = tmp_path_factory.mktemp("tools")
    with Tools(Config(data_dir=folder, cache_dir=folder), workspace=folder) as made:
        yield made


def test_a_call_gives_plain_values(tools: Tools) -> None:
    # Three OH at 20.23 Å² each (Ertl 2000, table 3).
    assert tools.call("polar_surface_area", {"smiles": "OCC(O)CO"}) == {"polar_surface_area": pytest.approx(60.69)}


def test_errors_are_those_of_the_program(tools: Tools) -> None:
    with pytest.raises(ToolInputError, match="not valid SMILES"):
        tools.call("polar_surface_area", {"smiles": "C1CC("})
    with pytest.raises(ToolInputError, match="no argument 'smile'"):
        tools.call("polar_surface_area", {"smile": "C"})
    with pytest.raises(ToolInputError, match="needs smiles"):
        tools.call("polar_surface_area", {})
    with pytest.raises(GraphError, match="no tool is called"):
        tools.call("rm_rf", {})


@pytest.mark.parametrize("text", ["$query.value1", "$2.smiles", "$1.polar_surface_area", "$query.x"])
def test_a_text_that_looks_like_a_reference_is_a_value(tools: Tools, text: str) -> None:
    with pytest.raises(ToolInputError, match="not valid SMILES"):
        tools.call("polar_surface_area", {"smiles": text})


def test_lists_go_in_item_by_item(tools: Tools) -> None:
    query, plan = one_step(tools.graph, "polar_surface_area", {"smiles": ["C", "CC"]})
    assert plan.steps[0].arguments == {"smiles": "$query.value1"}
    assert query.entity("value1").value == ["C", "CC"]
    many = next((tool, port) for tool in tools.graph.tools.values() for port in tool.inputs if port.many)
    query, plan = one_step(tools.graph, many[0].name, {many[1].name: ["a", "$1.b"]})
    assert plan.steps[0].arguments == {many[1].name: ["$query.value1", "$query.value2"]}
    assert [entity.value for entity in query.entities] == ["a", "$1.b"]


def test_screened_tools_are_screened(tools: Tools) -> None:
    with pytest.raises(BlockedError):
        tools.call("stereoisomers", {"smiles": "CC(C)OP(C)(=O)F"})  # sarin
    with pytest.raises(ConfirmationRequired):
        tools.call("stereoisomers", {"smiles": BENZENE})
    assert tools.call("stereoisomers", {"smiles": "OCC(O)CO"})


def test_files_outside_the_working_folder_are_refused(tools: Tools) -> None:
    reads = next(tool for tool in tools.graph.tools.values() if any(port.python == "Path" for port in tool.required))
    port = next(port for port in reads.required if port.python == "Path")
    with pytest.raises(ToolInputError, match="outside the working folder"):
        tools.call(reads.name, {port.name: "../../etc/passwd"})


def test_fresh_tools_do_not_look_into_the_cache(tmp_path: Path) -> None:
    config = Config(data_dir=tmp_path, cache_dir=tmp_path)
    for fresh, cached in ((False, False), (False, True), (True, False)):
        with Tools(config, tmp_path, fresh=fresh) as tools:
            assert tools.result("polar_surface_area", {"smiles": "C"}).cached is cached
