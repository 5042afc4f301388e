"""Without a hazard database only open tools are called."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.gate import ClosedGate
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import PortNode, ToolNode


def tool(safety: str) -> ToolNode:
    ports = ((PortNode("given", "Smiles", "str"),), (PortNode("made", "Smiles", "str"),))
    return ToolNode("design", "Design.", "Generation", "General", safety, "tests", *ports)


@pytest.mark.parametrize("safety", ["screened", "restricted", ""])
def test_only_open_tools_are_called(safety: str) -> None:
    gate = ClosedGate()
    assert gate.after(gate.before(tool("open"), {"given": "O"}), {"made": "O"}) == ()
    assert gate.subjects(Query(text="x")) == []
    with pytest.raises(ConfirmationRequired, match=f"design is a {safety} tool"):
        gate.before(tool(safety), {"given": "O"})
