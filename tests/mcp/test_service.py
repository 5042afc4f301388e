"""What the server does, against its own schemas: the gate, approvals for one request, errors that say what to do."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jsonschema
import pytest

from scitoolagent.config import Config
from scitoolagent.errors import (
    BlockedError,
    BusyError,
    ConfigError,
    ConfirmationRequired,
    GraphError,
    InvalidPlanError,
    SciToolAgentError,
    ToolInputError,
)
from scitoolagent.mcp.definitions import TOOLS
from scitoolagent.mcp.service import McpService, message_of

SCHEMAS = {tool["name"]: tool["outputSchema"] for tool in TOOLS}
BENZENE, SARIN = "c1ccccc1", "CC(C)OP(C)(=O)F"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[McpService]:
    folder = tmp_path_factory.mktemp("service")
    cache = tmp_path_factory.getbasetemp() / "cache"
    made = McpService(Config(data_dir=folder, cache_dir=cache), workspace=folder)
    yield made
    made.close()


def call(service: McpService, tool: str, **arguments: Any) -> dict[str, Any]:
    found = service.call(tool, arguments)
    jsonschema.validate(found, SCHEMAS[tool])
    return found


def test_searching_leads_to_a_description_and_to_a_value(service: McpService) -> None:
    searched = call(service, "search_tools", queries=["polar surface area", "dilute a stock"], types=["Smiles"])[
        "found"
    ]
    assert [one["query"] for one in searched] == ["polar surface area", "dilute a stock"]
    found = searched[0]["tools"][0]
    name = found["name"]
    assert found["signature"].startswith("polar_surface_area(smiles: Smiles) -> PolarSurfaceArea [Å²]  # ")
    described, language, neither = call(service, "describe_tool", names=[name, "programs", "polar_surfaces"])[
        "described"
    ]
    assert described["arguments"]["required"] == ["smiles"]
    assert "out polar_surface_area: PolarSurfaceArea [Å²]" in described["text"]
    assert language["text"].startswith("PROGRAMS are a subset of Python")
    assert "near: polar_surface_area" in neither["text"]
    made = call(service, "run_tool", name=name, arguments={"smiles": "OCC(O)CO"})
    # Three OH at 20.23 Å² each (Ertl 2000, table 3).
    assert made["outputs"]["polar_surface_area"] == {
        "type": "PolarSurfaceArea",
        "value": pytest.approx(60.69),
        "unit": "Ao2",
    }


@pytest.mark.parametrize(
    ("tool", "arguments", "error", "message"),
    [
        ("run_tool", {"name": "nothing", "arguments": {}}, GraphError, "no tool is called"),
        ("run_tool", {"name": "qed", "arguments": {"smiles": "CC("}}, ToolInputError, "not valid SMILES"),
        ("run_tool", {"name": "qed", "arguments": {"smiles": 7}}, ToolInputError, "7"),
        ("run_tool", {"name": "qed", "arguments": {}}, InvalidPlanError, "needs smiles"),
        ("run_tool", {"name": "qed", "arguments": {"smiles": "C", "x": 1}}, InvalidPlanError, "no input 'x'"),
        ("run_tool", {"name": "qed", "arguments": {"smiles": "$1.smiles"}}, ToolInputError, "not valid SMILES"),
        ("run_tool", {"name": "qed"}, ToolInputError, "'arguments' is a required property"),
        ("run_tool", {"name": "qed", "arguments": {}, "approve": ["all"]}, ToolInputError, "does not match"),
        ("run_tool", {"name": "qed", "arguments": {}, "guard": None}, ToolInputError, "unexpected"),
        ("close", {}, ToolInputError, "no tool is called 'close'"),
        ("_graph", {}, ToolInputError, "no tool is called"),
        ("search_tools", {"queries": []}, ToolInputError, "queries"),
        ("search_tools", {"queries": ["x"] * 9}, ToolInputError, "queries"),
        ("search_tools", {"queries": ["x" * 301]}, ToolInputError, "queries"),
        ("describe_tool", {"names": []}, ToolInputError, "names"),
        ("plan", {}, ToolInputError, "either a `question`"),
        ("ask", {"question": "TPSA of CCO", "request": {"asks": []}}, ToolInputError, "either a `question`"),
        ("ask", {"request": {"asks": []}}, ToolInputError, "request['asks']"),
        ("get_run", {"run": "0123456789abcdef"}, ConfigError, "no run"),
        ("get_run", {"run": "../../etc/passwd"}, ToolInputError, "does not match"),
        ("safety_screen", {"kind": "anything", "value": "C"}, ToolInputError, "kind"),
    ],
)
def test_mistakes_are_told_in_the_words_of_the_program(
    service: McpService, tool: str, arguments: dict[str, Any], error: type[SciToolAgentError], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        service.call(tool, arguments)


def test_the_gate_stands_before_every_call(service: McpService) -> None:
    for value in (SARIN, "FP(C)(=O)OC(C)C"):
        with pytest.raises(BlockedError):
            call(service, "run_tool", name="stereoisomers", arguments={"smiles": value})
    assert call(service, "ask", question=f"TPSA of {SARIN}")["answer"]["status"] == "blocked"
    assert call(service, "safety_screen", kind="smiles", value=SARIN)["verdict"] == "block"
    assert call(service, "safety_screen", kind="smiles", value="OCC(O)CO")["verdict"] in ("clear", "note", "warn")


def test_an_approval_holds_for_one_call_only(service: McpService) -> None:
    given = {"name": "stereoisomers", "arguments": {"smiles": BENZENE}}
    with pytest.raises(ConfirmationRequired) as refused:
        service.call("run_tool", given)
    digests = [finding.digest for finding in refused.value.findings]
    assert f"confirm only this call with `approve`: {json.dumps(digests)}" in message_of(refused.value)
    # The only stereoisomer of benzene is benzene: what was confirmed before the call need not be confirmed after it.
    assert call(service, "run_tool", **given, approve=digests)["outputs"]
    with pytest.raises(ConfirmationRequired):
        service.call("run_tool", given)
    with pytest.raises(ConfirmationRequired):
        service.call("run_tool", {**given, "arguments": {"smiles": "C1=CC=CC=C1"}, "approve": digests})


def test_what_goes_in_and_what_comes_out_is_asked_about_at_once(service: McpService) -> None:
    given = {"name": "stereoisomers", "arguments": {"smiles": "CC(O)c1ccccc1N(CCCl)CCCl"}}
    with pytest.raises(ConfirmationRequired) as refused:
        service.call("run_tool", given)
    digests = [finding.digest for finding in refused.value.findings if finding.verdict == "confirm"]
    assert len(set(digests)) == 3, "the molecule, and one for each of its two mirror images"
    with pytest.raises(ConfirmationRequired):
        service.call("run_tool", {**given, "approve": digests[1:]})
    assert call(service, "run_tool", **given, approve=digests)["outputs"]


def test_a_question_is_planned_and_answered(service: McpService) -> None:
    question = "What is the TPSA of OCC(O)CO?"
    planned = call(service, "plan", question=question)
    assert (planned["status"], planned["query"]["text"]) == ("complete", question)
    assert [step["tool"] for step in planned["plan"]["steps"]] == ["polar_surface_area"]
    answered = call(service, "ask", question=question)
    assert answered["state"] == "finished"
    assert [value["value"] for value in answered["answer"]["values"]] == [pytest.approx(60.69)]
    assert call(service, "get_run", run=answered["run"]) == answered


@pytest.mark.parametrize("question", ["Who won the match?", "   "])
def test_a_question_without_a_plan_gets_the_same_object(service: McpService, question: str) -> None:
    planned = call(service, "plan", question=question)
    asked = call(service, "ask", question=question)
    assert asked["state"] == "failed"
    for told in (planned, asked["answer"]):
        assert told["status"] == "failed"
        assert told["unmet"]
        assert told["text"] == asked["error"]["message"]
    assert planned["nearest"] == asked["answer"]["nearest"]


ASKED: dict[str, Any] = {
    "entities": [{"handle": "one", "type": "Smiles", "value": "OCC(O)CO"}],
    "asks": [{"handle": "ask1", "what": [{"type": "PolarSurfaceArea"}], "of": ["one"]}],
}


def test_a_typed_request_is_planned_and_answered_without_words(service: McpService) -> None:
    planned = call(service, "plan", request=ASKED)
    assert [step["tool"] for step in planned["plan"]["steps"]] == ["polar_surface_area"]
    (ask,) = planned["query"]["request"]["asks"]
    assert ask["of"] == ["one"]
    answered = call(service, "ask", request=ASKED)
    # Three OH at 20.23 Å² each (Ertl 2000, table 3).
    assert [value["value"] for value in answered["answer"]["values"]] == [pytest.approx(60.69)]
    sarin = {**ASKED, "entities": [{"handle": "one", "type": "Smiles", "value": SARIN}]}
    assert call(service, "ask", request=sarin)["answer"]["status"] == "blocked"


def wait_for(service: McpService, run: str) -> dict[str, Any]:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = call(service, "get_run", run=run)
        if found["state"] not in ("waiting", "running"):
            return found
        time.sleep(0.02)
    raise AssertionError(f"run {run} did not end")


def test_a_question_can_be_submitted_and_looked_after(service: McpService) -> None:
    asked = call(service, "ask", question="What is the TPSA of OCC(O)CO?", wait=False)
    assert asked["answer"] is None or asked["state"] == "finished"
    assert wait_for(service, asked["run"])["answer"]["status"] == "complete"
    wrong = call(service, "ask", question="Who won the match?", wait=False)
    failed = wait_for(service, wrong["run"])
    assert (failed["state"], failed["error"]["error"]) == ("failed", "NoPathError")


def test_many_callers_at_once_get_their_own_answers(service: McpService) -> None:
    # The number of carbon atoms is the length of the chain.
    def formula(length: int) -> str:
        answer = call(service, "ask", question=f"What is the molecular formula of {'C' * length}O?")["answer"]
        value: str = answer["values"][0]["value"]
        return value

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(formula, range(2, 18)))
    assert found == [f"C{length}H{2 * length + 2}O" for length in range(2, 18)]


def test_what_waits_is_bounded(service: McpService, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions, _ = service._ready("_parts")
    monkeypatch.setattr(sessions, "_waiting", -sessions._running)
    with pytest.raises(BusyError, match="ask again later"):
        call(service, "ask", question="TPSA of CCO")


def test_old_runs_are_forgotten(service: McpService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scitoolagent.sessions.session._MOST_KEPT", 1)
    first = call(service, "ask", question="TPSA of CCO")
    call(service, "ask", question="TPSA of CCO")
    with pytest.raises(ConfigError, match="no run"):
        call(service, "get_run", run=first["run"])
