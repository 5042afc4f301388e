"""What is printed is short by default, whole in a narrow terminal, and no more than the values where that is asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scitoolagent.cli import doctor
from scitoolagent.cli.app import app
from scitoolagent.cli.render import _result_width
from scitoolagent.cli.tools import _arguments
from scitoolagent.errors import ToolInputError
from scitoolagent.toolkg.store import load_graph

GLYCEROL = "PEDCQBHIVMGVHV-UHFFFAOYSA-N"  # PubChem CID 753


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("user")


def run(home: Path, *words: str, columns: int = 80, **more: str) -> subprocess.CompletedProcess[str]:
    places = {"SCITOOLAGENT_DATA_DIR": str(home / "data"), "SCITOOLAGENT_CACHE_DIR": str(home / "cache")}
    env = {**os.environ, **places, "COLUMNS": str(columns), "NO_COLOR": "1", **more}
    command = [sys.executable, "-m", "scitoolagent.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=home, env=env, timeout=120)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_key_and_a_time_stay_on_one_line(home: Path, columns: int) -> None:
    told = run(home, "ask", "What are the InChIKey and the TPSA of glycerol?", columns=columns).stdout
    # In the plan and in the answer.
    assert told.count(GLYCEROL) == 2
    assert max(map(len, told.splitlines())) <= columns
    assert not [line for line in told.splitlines() if line.split()[:1] == ["ms"]]


@pytest.mark.parametrize(
    ("whole", "texts", "width"),
    [
        (80, ["x" * 27, "y"], 27),
        (80, ["x" * 27, "y" * 200], 27),
        (120, ["x" * 27, "y" * 200], 65),
        (20, [], 6),
    ],
)
def test_results_get_what_the_other_columns_leave(whole: int, texts: list[str], width: int) -> None:
    assert _result_width(whole, texts, ["t" * 20], ["s" * 10]) == width


@pytest.mark.slow
def test_values_alone(home: Path) -> None:
    done = run(home, "ask", "--quiet", "What are the InChIKey and the TPSA of glycerol?")
    # Three OH, 20.23 Å² each: Ertl et al. 2000, table 3.
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{GLYCEROL}\n60.69 Å²\n", "")
    part = run(home, "ask", "--quiet", "What is the TPSA of the SMILES C1CC(=O and of OCC(O)CO?")
    assert (part.returncode, part.stdout) == (1, "60.69 Å²\n")
    assert "not valid SMILES" in part.stderr
    nothing = run(home, "ask", "--quiet", "Who won the football match yesterday?")
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "no safe plan" in nothing.stderr
    assert run(home, "ask", "--quiet", "--json", "x").returncode == 2


def test_the_one_required_input_of_a_tool_needs_no_name(home: Path) -> None:
    done = run(home, "tools", "run", "polar_surface_area", "OCC(O)CO", "--quiet")
    # Three OH, 20.23 Å² each: Ertl et al. 2000, table 3.
    assert (done.returncode, done.stdout) == (0, "60.69 Å²\n"), done.stderr
    named = run(home, "tools", "run", "polar_surface_area", "OCC(O)CO")
    assert json.loads(named.stdout)["polar_surface_area"]["unit"] == "Ao2"


@pytest.mark.parametrize(
    ("tool", "words", "found"),
    [
        # The sign of a double bond does not make the letters before it a name.
        ("qed", ["C=O"], {"smiles": "C=O"}),
        ("qed", ["smiles=C=O"], {"smiles": "C=O"}),
        ("qed", ["smile=CCO"], "did you mean smiles="),
        ("qed", ["CCO", "CO"], "'CO' is not an argument"),
        ("qed", ["CCO", "smiles=CO"], "given twice"),
        ("tanimoto_similarity", ["CCO"], "is not an argument; write name=value"),
        ("dna_complement", ["ATG"], {"sequence": "ATG"}),
    ],
)
def test_words_are_bound_to_inputs(tool: str, words: list[str], found: object) -> None:
    node = load_graph().tool(tool)
    if isinstance(found, dict):
        assert _arguments(node, words) == found
        return
    with pytest.raises(ToolInputError, match=str(found)):
        _arguments(node, words)


def invoke(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output


def test_stats_and_doctor_are_summaries_unless_all_is_asked_for() -> None:
    for words in (["kg", "stats"], ["doctor"]):
        code, short = invoke(*words)
        assert code == 0
        assert 5 < len(short.splitlines()) <= 40
        assert "--all" in short
        assert len(invoke(*words, "--all")[1]) > 2 * len(short)


def test_doctor_fails_only_where_what_is_installed_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "is_present", lambda need: False)
    code, told = invoke("doctor")
    assert code == 0
    # A command to copy stands on a line of its own.
    assert "    pip install 'scitoolagent[dynamics]'" in told.splitlines()
    probed = doctor.probe()
    broken = doctor.Probed(probed.tools, probed.needs, {"mine": "No module named 'nothing'"})
    monkeypatch.setattr(doctor, "probe", lambda: broken)
    code, told = invoke("doctor")
    assert code == 1 and "broken: the tools of mine: No module named 'nothing'" in told


def test_a_shell_completes_commands(home: Path) -> None:
    asked = {"_SCITOOLAGENT_COMPLETE": "complete_bash", "COMP_WORDS": "scitoolagent too", "COMP_CWORD": "1"}
    code = "import sys; sys.argv = ['scitoolagent']; from scitoolagent.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={**os.environ, **asked}
    )
    assert done.stdout.split() == ["tools"]
