"""Code that waits for a confirmation is seen where it is to be confirmed: on the command line, over MCP, over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from scitoolagent.config import Config
from scitoolagent.mcp.service import McpService
from tests.endpoint import call_message, replying

QUESTION = "What is the price of ethanol in Berlin?"
CODE = "result = '12 EUR/L'  # \u202eMYCODE\nresult += '!'"
SEEN = json.dumps(CODE)
PROGRAM = {"code": f"{{'price': boxed({CODE!r})}}", "answer": {"text": "The price is {price}."}}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """A model that writes a program with code for the box, always the same."""
    with replying(lambda request: call_message("program", **PROGRAM)) as url:
        yield url


def held_back(answer: dict[str, Any], text: str) -> list[str]:
    """The digests of an answer that waits; the code is in its findings and, once, in its text."""
    (finding,) = answer["findings"]
    assert SEEN in finding["reason"] and CODE not in finding["reason"]
    assert text.count("MYCODE") == text.count(SEEN) == 1
    return [finding["digest"]]


@pytest.mark.slow
def test_on_the_command_line(endpoint: str, tmp_path: Path) -> None:
    settings = {
        "MODEL_URL": endpoint,
        "MODEL": "m",
        "DATA_DIR": str(tmp_path / "data"),
        "CACHE_DIR": str(tmp_path / "cache"),
    }
    command = [sys.executable, "-m", "scitoolagent.cli", "ask", "--json", "--turns=2", QUESTION]
    env = {**os.environ, **{f"SCITOOLAGENT_{name}": value for name, value in settings.items()}}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=env, timeout=120)
    answer = json.loads(done.stdout)
    (digest,) = held_back(answer, answer["text"])
    assert f"confirm only this call with --approve {digest}" in answer["text"]


def test_over_mcp(endpoint: str, tmp_path: Path) -> None:
    folders = {"data_dir": tmp_path / "data", "cache_dir": tmp_path / "cache"}
    config = Config(model_url=endpoint, model="m", max_turns=2, **folders)
    service = McpService(config, workspace=tmp_path)
    try:
        answer = service.call("ask", {"question": QUESTION})["answer"]
    finally:
        service.close()
    digests = held_back(answer, answer["text"])
    assert f"confirm only this call with `approve`: {json.dumps(digests)}" in answer["text"]
    assert "--approve" not in json.dumps(answer)


@pytest.mark.slow
def test_over_http(endpoint: str, start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_MODEL_URL", endpoint)
    monkeypatch.setenv("SCITOOLAGENT_MODEL", "m")
    monkeypatch.setenv("SCITOOLAGENT_MAX_TURNS", "2")
    server = start()
    try:
        asked = {"model": "scitoolagent", "messages": [{"role": "user", "content": QUESTION}]}
        told = httpx2.post(f"{server.url}/v1/chat/completions", json=asked, timeout=60).json()
    finally:
        server.process.terminate()
        server.process.communicate(timeout=60)
    text = told["choices"][0]["message"]["content"]
    digests = held_back(told["scitoolagent"], text)
    assert f"confirm only this call with `approve`: {json.dumps(digests)}" in text
    assert "--approve" not in json.dumps(told)
