"""The safety gate in the executor: every call of a screened or restricted tool passes it, whoever planned the call."""

from __future__ import annotations

from typing import Any, Protocol

from scitoolagent.errors import ConfirmationRequired
from scitoolagent.records import Finding, Query
from scitoolagent.toolkg.graph import ToolNode


class Guard(Protocol):
    """Looks at a question, and at the values before and after a call; raises a SafetyError to stop it."""

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        """What of a question is to be screened before anything is answered: kinds of value, and the values."""
        ...

    def before(self, tool: ToolNode, arguments: dict[str, Any]) -> tuple[Finding, ...]:
        """Check the arguments of a call; gives what was found and may pass."""
        ...

    def after(self, tool: ToolNode, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Check what a call gave; gives what was found and may pass."""
        ...


class ClosedGuard:
    """Lets open tools pass and stops every other call: the gate of a program without a hazard database."""

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        return []

    def before(self, tool: ToolNode, arguments: dict[str, Any]) -> tuple[Finding, ...]:
        if tool.safety != "open":
            raise ConfirmationRequired(
                f"{tool.name} is a {tool.safety} tool and no hazard database is at hand to screen its values"
            )
        return ()

    def after(self, tool: ToolNode, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        return ()
