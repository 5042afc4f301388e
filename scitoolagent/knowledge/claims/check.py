"""Check claims of a graph: a leader, a graph agent, a validation agent and a tool executor, with bounded turns.

```
leader ──delegate──▶ graph agent ──call──▶ executor        A role has the moves of MOVES and no others: the leader
   ▲                     │                    │            calls no tools, an agent talks to nobody but the leader,
   └──────report─────────┴────── result ──────┘            and nobody to himself. What the executor found stands in
   └─ delegate ─▶ validation agent ─ … ─▶ conclude         the record whether or not an agent reports it.
```

The rules below decide for all roles; a model can decide for one through the same `Policy`. Whoever decides, a verdict
of support or refute needs a finding of a validator that says so; otherwise the verdict is "doubtful", where a source
holds nearly all of the kind and lacks this, or "not verified".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.validators import Claim, Finding, Validator, judged, same_value
from scitoolagent.knowledge.store.graph import DomainGraph

MAX_TURNS = 20
_REFUSALS = 2
Result = Literal["support", "refute", "doubtful", "not verified"]


class Role(StrEnum):
    """Who is to move."""

    LEADER = "leader"
    GRAPH = "graph agent"
    VALIDATION = "validation agent"


# What each role may do: ask another role, call a tool, report to the leader, conclude.
MOVES: Mapping[Role, frozenset[str]] = {
    Role.LEADER: frozenset({"delegate", "conclude"}),
    Role.GRAPH: frozenset({"call", "report"}),
    Role.VALIDATION: frozenset({"call", "report"}),
}
GRAPH_TOOLS = ("look up node", "look up attribute", "look up relation")
TOOL_OF = dict(zip(("node", "attribute", "relation", "potential"), (*GRAPH_TOOLS, GRAPH_TOOLS[2]), strict=True))


@dataclass(frozen=True, slots=True)
class Move:
    """What a role wants: `target` is a role, a tool, or the name of a validator; `text` is a report or a result."""

    action: str
    target: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One turn as it happened; `good` is false when the move was refused or the tool failed."""

    role: Role
    move: Move
    told: str
    good: bool


@dataclass(slots=True)
class Case:
    """What is known so far. `claim` holds what the graph says once it has been looked up."""

    claim: Claim
    events: list[Event] = field(default_factory=list)
    in_graph: bool | None = None
    findings: list[Finding] = field(default_factory=list)
    reported: set[Role] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict with what it rests on and how it came about; `in_graph` tells whether the graph says the same."""

    claim: Claim
    result: Result
    reason: str
    findings: tuple[Finding, ...]
    events: tuple[Event, ...]
    in_graph: bool = False


class Policy(Protocol):
    """Decides the moves of a role."""

    def move(self, case: Case) -> Move:
        """The next move of the role."""
        ...


class RuleLeader:
    """Asks the graph first, then the validators, then concludes."""

    def move(self, case: Case) -> Move:
        """Delegate what is open, then conclude."""
        for role in (Role.GRAPH, Role.VALIDATION):
            if role not in case.reported:
                return Move("delegate", role)
        return Move("conclude", text=weighed(case.findings))


class RuleGraphAgent:
    """Looks up what the claim is about."""

    def move(self, case: Case) -> Move:
        """One look-up, then the report."""
        if case.in_graph is None:
            return Move("call", TOOL_OF[case.claim.kind])
        return Move("report", text="it is in the graph" if case.in_graph else "it is not in the graph")


class RuleValidationAgent:
    """Asks every validator once."""

    def __init__(self, validators: Sequence[Validator]) -> None:
        self._names = [validator.name for validator in validators]

    def move(self, case: Case) -> Move:
        """The next validator, then the report."""
        asked = {finding.source for finding in case.findings}
        rest = [name for name in self._names if name not in asked]
        return Move("call", rest[0]) if rest else Move("report", text=weighed(case.findings))


def weighed(findings: Sequence[Finding]) -> Result:
    """What findings amount to; sources that contradict each other verify nothing."""
    said = {finding.says for finding in findings} - {"unknown"}
    # A doubt rests on what a source lacks: it gives way to a source that has the statement, or has another.
    if said == {"doubts"}:
        return "doubtful"
    said -= {"doubts"}
    if said == {"supports"}:
        return "support"
    return "refute" if said == {"refutes"} else "not verified"


class Checker:
    """Checks claims about a graph.

    Args:
        graph: the graph under check.
        validators: the sources that judge, with names of their own.
        policies: what decides for a role instead of the rules.
        turns: the most turns a claim may take.
    """

    def __init__(
        self,
        graph: DomainGraph,
        validators: Sequence[Validator],
        policies: Mapping[Role, Policy] | None = None,
        turns: int = MAX_TURNS,
    ) -> None:
        self._graph, self._turns = graph, turns
        self._validators = {validator.name: validator for validator in validators}
        if len(self._validators) != len(validators):
            raise GraphError("two validators have the same name; findings could not be told apart")
        self._rules: dict[Role, Policy] = {
            Role.LEADER: RuleLeader(),
            Role.GRAPH: RuleGraphAgent(),
            Role.VALIDATION: RuleValidationAgent(validators),
        }
        self._policies: dict[Role, Policy] = {**self._rules, **(policies or {})}

    def check(self, claim: Claim) -> Verdict:
        """Check one claim."""
        case, role, refused = Case(claim), Role.LEADER, 0
        for _ in range(self._turns):
            # A policy that was refused twice running is replaced for one move: no dead end, no endless talk.
            policy = self._rules[role] if refused >= _REFUSALS else self._policies[role]
            move = policy.move(case)
            told, good, after = self._done(case, role, move)
            case.events.append(Event(role, move, told, good))
            refused = 0 if good else refused + 1
            if good and move.action == "conclude":
                break
            role = after
        return self._verdict(case)

    def _done(self, case: Case, role: Role, move: Move) -> tuple[str, bool, Role]:
        if move.action not in MOVES[role]:
            return f"the {role} may {' or '.join(sorted(MOVES[role]))}, not {move.action[:30]!r}", False, role
        if move.action == "delegate":
            if move.target not in (Role.GRAPH, Role.VALIDATION):
                return f"nobody is called {move.target[:30]!r}", False, role
            return "asked", True, Role(move.target)
        if move.action == "report":
            case.reported.add(role)
            return "sent to the leader", True, Role.LEADER
        if move.action == "conclude":
            open_ = [one for one in (Role.GRAPH, Role.VALIDATION) if one not in case.reported]
            return (f"the {open_[0]} has not reported", False, role) if open_ else ("done", True, role)
        return (*self._call(case, role, move.target), role)

    def _call(self, case: Case, role: Role, tool: str) -> tuple[str, bool]:
        """The executor: runs a tool for an agent and keeps what it found."""
        if role is Role.GRAPH:
            if tool != TOOL_OF[case.claim.kind]:
                return f"{tool[:40]!r} does not look up a {case.claim.kind}; use {TOOL_OF[case.claim.kind]!r}", False
            if case.in_graph is not None:
                return "this was looked up before; report it", False
            try:
                case.in_graph, case.claim = self._looked_up(case.claim)
            except GraphError as error:
                case.in_graph = False
                return str(error), False
            return case.claim.in_words() if case.in_graph else "not in the graph", True
        if tool not in self._validators:
            return f"there is no validator {tool[:40]!r}; there are {', '.join(self._validators) or 'none'}", False
        if tool in {finding.source for finding in case.findings}:
            return f"{tool} was asked before; report what it said", False
        case.findings.append(judged(self._validators[tool], case.claim))
        return f"{tool} {case.findings[-1].says}: {case.findings[-1].text}", True

    def _looked_up(self, claim: Claim) -> tuple[bool, Claim]:
        if claim.kind in ("relation", "potential"):
            return self._graph.holds(claim.subject, claim.predicate, claim.object), claim
        found = self._graph.entities([claim.subject])
        if not found:
            return False, claim
        if claim.kind == "node":
            value = claim.value or found[0].type
            return value == found[0].type, Claim("node", claim.subject, value=value)
        value = found[0].name if claim.attribute == "name" else found[0].attributes.get(claim.attribute, "")
        same = bool(value) and same_value(claim.value or value, value)
        return same, Claim("attribute", claim.subject, attribute=claim.attribute, value=claim.value or value)

    def _verdict(self, case: Case) -> Verdict:
        last = case.events[-1].move if case.events else Move("conclude")
        weight = weighed(case.findings)
        wanted = last.text if last.action == "conclude" else weight
        # Nobody concludes against the findings, nor without one.
        result: Result = weight if wanted == weight else "not verified"
        graph = "the graph has it" if case.in_graph else "the graph does not have it"
        said = "; ".join(f"{one.source} {one.says}: {one.text}" for one in case.findings) or "no validator was asked"
        return Verdict(
            case.claim, result, f"{graph}; {said}", tuple(case.findings), tuple(case.events), bool(case.in_graph)
        )
