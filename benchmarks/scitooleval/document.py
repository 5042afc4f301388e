"""The report of a run as Markdown: the figures, the misses and their causes."""

from __future__ import annotations

from typing import Any

from scitoolagent.benchmarks.scitooleval.score import Scored
from scitoolagent.benchmarks.scitooleval.summary import unchecked
from scitoolagent.benchmarks.vain import vain_lines

_CUT = 220


def scitooleval_report(
    described: dict[str, Any], summary: dict[str, Any], scored: list[Scored], plots: list[str]
) -> str:
    """The report as Markdown."""
    lines = ["# SciToolEval", "", _about(described, summary), "", *vain_lines(summary), *_main_table(summary), ""]
    lines += [f"![{name}]({name})\n" for name in plots]
    for name, groups in summary["by"].items():
        lines += [f"## By {name}", "", *_group_table(name, groups), ""]
    lines += ["## References", "", *_references(summary), ""]
    lines += ["## No reference", "", *_unchecked(scored), ""]
    if "judge" in summary:
        agrees, model = share_text(summary["judge"]["agrees"]), _plain(summary["judge"]["model"])
        lines += ["## A model's judgement", "", f"{model} finds {agrees} in agreement with the published answer.", ""]
    lines += ["## Missed", "", *_misses(scored), ""]
    versions = ", ".join(f"{name} {version}" for name, version in described["versions"].items())
    lines += ["## Made with", "", f"Python {described['python']}, {versions}; {described['machine']}; seeds "]
    lines[-1] += ", ".join(f"{name} {seed}" for name, seed in described["seeds"].items()) + "."
    return "\n".join(lines) + "\n"


def share_text(share: dict[str, Any]) -> str:
    """A share as text: per cent, interval, counts."""
    if share["percent"] is None:
        return "—"
    return f"{share['percent']:.1f} % [{share['low']:.1f}, {share['high']:.1f}] ({share['count']}/{share['total']})"


def _about(described: dict[str, Any], summary: dict[str, Any]) -> str:
    model = f" with {described['model']}" if described["model"] else ""
    time = summary["time"]
    return (
        f"Agent `{described['agent']}`{model} on {summary['questions']} questions of `{described['data']}` "
        f"(SHA-256 {described['sha256'][:12]}…), started {described['started']}; {time['total seconds']} s, median "
        f"{time['median milliseconds']} ms a question. Shares carry their 95 % Wilson interval."
    )


def _main_table(summary: dict[str, Any]) -> list[str]:
    planning, answers = summary["planning"], summary["answers"]
    rows = [
        ("pass rate: the agent calls its answer complete", summary["pass rate"]),
        ("plan, typed rule, questions without a known defect", planning["typed, sound"]),
        ("plan, published rule (ordered list), the same questions", planning["published, sound"]),
        ("plan, typed rule, corrected paths, removed questions left out", planning["typed, corrected"]),
        ("plan, typed rule, all questions whose tools exist here", planning["typed"]),
        ("plan, published rule, the same questions", planning["published"]),
        ("plan, published rule, every question", planning["published, all"]),
        ("final answer, verified reference, of those answered", answers["verified"]["accuracy"]),
        ("final answer, verified reference, of all that have one", answers["verified"]["of all"]),
        ("final answer, as published, of those answered", answers["as published"]["accuracy"]),
        ("final answer, as published, of all that have one", answers["as published"]["of all"]),
        ("no answer: abstained, failed or stopped by the gate", summary["abstained"]),
        ("wrong with confidence: complete, and the verified value differs", summary["wrong with confidence"]),
        ("complete, and no verified reference tells", summary["confident, unchecked"]),
        ("wrong with confidence if all of those are wrong", summary["wrong with confidence, at most"]),
    ]
    return ["| what | figure |", "|---|---|", *(f"| {name} | {share_text(share)} |" for name, share in rows)]


def _group_table(name: str, groups: dict[str, Any]) -> list[str]:
    lines = [
        f"| {name} | questions | pass | plan, typed | plan, published | answer, verified | wrong with confidence |"
    ]
    lines.append("|---|---|---|---|---|---|---|")
    for group, figures in groups.items():
        cells = [
            figures["pass rate"],
            figures["planning"]["typed"],
            figures["planning"]["published"],
            figures["answers"]["verified"]["accuracy"],
            figures["wrong with confidence"],
        ]
        lines.append(f"| {group} | {figures['count']} | " + " | ".join(share_text(cell) for cell in cells) + " |")
    return lines


def _references(summary: dict[str, Any]) -> list[str]:
    lines = ["| verified reference | questions |", "|---|---|"]
    lines += [f"| {name} | {count} |" for name, count in sorted(summary["references"].items())]
    published = summary["answers"]["as published"]
    return [
        *lines,
        "",
        f"As published, {published['wrong that need the pinned conformer']} of the "
        f"{published['verdicts']['wrong']} wrong answers are values of another conformer than the published one.",
    ]


def _unchecked(scored: list[Scored]) -> list[str]:
    """Answers that nothing here can check, with the reason and whether at least the plan is as published."""
    lines = [
        f"- {item.id} {item.status}, plan {'as published' if item.plan.typed else 'not as published'}: "
        f"{_plain(item.verified.why)}"
        for item in scored
        if unchecked(item)
    ]
    return (
        ["These answers were given and nothing here tells whether they are right.", "", *lines] if lines else ["None."]
    )


def _misses(scored: list[Scored]) -> list[str]:
    lines = []
    for item in scored:
        if item.verified.verdict == "wrong":
            mark = ", with confidence" if item.confident_and_wrong else ""
            lines.append(f"- {item.id} answer{mark}: {_plain(item.verified.why)}")
        if item.plan.covered and not item.plan.typed:
            defect = f" (defective item: {', '.join(item.defects)})" if item.defects else ""
            lines.append(f"- {item.id} plan{defect}: {_plain(item.plan.why)}")
    return lines or ["Nothing."]


def _plain(text: str) -> str:
    """Text of values and tools, escaped for Markdown and shortened."""
    safe = "".join(sign if sign.isprintable() else " " for sign in text)
    cut = safe if len(safe) <= _CUT else safe[:_CUT] + "…"
    return "`" + cut.replace("`", "'") + "`"
