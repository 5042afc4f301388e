"""Files that questions and plans name: they lie in the working folder, links included."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.errors import ToolInputError


def located(workspace: Path, name: str, folders: bool = False) -> str:
    """The path of a file in the working folder.

    Args:
        workspace: that folder, resolved.
        name: of the file.
        folders: whether it may be a folder.
    Raises:
        ToolInputError: it lies elsewhere, or there is none.
    """
    try:
        path = (workspace / name).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise ToolInputError(f"the file {name[:80]!r} cannot be found: {error}") from error
    if not path.is_relative_to(workspace):
        raise ToolInputError(f"the file {name!r} lies outside the working folder {workspace}; copy it there")
    if not path.is_file() and not (folders and path.is_dir()):
        raise ToolInputError(f"there is no file {name!r} in {workspace}")
    return str(path)
