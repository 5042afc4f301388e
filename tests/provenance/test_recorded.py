"""A run read back from its trace: the plan that answered, and where every value came from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.recorded import GivenValue, load_run
from scitoolagent.records import Answer, AnswerValue, Entity, Plan, Query, Reference, Step, StepResult, Value
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

RUN = "20260101-000000-abcdef"
HEADER = {"kind": "run", "run": RUN, "scitoolagent": "0.1.0", "started": "2026-01-01T00:00:00.123456+00:00"}
QUERY = Query(
    text="x",
    entities=tuple(
        Entity(handle=handle, type="T", value=value, text="", start=0, end=0)
        for handle, value in (("file1", "data/a.csv"), ("text1", "CCO"), ("text2", "$1.made"))
    ),
)
GRAPH = ToolGraph(
    [
        ToolNode(
            "weigh",
            "Weigh.",
            "Analysis",
            "General",
            "open",
            "here",
            (PortNode("table", "T", "Path"), PortNode("note", "T", "str"), PortNode("notes", "T", "str", True)),
            (PortNode("made", "T", "str"),),
        )
    ],
    [TypeNode("T", "t")],
)


def result(step: int, value: Any, **arguments: Any) -> StepResult:
    outputs = {"made": Value(type="T", value=value)}
    return StepResult(step=step, tool="weigh", version="a", status="ok", arguments=arguments, outputs=outputs)


def plan(*arguments: dict[str, Any]) -> Plan:
    return Plan(steps=tuple(Step(id=n, tool="weigh", arguments=a) for n, a in enumerate(arguments, 1)), goals=())


def write(folder: Path, *records: Any, header: Any = HEADER) -> Path:
    lines = [json.dumps(header), *(record.model_dump_json() for record in records)]
    (folder / f"{RUN}.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def test_values_are_traced_to_where_they_came_from(tmp_path: Path) -> None:
    planned = plan(
        {"table": "$query.file1", "note": "$query.text1"},
        {"note": "$1.made", "notes": ["$query.text1", "$1.made"], "level": 3},
        {"note": "$query.text2", "notes": ["$query.text1", "$query.text1"]},
        {"note": "$1.made"},
    )
    folder = write(
        tmp_path,
        QUERY,
        planned,
        result(1, "one", table="/home/somebody/data/a.csv", note="CCO"),
        # A model changed `level` and filled in `speed`.
        result(2, "two", note="one", notes=["CCO", "one"], level=4, speed=9),
        result(3, "three", note="$1.made", notes=["CCO", "CCO"]),
        # Another value went in than the plan says.
        result(4, "four", note="other"),
    )
    first, second, third, fourth = load_run(folder, RUN).calls(GRAPH)
    assert first.arguments == {"table": GivenValue("data/a.csv", True), "note": GivenValue("CCO")}
    made = Reference(step=1, name="made")
    assert second.arguments == {
        "note": made,
        "notes": (GivenValue("CCO"), made),
        "level": GivenValue(4),
        "speed": GivenValue(9),
    }
    assert fourth.arguments == {"note": GivenValue("other")}
    assert third.arguments == {"note": GivenValue("$1.made"), "notes": GivenValue(["CCO", "CCO"])}


def test_the_plan_that_answered_counts(tmp_path: Path) -> None:
    asked = plan({"note": "$query.text1"})
    value = AnswerValue(label="t", subject="", type="T", value="good", unit=None, step=1, tool="weigh", source="")
    answer = Answer(status="complete", text="", values=(value,))
    good, bad = result(1, "good", note="CCO"), result(1, "bad", note="CCO")
    assert load_run(write(tmp_path, QUERY, asked, good, asked, bad, answer), "last").results[1] == good
    assert load_run(write(tmp_path, QUERY, asked, bad, asked, good, answer), RUN).results[1] == good
    assert load_run(write(tmp_path, QUERY, asked, good, asked, bad), RUN).results[1] == bad


def test_the_time_is_that_of_the_header(tmp_path: Path) -> None:
    run = load_run(write(tmp_path, QUERY, plan({})), RUN)
    assert (run.run, run.version, run.started) == (RUN, "0.1.0", "2026-01-01T00:00:00+00:00")


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ((QUERY,), "no plan"),
        ((QUERY, Answer(status="blocked", text="sarin: no")), "sarin: no"),
        ((QUERY, plan({}).model_copy(update={"steps": (Step(id=1, tool="os.system('x')", arguments={}),)})), "no name"),
        ((QUERY, plan({"a b": 1})), "no name"),
        ((QUERY, plan({}), result(1, 1).model_copy(update={"outputs": {"x'": Value(type="T", value=1)}})), "no name"),
        ((QUERY, plan({"note": "$1.made"}), result(1, 1, note="x")), "nothing that the run had"),
        ((QUERY, plan({"note": "$query.absent"}), result(1, 1, note="x")), "nothing that the run had"),
        ((QUERY, plan({"note": "$2.made"}, {}), result(1, 1, note="x"), result(2, 1)), "nothing that the run had"),
        ((QUERY, Plan(steps=(Step(id=1, tool="weigh", arguments={}),) * 2, goals=())), "two steps"),
    ],
)
def test_what_this_program_cannot_have_written_is_refused(tmp_path: Path, records: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_run(write(tmp_path, *records), RUN)


@pytest.mark.parametrize("header", ["text", {}, {"started": "yesterday"}, [1]])
def test_a_header_that_is_none_is_refused(tmp_path: Path, header: Any) -> None:
    with pytest.raises(ConfigError, match=r"header|when it was made"):
        load_run(write(tmp_path, QUERY, plan({}), header=header), RUN)


def test_the_versions_are_those_of_the_header(tmp_path: Path) -> None:
    said = {"Python": "3.11.7", "rdkit": "2025.3.1"}
    assert load_run(write(tmp_path, QUERY, plan({}), header={**HEADER, "environment": said}), RUN).environment == said
    # A trace that was written before they were.
    assert load_run(write(tmp_path, QUERY, plan({})), RUN).environment == {"scitoolagent": "0.1.0"}


@pytest.mark.parametrize(
    "said",
    ["text", [], None, {"rdkit": 7}, {"rdkit": "\x1b[31m"}, {"r" * 1000: "1"}, {str(n): "" for n in range(1000)}],
)
def test_versions_that_are_none_are_refused(tmp_path: Path, said: Any) -> None:
    with pytest.raises(ConfigError, match="version"):
        load_run(write(tmp_path, QUERY, plan({}), header={**HEADER, "environment": said}), RUN)


def test_a_run_without_a_result_cannot_be_exported(tmp_path: Path) -> None:
    failed = StepResult(step=1, tool="weigh", status="failed")
    run = load_run(write(tmp_path, QUERY, plan({}), failed), RUN)
    assert run.calls(GRAPH) == ()
    with pytest.raises(ConfigError, match="no result that could be made again"):
        run.exported(GRAPH)
