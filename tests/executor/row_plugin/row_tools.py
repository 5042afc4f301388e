"""Tools that are mapped over rows: one that counts its calls, one that crashes, one for many rows at once."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles

Word = Annotated[str, Semantic("Word", label="word")]
Folder = Annotated[str, Semantic("Folder", parent="Parameter", label="folder")]
Letters = Annotated[int, Semantic("Letters", unit="1", label="number of letters")]
Weighed = Annotated[float, Semantic("Weighed", parent="Parameter", unit="mg", label="weighed mass")]
Doubled = Annotated[float, Semantic("Doubled", unit="mg", label="doubled mass")]
Pair = Annotated[list[int], Semantic("Pair", label="pair of numbers")]
Copied = Annotated[str, Semantic("Copied", parent="Smiles", label="copied molecule")]


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"word": "a", "folder": "."}, seconds=3.0)
def counted(word: Word, folder: Folder) -> Letters:
    """Count the letters of a word, and note the call in a file.

    Args:
        word: `crash` ends the process, `hang` takes for ever, `slow` a tenth of a second.
        folder: where the calls are noted.
    Returns:
        Number of letters.
    Raises:
        ToolInputError: the word is `bad`.
    Source: made for the tests.
    """
    with (Path(folder) / "calls").open("a") as file:
        file.write(f"{word}\n")
    if word == "crash":
        os.abort()
    if word == "bad":
        raise ToolInputError("this word is bad")
    time.sleep({"hang": 60, "slow": 0.1}.get(word.rstrip("0123456789"), 0))
    return len(word)


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"words": ["a"], "folder": "."}, batch=True)
def counted_at_once(words: list[Word], folder: Folder) -> list[Letters]:
    """Count the letters of many words, and note the call in a file.

    Args:
        words: any words but `bad`.
        folder: where the calls are noted.
    Returns:
        Number of letters of each.
    Raises:
        ToolInputError: one of the words is `bad`.
    Source: made for the tests.
    """
    with (Path(folder) / "calls").open("a") as file:
        file.write(f"{len(words)}\n")
    if "bad" in words:
        raise ToolInputError("one of these words is bad")
    return [len(word) for word in words]


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"mass": 1.0})
def doubled_mass(mass: Weighed) -> Doubled:
    """Double a mass.

    Args:
        mass: what was weighed.
    Returns:
        Twice that.
    Source: made for the tests.
    """
    return 2 * mass


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"word": "a", "mass": 1.0})
def mass_of_words(word: Word, mass: Weighed) -> Doubled:
    """Weigh a word.

    Args:
        word: any word.
        mass: of one letter.
    Returns:
        The mass of all its letters.
    Source: made for the tests.
    """
    return len(word) * mass


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"word": "a"})
def pair_of(word: Word) -> Pair:
    """Give two numbers.

    Args:
        word: any word.
    Returns:
        Two numbers.
    Source: made for the tests.
    """
    return [len(word), 2 * len(word)]


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.SCREENED, example={"smiles": "CCO"})
def copied_molecule(smiles: Smiles) -> Copied:
    """Give a molecule back; the gate looks before and after.

    Args:
        smiles: a molecule.
    Returns:
        The same.
    Source: made for the tests.
    """
    return smiles
