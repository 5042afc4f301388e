"""A grid of drawn molecules."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from scitoolagent.pictures import plain_svg

_ACROSS, _WIDE, _HIGH, _FOOT = 5, 200, 170, 24


def grid_svg(mols: Sequence[Any], legends: Sequence[str], told: str = "") -> str:
    """Molecules row by row, five across, each above its legend, and a line at the foot.

    The legend is not drawn by RDKit, which makes it as wide as it likes.
    """
    from rdkit.Chem.Draw import rdMolDraw2D

    across = min(_ACROSS, len(mols))
    down = -(-len(mols) // across)
    high = down * (_HIGH + _FOOT) + (_FOOT if told else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across * _WIDE}" height="{high}" '
        f'viewBox="0 0 {across * _WIDE} {high}"><rect width="100%" height="100%" fill="white"/>'
    ]
    for number, (mol, legend) in enumerate(zip(mols, legends, strict=True)):
        x, y = number % across * _WIDE, number // across * (_HIGH + _FOOT)
        drawing = rdMolDraw2D.MolDraw2DSVG(_WIDE, _HIGH)
        options: Any = drawing.drawOptions()
        options.clearBackground = False
        # A methane would fill its whole cell.
        options.fixedBondLength = 28
        rdMolDraw2D.PrepareAndDrawMolecule(drawing, mol)
        drawing.FinishDrawing()
        inner = plain_svg(str(drawing.GetDrawingText()))
        parts.append(inner.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1))
        parts.append(_text(x + _WIDE / 2, y + _HIGH + 14, legend))
    if told:
        parts.append(_text(across * _WIDE / 2, high - 8, told))
    return "\n".join([*parts, "</svg>"])


def _text(x: float, y: float, text: str) -> str:
    """A line of text as outlines, so that it is there whatever fonts are."""
    from matplotlib.path import Path as Outline
    from matplotlib.textpath import TextPath

    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    if not shown.strip():
        return ""
    outline = TextPath((0, 0), shown, size=12, usetex=False)
    left, right = outline.get_extents().intervalx
    letters = {
        Outline.MOVETO: "M",
        Outline.LINETO: "L",
        Outline.CURVE3: "Q",
        Outline.CURVE4: "C",
        Outline.CLOSEPOLY: "Z",
    }
    parts = []
    for points, code in outline.iter_segments(curves=True, simplify=False):
        places = (
            ""
            if code == Outline.CLOSEPOLY
            else " ".join(f"{value if place % 2 == 0 else -value:.2f}" for place, value in enumerate(points))
        )
        parts.append(f"{letters[code]}{places}")
    label = escape(shown, quote=True)
    move = f"translate({x - (left + right) / 2:.1f} {y:g})"
    return f'<path transform="{move}" aria-label="{label}" d="{"".join(parts)}"/>'
