"""A program that serves no run calls nothing: nobody could confirm anything there."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.gate import ClosedGate
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import PortNode, ToolNode


@pytest.mark.parametrize("safety", ["open", "screened", "restricted", ""])
def test_nothing_is_called(safety: str) -> None:
    ports = ((PortNode("given", "Smiles", "str"),), (PortNode("made", "Smiles", "str"),))
    tool = ToolNode("design", "Design.", "Generation", "General", safety, "tests", *ports)
    gate = ClosedGate()
    assert gate.subjects(Query(text="x")) == [("", "x")]
    with pytest.raises(ConfirmationRequired, match="design belongs to no run"):
        gate.check(tool)
    with pytest.raises(ConfirmationRequired):
        gate.judge(tool, {}, ())
    assert gate.findings(tool, {}, ()) == ()
