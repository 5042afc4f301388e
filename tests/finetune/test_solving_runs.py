"""Runs that somebody confirmed become conversations; secrets, leaks and what does not come out again do not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.recording import Conversation, Recorder, Script
from scitoolagent.finetune.solving.runs import CONFIRMED, RunSource, TakenRuns, confirmed_runs, take_runs

_CODE = "m = molecular_weight(smiles1)\n{'mass': m}"
_WRONG = "{'mass': molecular_wight(smiles1)}"
_ANSWER = {"text": "It weighs {mass:.2f}."}


@dataclass
class Runs:
    """Runs of questions about one molecule, by what is special in them."""

    folder: Path
    files: Path
    names: dict[str, str]

    def take(self, *kinds: str, leakage: Leakage | None = None) -> TakenRuns:
        """What is made of some of them."""
        lines = [f"{self.names[kind]}  # {kind}" for kind in kinds]
        (self.folder / CONFIRMED).write_text("\n".join(["# checked by hand", *lines]))
        return take_runs(RunSource(self.folder, self.files, "rules"), leakage or Leakage(), Config(cache=False))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    folder, files = tmp_path_factory.mktemp("traces"), tmp_path_factory.mktemp("files")
    recorder = Recorder(Config(cache=False), files, "rules")
    names: dict[str, str] = {}
    questions = {
        "plain": "Kindly work out how heavy CCO would be, weighed by the mole, for my notes",
        "personal": "Kindly work out how heavy CCO is by the mole, and tell ada@lab.example.org what came out",
        "secret": "Kindly work out how heavy CCO is by the mole; the password is hunter22",
        "mended": "Kindly work out the weight of CCO by the mole, after a slip",
    }
    program = {"code": _CODE, "answer": _ANSWER}
    for kind, question in questions.items():
        turns = [("program", program)] if kind != "mended" else [("program", {"code": _WRONG}), ("program", program)]
        script = Script(turns, ("molecular_weight",), ("molecular weight",), faults=len(turns) - 1)
        made = recorder.record(recorder.agent.recognise(question), script)
        assert isinstance(made, Conversation), made
        names[kind] = recorder.agent.run_name
    shutil.copytree(recorder.agent.config.runs_dir, folder, dirs_exist_ok=True)
    recorder.close()
    yield Runs(folder, files, names)


def test_a_confirmed_run_is_run_again_and_taken(runs: Runs) -> None:
    taken = runs.take("plain", "mended")
    assert [row["task"] for row in taken.rows] == [runs.names["plain"], runs.names["mended"]]
    assert not taken.refused and taken.rows[0]["kind"] == "run"
    called = [call["function"] for turn in taken.rows[0]["messages"] for call in turn.get("tool_calls", ())]
    assert called[-1] == {"name": "program", "arguments": {"code": _CODE, "answer": _ANSWER}}
    assert "mended" in taken.rows[1]["form"]
    assert any(turn["content"].startswith("The program did not run") for turn in taken.rows[1]["messages"])


def test_personal_data_are_masked_and_a_secret_refuses_the_run(runs: Runs) -> None:
    taken = runs.take("personal", "secret")
    assert dict(taken.refused) == {"a secret: password": 1}
    assert "ada@" not in str(taken.rows) and "tell [e-mail address] what" in taken.rows[0]["question"]
    assert "[e-mail address]" in taken.rows[0]["messages"][1]["content"]


def test_a_run_that_leaks_or_gives_something_else_now_is_refused(runs: Runs) -> None:
    said = "Kindly work out how heavy CCO would be, weighed by the mole, for my notes"
    assert dict(runs.take("plain", leakage=Leakage([], [said])).refused) == {"leak (exact)": 1}
    trace = runs.folder / f"{runs.names['plain']}.jsonl"
    kept = trace.read_text()
    trace.write_text(kept.replace("46.069", "47.069"))
    assert dict(runs.take("plain").refused) == {"the results are others than those of the plan": 1}
    trace.write_text(kept.replace('"status":"complete"', '"status":"partial"'))
    assert dict(runs.take("plain").refused) == {"no complete answer": 1}
    trace.write_text(kept)


def test_what_nobody_confirmed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="whose answers somebody confirmed"):
        confirmed_runs(tmp_path)
    (tmp_path / CONFIRMED).write_text("# none yet\n")
    with pytest.raises(ConfigError, match="names no run"):
        confirmed_runs(tmp_path)
    (tmp_path / CONFIRMED).write_text("../elsewhere\n")
    with pytest.raises(ConfigError, match="no such run"):
        confirmed_runs(tmp_path)
