"""Write training data: tasks made in worker processes, deduplicated, in chat form for each role, with a datasheet."""

from __future__ import annotations

import hashlib
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path
from typing import IO, Any

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune.conversations import SOLVER, Conversation, Conversations, FrontSize
from scitoolagent.finetune.datasheet import DatasetCounts, write_datasheet
from scitoolagent.finetune.entities import Split, write_structures
from scitoolagent.finetune.leakage import read_leakage
from scitoolagent.finetune.paraphrase import paraphraser
from scitoolagent.finetune.roles import Example
from scitoolagent.finetune.tasks import MadeTask, TaskMaker, TrainingTask
from scitoolagent.llm import ROLES
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.store import load_graph

# Shares of the examples; the planner's task is the hardest.
ROLE_SHARES = {"planner": 0.5, "summarizer": 0.5}
_CHUNK = 40
_MOST_ROUNDS = 40
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
        front: what of the loop's front is kept in them.
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


def write_dataset(order: DatasetOrder, config: Config) -> DatasetCounts:
    """Make the data and write `planner.jsonl`, `summarizer.jsonl`, `solver.jsonl`, tasks, held-out tasks, datasheet.

    Raises:
        ConfigError: an evaluation file cannot be read, the folder holds data already, or no more tasks can be made.
    """
    started = time.monotonic()
    if order.out.is_dir() and any(order.out.glob("*.jsonl")):
        raise ConfigError(f"{order.out} holds data already; name another folder or remove it")
    read_leakage(order.evaluation)  # unreadable files are reported before any worker starts
    order.out.mkdir(parents=True, exist_ok=True)
    write_structures(order.out / "workspace", _structure_examples(), random.Random(order.seed))
    count = DatasetCounts()
    seen: set[str] = set()
    quota = {role: round(order.count * share) for role, share in ROLE_SHARES.items()} | {SOLVER: order.conversations}
    with _workers(order, config) as pool:
        _write_split(order, pool, "heldout", seen, count, {}, order.heldout)
        _write_split(order, pool, "train", seen, count, quota, 0)
    write_datasheet(order.out, order.seed, order.evaluation, load_graph(), count, time.monotonic() - started)
    return count


def _structure_examples() -> list[Path]:
    """The structure files in the declared examples of the tools."""
    values = {str(value) for spec in load_registry() for value in spec.example.values()}
    return sorted(Path(value) for value in values if value.endswith((".cif", ".pdb", ".sdf")))


def _workers(order: DatasetOrder, config: Config) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        order.workers, mp_context=get_context("spawn"), initializer=_start, initargs=(order, config)
    )


def _write_split(
    order: DatasetOrder,
    pool: ProcessPoolExecutor,
    split: Split,
    seen: set[str],
    count: DatasetCounts,
    quota: dict[str, int],
    tasks: int,
) -> None:
    """Write examples until each role has its number, or tasks until there are enough."""
    left = Counter(quota)
    prefix = "heldout-" if split == "heldout" else ""
    with ExitStack() as stack:
        files = {
            name: stack.enter_context((order.out / f"{prefix}{name}.jsonl").open("w", encoding="utf-8"))
            for name in (*ROLES, SOLVER, "tasks")
        }
        talks = partial(_is_wanted, SOLVER, left, order.conversations > 0 and split == "heldout")
        wanted = max(order.count, order.conversations, tasks, 1)
        for made, talk in _made(order, pool, split, wanted, talks):
            if made.task is None:
                count.dropped[made.dropped] += 1
                continue
            if not _is_new(made.task, seen):
                count.dropped["said before"] += 1
                continue
            written = 0
            if talks():
                count.add_conversation(talk, split)
            examples: list[Example | Conversation] = [*made.examples]
            examples += [talk] if isinstance(talk, Conversation) else []
            for example in examples:
                if split == "heldout" or left[example.role] > 0:
                    left[example.role] -= 1
                    written += 1
                    count.examples[f"{prefix}{example.role}"] += 1
                    _write(files[example.role], example.row(made.task.id, made.task.kind))
            if written or split == "heldout":
                count.add(made.task, split)
                files["tasks"].write(made.task.model_dump_json() + "\n")
            tasks -= 1
            if (tasks <= 0) if split == "heldout" else all(left[role] <= 0 for role in quota):
                return
    raise ConfigError(f"only {sum(count.examples.values())} different examples can be made; ask for fewer")


def _is_wanted(role: str, left: Counter[str], always: bool) -> bool:
    """Whether examples of a role are still to be made."""
    return always or left[role] > 0


def _write(file: IO[str], row: dict[str, Any]) -> None:
    file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _is_new(task: TrainingTask, seen: set[str]) -> bool:
    """Whether no earlier task has the same question, ignoring case and blanks."""
    key = hashlib.sha256(_VALUE.sub(" ", task.question.lower()).encode()).hexdigest()
    if key in seen:
        return False
    seen.add(key)
    return True


# A task, and the conversation about it or why there is none.
_Made = tuple[MadeTask, Conversation | str]


def _made(
    order: DatasetOrder, pool: ProcessPoolExecutor, split: Split, wanted: int, talks: Callable[[], bool]
) -> Iterator[_Made]:
    """Tasks in the order of their numbers whichever worker finishes first, so that equal orders give equal data.

    Args:
        order: the order.
        pool: the workers.
        split: training or held-out tasks.
        wanted: how many are wanted, of which many times as many are tried.
        talks: whether conversations are still wanted; once they are not, they never are again.
    """
    chunks = iter(range(0, wanted * _MOST_ROUNDS, _CHUNK))
    waiting: list[Future[Sequence[_Made]]] = []
    while True:
        while len(waiting) < 2 * order.workers and (start := next(chunks, None)) is not None:
            waiting.append(pool.submit(_make, split, start, talks()))
        if not waiting:
            return
        try:
            yield from waiting.pop(0).result()
        except GeneratorExit:
            for future in waiting:
                future.cancel()
            raise


_makers: dict[str, TaskMaker] = {}
_talkers: list[Conversations] = []
_ordered: list[tuple[DatasetOrder, Config]] = []


def _start(order: DatasetOrder, config: Config) -> None:
    _ordered.append((order, config))


def _make(split: Split, start: int, talks: bool) -> list[_Made]:
    order, config = _ordered[-1]
    workspace = order.out / "workspace"
    if split not in _makers:
        _makers[split] = TaskMaker(
            load_graph(),
            config,
            read_leakage(order.evaluation),
            workspace,
            split,
            order.seed,
            paraphraser(config, order.paraphrase),
        )
    if talks and not _talkers:
        _talkers.append(Conversations(load_graph(), config, workspace, order.front))
        # A worker waits for its threads before it ends, and those of the agent end with it.
        Finalize(None, _talkers[0].close, exitpriority=1)
    made = [_makers[split].make(number) for number in range(start, start + _CHUNK)]
    return [(one, _talk(one) if talks else "") for one in made]


def _talk(made: MadeTask) -> Conversation | str:
    """The conversation about a task, by random numbers of its own, so that tasks are the same with and without."""
    return _talkers[0].make(made.task, random.Random(f"{made.task.id}/{SOLVER}")) if made.task else ""
