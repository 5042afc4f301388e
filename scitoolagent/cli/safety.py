"""`scitoolagent safety`: screen values, and build, update and describe the hazard database."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
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
_CAS = re.compile(r"\d{2,7}-\d\d-\d")
_INCHIKEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]")
_SELFIES = re.compile(r"(\[[^\[\]]+\]|\.)+")
_SHORTEST_SEQUENCE = 20  # lower-case letters in a row: fewer may be an ordinary word


class Kind(StrEnum):
    """The kind of a value, where its form is ambiguous."""

    MOLECULE = "molecule"
    PROTEIN = "protein"
    GENE = "gene"
    NAME = "name"


@app.command()
def screen(
    value: Annotated[str, typer.Argument(help="SMILES, InChI, SELFIES, name, CAS, sequence; or a file of them.")],
    kind: Annotated[
        Kind | None, typer.Option("--as", help="What the values are, instead of what they look like.")
    ] = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Screen values; a file has one a line, or is FASTA.

    Exit code 0: nothing to confirm, 1: one could not be read, 3: confirm or block.
    """
    screenings = [_screen(text, kind) for text in _values(value)]
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
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise ConfigError(f"{value} cannot be read: {error}") from error
    found = _fasta(lines) if any(line.startswith(">") for line in lines) else [line.strip() for line in lines]
    found = [text for text in found if text and not text.startswith("#")]
    if not found or len(found) > _MOST_LINES:
        raise ConfigError(f"{value} holds {len(found)} values; 1 to {_MOST_LINES:,} are screened at a time")
    return found


def _fasta(lines: list[str]) -> list[str]:
    """The sequences of FASTA records, including lines before the first header."""
    records = [""]
    for line in lines:
        if line.startswith(">"):
            records.append("")
        elif not line.startswith(";"):
            records[-1] += line.strip()
    return records


def _screen(text: str, kind: Kind | None) -> Screening:
    """Screen a value as every kind that it may be and take the worst verdict; `unknown` when it is none of them."""
    from scitoolagent.safety_db import screen as database
    from scitoolagent.safety_db.grading import VERDICTS

    if kind is not None:
        calls: dict[Kind, Callable[[str], Screening]] = {
            Kind.MOLECULE: database.screen_molecule,
            Kind.PROTEIN: database.screen_protein,
            Kind.GENE: database.screen_nucleotide,
            Kind.NAME: database.screen_name,
        }
        return calls[kind](text)
    text = text.strip()
    if text.startswith("InChI="):
        return database.screen_molecule(text, "inchi")
    if _INCHIKEY.fullmatch(text):
        return database.screen_inchikey(text)
    if _CAS.fullmatch(text):
        return database.screen_name(text)
    found = [database.screen_name(text), database.screen_molecule(text)]
    if _SELFIES.fullmatch(text):
        found.append(database.screen_molecule(text, "selfies"))
    if _is_sequence(text):
        found.append(database.screen_sequence(text))
    known = [screening for screening in found if screening.verdict != "unknown"]
    return max(known or found[1:], key=lambda screening: VERDICTS.index(screening.verdict))


def _is_sequence(text: str) -> bool:
    """Whether a text may be a sequence: upper-case letters, or more lower-case ones than a word has."""
    letters = re.sub(r"[\s.\-*]+", "", text)
    if not letters.isascii() or not letters.isalpha():
        return False
    return letters.isupper() or (len(letters) >= _SHORTEST_SEQUENCE and letters.islower() and " " not in text)


@app.command()
def stats() -> None:
    """Say what the hazard database holds, and of which date."""
    from scitoolagent.safety_db import store

    typer.echo(json.dumps(store.manifest(store.folder()), indent=2))


@app.command()
def build(source: Annotated[Path, typer.Argument(help="The folder with the source files.")]) -> None:
    """Compile the shipped hazard database anew from its sources."""
    from scitoolagent.safety_db import build as builder
    from scitoolagent.safety_db import derive, store

    say = lambda text: typer.echo(text, err=True)
    counts = builder.build(source, store.PACKAGED, _today(), say, derive.synonyms)
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
