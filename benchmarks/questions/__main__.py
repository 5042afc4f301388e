"""Count the questions kept as data, or ask them: `python -m scitoolagent.benchmarks.questions [--part read|unread]`.

Prints how many of each file have which status. With `--ask` each is asked, and those that differ are counted; what
differs is shown of the half that may be read, and of the other half nothing but the number. `--write` keeps what comes
now, with family and schema where a question has none; look at the difference before you commit it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import get_args

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.questions.asking import Asker, Outcome
from scitoolagent.benchmarks.questions.families import family_of, schema_of
from scitoolagent.benchmarks.questions.items import Item, Part, Status, item_files, write_items
from scitoolagent.config import load_config

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "questions"


def totals(files: Iterable[tuple[str, Sequence[Item]]], differing: Counter[str] | None = None) -> list[str]:
    """A line for each file, and one for all: how many questions, and how many turns of each status.

    Args:
        files: names and questions.
        differing: how many turns of each file differ from what is kept, where they were asked.
    """
    statuses = get_args(Status)
    rows = []
    for name, items in files:
        counts = Counter(turn.status for item in items for turn in item.turns)
        row = [len(items), *(counts[status] for status in statuses)]
        rows.append((name, row if differing is None else [*row, differing[name]]))
    heads = ["questions", *statuses, *(["differ"] if differing is not None else [])]
    rows.append(("all", [sum(row[place] for _, row in rows) for place in range(len(heads))]))
    width = max(len(name) for name, _ in rows)
    first = " " * width + "".join(f"{head:>11}" for head in heads)
    return [first, *(f"{name:{width}}" + "".join(f"{count:>11}" for count in row) for name, row in rows)]


def main(words: Sequence[str] | None = None) -> None:
    """Print the totals; ask the questions where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="files of questions, without their ending; all when left out")
    parser.add_argument("--part", choices=get_args(Part), help="only this half")
    parser.add_argument("--ask", action="store_true", help="ask them and count those that differ")
    parser.add_argument("--write", action="store_true", help="ask them and keep what comes")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files of questions are")
    given = parser.parse_args(words)
    if given.write and given.part:
        parser.error("a half cannot be written alone")
    files = {name: items for name, items in item_files(given.folder) if not given.names or name in given.names}
    differing: Counter[str] | None = None
    if given.ask or given.write:
        differing = Counter()
        with tempfile.TemporaryDirectory() as folder, Agent(load_config(), folder, models={}) as agent:
            asker = Asker(agent, Path(folder), given.folder / "files")
            for name, items in files.items():
                made = [
                    _asked(asker, agent, item, differing, name) for item in items if given.part in (None, item.part)
                ]
                if given.write:
                    write_items(given.folder / f"{name}.jsonl", made)
    shown = {name: [item for item in items if given.part in (None, item.part)] for name, items in files.items()}
    print("\n".join(totals(shown.items(), differing)))


def _asked(asker: Asker, agent: Agent, item: Item, differing: Counter[str], name: str) -> Item:
    """The question with what comes of it now; what differs is shown of the half that may be read."""
    outcomes = asker.ask(item)
    for turn, outcome in zip(item.turns, outcomes, strict=True):
        if found := outcome.differences(turn):
            differing[name] += 1
            if item.part == "read":
                print(f"{name} {item.id}: {turn.question}\n  " + "\n  ".join(found))
    return _kept(item, outcomes, agent, asker)


def _kept(item: Item, outcomes: Sequence[Outcome], agent: Agent, asker: Asker) -> Item:
    turns = tuple(outcome.kept(turn) for turn, outcome in zip(item.turns, outcomes, strict=True))
    if item.family:
        return item.model_copy(update={"turns": turns})
    with asker.laid_out(item.files):
        queries = [agent.recognise(turn.question) for turn in item.turns]
    family = " | ".join(map(family_of, queries))
    schema = next((found for query in queries if (found := schema_of(query))), ())
    return item.model_copy(update={"turns": turns, "family": family, "schema_": schema})


if __name__ == "__main__":
    main()
