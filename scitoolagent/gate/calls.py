"""What a gate knows of a call, and what every gate answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scitoolagent.records import Finding, Query


class Port(Protocol):
    """An input or output: its name, and the name of its semantic type."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...


class Tool(Protocol):
    """What the gate has to know of a tool; the nodes of the tool graph have it."""

    @property
    def name(self) -> str: ...
    @property
    def safety(self) -> str: ...
    @property
    def inputs(self) -> Sequence[Port]: ...
    @property
    def outputs(self) -> Sequence[Port]: ...


class Types(Protocol):
    """Knows how values of a semantic type are screened; the tool graph does."""

    def screen(self, name: str, /) -> str:
        """The way, as `screen_value` takes it; empty for what is neither a molecule nor a sequence."""
        ...


@dataclass(frozen=True, slots=True)
class Clearance:
    """One call that may be made, with what was found in its arguments; what it gives is judged as part of this call."""

    tool: Tool
    arguments: dict[str, Any]
    findings: tuple[Finding, ...] = ()


class Gate(Protocol):
    """Looks at a question, and at the values before and after a call; raises a SafetyError to stop it.

    A gate serves one run: what a person confirms there is forgotten with it.
    """

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        """What of a question is to be screened before anything is answered: kinds of value, and the values."""
        ...

    def before(self, tool: Tool, arguments: dict[str, Any]) -> Clearance:
        """Check the arguments of a call; raises a SafetyError where it may not be made."""
        ...

    def after(self, clearance: Clearance, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Check what a call gave; gives what was found before and after it, and raises as `before`."""
        ...
