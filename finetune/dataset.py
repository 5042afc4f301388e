"""Write training data: tasks made in worker processes, deduplicated, in chat form for each role, with a datasheet."""

from __future__ import annotations

import hashlib
import json
import random
import re
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune.conversations import Conversation
from scitoolagent.finetune.datasheet import DatasetCounts, write_datasheet
from scitoolagent.finetune.entities import Split, write_structures
from scitoolagent.finetune.leakage import Leakage, read_leakage
from scitoolagent.finetune.making import MakerSettings, Wish, made_in_order, open_workers
from scitoolagent.finetune.recording import FrontSize
from scitoolagent.finetune.roles import Example
from scitoolagent.finetune.solving.rows import RowTalk
from scitoolagent.finetune.solving.runs import RunSource, TakenRuns, take_runs
from scitoolagent.finetune.tasks import MadeTask
from scitoolagent.llm import ROLES, SOLVER
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.store import load_graph

# Shares of the examples; the planner's task is the hardest.
ROLE_SHARES = {"planner": 0.5, "summarizer": 0.5}
# Of the conversations, those about the rows of files.
ROWS_SHARE = 0.4
_ROWS = "rows"
_VALUE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class DatasetOrder:
    """The order for a data set.

    Attributes:
        count: number of training examples of planner and summarizer together.
        heldout: number of tasks held out for evaluation, about other compounds and with other questions.
        evaluation: files that the data must not share an entity or a question with.
        paraphrase: share of the questions that the configured model rewrites.
        conversations: number of conversations of the solver's loop, which take longer than the others.
        front: what the loop shows before the question in them.
        runs: a folder of traces, whose confirmed answers become conversations as well.
        files: the folder of the files that the questions of these runs name.
    """

    out: Path
    count: int = 20_000
    heldout: int = 500
    seed: int = 0
    evaluation: tuple[Path, ...] = ()
    workers: int = 2
    paraphrase: float = 0.0
    conversations: int = 1_000
    front: FrontSize = "whole"
    runs: Path | None = None
    files: Path = Path()


def write_dataset(order: DatasetOrder, config: Config) -> DatasetCounts:
    """Make the data and write `planner.jsonl`, `summarizer.jsonl`, `solver.jsonl`, tasks, held-out tasks, datasheet.

    Raises:
        ConfigError: an evaluation file or a trace cannot be read, the folder holds data already, no more tasks can be
            made, or what was made leaks an evaluation file.
    """
    started = time.monotonic()
    if order.out.is_dir() and any(order.out.glob("*.jsonl")):
        raise ConfigError(f"{order.out} holds data already; name another folder or remove it")
    leakage = read_leakage(order.evaluation)  # unreadable files are reported before any worker starts
    count = DatasetCounts()
    taken = TakenRuns()
    if order.runs is not None:
        taken = take_runs(RunSource(order.runs, order.files, order.front), leakage, config)
    order.out.mkdir(parents=True, exist_ok=True)
    write_structures(order.out / "workspace", _structure_examples(), random.Random(order.seed))
    settings = MakerSettings(order.out / "workspace", order.seed, order.evaluation, order.paraphrase, order.front)
    with open_workers(order.workers, settings, config) as pool:
        writer = _Writer(order, pool, count)
        writer.write("heldout")
        writer.write("train")
    with (order.out / f"{SOLVER}.jsonl").open("a", encoding="utf-8") as file:
        for row in taken.rows:
            _write(file, row)
    count.add_runs(taken)
    refuse_leaks(order.out, leakage)
    write_datasheet(order.out, order.seed, order.evaluation, load_graph(), count, time.monotonic() - started)
    return count


def _structure_examples() -> list[Path]:
    """The structure files in the declared examples of the tools."""
    values = {str(value) for spec in load_registry() for value in spec.example.values()}
    return sorted(Path(value) for value in values if value.endswith((".cif", ".pdb", ".sdf")))


class _Writer:
    """Writes a split until each role has its number."""

    def __init__(self, order: DatasetOrder, pool: ProcessPoolExecutor, count: DatasetCounts) -> None:
        self._order, self._pool, self._count = order, pool, count
        self._seen: set[str] = set()
        self._left: Counter[str] = Counter()
        self._files: dict[str, IO[str]] = {}
        self._split: Split = "train"

    def write(self, split: Split) -> None:
        """Write the files of a split.

        Raises:
            ConfigError: there are not as many different tasks.
        """
        order, self._split = self._order, split
        rows = round(ROWS_SHARE * order.conversations)
        self._left = Counter({role: round(order.count * share) for role, share in ROLE_SHARES.items()})
        self._left |= Counter({SOLVER: order.conversations - rows, _ROWS: rows})
        if split == "heldout":
            self._left = Counter({"tasks": order.heldout})
            self._left[_ROWS] = round(ROWS_SHARE * order.heldout) if order.conversations else 0
        wanted = max(order.count, order.conversations, order.heldout, 1)
        with ExitStack() as stack:
            self._files = {
                name: stack.enter_context((order.out / f"{self._prefix}{name}.jsonl").open("w", encoding="utf-8"))
                for name in (*ROLES, SOLVER, "tasks")
            }
            for made in made_in_order(self._pool, order.workers, split, wanted, self._wish):
                if isinstance(made, RowTalk):
                    self._take_rows(made)
                else:
                    self._take(*made)
                if not any(left > 0 for left in self._left.values()):
                    return
        raise ConfigError(f"only {sum(self._count.examples.values())} different examples can be made; ask for fewer")

    @property
    def _prefix(self) -> str:
        return "heldout-" if self._split == "heldout" else ""

    def _wish(self) -> Wish:
        talks = self._order.conversations > 0 if self._split == "heldout" else self._left[SOLVER] > 0
        return Wish(talks, self._left[_ROWS] > 0)

    def _take(self, made: MadeTask, talk: Conversation | str) -> None:
        """Write what a task gives, as far as it is still wanted."""
        if made.task is None:
            self._count.dropped[made.dropped] += 1
            return
        if self._split == "heldout" and self._left["tasks"] <= 0:
            return
        if not self._is_new(made.task.question):
            self._count.dropped["said before"] += 1
            return
        wants_talk = self._wish().talks
        if wants_talk:
            self._count.add_conversation(talk, self._split)
        examples: list[Example | Conversation] = [*made.examples]
        examples += [talk] if isinstance(talk, Conversation) and wants_talk else []
        written = 0
        for example in examples:
            if self._split == "heldout" or self._left[example.role] > 0:
                self._left[example.role] -= 1
                written += 1
                self._count.examples[f"{self._prefix}{example.role}"] += 1
                row = example.row(made.task.id, made.task.kind)
                _write(self._files[example.role], {**row, "question": made.task.question})
        if written or self._split == "heldout":
            self._count.add(made.task, self._split)
            self._files["tasks"].write(made.task.model_dump_json() + "\n")
        self._left["tasks"] -= 1

    def _take_rows(self, made: RowTalk) -> None:
        """Write a conversation about rows, if it is still wanted."""
        if self._left[_ROWS] <= 0 or not self._is_new(made.question):
            return
        self._count.add_conversation(made.made, self._split)
        if isinstance(made.made, Conversation):
            self._left[_ROWS] -= 1
            self._count.examples[f"{self._prefix}{SOLVER}"] += 1
            self._count.add_family(made.family, self._split)
            row = {**made.made.row(made.id, _ROWS), "question": made.question, "family": made.family}
            _write(self._files[SOLVER], row)

    def _is_new(self, question: str) -> bool:
        """Whether no earlier task has the same question, ignoring case and blanks."""
        key = hashlib.sha256(_VALUE.sub(" ", question.lower()).encode()).hexdigest()
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def refuse_leaks(out: Path, leakage: Leakage) -> None:
    """Look once more at what was written.

    Raises:
        ConfigError: a question leaks an evaluation file, or a family of wordings is in both splits.
    """
    rows = {
        split: [json.loads(line) for line in (out / f"{prefix}{SOLVER}.jsonl").read_text(encoding="utf-8").splitlines()]
        for split, prefix in (("train", ""), ("heldout", "heldout-"))
    }
    for row in (*rows["train"], *rows["heldout"]):
        if why := leakage.why(row["question"]):
            raise ConfigError(f"{row['task']} leaks an evaluation file ({why}); nothing may be trained on {out}")
    families = [{row["family"] for row in found if "family" in row} for found in rows.values()]
    if shared := families[0] & families[1]:
        raise ConfigError(f"wordings of {', '.join(sorted(shared))} are in both splits of {out}")


def _write(file: IO[str], row: dict[str, Any]) -> None:
    file.write(json.dumps(row, ensure_ascii=False) + "\n")
