"""The command checks its arguments before anything listens."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

from scitoolagent.cli import web as module
from scitoolagent.errors import ConfigError

app = typer.Typer()
app.command()(module.web)


def run(*arguments: str) -> BaseException | None:
    return CliRunner().invoke(app, list(arguments)).exception


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    error = run()
    assert isinstance(error, ConfigError)
    assert "scitoolagent[web]" in str(error)


@pytest.mark.parametrize(("host", "token"), [("0.0.0.0", ""), ("192.168.1.2", "short"), ("::", "")])
def test_others_need_a_token(monkeypatch: pytest.MonkeyPatch, host: str, token: str) -> None:
    pytest.importorskip("nicegui")
    monkeypatch.setenv("SCITOOLAGENT_WEB_TOKEN", token)
    error = run("--host", host)
    assert isinstance(error, ConfigError)
    assert "SCITOOLAGENT_WEB_TOKEN" in str(error)
