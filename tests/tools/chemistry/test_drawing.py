"""A drawing is well-formed SVG that shows every bond."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import drawing


@pytest.mark.parametrize(("smiles", "bonds"), [("CCCC", 3), ("C1CCCCC1", 6), ("O=C1CCCCCC1", 8), ("CC", 1)])
def test_every_bond_is_drawn(smiles: str, bonds: int) -> None:
    text = drawing.molecule_drawing(smiles)
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(set(re.findall(r"bond-\d+", text))) == bonds


def test_size_is_kept() -> None:
    root = ElementTree.fromstring(drawing.molecule_drawing("CCN", width=220, height=110))
    assert (root.get("width"), root.get("height")) == ("220px", "110px")
    for size in (0, -5, 49, 4001):
        with pytest.raises(ToolInputError, match="pixels"):
            drawing.molecule_drawing("CCN", width=size)
        with pytest.raises(ToolInputError, match="pixels"):
            drawing.molecule_drawing("CCN", height=size)


def test_stereo_is_shown() -> None:
    assert drawing.molecule_drawing("C[C@H](N)CO") != drawing.molecule_drawing("C[C@@H](N)CO")
    assert drawing.molecule_drawing("CC(N)CO") != drawing.molecule_drawing("C[C@@H](N)CO")
