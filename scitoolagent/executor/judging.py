"""Judge what was found in a call: it stands, whole or without what a person has to confirm, or it is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.gate import Found, Gate, without_unconfirmed
from scitoolagent.records import Finding
from scitoolagent.toolkg.graph import ToolGraph, ToolNode


@dataclass(frozen=True, slots=True)
class Judged:
    """The findings to tell, the outputs that may be shown, and what was withheld of them."""

    findings: tuple[Finding, ...]
    outputs: dict[str, Any]
    withheld: tuple[Finding, ...] = ()


def judged(
    gate: Gate,
    graph: ToolGraph,
    tool: ToolNode,
    arguments: dict[str, Any],
    found: Sequence[Found],
    outputs: Mapping[str, Any],
) -> Judged:
    """What the gate says of a call.

    Args:
        gate: judges.
        graph: the tool graph.
        tool: what was called.
        arguments: of the call.
        found: in its arguments and outputs.
        outputs: what it gave; empty where it was held back.
    Raises:
        BlockedError: a hazard that is never worked on.
        ConfirmationRequired: a hazard that nobody has confirmed for this call, and that is not one item among others.
    """
    try:
        return Judged(gate.judge(tool, arguments, found), dict(outputs))
    except ConfirmationRequired as refusal:
        parted = without_unconfirmed(graph, tool, arguments, outputs, found, refusal) if outputs else None
        if parted is None:
            raise
        return Judged(gate.judge(tool, arguments, parted.found), parted.outputs, parted.withheld)
