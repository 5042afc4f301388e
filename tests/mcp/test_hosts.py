"""How MCP hosts are told of the server: their files, the plugin, and a bundle that starts."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from pathlib import Path

import anyio
import jsonschema
import pytest
from mcp import Client, StdioServerParameters
from typer.testing import CliRunner

from scitoolagent import __version__
from scitoolagent.cli.app import app
from scitoolagent.errors import ConfigError
from scitoolagent.mcp.bundle import DESCRIPTION, manifest, write_bundle
from scitoolagent.mcp.early import TOOLS_FILE
from scitoolagent.mcp.hosts import HOSTS, UVX, _settings_folder, host_of, server_entry, with_server

ROOT = Path(__file__).parents[2]
TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def closed(needed: str, /, **properties: object) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": needed.split(),
        "additionalProperties": False,
    }


# What this bundle uses of the schema of manifests 0.4 (modelcontextprotocol/mcpb), which takes no other keys.
MANIFEST = closed(
    "manifest_version name version description author server",
    manifest_version={"const": "0.4"},
    **dict.fromkeys(("name", "display_name", "version", "description", "license"), TEXT),
    keywords=TEXTS,
    author=closed("name", name=TEXT),
    server=closed(
        "type entry_point",
        type={"enum": ["python", "node", "binary", "uv"]},
        entry_point=TEXT,
        mcp_config=closed("command", command=TEXT, args=TEXTS),
    ),
    tools={"type": "array", "items": closed("name", name=TEXT, description=TEXT)},
    compatibility=closed(
        "",
        platforms={"type": "array", "items": {"enum": ["darwin", "win32", "linux"]}},
        runtimes=closed("", python=TEXT),
    ),
    user_config={
        "type": "object",
        "additionalProperties": closed(
            "type title description",
            type={"enum": ["string", "number", "boolean", "directory", "file"]},
            title=TEXT,
            description=TEXT,
            required={"type": "boolean"},
            default=TEXT,
        ),
    },
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("home")
    return {"SCITOOLAGENT_DATA_DIR": str(folder / "data"), "SCITOOLAGENT_CACHE_DIR": str(folder / "cache")}


def tools_of(command: str, words: list[str], env: dict[str, str], cwd: Path) -> list[str]:
    """The tools that the official client finds behind a command, and the TPSA of glycerol, computed there."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    parameters = StdioServerParameters(command=command, args=words, env={**kept, **env}, cwd=cwd)
    found: list[str] = []

    async def main() -> None:
        with anyio.fail_after(120):
            async with Client(parameters) as client:
                found.extend(tool.name for tool in (await client.list_tools()).tools)
                asked = {"question": "Describe here.csv"}
                answer = (await client.call_tool("ask", asked)).structured_content["answer"]
                assert answer["status"] == "complete", answer["text"]

    anyio.run(main)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTS)
def test_a_host_gets_a_server_that_starts(name: str, tmp_path: Path, home: dict[str, str]) -> None:
    host = host_of(name)
    (tmp_path / "here.csv").write_text("name,mass\na,1\nb,2\nc,3\n")
    held = json.loads(with_server("", host, server_entry(host, folder=tmp_path)))
    assert list(held) == [host.key]
    entry = held[host.key]["scitoolagent"]
    assert Path(entry["command"]).is_absolute()
    # The host starts it somewhere else.
    names = tools_of(entry["command"], entry["args"], home, Path(tmp_path.anchor))
    assert names == [tool["name"] for tool in json.loads(TOOLS_FILE.read_bytes())]


def test_projects_are_named_as_the_host_names_them() -> None:
    assert server_entry(HOSTS["vscode"])["args"][-2:] == ["--folder", "${workspaceFolder}"]
    assert "--folder" not in server_entry(HOSTS["claude-code"])["args"]
    assert server_entry(HOSTS["claude-code"], uvx=True)["args"] == list(UVX[1:])


def test_other_servers_and_settings_of_the_host_stay() -> None:
    before = {"theme": "dark", "servers": {"other": {"command": "x"}, "scitoolagent": {"command": "old"}}}
    after = json.loads(with_server(json.dumps(before), HOSTS["vscode"], {"command": "new"}))
    assert after == {"theme": "dark", "servers": {"other": {"command": "x"}, "scitoolagent": {"command": "new"}}}


@pytest.mark.parametrize("text", ["// mine\n{}", "[]", '{"mcpServers": []}', "[" * 100_000, "{"])
def test_a_file_of_another_form_is_left_alone(text: str) -> None:
    with pytest.raises(ConfigError, match="add the server there yourself, under 'mcpServers'"):
        with_server(text, HOSTS["cursor"], {})


def test_the_folder_of_settings_is_that_of_the_system() -> None:
    assert _settings_folder("darwin", {}).as_posix().endswith("Library/Application Support")
    assert _settings_folder("win32", {"APPDATA": "roaming"}) == Path("roaming")
    assert _settings_folder("linux", {"XDG_CONFIG_HOME": "here"}) == Path("here")


def config(*words: str, stdin: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(app, ["mcp", "config", *words], input=stdin)
    return done.exit_code, done.output


def test_nothing_is_written_unless_a_person_agrees(tmp_path: Path) -> None:
    file = tmp_path / ".cursor" / "mcp.json"
    project = ["cursor", "--project", str(tmp_path)]
    code, told = config(*project)
    assert code == 0 and str(file) in told and not file.exists()
    assert config(*project, "--write", stdin="n\n")[0] == 1
    assert not file.exists()
    code, told = config(*project, "--write", stdin="y\n")
    assert code == 0 and '+    "scitoolagent": {' in told
    written = file.read_text(encoding="utf-8")
    assert json.loads(written)["mcpServers"]["scitoolagent"]["command"] == sys.executable
    assert "has it already" in config(*project, "--write")[1]
    file.write_text("{broken", encoding="utf-8")
    assert config(*project, "--write", "--yes")[0] == 1
    assert file.read_text(encoding="utf-8") == "{broken"


def test_the_manifest_is_one_of_the_specification() -> None:
    jsonschema.validate(manifest(), MANIFEST)
    assert manifest()["version"] == __version__
    assert len(manifest()["tools"]) == 8


def test_a_bundle_starts_and_finds_the_files_of_the_chosen_folder(tmp_path: Path, home: dict[str, str]) -> None:
    wheel = tmp_path / f"scitoolagent-{__version__}-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    out = write_bundle(tmp_path / "made.mcpb", wheel)
    again = write_bundle(tmp_path / "again.mcpb", wheel)
    assert out.read_bytes() == again.read_bytes()
    with pytest.raises(ConfigError, match="cannot be written"):
        write_bundle(out)
    inside = tmp_path / "inside"
    zipfile.ZipFile(out).extractall(inside)
    assert {path.name for path in inside.iterdir()} == {"manifest.json", "pyproject.toml", "server.py", wheel.name}
    assert f'path = "{wheel.name}"' in (inside / "pyproject.toml").read_text()
    started = json.loads((inside / "manifest.json").read_text())["server"]["mcp_config"]
    (tmp_path / "here.csv").write_text("name,mass\na,1\nb,2\nc,3\n")
    places = {"${__dirname}": str(inside), "${user_config.folder}": str(tmp_path)}
    words = started["args"]
    for place, path in places.items():
        words = [word.replace(place, path) for word in words]
    # `uv run --project FOLDER` runs the rest with the Python of that project.
    assert (started["command"], words[:3]) == ("uv", ["run", "--project", str(inside)])
    assert len(tools_of(sys.executable, words[3:], home, Path(tmp_path.anchor))) == 8


@pytest.mark.parametrize(("out", "wheel"), [("made.zip", None), ("made.mcpb", "numpy-2.0-py3-none-any.whl")])
def test_a_bundle_of_something_else_is_refused(tmp_path: Path, out: str, wheel: str | None) -> None:
    with pytest.raises(ConfigError):
        write_bundle(tmp_path / out, tmp_path / wheel if wheel else None)
    assert not (tmp_path / out).exists()


def test_the_plugin_says_what_the_program_says() -> None:
    about = json.loads((ROOT / "plugin/.claude-plugin/plugin.json").read_text())
    assert (about["name"], about["version"], about["description"]) == ("scitoolagent", __version__, DESCRIPTION)
    (server,) = json.loads((ROOT / "plugin/.mcp.json").read_text())["mcpServers"].values()
    assert [server["command"], *server["args"]] == list(UVX)
    (listed,) = json.loads((ROOT / ".claude-plugin/marketplace.json").read_text())["plugins"]
    assert (listed["name"], listed["description"]) == (about["name"], DESCRIPTION)
    assert (ROOT / listed["source"] / ".mcp.json").is_file()
    skill = (ROOT / "plugin/skills/scitoolagent/SKILL.md").read_text()
    named = {tool["name"] for tool in json.loads(TOOLS_FILE.read_bytes())}
    assert {"describe_tool", "run_program", "search_tools"} <= {name for name in named if f"`{name}`" in skill}
