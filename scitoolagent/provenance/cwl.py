"""A run as a CWL 1.2 workflow: one `scitoolagent tools run` per step, passing JSON from step to step.

The document is JSON, which CWL engines read as YAML. Values of the run appear only as defaults of the workflow's
inputs; expressions are built from checked names alone. They need a JavaScript engine such as node.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.code import script
from scitoolagent.provenance.recorded import Argument, GivenValue, RecordedCall, RecordedRun, given, input_id
from scitoolagent.records import Reference, StepResult
from scitoolagent.solver.steps import PROGRAM
from scitoolagent.toolkg.graph import ToolGraph

# A value of an earlier step arrives as {type, value, unit}; a workflow input arrives unchanged.
_VALUE = "$(self.value)"
_VALUES = "$(self.map(function (item) { return item.value === undefined ? item : item.value; }))"
_FEATURES = ("InlineJavascriptRequirement", "StepInputExpressionRequirement", "MultipleInputFeatureRequirement")
_APPROVE = {"type": "array", "items": "string", "inputBinding": {"prefix": "--approve"}}


def workflow(recorded: RecordedRun, graph: ToolGraph, store: Path | None = None) -> str:
    """The run as a workflow with the values of the run as its defaults.

    Raises:
        ConfigError: the run has no result, or a value that CWL would interpret.
    """
    calls = recorded.exported(graph)
    if recorded.of_rows or recorded.program is not None:
        return _as_script(recorded, script(recorded, graph, store), calls)
    screened = {call.step for call in calls if call.tool in graph.tools and graph.tools[call.tool].safety != "open"}
    inputs: dict[str, Any] = {}
    steps: dict[str, Any] = {}
    for call in calls:
        inputs |= {name: _input(value) for name, value in given(call).items()}
        steps[f"step{call.step}"] = {
            "run": f"#{tool_id(call)}",
            "in": {name: _source(call, name, value) for name, value in call.arguments.items()},
            "out": list(call.result.outputs),
        }
        if call.step in screened:
            steps[f"step{call.step}"]["in"]["approve"] = "approve"
    if screened:
        inputs["approve"] = {"type": "string[]?", "doc": "Digests of findings of the safety gate that are confirmed."}
    main = {
        "class": "Workflow",
        "id": "main",
        "doc": recorded.query.text,
        "requirements": {name: {} for name in _FEATURES},
        "inputs": inputs,
        "steps": steps,
        "outputs": {
            output_id(call, name): {"type": "Any", "outputSource": f"step{call.step}/{name}"}
            for call, name in results(recorded, calls)
        },
    }
    tools = [_tool(call, recorded.version, call.step in screened) for call in calls]
    return json.dumps({"cwlVersion": "v1.2", "$graph": [main, *tools]}, indent=2, ensure_ascii=False) + "\n"


def _as_script(recorded: RecordedRun, text: str, calls: Sequence[RecordedCall]) -> str:
    """The workflow of a run over the rows of a table, or of a program: one step, which makes it again and compares.

    A table lies on the disk of who made it, so its steps cannot be parted over machines, nor can those of a program.
    """
    if len(text.encode()) > _LONGEST_SCRIPT:
        raise ConfigError("the run is too long for one step of CWL; export it as a script")
    files = {name: value for call in calls for name, value in given(call).items() if value.file}
    inputs = {name: _input(value) for name, value in files.items()}
    inputs["program"] = {
        "type": "File",
        "default": {"class": "File", "basename": "reproduce.py", "contents": text},
    }
    staged = [_staged(name, PurePosixPath(str(value.value))) for name, value in files.items()]
    tool = {
        "class": "CommandLineTool",
        "id": "reproduce",
        **({"doc": _steps_of(calls)} if recorded.program is not None else {}),
        "hints": {"SoftwareRequirement": {"packages": {"scitoolagent": {"version": [recorded.version]}}}},
        "requirements": {"InlineJavascriptRequirement": {}, "InitialWorkDirRequirement": {"listing": staged}},
        "baseCommand": ["python3"],
        "inputs": {
            "program": {"type": "File", "inputBinding": {"position": 1}},
            **{name: {"type": "File"} for name in files},
        },
        "stdout": "compared.txt",
        "outputs": {"compared": {"type": "stdout"}},
    }
    main = {
        "class": "Workflow",
        "id": "main",
        "doc": recorded.query.text,
        "inputs": inputs,
        "steps": {"all": {"run": "#reproduce", "in": {name: name for name in inputs}, "out": ["compared"]}},
        "outputs": {"compared": {"type": "File", "outputSource": "all/compared"}},
    }
    return json.dumps({"cwlVersion": "v1.2", "$graph": [main, tool]}, indent=2, ensure_ascii=False) + "\n"


def _steps_of(calls: Sequence[RecordedCall]) -> str:
    """The steps of a program with the versions of their tools."""
    tools = {call.tool: call.result.version for call in calls if call.tool != PROGRAM}
    made = "; ".join(f"{name} {version}".strip() for name, version in tools.items())
    return f"A program in {language_of(calls[-1].result)['name']} over these tools: {made or 'none'}"


# A literal file of CWL holds no more.
_LONGEST_SCRIPT = 64_000


def tool_id(call: RecordedCall) -> str:
    """The id of a step's tool description in the document."""
    return f"{call.tool}_{call.step}"


def output_id(call: RecordedCall, name: str) -> str:
    """The id of a workflow output."""
    return quote(f"step{call.step}_{name}", safe="")


def language_of(result: StepResult) -> dict[str, str]:
    """The language of a program: its name, and the version of what runs it."""
    return {"name": "Python, as pydantic-monty runs it", "version": result.version}


def results(recorded: RecordedRun, calls: Sequence[RecordedCall]) -> list[tuple[RecordedCall, str]]:
    """The outputs that the run was for, as step and output name: the goals, or all outputs where there are none."""
    made = {(call.step, name): (call, name) for call in calls for name in call.result.outputs}
    goals = [Reference.parse(goal.output) for goal in recorded.plan.goals]
    wanted = dict.fromkeys((goal.step, goal.name) for goal in goals if goal and goal.step is not None)
    return [made[key] for key in wanted if key in made] or list(made.values())


def _source(call: RecordedCall, name: str, argument: Argument) -> dict[str, Any]:
    """The source of an argument of a step."""
    if isinstance(argument, Reference):
        return {"source": f"step{argument.step}/{argument.name}", "valueFrom": _VALUE}
    if isinstance(argument, GivenValue):
        return {"source": input_id(call, name)}
    sources = [
        f"step{item.step}/{item.name}" if isinstance(item, Reference) else input_id(call, name, place)
        for place, item in enumerate(argument)
    ]
    return {"source": sources, "linkMerge": "merge_nested", "valueFrom": _VALUES}


def _input(value: GivenValue) -> dict[str, Any]:
    if value.file:
        path = PurePosixPath(str(value.value))
        if path.is_absolute() or ".." in path.parts:
            raise ConfigError(f"the run read {str(path)!r}; only files beside the workflow can go into it")
        return {"type": "File", "default": {"class": "File", "location": quote(str(path))}}
    if not _is_plain(value.value):
        raise ConfigError(f"the value {str(value.value)[:80]!r} of the run cannot be handed over in CWL")
    kinds = {str: "string", bool: "boolean", int: "long", float: "double"}
    return {"type": kinds.get(type(value.value), "Any"), "default": value.value}


def _is_plain(value: Any) -> bool:
    """Whether an engine takes a value literally; {"class": "File"} or {"$import": …} would make it fetch something."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, (str, bool, int, float))


def _tool(call: RecordedCall, version: str, screened: bool) -> dict[str, Any]:
    files = {name: _is_file(argument) for name, argument in call.arguments.items()}
    inputs: dict[str, Any] = {name: {"type": "File" if file else "Any"} for name, file in files.items()}
    if screened:
        inputs["approve"] = {"type": ["null", _APPROVE], "inputBinding": {"position": 1}}
    requirements: dict[str, Any] = {"InlineJavascriptRequirement": {}}
    if any(files.values()):
        staged = [_staged(name) for name, file in files.items() if file]
        requirements["InitialWorkDirRequirement"] = {"listing": staged}
    return {
        "class": "CommandLineTool",
        "id": tool_id(call),
        "hints": {"SoftwareRequirement": {"packages": {"scitoolagent": {"version": [version]}}}},
        "requirements": requirements,
        "baseCommand": ["scitoolagent", "tools", "run", call.tool],
        "arguments": [
            {
                "position": 2,
                "valueFrom": f'$("{name}=" + JSON.stringify(inputs.{name}{".basename" if file else ""}))',
            }
            for name, file in files.items()
        ],
        "inputs": inputs,
        # The name by which CWL reads the outputs of a step from its JSON.
        "stdout": "cwl.output.json",
        "outputs": {name: {"type": "Any"} for name in call.result.outputs},
    }


def _staged(name: str, path: PurePosixPath | None = None) -> dict[str, Any]:
    """A file put into the folder of a step, below it where the program names it so.

    An engine gives what may be written as a copy, and all else as a link that leads out of that folder, where no tool
    may read.
    """
    below = {"entryname": str(path)} if path is not None and len(path.parts) > 1 else {}
    return {**below, "entry": f"$(inputs.{name})", "writable": True}


def _is_file(argument: Argument) -> bool:
    return isinstance(argument, GivenValue) and argument.file
