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
from mcp.types import ElicitResult
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from scitoolagent.mcp.early import MODERN, TOOLS_FILE, VERSIONS, Early, tools_json

SERVE = Path(__file__).with_name("serve.py")
READY = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'


@pytest.fixture
def parameters(tmp_path: Path) -> StdioServerParameters:
    names = ("SCITOOLAGENT_DATA_DIR", "SCITOOLAGENT_CACHE_DIR", "PATH", "HOME")
    env = {name: os.environ[name] for name in names if name in os.environ}
    return StdioServerParameters(command=sys.executable, args=[str(SERVE)], env=env, cwd=tmp_path)


def talk(
    parameters: StdioServerParameters,
    do: Callable[[Client], Awaitable[None]],
    mode: str = "auto",
    elicited: Any = None,
) -> None:
    async def main() -> None:
        with anyio.fail_after(120):
            async with Client(parameters, mode=mode, elicitation_callback=elicited) as client:
                await do(client)

    anyio.run(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_finds_a_tool_runs_it_and_asks(parameters: StdioServerParameters, mode: str) -> None:
    async def do(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert len(tools) == 8
        assert all(tool.output_schema and tool.annotations for tool in tools)
        found = await client.call_tool("search_tools", {"queries": ["polar surface area"]})
        assert found.structured_content["found"][0]["tools"][0]["name"] == "polar_surface_area"
        made = await client.call_tool("run_tool", {"name": "polar_surface_area", "arguments": {"smiles": "OCC(O)CO"}})
        assert made.structured_content["outputs"]["polar_surface_area"]["value"] == pytest.approx(60.69)
        assert json.loads(made.content[0].text) == made.structured_content
        asked = await client.call_tool("ask", {"question": "TPSA of OCC(O)CO", "wait": False})
        run = asked.structured_content["run"]
        while (await client.call_tool("get_run", {"run": run})).structured_content["state"] != "finished":
            await anyio.sleep(0.05)

    talk(parameters, do, mode)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_model_of_a_host_drives_a_program(parameters: StdioServerParameters, mode: str) -> None:
    """Search, describe, a program with a quantity error, mended, confirmed by the person, with where it comes from."""
    question = "How many moles are 5 mg of c1ccccc1, and which stereoisomers has it?"
    wrong = "mw = molecular_weight(smiles1)\nn = quantity1 + mw\n{'n': n, 'isomers': stereoisomers(smiles1)}"
    asked: list[str] = []

    async def elicited(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"confirm": len(asked) > 1})

    async def do(client: Client) -> None:
        found = await client.call_tool("search_tools", {"queries": ["molecular weight"], "types": ["Smiles"]})
        assert found.structured_content["found"][0]["tools"][0]["name"] == "molecular_weight"
        told = await client.call_tool("describe_tool", {"names": ["programs", "molecular_weight"]})
        assert "quantities" in told.structured_content["described"][0]["text"]
        given = await client.call_tool("run_program", {"question": question, "code": ""})
        assert [one["name"] for one in given.structured_content["variables"]] == ["smiles1", "quantity1"]
        refused = await client.call_tool("run_program", {"question": question, "code": wrong})
        assert refused.is_error
        failure = refused.meta["scitoolagent/failure"]
        assert (failure["error"], failure["lines"][0]["line"]) == ("ProgramError", 2)
        assert "mol" in failure["message"] and "line 2" in refused.content[0].text
        mended = {"question": question, "code": wrong.replace("+", "/")}
        declined = await client.call_tool("run_program", mended)
        assert declined.meta["scitoolagent/failure"]["error"] == "ConfirmationRequired"
        made = await client.call_tool("run_program", mended)
        (amount,) = made.structured_content["results"]["n"]
        # 78.114 g/mol by the IUPAC weights.
        assert (amount["value"], amount["unit"]) == (pytest.approx(5e-3 / 78.114, rel=1e-4), "mol")
        assert len(asked) == 2 and "Benzene" in asked[1]
        provenance = made.meta["scitoolagent/provenance"]
        assert [one["tool"] for one in provenance["tools"]] == ["molecular_weight", "stereoisomers", "program"]
        assert provenance["run"] and provenance["versions"]["hazard tables"]

    talk(parameters, do, mode, elicited)


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
            failure = answer.meta["scitoolagent/failure"]
            assert answer.content[0].text == f"{failure['error']}: {failure['message']}"
            assert answer.meta["scitoolagent/provenance"]["versions"]["Python"]

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


def listing(number: int, **params: Any) -> bytes:
    given = {"params": params} if params else {}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/list", **given}).encode()


def modern(number: int, method: str, **params: Any) -> bytes:
    """A request of the revision without a handshake."""
    named = {"protocolVersion": MODERN, "clientInfo": {"name": "t", "version": "1"}, "clientCapabilities": {}}
    meta = {f"io.modelcontextprotocol/{name}": value for name, value in named.items()}
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": {"_meta": meta, **params}}
    return json.dumps(request).encode()


def test_the_early_handshake_says_what_the_sdk_says() -> None:
    """The SDK's own answer, from a session in this process."""

    from scitoolagent.mcp.server import make_server
    from scitoolagent.mcp.service import McpService

    assert VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS
    said: dict[str, Any] = {}

    async def main() -> None:
        async with Client(make_server(McpService()), mode="legacy") as client:
            said.update(client.session.initialize_result.model_dump(mode="json", by_alias=True, exclude_none=True))

    anyio.run(main)
    early = json.loads(Early().reply(hello(VERSIONS[-1])))["result"]
    said.pop("resultType", None)
    assert early == said


@pytest.mark.parametrize("version", VERSIONS)
def test_the_early_list_of_tools_is_that_of_the_sdk(parameters: StdioServerParameters, version: str) -> None:
    lines = [hello(version), READY, listing(3), listing(2, cursor="")]
    early, late = exchange(parameters, *lines)[1:]
    assert (early["id"], late["id"]) == (3, 2)
    assert early["result"] == late["result"]


@pytest.mark.slow
def test_requests_without_a_handshake_are_answered_early_as_by_the_sdk(parameters: StdioServerParameters) -> None:
    """A blank behind the name of the method leaves a request to the SDK: it has a cursor, or is a second of its kind."""
    early = Early()
    asked = [modern(1, "server/discover"), modern(3, "tools/list"), modern(2, "tools/list", cursor="")]
    assert early.reply(asked[0]) and early.reply(asked[1]) and early.reply(asked[2]) is None
    assert early.kept == asked[2:]
    discovered, listed, late = exchange(parameters, *asked)
    assert listed["result"] == late["result"]
    only = exchange(parameters, modern(1, "ping"), modern(2, "server/discover"))[-1]
    assert only["result"] == discovered["result"]


def test_the_generated_list_is_that_of_the_definitions() -> None:
    assert TOOLS_FILE.read_text(encoding="utf-8") == tools_json(), "run `make generate`"


def test_the_handshake_is_answered_once_and_the_rest_by_the_sdk(parameters: StdioServerParameters) -> None:
    ping = b'{"jsonrpc": "2.0", "id": 2, "method": "ping"}'
    replies = exchange(parameters, hello("2025-06-18", "first"), READY, listing(7), ping)
    assert [reply["id"] for reply in replies] == ["first", 7, 2]
    assert replies[0]["result"]["protocolVersion"] == "2025-06-18"
    assert len(replies[1]["result"]["tools"]) == 8


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not json",
        b"[]",
        listing(1),
        READY,
        modern(1, "tools/list", cursor=""),
        modern(1, "tools/list").replace(MODERN.encode(), b"2031-01-01"),
        modern(1, "tools/call"),
        b"[" * 100_000,
        b'{"jsonrpc": "2.0", "method": "initialize", "params": {}}',
        b'{"jsonrpc": "1.0", "id": 1, "method": "initialize", "params": {}}',
        hello("2025-11-25", True),
        hello("2025-11-25", [1]),
        hello("2025-11-25", capabilities=None),
        hello("2025-11-25", clientInfo="x"),
    ],
)
def test_anything_else_is_left_to_the_sdk(line: bytes) -> None:
    early = Early()
    assert early.reply(line) is None
    assert (early.kept, early.handshake) == ([line], None)


def test_an_unknown_revision_is_offered_the_newest() -> None:
    assert json.loads(Early().reply(hello("1999-01-01")))["result"]["protocolVersion"] == VERSIONS[-1]


def test_garbage_does_not_end_the_server(parameters: StdioServerParameters) -> None:
    replies = exchange(parameters, hello("2025-11-25"), b"\xff\xfe garbage", b"{", b'{"jsonrpc": "2.0"}', listing(2))
    assert [reply["id"] for reply in replies if "result" in reply] == [1, 2]


def test_the_first_answers_import_neither_the_sdk_nor_the_schemas() -> None:
    code = (
        "import sys; import scitoolagent.mcp.stdio; from scitoolagent.mcp.early import Early; early = Early();"
        f"assert early.reply({hello('2025-11-25')!r}) and early.reply({listing(2)!r});"
        "print([name for name in 'mcp anyio pydantic rich typer numpy scitoolagent.records'.split() if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
