"""Tools of other MCP servers, as the user confirmed them: one TOML file per server in the settings folder."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scitoolagent.errors import ConfigError
from scitoolagent.tool import Operation, Safety, Topic

_SERVER = re.compile(r"[a-z][a-z0-9]{0,30}")

_HEAD = """\
# Tools of the MCP server {name}, as it describes them. Read each one, correct the types, and set `confirmed = true`;
# only such tools are used. `type` is a semantic type of this program (Smiles, ProteinSequence, …), or one of its own
# with the prefix {prefix}. Values are screened by their types and by what they hold.
# `digest` stands for what the server said of the tool when it was read; when it says something else later, the tool is
# refused until `scitoolagent tools confirm {name}`.
"""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ForeignPort(_Entry):
    """One input or output; `name` is the server's name for it, `port` the one in the graph."""

    name: str = Field(max_length=200)
    port: str = Field(pattern=r"^[a-z][a-z0-9_]{0,60}$")
    type: str = Field(pattern=r"^[A-Z][A-Za-z0-9]{0,80}$")
    python: Literal["str", "int", "float", "bool", "dict"]
    many: bool = False
    required: bool = True
    text: str = Field("", max_length=300)


class ForeignTool(_Entry):
    """One tool of a server; `name` is the server's name for it, `tool` the one in the graph.

    `digest` is the hash of the definition that the user has read and confirmed; `structured` says that the server
    declares its outputs; otherwise its result is one text.
    """

    name: str = Field(max_length=200)
    tool: str = Field(pattern=r"^[a-z][a-z0-9_]{0,100}$")
    digest: str = Field(pattern=r"^[0-9a-f]{32}$")
    confirmed: bool = False
    safety: Safety = Safety.SCREENED
    operation: Operation = Operation.ANALYSIS
    topic: str = Field(default=str(Topic.GENERAL), max_length=100)
    summary: str = Field(min_length=1, max_length=90)
    structured: bool = False
    inputs: tuple[ForeignPort, ...] = ()
    outputs: tuple[ForeignPort, ...] = Field(min_length=1)


class ForeignServer(_Entry):
    """A server: a command that is started for each call, or an address."""

    name: str
    command: tuple[str, ...] = ()
    url: str = Field("", pattern=r"^(|https?://\S+)$")
    tools: tuple[ForeignTool, ...] = ()

    @property
    def prefix(self) -> str:
        """The prefix of the server's own types."""
        return f"Mcp{self.name.capitalize()}"

    @property
    def tool_prefix(self) -> str:
        """The prefix of its tools, which keeps them from replacing other tools."""
        return f"mcp_{self.name}_"


def check_name(name: str) -> None:
    """Refuse a name that cannot start the names of tools and types.

    Raises:
        ConfigError: says what a name looks like.
    """
    if not _SERVER.fullmatch(name):
        raise ConfigError(f"{name[:40]!r} cannot name a server; use up to 31 small letters and digits")


def server_names(folder: Path) -> list[str]:
    """The servers that were added, in alphabetical order."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def read_server(folder: Path, name: str) -> ForeignServer:
    """One server with its tools.

    Raises:
        ConfigError: there is none of that name, or its file is invalid; says in which line or field.
    """
    check_name(name)
    path = folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(server_names(folder)) or "none"
        raise ConfigError(f"no server is called {name!r} in {folder}; there are: {known}")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        server = ForeignServer(name=name, **data)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path} cannot be read as TOML: {error}") from error
    except (ValidationError, TypeError) as error:
        raise ConfigError(f"{path}: {_first(error)}") from error
    if bool(server.command) == bool(server.url):
        raise ConfigError(f"{path} needs either a command or a url")
    names = [tool.tool for tool in server.tools]
    wrong = [tool for tool in names if not tool.startswith(server.tool_prefix) or names.count(tool) > 1]
    if wrong:
        raise ConfigError(f"{path}: {wrong[0]} must start with {server.tool_prefix} and be there once")
    return server


def _first(error: ValidationError | TypeError) -> str:
    if isinstance(error, TypeError):
        return str(error)
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"


def write_server(folder: Path, server: ForeignServer, replace: bool = False) -> Path:
    """Write the file of a server.

    Args:
        folder: where it goes; made where it is missing.
        server: what it says.
        replace: write it anew where there is one already.
    Raises:
        ConfigError: there is one already, or it cannot be written.
    """
    check_name(server.name)
    path = folder / f"{server.name}.toml"
    partial = folder / f".{server.name}.{os.getpid()}.partial"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if replace:
            partial.write_text(_text(server), encoding="utf-8")
            partial.replace(path)
        else:
            with path.open("x", encoding="utf-8") as file:
                file.write(_text(server))
    except FileExistsError:
        raise ConfigError(
            f"{path} already exists; `scitoolagent tools remove mcp {server.name}` first, or choose another name"
        ) from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error}") from error
    return path


def remove_server(folder: Path, name: str) -> Path:
    """Forget a server, whatever its file holds.

    Raises:
        ConfigError: there is none of that name, or its file cannot be removed.
    """
    check_name(name)
    path = folder / f"{name}.toml"
    try:
        path.unlink()
    except FileNotFoundError:
        known = ", ".join(server_names(folder)) or "none"
        raise ConfigError(f"no server is called {name!r} in {folder}; there are: {known}") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be removed: {error}") from error
    return path


def _text(server: ForeignServer) -> str:
    import tomli_w

    content = server.model_dump(mode="json", exclude={"name"}, exclude_defaults=False)
    # Either of the two says how the server is reached.
    del content["command" if server.url else "url"]
    return _HEAD.format(name=server.name, prefix=server.prefix) + "\n" + tomli_w.dumps(content)
