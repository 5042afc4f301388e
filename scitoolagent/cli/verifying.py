"""`scitoolagent tools verify`: run the example of every tool on this machine and say what came of it."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scitoolagent.config import load_config
from scitoolagent.errors import SciToolAgentError, ToolInputError, ToolUnavailableError, is_named
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.records import Plan, Query, Step, StepResult
from scitoolagent.tool import ToolSpec
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tool.spelling import unknown_tool
from scitoolagent.toolkg.store import load_graph

GIVES, NEEDS, ASKS, FAILS = "as declared", "not available", "asks first", "failed"
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Verified:
    """What the example of one tool gave.

    Attributes:
        verdict: one of the four words above.
        reason: why, where it is not as declared.
    """

    tool: str
    verdict: str
    seconds: float
    reason: str = ""


def verified(names: Sequence[str] = (), topic: str = "") -> Iterator[Verified]:
    """The tools one by one: those with the names, or those of a topic, or all.

    Each runs as in an answer: in a worker, within its bounds, with its outputs checked against its declaration and
    the safety gate before and after. No result of an earlier run is taken.

    Raises:
        ToolInputError: no tool has such a name or topic.
    """
    registry, graph = load_registry(), load_graph()
    if unknown := [name for name in names if name not in graph.tools]:
        raise ToolInputError("; ".join(unknown_tool(name, graph.tools) for name in unknown))
    specs = [
        spec
        for spec in registry
        if spec.name in graph.tools and (not names or spec.name in names) and topic.lower() in str(spec.topic).lower()
    ]
    if not specs:
        raise ToolInputError(f"no tool is about {topic!r}; `scitoolagent tools list` names the topics")
    config = load_config().model_copy(update={"cache": False})
    with TemporaryDirectory() as folder:
        executor = Executor(graph, config, Path(folder), SafetyGate(graph))
        try:
            for spec in specs:
                yield _verified(executor, spec, Path(folder))
        finally:
            executor.close()


def counts(found: Sequence[Verified]) -> str:
    """How many tools came out how."""
    number = Counter(one.verdict for one in found)
    return ", ".join(f"{number[verdict]} {verdict}" for verdict in (GIVES, NEEDS, ASKS, FAILS) if number[verdict])


def _verified(executor: Executor, spec: ToolSpec, folder: Path) -> Verified:
    if any(_is_path(value) and Path(value).is_dir() for value in spec.example.values()):
        return _called(spec)
    arguments = {name: _brought(value, folder) for name, value in spec.example.items()}
    plan = Plan(steps=(Step(id=1, tool=spec.name, arguments=arguments),), goals=())
    result = next(iter(executor.run(Query(text=spec.name), plan)))
    return Verified(spec.name, _verdict(result), result.seconds, _reason(result))


def _called(spec: ToolSpec) -> Verified:
    """An example on a folder of the package, which no plan may name: its tool is called here."""
    start = time.perf_counter()
    verdict, reason = GIVES, ""
    try:
        call_tool(spec, spec.example)
    except SciToolAgentError as error:
        verdict = NEEDS if isinstance(error, ToolUnavailableError) else FAILS
        reason = _short(f"{type(error).__name__}: {error}")
    return Verified(spec.name, verdict, time.perf_counter() - start, reason)


def _verdict(result: StepResult) -> str:
    if result.status == "ok":
        return GIVES
    error = result.error.error if result.error else ""
    if result.status == "blocked" or error == "ConfirmationRequired":
        return ASKS
    return NEEDS if is_named(error, ToolUnavailableError) else FAILS


def _reason(result: StepResult) -> str:
    if result.error is None:
        return ""
    return _short(f"{result.error.error}: {result.error.message}")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "…"


def _is_path(value: Any) -> bool:
    """Whether a value is the path of a file of the package; a sequence is none, and may be too long for one."""
    return isinstance(value, Path) or (isinstance(value, str) and value.startswith("/"))


def _brought(value: Any, folder: Path) -> Any:
    """A value of an example; files are copied into the folder of the run, since a call reads no others."""
    if isinstance(value, list | tuple):
        return [_brought(item, folder) for item in value]
    if not _is_path(value):
        return value
    path = Path(value)
    if not path.exists():
        return str(value)
    target = folder / path.name
    if path.is_dir():
        shutil.copytree(path, target, dirs_exist_ok=True)
    else:
        shutil.copy(path, target)
    return path.name
