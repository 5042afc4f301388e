"""The safety gate over the hazard database: graded verdicts, approvals that hold for one call only."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scitoolagent.errors import BlockedError, ConfirmationRequired
from scitoolagent.executor.guard import Guard
from scitoolagent.records import Finding, Query
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

# A name or a key is looked up first, and then its structure is screened; a call can make nothing of it directly.
_LOOKED_UP = frozenset({"name", "inchikey"})
_STOPS = ("confirm", "unknown")


class SafetyGuard:
    """Screens the molecules and sequences that go into and come out of every screened tool, found by their types.

    Args:
        graph: the tool graph, for the types of inputs and outputs.
        approved: digests that a person named; each lets one finding of one call pass.
        ask: asks a person about the findings of one call; without it, what needs a confirmation is refused.
    """

    def __init__(
        self, graph: ToolGraph, approved: Iterable[str] = (), ask: Callable[[Sequence[Finding]], bool] | None = None
    ) -> None:
        self._graph = graph
        self._approved = frozenset(approved)
        self._ask = ask
        self._agreed: set[tuple[str, str]] = set()

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        """The molecules and sequences of a question, each with the way it is screened."""
        kinds = [(self._graph.screen(entity.type), entity.value) for entity in query.entities]
        return list(dict.fromkeys((kind, value) for kind, value in kinds if kind and isinstance(value, str)))

    def before(self, tool: ToolNode, arguments: dict[str, Any]) -> tuple[Finding, ...]:
        """Check the arguments of a call.

        Raises:
            BlockedError: a hazard that is never worked on.
            ConfirmationRequired: a hazard that nobody has confirmed for this call.
            SafetyDatabaseError: the hazard database cannot be used.
        """
        if tool.safety == "open":
            return ()
        ports = [(port, arguments[port.name]) for port in tool.inputs if port.name in arguments]
        return self._judge(tool, arguments, ports, ahead=True)

    def after(self, tool: ToolNode, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Check what a call gave; raises as `before`."""
        if tool.safety == "open":
            return ()
        return self._judge(tool, outputs, [(port, outputs[port.name]) for port in tool.outputs], ahead=False)

    def _judge(
        self, tool: ToolNode, values: dict[str, Any], ports: list[tuple[PortNode, Any]], ahead: bool
    ) -> tuple[Finding, ...]:
        found: list[Finding] = []
        for port, value in ports:
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, str):
                    found += self._screen(port.type, item)
        if tool.safety == "restricted":
            reason = "a person confirms every call of this tool"
            found.append(Finding(verdict="confirm", subject=tool.name, reason=reason))
        bound = [
            finding.model_copy(update={"digest": _digest(tool, values, finding)}) for finding in dict.fromkeys(found)
        ]
        blocked = [finding for finding in bound if finding.verdict == "block"]
        if blocked:
            raise _with(BlockedError(f"{blocked[0].subject}: {blocked[0].reason}; nothing here works on it"), bound)
        open_ones = [
            finding for finding in bound if finding.verdict in _STOPS and not self._passes(tool, finding, ahead)
        ]
        if open_ones and not (self._ask is not None and self._ask(open_ones)):
            first = open_ones[0]
            approvals = " ".join(f"--approve {finding.digest}" for finding in open_ones)
            raise _with(
                ConfirmationRequired(f"{first.subject}: {first.reason}; confirm only this call with {approvals}"), bound
            )
        self._agreed |= {(tool.name, finding.reason) for finding in open_ones}
        return tuple(bound)

    def _passes(self, tool: ToolNode, finding: Finding, ahead: bool) -> bool:
        # Who agreed to work on a hazard is not asked about the very same one in what the call gave.
        agreed = not ahead and (tool.name, finding.reason) in self._agreed
        return agreed or finding.digest in self._approved

    def _screen(self, type_name: str, value: str) -> list[Finding]:
        """The findings for one value; none for a type that is neither a molecule nor a sequence."""
        kind = self._graph.screen(type_name)
        return screen_value(kind, value) if kind and kind not in _LOOKED_UP else []


def screen_value(kind: str, value: str) -> list[Finding]:
    """The findings for a value; a value that cannot be read is a finding, too.

    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    from scitoolagent.safety_db import screen

    by_kind = {
        "inchikey": screen.screen_inchikey,
        "name": screen.screen_name,
        "protein": screen.screen_protein,
        "nucleotide": screen.screen_nucleotide,
        "sequence": screen.screen_sequence,
    }
    screening = by_kind[kind](value) if kind in by_kind else screen.screen_molecule(value, kind)
    if screening.verdict == "clear":
        return []
    shown = [Finding(**finding.model_dump(include=set(Finding.model_fields))) for finding in screening.findings]
    return shown or [Finding(verdict=screening.verdict, subject=screening.subject, reason="not readable")]


def _digest(tool: ToolNode, values: dict[str, Any], finding: Finding) -> str:
    """Binds an approval to the tool, the values and the finding, so that it cannot serve for another call."""
    content = json.dumps(
        [tool.name, values, finding.verdict, finding.subject, finding.reason], sort_keys=True, default=str
    )
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _with(error: BlockedError | ConfirmationRequired, findings: list[Finding]) -> BlockedError | ConfirmationRequired:
    error.findings = tuple(findings)
    return error


def make_guard(
    graph: ToolGraph, approved: Iterable[str] = (), ask: Callable[[Sequence[Finding]], bool] | None = None
) -> Guard:
    """The gate that a run uses unless its caller brings one."""
    return SafetyGuard(graph, approved, ask)
