"""Over real HTTP on the loopback, between two processes; a token where one is set, and always beyond this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from scitoolagent.errors import ConfigError
from scitoolagent.mcp.http import serve_http

SERVE = Path(__file__).with_name("serve.py")
TOKEN = "0123456789abcdef-not-a-real-token"


def serve(folder: Path, token: str = "", host: str = "127.0.0.1") -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "SCITOOLAGENT_MCP_TOKEN": token}
    words = [sys.executable, str(SERVE), "--http", "--host", host, "--port", str(port)]
    process = subprocess.Popen(words, env=env, cwd=folder, stderr=subprocess.PIPE)
    return process, f"http://127.0.0.1:{port}/mcp"


def wait_for(process: subprocess.Popen[bytes], url: str) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            httpx2.get(url)
        except httpx2.TransportError:
            time.sleep(0.1)
        else:
            return
    process.kill()
    raise AssertionError(process.communicate()[1].decode())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("http")
    env = pytest.MonkeyPatch()
    env.setenv("SCITOOLAGENT_DATA_DIR", str(folder))
    env.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
    process, url = serve(folder, TOKEN)
    env.undo()
    wait_for(process, url)
    yield url
    process.terminate()
    error = process.communicate(timeout=60)[1].decode()
    assert "Traceback" not in error


def test_a_client_with_the_token_runs_a_tool(address: str) -> None:
    async def main() -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        with anyio.fail_after(120):
            async with (
                httpx2.AsyncClient(headers=headers, timeout=60) as http,
                Client(streamable_http_client(address, http_client=http)) as client,
            ):
                assert len((await client.list_tools()).tools) == 8
                arguments = {"name": "polar_surface_area", "arguments": {"smiles": "OCC(O)CO"}}
                made = await client.call_tool("run_tool", arguments)
                assert made.structured_content["outputs"]["polar_surface_area"]["value"] == pytest.approx(60.69)

    anyio.run(main)


@pytest.mark.parametrize("header", [None, "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer"])
def test_others_are_told_that_they_need_one(address: str, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = httpx2.post(address, json={}, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_page_of_another_site_and_a_huge_request_are_refused(address: str) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/json, text/event-stream"}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert httpx2.post(address, json=asked, headers={**headers, "Host": "evil.example"}).status_code == 421
    assert httpx2.post(address, json=asked, headers={**headers, "Origin": "http://evil.example"}).status_code == 403
    assert httpx2.post(address, content=b"x" * 3_000_000, headers=headers).status_code in (400, 413, 415)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_an_address_that_others_reach_needs_a_token(host: str) -> None:
    with pytest.raises(ConfigError, match="SCITOOLAGENT_MCP_TOKEN"):
        serve_http(host, 8765)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = [sys.executable, str(SERVE), "--http", "--port", str(port)]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert f"nothing can listen on 127.0.0.1:{port}" in done.stderr
    assert "Traceback" not in done.stderr
