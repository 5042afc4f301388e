"""What is drawn of a value, by its semantic type."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")

from scitoolagent.toolkg.store import load_graph
from scitoolagent.web.value_view import pictures_of, plot_options


@pytest.mark.parametrize(
    ("kind", "value", "drawn"),
    [
        ("Smiles", "CCO", [("molecule", "")]),
        ("CanonicalSmiles", "CCO", [("molecule", "")]),
        ("StereoisomerSmiles", ["C", "CC", 3], [("molecule", ""), ("molecule", "")]),
        ("MolBlock", "text", [("shape", "mol")]),
        ("PdbBlock", "text", [("shape", "pdb")]),
        ("SupercellCif", "# generated\ndata_NaCl", [("shape", "cif")]),
        ("CifFile", "a.cif", [("file", "cif")]),
        ("MoleculeSvg", "<svg/>", [("svg", "")]),
        ("HydropathyProfile", [0.1, 0.2, 0.3], [("plot", "")]),
        ("MoleculeName", "data", []),
        ("MolecularWeight", 46.07, []),
    ],
)
def test_what_is_drawn(kind: str, value: object, drawn: list[tuple[str, str]]) -> None:
    assert [(picture.kind, picture.form) for picture in pictures_of(load_graph(), "x", kind, value)] == drawn


def test_sticks_stand_on_zero_and_lines_fill_their_frame() -> None:
    sticks, line = (plot_options([(1, 5.0), (2, 9.0), (3, 4.0)], is_sticks) for is_sticks in (True, False))
    assert sticks["series"][0]["data"] == line["series"][0]["data"] == [[1, 5.0], [2, 9.0], [3, 4.0]]
    assert (sticks["yAxis"]["scale"], line["yAxis"]["scale"]) == (False, True)
    # All values stay in view when a part of the axis is looked at, so that a line is not cut off.
    assert {one["filterMode"] for one in line["dataZoom"]} == {"none"}
