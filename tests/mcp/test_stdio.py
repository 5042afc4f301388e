"""Over real standard input and output, between two processes, with the SDK's own client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from scitoolagent.mcp.stdio import VERSIONS, handshake

SERVE = Path(__file__).with_name("serve.py")


@pytest.fixture
def parameters(tmp_path: Path) -> StdioServerParameters:
    names = ("SCITOOLAGENT_DATA_DIR", "SCITOOLAGENT_CACHE_DIR", "PATH", "HOME")
    env = {name: os.environ[name] for name in names if name in os.environ}
    return StdioServerParameters(command=sys.executable, args=[str(SERVE)], env=env, cwd=tmp_path)


def talk(parameters: StdioServerParameters, do: Callable[[Client], Awaitable[None]], mode: str = "auto") -> None:
    async def main() -> None:
        with anyio.fail_after(120):
            async with Client(parameters, mode=mode) as client:
                await do(client)

    anyio.run(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_finds_a_tool_runs_it_and_asks(parameters: StdioServerParameters, mode: str) -> None:
    async def do(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert len(tools) == 7
        assert all(tool.output_schema and tool.annotations for tool in tools)
        found = await client.call_tool("search_tools", {"words": "polar surface area"})
        assert found.structured_content["tools"][0]["name"] == "polar_surface_area"
        made = await client.call_tool("run_tool", {"name": "polar_surface_area", "arguments": {"smiles": "OCC(O)CO"}})
        assert made.structured_content["outputs"]["polar_surface_area"]["value"] == pytest.approx(60.69)
        assert json.loads(made.content[0].text) == made.structured_content
        asked = await client.call_tool("ask", {"question": "TPSA of OCC(O)CO", "wait": False})
        run = asked.structured_content["run"]
        while (await client.call_tool("get_run", {"run": run})).structured_content["state"] != "finished":
            await anyio.sleep(0.05)

    talk(parameters, do, mode)


def test_errors_are_messages_never_tracebacks(parameters: StdioServerParameters) -> None:
    async def do(client: Client) -> None:
        for name, arguments, message in (
            ("run_tool", {"name": "qed", "arguments": {"smiles": "CC("}}, "ToolInputError: 'CC(' is not valid SMILES"),
            (
                "run_tool",
                {"name": "stereoisomers", "arguments": {"smiles": "c1ccccc1"}},
                "confirm only this call with `approve`: [",
            ),
            ("ask", {}, "ToolInputError: ask: give either a `question`"),
            ("rm", {}, "ToolInputError: no tool is called 'rm'"),
            ("ask", {"question": 7}, "ToolInputError: ask['question']: 7 is not of type 'string'"),
        ):
            answer = await client.call_tool(name, arguments)
            assert answer.is_error
            assert message in answer.content[0].text
            assert "Traceback" not in answer.content[0].text

    talk(parameters, do, "legacy")


def exchange(parameters: StdioServerParameters, *lines: bytes) -> list[Any]:
    """All that the server says until it has answered request 2; the end of its input ends it, answered or not."""
    with subprocess.Popen(
        [parameters.command, *parameters.args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=parameters.env,
        cwd=parameters.cwd,
    ) as server:
        ending = threading.Timer(120, server.kill)
        ending.start()
        server.stdin.write(b"".join(line + b"\n" for line in lines))
        server.stdin.flush()
        replies: list[Any] = []
        while (not replies or replies[-1].get("id") != 2) and (line := server.stdout.readline()):
            replies.append(json.loads(line))
        rest, errors = server.communicate()
        ending.cancel()
    assert server.returncode == 0, errors.decode()
    assert b"Traceback" not in errors
    assert rest == b""
    return replies


def hello(version: str, number: Any = 1, **params: Any) -> bytes:
    given = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}, **params}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "initialize", "params": given}).encode()


def test_the_early_answer_says_what_the_sdk_says() -> None:
    """The SDK's own answer, from a session in this process."""

    from scitoolagent.mcp.server import make_server
    from scitoolagent.mcp.service import McpService

    assert VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS
    said: dict[str, Any] = {}

    async def main() -> None:
        async with Client(make_server(McpService()), mode="legacy") as client:
            said.update(client.session.initialize_result.model_dump(mode="json", by_alias=True, exclude_none=True))

    anyio.run(main)
    early = json.loads(handshake(hello(VERSIONS[-1])))["result"]
    said.pop("resultType", None)
    assert early == said


def test_the_handshake_is_answered_once_and_the_rest_by_the_sdk(parameters: StdioServerParameters) -> None:
    ready = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'
    listing = b'{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}'
    replies = exchange(parameters, hello("2025-06-18", "first"), ready, listing)
    assert [reply["id"] for reply in replies] == ["first", 2]
    assert replies[0]["result"]["protocolVersion"] == "2025-06-18"
    assert len(replies[1]["result"]["tools"]) == 7


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not json",
        b"[]",
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
        b'{"jsonrpc": "2.0", "method": "initialize", "params": {}}',
        b'{"jsonrpc": "1.0", "id": 1, "method": "initialize", "params": {}}',
        hello("2025-11-25", True),
        hello("2025-11-25", [1]),
        hello("2025-11-25", capabilities=None),
        hello("2025-11-25", clientInfo="x"),
    ],
)
def test_anything_else_is_left_to_the_sdk(line: bytes) -> None:
    assert handshake(line) is None


def test_an_unknown_revision_is_offered_the_newest() -> None:
    assert json.loads(handshake(hello("1999-01-01")))["result"]["protocolVersion"] == VERSIONS[-1]


def test_garbage_does_not_end_the_server(parameters: StdioServerParameters) -> None:
    listing = b'{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}'
    replies = exchange(parameters, hello("2025-11-25"), b"\xff\xfe garbage", b"{", b'{"jsonrpc": "2.0"}', listing)
    assert [reply["id"] for reply in replies if "result" in reply] == [1, 2]
