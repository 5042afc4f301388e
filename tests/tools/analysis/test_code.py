"""The tool that runs code: what it hands in, what it refuses, and that its calls of tools pass the gate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.box import why_no_box
from scitoolagent.errors import BlockedError, ToolError, ToolInputError
from scitoolagent.executor.code_calls import called_by_code
from scitoolagent.executor.worker import WITHHELD, run_tool
from scitoolagent.gate import Check
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

needs_box = pytest.mark.skipif(bool(why_no_box()), reason=f"no box here: {why_no_box()}")


def run(**arguments: Any) -> dict[str, Any]:
    return call_tool(load_registry()["run_python"], arguments)


@needs_box
def test_values_tables_and_files_reach_the_code(tmp_path: Path) -> None:
    # Means by hand: a has 1 and 3, b has 10.
    (tmp_path / "rows.csv").write_text("class,mass [g]\na,1\na,3\nb,10\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("seven", encoding="utf-8")
    found = run(
        code="means = table1.groupby('class')['mass [g]'].mean()\n"
        "result = {'means': means.to_dict(), 'times': value1 * 2, 'text': open('notes.txt').read()}\nprint(len(table1))",
        values=[21],
        tables=[str(tmp_path / "rows.csv")],
        files=[str(tmp_path / "notes.txt")],
    )
    assert json.loads(found["result"]) == {"means": {"a": 2.0, "b": 10.0}, "times": 42, "text": "seven"}
    assert found["printed"] == ["3"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"code": "x" * 50_001}, "at most 50,000"),
    ],
)
def test_what_cannot_be_handed_in_is_refused(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        run(**arguments)


@needs_box
def test_code_that_gives_nothing_is_no_answer() -> None:
    with pytest.raises(ToolInputError, match="assigned nothing"):
        run(code="x = 1")


def test_a_tool_is_called_as_it_is_declared() -> None:
    # RDKit 2025.09: Descriptors.TPSA of ethanol.
    assert called_by_code("polar_surface_area", ["CCO"], {}) == pytest.approx(20.23)
    assert called_by_code("polar_surface_area", [], {"smiles": "CCO"}) == pytest.approx(20.23)


@pytest.mark.parametrize(
    ("name", "values", "named"),
    [
        ("no_such_tool", [], {}),
        ("polar_surface_area", ["CCO", True, 1, 2, 3, 4], {}),
        ("polar_surface_area", ["CCO"], {"smiles": "CCO"}),
        ("polar_surface_area", ["no molecule"], {}),
        ("run_python", ["result = 1"], {}),
        ("describe_columns", ["/etc/passwd"], {}),
    ],
)
def test_what_code_may_not_call_is_refused(name: str, values: list[Any], named: dict[str, Any]) -> None:
    with pytest.raises(ToolError):
        called_by_code(name, values, named)


def test_a_listed_compound_ends_the_code() -> None:
    # Sarin; OPCW, Annex on Chemicals, schedule 1.
    with pytest.raises(BlockedError):
        called_by_code("polar_surface_area", ["CC(C)OP(C)(=O)F"], {})


@needs_box
@pytest.mark.parametrize(
    "code", ["raise ValueError('CC(C)OP(C)' + '(=O)F')", "print('CC(C)OP(C)' + '(=O)F')\n1 / 0", "exit('sa' + 'rin')"]
)
def test_the_error_of_code_is_screened_as_what_it_prints(code: str) -> None:
    spec, unchecked = load_registry()["run_python"], Check({}, {}, ())
    reply = run_tool(spec.name, spec.function.__module__, {"code": code}, None, unchecked)
    assert (reply["error"], reply["message"]) == ("ToolFailedError", WITHHELD)
    reply = run_tool(spec.name, spec.function.__module__, {"code": "raise ValueError('CCO')"}, None, unchecked)
    assert "ValueError: CCO" in reply["message"]
