"""What a worker does with some rows of a table: screen them, and call tools on each, or on all at once.

Nothing but plain data crosses the process border.
"""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.errors import SciToolAgentError, ToolError, ToolInputError, class_name
from scitoolagent.executor.row_screening import screen_outputs, screen_rows
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.declare import ToolSpec
from scitoolagent.tool.registry import load_tool

STOPPED = "stopped by the safety gate"
# What a reason is about; the value itself is not named, since the reason is written where the value may not be.
OF_ROW = "a value of the row"


@dataclass(frozen=True, slots=True)
class RowCall:
    """A tool that is called on each row: which column each input takes, and what the others are.

    Attributes:
        name: of the tool.
        module: that declares it.
        columns: the place among the given columns, by input.
        settings: what the other inputs are, for all rows.
        batch: whether the tool takes many rows at once.
    """

    name: str
    module: str
    columns: dict[str, int]
    settings: dict[str, Any] = field(default_factory=dict)
    batch: bool = False


def run_rows(
    calls: Sequence[RowCall], kinds: Sequence[str | None], columns: Sequence[Sequence[Any]], seconds: float
) -> dict[str, Any]:
    """Call tools on some rows.

    Args:
        calls: the tools.
        kinds: how each column is screened by its type; its content counts in any case. None for one that the same run
            has screened.
        columns: the values of each column, one for each row.
        seconds: after which no further row is begun.
    Returns:
        `outputs` of each call for each row that was worked on, None where there are none; `problems`, why; `stopped`,
        whether the safety gate is why; `lost`, the places of the rows whose calls may work another time; `findings`, of
        each row. Fewer rows come back than were given when the time is over. Or `error` and `message`.
    """
    started = time.perf_counter()
    lost: set[int] = set()
    try:
        specs = [load_tool(call.name, call.module) for call in calls]
        if any(call.batch for call in calls):
            done = len(columns[0])
            findings = _findings(kinds, columns)
            with contextlib.redirect_stdout(io.StringIO()):
                found = [_batch(spec, call, columns, findings, lost) for spec, call in zip(specs, calls, strict=True)]
            outputs, problems = [one[0] for one in found], [one[1] for one in found]
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                outputs, problems, findings = _one_by_one(specs, calls, kinds, columns, started + seconds, lost)
            done = len(findings)
    except SciToolAgentError as error:
        return {"error": class_name(error), "message": str(error)}
    for row, hazards in enumerate(findings):
        _look_behind(outputs, hazards, row)
    stopped = [_block(one) for one in findings]
    told = [
        f"{STOPPED}: {stopped[row]}"
        if stopped[row]
        else "; ".join(dict.fromkeys(filter(None, (one[row] for one in problems))))
        for row in range(done)
    ]
    return {
        "outputs": outputs,
        "problems": told,
        "stopped": [bool(one) for one in stopped],
        "lost": sorted(lost),
        "findings": findings,
    }


def _look_behind(outputs: Sequence[list[Any]], hazards: list[dict[str, Any]], row: int) -> None:
    """Screen what the tools gave for a row, and take away what is never worked on."""
    for given in outputs:
        if given[row] is not None and (found := screen_outputs(given[row])):
            hazards += [one for one in found if one not in hazards]
            given[row] = None if _block(found) else given[row]


def _findings(kinds: Sequence[str | None], columns: Sequence[Sequence[Any]]) -> list[list[dict[str, Any]]]:
    """What is found in each row, in all its screened columns."""
    found: list[list[dict[str, Any]]] = [[] for _ in columns[0]]
    for kind, values in zip(kinds, columns, strict=True):
        for row, findings in enumerate(screen_rows(kind, values) if kind is not None else ()):
            found[row] += findings
    return found


def _block(findings: Sequence[dict[str, Any]]) -> str:
    """Why a row may not be worked on; empty where it may."""
    return next((f"{OF_ROW} {one['reason']}" for one in findings if one["verdict"] == "block"), "")


def _one_by_one(
    specs: Sequence[ToolSpec],
    calls: Sequence[RowCall],
    kinds: Sequence[str | None],
    columns: Sequence[Sequence[Any]],
    end: float,
    lost: set[int],
) -> tuple[list[list[Any]], list[list[str]], list[list[dict[str, Any]]]]:
    """Outputs and problems of each call, and the findings, of as many rows as there is time for, at least one."""
    outputs: list[list[Any]] = [[] for _ in calls]
    problems: list[list[str]] = [[] for _ in calls]
    findings: list[list[dict[str, Any]]] = []
    # Some rows at a time, so that screening can take many and the clock is looked at between.
    for start in range(0, len(columns[0]), _AT_ONCE):
        some = [column[start : start + _AT_ONCE] for column in columns]
        found = _findings(kinds, some)
        for row, hazards in enumerate(found):
            stopped = bool(_block(hazards))
            for place, (spec, call) in enumerate(zip(specs, calls, strict=True)):
                output, problem = (None, "") if stopped else _call(spec, call, some, row, lost, start)
                outputs[place].append(output)
                problems[place].append(problem)
            findings.append(hazards)
            if time.perf_counter() > end:
                return outputs, problems, findings
    return outputs, problems, findings


_AT_ONCE = 64


def _call(
    spec: ToolSpec, call: RowCall, columns: Sequence[Sequence[Any]], row: int, lost: set[int], start: int = 0
) -> tuple[dict[str, Any] | None, str]:
    """The outputs of one call on one row, or why there are none; `start` is the place of the first of these rows."""
    given = {name: columns[place][row] for name, place in call.columns.items()}
    if (missing := next((name for name, value in given.items() if value is None), None)) is not None:
        return None, f"{call.name}: {missing} is missing"
    try:
        return call_tool(spec, {**call.settings, **given}), ""
    except (ToolError, MemoryError, RecursionError) as error:
        return None, f"{call.name}: {_why(error, [start + row], lost)}"


def _why(error: BaseException, rows: Sequence[int], lost: set[int]) -> str:
    """Why a call gave nothing; what is no fault of its values may be other the next time, so its rows are lost."""
    if not isinstance(error, ToolInputError):
        lost |= set(rows)
    return str(error) if isinstance(error, ToolError) else type(error).__name__


def _batch(
    spec: ToolSpec,
    call: RowCall,
    columns: Sequence[Sequence[Any]],
    findings: Sequence[Sequence[dict[str, Any]]],
    lost: set[int],
) -> tuple[list[Any], list[str]]:
    """Outputs and problems of a call on all rows; a call that fails is made again on each row alone."""
    rows = len(columns[0])
    free = [row for row in range(rows) if not _block(findings[row])]
    if not call.batch:
        found = {row: _call(spec, call, columns, row, lost) for row in free}
        return [found.get(row, (None, ""))[0] for row in range(rows)], [
            found.get(row, (None, ""))[1] for row in range(rows)
        ]
    outputs: list[Any] = [None] * rows
    problems = [""] * rows
    whole = [row for row in free if all(columns[place][row] is not None for place in call.columns.values())]
    for row in set(free) - set(whole):
        problems[row] = f"{call.name}: a value is missing"
    waiting = [whole] if whole else []
    while waiting:
        some = waiting.pop()
        try:
            _spread(spec, call, columns, some, outputs)
        except (ToolError, MemoryError, RecursionError) as error:
            if len(some) > 1:
                waiting += [[row] for row in some]
            else:
                problems[some[0]] = f"{call.name}: {_why(error, some, lost)}"
    return outputs, problems


def _spread(
    spec: ToolSpec, call: RowCall, columns: Sequence[Sequence[Any]], rows: Sequence[int], outputs: list[Any]
) -> None:
    """Call a tool on several rows and give each its items of what comes out."""
    given = {name: [columns[place][row] for row in rows] for name, place in call.columns.items()}
    found = call_tool(spec, {**call.settings, **given})
    if short := next((name for name, values in found.items() if len(values) != len(rows)), None):
        raise ToolError(f"{call.name} gave {len(found[short])} {short} for {len(rows)} rows")
    for place, row in enumerate(rows):
        outputs[row] = {name: values[place] for name, values in found.items()}
