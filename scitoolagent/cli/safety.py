"""`scitoolagent safety`: screen values, and build, update and describe the hazard database."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scitoolagent.errors import ConfigError

if TYPE_CHECKING:
    from scitoolagent.safety_db.screen import Screening

app = typer.Typer(
    no_args_is_help=True, help="Screen molecules and sequences against the hazard database.", rich_markup_mode=None
)
_CODES = {"clear": 0, "note": 0, "warn": 0, "unknown": 1, "confirm": 3, "block": 3}
_MOST_LINES = 10_000


@app.command()
def screen(
    value: Annotated[str, typer.Argument(help="SMILES, InChI, a sequence, or a file with one value a line.")],
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Screen values. Exit code 0: nothing to confirm, 1: one could not be read, 3: confirm or block."""
    screenings = [_screen(text) for text in _values(value)]
    if json_out:
        typer.echo(json.dumps([screening.model_dump() for screening in screenings], indent=2))
    else:
        from rich.console import Console

        from scitoolagent.cli.render import table_of

        rows = [
            (
                screening.verdict,
                screening.subject[:60],
                finding.reason if finding else "",
                finding.source if finding else "",
            )
            for screening in screenings
            for finding in (screening.findings or (None,))
        ]
        Console().print(table_of("Screening", ("verdict", "value", "why", "source"), rows))
    raise typer.Exit(max(_CODES[screening.verdict] for screening in screenings))


def _values(value: str) -> list[str]:
    path = Path(value)
    if len(value) > 255 or not path.is_file():
        return [value]
    lines = [line.strip() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()]
    found = [line for line in lines if line and not line.startswith((">", "#"))]
    if not found or len(found) > _MOST_LINES:
        raise ConfigError(f"{value} holds {len(found)} values; 1 to {_MOST_LINES:,} are screened at a time")
    return found


def _screen(text: str) -> Screening:
    from scitoolagent.planner.notation import guess_type, sequence_type
    from scitoolagent.safety_db import screen as database

    if text.startswith("InChI="):
        return database.screen_molecule(text, "inchi")
    kind = guess_type(text)
    letters = text.isalpha() and text.isupper()
    if kind == "Smiles" or (not letters and kind not in ("ProteinSequence", "DnaSequence", "RnaSequence")):
        return database.screen_molecule(text)
    if kind is None and not (letters and sequence_type(text)):
        return database.screen_molecule(text)
    return database.screen_sequence(text)


@app.command()
def stats() -> None:
    """Say what the hazard database holds, and of which date."""
    from scitoolagent.safety_db import store

    typer.echo(json.dumps(store.manifest(store.folder()), indent=2))


@app.command()
def build(source: Annotated[Path, typer.Argument(help="The folder with the source files.")]) -> None:
    """Compile the shipped hazard database anew from its sources."""
    from scitoolagent.safety_db import build as builder
    from scitoolagent.safety_db import store

    counts = builder.build(source, store.PACKAGED, _today(), lambda text: typer.echo(text, err=True))
    typer.echo(json.dumps(counts, indent=2))


@app.command()
def update() -> None:
    """Fetch UniProt's toxins and PubChem's GHS classes and merge them into a database of this user."""
    from scitoolagent.config import load_config
    from scitoolagent.safety_db import update as updater

    target = load_config().data_dir / "safety_db"
    counts = updater.update(target, _today(), say=lambda text: typer.echo(text, err=True))
    typer.echo(json.dumps(counts, indent=2))


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
