"""For all tests: no connection leaves this machine, and the model file that some of them need."""

from __future__ import annotations

import os
import socket
from pathlib import Path
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


@pytest.fixture(scope="session")
def model_file() -> Path:
    """The GGUF file of a small language model, which llama.cpp serves; tests that need it are skipped without it."""
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed; pip install 'scitoolagent[local]'")
    named = os.environ.get("SCITOOLAGENT_TEST_GGUF")
    if not named:
        pytest.skip("SCITOOLAGENT_TEST_GGUF names no model file")
    return Path(named)
