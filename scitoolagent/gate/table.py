"""The policy in one table: what a verdict means for a kind of tool, at the place where the value enters or leaves.

`scitoolagent safety policy` prints it.
"""

from __future__ import annotations

from typing import Literal

Action = Literal["stop", "ask", "note", "pass"]

VERDICTS = ("block", "confirm", "unknown", "warn", "note", "clear")
TOOLS = ("open", "screened", "restricted")
ENTRIES = ("question", "argument", "file", "result")

MEANING: dict[Action, str] = {
    "stop": "the run ends; nobody can let it pass",
    "ask": "a person confirms this one finding in this one call; without an answer the run stops",
    "note": "the answer tells it",
    "pass": "nothing is said; `scitoolagent safety screen` tells it",
}

# The columns are the verdicts in the order of VERDICTS.
_ROWS: dict[tuple[str, str], tuple[Action, ...]] = {
    ("question", "open"): ("stop", "note", "note", "pass", "pass", "pass"),
    ("question", "screened"): ("stop", "note", "note", "pass", "pass", "pass"),
    ("question", "restricted"): ("stop", "note", "note", "pass", "pass", "pass"),
    ("argument", "open"): ("stop", "note", "note", "pass", "pass", "pass"),
    ("argument", "screened"): ("stop", "ask", "ask", "note", "pass", "pass"),
    ("argument", "restricted"): ("stop", "ask", "ask", "ask", "note", "pass"),
    ("file", "open"): ("stop", "note", "note", "pass", "pass", "pass"),
    ("file", "screened"): ("stop", "ask", "ask", "note", "pass", "pass"),
    ("file", "restricted"): ("stop", "ask", "ask", "ask", "note", "pass"),
    ("result", "open"): ("stop", "note", "note", "pass", "pass", "pass"),
    ("result", "screened"): ("stop", "ask", "ask", "note", "pass", "pass"),
    ("result", "restricted"): ("stop", "ask", "ask", "ask", "note", "pass"),
}
# A kind of tool that nobody has heard of is treated as the strictest.
POLICY: dict[tuple[str, str, str], Action] = {
    (entry, tool, verdict): action
    for (entry, tool), actions in _ROWS.items()
    for verdict, action in zip(VERDICTS, actions, strict=True)
}


def action_of(verdict: str, tool: str, entry: str) -> Action:
    """What is done about a verdict.

    Args:
        verdict: one of `VERDICTS`.
        tool: one of `TOOLS`; any other text counts as `restricted`.
        entry: one of `ENTRIES`.
    """
    return POLICY[entry, tool if tool in TOOLS else "restricted", verdict]
