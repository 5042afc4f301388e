"""What counts as the same, and which cause a difference is given."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.provenance.compare import causes, changes, differences, relative_difference, same_value
from scitoolagent.records import Failure, Finding, StepResult, Value
from scitoolagent.toolkg.graph import PortNode, ToolNode

STARTED = "2026-01-01T00:00:00+00:00"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def tool(*requires: str, path: bool = False) -> ToolNode:
    ports = (PortNode("table", "CsvFile", "Path"),) if path else ()
    return ToolNode("weigh", "Weigh.", "Analysis", "General", "open", "here", ports, (), requires=requires)


def ok(value: Any = 1.0, **changes: Any) -> StepResult:
    outputs = {"mass": Value(type="Mass", value=value, unit="g")}
    return StepResult(**{"step": 1, "tool": "weigh", "version": "a", "status": "ok", "outputs": outputs, **changes})


def failed(error: str, message: str = "no") -> StepResult:
    return StepResult(step=1, tool="weigh", status="failed", error=Failure(error=error, message=message))


@given(JSON)
def test_a_value_is_the_same_as_itself(value: Any) -> None:
    assert same_value(value, value)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (0.1 + 0.2, 0.3, False),  # to the last digit
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        (0.0, 1e-300, False),
        ("1", 1, False),
        (None, 0, False),
        ([1.0, 2.0], [1.0], False),
        ([1.0, {"a": 0.3}], [1, {"a": 0.3}], True),
        ({"a": 1}, {"b": 1}, False),
        ("CCO", "OCC", False),
    ],
)
def test_same_value(before: Any, after: Any, same: bool) -> None:
    assert same_value(before, after) is same
    assert same_value(after, before) is same


def test_each_kind_of_difference_is_named_with_both_sides() -> None:
    assert differences(ok(), ok(version="b", seconds=9.0, cached=True)) == ()
    assert differences(ok(1.0), ok(2.0)) == ("mass: 1.0 g in the run, 2.0 g now (relative difference 0.5)",)
    assert "scale" in differences(ok(), ok(tool="scale"))[0]
    assert "ToolTimeoutError" in differences(ok(), failed("ToolTimeoutError"))[0]
    unit = ok(outputs={"mass": Value(type="Mass", value=1.0, unit="kDa")})
    assert differences(ok(), unit) == ("mass: 1.0 g in the run, 1.0 kDa now",)
    assert differences(ok(), ok(outputs={})) == ("mass: not given now",)
    warned = ok(findings=(Finding(verdict="warn", subject="x", reason="toxic"),))
    assert "toxic" in differences(ok(), warned)[0]
    assert differences(failed("ToolInputError", "at 12:00"), failed("ToolInputError", "at 12:01")) == ()


@pytest.mark.parametrize(
    ("before", "after", "apart"),
    [
        (2.0, 1.0, 0.5),
        (-1.0, 1.0, 2.0),
        (0, 0.0, 0.0),
        ([1.0, 4.0], [1.0, 3.0], 0.25),
        ([], [], None),
        ([1.0], [1.0, 2.0], None),
        (["a"], ["a"], None),
        (True, 1, None),
        ("1", 1, None),
    ],
)
def test_the_relative_difference_is_that_of_the_larger_number(before: Any, after: Any, apart: float | None) -> None:
    assert relative_difference(before, after) == apart


def cause(before: StepResult, after: StepResult, node: ToolNode, again: StepResult | None = None) -> list[str]:
    return [found.partition(":")[0] for found in causes(before, after, node, STARTED, again)]


def test_causes() -> None:
    assert cause(ok(1.0), ok(2.0, version="b"), tool(), ok(2.0, version="b")) == ["tool version"]
    assert cause(ok(1.0), ok(2.0), tool(), ok(3.0)) == ["nondeterminism"]
    assert cause(ok(1.0), ok(2.0), tool("network"), ok(2.0)) == ["network"]
    assert cause(ok(1.0), failed("ToolUnavailableError"), tool()) == ["network"]
    assert cause(ok(1.0), failed("ToolTimeoutError"), tool()) == ["machine"]
    assert cause(ok(1.0), failed("WorkerDiedError", "the process of weigh died"), tool()) == ["machine"]
    assert cause(ok(1.0), ok(2.0), tool(), ok(2.0)) == ["data version"]
    blocked = failed("ConfirmationRequired").model_copy(update={"status": "blocked"})
    assert cause(ok(1.0), blocked, tool()) == ["safety gate"]


def test_a_file_that_is_newer_than_the_run_or_gone_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    after = ok(2.0, arguments={"table": str(path)})
    assert "is not there" in causes(ok(), after, tool(path=True), STARTED, after)[0]
    lost = StepResult(step=1, tool="weigh", status="failed", error=Failure(error="ToolInputError", message="no file"))
    assert "table.csv is not there" in causes(after, lost, tool(path=True), STARTED, None)[0]
    path.write_text("1")
    assert "table.csv was changed after the run" in causes(ok(), after, tool(path=True), STARTED, after)[0]
    os.utime(path, (0, 0))
    assert "something outside of them" in causes(ok(), after, tool(path=True), STARTED, after)[0]
    assert causes(ok(), after, tool(path=True), "no time", after)


def test_versions_that_changed_are_named_and_those_of_what_is_gone() -> None:
    before = {"rdkit": "2025.3.1", "numpy": "2.0", "hazard tables": "2026-01-01 aa"}
    assert changes(before, {**before, "ase": "3.25"}) == ()
    found = changes(before, {"rdkit": "2025.3.2", "hazard tables": "2026-02-01 bb"})
    assert [text.partition(" in the run")[0] for text in found] == [
        "data version: hazard tables 2026-01-01 aa",
        "tool version: numpy 2.0",
        "tool version: rdkit 2025.3.1",
    ]
    assert "not there now" in found[1]
