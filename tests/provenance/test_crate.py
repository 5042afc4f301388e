"""The crate, read back: every file is listed, every value is linked to its step and tool, the profiles are named.

runcrate 0.6 reads the crate of the demo run. Where rocrate-validator and runcrate are installed, in an environment of their
own, a test runs both; the validator fetches contexts, so that test needs the internet.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from rocrate.rocrate import ROCrate

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.crate import write_crate
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.records import Answer, Entity, Plan, Query, Step, StepResult, Value
from scitoolagent.toolkg.store import load_graph

PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5",
    "https://w3id.org/ro/wfrun/workflow/0.5",
    "https://w3id.org/ro/wfrun/provenance/0.5",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0",
}


def ids(value: Any) -> set[str]:
    return {item.id for item in (value if isinstance(value, list) else [value])}


@pytest.fixture
def crate(demo: RecordedRun, tmp_path: Path) -> ROCrate:
    write_crate(demo, load_graph(), tmp_path / "crate", tmp_path)
    return ROCrate(tmp_path / "crate")


def test_every_file_is_listed_and_the_profiles_are_named(crate: ROCrate, tmp_path: Path) -> None:
    files = {path.name for path in (tmp_path / "crate").iterdir()} - {"ro-crate-metadata.json"}
    assert files == {"workflow.cwl", "reproduce.py", "reproduce.ipynb", "trace.jsonl"}
    assert ids(crate.root_dataset["hasPart"]) == files
    assert ids(crate.root_dataset["conformsTo"]) == PROFILES
    assert crate.mainEntity.id == "workflow.cwl"


def test_every_value_is_linked_to_its_step_its_tool_and_its_input(crate: ROCrate, answer: Answer) -> None:
    run = crate.get("#run")
    assert run["instrument"] is crate.mainEntity
    values = {entity["value"] for entity in run["result"]}
    assert values == {value.value for value in answer.values}
    assert run["object"]["value"] == "caffeine"
    steps = crate.mainEntity["step"]
    assert len(steps) == 6
    assert ids(crate.mainEntity["hasPart"]) == {step["workExample"].id for step in steps}
    controls = crate.get("#organize")["object"]
    assert crate.get("#organize")["result"] is run
    assert {control["instrument"].id for control in controls} == ids(steps)
    for control in controls:
        action, tool = control["object"], control["instrument"]["workExample"]
        assert action["instrument"] is tool
        assert len(tool["softwareVersion"]) == 12
    # The mass was computed from what the first step gave.
    mass = crate.get("#output-step3_monoisotopic_mass")
    assert (mass["value"], mass["unitText"]) == (pytest.approx(194.08037, abs=1e-4), "u")
    assert crate.get("#step3")["object"] is crate.get("#output-step1_smiles")
    parameters = ids(mass["exampleOfWork"])
    assert "workflow.cwl#main/step3_monoisotopic_mass" in parameters <= {entity.id for entity in crate.get_entities()}


def test_every_reference_leads_somewhere(crate: ROCrate, tmp_path: Path) -> None:
    graph = json.loads((tmp_path / "crate" / "ro-crate-metadata.json").read_text())["@graph"]
    known = {entity["@id"] for entity in graph}

    def check(node: Any) -> None:
        if isinstance(node, dict):
            if set(node) == {"@id"} and "://" not in node["@id"]:
                assert node["@id"] in known
            for value in node.values():
                check(value)
        elif isinstance(node, list):
            for value in node:
                check(value)

    check(graph)


def test_the_trace_in_the_crate_can_be_read_again(demo: RecordedRun, tmp_path: Path) -> None:
    write_crate(demo, load_graph(), tmp_path / "crate.zip", tmp_path)
    with zipfile.ZipFile(tmp_path / "crate.zip") as archive:
        (tmp_path / f"{demo.run}.jsonl").write_bytes(archive.read("trace.jsonl"))
    assert load_run(tmp_path, demo.run) == demo


def with_file(name: str, question: str = "x") -> RecordedRun:
    """A run that read a file."""
    tool = next(tool for tool in load_graph().tools.values() if [port.python for port in tool.inputs] == ["Path"])
    port = tool.inputs[0]
    entity = Entity(handle="file1", type=port.type, value=name, text="", start=0, end=0)
    steps = (Step(id=1, tool=tool.name, arguments={port.name: "$query.file1"}),)
    result = StepResult(
        step=1,
        tool=tool.name,
        status="ok",
        arguments={port.name: f"/home/somebody/{name}"},
        outputs={"made": Value(type="T", value=[1, {"a": 2}])},
    )
    query, plan = Query(text=question, entities=(entity,)), Plan(steps=steps, goals=())
    return RecordedRun("20260101-000000-abcdef", "0.1.0", "2026-01-01T00:00:00+00:00", query, plan, {1: result}, None)


def test_files_that_were_read_come_along_and_whole_paths_do_not(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.pdb").write_text("ATOM")
    write_crate(with_file("data/a.pdb"), load_graph(), tmp_path / "crate", tmp_path)
    assert (tmp_path / "crate" / "data" / "a.pdb").read_text() == "ATOM"
    crate = ROCrate(tmp_path / "crate")
    assert crate.get("#run")["object"].id == "data/a.pdb"
    assert json.loads(crate.get("#output-step1_made")["value"]) == [1, {"a": 2}]
    for path in (tmp_path / "crate").rglob("*"):
        assert not path.is_file() or "somebody" not in path.read_text()


@pytest.mark.parametrize("name", ["gone.pdb", "link.pdb", "reproduce.py"])
def test_a_file_that_leads_elsewhere_or_is_gone_is_only_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "link.pdb").symlink_to(tmp_path / "secret")
    (tmp_path / "work" / "reproduce.py").write_text("secret")
    write_crate(with_file(name), load_graph(), tmp_path / "crate", tmp_path / "work")
    assert len(list((tmp_path / "crate").iterdir())) == 5
    assert not any(path.read_text() == "secret" for path in (tmp_path / "crate").iterdir())
    assert ROCrate(tmp_path / "crate").get("#run")["object"]["value"] == name


@pytest.mark.network
def test_the_validators_of_the_profile_agree(demo: RecordedRun, tmp_path: Path) -> None:
    """They pin older versions of what this program uses, so they are programs on the path, not packages."""
    programs = {name: shutil.which(name) for name in ("rocrate-validator", "runcrate")}
    if None in programs.values():
        pytest.skip("rocrate-validator and runcrate are not on the path")
    write_crate(demo, load_graph(), tmp_path / "crate", tmp_path)
    for words in (
        (programs["rocrate-validator"], "--no-interactive", "validate", "-p", "provenance-run-crate", "--no-paging"),
        (programs["runcrate"], "report"),
    ):
        done = subprocess.run([*words, tmp_path / "crate"], capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("action:") == 7, "the run and its six steps"


def test_what_the_run_depended_on_is_named(demo: RecordedRun, crate: ROCrate) -> None:
    needed = {
        entity["name"]: entity["softwareVersion"] for entity in crate.get("#scitoolagent")["softwareRequirements"]
    }
    assert {"scitoolagent": "0.1.0", **needed} == dict(demo.environment)
    assert needed["rdkit"]
    assert needed["hazard tables"]


def test_a_question_is_only_data(tmp_path: Path) -> None:
    spiteful = 'x"}, {"@id": "./"}\n</script><script>alert(1)</script>{{ 7 * 7 }}'
    write_crate(with_file("a.pdb", spiteful), load_graph(), tmp_path / "crate", tmp_path)
    assert ROCrate(tmp_path / "crate").get("#run")["description"] == spiteful


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname"])
def test_a_run_that_read_files_elsewhere_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="beside the workflow"):
        write_crate(with_file(name), load_graph(), tmp_path / "crate", tmp_path)
    assert not (tmp_path / "crate").exists()
