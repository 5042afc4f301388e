"""A server that cannot listen says so."""

from __future__ import annotations

import socket

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.sessions import listening


def test_a_port_in_use_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn")
    monkeypatch.setattr(listening.signal, "signal", lambda *_: None)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"127.0.0.1:{port}"):
            listening.listen(lambda scope, receive, send: None, "127.0.0.1", port)  # type: ignore[arg-type, return-value]
