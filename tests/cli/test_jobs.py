"""Questions in the background: started, watched, ended with all their processes, and gone on with."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scitoolagent.cli import ask, jobs
from scitoolagent.cli.app import app
from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError
from scitoolagent.records import Plan, Query
from scitoolagent.tool import progress
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE
from scitoolagent.trace import read_trace

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs sessions of processes")


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    load_config.cache_clear()
    yield
    for job in jobs.list_jobs():
        jobs.cancel(job)
    load_config.cache_clear()


def wait_for(condition: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)


def alive_in_group(process: int) -> bool:
    """Whether a process of the job is still at work, itself or one that it has started."""
    try:
        os.killpg(process, 0)
    except ProcessLookupError:
        return False
    states = list[list[str]]()
    for one in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if one.name.isdigit():
                states.append((one / "stat").read_text().rpartition(")")[2].split())
    return any(int(fields[2]) == process and fields[0] != "Z" for fields in states)


def run_command(*words: str) -> int:
    """The exit code of a command."""
    return int(app(list(words), standalone_mode=False) or 0)


def test_a_question_is_answered_while_nobody_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask.ask(["--background", "What is the TPSA of caffeine?"]) == 0
    name = capsys.readouterr().out.splitlines()[0]
    job = jobs.load(name)
    wait_for(lambda: job.state != "running")
    assert job.state == "answered"
    # TPSA of caffeine: 61.8 Å² by PubChem (CID 2519).
    assert "61.8" in job.printed and job.run in job.printed
    assert isinstance(next(iter(read_trace(load_config().runs_dir, job.run))), Query)
    run_command("jobs")
    assert name in (told := capsys.readouterr().out) and "answered" in told
    run_command("jobs", "last")
    assert "61.8" in capsys.readouterr().out
    assert run_command("cancel", name) == 1
    trace = load_config().runs_dir / f"{job.run}.jsonl"
    run_command("jobs", "--clear")
    assert not jobs.list_jobs() and trace.exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_job_that_is_cancelled_leaves_no_process_and_its_trace(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("raspalib")
    Path("framework.cif").write_text(Path(FRAMEWORK_EXAMPLE).read_text())
    ask.ask(["--background", "What is the CO2 uptake of framework.cif with 100000 cycles?"])
    job = jobs.load("last")
    wait_for(lambda: job.progress)
    first = job.progress
    assert first is not None and first.total == 50_000 and "cycles" in str(first)
    wait_for(lambda: job.progress and job.progress.done > first.done)
    run_command("jobs")
    assert "of 50,000" in " ".join(capsys.readouterr().out.split())
    assert run_command("cancel", job.id) == 0
    assert f"resume {job.run}" in capsys.readouterr().out
    assert job.state == "cancelled"
    wait_for(lambda: not alive_in_group(job.process), 5.0)
    records = list(read_trace(load_config().runs_dir, job.run))
    assert isinstance(records[0], Query) and isinstance(records[1], Plan)
    assert records[1].steps[0].tool == "co2_uptake"
    assert not jobs.cancel(job)


def test_a_question_without_a_plan_says_so() -> None:
    ask.ask(["--background", "How does camphor feel to you?"])
    job = jobs.load("last")
    wait_for(lambda: job.state != "running")
    assert job.state == "no plan" and "no safe plan" in job.printed


def test_a_job_whose_process_is_killed_has_failed() -> None:
    ask.ask(["--background", "What is the TPSA of caffeine?"])
    job = jobs.load("last")
    os.killpg(job.process, signal.SIGKILL)
    wait_for(lambda: job.state != "running")
    assert job.state == "failed" and not jobs.cancel(job)


def test_options_pass_to_the_job_and_wrong_ones_are_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError, match="larger than 0"):
        ask.ask(["--background", "--max-seconds", "-1", "What is the TPSA of caffeine?"])
    assert not jobs.list_jobs()
    ask.ask(["--json", "--background", "What is the TPSA of caffeine?"])
    job = jobs.load("last")
    wait_for(lambda: job.state != "running")
    assert json.loads((job.folder / "answer").read_text())["status"] == "complete"
    assert job.run


def test_another_process_of_the_same_number_is_not_the_job() -> None:
    folder = load_config().data_dir / "jobs" / "0102-030405-abcd"
    folder.mkdir(parents=True)
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        try:
            kept = {"question": "?", "started": "2026-01-02T03:04:05+00:00", "process": other.pid, "birth": "another"}
            (folder / "job.json").write_text(json.dumps(kept))
            job = jobs.load("0102-030405-abcd")
            assert job.state == "failed" and not jobs.cancel(job)
            assert jobs.birth_of(other.pid) and other.poll() is None
        finally:
            other.kill()
    assert not jobs.birth_of(other.pid)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"question": "?"}', '{"process": "x"}'])
def test_a_folder_without_a_job_is_left_out(text: str) -> None:
    folder = load_config().data_dir / "jobs" / "0102-030405-abcd"
    folder.mkdir(parents=True)
    (folder / "job.json").write_text(text)
    assert jobs.list_jobs() == []
    with pytest.raises(ConfigError, match="there is no job"):
        jobs.load("../../etc")


def test_what_is_told_too_soon_is_left_out_but_for_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "progress"
    progress.tell(1, 2, "frames")
    assert progress.told(place) is None
    monkeypatch.setenv(progress.VARIABLE, str(place))
    progress.tell(0, 1000, "frames")
    progress.tell(5, 1000, "frames")
    assert str(progress.told(place)) == "0 of 1,000 frames"
    progress.tell(1000, 1000, "frames")
    assert str(progress.told(place)) == "1,000 of 1,000 frames"
    progress.tell(0, 0, "searching")
    assert str(progress.told(place)) == "searching"
    monkeypatch.setenv(progress.VARIABLE, str(tmp_path / "none" / "progress"))
    progress.tell(1, 1, "frames")
    place.write_text("{")
    assert progress.told(place) is None
