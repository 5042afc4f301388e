"""Score the whole agent on CACTUS: `python -m scitoolagent.benchmarks.cactus.score --data FILE`.

A question is right when the value of the answer equals the gold: numbers within the row's tolerance (absolute), yes and
no as truth values, High and Low as words, rules by the number of limits broken. CACTUS calls the monoisotopic mass
"molecular weight"; the agent gives the average mass under that name, so those rows are also counted apart.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.scitooleval.planning import read_rows
from scitoolagent.errors import SciToolAgentError
from scitoolagent.records import Answer

_TRUTH = {"yes": True, "true": True, "no": False, "false": False}
_MASS_TOLERANCE = 0.01


def is_right(gold: str, tolerance: float | None, answer: Answer) -> bool:
    """Whether the answer holds the gold value."""
    values = [value.value for value in answer.values]
    if tolerance is not None:
        numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
        return any(abs(number - float(gold)) <= tolerance for number in numbers)
    if gold.lower() in _TRUTH:
        return next((value for value in values if isinstance(value, bool)), None) is _TRUTH[gold.lower()]
    if gold.startswith("["):
        return _broken(values) == gold.count(">")
    if gold == "No violations found":
        return _broken(values) == 0
    return gold in values


def _broken(values: list[Any]) -> int | None:
    return next((len(value) for value in values if isinstance(value, list)), None)


def main() -> None:
    """Print the share of right answers, in all and for each property."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--misses", action="store_true", help="print each wrong answer")
    given = parser.parse_args()
    right: defaultdict[str, list[bool]] = defaultdict(list)
    relative = []
    with Agent() as agent:
        for row in read_rows(given.data):
            try:
                answer = agent.run(row["question"])
            except SciToolAgentError as error:
                answer = Answer(status="failed", text=str(error))
            good = is_right(row["gold"], row["tol"], answer)
            right[row["task"]].append(good)
            if row["task"] == "molwt":
                relative.append(is_right(row["gold"], _MASS_TOLERANCE * float(row["gold"]), answer))
            if given.misses and not good:
                print(f"{row['id']} {row['task']}: gold {row['gold']}, got {answer.text[:200]!r}")
    total = [good for task in right.values() for good in task]
    print(
        json.dumps(
            {
                "questions": len(total),
                "right": round(100 * sum(total) / len(total), 1),
                **{task: round(100 * sum(goods) / len(goods), 1) for task, goods in right.items()},
                "molwt_within_1_percent": round(100 * sum(relative) / max(1, len(relative)), 1),
            }
        )
    )


if __name__ == "__main__":
    main()
