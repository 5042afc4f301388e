"""A replay of an unchanged run is the same; what changed since is named, step by step."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.recorded import load_run

HERE = Path(__file__).parent
COMMAND = (
    "import sys, typer\n"
    "from scitoolagent.cli.exit import code_of\n"
    "from scitoolagent.cli.provenance import replay\n"
    "from scitoolagent.errors import SciToolAgentError\n"
    "app = typer.Typer()\n"
    "app.command()(replay)\n"
    "try: app()\n"
    "except SciToolAgentError as error: print(error, file=sys.stderr); sys.exit(code_of(error))\n"
)


class Home:
    """A folder with its own traces, cache, files and copy of the awkward tools."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plugin = folder / "plugin"
        shutil.copytree(HERE.parent / "plugin", self.plugin, ignore=shutil.ignore_patterns("__pycache__"))

    def process(self, *words: str, stdin: str = "", plugin: bool = True) -> subprocess.CompletedProcess[str]:
        env = {
            **os.environ,
            "SCITOOLAGENT_DATA_DIR": str(self.folder / "data"),
            "SCITOOLAGENT_CACHE_DIR": str(self.folder / "cache"),
            "SCITOOLAGENT_TOOL_SECONDS": "20",
            "PYTHONDONTWRITEBYTECODE": "1",
            "NO_COLOR": "1",
            "COLUMNS": "160",
        }
        if plugin:
            env["PYTHONPATH"] = str(self.plugin)
        return subprocess.run(
            [sys.executable, *words],
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=env,
            timeout=120,
        )

    def drive(self, **given: Any) -> Any:
        done = self.process(str(HERE / "drive.py"), stdin=json.dumps(given))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def run(self, *steps: dict[str, Any], confirm: bool = False, **values: Any) -> str:
        entities = [
            {"handle": handle, "type": type_name, "value": value, "text": str(value), "start": 0, "end": 0}
            for handle, (type_name, value) in values.items()
        ]
        plan = {"steps": [{"id": number, **step} for number, step in enumerate(steps, 1)], "goals": []}
        made: str = self.drive(query={"text": "x", "entities": entities}, plan=plan, confirm=confirm)
        return made

    def replay(self, run: str) -> tuple[bool, dict[int, dict[str, Any]]]:
        found = self.drive(replay=run)
        return found["same"], {step["step"]: step for step in found["steps"]}

    def trace(self, run: str) -> Path:
        return self.folder / "data" / "runs" / f"{run}.jsonl"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def step(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments}


NOTE = ("Note", "four")


@pytest.mark.slow
def test_an_unchanged_run_is_the_same_whatever_it_came_to(home: Home) -> None:
    (home.folder / "table.csv").write_text("a,b\n1,2\n")
    run = home.run(
        step("echo", note="$query.text"),
        step("echo", note="$1.note"),
        step("clock_away", note="$query.plain"),
        step("echo", note="$query.wrong"),
        step("echo", note="$4.note"),
        step("file_size", table="$query.file"),
        # A text that looks like a reference, a quote, a brace: a value like any other.
        text=("Note", "$2.note"),
        plain=NOTE,
        wrong=("Note", "wrong"),
        file=("CsvFile", "table.csv"),
    )
    same, steps = home.replay(run)
    assert same, steps
    assert steps[3]["tool"] == "clock_here", "the tool that stood in is called again"
    assert len(steps) == 6


@pytest.mark.slow
def test_a_changed_tool_is_named_and_what_depends_on_it(home: Home) -> None:
    run = home.run(
        step("echo", note="$query.text"),
        step("clock_here", note="$1.note"),
        step("clock_here", note="$query.text"),
        text=NOTE,
    )
    path = home.plugin / "awkward_tools.py"
    path.write_text(path.read_text().replace("    return note\n", '    return note + "!"\n'))
    same, steps = home.replay(run)
    assert not same
    assert [steps[number]["verdict"] for number in (1, 2, 3)] == ["different", "different", "same"]
    assert steps[1]["differences"] == ["note: 'four' in the run, 'four!' now"]
    assert re.match(r"tool version: [0-9a-f]{12} in the run, [0-9a-f]{12} now", steps[1]["causes"][0])
    assert steps[2]["causes"] == ["input: step 1 is not the same"]


@pytest.mark.slow
def test_packages_and_tables_that_changed_are_named(home: Home) -> None:
    run = home.run(step("echo", note="$query.text"), step("clock_here", note="$query.text"), text=NOTE)
    path = home.trace(run)
    head, *rest = path.read_text().splitlines()
    header = json.loads(head)
    rdkit, tables = header["environment"]["rdkit"], header["environment"]["hazard tables"]
    header["environment"] |= {"rdkit": "2001.1", "hazard tables": "2001-01-01 0"}
    path.write_text("\n".join([json.dumps(header), *rest]).replace('"value":"four","unit"', '"value":"five","unit"', 1))
    named = [
        f"data version: hazard tables 2001-01-01 0 in the run, {tables} now",
        f"tool version: rdkit 2001.1 in the run, {rdkit} now",
    ]
    found = home.drive(replay=run)
    assert found["changed"] == named
    assert [one["verdict"] for one in found["steps"]] == ["different", "same"]
    assert found["steps"][0]["causes"] == named


@pytest.mark.slow
def test_a_tool_that_is_gone_or_takes_something_else_is_named(home: Home) -> None:
    run = home.run(
        step("echo", note="$query.text"),
        step("clock_here", note="$1.note"),
        step("breaks", note="$query.text"),
        text=NOTE,
    )
    path = home.plugin / "awkward_tools.py"
    path.write_text(path.read_text().replace("def echo(note: Note)", "def echoes(note: Note)"))
    same, steps = home.replay(run)
    assert not same
    assert steps[1]["causes"] == ["tool: step 1: no tool is called 'echo'"]
    assert steps[2]["causes"] == ["input: step 1 cannot be run"]
    assert steps[3]["verdict"] == "same"


@pytest.mark.slow
def test_a_tool_that_never_gives_the_same_and_a_changed_file(home: Home) -> None:
    (home.folder / "table.csv").write_text("12345")
    run = home.run(
        step("counts_calls", note="$query.text", folder=str(home.folder)),
        step("file_size", table="$query.file"),
        text=NOTE,
        file=("CsvFile", "table.csv"),
    )
    (home.folder / "table.csv").write_text("123456789")
    same, steps = home.replay(run)
    assert not same
    # The count went from 1 in the run to 2 in the replay: nothing came out of the cache.
    assert steps[1]["differences"] == ["ticks: 1.0 1 in the run, 2.0 1 now"] or "2.0" in steps[1]["differences"][0]
    assert steps[1]["causes"][0].startswith("nondeterminism")
    assert "5 in the run, 9 now" in steps[2]["differences"][0]
    assert "table.csv was changed after the run" in steps[2]["causes"][0]


@pytest.mark.slow
def test_a_trace_cut_off_by_a_kill_is_compared_as_far_as_it_goes(home: Home) -> None:
    run = home.run(step("echo", note="$query.text"), step("echo", note="$1.note"), text=NOTE)
    path = home.trace(run)
    text = path.read_text()
    path.write_text(text[:-40])
    same, steps = home.replay(run)
    assert not same, "what was not compared is not the same"
    assert [steps[1]["verdict"], steps[2]["verdict"]] == ["same", "unknown"]
    path.write_text("\n".join(text.splitlines()[:2]))
    done = home.process("-c", COMMAND, run)
    assert done.returncode != 0
    assert "no plan" in done.stderr
    path.write_text("")
    assert "Traceback" not in home.process("-c", COMMAND, run).stderr


@pytest.mark.slow
def test_forged_references_end_with_an_error_not_with_waiting_for_ever(home: Home) -> None:
    run = home.run(
        step("echo", note="$query.text"), step("echo", note="$query.wrong"), text=NOTE, wrong=("Note", "wrong")
    )
    path = home.trace(run)
    text = path.read_text()
    for wrong in ("$query.absent", "$1.note", "$2.note", "$9.note"):
        path.write_text(text.replace("$query.text", wrong))
        with pytest.raises(ConfigError, match="nothing that the run had"):
            load_run(path.parent, run)
    # A step that failed may refer to anything; then nothing waits for a step that never comes.
    path.write_text(text.replace("$query.wrong", "$9.note"))
    same, steps = home.replay(run)
    assert not same
    assert steps[2]["causes"] == ["tool: step 2: $9.note is not an earlier step"]


@pytest.mark.parametrize(
    "run", ["", "..", "../../etc/passwd", "/etc/passwd", "20260101-000000-abcdef", "last", "x\x1b"]
)
def test_bad_run_names_are_refused(tmp_path: Path, run: str) -> None:
    with pytest.raises(ConfigError, match="no run") as refused:
        load_run(tmp_path, run)
    assert "\x1b" not in str(refused.value)


def test_the_command_says_what_is_wrong_with_a_name(home: Home) -> None:
    done = home.process("-c", COMMAND, "../../etc/passwd")
    assert done.returncode == 1
    assert "no run" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_step_that_the_gate_stopped_is_stopped_again(home: Home) -> None:
    # Benzene is an IARC group 1 carcinogen: a person confirms each call of a screened tool with it.
    steps = (step("stereoisomers", smiles="$query.given1"), step("qed", smiles="$query.given1"))
    run = home.run(*steps, given1=("Smiles", "c1ccccc1"))
    same, found = home.replay(run)
    assert same, found
    assert len(found) == 2
    # What a person confirmed in the run is not confirmed for the replay.
    confirmed = home.run(*steps, given1=("Smiles", "c1ccccc1"), confirm=True)
    same, found = home.replay(confirmed)
    assert not same
    assert found[1]["causes"][0].startswith("safety gate")
    digests = re.findall(r'"digest":"([0-9a-f]{16})"', home.trace(confirmed).read_text())
    assert digests
    words = [word for digest in digests for word in ("--approve", digest)]
    done = home.process("-c", COMMAND, confirmed, *words)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_question_that_was_refused_is_refused_again(home: Home) -> None:
    asked = home.process(
        "-c",
        "from scitoolagent.cli import main; main()",
        "ask",
        "--json",
        "What is the TPSA of sarin, CC(C)OP(C)(=O)F?",
        plugin=False,
    )
    assert asked.returncode == 3, asked.stderr
    run = json.loads(asked.stdout)["run"]
    done = home.process("-c", COMMAND, run, "--json", plugin=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"] == []
    # The same trace without the hazard: now it is not refused, and that is a difference.
    path = home.trace(run)
    path.write_text(path.read_text().replace("CC(C)OP(C)(=O)F", "OCC(O)CO").replace("sarin", "glycerol"))
    done = home.process("-c", COMMAND, run, plugin=False)
    assert done.returncode == 1
    assert "now it is not" in done.stdout
