"""`scitoolagent show RUN --value N --rows`: a value of an answer, and the rows that it comes from."""

from __future__ import annotations

import typer

from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError
from scitoolagent.language.signs import printable
from scitoolagent.provenance.admission import admit_run
from scitoolagent.provenance.recorded import load_run
from scitoolagent.provenance.rows import rows_behind
from scitoolagent.summarizer import show_value
from scitoolagent.toolkg.store import load_graph

_SHOWN = 50


def show_rows(run: str, number: int, rows: bool) -> None:
    """Print a value of an answer with its source, and with `rows` the first rows behind it.

    Raises:
        ConfigError: there is no such run or value.
        BlockedError: the trace holds what is never worked on.
    """
    config = load_config()
    recorded = load_run(config.runs_dir, run)
    admit_run(load_graph(), recorded)
    values = recorded.answer.values if recorded.answer is not None else ()
    if not 0 < number <= len(values):
        raise ConfigError(f"the answer of run {recorded.run} has {len(values)} values; none is number {number}")
    value = values[number - 1]
    about = f" of {value.subject}" if value.subject else ""
    shown = show_value(value.value, value.unit)
    typer.echo(printable(f"{value.label}{about}: {shown} [step {value.step}, {value.tool}: {value.source}]"))
    if not rows:
        return
    table, counted = rows_behind(recorded, number, config.cache_dir / "tables")
    names = table.names
    titles = ("row", *(f"*{name}" if name in counted else name for name in names), "problem")
    typer.echo("\t".join(map(printable, titles)))
    head = table.head(_SHOWN)
    for place, row in enumerate(head.rows):
        cells = (head.values[name][place] for name in names)
        line = [str(row), *("" if cell is None else str(cell) for cell in cells), head.problems[place] or ""]
        typer.echo("\t".join(printable(cell) for cell in line))
    if table.rows > _SHOWN:
        typer.echo(f"… and {table.rows - _SHOWN:,} more rows")
