"""An MCP bundle (`.mcpb`): one file that a host installs, as MANIFEST.md of modelcontextprotocol/mcpb describes it.

The host brings uv, which installs what `pyproject.toml` names into an environment of its own; with a wheel in the
bundle, this program needs no package index.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from scitoolagent import __version__
from scitoolagent.errors import ConfigError
from scitoolagent.mcp.early import TOOLS_FILE
from scitoolagent.mcp.hosts import NAME

MANIFEST_VERSION = "0.4"
DESCRIPTION = "Answers scientific questions with numbers that real tools computed, each traced to the call that made it"
_SERVER = '''"""Start the server of the bundle."""

from scitoolagent.cli import main

if __name__ == "__main__":
    main()
'''
# The same bytes for the same bundle.
_WRITTEN = (1980, 1, 1, 0, 0, 0)
_PYTHON = ">=3.11"


def manifest() -> dict[str, Any]:
    """What a host reads first: what this is, how it is started, and what the user has to choose."""
    start = ["run", "--project", "${__dirname}", "${__dirname}/server.py", "mcp", "--folder", "${user_config.folder}"]
    return {
        "manifest_version": MANIFEST_VERSION,
        "name": NAME,
        "display_name": "SciToolAgent",
        "version": __version__,
        "description": DESCRIPTION,
        "author": {"name": "The scitoolagent authors"},
        "license": "Apache-2.0",
        "keywords": ["chemistry", "biology", "materials", "science"],
        "server": {"type": "uv", "entry_point": "server.py", "mcp_config": {"command": "uv", "args": start}},
        "tools": [
            {"name": tool["name"], "description": tool["description"]} for tool in json.loads(TOOLS_FILE.read_bytes())
        ],
        "compatibility": {"platforms": ["darwin", "win32", "linux"], "runtimes": {"python": _PYTHON}},
        "user_config": {
            "folder": {
                "type": "directory",
                "title": "Folder of your files",
                "description": "Files that questions name must lie in this folder.",
                "required": True,
                "default": "${DOCUMENTS}",
            }
        },
    }


def write_bundle(out: Path, wheel: Path | None = None) -> Path:
    """Write the bundle.

    Args:
        out: the file, which ends in `.mcpb`.
        wheel: of this program, to go into the bundle; without it, uv takes this version from a package index.
    Raises:
        ConfigError: the file is there already or cannot be written, or the wheel is not one of this program.
    """
    if out.suffix != ".mcpb":
        raise ConfigError(f"{out.name[:80]!r}: a bundle is a file that ends in .mcpb")
    if wheel is not None and not (wheel.name.startswith(f"{NAME}-{__version__}-") and wheel.suffix == ".whl"):
        raise ConfigError(f"{wheel.name[:80]!r} is not a wheel of {NAME} {__version__}")
    parts = {
        "manifest.json": (json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n").encode(),
        "pyproject.toml": _project(wheel).encode(),
        "server.py": _SERVER.encode(),
    }
    try:
        if wheel is not None:
            parts[wheel.name] = wheel.read_bytes()
        with out.open("xb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                archive.writestr(zipfile.ZipInfo(name, _WRITTEN), data, zipfile.ZIP_DEFLATED)
    except OSError as error:
        raise ConfigError(f"the bundle cannot be written: {error}") from error
    return out


def _project(wheel: Path | None) -> str:
    need = f"{NAME}[mcp]=={__version__}"
    lines = ["[project]", f'name = "{NAME}-bundle"', f'version = "{__version__}"', f'requires-python = "{_PYTHON}"']
    lines += [f'dependencies = ["{need}"]', "", "[tool.uv]", "package = false"]
    if wheel is not None:
        lines += ["", "[tool.uv.sources]", f'{NAME} = {{ path = "{wheel.name}" }}']
    return "\n".join(lines) + "\n"
