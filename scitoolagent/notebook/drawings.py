"""Molecules, structures and pictures as images in a page."""

from __future__ import annotations

import base64
from html import escape
from typing import Any

from scitoolagent.errors import PictureError
from scitoolagent.pictures import checked
from scitoolagent.shapes import StructureModel, molecule_svg, structure_model
from scitoolagent.toolkg.store import load_graph

_FORMS = (("MolBlock", "mol"), ("PdbBlock", "pdb"), ("PdbText", "pdb"))
_LONGEST_SMILES, _LONGEST_STRUCTURE, _LONGEST_PICTURE = 400, 2_000_000, 300_000
_SIDE, _EDGE = 260, 10


def drawing_of(kind: str, value: Any) -> str:
    """The image of a value of a semantic type; empty where it is nothing to draw, or cannot be drawn."""
    graph = load_graph()
    if not isinstance(value, str) or kind not in graph.types:
        return ""
    try:
        if graph.is_a(kind, "Smiles"):
            return _image(molecule_svg(value), value) if len(value) <= _LONGEST_SMILES else ""
        if graph.is_a(kind, "SvgPicture"):
            return _image(checked(value), "picture") if len(value) <= _LONGEST_PICTURE else ""
        form = next((form for name, form in _FORMS if graph.is_a(kind, name)), "")
        if form and len(value) <= _LONGEST_STRUCTURE:
            shape = structure_model(value, form)
            return _image(structure_svg(shape), shape["caption"])
    except (ValueError, PictureError):
        # It is shown as text.
        return ""
    return ""


def structure_svg(shape: StructureModel) -> str:
    """The bonds of a structure, or the traces of its chains, seen along its thinnest direction."""
    import numpy as np

    points = np.array([atom[1:4] for atom in shape["atoms"]], dtype=float)
    points -= points.mean(axis=0)
    directions = np.linalg.svd(points, full_matrices=False)[2]
    flat = np.zeros((len(points), 2))
    flat[:, : min(2, len(directions))] = points @ directions[:2].T
    low, size = flat.min(axis=0), float(np.ptp(flat, axis=0).max()) or 1.0
    placed = _EDGE + (flat - low) / size * (_SIDE - 2 * _EDGE)
    lines = "".join(
        f'<line x1="{placed[i][0]:.1f}" y1="{placed[i][1]:.1f}" x2="{placed[j][0]:.1f}" y2="{placed[j][1]:.1f}"/>'
        for i, j in shape["bonds"]
    )
    alone = set(range(len(placed))) - {number for bond in shape["bonds"] for number in bond}
    dots = "".join(f'<circle cx="{placed[i][0]:.1f}" cy="{placed[i][1]:.1f}" r="2"/>' for i in sorted(alone))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SIDE}" height="{_SIDE}" stroke="#2b6ca3" '
        f'stroke-width="1.5" fill="#2b6ca3">{lines}{dots}</svg>'
    )


def _image(svg: str, label: str) -> str:
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{escape(label, quote=True)}" src="data:image/svg+xml;base64,{data}">'
