"""Judge calls by the graded verdicts of the hazard database: what is blocked, what a person has to confirm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import BlockedError, ConfirmationRequired
from scitoolagent.gate.calls import Clearance, Port, Tool, Types
from scitoolagent.gate.confirmations import Ask, Confirmations, call_digest
from scitoolagent.gate.screening import LOOKED_UP, identity, screen_value
from scitoolagent.records import Finding, Query

# Verdicts that a person has to confirm; what could not be screened is no better than what was found.
CONFIRMED = ("confirm", "unknown")


@dataclass(frozen=True, slots=True)
class _Found:
    """A finding and the identity of the subject that it is about."""

    subject: str
    finding: Finding


class SafetyGate:
    """Screens the molecules and sequences that go into and come out of every screened tool, found by their types.

    It serves one run. Every value is screened anew, that of a result from the cache too.

    Args:
        types: the tool graph, which knows how the values of a type are screened.
        approved: digests that a person named; each lets one finding about one subject in one call pass.
        ask: asks a person about all findings of a call; without it, what needs a confirmation is refused.
    """

    def __init__(self, types: Types, approved: Iterable[str] = (), ask: Ask | None = None) -> None:
        self._types = types
        self._confirmations = Confirmations(approved, ask)

    @property
    def used(self) -> frozenset[str]:
        """The digests named in `approved` that let something pass."""
        return frozenset(self._confirmations.used)

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        """The molecules and sequences of a question, each with the way it is screened."""
        kinds = [(self._types.screen(entity.type), entity.value) for entity in query.entities]
        return list(dict.fromkeys((kind, value) for kind, value in kinds if kind and isinstance(value, str)))

    def before(self, tool: Tool, arguments: dict[str, Any]) -> Clearance:
        """Check the arguments of a call.

        Raises:
            BlockedError: a hazard that is never worked on.
            ConfirmationRequired: a hazard that nobody has confirmed for this call.
            SafetyDatabaseError: the hazard database cannot be used.
        """
        if tool.safety == "open":
            return Clearance(tool, dict(arguments))
        found = self._screened(tool.inputs, arguments)
        if tool.safety == "restricted":
            reason = "a person confirms every call of this tool"
            found.append(_Found("", Finding(verdict="confirm", subject=tool.name, reason=reason)))
        return Clearance(tool, dict(arguments), self._judged(tool, arguments, found))

    def after(self, clearance: Clearance, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Check what a call gave; gives what was found before and after it, and raises as `before`."""
        tool = clearance.tool
        if tool.safety == "open":
            return clearance.findings
        found = self._judged(tool, clearance.arguments, self._screened(tool.outputs, outputs))
        return tuple(dict.fromkeys((*clearance.findings, *found)))

    def _screened(self, ports: Sequence[Port], values: Mapping[str, Any]) -> list[_Found]:
        found: list[_Found] = []
        for port in ports:
            kind = self._types.screen(port.type)
            if not kind or kind in LOOKED_UP:
                continue
            for text in dict.fromkeys(_texts(values.get(port.name))):
                if findings := screen_value(kind, text):
                    subject = identity(kind, text)
                    found += [_Found(subject, finding) for finding in findings]
        return found

    def _judged(self, tool: Tool, arguments: Mapping[str, Any], found: Sequence[_Found]) -> tuple[Finding, ...]:
        """The findings with the digests that confirm them; raises where one of them stops the call."""
        bound = tuple(
            dict.fromkeys(
                item.finding.model_copy(
                    update={"digest": call_digest(tool.name, arguments, item.subject, item.finding)}
                )
                for item in found
            )
        )
        blocked = [finding for finding in bound if finding.verdict == "block"]
        if blocked:
            error = BlockedError(f"{blocked[0].subject}: {blocked[0].reason}; nothing here works on it")
            error.findings = bound
            raise error
        missing = self._confirmations.missing([finding for finding in bound if finding.verdict in CONFIRMED])
        if missing:
            approvals = " ".join(f"--approve {finding.digest}" for finding in missing)
            text = f"{missing[0].subject}: {missing[0].reason}; confirm only this call with {approvals}"
            refusal = ConfirmationRequired(text)
            refusal.findings = bound
            raise refusal
        return bound


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value, however deep in lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, Iterable):
        for item in value:
            yield from _texts(item)
