"""The gate of a program that serves no run: nobody could confirm anything, and nothing is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.gate.calls import Check, Tool
from scitoolagent.gate.screening import Found
from scitoolagent.records import Finding, Query


class ClosedGate:
    """Stops every call."""

    def subjects(self, query: Query) -> list[tuple[str, Any]]:
        """The whole question, so that nothing of it passes unseen."""
        return [("", query.text)]

    def check(self, tool: Tool) -> Check:
        """Refuse the call.

        Raises:
            ConfirmationRequired: always.
        """
        raise ConfirmationRequired(f"{tool.name} belongs to no run, so no safety gate watches it; begin a run first")

    def findings(self, tool: Tool, arguments: dict[str, Any], found: Sequence[Found]) -> tuple[Finding, ...]:
        """Nothing, since nothing was called."""
        return ()

    def judge(self, tool: Tool, arguments: dict[str, Any], found: Sequence[Found]) -> tuple[Finding, ...]:
        """Refuse the call.

        Raises:
            ConfirmationRequired: always.
        """
        self.check(tool)
        return ()
