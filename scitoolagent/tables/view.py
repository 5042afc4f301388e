"""What a notebook shows of a table: its first rows, molecules drawn, types and units, and what went wrong."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.errors import TableError
from scitoolagent.language.signs import printable
from scitoolagent.records import Answer
from scitoolagent.tables.recognise import SMILES
from scitoolagent.tables.table import Column, Table
from scitoolagent.tool import unit_sign

_ROWS = 10
_SHOWN = 60
_WIDE, _HIGH = 150, 100
# A long chain would be drawn for a second, and nobody could read it.
_LONGEST_SMILES = 400


def as_html(table: Table) -> str:
    """The first rows as an HTML table; every text in it is escaped, and a picture is an image, which runs nothing."""
    head = table.head(_ROWS)
    titles = "".join(
        f"<th>{escape(printable(column.name))}<br>"
        f"<small>{escape(' '.join((column.type, unit_sign(column.unit))))}</small></th>"
        for column in table.columns
    )
    rows = "".join(
        f"<tr><th>{row}</th>{''.join(_cell(column, head.values[column.name][place]) for column in table.columns)}</tr>"
        for place, row in enumerate(head.rows)
    )
    return (
        f"<table><thead><tr><th></th>{titles}</tr></thead><tbody>{rows}</tbody></table><p>{escape(summary(table))}</p>"
    )


def _cell(column: Column, value: object) -> str:
    text = "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
    shown = escape(printable(text) if len(text) <= _SHOWN else f"{printable(text[:_SHOWN])}…")
    picture = _picture(text) if column.type == SMILES and text else ""
    return f"<td>{picture}{shown}</td>"


def _picture(smiles: str) -> str:
    """A molecule as an image; nothing where it cannot be read."""
    drawing = drawn_molecule(smiles)
    data = base64.b64encode(drawing.encode()).decode()
    return f'<img alt="{escape(smiles, quote=True)}" src="data:image/svg+xml;base64,{data}"><br>' if drawing else ""


def drawn_molecule(smiles: str) -> str:
    """A molecule as the text of an SVG; empty where it cannot be read, or is too long to be looked at."""
    from rdkit import Chem, rdBase
    from rdkit.Chem.Draw import rdMolDraw2D

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles) if len(smiles) <= _LONGEST_SMILES else None
    if mol is None or not mol.GetNumAtoms():
        return ""
    drawing = rdMolDraw2D.MolDraw2DSVG(_WIDE, _HIGH)
    rdMolDraw2D.PrepareAndDrawMolecule(drawing, mol)
    drawing.FinishDrawing()
    return str(drawing.GetDrawingText())


def summary(table: Table) -> str:
    """How many rows and columns there are, and what went wrong with how many."""
    parts = [f"{table.rows:,} rows × {len(table.columns)} columns"]
    for count, what, first in (
        (table.malformed, "malformed", table.first_malformed),
        (table.failed, "without a result", table.first_failed),
        (table.stopped, "stopped by the safety gate", table.first_stopped),
    ):
        if count:
            parts.append(f"{count:,} {what} (first: {first})")
    return "; ".join([*parts, *table.notes])


def table_of_answer(answer: Answer, number: int = 0, store: Path | None = None) -> Table:
    """The rows behind an answer.

    Raises:
        TableError: there is no such table, or its rows are no longer on the disk.
    """
    if not 0 <= number < len(answer.tables):
        raise TableError(f"the answer has {len(answer.tables) or 'no'} tables, none is number {number}")
    return Table.load((store or load_config().cache_dir / "tables") / answer.tables[number].table)
