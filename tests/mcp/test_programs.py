"""Programs of a host's model: variables, results with steps, errors with lines, and whatever a hostile one may try."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scitoolagent.config import Config
from scitoolagent.errors import BlockedError, ConfirmationRequired, PlanError, SciToolAgentError, ToolInputError
from scitoolagent.mcp.caller import Caller, Form, FormNeeded
from scitoolagent.mcp.definitions import TOOLS
from scitoolagent.mcp.envelope import failed
from scitoolagent.mcp.service import McpService
from scitoolagent.solver.sandbox import ProgramError
from scitoolagent.trace import read_trace

SCHEMA = next(tool["outputSchema"] for tool in TOOLS if tool["name"] == "run_program")
QUESTION = "How many moles are 5 mg of CCO, and what is its TPSA?"
CODE = "mw = molecular_weight(smiles1)\n{'amount': quantity1 / mw, 'area': polar_surface_area(smiles1)}"
# Sarin, letter by letter, so that no literal of the program holds a part of it.
TOGETHER = "made = ''.join(['C','C','(','C',')','O','P','(','C',')','(','=','O',')','F'])\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("programs")
    (made / "plate.csv").write_text("well,smiles,height (cm)\nA1,CCO,1.5\nA2,CC(C)OP(C)(=O)F,9\nA3,CCC,2.5\n")
    return made


@pytest.fixture(scope="module")
def service(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[McpService]:
    cache = tmp_path_factory.getbasetemp() / "cache"
    made = McpService(Config(data_dir=folder / "data", cache_dir=cache), workspace=folder)
    yield made
    made.close()


def program(service: McpService, question: str, code: str, caller: Caller | None = None, **more: Any) -> dict[str, Any]:
    found = service.call("run_program", {"question": question, "code": code, **more}, caller)
    jsonschema.validate(found, SCHEMA)
    return found


def test_without_code_it_shows_what_a_program_is_written_over(service: McpService) -> None:
    found = program(service, QUESTION, "")
    assert found["status"] == "prepared"
    assert {(one["name"], one["type"]) for one in found["variables"]} == {
        ("smiles1", "Smiles"),
        ("quantity1", "quantity"),
    }
    assert any(signature.startswith("polar_surface_area(smiles: Smiles)") for signature in found["tools"])
    assert found["results"] == {}
    assert found["answer"] is None


def test_results_name_their_steps_and_the_run_is_in_the_trace(service: McpService, folder: Path) -> None:
    caller = Caller()
    found = program(service, QUESTION, CODE, caller)
    (amount,), (area,) = found["results"]["amount"], found["results"]["area"]
    # 46.069 g/mol by the IUPAC weights; one OH at 20.23 Å² (Ertl 2000, table 3).
    assert (amount["value"], amount["unit"]) == (pytest.approx(5e-3 / 46.069, rel=1e-4), "mol")
    assert (area["value"], area["unit"], area["tool"]) == (pytest.approx(20.23), "Ao2", "polar_surface_area")
    assert [step["tool"] for step in found["steps"]] == ["molecular_weight", "polar_surface_area", "program"]
    assert found["steps"][area["step"] - 1]["tool"] == area["tool"]
    assert (found["not_used"], found["to_mend"], found["answer"]) == ([], [], None)
    told = service.provenance(caller)
    assert [tool["tool"] for tool in told["tools"]] == ["molecular_weight", "polar_surface_area", "program"]
    assert told["versions"]["rdkit"]
    kinds = [record.kind for record in read_trace(folder / "data" / "runs", told["run"])]
    assert kinds == ["query", "program", "program", "plan", "step", "step", "step", "answer"]


def test_what_nothing_rests_on_is_named_and_an_answer_is_made(service: McpService) -> None:
    found = program(
        service, QUESTION, "{'area': polar_surface_area(smiles1) * 1.23}", answer={"text": "It is {area:.1f}."}
    )
    assert found["not_used"] == ["quantity1 (5 mg)"]
    assert "1.23 is not of the question" in found["to_mend"][0]
    assert found["answer"]["status"] == "partial"
    assert found["answer"]["text"].startswith("It is 24.9 Å²")
    aside = {"what": "quantity1", "why": "the amount is not asked here"}
    found = program(
        service, QUESTION, "{'area': polar_surface_area(smiles1)}", answer={"text": "{area}", "set_aside": [aside]}
    )
    assert found["answer"]["status"] == "complete"


def test_type_errors_name_lines(service: McpService) -> None:
    with pytest.raises(ProgramError) as refused:
        program(service, QUESTION, "a = polar_surface_area(smiles1)\nb = quantity1 + smiles1\n{'a': a, 'b': b}")
    told = failed(refused.value)
    assert (told.error, [one.line for one in told.lines]) == ("ProgramError", [2])
    assert "not supported between" in told.lines[0].message


def test_a_file_comes_without_the_rows_that_are_blocked(service: McpService, folder: Path) -> None:
    # The executor has served a plan before it, whose rows need no screening.
    service.call("run_tool", {"name": "qed", "arguments": {"smiles": "CCO"}})
    caller = Caller()
    given = {"question": "What is the mean height?", "files": ["plate.csv"]}
    before = program(service, code="", **given)
    assert [table["name"] for table in before["tables"]] == ["plate"]
    assert "2 rows" in before["tables"][0]["facts"]
    assert "P(C)" not in before["tables"][0]["facts"]
    assert {one["verdict"] for one in before["findings"]} >= {"block"}
    found = program(service, code="{'mean': mean(column(plate, 'height (cm)'))}", caller=caller, **given)
    assert (found["results"]["mean"][0]["value"], found["results"]["mean"][0]["unit"]) == (2.0, "cm")
    import hashlib

    digest = hashlib.sha256((folder / "plate.csv").read_bytes()).hexdigest()
    assert service.provenance(caller)["files"] == {"plate.csv": digest}


@pytest.mark.parametrize(
    "end",
    [
        "{'x': made}",
        "{made: 1}",
        "print('It is', made)\n{'x': 1}",
        "int(made)\n{'x': 1}",
        "save([{'a': made}], 'made.csv')\n{'x': 1}",
        "rows = sql(\"select '\" + made + \"' as s\")\n{'x': polar_surface_area(rows[0]['s'])}",
    ],
)
def test_a_hazard_put_together_in_a_program_does_not_leave_it(service: McpService, folder: Path, end: str) -> None:
    with pytest.raises(BlockedError):
        program(service, "Make something.", TOGETHER + end)
    assert not (folder / "made.csv").exists()


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"code": "x" * 1_000_000}, ToolInputError, "is too long"),
        ({"code": "(" * 49_000}, ProgramError, "not Python"),
        ({"code": "{'a': " + "-" * 40_000 + "1}"}, ProgramError, "cannot be parsed"),
        ({"code": "while True:\n    pass\n{'a': 1}"}, ProgramError, "time limit"),
        ({"code": "x = 'a'\nwhile True:\n    x = x + x\n{'a': 1}"}, ProgramError, "memory limit"),
        ({"code": "import os\n{'a': os.listdir('/')}"}, ProgramError, "Permission denied"),
        ({"code": "{'a': open('/etc/passwd').read()}"}, ProgramError, "line 1"),
        ({"code": TOGETHER + "{'a': polar_surface_area(Smiles(made))}"}, ProgramError, "put together"),
        ({"code": "sql(\"select * from read_csv('/etc/passwd')\")\n{'a': 1}"}, ProgramError, "cannot be read from"),
        ({"code": "save([{'a': 1}], '../out.csv')\n{'a': 1}"}, ProgramError, "out.csv"),
        ({"code": "{'a': 1}", "files": ["../outside.csv"]}, ToolInputError, "outside the working folder"),
        ({"code": "{'a': 1}", "files": ["/etc/passwd"]}, ToolInputError, "outside the working folder"),
        ({"code": "{'a': 1}", "files": ["nothing.csv"]}, ToolInputError, "there is no file"),
        ({"code": "{'a': 1}", "files": ["a\nb.csv"]}, ToolInputError, "does not match"),
        ({"code": "", "question": "TPSA of CC(C)OP(C)(=O)F"}, BlockedError, "sarin"),
        ({"code": "", "question": "   "}, PlanError, "empty"),
        ({"code": "{'a': 1}", "answer": {"text": "CC(C)OP(C)(=O)F"}}, BlockedError, "sarin"),
    ],
)
def test_hostile_programs_are_refused(
    service: McpService, given: dict[str, Any], error: type[SciToolAgentError], message: str
) -> None:
    with pytest.raises(error, match=message):
        program(service, **{"question": "What is it?", **given})


CONFIRMED = {"question": "Stereoisomers of c1ccccc1", "code": "{'made': stereoisomers(smiles1)}"}


def test_a_confirmation_holds_for_one_call(service: McpService) -> None:
    with pytest.raises(ConfirmationRequired) as refused:
        program(service, **CONFIRMED)
    approve = list(failed(refused.value).approve)
    assert json.dumps(approve) in str(refused.value)
    assert program(service, **CONFIRMED, approve=approve)["results"]
    with pytest.raises(ConfirmationRequired):
        program(service, **CONFIRMED)


def test_a_person_is_asked_while_the_call_waits(service: McpService) -> None:
    seen: list[Form] = []

    def elicit(form: Form) -> dict[str, Any]:
        seen.append(form)
        return {"confirm": True}

    assert program(service, **CONFIRMED, caller=Caller(elicit=elicit, shows_forms=True))["results"]
    assert "Benzene" in seen[0].message
    for filled in (None, {}, {"confirm": False}, {"confirm": "yes"}):
        refusing = Caller(elicit=lambda form, filled=filled: filled, shows_forms=True)
        with pytest.raises(ConfirmationRequired):
            program(service, **CONFIRMED, caller=refusing)


def test_a_client_that_sends_the_call_again_goes_on_with_its_run(service: McpService) -> None:
    with pytest.raises(FormNeeded) as needed:
        program(service, **CONFIRMED, caller=Caller(shows_forms=True))
    # A form that was never shown confirms nothing.
    with pytest.raises(FormNeeded):
        other = needed.value.state.partition(":")[0] + ":0123456789abcdef"
        program(service, **CONFIRMED, caller=Caller(shows_forms=True, state=other, filled={"confirm": True}))
    again = Caller(shows_forms=True, state=needed.value.state, filled={"confirm": True})
    assert program(service, **CONFIRMED, caller=again)["results"]["made"]
