"""The programs that start this server, and how each is told of it: the file, the key in it, and the command.

As their makers describe them: Claude Desktop (modelcontextprotocol.io, "Connect to local MCP servers"), Claude Code
(code.claude.com/docs/en/mcp), Visual Studio Code (code.visualstudio.com, "MCP configuration reference"), Cursor
(cursor.com/docs, "Model Context Protocol").
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError

NAME = "scitoolagent"
# As `uvx` starts it: from a package index, in an environment of its own.
UVX = ("uvx", "--from", f"{NAME}[mcp]", NAME, "mcp")
_LARGEST = 2_000_000


@dataclass(frozen=True, slots=True)
class Host:
    """A program that starts MCP servers.

    Attributes:
        label: what people call it.
        file: its file of servers, from the folder of a project, or the user's where it knows no projects.
        key: what holds the servers in that file.
        folder: how the file names the folder of the project; empty where there is none.
        of_project: whether the file belongs to a project.
    """

    label: str
    file: str
    key: str
    folder: str = ""
    of_project: bool = True

    def path(self, project: Path) -> Path:
        """The file of this machine."""
        return project / self.file if self.of_project else _settings_folder(sys.platform, os.environ) / self.file


HOSTS = {
    "claude-desktop": Host("Claude Desktop", "Claude/claude_desktop_config.json", "mcpServers", of_project=False),
    "claude-code": Host("Claude Code", ".mcp.json", "mcpServers"),
    "vscode": Host("Visual Studio Code", ".vscode/mcp.json", "servers", "${workspaceFolder}"),
    "cursor": Host("Cursor", ".cursor/mcp.json", "mcpServers", "${workspaceFolder}"),
}


def host_of(name: str) -> Host:
    """The host of that name.

    Raises:
        ConfigError: it is not known.
    """
    if name not in HOSTS:
        raise ConfigError(f"no host is called {name[:40]!r}; there are {', '.join(HOSTS)}")
    return HOSTS[name]


def server_entry(host: Host, uvx: bool = False, folder: Path | None = None) -> dict[str, Any]:
    """What a host has to know of this server: the command that starts it.

    Args:
        host: which.
        uvx: start it by `uvx` from a package index, instead of the Python that runs now.
        folder: where files named in questions must lie; the project's when left out.
    """
    # Hosts with windows start without the path of a shell, so the command is a whole one.
    command, *words = UVX if uvx else (sys.executable, "-m", "scitoolagent.cli", "mcp")
    place = str(folder) if folder is not None else host.folder
    return {"type": "stdio", "command": command, "args": [*words, *(["--folder", place] if place else [])]}


def with_server(text: str, host: Host, entry: Mapping[str, Any]) -> str:
    """The content of a host's file with this server in it; all else stays as it is.

    Raises:
        ConfigError: the file is not JSON without comments, or not of that form.
    """
    advice = f"add the server there yourself, under {host.key!r}"
    try:
        held = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"the file is not plain JSON ({str(error)[:100]}); {advice}") from error
    servers = held.get(host.key, {}) if isinstance(held, dict) else None
    if not isinstance(servers, dict):
        raise ConfigError(f"the file does not hold an object with servers; {advice}")
    found = {**held, host.key: {**servers, NAME: dict(entry)}}
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def read_settings(path: Path) -> str:
    """The content of a host's file; empty where there is none.

    Raises:
        ConfigError: it cannot be read, or is too large.
    """
    try:
        data = path.read_bytes() if path.exists() else b""
        if len(data) > _LARGEST:
            raise ConfigError(f"{path} has {len(data):,} bytes; at most {_LARGEST:,} are read")
        return data.decode("utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error


def write_settings(path: Path, text: str) -> None:
    """Write a host's file, whole or not at all; it stays readable for whom it was.

    Raises:
        ConfigError: it cannot be written.
    """
    target = path.resolve()
    written = target.with_name(f".{secrets.token_hex(4)}.{target.name}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
        written.touch(mode=0o600)
        written.write_text(text, encoding="utf-8")
        written.chmod(mode)
        written.replace(target)
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        written.unlink(missing_ok=True)


def _settings_folder(platform: str, environment: Mapping[str, str]) -> Path:
    """Where programs with windows keep a user's settings."""
    home = Path.home()
    if platform == "darwin":
        return home / "Library" / "Application Support"
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
