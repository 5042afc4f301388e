"""No test may talk to anything but this machine."""

from __future__ import annotations

import socket
from typing import Any

import pytest

_LOOPBACK = ("127.", "::1", "localhost")


@pytest.fixture(autouse=True)
def loopback_only(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Refuse connections to other machines, and keep settings, cache and traces out of the user's folders."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(folder / "data"))
    monkeypatch.setenv("SCITOOLAGENT_MCP_DIR", str(folder / "mcp"))
    # One cache for all tests of a process: the index of compound names takes seconds to make.
    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
    from scitoolagent.config import load_config

    load_config.cache_clear()
    if request.node.get_closest_marker("network"):
        return
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and not str(address[0]).startswith(_LOOPBACK):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
