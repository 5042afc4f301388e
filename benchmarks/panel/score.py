"""Ask the questions of a panel: `python -m scitoolagent.benchmarks.panel.score [--part dev|held]`.

Twelve invented scientists wrote 200 questions as one writes at the bench, without having seen the program: terse,
with typing errors, several things asked at once, values in their own units. What is right was computed by RDKit,
Biopython, scipy and others. `held` is kept apart: nobody reads it to improve the program.

An answer is right where it is complete and every value is in its text within its tolerance, in any decimal prefix,
and every string; a complete one that lacks some is wrong. What cannot be answered, or may mean two things, must not
be told as complete. A number in a text may be right by chance, so `--show` prints what was complete, for the eye.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.evaluate import keep_summary
from scitoolagent.benchmarks.metrics import Share
from scitoolagent.config import load_config
from scitoolagent.errors import SciToolAgentError

PARTS = ("dev", "held")
WRONG = ("wrong", "told as complete")
OPEN_KINDS = frozenset({"unanswerable", "ambiguous"})
_SCALES = (1.0, 1e-3, 1e3, 1e-6, 1e6, 1e-9, 1e9)
_PERCENT = (1e-2, 1e2)
_NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]*\d)")
_TOLERANCE = 0.005


def load(part: str) -> list[dict[str, Any]]:
    """The questions of a part, each with its values, their tolerances, and the strings that an answer has to hold."""
    text = (Path(__file__).parent / f"{part}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def numbers_in(text: str) -> Iterator[float]:
    """The numbers of a text, without the thousands' separators."""
    # "[step 1]" is no result.
    for match in _NUMBER.finditer(re.sub(r"\[step [\d, ]+\]", "", text)):
        yield float(match[0].replace(",", "").replace("−", "-"))


def holds_value(text: str, gold: Mapping[str, Any]) -> bool:
    """Whether a text gives a value within its tolerance, perhaps with another decimal prefix, or as a share."""
    wanted, tolerance = float(gold["value"]), float(gold.get("tol_rel", _TOLERANCE))
    either = bool(gold.get("abs_ok"))
    scales = (1.0,) if tolerance == 0 else _SCALES + (_PERCENT if "%" in gold.get("unit", "") else ())
    for found in numbers_in(text):
        for value in (found, -found) if either else (found,):
            if any(abs(value * scale - wanted) <= tolerance * abs(wanted) + 1e-12 for scale in scales):
                return True
    return False


def holds_text(text: str, wanted: str) -> bool:
    """Whether a text holds a string, or one of several parted by `|`; `seq:a,b` are strings in that order."""
    plain = re.sub(r"\s+", " ", text).casefold()
    if wanted.startswith("seq:"):
        parts = wanted.removeprefix("seq:").split(",")
        return re.search(".*?".join(rf"\b{re.escape(part)}\b" for part in parts), text, re.DOTALL) is not None
    return any(one.casefold() in plain for one in wanted.split("|"))


def judge(question: Mapping[str, Any], status: str, text: str) -> str:
    """right, wrong, partial with all values, partial, refused; of what has no one answer: left open, or told."""
    if question["kind"] in OPEN_KINDS:
        readings = question.get("readings", ())
        shown = [all(holds_value(text, {"value": value}) for value in one) for one in readings]
        return "told as complete" if status == "complete" and sum(shown) < 2 else "left open"
    whole = all(holds_value(text, gold) for gold in question["values"])
    whole = whole and all(holds_text(text, wanted) for wanted in question["texts"])
    if status == "complete":
        return "right" if whole else "wrong"
    if status != "partial":
        return "refused"
    return "partial with all values" if whole else "partial"


def ask(agent: Agent, text: str) -> tuple[str, str]:
    """The status of an answer and its text; a refusal is one."""
    try:
        answer = agent.run(text)
    except SciToolAgentError as error:
        return "refused", str(error)
    return answer.status, answer.text


def run(part: str, show: bool = False) -> dict[str, Any]:
    """The figures of a part; complete and wrong answers are printed, with `show` all complete ones."""
    questions = load(part)
    counts: Counter[str] = Counter()
    with Agent(load_config()) as agent:
        for question in questions:
            status, text = ask(agent, question["question"])
            verdict = judge(question, status, text)
            counts[verdict] += 1
            if verdict in WRONG or (show and status == "complete"):
                print(f"{verdict}: {question['id']}: {question['question']}")
                print(f"  said: {' '.join(text.split())[:600]}\n  right: {question['answer']}")
    answerable = sum(question["kind"] not in OPEN_KINDS for question in questions)
    wrong = sum(counts[verdict] for verdict in WRONG)
    return {
        "questions": len(questions),
        "right": Share(counts["right"], answerable).as_json(),
        "complete and not right": Share(wrong, len(questions)).as_json(),
        "counts": dict(counts),
    }


def main() -> None:
    """Ask, print how many of each, and end with 1 where something wrong was told as complete."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=PARTS, help="only this part")
    parser.add_argument("--show", action="store_true", help="print every complete answer beside what is right")
    parser.add_argument("--results", type=Path, help="keep the figures in this folder, dated")
    given = parser.parse_args()
    figures = {part: run(part, given.show) for part in ((given.part,) if given.part else PARTS)}
    print(json.dumps(figures, indent=2))
    if given.results and not given.part:
        keep_summary(figures, "panel", given.results)
    sys.exit(any(figures[part]["complete and not right"]["count"] for part in figures))


if __name__ == "__main__":
    main()
