"""The command refuses what it must before anything listens."""

from __future__ import annotations

import socket

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


def test_a_port_in_use_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nicegui")
    from scitoolagent.web import server

    monkeypatch.setattr(server.signal, "signal", lambda *_: None)

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"127.0.0.1:{port}"):
            server._listen(lambda scope, receive, send: None, "127.0.0.1", port)  # type: ignore[arg-type]
