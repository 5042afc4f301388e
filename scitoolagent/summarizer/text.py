"""The text of a plain answer, line by line, and findings of the safety gate as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scitoolagent.language.signs import printable
from scitoolagent.records import Answer, AnswerValue, Finding
from scitoolagent.summarizer.values import show_answer

_MOST_PLACES, _MOST_FINDINGS = 5, 12


def answer_text(
    values: Sequence[AnswerValue],
    unmet: Sequence[str],
    notes: Sequence[str],
    findings: Sequence[Finding],
    operations: Sequence[str] = (),
    unread: Sequence[str] = (),
    readings: Sequence[str] = (),
    design: str = "",
) -> str:
    """The lines of a plain answer.

    What a model read of the question, what operations found, values by subject, the design of the data, unmet goals
    with reasons, what was not used, notes, safety findings.
    """
    lines = [*(f"As a model understood it: {reading}" for reading in readings), *operations]
    subjects = list(dict.fromkeys(value.subject for value in values))
    for subject in subjects:
        if subject:
            lines.append(f"{subject}:")
        lines += [
            f"- {value.label}: {show_answer(value)} [step {value.step}]" for value in values if value.subject == subject
        ]
    if design:
        lines.append(f"Design: {design}")
    if unmet:
        lines.append("Not answered:")
        lines += [f"- {reason}" for reason in unmet]
    if unread:
        lines.append("Not understood: " + "; ".join(unread))
    lines += [f"Note: {note}" for note in notes]
    if findings:
        told = finding_lines(findings, unmet)
        lines += ["Safety:", *(f"- {line}" for line in told)] if told else []
    return printable("\n".join(lines))


def finding_lines(findings: Sequence[Finding], said: Sequence[str] = ()) -> list[str]:
    """Findings as text: each reason once, with what it was found in; of many the number of those not shown.

    Args:
        findings: what to show; what was stopped comes first.
        said: texts shown next to them; what one of them already says is left out.
    """
    ordered = sorted(findings, key=lambda finding: finding.verdict != "block")
    subjects: dict[tuple[str, str], list[str]] = {}
    for one in ordered:
        places = subjects.setdefault((one.verdict, one.reason), [])
        if one.subject not in places:
            places.append(one.subject)
    new = [
        (verdict, f"{_listed(places)}: {reason}")
        for (verdict, reason), places in subjects.items()
        if not (len(places) == 1 and any(f"{places[0]}: {reason}" in text for text in said))
    ]
    lines = [f"{verdict}: {text}" for verdict, text in new[:_MOST_FINDINGS]]
    rest = Counter(verdict for verdict, _ in new[_MOST_FINDINGS:])
    told = ", ".join(f"{count} {verdict}" for verdict, count in rest.items())
    return [*lines, f"… and {rest.total()} more ({told}); --json lists all"] if rest else lines


def _listed(places: Sequence[str]) -> str:
    more = len(places) - _MOST_PLACES
    return "; ".join(places[:_MOST_PLACES]) + (f" and {more} more" if more > 0 else "")


def how_planned(answer: Answer) -> str:
    """Return what planned an answer, and what a model cost."""
    who = "by rules" if answer.drafter == "symbolic" else f"by {answer.drafter}"
    if not answer.usage:
        return f"planned {who}, no model" if answer.drafter == "symbolic" else f"planned {who}"
    tokens = sum(usage.prompt_tokens + usage.completion_tokens for usage in answer.usage)
    dollars = sum(usage.dollars or 0 for usage in answer.usage)
    cost = f", ${dollars:.4f}" if dollars else ""
    return f"planned {who}, {tokens:,} tokens{cost}"
