"""Tools with bounds of their own, and tools that are away or that the safety gate looks at."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolUnavailableError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CsvFile, Smiles

Note = Annotated[str, Semantic("Note", label="note")]
Nap = Annotated[float, Semantic("Nap", parent="Parameter", unit="1", label="nap")]
Slept = Annotated[float, Semantic("Slept", unit="1", label="time slept")]
Megabytes = Annotated[int, Semantic("Megabytes", label="bound on the memory")]
Folder = Annotated[str, Semantic("Folder", parent="Parameter", label="folder")]
Relative = Annotated[str, Semantic("Relative", parent="Smiles", label="relative")]
Distilled = Annotated[str, Semantic("Distilled", label="distilled")]
Written = Annotated[Path, Semantic("Written", parent="File", label="written file")]


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"nap": 0.0}, seconds=1.0)
def naps_shortly(nap: Nap) -> Slept:
    """Sleep, but for one second at most.

    Args:
        nap: how long.
    Returns:
        How long.
    Source: made for the tests.
    """
    time.sleep(nap)
    return nap


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"nap": 0.0}, seconds=300.0)
def naps_long(nap: Nap) -> Slept:
    """Sleep for as long as is wanted.

    Args:
        nap: how long.
    Returns:
        How long.
    Source: made for the tests.
    """
    time.sleep(nap)
    return nap


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"}, memory=700)
def small_bound(note: Note) -> Megabytes:
    """Tell the bound on the memory of this call.

    Args:
        note: any text.
    Returns:
        The bound.
    Source: made for the tests.
    """
    return resource.getrlimit(resource.RLIMIT_AS)[0] >> 20


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"}, memory=9000)
def large_bound(note: Note) -> Megabytes:
    """Tell the bound on the memory of this call, which is large.

    Args:
        note: any text.
    Returns:
        The bound.
    Source: made for the tests.
    """
    return resource.getrlimit(resource.RLIMIT_AS)[0] >> 20


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a"})
def usual_bound(note: Note) -> Megabytes:
    """Tell the bound on the memory of this call, which is the usual one.

    Args:
        note: any text.
    Returns:
        The bound.
    Source: made for the tests.
    """
    return resource.getrlimit(resource.RLIMIT_AS)[0] >> 20


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a", "folder": "."})
def dies_once(note: Note, folder: Folder) -> Slept:
    """End the process in the first call.

    Args:
        note: any text.
        folder: where it is noted that there was a first call.
    Returns:
        One.
    Source: made for the tests.
    """
    path = Path(folder) / "died"
    if not path.exists():
        path.write_text("once")
        os.abort()
    return 1.0


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"note": "a", "folder": "."})
def speaks_of_a_death(note: Note, folder: Folder) -> Slept:
    """Fail with the words of another failure.

    Args:
        note: any text.
        folder: where the calls are counted.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    with (Path(folder) / "spoken").open("a") as file:
        file.write("x")
    raise ValueError("the process of speaks_of_a_death died")


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"smiles": "CCO"})
def still_away(smiles: Smiles) -> Distilled:
    """Say that the still cannot be reached.

    Args:
        smiles: a molecule.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    raise ToolUnavailableError("the still cannot be reached")


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.SCREENED, example={"smiles": "CCO"})
def still_here(smiles: Smiles) -> Distilled:
    """Stand in for the still that is away; the gate looks at what it takes.

    Args:
        smiles: a molecule.
    Returns:
        The same.
    Source: made for the tests.
    """
    return smiles


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"smiles": "CCO"})
def still_unwatched(smiles: Smiles) -> Distilled:
    """Stand in, too, and let anything pass.

    Args:
        smiles: a molecule.
    Returns:
        The same.
    Source: made for the tests.
    """
    return smiles


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.SCREENED, example={"smiles": "CCO", "folder": "."})
def relatives(smiles: Smiles, folder: Folder) -> Relative:
    """Give the molecule that a file names, counting the calls.

    Args:
        smiles: a molecule.
        folder: where the file is, and the count.
    Returns:
        The molecule in the file.
    Source: made for the tests.
    """
    with (Path(folder) / "calls").open("a") as file:
        file.write("x")
    return (Path(folder) / "relative").read_text()


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"table": "a.csv"})
def writes(table: CsvFile) -> Written:
    """Write a file and count how often.

    Args:
        table: a file.
    Returns:
        The file that was written.
    Source: made for the tests.
    """
    with table.with_suffix(".calls").open("a") as file:
        file.write("x")
    made = table.with_suffix(".out")
    made.write_text(table.read_text())
    return made


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"table": "a.csv"}, requires=("network",))
def asks_a_service(table: CsvFile) -> Slept:
    """Ask a service that gives something else each time.

    Args:
        table: a file that counts.
    Returns:
        The number of calls.
    Source: made for the tests.
    """
    with table.open("a") as file:
        file.write("x")
    return float(table.stat().st_size)
