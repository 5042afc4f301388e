"""`serve` checks its arguments before it loads anything; tests/serving tests the real server."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from scitoolagent.cli.serving import serve
from scitoolagent.errors import ConfigError


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    made.command()(serve)
    return made


@pytest.mark.parametrize(
    "words", [["--port", "0"], ["--port", "70000"], ["--rate", "0"], ["--running", "0"], ["extra"]]
)
def test_wrong_words_are_refused(app: typer.Typer, words: list[str]) -> None:
    assert CliRunner().invoke(app, words).exit_code == 2


def test_what_is_not_installed_is_named(app: typer.Typer, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("scitoolagent.cli.serving.find_spec", lambda name: None if name == "starlette" else find(name))
    done: Any = CliRunner().invoke(app, [])
    assert isinstance(done.exception, ConfigError)
    assert "pip install 'scitoolagent[serve]'" in str(done.exception)
