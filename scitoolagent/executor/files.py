"""Files that questions and plans name: they lie in the working folder, or where tools put those that they make."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError
from scitoolagent.records import Query, Step

if TYPE_CHECKING:
    from scitoolagent.tables import Table

# Folders of the cache in which tools put structures that other tools read; nothing of a person lies there.
MADE = (("backbones",), ("records", "pdb_files"))

# Text of numbers and structures is about so many times as large as its gzip.
_EXPANDS = 4


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
        raise ToolInputError(f"the file {name!r} lies outside the working folder; copy it there")
    if not path.is_file() and not (folders and path.is_dir()):
        if path.exists() and not path.is_dir():
            raise ToolInputError(f"{name!r} is no plain file and is not opened; copy it to one")
        raise ToolInputError(f"there is no file {name!r} in the working folder")
    return str(path)


def check_size(path: Path, most: int) -> None:
    """Refuse a file that takes longer to read than somebody waits for an answer.

    Raises:
        ToolInputError: it is larger than the setting.
    """
    size = path.stat().st_size * (_EXPANDS if path.suffix == ".gz" else 1) if path.is_file() else 0
    if size > most:
        about = "about " if path.suffix == ".gz" else ""
        raise ToolInputError(
            f"{path.name[:80]} holds {about}{size / 1e6:,.0f} MB, and a question reads a file of at most "
            f"{most / 1e6:,.0f} MB; ask about a part of its rows, or raise the setting max_file_bytes"
        )


def check_columns(query: Query, step: Step, table: Table) -> None:
    """Refuse a file whose columns are no longer those that the plan was made for: it names them by their places."""
    for reference in step.references():
        schema = query.table(reference.name)
        # Another sheet of the file has columns of its own.
        if schema is not None and step.arguments.get("sheet", schema.sheet) != schema.sheet:
            continue
        if schema is not None and not schema.problem and schema.columns != table.columns:
            raise ToolInputError(f"the columns of {table.source} are others than when the question was read; ask again")
