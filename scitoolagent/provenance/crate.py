"""A run as a Workflow Run RO-Crate, profile Provenance Run Crate 0.5 (https://w3id.org/ro/wfrun/provenance/0.5).

The crate holds the run as CWL workflow, script, notebook and trace, the files it read, and describes each call
with its arguments and results.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.code import notebook, script
from scitoolagent.provenance.cwl import language_of, output_id, results, tool_id, workflow
from scitoolagent.provenance.portable import portable_records
from scitoolagent.provenance.recorded import GivenValue, RecordedCall, RecordedRun, given, input_id
from scitoolagent.records import Reference, Value
from scitoolagent.solver.steps import PROGRAM, SOURCES
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from rocrate.rocrate import ROCrate

_WORKFLOW = "workflow.cwl"
_PROGRAM_FILE = "program.py"
_PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    "https://w3id.org/ro/wfrun/provenance/0.5": "Provenance Run Crate",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": "Workflow RO-Crate",
}
_TERMS = "https://w3id.org/ro/terms/workflow-run/context"
_KINDS = {str: "Text", bool: "Boolean", int: "Integer", float: "Float"}


def write_crate(
    recorded: RecordedRun, graph: ToolGraph, target: Path, workspace: Path, store: Path | None = None
) -> None:
    """Write the crate to `target`: a folder, or an archive when its name ends in `.zip`.

    Files that the run read are taken from `workspace`; a missing one is described but not included.

    Raises:
        ConfigError: the run has no result, or the extra `provenance` is not installed.
    """
    try:
        from rocrate.rocrate import ROCrate
    except ImportError as error:
        raise ConfigError("crates need the package rocrate: pip install 'scitoolagent[provenance]'") from error
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = {
            _WORKFLOW: workflow(recorded, graph, store),
            "reproduce.py": script(recorded, graph, store),
            "reproduce.ipynb": notebook(recorded, graph, store),
            "trace.jsonl": _trace(recorded, graph),
        }
        if recorded.program is not None:
            texts[_PROGRAM_FILE] = recorded.program.code
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
        crate = ROCrate(version="1.1")
        _Writer(crate, recorded, graph, folder, workspace).describe()
        if target.suffix == ".zip":
            crate.write_zip(target)
        else:
            crate.write(target)


def _trace(recorded: RecordedRun, graph: ToolGraph) -> str:
    """The lines of the run's trace, with file names instead of full paths."""
    header, records = portable_records(recorded, graph)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (header, *records))


class _Writer:
    """Describes one run in one crate."""

    def __init__(self, crate: ROCrate, recorded: RecordedRun, graph: ToolGraph, folder: Path, workspace: Path) -> None:
        self._crate = crate
        self._recorded = recorded
        self._graph = graph
        self._folder = folder
        self._workspace = workspace
        self._calls = recorded.exported(graph)

    def describe(self) -> None:
        """Add everything to the crate."""
        recorded, crate = self._recorded, self._crate
        crate.metadata.extra_contexts.append(_TERMS)
        root: Any = crate.root_dataset
        root["name"] = f"Run {recorded.run} of scitoolagent"
        root["description"] = f"The question, the calls of tools, and their results: {recorded.query.text}"
        root["datePublished"] = recorded.started
        root["license"] = self._add("#license", "CreativeWork", **_NO_LICENCE)
        root["conformsTo"] = [
            self._add(url, "CreativeWork", name=name, version=url.rsplit("/", 1)[-1]) for url, name in _PROFILES.items()
        ]
        kind = ["File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"]
        about = {"@type": kind, "name": f"The plan of run {recorded.run}", "encodingFormat": "application/json"}
        file = self._folder / _WORKFLOW
        main = crate.add_workflow(file, _WORKFLOW, properties=about, main=True, lang="cwl", lang_version="v1.2")
        action = self._run(main)
        root["mentions"] = [action, *(crate.get(f"#step{call.step}") for call in self._calls)]
        for name, (title, form) in _FILES.items():
            entity: Any = crate.add_file(self._folder / name, name, properties={"name": title, "encodingFormat": form})
            entity["about"] = action

    def _set(self, entity: Any, **properties: Iterable[Any]) -> None:
        """Set properties to lists; the specification requires a single value instead of a list of one."""
        for name, values in properties.items():
            found = list(values)
            entity[name] = found[0] if len(found) == 1 else found

    def _add(self, identifier: str, kind: str, **properties: Any) -> Any:
        from rocrate.model.contextentity import ContextEntity

        known = self._crate.get(identifier)
        return known or self._crate.add(
            ContextEntity(self._crate, identifier, properties={"@type": kind, **properties})
        )

    def _run(self, main: Any) -> Any:
        """Describe the run of the workflow and of its steps; returns the former."""
        recorded = self._recorded
        values = {name: value for call in self._calls for name, value in given(call).items()}
        inputs = {name: self._input(name, value) for name, value in values.items()}
        outputs = results(recorded, self._calls)
        made = [
            self._parameter(f"{_WORKFLOW}#main/{output_id(call, name)}", output_id(call, name), _made(call, name))
            for call, name in outputs
        ]
        runs = [self._step(call, inputs) for call in self._calls]
        steps, tools, controls = zip(*runs, strict=True)
        self._set(main, input=[entity["exampleOfWork"] for entity in inputs.values()], output=made)
        self._set(main, step=steps, hasPart=tools)
        about = {"name": f"Run {recorded.run}", "startTime": recorded.started, "description": recorded.query.text}
        action = self._add("#run", "CreateAction", instrument=main, **about)
        self._set(action, object=inputs.values(), result=[self._output(call, name) for call, name in outputs])
        engine = self._add("#scitoolagent", "SoftwareApplication", name="scitoolagent")
        engine["softwareVersion"] = recorded.version
        needed = {name: version for name, version in recorded.environment.items() if name != "scitoolagent"}
        if needed:
            self._set(engine, softwareRequirements=[self._needed(*item) for item in needed.items()])
        organised = self._add("#organize", "OrganizeAction", name="Run of scitoolagent", instrument=engine)
        self._set(organised, object=controls, result=[action])
        return action

    def _needed(self, name: str, version: str) -> Any:
        """A package or the hazard tables that the run depended on."""
        entity = self._add(f"#needs-{quote(name)}", "SoftwareApplication", name=name)
        entity["softwareVersion"] = version
        return entity

    def _step(self, call: RecordedCall, inputs: dict[str, Any]) -> tuple[Any, Any, Any]:
        """A step, its tool, and the action that links the two."""
        tool, outputs = self._tool(call), call.result.outputs
        parameters = [self._parameter(_port(call, name), name, made) for name, made in outputs.items()]
        self._set(tool, output=parameters)
        step = self._add(f"{_WORKFLOW}#main/step{call.step}", "HowToStep", workExample=tool)
        step["position"] = str(call.step)
        action = self._add(f"#step{call.step}", "CreateAction", name=f"Step {call.step}: {call.tool}", instrument=tool)
        self._set(action, object=self._objects(call, inputs), result=[self._output(call, name) for name in outputs])
        action["description"] = tool["description"]
        action["actionStatus"] = "http://schema.org/CompletedActionStatus"
        control = self._add(f"#control{call.step}", "ControlAction", name=f"Step {call.step} of the plan")
        control["instrument"], control["object"] = step, action
        return step, tool, control

    def _tool(self, call: RecordedCall) -> Any:
        """What made a step: a tool with its version, or the file of the program with its language."""
        if call.tool == PROGRAM:
            about = {"@type": ["File", "SoftwareSourceCode"], "name": "The program of the run"}
            form = {"encodingFormat": "text/x-python", "description": SOURCES[PROGRAM]}
            file: Any = self._crate.add_file(self._folder / _PROGRAM_FILE, _PROGRAM_FILE, properties={**about, **form})
            file["programmingLanguage"] = self._add(
                "#python", "ComputerLanguage", url="https://docs.python.org/3/", **language_of(call.result)
            )
            return file
        node = self._graph.tools.get(call.tool)
        tool = self._add(f"{_WORKFLOW}#{tool_id(call)}", "SoftwareApplication", name=call.tool)
        told = f"{node.summary} Source: {node.source}" if node else SOURCES.get(call.tool, "")
        tool["description"] = told or "a tool that is no longer there"
        tool["softwareVersion"] = call.result.version
        return tool

    def _objects(self, call: RecordedCall, inputs: dict[str, Any]) -> Iterable[Any]:
        made = {other.step: other for other in self._calls}
        for name, argument in call.arguments.items():
            for place, item in enumerate(argument if isinstance(argument, tuple) else (argument,)):
                if isinstance(item, Reference) and item.step is not None:
                    yield self._output(made[item.step], item.name)
                else:
                    yield inputs[input_id(call, name, place if isinstance(argument, tuple) else None)]

    def _parameter(self, identifier: str, name: str, value: GivenValue | Value) -> Any:
        kind = (
            "File" if isinstance(value, GivenValue) and value.file else _KINDS.get(type(value.value), "PropertyValue")
        )
        return self._add(identifier, "FormalParameter", name=name, additionalType=kind)

    def _input(self, name: str, value: GivenValue) -> Any:
        example = self._parameter(f"{_WORKFLOW}#main/{name}", name, value)
        path = self._file(str(value.value)) if value.file else None
        if path is not None:
            properties = {"exampleOfWork": example}
            return self._crate.add_file(self._workspace / path, str(path), properties=properties)
        entity = self._value(f"#input-{name}", name, value.value)
        entity["exampleOfWork"] = example
        return entity

    def _file(self, name: str) -> PurePosixPath | None:
        """The path of a file that the run read; None when it is outside the workspace or part of the crate itself."""
        path = PurePosixPath(name)
        there = (self._workspace / path).resolve()
        inside = there.is_relative_to(self._workspace.resolve()) and not path.is_absolute() and ".." not in path.parts
        own = str(path) in (*_FILES, _PROGRAM_FILE, _WORKFLOW, "ro-crate-metadata.json")
        return path if inside and there.is_file() and not own else None

    def _output(self, call: RecordedCall, name: str) -> Any:
        made = _made(call, name)
        examples = [self._add(_port(call, name), "FormalParameter")]
        goal = self._crate.get(f"{_WORKFLOW}#main/{output_id(call, name)}")
        entity = self._value(f"#output-{output_id(call, name)}", name, made.value)
        self._set(entity, exampleOfWork=[*examples, goal] if goal else examples)
        if made.unit is not None and made.unit != "1":
            entity["unitCode"], entity["unitText"] = f"http://unitsofmeasure.org/ucum#{made.unit}", made.unit
        return entity

    def _value(self, identifier: str, name: str, value: Any) -> Any:
        # Numbers stay numbers; lists and objects, which JSON-LD would take apart, become JSON text.
        plain = value if isinstance(value, (str, bool, int, float)) else json.dumps(value, ensure_ascii=False)
        return self._add(identifier, "PropertyValue", name=name, value=plain)


def _port(call: RecordedCall, name: str) -> str:
    """The id of an output of what made a step."""
    return f"{_WORKFLOW}#{tool_id(call)}/{quote(name, safe='')}"


def _made(call: RecordedCall, name: str) -> Value:
    return call.result.outputs[name]


_NO_LICENCE = {
    "name": "No licence stated",
    "description": "Whoever made this run has not said under which terms it may be used: ask them, or name them here.",
}
_FILES = {
    "reproduce.py": ("Script that makes every call again and compares", "text/x-python"),
    "reproduce.ipynb": ("Notebook that makes every call again and compares", "application/x-ipynb+json"),
    "trace.jsonl": ("Trace of the run: question, plan, results and answer", "application/jsonl"),
}
