"""The figures of a run on FreeAsk: by kind, in total with intervals, and beside what answers nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.freeask.items import Item
from scitoolagent.benchmarks.freeask.score import VERDICTS, FreeAskScored, judge
from scitoolagent.benchmarks.metrics import Share, grouped
from scitoolagent.benchmarks.vain import vain_lines

# What these rules gave before they read the whole question, on the file with this SHA-256.
_BEFORE = {
    "49f91484299b123787392300d7908eb1d541fd7dc3a12612e3c12311bd3f509a": {
        "rules before reading, 2026-11": {
            "right": 125,
            "values_only": 24,
            "right_partial": 3,
            "abstained": 128,
            "partial_other": 2,
            "confident_wrong": 43,
        }
    },
}


def freeask_summary(items: Sequence[Item], scored: Sequence[FreeAskScored], sha256: str = "") -> dict[str, Any]:
    """The figures of a run; `sha256` names the file, for the controls that were measured on it. Holds no question."""
    controls = {"no answer to any question": _counts(judge(item, Outcome(status="abstained"))[0] for item in items)}
    return {
        "questions": len(scored),
        **{name: Share(count, len(scored)).as_json() for name, count in _counted(scored).items()},
        "by": {"kind": {kind: _counted(rows) for kind, rows in grouped(scored, lambda row: row.kind).items()}},
        "controls": controls | _BEFORE.get(sha256, {}),
        "misses": {name: [row.id for row in scored if row.verdict == name] for name in VERDICTS if name != "right"},
        "time": {"total seconds": round(sum(row.seconds for row in scored), 1)},
    }


def freeask_report(described: dict[str, Any], summary: dict[str, Any]) -> str:
    """The report as Markdown."""
    from scitoolagent.benchmarks.scitooleval.document import share_text

    agent = f"Agent `{described['agent']}` {described['model']}".strip()
    lines = [f"# FreeAsk: {described['data']}", "", f"{agent}, {summary['questions']} questions.", ""]
    lines += vain_lines(summary)
    lines += ["| verdict | share |", "|---|---|", *(f"| {name} | {share_text(summary[name])} |" for name in VERDICTS)]
    lines += ["", "| kind | n | " + " | ".join(VERDICTS) + " |", "|" + "---|" * (len(VERDICTS) + 2)]
    totals = {name: summary[name]["count"] for name in VERDICTS}
    for kind, row in [*summary["by"]["kind"].items(), ("all", totals), *summary["controls"].items()]:
        cells = " | ".join(str(row[name]) for name in VERDICTS)
        lines.append(f"| {kind} | {sum(row[name] for name in VERDICTS)} | {cells} |")
    return "\n".join(lines) + "\n"


def failures(items: Iterable[Item], scored: Iterable[FreeAskScored], outcomes: dict[str, Outcome]) -> str:
    """Every item that is not right, as JSON lines with its question, what the answer said, and why it was judged so."""
    texts = {item.id: item.text for item in items}
    lines = []
    for row in scored:
        if row.verdict != "right":
            outcome = outcomes[row.id]
            said = outcome.answer.text if outcome.answer else outcome.message
            about = {"id": row.id, "kind": row.kind, "verdict": row.verdict, "why": row.why, "status": row.status}
            lines.append(json.dumps({**about, "question": texts[row.id], "said": said}, ensure_ascii=False) + "\n")
    return "".join(lines)


def _counted(scored: Iterable[FreeAskScored]) -> dict[str, int]:
    return _counts(row.verdict for row in scored)


def _counts(verdicts: Iterable[str]) -> dict[str, int]:
    counted = Counter(verdicts)
    return {name: counted[name] for name in VERDICTS}
