"""The tools for a baseline: retrieved for a question, described with types, called through the safety gate."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import ToolInputError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.planner import Planner, make_ranker
from scitoolagent.reading.settings import plain_text
from scitoolagent.records import Answer, Failure, Plan, Query, Reference, Step, StepResult
from scitoolagent.summarizer import refusal, show_value
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode
from scitoolagent.toolkg.store import load_graph

CANDIDATES = 20
_CONVERSIONS = 4
OBSERVED = 600
_JSON = {"int": "whole number", "float": "number", "str": "string", "bool": "true or false", "Path": "file name"}
_LONGEST_FILE = 255


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call, its result, and whether the model altered or made up a molecule or sequence in it."""

    step: Step
    result: StepResult
    altered: bool = False


class Toolbox:
    """Retrieves, describes and runs tools; the retrieval, the executor and the gate are those of the program.

    Args:
        config: settings, except for the number of candidates, which is that of the baselines.
        workspace: the folder in which files must lie.
    """

    def __init__(self, config: Config, workspace: Path) -> None:
        self.graph: ToolGraph = load_graph()
        self._executor = Executor(self.graph, config, workspace, SafetyGate(self.graph))
        self._executor.warm()
        self._planner = Planner(self.graph, config)
        self._ranker = make_ranker(self.graph, config.model_copy(update={"candidates": CANDIDATES}))

    def close(self) -> None:
        """End the worker processes."""
        self._executor.close()

    def read(self, question: str) -> tuple[Query, Answer | None]:
        """The question with its entities, which the model does not see, and the refusal if it names a blocked hazard.

        Raises:
            PlanError: the question is empty or too long.
            SafetyError: the hazard database cannot be used.
        """
        query = self._planner.recognise(question)
        return query, refusal(self._executor.screen(query)(), "")

    def offer(self, query: Query) -> list[ToolNode]:
        """The tools that rank best for a question, entities blanked out as the planner does.

        They include the conversions from the question's entities to the inputs of those tools: the planner gets these
        from the graph, so a comparison without them would be unfair.
        """
        plain = plain_text(query)
        ranked = self._ranker.rank(plain)
        wanted = sorted({port.type for name in ranked for port in self.graph.tools[name].required})
        given = list(dict.fromkeys(entity.type for entity in query.entities))
        links = [link for kind in given for end in wanted for link in cheapest_chain(self.graph, kind, end) or ()]
        most = Counter(link.tool for link in links).most_common(_CONVERSIONS)
        names = list(dict.fromkeys([*(tool for tool, _ in most), *ranked]))[:CANDIDATES]
        return [self.graph.tools[name] for name in names]

    def run(self, query: Query, plan: Plan, done: Sequence[StepResult]) -> Iterator[StepResult]:
        """Run the steps of a plan that are not done yet; what is done is given first."""
        return self._executor.run(query, plan, done)

    def call(self, query: Query, tool: ToolNode, arguments: dict[str, Any], number: int) -> tuple[Step, StepResult]:
        """Run one call, as a plan of one step."""
        step = Step(id=number, tool=tool.name, arguments=arguments)
        try:
            _check(tool, arguments)
        except ToolInputError as error:
            failure = Failure(error="ToolInputError", message=str(error))
            return step, StepResult(step=number, tool=tool.name, status="failed", arguments=arguments, error=failure)
        (result,) = self._executor.run(Query(text=query.text), Plan(steps=(step,), goals=()))
        return step, result


def described(graph: ToolGraph, tools: Sequence[ToolNode]) -> str:
    """The tools, one per line, with the types of their inputs."""
    lines = []
    for tool in tools:
        inputs = ", ".join(_port(graph, port) for port in tool.inputs)
        lines.append(f"{tool.name}({inputs}): {tool.summary.rstrip('.')}")
    return "\n".join(lines)


def observation(result: StepResult) -> str:
    """The result of a call as one line of data, truncated."""
    if result.error is not None:
        shown = f"failed: {json.dumps(result.error.message, ensure_ascii=False)}"
    else:
        values = {name: show_value(value.value, value.unit, cut=False) for name, value in result.outputs.items()}
        shown = json.dumps(values, ensure_ascii=False)
    return shown if len(shown) <= OBSERVED else f"{shown[:OBSERVED]}… ({len(shown)} characters)"


def _port(graph: ToolGraph, port: PortNode) -> str:
    kind = _JSON.get(port.python, port.python)
    many = "list of " if port.many else ""
    usual = "" if port.required else f", usually {json.dumps(port.default)}"
    return f"{port.name}: {graph.types[port.type].label}, {many}{kind}{usual}"


def _check(tool: ToolNode, arguments: dict[str, Any]) -> None:
    """Refuse arguments that the executor would not take as values."""
    files = {port.name for port in tool.inputs if port.python == "Path"}
    for name, value in arguments.items():
        for text in _texts(value):
            if Reference.parse(text) is not None:
                raise ToolInputError(f"{name} is {text!r}; write the value itself")
            if "\0" in text or (name in files and len(text) > _LONGEST_FILE):
                raise ToolInputError(f"{name} is no text that a tool takes")
        if name in files and not isinstance(value, str):
            raise ToolInputError(f"{name} must be the name of a file")


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []
