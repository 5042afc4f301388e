"""`scitoolagent map`: tools over the rows of a file."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scitoolagent.cli.tools import Approve
from scitoolagent.errors import ConfigError
from scitoolagent.language.signs import printable

if TYPE_CHECKING:
    from rich.console import Console

    from scitoolagent.records import Finding
    from scitoolagent.tables import Table

_SHOWN_COLUMNS = 8
_TOLD_EVERY = 0.5
_FINDINGS = 5


def map_rows(
    tools: Annotated[str, typer.Argument(metavar="TOOL[,TOOL…]", help="The tools, separated by commas.")],
    file: Annotated[Path, typer.Argument(help="A file of rows, or a folder of structure files.")],
    column: Annotated[list[str] | None, typer.Option(help="The column, or INPUT=COLUMN; default: by type.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="INPUT=VALUE for all rows, with a unit.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write the table: .csv, .tsv, .jsonl, .xlsx, .parquet, .sdf, .fasta, .pdb, .cif."),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite the file if it exists.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse a file with a malformed row.")] = False,
    sheet: Annotated[str, typer.Option(help="The sheet of a workbook; default: the first.")] = "",
    approve: Approve = None,
) -> None:
    """Map tools over the rows of a file. An interrupted run continues where it was. Exit code 1: not every row."""
    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.tables.write import writer_of

    console = Console(stderr=out is None)
    if out is not None:
        # Told before the work, not after it.
        writer_of(out)
        if out.exists() and not replace:
            raise ConfigError(f"{out} already exists; choose another name, or add --replace")
    person = _asking(console) if console.is_terminal and sys.stdin.isatty() else None
    with Agent(approved=approve or [], ask=person) as agent:
        agent.warm()
        given = agent.table(file, strict=strict, sheet=sheet)
        found: Table | None = None
        try:
            names = [name.strip() for name in tools.split(",") if name.strip()]
            settings = dict(_pair(text) for text in setting or ())
            with _progress(console) as progress:
                found = agent.map(names, given, _columns(column or []), progress, **settings)
            if out is not None:
                _write(console, found, out, replace)
            else:
                _show(found)
            _tell(console, found)
            is_told = any(one.verdict == "block" for one in found.findings)
            code = 1 if found.malformed or found.failed or found.stopped or is_told else 0
        finally:
            for table in (given, found):
                if table is not None:
                    table.remove()
    raise typer.Exit(code)


def _write(console: Console, table: Table, out: Path, replace: bool) -> None:
    from scitoolagent.tables import write_table

    written = write_table(table, out, replace)
    console.print(f"wrote {out}: {written.rows:,} rows{written.told}", markup=False)


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.isidentifier():
        raise ConfigError(f"{text!r} is not a setting; write INPUT=VALUE")
    return name, value


def _columns(given: Sequence[str]) -> str | dict[str, str] | None:
    """One column, or the column of each input."""
    if len(given) == 1 and not ("=" in given[0] and given[0].partition("=")[0].isidentifier()):
        return given[0]
    return dict(map(_pair, given)) or None


def _asking(console: Console) -> Any:
    from rich.prompt import Confirm

    def ask(findings: Sequence[Finding]) -> bool:
        for finding in findings:
            console.print(printable(f"{finding.subject}: {finding.reason}"), style="red", markup=False)
        return Confirm.ask("Continue with this row?", console=console, default=False)

    return ask


@contextmanager
def _progress(console: Console) -> Iterator[Callable[[int, int], None] | None]:
    """A line that says how far it is, on a terminal; nothing elsewhere."""
    told = [0.0]

    def tell(done: int, total: int) -> None:
        if (now := time.monotonic()) - told[0] > _TOLD_EVERY or done == total:
            told[0] = now
            console.file.write(f"\r{done:,} of {total:,} rows")
            console.file.flush()

    try:
        yield tell if console.is_terminal else None
    finally:
        if told[0]:
            console.file.write("\n")


def _show(table: Table) -> None:
    """The first rows, as many columns as can be read; the new ones are the last."""
    from rich.console import Console

    from scitoolagent.cli.render import table_of

    head = table.head()
    names = table.names if len(table.names) <= _SHOWN_COLUMNS else (table.names[0], *table.names[1 - _SHOWN_COLUMNS :])
    shown = [(str(row), *(_cell(head.values[name][place]) for name in names)) for place, row in enumerate(head.rows)]
    Console().print(table_of("", ("row", *map(printable, names)), shown))


def _cell(value: object) -> str:
    text = "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
    return printable(text if len(text) <= 40 else f"{text[:40]}…")


def _tell(console: Console, table: Table) -> None:
    """What a person should know of the result."""
    from scitoolagent.tables.view import summary

    console.print(printable(summary(table)), markup=False, highlight=False)
    serious = [finding for finding in table.findings if finding.verdict == "confirm"]
    for finding in serious[:_FINDINGS]:
        console.print(printable(f"Safety: {finding.subject}: {finding.reason}"), markup=False, highlight=False)
    if len(serious) > _FINDINGS:
        console.print(f"Safety: {len(serious) - _FINDINGS} more findings", markup=False)
