"""The gate of a program without a hazard database."""

from __future__ import annotations

from typing import Any

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.gate.calls import Clearance, Tool
from scitoolagent.records import Finding, Query


class ClosedGate:
    """Lets open tools pass and stops every other call, since nothing can be screened."""

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        """Nothing: there is no database to ask."""
        return []

    def before(self, tool: Tool, arguments: dict[str, Any]) -> Clearance:
        """Let a call of an open tool pass.

        Raises:
            ConfirmationRequired: the tool is not open.
        """
        if tool.safety != "open":
            raise ConfirmationRequired(
                f"{tool.name} is a {tool.safety} tool and no hazard database is at hand to screen its values"
            )
        return Clearance(tool, dict(arguments))

    def after(self, clearance: Clearance, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Nothing: only open tools were called."""
        return clearance.findings
