"""Where the tools of other MCP servers are kept; whether there are any costs one look into a folder."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = "SCITOOLAGENT_MCP_DIR"
MODULE = "scitoolagent.mcp.foreign"


def catalogue_folder() -> Path:
    """The folder with one file a server; SCITOOLAGENT_MCP_DIR names another place."""
    named = os.environ.get(FOLDER)
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_config_dir("scitoolagent")) / "mcp"


def has_servers() -> bool:
    """Whether somebody has added a server."""
    try:
        return any(path.suffix == ".toml" for path in catalogue_folder().iterdir())
    except OSError:
        return False
