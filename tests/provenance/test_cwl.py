"""The CWL workflow, read by the rules of CWL 1.2 for what it uses of them: the same commands, the same values.

The workflow of the demo run was also run by cwltool 3.3, which gave the same values.
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.cli.tools import _arguments
from scitoolagent.errors import ConfigError
from scitoolagent.provenance import Tools
from scitoolagent.provenance.cwl import workflow
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.records import Answer, Entity, Plan, Query, Step, StepResult, Value
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode
from scitoolagent.toolkg.store import load_graph

EXPRESSION = re.compile(r'\$\("(\w+)=" \+ JSON\.stringify\(inputs\.(\w+)(\.basename)?\)\)')


def commands(document: dict[str, Any], outputs: Any) -> dict[str, list[str]]:
    """The command line of each step, in turn; `outputs` gives what a command prints."""
    by_id = {process["id"]: process for process in document["$graph"]}
    main = by_id.pop("main")
    known: dict[str, Any] = {name: port["default"] for name, port in main["inputs"].items() if "default" in port}
    found = {}
    for name, step in main["steps"].items():
        tool = by_id[step["run"].removeprefix("#")]
        inputs = {}
        for port, source in step["in"].items():
            if isinstance(source, str):
                continue  # `approve`, which is left out
            value = (
                [known[s] for s in source["source"]] if isinstance(source["source"], list) else known[source["source"]]
            )
            if "valueFrom" in source and isinstance(value, list):
                value = [item["value"] if isinstance(item, dict) else item for item in value]
            elif "valueFrom" in source:
                value = value["value"]
            inputs[port] = value
        words = list(tool["baseCommand"])
        for binding in tool["arguments"]:
            target, port, base = EXPRESSION.fullmatch(binding["valueFrom"]).groups()
            given_value = inputs[port]["location"].rsplit("/", 1)[-1] if base else inputs[port]
            words.append(f"{target}={json.dumps(given_value, ensure_ascii=False)}")
        found[name] = words
        for output, value in outputs(words).items():
            known[f"{name}/{output}"] = value
    assert all(port["outputSource"] in known for port in main["outputs"].values())
    return found


def test_the_workflow_makes_every_value_again(demo: RecordedRun, answer: Answer) -> None:
    made: dict[str, Any] = {}
    with Tools(fresh=True) as tools:

        def run(words: list[str]) -> dict[str, Any]:
            assert words[:3] == ["scitoolagent", "tools", "run"]
            result = tools.result(words[3], _arguments(load_graph().tools[words[3]], words[4:]))
            made.update({name: value.value for name, value in result.outputs.items()})
            return {name: value.model_dump() for name, value in result.outputs.items()}

        document = json.loads(workflow(demo, load_graph()))
        commands(document, run)
    assert document["cwlVersion"] == "v1.2"
    assert len(document["$graph"][0]["outputs"]) == 5
    for value in answer.values:
        assert value.value in made.values()


TYPES = [TypeNode("T", "t")]
GRAPH = ToolGraph(
    [
        ToolNode(name, "Do.", "Analysis", "General", safety, "here", ports, (PortNode("made", "T", "str"),))
        for name, safety, ports in (
            ("first", "open", (PortNode("note", "T", "str"), PortNode("table", "T", "Path"))),
            ("second", "screened", (PortNode("notes", "T", "str", True), PortNode("level", "T", "float"))),
        )
    ],
    TYPES,
)


def run_with(text: Any) -> RecordedRun:
    entities = tuple(
        Entity(handle=handle, type="T", value=value, text="", start=0, end=0)
        for handle, value in (("a1", text), ("f1", "data/my table.csv"))
    )
    steps = (
        Step(id=1, tool="first", arguments={"note": "$query.a1", "table": "$query.f1"}),
        Step(id=2, tool="second", arguments={"notes": ["$query.a1", "$1.made"], "level": 0.1}),
    )
    arguments = [{"note": text, "table": "/x/data/my table.csv"}, {"notes": [text, f"{text}!"], "level": 0.1}]
    results = {
        step.id: StepResult(
            step=step.id,
            tool=step.tool,
            status="ok",
            arguments=given_arguments,
            outputs={"made": Value(type="T", value=f"{text}!")},
        )
        for step, given_arguments in zip(steps, arguments, strict=True)
    }
    query, plan = Query(text=str(text), entities=entities), Plan(steps=steps, goals=())
    return RecordedRun("20260101-000000-abcdef", "0.1.0", "2026-01-01T00:00:00+00:00", query, plan, results, None)


def blank(node: Any, text: str) -> Any:
    """A document without the places that hold data."""
    if isinstance(node, dict):
        return {key: blank(value, text) for key, value in node.items() if key not in ("default", "doc")}
    return [blank(item, text) for item in node] if isinstance(node, list) else node


@settings(deadline=None)
@given(st.text() | st.sampled_from(["$(inputs)", "${return 1}", '"', "\\$(", "1e5", "true", "--help", "a=b"]))
def test_values_arrive_as_they_are_and_stand_only_where_data_may(text: str) -> None:
    document = json.loads(workflow(run_with(text), GRAPH))
    found = commands(document, lambda words: {"made": {"type": "T", "value": text + "!", "unit": None}})
    assert _arguments(GRAPH.tools["first"], found["step1"][4:]) == {"note": text, "table": "my%20table.csv"}
    assert _arguments(GRAPH.tools["second"], found["step2"][4:]) == {"notes": [text, f"{text}!"], "level": 0.1}
    assert blank(document, text) == blank(json.loads(workflow(run_with("plain"), GRAPH)), "plain")


def test_only_screened_tools_take_approvals_and_files_are_staged() -> None:
    main, first, second = json.loads(workflow(run_with("x"), GRAPH))["$graph"]
    assert "approve" not in first["inputs"]
    assert second["inputs"]["approve"]["type"][1]["inputBinding"] == {"prefix": "--approve"}
    assert main["inputs"]["approve"]["type"] == "string[]?"
    # What may be written is copied; a link would lead out of the folder in which the tool may read.
    staged = [{"entry": "$(inputs.table)", "writable": True}]
    assert first["requirements"]["InitialWorkDirRequirement"] == {"listing": staged}
    assert main["inputs"]["step1_table"]["default"] == {"class": "File", "location": "data/my%20table.csv"}


@pytest.mark.parametrize("value", [{"class": "File", "location": "/etc/passwd"}, [{"$import": "x"}], None, [[None]]])
def test_what_an_engine_would_fetch_is_refused(value: Any) -> None:
    with pytest.raises(ConfigError, match="cannot be handed over"):
        workflow(run_with(value), GRAPH)


@pytest.mark.parametrize("name", ["/etc/passwd", "../x.csv"])
def test_files_elsewhere_are_refused(name: str) -> None:
    run = run_with("x")
    entities = (run.query.entities[0], run.query.entities[1].model_copy(update={"value": name}))
    query = run.query.model_copy(update={"entities": entities})
    with pytest.raises(ConfigError, match="beside the workflow"):
        workflow(dataclasses.replace(run, query=query), GRAPH)
