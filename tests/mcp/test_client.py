"""Another server's tools: proposed, confirmed, screened; a server that misbehaves fails only its own call."""

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
from typing import Any, NamedTuple

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
from scitoolagent.mcp.catalogue import (
    ForeignPort,
    ForeignServer,
    ForeignTool,
    read_server,
    remove_server,
    server_names,
    write_server,
)
from scitoolagent.mcp.client import call, fetch_tools
from scitoolagent.mcp.foreign import declare, load_servers
from scitoolagent.mcp.propose import definition_digest, propose, renew
from scitoolagent.tool import Safety, spec_of
from scitoolagent.tool.call import call_tool

HERE = Path(__file__).parent


def mini(kind: str) -> ForeignServer:
    return ForeignServer(name="mini", command=(sys.executable, str(HERE / "mini_server.py"), kind))


@pytest.fixture(scope="module")
def proposed() -> tuple[ForeignServer, list[str]]:
    server = mini("good")
    return propose(server, fetch_tools(server, 60))


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
    assert all(len(text) <= 90 for tool in server.tools for text in (tool.summary, *(p.text for p in tool.inputs)))
    assert "\x1b" not in weigh.summary and "\n" not in weigh.summary
    assert [reason.partition(":")[0] for reason in left_out] == ["odd", "—"]


def test_the_file_reads_back_and_is_not_overwritten(proposed: tuple[ForeignServer, list[str]], tmp_path: Path) -> None:
    path = write_server(tmp_path, proposed[0])
    assert server_names(tmp_path) == ["mini"]
    assert read_server(tmp_path, "mini") == proposed[0]
    with pytest.raises(ConfigError, match="already exists"):
        write_server(tmp_path, proposed[0])
    assert tomllib.loads(path.read_text())["tools"][0]["confirmed"] is False
    write_server(tmp_path, proposed[0].model_copy(update={"tools": ()}), replace=True)
    assert read_server(tmp_path, "mini").tools == ()
    assert remove_server(tmp_path, "mini") == path
    assert list(tmp_path.iterdir()) == []
    for name, reason in (("mini", "no server is called"), ("../mini", "cannot name a server")):
        for forget in (remove_server, read_server):
            with pytest.raises(ConfigError, match=reason):
                forget(tmp_path, name)


@pytest.mark.parametrize("text", ['"""', "a\nb", "\x7f\x00\x1b", "\\", "'''\n[[tools]]\nconfirmed = true", "é€𝔸", "#"])
def test_no_text_of_a_server_breaks_out_of_the_file(text: str, tmp_path: Path) -> None:
    described = {
        "name": f"a{text}",
        "description": f"Do {text}.",
        "inputSchema": {"type": "object", "properties": {f"b{text}": {"type": "string", "description": text}}},
    }
    server, _ = propose(ForeignServer(name="mini", command=("x", text)), [described])
    write_server(tmp_path, server)
    assert read_server(tmp_path, "mini") == server
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


@pytest.mark.slow
def test_a_server_that_hangs_is_ended(proposed: tuple[ForeignServer, list[str]]) -> None:
    with pytest.raises(ToolTimeoutError, match="within 3 s"):
        call(mini("hangs"), "say", proposed[0].tools[1].digest, {"what": "x"}, 3)


def test_a_refusal_of_the_server_is_one_plain_line(proposed: tuple[ForeignServer, list[str]]) -> None:
    with pytest.raises(ToolInputError) as raised:
        run("good", proposed, 1, what="wrong")
    assert str(raised.value) == "say of mini says: not [31mthis one"


def test_a_command_that_is_not_there_and_a_list_that_is_none() -> None:
    with pytest.raises(ToolUnavailableError):
        fetch_tools(ForeignServer(name="absent", command=("/no/such/program",)), 20)
    with pytest.raises(ToolFailedError):
        fetch_tools(mini("nonsense"), 60)


def test_a_type_of_somebody_else_is_refused() -> None:
    port = ForeignPort(name="x", port="x", type="PolarSurfaceArea", python="str")
    tool = ForeignTool(name="x", tool="mcp_mini_x", digest="0" * 32, summary="X.", outputs=(port,))
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
         "digest = '00000000000000000000000000000000'\noutputs = [{name='a', port='a', type='A', python='str'}]",
         "must start with mcp_mini_"),
        ("command = ['x']\n[[tools]]\nname = 'q'\ntool = 'mcp_mini_q'\nsummary = 'Q.'\nsafety = 'none'\n"
         "digest = '00000000000000000000000000000000'\noutputs = [{name='a', port='a', type='A', python='str'}]", "safety"),
        ("command = ['x']\n[[tools]]\nname = 'q'\ntool = 'mcp_mini_q'\nsummary = 'Q.'\n"
         "digest = '00000000000000000000000000000000'\noutputs = []", "outputs"),
        ("command = ['x']\n[[tools]]\nname = 'q'\ntool = 'mcp_mini_q'\nsummary = 'Q.'\ndigest = 'none'\n"
         "outputs = [{name='a', port='a', type='A', python='str'}]", "digest"),
    ],
)  # fmt: skip
def test_files_that_are_wrong_are_named(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "mini.toml").write_text(text)
    with pytest.raises(ConfigError, match=message):
        read_server(tmp_path, "mini")


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
    proposed, left_out = propose(server, fetch_tools(server, 60))
    assert left_out == []
    (tool,) = proposed.tools
    function = declare(proposed, tool, {port.type for port in tool.outputs})
    assert call_tool(spec_of(function), {"a": 2, "b": 3}) == {"result": 5}
    away = ForeignServer(name="adder", url="http://127.0.0.1:9/mcp")
    with pytest.raises(ToolUnavailableError, match="cannot be used"):
        call(away, "add", tool.digest, {"a": 1, "b": 2}, 20)
    with pytest.raises(ToolUnavailableError, match="not what was confirmed"):
        call(server, "add", "0" * 32, {"a": 1, "b": 2}, 20)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the entry point of foreign tools and a confirmed server."""
    folder = tmp_path_factory.mktemp("foreign")
    info = folder / "foreign-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[scitoolagent.tools]\nmcp = scitoolagent.mcp.foreign\n")
    return folder


BATCH = """
import contextlib, io, json, sys
from scitoolagent.cli import run
done = []
for words in json.load(sys.stdin):
    sys.argv, sys.stdin, out, err = ["scitoolagent", *words], io.StringIO(), io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run()
    done.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(done))
"""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def commands(home: Path, *batch: tuple[str, ...]) -> list[Done]:
    """What commands come to, one after the other in one process, as starting one takes a second."""
    names = {"SCITOOLAGENT_MCP_DIR": "mcp", "SCITOOLAGENT_DATA_DIR": "data", "SCITOOLAGENT_CACHE_DIR": "cache"}
    env = {**os.environ, **{name: str(home / folder) for name, folder in names.items()}, "PYTHONPATH": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", BATCH],
        input=json.dumps(batch),
        cwd=home,
        env={**env, "COLUMNS": "300", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Done(*one) for one in json.loads(done.stdout)]


def test_from_the_command_to_a_screened_call(home: Path) -> None:
    said = home / "said"
    said.write_text("")
    words = ("mini", "--", sys.executable, str(HERE / "mini_server.py"), "good", str(said))
    weigh = ("tools", "run", "mcp_mini_weigh_molecule")
    added, early, refused, confirmed = commands(
        home,
        ("tools", "add", "mcp", *words),
        (*weigh, "smiles=CCO"),
        ("tools", "confirm", "mini", "mcp_mini_weigh_molecule"),
        ("tools", "confirm", "mini", "mcp_mini_weigh_molecule", "--yes"),
    )
    assert added.code == 0, added.err
    assert "2 tools of mini are proposed" in added.out
    assert "left out: odd" in added.err
    assert "no tool is called" in early.err, "nothing is confirmed yet"
    assert refused.code == 1, "nobody answered"
    assert "takes smiles: Smiles" in refused.out
    assert "1 of 2 tools of mini are confirmed" in confirmed.out, confirmed.err
    listed, done, sarin, ours, theirs = commands(
        home,
        ("tools", "list"),
        (*weigh, "smiles=OCC(O)CO"),
        (*weigh, "smiles=CC(C)OP(C)(=O)F"),
        # Ours is never replaced by one that claims the same; what only theirs gives is planned with theirs.
        ("plan", "--json", "What is the InChIKey of CCO?"),
        ("plan", "--json", "What is the mini weigh molecule mass of CCO?"),
    )
    assert "mcp_mini_weigh_molecule" in listed.out
    assert "mcp_mini_say" not in listed.out
    assert done.code == 0, done.err
    assert json.loads(done.out)["mass"]["value"] == 46.07
    assert sarin.code == 3
    assert "nothing here works on it" in sarin.err
    for planned, tool in ((ours, "smiles_to_inchikey"), (theirs, "mcp_mini_weigh_molecule")):
        assert [step["tool"] for step in json.loads(planned.out)["plan"]["steps"]] == [tool]


@pytest.mark.slow
def test_a_definition_that_changes_is_refused_until_it_is_confirmed_anew(home: Path) -> None:
    said = home / "later"
    said.write_text("")
    words = ("later", "--", sys.executable, str(HERE / "mini_server.py"), "good", str(said))
    added = commands(home, ("tools", "add", "mcp", *words), ("tools", "confirm", "later", "--yes"))
    assert [done.code for done in added] == [0, 0], added
    said.write_text(", and a note of who asks. silent")
    weigh, confirm = ("tools", "run", "mcp_later_weigh_molecule", "smiles=CCO"), ("tools", "confirm", "later", "--yes")
    changed, gone, again = commands(home, weigh, ("tools", "run", "mcp_later_say", "what=x"), confirm)
    assert changed.code == 1
    assert "weighMolecule of later is not what was confirmed: the server describes it differently now" in changed.err
    assert "say of later is not what was confirmed: the server no longer has it" in gone.err
    assert "mcp_later_weigh_molecule (changed)" in again.out
    assert "and a note of who asks" in again.out
    assert "mcp_later_say is gone" in again.out
    assert "1 of 1 tools of later are confirmed" in again.out
    remove = ("tools", "remove", "mcp", "later")
    done, removed, absent = commands(home, weigh, remove, remove)
    assert done.code == 0, done.err
    assert "is removed" in removed.out
    assert "no server is called 'later'" in absent.err


def test_what_stays_the_same_keeps_what_a_person_wrote(proposed: tuple[ForeignServer, list[str]]) -> None:
    fresh, _ = proposed
    weigh, say = fresh.tools
    mine = weigh.model_copy(update={"confirmed": True, "summary": "Weigh."})
    other = say.model_copy(update={"confirmed": True, "digest": "0" * 32})
    renewed, notes = renew(fresh.model_copy(update={"tools": (mine, other)}), fresh)
    assert renewed.tools == (mine, say)
    assert notes == {"mcp_mini_say": "changed"}
    assert renew(fresh.model_copy(update={"tools": ()}), fresh)[1] == dict.fromkeys((weigh.tool, say.tool), "new")


@pytest.mark.parametrize("part", ["name", "title", "description", "inputSchema", "outputSchema", "annotations"])
def test_a_digest_stands_for_all_that_a_server_says(part: str) -> None:
    said = {"name": "a", "description": "b", "inputSchema": {"x": 1, "y": [2]}}
    assert definition_digest(said) == definition_digest(
        {"inputSchema": {"y": [2], "x": 1}, "description": "b", "name": "a"}
    )
    assert definition_digest({**said, part: "other"}) != definition_digest(said)


def test_a_broken_file_costs_its_tools_only(home: Path) -> None:
    (home / "mcp").mkdir(exist_ok=True)
    (home / "mcp" / "broken.toml").write_text("command = ")
    done, listed, shown = commands(
        home,
        ("tools", "run", "qed", "smiles=CCO"),
        ("tools", "list", "--topic", "materials"),
        ("tools", "servers"),
    )
    (home / "mcp" / "broken.toml").unlink()
    assert done.code == 0, done.err
    assert "the tools of the server broken cannot be used" in listed.err
    assert "broken: cannot be used" in shown.out


def test_one_wrong_type_costs_its_server_only(proposed: tuple[ForeignServer, list[str]], tmp_path: Path) -> None:
    server, _ = proposed
    confirmed = tuple(tool.model_copy(update={"confirmed": True}) for tool in server.tools)
    path = write_server(tmp_path, server.model_copy(update={"tools": confirmed}))
    (tmp_path / "other.toml").write_text(path.read_text().replace("mcp_mini_", "mcp_other_"))
    tools, problems = load_servers(tmp_path)
    assert [spec_of(tool).name for tool in tools] == ["mcp_mini_weigh_molecule", "mcp_mini_say"]
    assert list(problems) == ["other"]
    assert "start with McpOther" in problems["other"]


def test_without_a_server_nothing_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys; from scitoolagent.tool.registry import load_foreign; print(load_foreign());"
        "print([name for name in sys.modules if name.startswith('scitoolagent.mcp')])"
    )
    for folder in ("absent", "."):
        monkeypatch.setenv("SCITOOLAGENT_MCP_DIR", str(tmp_path / folder))
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["()", "[]"]


@pytest.mark.slow
def test_a_server_that_sends_without_end_is_contained(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCITOOLAGENT_TOOL_MEGABYTES", "1024")
    words = ("endless", "--seconds", "5", "--", sys.executable, str(HERE / "mini_server.py"), "endless")
    (done,) = commands(home, ("tools", "add", "mcp", *words))
    assert done.code == 1
    assert "the server endless" in done.err.splitlines()[-1]
    assert not (home / "mcp" / "endless.toml").exists()


def test_wrong_use_of_the_commands_is_told(home: Path) -> None:
    wrong = {
        ("add", "mcp", "mini"): "either a command behind --, or a --url",
        ("add", "mcp", "Mini!", "--", "x"): "cannot name a server",
        ("add", "mcp", "mini", "--url", "file:///etc/passwd"): "must start with http",
        ("confirm", "absent"): "no server is called 'absent'",
        ("confirm", "../x"): "cannot name a server",
        ("remove", "mcp", "../x"): "cannot name a server",
    }
    found = commands(home, *(("tools", *words) for words in wrong))
    for done, message in zip(found, wrong.values(), strict=True):
        assert done.code == 1
        assert message in done.err
        assert "Traceback" not in done.err


@pytest.mark.slow
def test_a_server_over_http_from_the_command_to_a_call(home: Path, address: str) -> None:
    added, confirmed = commands(
        home, ("tools", "add", "mcp", "adder", "--url", address), ("tools", "confirm", "adder", "--yes")
    )
    assert added.code == 0, added.err
    assert "1 of 1 tools" in confirmed.out
    (done,) = commands(home, ("tools", "run", "mcp_adder_add", "a=2", "b=3"))
    assert json.loads(done.out)["result"]["value"] == 5, done.err
