"""The policy, cell by cell: what each verdict does in each kind of tool at each place."""

from __future__ import annotations

import pytest

from scitoolagent.errors import BlockedError, ConfirmationRequired
from scitoolagent.gate import table
from scitoolagent.gate.policy import SafetyGate
from scitoolagent.gate.screening import Found
from scitoolagent.records import Finding
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

# Written out on its own: a cell that is changed has to be changed here as well, on purpose.
QUESTION = {"block": "stop", "confirm": "note", "unknown": "note", "warn": "pass", "note": "pass", "clear": "pass"}
OPEN = {"block": "stop", "confirm": "note", "unknown": "note", "warn": "pass", "note": "pass", "clear": "pass"}
SCREENED = {"block": "stop", "confirm": "ask", "unknown": "ask", "warn": "note", "note": "pass", "clear": "pass"}
RESTRICTED = {"block": "stop", "confirm": "ask", "unknown": "ask", "warn": "ask", "note": "note", "clear": "pass"}
EXPECTED = {("question", tool): QUESTION for tool in table.TOOLS} | {
    (entry, tool): row
    for entry in ("argument", "file", "result")
    for tool, row in (("open", OPEN), ("screened", SCREENED), ("restricted", RESTRICTED))
}
CELLS = [(entry, tool, verdict) for entry in table.ENTRIES for tool in table.TOOLS for verdict in table.VERDICTS]
GRAPH = ToolGraph([], [TypeNode("Note", "note")])


def tool(safety: str) -> ToolNode:
    return ToolNode(
        "design", "Design.", "Generation", "General", safety, "tests", (), (PortNode("made", "Note", "str"),)
    )


@pytest.mark.parametrize(("entry", "kind", "verdict"), CELLS)
def test_cell(entry: str, kind: str, verdict: str) -> None:
    assert table.action_of(verdict, kind, entry) == EXPECTED[entry, kind][verdict]


@pytest.mark.parametrize(("entry", "kind", "verdict"), [cell for cell in CELLS if cell[0] != "question"])
def test_the_gate_does_what_the_cell_says(entry: str, kind: str, verdict: str) -> None:
    asked: list[str] = []
    gate = SafetyGate(GRAPH, ask=lambda findings: bool(asked.extend(one.subject for one in findings)))
    finding = Finding(verdict=verdict, subject="it", reason="listed")  # type: ignore[arg-type]
    action = EXPECTED[entry, kind][verdict]
    try:
        told = gate.judge(tool(kind), {}, [Found("it", finding, entry)])
    except BlockedError:
        assert action == "stop"
    except ConfirmationRequired as refusal:
        assert (action == "ask") == ("it" in asked)
        assert kind == "restricted" or action == "ask"
        assert ("it" in {one.subject for one in refusal.findings}) == (action != "pass")
    else:
        assert [one.subject for one in told] == (["it"] if action == "note" else [])
        assert asked == [] and kind != "restricted"


def test_no_verdict_is_forgotten_and_nothing_unknown_is_let_pass() -> None:
    from scitoolagent.safety_db.grading import VERDICTS

    assert set(table.VERDICTS) == set(VERDICTS)
    assert len(table.POLICY) == len(CELLS)
    assert {table.action_of("unknown", tool, entry) for _, tool, _ in CELLS for entry in table.ENTRIES} == {
        "ask",
        "note",
    }
    assert {action for (_, _, verdict), action in table.POLICY.items() if verdict == "block"} == {"stop"}


def test_a_kind_of_tool_that_nobody_knows_is_restricted() -> None:
    assert table.action_of("warn", "OPEN", "argument") == "ask"
