"""Coordinates and drawings: against geometry worked out by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from scitoolagent.shapes import molecule_svg, structure_model

TOOLS = Path(__file__).parents[2] / "tools"


def test_ethane_has_its_bonds() -> None:
    shape = structure_model("CC", "smiles")
    assert sorted(atom[0] for atom in shape["atoms"]) == ["C"] * 2 + ["H"] * 6
    assert len(shape["bonds"]) == 7
    one, two = (atom for atom in shape["atoms"] if atom[0] == "C")
    # The C-C bond of ethane is 1.54 Å long (CRC Handbook); a force field comes within a few hundredths.
    assert math.dist(one[1:], two[1:]) == pytest.approx(1.54, abs=0.05)


def test_a_protein_is_drawn_by_its_chain() -> None:
    lines = [
        f"ATOM  {number:5d}  CA  ALA A{number:4d}    {3.8 * number:8.3f}{0:8.3f}{0:8.3f}  1.00  0.00           C"
        for number in range(1, 11)
    ]
    ligand = [
        f"HETATM{20 + k:5d}  {name:<3} LIG A 200    {x:8.3f}{30:8.3f}{0:8.3f}  1.00  0.00           {name}"
        for k, (name, x) in enumerate((("C", 0.0), ("O", 1.2), ("N", 9.0)))
    ]
    water = "HETATM   50  O   HOH A 300       1.000  31.000   0.000  1.00  0.00           O"
    shape = structure_model("\n".join([*lines, *ligand, water, "ENDMDL", lines[0]]), "pdb")
    assert len(shape["atoms"]) == 10 + 3
    # Nine steps along the chain, and the one bond of the ligand: 1.2 Å is one, 7.8 Å is none.
    assert shape["bonds"] == [*([i, i + 1] for i in range(9)), [10, 11]]


def test_a_crystal_has_twelve_edges() -> None:
    cif = """data_CsCl
_cell_length_a 4.12
_cell_length_b 4.12
_cell_length_c 4.12
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
Cs1 Cs 0 0 0
Cl1 Cl 0.5 0.5 0.5
"""
    shape = structure_model(cif, "cif")
    assert {tuple(atom) for atom in shape["atoms"]} == {("Cs", 0.0, 0.0, 0.0), ("Cl", 2.06, 2.06, 2.06)}
    assert len(shape["lines"]) == 12
    assert {round(math.dist(*edge), 6) for edge in shape["lines"]} == {4.12}


@pytest.mark.parametrize(
    ("text", "form"),
    [("C(", "smiles"), ("C" * 300, "smiles"), ("nothing", "mol"), ("", "pdb"), ("ATOM      1  CA  ALA A   1", "pdb")],
)
def test_what_cannot_be_shown_is_refused(text: str, form: str) -> None:
    with pytest.raises(ValueError):
        structure_model(text, form)


def test_a_drawing_holds_nothing_but_shapes() -> None:
    drawn = molecule_svg("CC(=O)[O-].[Na+]")
    assert drawn.startswith("<svg")
    assert "<script" not in drawn
    with pytest.raises(ValueError):
        molecule_svg("<script>")
