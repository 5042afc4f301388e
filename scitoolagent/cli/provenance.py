"""`scitoolagent export` and `scitoolagent replay`: export a run, and repeat it to compare results."""

from __future__ import annotations

import dataclasses
import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scitoolagent.cli.tools import Approve

if TYPE_CHECKING:
    from scitoolagent.provenance.replay import Replay

RunName = Annotated[str, typer.Argument(help="A run's id, or `last`; `scitoolagent show` lists them.")]


class ExportFormat(StrEnum):
    """The formats for exporting a run."""

    CRATE = "crate"
    NOTEBOOK = "notebook"
    SCRIPT = "script"
    CWL = "cwl"
    HTML = "html"
    METHODS = "methods"
    BIB = "bib"


def export(
    run: RunName,
    form: Annotated[
        ExportFormat,
        typer.Option(
            "--as",
            help="A page that can be read and replayed anywhere, a research-object crate, a notebook, a script, a "
            "workflow, a paragraph on the methods, or the references.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="A new file or folder in the current folder; a crate may be a .zip.")
    ] = None,
) -> None:
    """Write a run as a file that others can read or run."""
    from scitoolagent.config import load_config
    from scitoolagent.provenance.export import export as write
    from scitoolagent.provenance.recorded import load_run
    from scitoolagent.toolkg.store import load_graph

    config = load_config()
    recorded = load_run(config.runs_dir, run)
    typer.echo(write(recorded, load_graph(), form.value, out, Path.cwd(), config.cache_dir / "tables"))


def replay(
    run: Annotated[str, typer.Argument(help="A run's id, `last`, or a page that `export --as html` wrote.")],
    approve: Approve = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Run the plan of a run again and compare each step. Exit code 0: all the same, 1: something is not."""
    from scitoolagent.config import load_config
    from scitoolagent.provenance.recorded import load_run
    from scitoolagent.provenance.replay import replay as again
    from scitoolagent.provenance.replay_page import replay_page

    config = load_config()
    if run.casefold().endswith((".html", ".htm")):
        replayed, answered = replay_page(Path(run), config, approved=approve or []), True
    else:
        recorded = load_run(config.runs_dir, run)
        replayed, answered = again(recorded, config, approved=approve or []), recorded.answer is not None
    if json_out:
        told = {"same": replayed.same, "first_difference": replayed.first_difference, **dataclasses.asdict(replayed)}
        typer.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        _show(replayed, answered)
    raise typer.Exit(0 if replayed.same else 1)


def _show(replayed: Replay, answered: bool) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of
    from scitoolagent.language.signs import printable

    console = Console()
    rows = [
        (str(step.step), step.tool, step.verdict, "\n".join(step.differences), "\n".join(step.causes))
        for step in replayed.steps
    ]
    console.print(table_of(f"replay of {replayed.run}", ("step", "tool", "", "what differs", "why"), rows))
    for told in (*replayed.changed, *replayed.untrue, *replayed.altered):
        console.print(printable(told), markup=False)
    if not answered:
        console.print("the trace has no answer: it was cut off, or the run was stopped; only its steps are compared")
    if replayed.same:
        console.print("same: everything is the same")
        return
    if replayed.untrue:
        console.print("the answer is not what the steps gave")
    differ = sum(step.verdict != "same" for step in replayed.steps)
    if differ:
        console.print(f"{differ} of {len(rows)} steps are not the same")
    console.print(f"first difference: {printable(replayed.first_difference)}", markup=False)
