"""Score the readers on questions that were written without sight of the program: totals, the unread half apart.

`python -m scitoolagent.benchmarks.reading.score SET` asks the questions of `sets/SET.jsonl`; `--unread` those of the
other half, `--without-chart` the rules alone. A question that is asked back counts apart: "asked, right" where one of
the choices gives the gold. A set is split by a hash of its file schema, or of its wording family
where it has none; of the unread half totals are printed and nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
from scitoolagent.errors import NoPathError, SciToolAgentError
from scitoolagent.records import Answer
from scitoolagent.summarizer import show_answer

# An answer of more numbers than this has not said which of them is meant.
_MOST_NUMBERS, _MOST_ROWS, _MOST_CELLS = 24, 3, 200
# A table has a few numbers for each entry that is asked for: its key, its value, how many rows, in a list and a table.
_NUMBERS_OF_ENTRY = 8
_TOLERANCE = 3e-3
Item = Mapping[str, Any]


def folder() -> Path:
    """Return the folder of the sets and their files."""
    return Path(str(resources.files("scitoolagent.benchmarks.reading")))


def load(name: str) -> list[Item]:
    """Return the questions of a set."""
    path = folder() / "sets" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def is_unread(item: Item) -> bool:
    """Tell whether a question belongs to the half that is not looked at."""
    key = str(item.get("schema") or item.get("family") or item.get("kind") or item["id"])
    return hashlib.sha256(key.encode()).digest()[0] % 2 == 1


def asked(item: Item) -> str:
    """Return the question with the names of its files where it does not name them itself."""
    question = str(item["question"])
    names = [Path(name).name for name in item.get("files") or ()]
    missing = [name for name in names if name not in question]
    return f"In {' and '.join(missing)}: {question}" if missing else question


def verdict(item: Item, answer: Answer | None) -> str:
    """Return what an answer is worth: right, wrong (complete and not the gold), partial, or refused."""
    if answer is None or answer.status not in ("complete", "partial"):
        return "refused"
    if answer.status == "partial":
        return "partial"
    return "right" if holds(item["gold"], item.get("tol"), answer) else "wrong"


def talked(agent: Agent, item: Item) -> list[str]:
    """Return what the answers of a conversation are worth, turn by turn."""
    conversation, found = Conversation(agent), []
    for number, turn in enumerate(item["turns"]):
        question = asked({**turn, "files": item.get("files")}) if number == 0 else str(turn["question"])
        try:
            answers = [record for record in conversation.stream(question) if isinstance(record, Answer)]
            found.append(verdict(turn, answers[-1] if answers else None))
        except SciToolAgentError:
            found.append("refused")
    return found


def dropped(agent: Agent, item: Item) -> str:
    """Return what an answer to a question is worth that changes another: wrong where it says what that one says."""
    answer = answered(agent, asked(item))
    if answer is None or answer.status != "complete":
        return "refused"
    base = answered(agent, asked({**item, "question": item["base"]}))
    return "wrong" if base is not None and _said(base) == _said(answer) else "right"


def _said(answer: Answer) -> frozenset[str]:
    labels = {f"{value.label} {value.subject} {value.value}" for value in answer.values}
    return frozenset(labels | {f"{one:.6g}" if isinstance(one, float) else str(one) for one in _cells(answer)})


def holds(gold: Any, tolerance: Any, answer: Answer, most: int = _MOST_NUMBERS) -> bool:
    """Tell whether an answer says a gold, and no more than `most` numbers where one is asked for."""
    if isinstance(gold, Mapping):
        return _holds_all(gold, tolerance, answer)
    numbers, texts = list(_numbers(answer)), [text.casefold() for text in _texts(answer)]
    if isinstance(gold, bool):
        return any(text in ("true", "yes") for text in texts) == gold
    if isinstance(gold, int | float):
        return len(numbers) <= most and any(_near(gold, one, tolerance) for one in numbers)
    if isinstance(gold, str):
        rows = max((table.rows for table in answer.tables), default=0)
        return rows <= _MOST_ROWS and any(gold.casefold() in text for text in texts)
    return all(
        any(_near(one, number, tolerance) for number in numbers)
        if isinstance(one, int | float)
        else any(str(one).casefold() in text for text in texts)
        for one in gold
    )


def _holds_all(gold: Mapping[str, Any], tolerance: Any, answer: Answer) -> bool:
    """Tell whether an answer says each value of a gold table, and what it is of.

    The keys inside of a thing are names of properties, which an answer calls by labels of its own.
    """
    texts = [text.casefold() for text in _texts(answer)]
    values = [one for held in gold.values() for one in (held.values() if isinstance(held, Mapping) else (held,))]
    most = max(_MOST_NUMBERS, _NUMBERS_OF_ENTRY * len(gold))
    return all(holds(value, tolerance, answer, most) for value in values) and all(
        _is_number(key) or any(str(key).casefold() in text for text in texts) for key in gold
    )


def _is_number(text: Any) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _near(gold: float, number: float, tolerance: Any) -> bool:
    absolute = 0.0
    if isinstance(tolerance, int | float):
        absolute = float(tolerance)
    elif isinstance(tolerance, str) and tolerance.startswith("rel "):
        absolute = abs(gold) * float(tolerance[4:])
    sizes = (abs(number), abs(number) * 100, abs(number) / 100)
    return any(abs(abs(gold) - size) <= max(absolute, _TOLERANCE * abs(gold), 1e-12) for size in sizes)


def _cells(answer: Answer) -> Iterator[Any]:
    for value in answer.values:
        yield value.subject
        if value.rounding is not None and isinstance(value.value, float):
            # Where digits are asked for, the rounded number is the answer.
            yield float(show_answer(value).split(" ")[0].rstrip("%°"))
        yield from value.value if isinstance(value.value, list) else [value.value]
    for place in range(len(answer.tables)):
        chunk = answer.table(place).head(_MOST_CELLS)
        for cells in chunk.values.values():
            yield from cells


def _numbers(answer: Answer) -> Iterator[float]:
    for cell in _cells(answer):
        if isinstance(cell, int | float) and not isinstance(cell, bool) and math.isfinite(cell):
            yield float(cell)


def _texts(answer: Answer) -> Iterator[str]:
    yield from (str(cell) for cell in _cells(answer) if cell is not None)
    yield answer.text


def answered(agent: Agent, question: str) -> Answer | None:
    """Return the answer of the program; None where it refuses."""
    try:
        return agent.run(question)
    except SciToolAgentError:
        return None


def offered(agent: Agent, item: Item) -> str:
    """Return what a question back is worth: "asked, right" where one of its choices gives the gold."""
    try:
        agent.run(asked(item))
    except NoPathError as error:
        choices = error.question.choices if error.question is not None else ()
    except SciToolAgentError:
        choices = ()
    else:
        choices = ()
    if not choices:
        return "refused"
    found = [verdict(item, answered(agent, choice.label)) for choice in choices]
    return "asked, right" if "right" in found else "asked, none right"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask the questions of a set and print totals."""
    parser = argparse.ArgumentParser(prog="python -m scitoolagent.benchmarks.reading.score", description=__doc__)
    parser.add_argument("set")
    parser.add_argument("--unread", action="store_true", help="the other half: totals only")
    parser.add_argument("--failures", action="store_true", help="print what is not right of the half that is read")
    parser.add_argument("--without-chart", action="store_true", help="the rules alone, as a control")
    given = parser.parse_args(arguments)
    items = [item for item in load(given.set) if is_unread(item) == given.unread]
    totals: Counter[str] = Counter()
    with Agent(workspace=folder() / "files") as agent:
        agent.planner.charts = not given.without_chart
        for item in items:
            if "turns" in item:
                worth = talked(agent, item)
                totals.update(worth)
                if given.failures and not given.unread:
                    for turn, found in zip(item["turns"], worth, strict=True):
                        print(f"{found}\t{item['id']}\t{turn['question']}\t{turn['gold']}")
                continue
            answer = None if "base" in item else answered(agent, asked(item))
            found = dropped(agent, item) if "base" in item else verdict(item, answer)
            found = offered(agent, item) if found == "refused" and "base" not in item else found
            totals[found] += 1
            if given.failures and not given.unread and found != "right":
                said = answer.text.replace("\n", " / ")[:200] if answer else ""
                print(f"{found}\t{item['id']}\t{item['question']}\t{item.get('gold', item.get('base'))}\t{said}")
    half = ("unread" if given.unread else "read") + (" half, without the chart" if given.without_chart else " half")
    print(f"{given.set}, {half}: {dict(totals)}, {totals['right']} of {totals.total()} right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
