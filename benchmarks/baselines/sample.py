"""The fixed sample of SciToolEval on which systems with a model are compared: 60 questions, drawn once by a seed.

`python -m scitoolagent.benchmarks.baselines.sample --data dev.jsonl --out sample60.jsonl` writes the rows of the ids in
`sample60.json`; `--draw` draws the ids again from the questions without a known defect whose tools exist here.
"""

from __future__ import annotations

import argparse
import json
import random
from importlib import resources
from pathlib import Path

from scitoolagent.benchmarks.rows import Question, read_questions
from scitoolagent.benchmarks.scitooleval.corrections import load_corrections
from scitoolagent.benchmarks.scitooleval.planning import mapped, names_here
from scitoolagent.errors import ConfigError
from scitoolagent.toolkg.store import load_graph

SEED = 20261121
SIZE = 60


def draw(questions: list[Question], size: int = SIZE) -> list[str]:
    """Ids of sound questions with tools here, as many of each level as its share says."""
    graph, defects = load_graph(), load_corrections()
    names = names_here(graph)
    sound = [
        question
        for question in questions
        if question.id not in defects
        and question.path
        and all(name in graph.tools for name in mapped(question.path, names))
    ]
    by_level: dict[int, list[str]] = {}
    for question in sorted(sound, key=lambda question: question.id):
        by_level.setdefault(question.level, []).append(question.id)
    chooser = random.Random(SEED)
    drawn: list[str] = []
    for level in sorted(by_level):
        share = round(size * len(by_level[level]) / len(sound))
        drawn += chooser.sample(by_level[level], min(share, len(by_level[level])))
    return sorted(drawn[:size])


def sampled_ids() -> list[str]:
    """The ids of the fixed sample."""
    ids: list[str] = json.loads(resources.files(__package__ or __name__).joinpath("sample60.json").read_text())
    return ids


def read_ids(path: Path) -> frozenset[str]:
    """The ids in a file: a JSON list of texts, such as `sample60.json`.

    Raises:
        ConfigError: it is none.
    """
    try:
        ids = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(ids, list) or not ids or not all(isinstance(id_, str) for id_ in ids):
        raise ConfigError(f'{path} is no list of ids; it looks like ["a", "b"]')
    return frozenset(ids)


def main() -> None:
    """Write the rows of the sample, or draw it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--draw", action="store_true")
    given = parser.parse_args()
    if given.draw:
        print(json.dumps(draw(read_questions(given.data)[0])))
        return
    if given.out is None:
        raise ConfigError("--out names the file to write, outside the repository")
    wanted = set(sampled_ids())
    lines = given.data.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.strip() and json.loads(line)["id"] in wanted]
    given.out.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{len(rows)} of {len(wanted)} questions in {given.out}")


if __name__ == "__main__":
    main()
