"""What a gate knows of a call, and what every gate answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from scitoolagent.records import Finding, Query

if TYPE_CHECKING:
    from scitoolagent.gate.screening import Found


class Port(Protocol):
    """An input or output: its name, the name of its semantic type, and the kind of Python value."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def python(self) -> str: ...


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
    @property
    def requires(self) -> Sequence[str]: ...
    @property
    def module(self) -> str: ...


class Types(Protocol):
    """Knows how values of a semantic type are screened, and what numbers are called; the tool graph does."""

    def screen(self, name: str, /) -> str:
        """The way, as `screen_many` takes it; empty for what is neither a molecule nor a sequence by its type."""
        ...

    def calls_quantity(self, word: str, /) -> bool:
        """Whether some number is called just so."""
        ...


@dataclass(frozen=True, slots=True)
class Check:
    """What whoever makes a call looks at: how each input and output is screened, and which findings hold the call back.

    A call that is held back is not made before a person has agreed to what was found in its arguments.
    """

    inputs: dict[str, str]
    outputs: dict[str, str]
    held: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clearance:
    """A call in this process that may be made, and what is told of its arguments."""

    tool: Tool
    arguments: dict[str, Any]
    findings: tuple[Finding, ...] = ()


class Gate(Protocol):
    """Says what is looked at in a question and in a call, and judges what was found; raises a SafetyError to stop it.

    A gate serves one run: what a person confirms there is forgotten with it.
    """

    def subjects(self, query: Query) -> list[tuple[str, Any]]:
        """What of a question is to be screened before anything is answered: kinds of value, and the values."""
        ...

    def check(self, tool: Tool) -> Check:
        """What to look at in a call of a tool; raises a SafetyError where it may never be made."""
        ...

    def findings(self, tool: Tool, arguments: dict[str, Any], found: Sequence[Found]) -> tuple[Finding, ...]:
        """What is told of what was found in a call, with the digests that confirm it."""
        ...

    def judge(self, tool: Tool, arguments: dict[str, Any], found: Sequence[Found]) -> tuple[Finding, ...]:
        """As `findings`; raises a SafetyError where one of them stops the call, or nobody confirms what needs it."""
        ...
