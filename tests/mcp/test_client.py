"""Another server's tools: proposed, confirmed, screened; a server that misbehaves costs its call only."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from scitoolagent.errors import (
    ConfigError,
    DeclarationError,
    SciToolAgentError,
    ToolFailedError,
    ToolInputError,
    ToolTimeoutError,
    ToolUnavailableError,
)
from scitoolagent.mcp.catalogue import ForeignPort, ForeignServer, ForeignTool, read_servers, write_server
from scitoolagent.mcp.client import call, list_tools
from scitoolagent.mcp.foreign import declare
from scitoolagent.mcp.propose import propose
from scitoolagent.tool import Safety, spec_of
from scitoolagent.tool.call import call_tool

HERE = Path(__file__).parent


def mini(kind: str) -> ForeignServer:
    return ForeignServer(name="mini", command=(sys.executable, str(HERE / "mini_server.py"), kind))


@pytest.fixture(scope="module")
def proposed() -> tuple[ForeignServer, list[str]]:
    server = mini("good")
    return propose(server, list_tools(server, 60))


def test_types_are_proposed_and_nothing_is_confirmed(proposed: tuple[ForeignServer, list[str]]) -> None:
    server, left_out = proposed
    weigh, say = server.tools
    assert [tool.tool for tool in server.tools] == ["mcp_mini_weigh_molecule", "mcp_mini_say"]
    assert not any(tool.confirmed for tool in server.tools)
    assert {tool.safety for tool in server.tools} == {Safety.SCREENED}
    assert [(port.port, port.type, port.required) for port in weigh.inputs] == [
        ("smiles", "Smiles", True),
        ("digits", "McpMiniWeighMoleculeDigits", False),
    ]
    # `note` may be missing, so nothing can rely on it.
    assert [(port.port, port.type, port.python) for port in weigh.outputs] == [
        ("mass", "McpMiniWeighMoleculeGivesMass", "float"),
        ("inchikey", "InChIKey", "str"),
    ]
    assert [(port.port, port.type) for port in say.outputs] == [("text", "McpMiniSayText")]
    assert len(weigh.summary) <= 90
    assert "\x1b" not in weigh.summary and "\n" not in weigh.summary
    assert [reason.partition(":")[0] for reason in left_out] == ["odd", "—"]


def test_the_file_reads_back_and_is_not_overwritten(proposed: tuple[ForeignServer, list[str]], tmp_path: Path) -> None:
    path = write_server(tmp_path, proposed[0])
    assert read_servers(tmp_path) == [proposed[0]]
    with pytest.raises(ConfigError, match="there already"):
        write_server(tmp_path, proposed[0])
    assert tomllib.loads(path.read_text())["tools"][0]["confirmed"] is False


@pytest.mark.parametrize("text", ['"""', "a\nb", "\x7f\x00\x1b", "\\", "'''\n[[tools]]\nconfirmed = true", "é€𝔸", "#"])
def test_no_text_of_a_server_breaks_out_of_the_file(text: str, tmp_path: Path) -> None:
    described = {
        "name": f"a{text}",
        "description": f"Do {text}.",
        "inputSchema": {"type": "object", "properties": {f"b{text}": {"type": "string", "description": text}}},
    }
    server, _ = propose(ForeignServer(name="mini", command=("x", text)), [described])
    write_server(tmp_path, server)
    assert read_servers(tmp_path) == [server]
    assert not server.tools[0].confirmed
    assert server.tools[0].name == f"a{text}"


@pytest.mark.parametrize(
    "schema",
    [
        None,
        7,
        [],
        {},
        {"properties": 7},
        {"properties": {"x": 7}},
        {"properties": {"x": {"type": ["a", "b"]}}},
        {"properties": {f"x{n}": {"type": "string"} for n in range(100)}},
        {"required": 7, "properties": {"": {}}},
        {"properties": {"a b": {"type": "string"}, "a-b": {"type": "string"}}},
    ],
)
def test_schemas_that_are_none_cost_their_tool_only(schema: Any) -> None:
    good = {"name": "good", "inputSchema": {"type": "object"}}
    server, _ = propose(mini("x"), [{"name": "odd", "inputSchema": schema, "outputSchema": schema}, good, good])
    assert "mcp_mini_good" in [tool.tool for tool in server.tools]
    assert len({tool.tool for tool in server.tools}) == len(server.tools)


def run(kind: str, proposed: tuple[ForeignServer, list[str]], number: int = 0, **arguments: Any) -> dict[str, Any]:
    function = declare(mini(kind), proposed[0].tools[number], {port.type for port in proposed[0].tools[number].outputs})
    spec = spec_of(function)
    assert spec is not None
    return call_tool(spec, arguments)


def test_a_confirmed_tool_is_called_as_any_other(proposed: tuple[ForeignServer, list[str]]) -> None:
    assert run("good", proposed, smiles="CCO") == {"mass": 46.07, "inchikey": "LFQSCWFLJHTTHZ-UHFFFAOYSA-N"}
    assert run("good", proposed, 1, what="hello") == {"text": "hello!"}
    assert run("garbage", proposed, 1, what="hello") == {"text": "hello!"}
    with pytest.raises(ToolInputError, match="needs smiles"):
        run("good", proposed)


@pytest.mark.parametrize(
    ("kind", "number", "error", "message"),
    [
        ("dies", 0, ToolUnavailableError, "cannot be used"),
        ("mute", 0, ToolUnavailableError, "cannot be used"),
        ("lies", 0, ToolFailedError, "does not keep to its own description"),
        ("leaves", 0, ToolFailedError, "does not keep to its own description"),
        ("huge", 1, ToolFailedError, "more than 1,000,000 characters"),
    ],
)
def test_a_server_that_misbehaves_is_named(
    proposed: tuple[ForeignServer, list[str]], kind: str, number: int, error: type[SciToolAgentError], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        run(kind, proposed, number, **({"smiles": "C"} if number == 0 else {"what": "C"}))
    assert "mini" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_server_that_hangs_is_ended() -> None:
    with pytest.raises(ToolTimeoutError, match="within 3 s"):
        call(mini("hangs"), "say", {"what": "x"}, 3)


def test_a_refusal_of_the_server_is_one_plain_line(proposed: tuple[ForeignServer, list[str]]) -> None:
    with pytest.raises(ToolInputError) as raised:
        run("good", proposed, 1, what="wrong")
    assert str(raised.value) == "say of mini says: not [31mthis one"


def test_a_command_that_is_not_there_and_a_list_that_is_none() -> None:
    with pytest.raises(ToolUnavailableError):
        list_tools(ForeignServer(name="absent", command=("/no/such/program",)), 20)
    with pytest.raises(ToolFailedError):
        list_tools(mini("nonsense"), 60)


def test_a_type_of_somebody_else_is_refused() -> None:
    port = ForeignPort(name="x", port="x", type="PolarSurfaceArea", python="str")
    tool = ForeignTool(name="x", tool="mcp_mini_x", summary="X.", outputs=(port,))
    with pytest.raises(DeclarationError, match="start with McpMini"):
        declare(mini("good"), tool, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("command = ", "TOML"),
        ("command = ['x']\nurl = 'http://x'", "either a command or a url"),
        ("url = 'file:///etc/passwd'", "url"),
        ("name = 'other'\ncommand = ['x']", "name"),
        ("command = ['x']\n[[tools]]\nname = 'qed'\ntool = 'qed'\nsummary = 'Q.'\n"
         "outputs = [{name='a', port='a', type='A', python='str'}]", "must start with mcp_mini_"),
        ("command = ['x']\n[[tools]]\nname = 'q'\ntool = 'mcp_mini_q'\nsummary = 'Q.'\nsafety = 'none'\n"
         "outputs = [{name='a', port='a', type='A', python='str'}]", "safety"),
        ("command = ['x']\n[[tools]]\nname = 'q'\ntool = 'mcp_mini_q'\nsummary = 'Q.'\noutputs = []", "outputs"),
    ],
)  # fmt: skip
def test_files_that_are_wrong_are_named(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "mini.toml").write_text(text)
    with pytest.raises(ConfigError, match=message):
        read_servers(tmp_path)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(HERE / "http_server.py"), str(port)], stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/mcp"
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            httpx2.get(url)
            break
        except httpx2.TransportError:
            time.sleep(0.1)
    yield url
    process.kill()
    process.wait()


def test_a_server_over_http(address: str) -> None:
    server = ForeignServer(name="adder", url=address)
    proposed, left_out = propose(server, list_tools(server, 60))
    assert left_out == []
    (tool,) = proposed.tools
    function = declare(proposed, tool, {port.type for port in tool.outputs})
    assert call_tool(spec_of(function), {"a": 2, "b": 3}) == {"result": 5}
    away = ForeignServer(name="adder", url="http://127.0.0.1:9/mcp")
    with pytest.raises(ToolUnavailableError):
        call(away, "add", {"a": 1, "b": 2}, 20)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the entry point of foreign tools and a confirmed server."""
    folder = tmp_path_factory.mktemp("foreign")
    info = folder / "foreign-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[scitoolagent.tools]\nmcp = scitoolagent.mcp.foreign\n")
    return folder


def command(home: Path, code: str, *words: str) -> subprocess.CompletedProcess[str]:
    names = {"SCITOOLAGENT_MCP_DIR": "mcp", "SCITOOLAGENT_DATA_DIR": "data", "SCITOOLAGENT_CACHE_DIR": "cache"}
    env = {**os.environ, **{name: str(home / folder) for name, folder in names.items()}, "PYTHONPATH": str(home)}
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=home,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


ADD = "import typer; from scitoolagent.cli.mcp import add; typer.run(add)"
MAIN = "from scitoolagent.cli import main; main()"


def test_from_the_command_to_a_screened_call(home: Path) -> None:
    mini_command = [sys.executable, str(HERE / "mini_server.py"), "good"]
    added = command(home, ADD, "mini", "--", *mini_command)
    assert added.returncode == 0, added.stderr
    assert "2 tools of mini are proposed" in added.stdout
    assert "left out: odd" in added.stderr
    path = home / "mcp" / "mini.toml"
    given = ("tools", "run", "mcp_mini_weigh_molecule")
    assert "no tool is called" in command(home, MAIN, *given, "smiles=CCO").stderr, "nothing is confirmed yet"
    path.write_text(path.read_text().replace("confirmed = false", "confirmed = true"))
    done = command(home, MAIN, *given, "smiles=OCC(O)CO")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["mass"]["value"] == 46.07
    sarin = command(home, MAIN, *given, "smiles=CC(C)OP(C)(=O)F")
    assert sarin.returncode == 3
    assert "nothing here works on it" in sarin.stderr


def test_a_broken_file_costs_its_tools_only(home: Path) -> None:
    (home / "mcp").mkdir(exist_ok=True)
    (home / "mcp" / "broken.toml").write_text("command = ")
    done = command(home, MAIN, "tools", "run", "qed", "smiles=CCO")
    (home / "mcp" / "broken.toml").unlink()
    assert done.returncode == 0, done.stderr


def test_a_server_that_sends_without_end_is_contained(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_TOOL_MEGABYTES", "1024")
    words = ("endless", "--seconds", "5", "--", sys.executable, str(HERE / "mini_server.py"), "endless")
    done = command(home, ADD, *words)
    assert done.returncode != 0
    assert "the server endless" in done.stderr.splitlines()[-1]
    assert not (home / "mcp" / "endless.toml").exists()


@pytest.mark.parametrize("words", [("mini",), ("Mini!", "--", "x"), ("mini", "--url", "file:///etc/passwd")])
def test_wrong_use_of_the_command_is_told(words: tuple[str, ...], home: Path) -> None:
    assert "ConfigError" in command(home, ADD, *words).stderr
