"""Steps of a program that no tool of the graph makes: their names, what an answer names as their source, and labels."""

from __future__ import annotations

from functools import cache
from importlib import metadata

from scitoolagent import __version__
from scitoolagent.records import Step

SQL, TABLE_OF, SAVE, COLUMN, PROGRAM = "sql", "table_of", "save", "column", "program"
SOURCES = {
    SQL: "DuckDB",
    TABLE_OF: "rows of the program",
    SAVE: "written by the program",
    COLUMN: "read from the table",
    PROGRAM: "computed by the program from its steps",
}
# The packages that do what these steps do; the rest is done by this program.
PACKAGES = {SQL: "duckdb", PROGRAM: "pydantic-monty-client"}
_LABELS = {
    SQL: "rows by SQL",
    TABLE_OF: "table of rows",
    SAVE: "file written",
    COLUMN: "column of a table",
    PROGRAM: "the program",
}
# What it was asked with is shown where the program is.
_UNSHOWN = {(PROGRAM, "code")}


def label_of(tool: str) -> str:
    """What people are shown for the tool of a step: its name, or plain words where it is none of the graph."""
    return _LABELS.get(tool, tool)


@cache
def version_of(name: str) -> str:
    """The version of what makes a step that is no call of a tool."""
    package = PACKAGES.get(name)
    return metadata.version(package) if package else __version__


def is_tool(name: str) -> bool:
    """Whether a step of that name is the call of a tool, and not something that the program did itself."""
    return name not in SOURCES


def steps_behind(step: Step) -> tuple[int, ...]:
    """The steps that a step rests on: those that it refers to, and those of a program that its results come from."""
    found = dict.fromkeys(reference.step for reference in step.references() if reference.step is not None)
    if step.tool == PROGRAM:
        told = step.arguments.get("steps")
        named = (str(one).removeprefix("step ") for one in (told if isinstance(told, list) else []))
        found |= dict.fromkeys(int(one) for one in named if one.isascii() and one.isdigit())
    return tuple(found)


def shown_arguments(step: Step) -> dict[str, object]:
    """The arguments of a step, less those that are shown elsewhere."""
    return {name: value for name, value in step.arguments.items() if (step.tool, name) not in _UNSHOWN}
