"""Compare the result of a step in a run with its result now, and name the causes of a difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from scitoolagent.errors import ToolUnavailableError, is_named
from scitoolagent.provenance.row_comparison import RowComparison, size_of
from scitoolagent.records import StepResult, Value
from scitoolagent.toolkg.graph import ToolNode
from scitoolagent.trace import environment

Agreement = Literal["same", "different", "unknown"]

_SHOWN = 60
_MACHINE = ("ToolTimeoutError", "WorkerDiedError")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One step, then and now.

    Attributes:
        verdict: `unknown` when the trace has nothing to compare with.
        differences: the differences, with both values.
        causes: the causes, each beginning with its kind: `input`, `tool`, `tool version`, `data version`, `network`,
            `nondeterminism`, `machine` or `safety gate`.
    """

    step: int
    tool: str
    verdict: Agreement
    differences: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()


def same_value(before: Any, after: Any) -> bool:
    """Whether two JSON values are equal: numbers to the last digit, and true is not 1."""
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(same_value, before, after))
    if isinstance(before, dict) and isinstance(after, dict):
        return before.keys() == after.keys() and all(same_value(before[name], after[name]) for name in before)
    return isinstance(before, bool) == isinstance(after, bool) and bool(before == after)


def relative_difference(before: Any, after: Any) -> float | None:
    """The largest relative difference of two numbers or lists of numbers; None where it is not defined."""
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        found = [relative_difference(*pair) for pair in zip(before, after, strict=True)]
        return None if None in found or not found else max(item for item in found if item is not None)
    if isinstance(before, bool) or isinstance(after, bool):
        return None
    if not isinstance(before, int | float) or not isinstance(after, int | float):
        return None
    largest = max(abs(before), abs(after))
    return abs(before - after) / largest if largest else 0.0


def differences(before: StepResult, after: StepResult, rows: RowComparison | None = None) -> tuple[str, ...]:
    """The differences between two results of a step: tool, outcome, outputs, safety findings.

    Args:
        before: the result of the run.
        after: the result now.
        rows: compares tables cell by cell; without it they are compared by their names.
    """
    found = []
    if before.tool != after.tool:
        found.append(f"tool: {before.tool} in the run, {after.tool} now")
    if _outcome(before) != _outcome(after):
        found.append(f"outcome: {_outcome(before)} in the run, {_outcome(after)} now{_message(after)}")
    elif before.status == "ok":
        for name in dict.fromkeys([*before.outputs, *after.outputs]):
            old, new = before.outputs.get(name), after.outputs.get(name)
            if old is None or new is None:
                found.append(f"{name}: {'not in the run' if old is None else 'not given now'}")
            elif old.rows is not None and new.rows is not None and old.type == new.type and rows is not None:
                found += filter(None, (rows.difference(name, old, new),))
            elif (old.type, old.unit) != (new.type, new.unit) or not same_value(old.value, new.value):
                apart = relative_difference(old.value, new.value) if old.unit == new.unit else None
                text = f"{name}: {_shown(old)} in the run, {_shown(new)} now"
                found.append(text if apart is None else f"{text} (relative difference {apart:.2g})")
    if _findings(before) != _findings(after):
        found.append(
            f"findings of the safety gate: {_findings(before) or 'none'} then, {_findings(after) or 'none'} now"
        )
    return tuple(found)


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """The dependencies of a run whose version differs between two environments."""
    return tuple(
        f"{'data' if name.endswith('tables') else 'tool'} version: {name} {version} in the run, "
        f"{now.get(name, 'not there')} now"
        for name, version in sorted(before.items())
        if now.get(name) != version
    )


def changed_since(before: Mapping[str, str]) -> tuple[str, ...]:
    """The dependencies of a run whose version differs here and now."""
    return changes(before, environment())


def causes(
    before: StepResult,
    after: StepResult,
    tool: ToolNode,
    started: str,
    again: StepResult | None,
    changed: Sequence[str] = (),
) -> list[str]:
    """Why two results of a step with the same input differ.

    Args:
        tool: the graph's node of the tool that was called now.
        started: when the run began, as an ISO 8601 time.
        again: the result of one more call, None when none was made.
        changed: the result of `changes`.
    """
    found = []
    if "blocked" in (before.status, after.status) or _findings(before) != _findings(after):
        found.append("safety gate: its database or what a person confirmed is not the same")
    if again is not None and differences(after, again):
        found.append("nondeterminism: one more call gave yet another result")
    if before.version and after.version and before.version != after.version:
        found.append(
            f"tool version: {before.version} in the run, {after.version} now (its code or the tables beside it)"
        )
    away = any(is_named(_outcome(side), ToolUnavailableError) for side in (before, after))
    if "network" in tool.requires or away:
        found.append(f"network: {tool.name} asks a service or a program that may be away or may have changed")
    if any(_outcome(side) in _MACHINE for side in (before, after)):
        found.append("machine: a call ran out of its time or its memory")
    found += [f"data version: the file {name} {why}" for name, why in _files(before, after, tool, started)]
    found += changed
    if found:
        return found
    return [
        "data version: the tool's code and tables and what the run names are the same; something outside of them is not"
    ]


def _files(before: StepResult, after: StepResult, tool: ToolNode, started: str) -> list[tuple[str, str]]:
    """The files a step read that are newer than the run."""
    try:
        begun = datetime.fromisoformat(started)
    except ValueError:
        return []
    begun = begun if begun.tzinfo else begun.replace(tzinfo=UTC)
    found = []
    for port in tool.inputs:
        # A call whose file is missing was never given its arguments.
        given = after.arguments.get(port.name, before.arguments.get(port.name))
        if port.python != "Path" or given is None:
            continue
        path = Path(str(given))
        if not path.is_file():
            found.append((path.name, "is not there"))
        elif path.stat().st_mtime > begun.timestamp():
            found.append((path.name, "was changed after the run"))
    return found


def _outcome(result: StepResult) -> str:
    return result.error.error if result.error is not None else result.status


def _message(result: StepResult) -> str:
    return f" ({result.error.message[: 2 * _SHOWN]})" if result.error is not None else ""


def _findings(result: StepResult) -> list[str]:
    return sorted(
        f"{finding.verdict} {finding.subject}: {finding.reason}" for finding in (*result.findings, *result.withheld)
    )


def _shown(value: Value) -> str:
    if value.rows is not None:
        return f"a table of {size_of(value)}"
    text = repr(value.value)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"
    return f"{text} {value.unit}" if value.unit and value.unit != "1" else text
