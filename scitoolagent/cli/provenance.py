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


def export(
    run: RunName,
    form: Annotated[
        ExportFormat, typer.Option("--as", help="A research-object crate, a notebook, a script, or a workflow.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="A new file or folder in the current folder; a crate may be a .zip.")
    ] = None,
) -> None:
    """Write a run as a file that others can read or run; it makes every call again and compares."""
    from scitoolagent.config import load_config
    from scitoolagent.provenance.export import export as write
    from scitoolagent.provenance.recorded import load_run
    from scitoolagent.toolkg.store import load_graph

    recorded = load_run(load_config().runs_dir, run)
    typer.echo(write(recorded, load_graph(), form.value, out, Path.cwd()))


def replay(
    run: RunName,
    approve: Approve = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Run the plan of a run again and compare each step. Exit code 0: all the same, 1: something is not."""
    from scitoolagent.config import load_config
    from scitoolagent.provenance.recorded import load_run
    from scitoolagent.provenance.replay import replay as again

    config = load_config()
    recorded = load_run(config.runs_dir, run)
    replayed = again(recorded, config, approved=approve or [])
    if json_out:
        typer.echo(json.dumps({"same": replayed.same, **dataclasses.asdict(replayed)}, indent=2, ensure_ascii=False))
    else:
        _show(replayed, recorded.answer is not None)
    raise typer.Exit(0 if replayed.same else 1)


def _show(replayed: Replay, answered: bool) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of

    console = Console()
    rows = [
        (str(step.step), step.tool, step.verdict, "\n".join(step.differences), "\n".join(step.causes))
        for step in replayed.steps
    ]
    console.print(table_of(f"replay of {replayed.run}", ("step", "tool", "", "what differs", "why"), rows))
    for change in replayed.changed:
        console.print(change, markup=False)
    for untrue in replayed.untrue:
        console.print(untrue, markup=False)
    if replayed.gate:
        console.print(replayed.gate, markup=False)
        return
    if replayed.untrue:
        console.print("the answer is not what the steps gave")
        return
    differ = sum(step.verdict != "same" for step in replayed.steps)
    if not answered:
        console.print("the trace holds no answer: its run was stopped before one, or it was cut; its steps alone count")
    console.print("everything is the same" if replayed.same else f"{differ} of {len(rows)} steps are not the same")
