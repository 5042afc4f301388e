"""ReAct and Reflexion with what the program's own agent has: handles, typed conversions, decoding held to a schema.

The method stays theirs: one call a turn, the whole conversation before it. So a difference to our agent is one
of method, and a difference to `react.py`, the published form, is what handles, conversions and schema are worth.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.answering import Answerer
from scitoolagent.benchmarks.baselines.react import MOST_CYCLES, MOST_TURNS, ReactAgent, baseline_prompt
from scitoolagent.benchmarks.baselines.reflexion import MOST_TRIALS
from scitoolagent.benchmarks.baselines.toolbox import ToolCall, observation
from scitoolagent.benchmarks.baselines.trial import Trial
from scitoolagent.config import Config
from scitoolagent.errors import ModelError
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.planner.binding import Binder, source_of
from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.records import Failure, Plan, Query, Reference, Step, StepResult
from scitoolagent.summarizer import show_value
from scitoolagent.toolkg.graph import PortNode, ToolNode

NAME, REFLEXION = "react-typed", "reflexion-typed"
FINISH = "finish"
_LONGEST_TURN = 400
_QUESTION_SHOWN = 6000
_THOUGHT = 240
_TEXT = 60
_MOST_VALUES = 16
_JSON_TYPES = {"int": "integer", "float": "number", "bool": "boolean"}


class TypedReactAgent(ReactAgent):
    """ReAct over handles, with one plan that grows by a call a turn."""

    def _attempt(
        self, query: Query, offered: Sequence[ToolNode], reflections: Sequence[str], before: Sequence[Trial]
    ) -> Trial:
        """One conversation, ended at the maximum number of turns or when it repeats itself."""
        trial, work = Trial(), _Work(self, query)
        asked = self._question(query, offered)
        if reflections:
            lines = "\n".join(f"- {text}" for text in reflections)
            asked = f"{asked}\nEarlier attempts failed. What you wrote about them:\n{lines}"
        messages = [Message("system", baseline_prompt("react_typed")), Message("user", asked)]
        cycles: list[tuple[str, str]] = []
        for _ in range(MOST_TURNS):
            schema = turn_schema(self._tools.graph, query, offered, work.results)
            try:
                reply = self._model.complete(self._name, messages, schema, _LONGEST_TURN)
            except ModelError as error:
                trial.error = f"ModelError: {error}"
                return trial
            trial.usage.append(reply.usage)
            data = reply.data or {}
            trial.lines.append(reply.text)
            if data["tool"] == FINISH:
                trial.final = work.stated(data["arguments"]["results"])
                return trial
            tool = next(tool for tool in offered if tool.name == data["tool"])
            said = work.call(trial, tool, data["arguments"])
            if said is None:
                return trial
            trial.lines.append(said)
            made = json.dumps([data["tool"], data["arguments"]], sort_keys=True)
            cycles = [cycle for cycle in cycles if cycle == (made, said)] + [(made, said)]
            if len(cycles) > MOST_CYCLES:
                return trial
            messages += [Message("assistant", reply.text), Message("user", said)]
        return trial

    def _question(self, query: Query, offered: Sequence[ToolNode]) -> str:
        graph = self._tools.graph
        given = "; ".join(f"{one.handle} ({graph.types[one.type].label})" for one in query.entities) or "nothing"
        lines = [f"question: {query.with_handles()[:_QUESTION_SHOWN]}", f"given: {given}"]
        lines += [f"{one.handle} is {one.text}" for one in query.quantities if not one.problem]
        lines.append("tools:")
        for tool in offered:
            inputs = ", ".join(f"{port.name}: {graph.types[port.type].label}" for port in tool.inputs)
            lines.append(f"{tool.name}({inputs}): {tool.summary.rstrip('.')}")
        return "\n".join(lines)


class _Work:
    """The plan of one attempt: its steps, and what they gave, by the handles that the model is shown."""

    def __init__(self, agent: TypedReactAgent, query: Query) -> None:
        self._box, self._query = agent._tools, query
        self._binder = Binder(self._box.graph)
        self._draft = PlanDraft(self._box.graph, query)
        self._results: dict[int, StepResult] = {}

    @property
    def results(self) -> dict[str, Source]:
        """What steps gave, by handle."""
        return {
            f"step{number}.{name}": Source(f"${number}.{name}", value.type, (), isinstance(value.value, list))
            for number, result in self._results.items()
            if result.status == "ok"
            for name, value in result.outputs.items()
        }

    def call(self, trial: Trial, tool: ToolNode, arguments: dict[str, Any]) -> str | None:
        """Make one call and the conversions before it; what the model is told, None when the gate stopped it."""
        ports = {port.name: port for port in tool.inputs}
        bound: dict[str, Any] = {}
        for name, value in arguments.items():
            items = [self._given(ports[name], item) for item in (value if isinstance(value, list) else [value])]
            if None in items:
                label = self._box.graph.types[ports[name].type].label
                return f"failed: {name} takes {label}, and {json.dumps(value)} cannot be turned into that"
            bound[name] = items if ports[name].many and isinstance(value, list) else items[0]
        if missing := [port.name for port in tool.required if port.name not in bound]:
            return f"failed: {tool.name} needs {missing[0]}"
        step = self._draft.call(tool.name, bound)
        plan = Plan(steps=tuple(self._draft.steps), goals=())
        new = {one.id for one in plan.steps} - self._results.keys()
        for result in self._box.run(self._query, plan, tuple(self._results.values())):
            if result.step in new:
                self._results[result.step] = result
                trial.calls.append(ToolCall(self._written(plan.step(result.step), result), result))
                if result.status == "blocked":
                    return None
        found = self._results.get(step)
        if found is None or found.status == "skipped":
            failure = Failure(error="ToolFailedError", message="a conversion before it failed")
            found = StepResult(step=step, tool=tool.name, status="failed", error=failure)
        return f"step{step}: {observation(found)}"

    def _written(self, step: Step, result: StepResult) -> Step:
        """A step with its values written out, as the published baselines write theirs."""
        return step.model_copy(update={"arguments": result.arguments or step.arguments})

    def _given(self, port: PortNode, value: Any) -> Any:
        """What an argument stands for: a reference that is converted to the type of the input, or a setting."""
        if not isinstance(value, str):
            return value
        if self._query.quantity(value) is not None:
            return f"$query.{value}"
        entities = {one.handle: one for one in self._query.entities}
        source = source_of(entities[value], self._query) if value in entities else self.results.get(value)
        if source is None:
            return value
        if self._box.graph.accepts(source.type, port.type):
            return source.reference
        end = self._binder.convert(source, port.type, self._draft)
        return end.reference if end is not None else None

    def stated(self, handles: Sequence[str]) -> str:
        """The values behind some handles as the text of an answer; `unknown` without any."""
        told = []
        for handle in handles:
            reference = Reference.parse(f"${handle.removeprefix('step')}")
            if reference is not None and reference.step in self._results:
                value = self._results[reference.step].outputs[reference.name]
                told.append(show_value(value.value, value.unit, cut=False))
        return "; ".join(told) or "unknown"


def turn_schema(graph: Any, query: Query, offered: Sequence[ToolNode], results: dict[str, Source]) -> dict[str, Any]:
    """The JSON schema of a turn: a call of an offered tool with handles that there are, or the end."""
    handles = [*(one.handle for one in query.entities), *results]
    turns = [
        _turn({"const": tool.name}, _inputs(graph, query, tool, handles), [p.name for p in tool.required])
        for tool in offered
    ]
    ends = {"results": {"type": "array", "maxItems": _MOST_VALUES, "items": {"enum": list(results) or [""]}}}
    return {"anyOf": [*turns, _turn({"const": FINISH}, ends, ["results"])]}


def _turn(tool: dict[str, Any], inputs: dict[str, Any], required: list[str]) -> dict[str, Any]:
    arguments = {"type": "object", "additionalProperties": False, "required": required, "properties": inputs}
    fields = {"thought": {"type": "string", "maxLength": _THOUGHT}, "tool": tool, "arguments": arguments}
    return {"type": "object", "additionalProperties": False, "required": list(fields), "properties": fields}


def _inputs(graph: Any, query: Query, tool: ToolNode, handles: list[str]) -> dict[str, Any]:
    quantities = [one.handle for one in query.quantities if not one.problem]
    found = {}
    for port in tool.inputs:
        plain = {
            "type": _JSON_TYPES.get(port.python, "string"),
            **({"maxLength": _TEXT} if port.python == "str" else {}),
        }
        if not graph.is_setting(port.type):
            plain = {"enum": handles or [""]}
        elif port.python in ("int", "float") and (several := [*quantities, *handles]):
            plain = {"anyOf": [plain, {"enum": several}]}
        found[port.name] = {"type": "array", "maxItems": _MOST_VALUES, "items": plain} if port.many else plain
    return found


def make_react(config: Config, workspace: Path, model: LanguageModel | None = None) -> Answerer:
    """The typed ReAct agent, with the model of the settings when none is given.

    Raises:
        ConfigError: the settings name no endpoint, or no model where it serves several.
    """
    return TypedReactAgent(config, workspace, model, name=NAME)


def make_reflexion(config: Config, workspace: Path, model: LanguageModel | None = None) -> Answerer:
    """The typed Reflexion agent; as `make_react`."""
    return TypedReactAgent(config, workspace, model, trials=MOST_TRIALS, name=REFLEXION)
