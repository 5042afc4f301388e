"""Tools that misbehave, registered by the entry point that third-party tools use."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CsvFile, MoleculeName

Note = Annotated[str, Semantic("Note", label="note")]
Ticks = Annotated[float, Semantic("Ticks", unit="1", label="ticks")]
Tocks = Annotated[float, Semantic("Tocks", unit="1", label="tocks")]
Size = Annotated[int, Semantic("Size", label="size of a file")]
Seconds = Annotated[float, Semantic("Seconds", parent="Parameter", label="seconds")]
Folder = Annotated[str, Semantic("Folder", parent="Parameter", label="folder")]


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def echo(note: Note) -> Note:
    """Give the note back.

    Args:
        note: any text; `wrong` is refused.
    Returns:
        The same note.
    Source: made for the tests.
    """
    print("a library that prints")
    if note == "wrong":
        raise ToolInputError("the note is 'wrong'; give another")
    return note


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def hangs(note: Note) -> Ticks:
    """Never come back.

    Args:
        note: any text.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    while True:
        time.sleep(1)


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def crashes(note: Note) -> Ticks:
    """End the process as a crash in C++ does.

    Args:
        note: any text.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    os.abort()


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def eats(note: Note) -> Ticks:
    """Take all memory there is.

    Args:
        note: any text.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    hoard = []
    while True:
        hoard.append(bytearray(100_000_000))


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def breaks(note: Note) -> Ticks:
    """Raise an error no tool should let out.

    Args:
        note: any text.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    return 1 / 0


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def lies(note: Note) -> Ticks:
    """Give what it does not declare.

    Args:
        note: any text.
    Returns:
        Not a number.
    Source: made for the tests.
    """
    return float("nan")


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def clock_away(note: Note) -> Tocks:
    """Say that its service cannot be reached.

    Args:
        note: any text.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    raise ToolUnavailableError("the clock cannot be reached")


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def clock_here(note: Note) -> Tocks:
    """Stand in for the clock that is away.

    Args:
        note: any text.
    Returns:
        The number of letters.
    Source: made for the tests.
    """
    return float(len(note))


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a", "folder": "."})
def counts_calls(note: Note, folder: Folder) -> Ticks:
    """Count how often it really ran.

    Args:
        note: any text.
        folder: where the count is kept.
    Returns:
        The number of runs so far.
    Source: made for the tests.
    """
    path = Path(folder) / "runs"
    runs = int(path.read_text()) + 1 if path.exists() else 1
    path.write_text(str(runs))
    return float(runs)


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"table": "a.csv"})
def file_size(table: CsvFile) -> Size:
    """Measure a file.

    Args:
        table: a file in the working folder.
    Returns:
        Its bytes.
    Source: made for the tests.
    """
    return table.stat().st_size


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.SCREENED, example={"name": "a"})
def screened(name: MoleculeName) -> Ticks:
    """Do something the safety gate has to look at.

    Args:
        name: any text.
    Returns:
        One.
    Source: made for the tests.
    """
    return 1.0
