"""What is generated from the declarations is what the declarations say."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

from scitoolagent.tool.registry import load_registry
from scitoolagent.tool.unit_table import HERE, unit_table
from scitoolagent.toolkg.build import graph_of, turtle
from scitoolagent.toolkg.coverage import coverage_of, coverage_page
from scitoolagent.toolkg.docs import tool_pages
from scitoolagent.toolkg.store import shipped_turtle

ROOT = Path(__file__).parents[1]


def test_shipped_graph_is_up_to_date() -> None:
    assert shipped_turtle().decode() == turtle(graph_of(load_registry())), "run `make generate`"


def test_list_of_tools_is_up_to_date() -> None:
    pages = tool_pages(graph_of(load_registry()))
    assert {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs/tools").glob("*")} == pages, (
        "run `make generate`; delete the page of a topic that no tool has"
    )


def test_page_of_coverage_is_up_to_date() -> None:
    graph = graph_of(load_registry())
    assert coverage_of(graph).faults == (), "a name stands on the wrong side of toolkg/coverage.toml"
    assert (ROOT / "docs/coverage.md").read_text(encoding="utf-8") == coverage_page(graph), "run `make generate`"


def test_a_name_on_the_wrong_side_is_told() -> None:
    whole = graph_of(load_registry())
    name = next(iter(coverage_of(whole).covered.values()))
    less = SimpleNamespace(tools={key: tool for key, tool in whole.tools.items() if key != name})
    assert any("no tool has it" in fault for fault in coverage_of(less).faults)


def test_kept_values_of_units_are_those_of_pint() -> None:
    kept = json.loads((HERE / "units.json").read_text(encoding="utf-8"))
    assert kept == unit_table(), "run `make generate`"
