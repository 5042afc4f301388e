"""Make tasks and conversations in worker processes, in the order of their numbers whichever worker finishes first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.finetune.conversations import Conversation, Conversations
from scitoolagent.finetune.entities import Split
from scitoolagent.finetune.leakage import Leakage, read_leakage
from scitoolagent.finetune.paraphrase import paraphraser
from scitoolagent.finetune.recording import FrontSize, Recorder
from scitoolagent.finetune.solving.rows import RowTalk, RowTalks
from scitoolagent.finetune.tasks import MadeTask, TaskMaker
from scitoolagent.llm import SOLVER
from scitoolagent.toolkg.store import load_graph

_CHUNK, _ROWS_IN_CHUNK = 40, 12
_MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class MakerSettings:
    """What a worker makes, and how.

    Attributes:
        workspace: the folder of the files that questions name.
        seed: the random seed of everything.
        evaluation: files that the data must not share an entity or a question with.
        paraphrase: share of the questions that the configured model rewrites.
        front: what the loop shows before the question.
    """

    workspace: Path
    seed: int
    evaluation: tuple[Path, ...]
    paraphrase: float
    front: FrontSize


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of a chunk: conversations about its tasks, and conversations about rows."""

    talks: bool
    rows: bool


# A task, and the conversation about it or why there is none; or a conversation about rows.
Made = tuple[MadeTask, Conversation | str] | RowTalk


def open_workers(number: int, settings: MakerSettings, config: Config) -> ProcessPoolExecutor:
    """Return a pool of workers that make what the settings say."""
    return ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_start, initargs=(settings, config))


def made_in_order(
    pool: ProcessPoolExecutor, workers: int, split: Split, wanted: int, wish: Callable[[], Wish]
) -> Iterator[Made]:
    """Yield what is made in the order of the numbers, so that equal orders give equal data.

    Args:
        pool: the workers.
        workers: how many there are.
        split: training or held-out tasks.
        wanted: how many are wanted, of which many times as many are tried.
        wish: what is wanted of the next chunk; what is not wanted once never is again.
    """
    chunks = iter(range(0, wanted * _MOST_ROUNDS, _CHUNK))
    waiting: list[Future[Sequence[Made]]] = []
    while True:
        while len(waiting) < 2 * workers and (start := next(chunks, None)) is not None:
            waiting.append(pool.submit(_make, split, start, wish()))
        if not waiting:
            return
        try:
            yield from waiting.pop(0).result()
        except GeneratorExit:
            for future in waiting:
                future.cancel()
            raise


class _Worker:
    """Makes chunks; what it needs is built when it is first wanted."""

    def __init__(self, settings: MakerSettings, config: Config) -> None:
        self._settings, self._config = settings, config
        self._makers: dict[Split, TaskMaker] = {}
        self._leakage: Leakage | None = None
        self._talkers: tuple[Conversations, RowTalks] | None = None

    def make(self, split: Split, start: int, wish: Wish) -> list[Made]:
        """A chunk of tasks, with what is wanted of it."""
        made: list[Made] = []
        for number in range(start, start + _CHUNK):
            task = self._maker(split).make(number)
            # Random numbers of its own, so that tasks are the same with and without conversations.
            talk = self._talk(task) if wish.talks else ""
            made.append((task, talk))
        if wish.rows:
            first = start // _CHUNK * _ROWS_IN_CHUNK
            made += [self._made_talkers()[1].make(split, number) for number in range(first, first + _ROWS_IN_CHUNK)]
        return made

    def _talk(self, made: MadeTask) -> Conversation | str:
        if made.task is None:
            return ""
        return self._made_talkers()[0].make(made.task, random.Random(f"{made.task.id}/{SOLVER}"))

    def _evaluated(self) -> Leakage:
        if self._leakage is None:
            self._leakage = read_leakage(self._settings.evaluation)
        return self._leakage

    def _maker(self, split: Split) -> TaskMaker:
        if split not in self._makers:
            settings = self._settings
            rewrite = paraphraser(self._config, settings.paraphrase)
            self._makers[split] = TaskMaker(
                load_graph(), self._config, self._evaluated(), settings.workspace, split, settings.seed, rewrite
            )
        return self._makers[split]

    def _made_talkers(self) -> tuple[Conversations, RowTalks]:
        if self._talkers is None:
            settings = self._settings
            recorder = Recorder(self._config, settings.workspace, settings.front)
            # A worker waits for its threads before it ends, and those of the agent end with it.
            Finalize(None, recorder.close, exitpriority=1)
            talks = Conversations(load_graph(), self._config, recorder)
            self._talkers = (talks, RowTalks(recorder, settings.workspace, self._evaluated(), settings.seed))
        return self._talkers


_workers: list[_Worker] = []


def _start(settings: MakerSettings, config: Config) -> None:
    _workers.append(_Worker(settings, config))


def _make(split: Split, start: int, wish: Wish) -> list[Made]:
    return _workers[-1].make(split, start, wish)
