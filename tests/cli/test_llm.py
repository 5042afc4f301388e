"""`scitoolagent llm`: what to set is printed, and an endpoint is checked with one question."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scitoolagent import llm
from scitoolagent.cli.llm import app
from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.llm import local
from scitoolagent.llm.replay import ScriptedModel


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | None, str | None]]:
    """Which endpoint and model are asked; the model answers as it should."""
    found: list[tuple[str | None, str | None]] = []

    def model_for(config: Config, role: str) -> ScriptedModel | None:
        found.append((config.model_url, getattr(config, f"{role}_model", None) or config.model))
        return ScriptedModel([json.dumps({"element": "carbon", "number": 6})]) if config.model_url else None

    monkeypatch.setattr(llm, "model_for", model_for)
    return found


def test_an_endpoint_is_checked(asked: list[tuple[str | None, str | None]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_PLANNER_MODEL", "adapter")
    words = ["check", "--model", "tiny", "--model-url", "http://127.0.0.1:9/v1"]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0
    assert "'element': 'carbon', 'number': 6" in done.stdout
    assert "0 prompt and 0 completion tokens, 1 call" in done.stdout
    # The model of the command line is asked, whatever the settings name for a role.
    assert asked == [("http://127.0.0.1:9/v1", "tiny")]


@pytest.mark.usefixtures("asked")
def test_without_an_endpoint_it_says_how_to_get_one() -> None:
    with pytest.raises(ConfigError, match="llm serve"):
        CliRunner().invoke(app, ["check"], catch_exceptions=False)


def test_a_model_is_served_until_it_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []

    @contextmanager
    def serve_gguf(
        path: Path, port: int, context: int, adapters: Sequence[Path] = (), alias: str = "", threads: int = 0
    ) -> Iterator[str]:
        served.append((path, port, context, tuple(adapters), alias, threads))
        yield "http://127.0.0.1:8123/v1"
        served.append("ended")

    class Pressed:
        def wait(self) -> None:
            served.append("waited")

    monkeypatch.setattr(local, "serve_gguf", serve_gguf)
    monkeypatch.setattr(threading, "Event", Pressed)
    path = tmp_path / "a model.gguf"
    done = CliRunner().invoke(app, ["serve", str(path), "--port", "8123", "--context", "4096"], catch_exceptions=False)
    assert served == [(path, 8123, 4096, (), "a model", 0), "waited", "ended"]
    assert "export SCITOOLAGENT_MODEL_URL=http://127.0.0.1:8123/v1" in done.stdout.splitlines()
    assert "export SCITOOLAGENT_MODEL='a model'" in done.stdout.splitlines()
    adapter = tmp_path / "planner.gguf"
    tuned = ["serve", str(path), "--adapter", str(adapter), "--name", "planner", "--threads", "1"]
    done = CliRunner().invoke(app, tuned, catch_exceptions=False)
    assert served[3] == (path, 0, 8192, (adapter,), "planner", 1)
    assert "export SCITOOLAGENT_MODEL=planner" in done.stdout.splitlines()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no model file"):
        CliRunner().invoke(app, ["serve", str(tmp_path / "absent.gguf")], catch_exceptions=False)
