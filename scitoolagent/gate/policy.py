"""Judge what was found in a call by the policy: what stops it, what a person has to confirm, what is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scitoolagent.errors import BlockedError, ConfirmationRequired
from scitoolagent.gate.calls import Check, Clearance, Port, Tool, Types
from scitoolagent.gate.codes import codes_in, is_another
from scitoolagent.gate.confirmations import Ask, Confirmations, call_digest
from scitoolagent.gate.screening import FILE, Found, screen_many
from scitoolagent.gate.table import VERDICTS, action_of
from scitoolagent.records import Entity, Finding, Query
from scitoolagent.tool.foreign import MODULE

# More than a model may write; code that is longer is told by its beginning.
_LONGEST_SHOWN = 8000


def as_flags(digests: Sequence[str]) -> str:
    """How findings are confirmed on the command line."""
    return " ".join(f"--approve {digest}" for digest in digests)


def as_field(digests: Sequence[str]) -> str:
    """How findings are confirmed in a request of a program: by its field or argument `approve`."""
    return f"`approve`: {json.dumps(list(digests))}"


def blocked_by(blocked: Sequence[Finding], findings: Sequence[Finding]) -> BlockedError:
    """The error for what is never worked on, with all that was found."""
    error = BlockedError(f"{blocked[0].subject}: {blocked[0].reason}; nothing here works on it")
    error.findings = tuple(findings)
    return error


def admitted(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """What is told of what was found in a question.

    Raises:
        BlockedError: one of the findings stops it.
    """
    actions = {finding: action_of(finding.verdict, "open", "question") for finding in findings}
    if blocked := [finding for finding, action in actions.items() if action == "stop"]:
        raise blocked_by(blocked, blocked)
    return tuple(finding for finding, action in actions.items() if action == "note")


class SafetyGate:
    """Says what is screened in a call, and judges what was found there.

    It serves one run. Every value is screened anew, that of a result from the cache too.

    Args:
        types: the tool graph, which knows how the values of a type are screened.
        approved: digests that a person named; each lets one finding about one subject in one call pass.
        ask: asks a person about all findings of a call; without it, what needs a confirmation is refused.
        confirmed_with: how whoever reads a refusal confirms its digests.
    """

    def __init__(
        self,
        types: Types,
        approved: Iterable[str] = (),
        ask: Ask | None = None,
        confirmed_with: Callable[[Sequence[str]], str] = as_flags,
    ) -> None:
        self._types = types
        self._confirmed_with = confirmed_with
        self._confirmations = Confirmations(approved, ask)

    @property
    def used(self) -> frozenset[str]:
        """The digests named in `approved` that let something pass."""
        return frozenset(self._confirmations.used)

    def subjects(self, query: Query) -> list[tuple[str, Any]]:
        """A question's words, and its values each with the way its type is screened."""
        written = [("", query.text), *([("", query.original.text)] if query.original else [])]
        # The names of columns are texts; what stands below them is screened row by row.
        return [
            *(("code", code) for code in codes_in(query, self._types)),
            *written,
            *(pair for entity in query.entities for pair in self._of_entity(query, entity)),
            *(("", name) for table in query.tables for column in table.columns for name in self._header(column.name)),
        ]

    def _of_entity(self, query: Query, entity: Entity) -> Iterator[tuple[str, Any]]:
        """The value of an entity; one that is a code of something else ("the HD gene") is no molecule by its type."""
        kind = "" if entity.file else self._types.screen(entity.type)
        if entity.file:
            yield from (("", name) for name in self._header(str(entity.value)))
        elif kind or entity.value != entity.text or not is_another(query, entity.start, entity.end, entity.text):
            yield kind, entity.value

    def _header(self, name: str) -> Iterator[str]:
        """The name of a column; none that some number is called by: CL is a clearance before it is a conotoxin."""
        if not self._types.calls_quantity(name):
            yield name

    def admit(self, query: Query) -> tuple[Finding, ...]:
        """Screen a question here and now, for entries that plan it and run nothing; gives what is told of it.

        Raises:
            BlockedError: it names what is never worked on.
            SafetyDatabaseError: the hazard database cannot be used.
        """
        return admitted([item.finding for item in screen_many(self.subjects(query), "question")])

    def check(self, tool: Tool) -> Check:
        """What to look at in a call of a tool, and what holds it back.

        A call that leaves this program, or that a person confirms each time, is held back by whatever needs a
        confirmation. Any other only computes, so that what it makes is known before all is asked about at once.
        """
        leaves = tool.safety not in ("open", "screened") or bool(tool.requires) or tool.module == MODULE
        actions = ("stop", "ask") if leaves else ("stop",)
        held = tuple(one for one in VERDICTS if action_of(one, tool.safety, "argument") in actions)
        every = (*held, "") if tool.safety not in ("open", "screened") else held
        return Check(self._kinds(tool.inputs), self._kinds(tool.outputs), every)

    def before(self, tool: Tool, arguments: dict[str, Any]) -> Clearance:
        """Screen and judge the arguments of a call that is made in this process.

        Raises:
            BlockedError: a hazard that is never worked on.
            ConfirmationRequired: a hazard that nobody has confirmed for this call.
            SafetyDatabaseError: the hazard database cannot be used.
        """
        kinds = self._kinds(tool.inputs)
        found = screen_many((kinds.get(name, ""), value) for name, value in arguments.items())
        return Clearance(tool, dict(arguments), self.judge(tool, arguments, found))

    def after(self, clearance: Clearance, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Screen and judge what such a call gave; gives what is told of both, and raises as `before`."""
        kinds = self._kinds(clearance.tool.outputs)
        found = screen_many(((kinds.get(name, ""), value) for name, value in outputs.items()), "result")
        told = self.judge(clearance.tool, clearance.arguments, found)
        return tuple(dict.fromkeys((*clearance.findings, *told)))

    def _kinds(self, ports: Sequence[Port]) -> dict[str, str]:
        return {port.name: FILE if port.python == "Path" else self._types.screen(port.type) for port in ports}

    def findings(self, tool: Tool, arguments: dict[str, Any], found: Sequence[Found]) -> tuple[Finding, ...]:
        """What is told of what was found in a call, with the digests that confirm it."""
        return tuple(bound for _, bound in self._acted(tool, arguments, found))

    def judge(self, tool: Tool, arguments: dict[str, Any], found: Sequence[Found]) -> tuple[Finding, ...]:
        """What is told of what was found in a call; all that needs a confirmation is asked about at once.

        Raises:
            BlockedError: a hazard that is never worked on.
            ConfirmationRequired: a hazard that nobody has confirmed for this call.
        """
        acted = self._acted(tool, arguments, found)
        bound = tuple(finding for _, finding in acted)
        blocked = [finding for action, finding in acted if action == "stop"]
        if blocked:
            raise blocked_by(blocked, bound)
        missing = self._confirmations.missing([finding for action, finding in acted if action == "ask"])
        if missing:
            approvals = self._confirmed_with([finding.digest for finding in missing])
            text = f"{missing[0].subject}: {missing[0].reason}; confirm only this call with {approvals}"
            refusal = ConfirmationRequired(text)
            refusal.findings, refusal.unconfirmed = bound, tuple(missing)
            raise refusal
        return bound

    def _acted(self, tool: Tool, arguments: Mapping[str, Any], found: Sequence[Found]) -> list[tuple[str, Finding]]:
        """Each different finding that is not passed over, with its digest and what is done about it; stops come
        first.
        """
        found = list(found)
        if tool.safety not in ("open", "screened"):
            reason = f"a person confirms every call of this tool{_texts(tool, arguments)}"
            found.append(Found("", Finding(verdict="confirm", subject=tool.name, reason=reason)))
        acted: dict[Finding, str] = {}
        for item in found:
            action = action_of(item.finding.verdict, tool.safety, item.entry)
            if action != "pass":
                digest = call_digest(tool.name, arguments, item.subject, item.finding)
                acted.setdefault(item.finding.model_copy(update={"digest": digest}), action)
        order = ("stop", "ask", "note")
        return sorted(((action, one) for one, action in acted.items()), key=lambda pair: order.index(pair[0]))


def _texts(tool: Tool, arguments: Mapping[str, Any]) -> str:
    """The texts of a call that a person has to see before it is made, code among them: as data, in plain letters only.

    Signs that turn the direction of writing would show another code than the one that runs.
    """
    given = {port.name: arguments.get(port.name) for port in tool.inputs if port.python == "str"}
    shown = [f"{name} {_quoted(value)}" for name, value in given.items() if isinstance(value, str)]
    return f"; {', '.join(shown)}" if shown else ""


def _quoted(text: str) -> str:
    more = len(text) - _LONGEST_SHOWN
    return json.dumps(text[:_LONGEST_SHOWN]) + (f" and {more:,} more characters" if more > 0 else "")
