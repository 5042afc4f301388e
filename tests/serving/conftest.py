"""A real server process for the tests that need one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

SERVE = Path(__file__).with_name("serve.py")
TOKEN = "0123456789abcdef-not-a-real-token"


@dataclass(frozen=True, slots=True)
class Server:
    """A process that serves, where, and where it keeps its traces."""

    process: subprocess.Popen[bytes]
    url: str
    data: Path
    cache: Path


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Server]:
    """Start a server; whoever does so ends it."""

    def start_one(*words: str, token: str = "", plugin: Path | None = None) -> Server:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        folder = tmp_path_factory.mktemp("serving")
        cache = tmp_path_factory.getbasetemp() / ("cache" if plugin is None else "plugin-cache")
        env = {
            **os.environ,
            "SCITOOLAGENT_SERVE_TOKEN": token,
            "SCITOOLAGENT_DATA_DIR": str(folder),
            "SCITOOLAGENT_CACHE_DIR": str(cache),
            "SCITOOLAGENT_CACHE": "false",
            "PYTHONPATH": str(plugin or ""),
        }
        command = [sys.executable, str(SERVE), "--port", str(port), *words]
        process = subprocess.Popen(command, env=env, cwd=folder, stderr=subprocess.PIPE)
        server = Server(process, f"http://127.0.0.1:{port}", folder, cache)
        end = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < end:
            try:
                httpx2.get(f"{server.url}/health")
            except httpx2.TransportError:
                time.sleep(0.1)
            else:
                return server
        process.kill()
        raise AssertionError(process.communicate()[1].decode())

    return start_one


@pytest.fixture(scope="session")
def server(start: Callable[..., Server]) -> Iterator[Server]:
    """One server for all tests that do not change it; it must end without error output."""
    made = start("--rate", "100000")
    yield made
    made.process.terminate()
    error = made.process.communicate(timeout=60)[1].decode()
    assert "Traceback" not in error
    assert "Exception" not in error
