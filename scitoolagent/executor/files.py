"""Files that questions and plans name: they lie in the working folder, or where tools put those that they make."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scitoolagent.errors import ToolInputError

# Folders of the cache in which tools put structures that other tools read; nothing of a person lies there.
MADE = (("backbones",), ("records", "pdb_files"))


def located(workspace: Path, name: str, folders: bool = False, made: Sequence[Path] = ()) -> str:
    """The path of a file in the working folder, or in one of those in which tools put what they make.

    Args:
        workspace: that folder, resolved.
        name: of the file.
        folders: whether it may be a folder.
        made: the folders of tools, resolved.
    Raises:
        ToolInputError: it lies elsewhere, or there is none.
    """
    try:
        path = (workspace / name).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise ToolInputError(f"the file {name[:80]!r} cannot be found: {error}") from error
    if not any(path.is_relative_to(folder) for folder in (workspace, *made)):
        raise ToolInputError(f"the file {name!r} lies outside the working folder {workspace}; copy it there")
    if not path.is_file() and not (folders and path.is_dir()):
        raise ToolInputError(f"there is no file {name!r} in {workspace}")
    return str(path)
