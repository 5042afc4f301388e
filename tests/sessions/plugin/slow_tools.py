"""Tools that take their time, registered by the entry point that third-party tools use."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles

Note = Annotated[str, Semantic("Note", label="note")]
Ticks = Annotated[float, Semantic("Ticks", unit="1", label="ticks")]
Naps = Annotated[float, Semantic("Naps", unit="1", label="nap count")]


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"folder": "."})
def hangs(folder: Note) -> Ticks:
    """Write down the id of the process in a folder, and never come back.

    Args:
        folder: where to write.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    (Path(folder) / str(os.getpid())).touch()
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
def counts(note: Note) -> Ticks:
    """Count letters.

    Args:
        note: any text.
    Returns:
        How many.
    Source: made for the tests.
    """
    return float(len(note))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCO"})
def naps(smiles: Smiles) -> Naps:
    """Count the naps of a molecule, and never come back.

    Writes down the id of the process in the folder that the variable NAPS names.

    Args:
        smiles: any molecule.
    Returns:
        Nothing, ever.
    Source: made for the tests.
    """
    return hangs(os.environ["NAPS"])
