"""The command line as users run it: in a separate process, in any folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scitoolagent.cli.ask import in_turns
from scitoolagent.config import load_config


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("user")


def run(home: Path, *words: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    env = {
        **os.environ,
        "SCITOOLAGENT_DATA_DIR": str(home / "data"),
        "SCITOOLAGENT_CACHE_DIR": str(home / "cache"),
        "COLUMNS": "160",
        "NO_COLOR": "1",
    }
    return subprocess.run(
        [sys.executable, "-m", "scitoolagent.cli", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
        env=env,
        timeout=120,
    )


@pytest.mark.slow
def test_ask_prints_plan_steps_and_answer(home: Path) -> None:
    done = run(home, "ask", "What are the TPSA and the molecular formula of o-cresol, Cc1ccccc1O?")
    assert done.returncode == 0, done.stderr
    # TPSA of a phenol: the OH contributes 20.23 Å² (Ertl 2000, table 3); C7H8O by counting.
    assert "20.23 Å²" in done.stdout
    assert "C7H8O" in done.stdout
    assert "polar_surface_area" in done.stdout
    assert "Ertl" in done.stdout
    assert done.stderr == ""


@pytest.mark.slow
def test_json_values_are_traced_to_their_step(home: Path) -> None:
    done = run(home, "ask", "--json", "TPSA of glycerol, OCC(O)CO")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    tpsa = [value for value in answer["values"] if value["type"] == "PolarSurfaceArea"]
    assert {round(value["value"], 2) for value in tpsa} == {60.69}, "three OH, 20.23 Å² each"
    assert all(value["unit"] == "Ao2" and value["tool"] == "polar_surface_area" and value["step"] for value in tpsa)
    shown = run(home, "show", answer["run"], "--json")
    records = json.loads(shown.stdout)
    assert [record["kind"] for record in records][:2] == ["query", "plan"]
    assert records[-1]["values"] == answer["values"]
    again = run(home, "show", "last")
    assert "60.69" in again.stdout
    assert answer["run"] in run(home, "show").stdout


def test_an_unanswerable_question_ends_with_code_2_and_says_what_is_missing(home: Path) -> None:
    done = run(home, "ask", "Who won the football match yesterday?")
    assert done.returncode == 2
    assert "no safe plan" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_value_ends_with_code_1_and_keeps_the_rest(home: Path) -> None:
    done = run(home, "ask", "What is the TPSA of the SMILES C1CC(=O and of OCC(O)CO?")
    assert done.returncode == 1
    assert "60.69" in done.stdout
    assert "not valid SMILES" in done.stdout


@pytest.mark.slow
def test_a_file_beside_the_question_is_what_it_is_about(home: Path) -> None:
    (home / "heat.csv").write_text("probe,temp_C\na,10\nb,20\n", encoding="utf-8")
    done = run(home, "ask", "mean temp_C", "--file", "heat.csv", "--quiet")
    assert (done.returncode, done.stdout.strip()) == (0, "15 °C")


def test_a_file_of_another_folder_may_be_named_on_the_command_line_and_not_in_a_question(home: Path) -> None:
    (other := home / "other").mkdir()
    (other / "heat.csv").write_text("probe,temp_C\na,10\nb,20\n", encoding="utf-8")
    (here := home / "here").mkdir()
    done = run(here, "ask", "mean temp_C", "--file", "../other/heat.csv", "--quiet")
    assert (done.returncode, done.stdout.strip()) == (0, "15 °C")
    named = run(here, "ask", "mean temp_C in ../other/heat.csv", "--quiet")
    assert named.returncode != 0
    assert "outside the working folder" in named.stderr
    both = run(here, "ask", "mean temp_C", "--file", "../other/heat.csv", "--out", "new.csv")
    assert both.returncode == 1
    assert "--out" in both.stderr


@pytest.mark.slow
def test_question_from_standard_input(home: Path) -> None:
    done = run(home, "plan", "--json", "-", stdin="TPSA of OCC(O)CO")
    assert json.loads(done.stdout)["plan"]["steps"][0]["tool"] == "polar_surface_area"
    huge = run(home, "ask", "-", stdin="x" * 10_000_000)
    assert huge.returncode == 2
    assert "characters" in huge.stderr


def test_tools_run_takes_text_as_it_stands(home: Path) -> None:
    done = run(home, "tools", "run", "polar_surface_area", "smiles=OCC(O)CO")
    assert json.loads(done.stdout)["polar_surface_area"]["value"] == pytest.approx(60.69)
    wrong = run(home, "tools", "run", "polar_surface_area", "smiles=nonsense")
    assert wrong.returncode == 1
    assert "nonsense" in wrong.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        ("tools", "list"),
        ("tools", "search", "surface area"),
        ("tools", "show", "polar_surface_area"),
        ("kg", "stats"),
        ("kg", "query"),
        ("kg", "query", "converters"),
        ("kg", "path", "InChIKey", "polar_surface_area"),
        ("kg", "query", "SELECT ?t WHERE { ?t sta:produces sta:PolarSurfaceArea }"),
    ],
)
def test_commands_work(home: Path, words: tuple[str, ...]) -> None:
    done = run(home, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tools", "show", "nothing"), "no tool is called"),
        (("tools", "show", "polar_surfase_area"), "did you mean polar_surface_area"),
        (("tools", "run", "Molecular-Wieght", "smiles=CCO"), "did you mean molecular_weight"),
        (("kg", "query", "nothing"), "no query is called"),
        (("show", "20200101-000000-abcdef"), "there is no run"),
        (("show", "../../etc/passwd"), "there is no run"),
        (("kg", "path", "PolarSurfaceArea", "Smiles"), "no chain"),
        (("kg", "query", "SELECT broken ("), "the query failed"),
    ],
)
def test_mistakes_get_a_message_and_no_traceback(home: Path, words: tuple[str, ...], message: str) -> None:
    done = run(home, *words)
    assert done.returncode in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_what_a_query_of_ones_own_gives_is_screened_bounded_and_escaped(home: Path) -> None:
    # Benzilic acid, schedule 2.B.8, written by the query itself.
    listed = run(home, "kg", "query", "SELECT ?x {BIND('OC(=O)C(O)(c1ccccc1)c1ccccc1' AS ?x)}")
    assert listed.returncode == 3 and "nothing here works on it" in listed.stderr and "c1ccccc1" not in listed.stdout
    steering = run(home, "kg", "query", "SELECT ?x {BIND('\x1b[2Ja' AS ?x)}")
    assert steering.returncode == 0 and "\x1b" not in steering.stdout and "[2Ja" in steering.stdout
    long = run(home, "kg", "query", f"SELECT ?x {{BIND('{'z ' * 5000}' AS ?x)}}")
    assert "(10,000 characters)" in long.stdout and len(long.stdout) < 10_000
    many = run(home, "kg", "query", "SELECT ?x {?x ?y ?z}")
    assert "1,000 of them shown" in " ".join(many.stdout.split())
    broken = run(home, "kg", "query", "SELECT ?x { ?x ?y")
    assert broken.stderr.count("\n") == 1 and len(broken.stderr) < 300


@pytest.mark.parametrize(
    ("question", "code", "status"),
    [
        ("Who won the football match yesterday?", 2, "failed"),
        ("   ", 2, "failed"),
        ("x" * 120_000, 2, "failed"),
        ("What is the TPSA of CC(C)OP(C)(=O)F?", 3, "blocked"),
        ("What is the TPSA of the SMILES C1CC(=O ?", 1, "failed"),
    ],
)
def test_json_is_one_object_with_status_and_reasons(home: Path, question: str, code: int, status: str) -> None:
    done = run(home, "ask", "--json", "-", stdin=question)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["status"]) == (code, status), done.stderr
    assert answer["text"]
    assert answer["unmet"]


def test_json_names_the_reason_when_a_setting_is_wrong(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_WORKERS", "many")
    done = run(home, "ask", "--json", "TPSA of CCO")
    assert done.returncode == 1
    assert "WORKERS" in json.loads(done.stdout)["text"].upper()


def test_json_with_the_reading_holds_the_question(home: Path) -> None:
    answer = json.loads(run(home, "ask", "--json", "--explain", "TPSA of CCO").stdout)
    assert answer["query"]["text"] == "TPSA of CCO"
    assert "query" not in json.loads(run(home, "ask", "--json", "TPSA of CCO").stdout)


def test_a_plan_is_one_object_too(home: Path) -> None:
    found = json.loads(run(home, "plan", "--json", "TPSA of CCO").stdout)
    assert found["status"] == "complete"
    assert [step["tool"] for step in found["plan"]["steps"]] == ["polar_surface_area"]
    done = run(home, "plan", "--json", "Who won the football match yesterday?")
    assert done.returncode == 2
    refused = json.loads(done.stdout)
    assert (refused["status"], refused["plan"]) == ("failed", None)
    assert len(refused["nearest"]) == 5
    assert refused["query"]["text"].startswith("Who won")


def test_a_question_without_a_plan_is_explained_as_well(home: Path) -> None:
    done = run(home, "ask", "--explain", "Who won the football match yesterday?")
    assert done.returncode == 2
    assert "Reading" in done.stdout
    assert "closest tools:" in done.stdout


@pytest.mark.slow
def test_codes_in_a_question_do_not_reach_the_terminal(home: Path) -> None:
    for command in (("ask",), ("ask", "--explain"), ("plan",)):
        done = run(home, *command, "TPSA of \x1b]0;taken\x07menthol and \x1b[31mcaffeine")
        assert done.returncode in (0, 1, 2)
        assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("word", ["quit", "/quit", ":exit", "/EXIT"])
def test_a_chat_ends_with_a_command_and_reads_no_further(home: Path, word: str) -> None:
    done = run(home, "chat", stdin=f"{word}\nWhat is the TPSA of OCC(O)CO?\n")
    assert done.returncode == 0, done.stderr
    assert "TPSA" not in done.stdout


@pytest.mark.parametrize(
    ("turns", "why"), [("4", "--turns needs a model"), ("0", "from 1 to 50"), ("51", "from 1 to 50")]
)
def test_turns_are_a_number_and_need_a_model(home: Path, turns: str, why: str) -> None:
    assert why in run(home, "ask", "--turns", turns, "TPSA of CCO").stderr


def test_turns_bound_the_loop() -> None:
    config = load_config().model_copy(update={"model_url": "http://127.0.0.1:9/v1"})
    assert in_turns(config, 3).max_turns == 3
    assert in_turns(config, None) is config


def test_an_empty_setting_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    # An empty folder would be the working one, where nobody looks for traces.
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", " ")
    monkeypatch.setenv("SCITOOLAGENT_MAX_STEPS", "")
    load_config.cache_clear()
    try:
        assert load_config().data_dir.is_absolute()
        assert load_config().max_steps is None
    finally:
        monkeypatch.undo()
        load_config.cache_clear()
