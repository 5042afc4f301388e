"""Run plans of generated tasks again in another process, and compare the results with the stored ones."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune.running import PlanRunner
from scitoolagent.finetune.tasks import TrainingTask
from scitoolagent.planner import Planner
from scitoolagent.records import Plan, Query, StepResult
from scitoolagent.toolkg.store import load_graph

# The folder of a table.
_TABLE = re.compile(r"^(?:/|[A-Za-z]:\\).*[/\\]tables[/\\]([0-9a-f]{16})$")


@dataclass(frozen=True, slots=True)
class RecheckResult:
    """How many tasks and steps were run again, and which tasks gave other results."""

    tasks: int
    steps: int
    differing: tuple[str, ...]


def recheck(data: Path, sample: int, config: Config, seed: int = 0) -> RecheckResult:
    """Run a random sample of the tasks that have a plan.

    Args:
        data: the folder that `finetune data` wrote.
        sample: how many tasks; all when there are fewer.
        config: settings of the planner, which reads the questions again.
        seed: the random seed of the sample.
    Raises:
        ConfigError: the folder holds no tasks.
    """
    tasks = [task for task in _tasks(data / "tasks.jsonl") if task.plan is not None]
    drawn = random.Random(seed).sample(tasks, min(sample, len(tasks)))
    graph = load_graph()
    planner, runner = Planner(graph, config), PlanRunner(graph, data / "workspace")
    differing = [task.id for task in drawn if task.plan and not _gives(planner.recognise, runner, task, task.plan)]
    return RecheckResult(len(drawn), sum(len(task.results) for task in drawn), tuple(differing))


def results_alike(one: Sequence[StepResult], other: Sequence[StepResult]) -> bool:
    """Whether steps gave the same; a table is told by its name, which its rows make, and not by where it lies."""
    return [_outcome(result) for result in one] == [_outcome(result) for result in other]


def _gives(read: Callable[[str], Query], runner: PlanRunner, task: TrainingTask, plan: Plan) -> bool:
    """Whether the plan still gives the task's results."""
    return results_alike(runner.run(read(task.question), plan), task.results)


def _outcome(result: StepResult) -> tuple[object, ...]:
    """The result of a step as it looks after JSON, since the stored one went through it."""
    kept = StepResult.model_validate_json(result.model_dump_json())
    outputs = {name: one.model_copy(update={"value": _placeless(one.value)}) for name, one in kept.outputs.items()}
    return kept.step, kept.tool, kept.status, outputs, kept.error and kept.error.error


def _placeless(value: object) -> object:
    table = _TABLE.search(value) if isinstance(value, str) else None
    return table[1] if table else value


def _tasks(path: Path) -> list[TrainingTask]:
    try:
        return [TrainingTask.model_validate_json(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValidationError) as error:
        raise ConfigError(f"{path} is no file of `scitoolagent finetune data` ({error})") from error
