"""Streams that are closed or full, files that are none, traces of others: one line that says what to do."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "scitoolagent.cli"]
ASK = "What is the TPSA of menthol?"


def run(tail: str, tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command whose streams are set by a shell."""
    environment = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(tmp_path)}
    return subprocess.run(
        ["bash", "-c", f'"$@" {tail}', "bash", *COMMAND, *words],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("tail", [">&-", "<&- >&-"])
def test_closed_streams_are_no_traceback(tail: str, tmp_path: Path) -> None:
    found = run(tail, tmp_path, "ask", ASK)
    assert found.returncode == 0 and found.stderr == ""


def test_a_question_from_a_closed_input_is_empty(tmp_path: Path) -> None:
    found = run("<&-", tmp_path, "ask", "-")
    assert found.returncode == 2 and "the question is empty" in found.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_output_is_called_so(tmp_path: Path) -> None:
    found = run("> /dev/full", tmp_path, "ask", ASK)
    assert found.returncode == 1 and "the output cannot be written" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_pipe_is_not_taken_for_a_molecule(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rows.csv")
    found = run("", tmp_path, "safety", "screen", str(tmp_path / "rows.csv"))
    assert found.returncode == 1 and "is not a regular file" in found.stderr


def test_a_small_file_that_unpacks_to_a_large_one_is_refused(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "bomb.csv.gz", "wb") as file:
        for _ in range(260):
            file.write(b"A" * 1_000_000)
    found = run("", tmp_path, "safety", "screen", str(tmp_path / "bomb.csv.gz"))
    assert found.returncode == 1 and "unpacks to more than" in found.stderr


def test_a_trace_of_something_else_is_told(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "20260101-000000-000000.jsonl").write_text('{"hello": 1}\n', encoding="utf-8")
    found = run("", tmp_path, "show", "last")
    assert found.returncode == 1 and "has no record" in found.stderr


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_a_question_in_one_line(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(tmp_path)}
    script = "import signal, sys, time\nimport scitoolagent.cli as cli\nimport scitoolagent.cli.ask as ask\n"
    # A test that runs in the background may have inherited that they are ignored.
    script += "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
    script += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    script += "ask.ask = lambda words: (print('begun', flush=True), time.sleep(60))\n"
    script += "sys.argv[1:] = ['ask', 'x']\ncli.main()"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as program:
        assert program.stdout is not None and program.stdout.readline() == "begun\n"
        program.send_signal(signal.Signals[name])
        told = program.communicate(timeout=60)[1]
    assert program.returncode == 128 + signal.Signals[name]
    assert told.startswith("scitoolagent: stopped") and told.count("\n") == 1


@pytest.mark.parametrize("seconds", [0.15, 0.4, 0.8])
@pytest.mark.parametrize("words", [["ask", ASK], ["tools", "run", "qed", "smiles=CCO"], ["kg", "build"]], ids=str)
def test_ctrl_c_reaches_the_helpers_too_and_they_say_nothing(words: list[str], seconds: float, tmp_path: Path) -> None:
    # As a terminal sends it: to the command and to all that it has started.
    environment = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(tmp_path)}
    script = "import signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    script += "print('begun', flush=True)\nimport scitoolagent.cli as cli\n"
    script += f"sys.argv[1:] = {words!r}\ncli.main()"
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None and program.stdout.readline() == "begun\n"
        time.sleep(seconds)
        os.killpg(program.pid, signal.SIGINT)
        told = program.communicate(timeout=60)[1]
    assert program.returncode in (0, 130), told
    assert program.returncode == 0 or (told.startswith("scitoolagent: stopped") and told.count("\n") == 1), told


def test_a_limit_below_which_libraries_crash_is_told_at_once(tmp_path: Path) -> None:
    for limit in ("-v 200000", "-n 12"):
        done = subprocess.run(
            ["bash", "-c", f'ulimit {limit}; exec "$@"', "bash", *COMMAND, "ask", ASK],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 1 and f"ulimit {limit[:2]}" in done.stderr and done.stderr.count("\n") == 1


def test_letters_that_a_stream_lacks_are_shown_by_number_and_json_stays_json(tmp_path: Path) -> None:
    # Å is U+00C5; the notation is that of RFC 8259, section 7.
    environment = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(tmp_path), "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "ask", "--json", ASK], capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert b"\\u00c5" in done.stdout and "Å" in json.dumps(json.loads(done.stdout), ensure_ascii=False)
