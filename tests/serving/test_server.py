"""Starting, killing and ending a real server: finished work is kept, and no process is left running."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from openai import AuthenticationError, OpenAI

SERVE = Path(__file__).with_name("serve.py")
TOKEN = "0123456789abcdef-not-a-real-token"


def ask(client: OpenAI, question: str) -> Any:
    return client.chat.completions.create(model="scitoolagent", messages=[{"role": "user", "content": question}])


def children(process: int) -> list[int]:
    """The processes that one started, and those that they did."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == process:
            found += [int(path.parent.name), *children(int(path.parent.name))]
    return found


def until_gone(processes: list[int]) -> None:
    end = time.monotonic() + 30
    while any(Path(f"/proc/{process}").exists() for process in processes):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
def test_a_killed_server_leaves_every_finished_run_readable(start: Any) -> None:
    server = start()
    client = OpenAI(base_url=f"{server.url}/v1", api_key="x", max_retries=0, timeout=60)
    answers = [ask(client, f"What is the molecular formula of {'C' * length}O?") for length in (2, 3, 4)]
    runs = [answer.model_extra["scitoolagent"]["run"] for answer in answers]
    own = children(server.process.pid)
    assert own
    server.process.send_signal(signal.SIGKILL)
    server.process.communicate(timeout=60)
    env = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(server.data), "COLUMNS": "200"}
    for run, formula in zip(runs, ("C2H6O", "C3H8O", "C4H10O"), strict=True):
        words = [sys.executable, "-c", "from scitoolagent.cli import main; main()", "show", run]
        shown = subprocess.run(words, env=env, capture_output=True, text=True, timeout=60, check=True)
        assert formula in shown.stdout
    until_gone(own)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_asked_to_end_ends_with_all_its_processes(start: Any, number: signal.Signals) -> None:
    server = start()
    ask(OpenAI(base_url=f"{server.url}/v1", api_key="x", max_retries=0), "How many rings has CCO?")
    own = children(server.process.pid)
    server.process.send_signal(number)
    error = server.process.communicate(timeout=60)[1].decode()
    assert server.process.returncode == 0
    assert error.splitlines() == [f"serving the model scitoolagent at {server.url}/v1; Ctrl-C stops it"]
    until_gone(own)


def test_with_a_token_nothing_is_told_without_it(start: Any) -> None:
    server = start("--rate", "10", token=TOKEN)
    try:
        with pytest.raises(AuthenticationError):
            OpenAI(base_url=f"{server.url}/v1", api_key="wrong-" + TOKEN, max_retries=0).models.list()
        assert [model.id for model in OpenAI(base_url=f"{server.url}/v1", api_key=TOKEN).models.list()] == [
            "scitoolagent"
        ]
        assert httpx2.get(f"{server.url}/metrics").status_code == 401
        assert httpx2.get(f"{server.url}/health").json() == {"status": "ok"}
        headers = {"Authorization": f"Bearer {TOKEN}"}
        assert httpx2.get(f"{server.url}/metrics", headers={**headers, "Host": "evil.example"}).status_code == 421
        with httpx2.Client() as hasty:
            late = [hasty.get(f"{server.url}/health") for _ in range(12)][-1]
        assert late.status_code == 429
        # One in six seconds are ten in a minute.
        assert 1 <= int(late.headers["retry-after"]) <= 6
        assert late.json()["error"]["message"].startswith("too many requests")
    finally:
        server.process.kill()
        server.process.communicate()


def test_a_huge_request_is_refused_whether_it_says_so_or_not(server: Any) -> None:
    url, headers = f"{server.url}/v1/chat/completions", {"content-type": "application/json"}
    assert httpx2.post(url, content=b"x" * 3_000_000, headers=headers).status_code == 413

    def pieces() -> Any:
        for _ in range(300):
            yield b"x" * 10_000

    assert httpx2.post(url, content=pieces(), headers=headers).status_code == 413
    assert httpx2.get(f"{server.url}/health").status_code == 200


@pytest.mark.parametrize(
    ("words", "token", "message"),
    [
        (["--host", "0.0.0.0"], "", "set SCITOOLAGENT_SERVE_TOKEN, or stay on 127.0.0.1"),
        (["--host", "0.0.0.0"], "short", "at least 16"),
        (["--host", "192.0.2.1"], TOKEN, "nothing can listen on 192.0.2.1"),
    ],
)
def test_an_address_that_cannot_be_served_is_refused(
    tmp_path: Path, words: list[str], token: str, message: str
) -> None:
    env = {**os.environ, "SCITOOLAGENT_SERVE_TOKEN": token}
    command = [sys.executable, str(SERVE), *words]
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, str(SERVE), "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "name another --port" in done.stderr
    assert "Traceback" not in done.stderr
