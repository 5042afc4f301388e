"""`scitoolagent safety`: screen values, and build, update and describe the hazard database."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scitoolagent.errors import ConfigError
from scitoolagent.language.signs import printable

if TYPE_CHECKING:
    from scitoolagent.records import Finding

app = typer.Typer(
    no_args_is_help=True, help="Screen molecules and sequences against the hazard database.", rich_markup_mode=None
)
_CODES = {"clear": 0, "note": 0, "warn": 0, "unknown": 1, "confirm": 3, "block": 3}
_INCHIKEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]")
# A function of a tool that gives the structure of a name.
_NAMES = "scitoolagent.tools.chemistry.names:name_to_smiles"
_LONGEST_PATH = 255
# TATP, PETN and DIMP are peptides as they stand, and no peptides.
_SHORTEST_SEQUENCE = 10


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """What one value, or one record of a file, was found to be."""

    verdict: str
    subject: str
    findings: tuple[Finding, ...] = ()


class Kind(StrEnum):
    """The kind of a value, where its form is ambiguous."""

    MOLECULE = "molecule"
    PROTEIN = "protein"
    GENE = "gene"
    NAME = "name"


_KINDS = {Kind.MOLECULE: "smiles", Kind.PROTEIN: "protein", Kind.GENE: "nucleotide", Kind.NAME: "name"}


@app.command()
def screen(
    value: Annotated[str, typer.Argument(help="SMILES, InChI, SELFIES, SLN, name, CAS, sequence; or a file of them.")],
    kind: Annotated[Kind | None, typer.Option("--as", help="The kind of the values, instead of detecting it.")] = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Screen a value, or each record of a file: SDF, MOL, PDB, mmCIF, XYZ, FASTA, SMI, CSV, TSV, XLSX, ZIP, or text.

    Exit code 0: nothing to confirm, 1: one could not be read, 3: confirm or block.
    """
    taken: list[str] = []
    verdicts = [_verdict(name, values, kind) for name, values in _records(value, taken)]
    if json_out:
        typer.echo(json.dumps([_plain(verdict) for verdict in verdicts], indent=2))
    else:
        _show(verdicts)
    for told in taken if kind is None else ():
        typer.echo(f"read: {printable(told)}", err=True)
    raise typer.Exit(max(_CODES[verdict.verdict] for verdict in verdicts))


def _plain(verdict: RecordVerdict) -> dict[str, Any]:
    findings = [finding.model_dump() for finding in verdict.findings]
    return {"verdict": verdict.verdict, "subject": verdict.subject, "findings": findings}


def _show(verdicts: Sequence[RecordVerdict]) -> None:
    from rich.console import Console

    from scitoolagent.cli.render import table_of

    rows = [
        (
            verdict.verdict,
            printable(verdict.subject[:60]),
            printable(finding.reason) if finding else "",
            finding.source if finding else "",
        )
        for verdict in verdicts
        for finding in (verdict.findings or (None,))
    ]
    Console().print(table_of("Screening", ("verdict", "value", "why", "source"), rows))


def _records(value: str, taken: list[str]) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """The records of a file with their names, or the value itself; `taken` gets which columns of it hold what."""
    from scitoolagent.gate import screen_many
    from scitoolagent.gate.files import read_records

    path = Path(value)
    if len(value) > _LONGEST_PATH or "\x00" in value or not path.is_file():
        if len(value) <= _LONGEST_PATH and "\x00" not in value and path.exists() and not path.is_dir():
            raise ConfigError(f"{path.name} is not a regular file and was not opened; copy it to one")
        yield value, ((_declared(value.strip()), value),)
        return
    count = 0
    for record in read_records(path):
        taken += [record.taken] if record.taken else []
        if record.is_header or all(text.startswith("#") for _, text in record.values):
            # Not a record: shown only where something is found in it.
            if screen_many(record.values):
                yield record.name, record.values
        else:
            count += 1
            yield record.name, record.values
    if count == 0:
        raise ConfigError(f"{path.name} contains nothing that could be screened")


def _declared(text: str) -> str:
    """How one value is screened by its form; any other is a name, a structure or a sequence, as it reads."""
    if text.startswith("InChI="):
        return "inchi"
    if _INCHIKEY.fullmatch(text):
        return "inchikey"
    return ""


def _verdict(name: str, values: Sequence[tuple[str, str]], kind: Kind | None) -> RecordVerdict:
    """The worst of what the values of a record are found to be; `unknown` where nothing of it could be read."""
    from scitoolagent.gate import screen_many, screen_value
    from scitoolagent.safety_db.grading import worst

    if kind is not None:
        findings = [one for _, text in values for one in screen_value(_KINDS[kind], text)]
    else:
        findings = [item.finding for item in screen_many(values)]
        # A key, or a value alone, is unknown where nobody has heard of it.
        (declared, text), *more = values
        if not findings and not more and declared in ("", "inchikey"):
            findings = screen_value(declared, text) if declared else _as_value(text.strip())
    findings = list(dict.fromkeys(findings))
    return RecordVerdict(verdict=worst([one.verdict for one in findings]), subject=name, findings=tuple(findings))


def _as_value(text: str) -> list[Finding]:
    """A value alone is a name, a SMILES or a sequence: the findings of what it can be read as, or that it is none."""
    from scitoolagent.gate import screen_value
    from scitoolagent.records import Finding

    kinds = ("name", "smiles", *(("sequence",) if re.fullmatch(r"[A-Z*\s-]+|[a-z]{20,}", text) else ()))
    read = [screen_value(kind, text) for kind in kinds]
    if read[0] and all(one.verdict == "unknown" for one in read[0]) and (smiles := _structure_of(text)):
        return screen_value("smiles", smiles)
    known = [found for found in read if all(one.verdict != "unknown" for one in found)]
    if known == read[2:] and len(text) < _SHORTEST_SEQUENCE and not any(read[2:]):
        why = "so short a word may be a sequence or an abbreviation of anything; say which with --as"
        return [Finding(verdict="unknown", subject=text, reason=why)]
    if not known and re.fullmatch(r"[a-z][a-z -]+", text):
        why = "this name is in no table here, and it is not a readable structure"
        return [Finding(verdict="unknown", subject=text, reason=why)]
    return [one for found in known for one in found] if known else read[1]


def _structure_of(name: str) -> str:
    """The SMILES of a compound by its name, as questions read it; empty where no table at hand has it."""
    from scitoolagent.errors import ToolError
    from scitoolagent.tool.registry import load_function

    try:
        return str(load_function(_NAMES)(name).smiles)
    except ToolError:
        return ""


@app.command()
def policy(json_out: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False) -> None:
    """Show what a verdict means for a kind of tool, at the place where the value enters or leaves."""
    from scitoolagent.gate import table

    if json_out:
        cells = [
            {"entry": entry, "tool": tool, "verdict": verdict, "action": action}
            for (entry, tool, verdict), action in table.POLICY.items()
        ]
        typer.echo(json.dumps(cells, indent=2))
        return
    from rich.console import Console

    from scitoolagent.cli.render import table_of

    rows = [
        (entry, tool, *(table.action_of(verdict, tool, entry) for verdict in table.VERDICTS))
        for entry in table.ENTRIES
        for tool in table.TOOLS
    ]
    console = Console()
    console.print(table_of("What a verdict means", ("where", "tool", *table.VERDICTS), rows))
    for action, meaning in table.MEANING.items():
        console.print(f"{action}: {meaning}", markup=False)


@app.command()
def stats() -> None:
    """Describe the contents of the hazard database and their date."""
    from scitoolagent.safety_db import store

    typer.echo(json.dumps(store.manifest(store.folder()), indent=2))


@app.command()
def build(source: Annotated[Path, typer.Argument(help="The folder with the source files.")]) -> None:
    """Rebuild the shipped hazard database from its sources."""
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
