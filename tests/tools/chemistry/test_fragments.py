"""Cuts and dihedrals against the rules applied by hand and published examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import fragments

PARTS = st.lists(st.sampled_from(["C", "N", "O", "C(=O)N", "c1ccoc1", "C(=O)O", "C(F)"]), min_size=1, max_size=7)


def same(found: list[str], wanted: list[str]) -> bool:
    return sorted(map(Chem.CanonSmiles, found)) == sorted(map(Chem.CanonSmiles, wanted))


def test_fraggle_against_its_documentation() -> None:
    """The list printed in the documentation of RDKit's Fraggle, parts sorted."""
    found = fragments.fraggle_fragments("COc1cc(CN2CCC(NC(=O)c3cncc(C)c3)CC2)c(OC)c2ccccc12")
    assert len(found) == 16
    for wanted in (
        "*C(=O)NC1CCN(Cc2cc(OC)c3ccccc3c2OC)CC1",
        "*NC(=O)c1cncc(C)c1.*c1cc(OC)c2ccccc2c1OC",
        "*c1c(OC)cc(CN2CCC(NC(=O)c3cncc(C)c3)CC2)c(OC)c1*",
    ):
        assert wanted in found
    assert fragments.fraggle_fragments("CC") == []
    with pytest.raises(ToolInputError, match="at most 70"):
        fragments.fraggle_fragments("C" * 71)


# A ring that was cut open keeps two ends on ring atoms (Fraggle asks for `[#0][r].[r][#0]` or `[#0][r][#0]`).
@pytest.mark.parametrize(
    ("smiles", "valid"),
    [
        ("*c1ccccc1*", True),
        ("*C1CCCC1*", True),
        ("*C1(*)CCCC1", True),
        ("*c1cccc(*)c1", True),
        ("*c1ccccc1", False),
        ("*CCC*", False),
        ("C1CCCCCC1", False),
        ("*C1CC1.*C1CC1", True),
    ],
)
def test_ring_cuts(smiles: str, valid: bool) -> None:
    assert fragments.ring_cut_validity(smiles) is valid


# BRICS (Degen et al. 2008): amide C-N is L1-L5, benzylic C-N is L4-L5 and L8-L16, ether C-O is L3-L4 or L3-L16.
@pytest.mark.parametrize(
    ("smiles", "wanted"),
    [
        ("CC(=O)NC1CCCCC1", ["[1*]C(C)=O", "[5*]N[5*]", "[15*]C1CCCCC1"]),
        ("COc1ccncc1", ["[3*]OC", "[16*]c1ccncc1"]),
        ("CCCC", ["CCCC"]),
    ],
)
def test_brics(smiles: str, wanted: list[str]) -> None:
    assert same(fragments.brics_fragments(smiles), wanted)


# RECAP (Lewell et al. 1998) cuts amides and esters between carbonyl and heteroatom.
@pytest.mark.parametrize(
    ("smiles", "wanted"),
    [
        ("O=C(NCC1CCCCC1)c1ccno1", ["*C(=O)c1ccno1", "*NCC1CCCCC1"]),
        ("CCOC(=O)c1ccno1", ["*C(=O)c1ccno1", "*OCC"]),
        ("CCCC", ["CCCC"]),
    ],
)
def test_recap(smiles: str, wanted: list[str]) -> None:
    assert same(fragments.recap_fragments(smiles), wanted)


def test_recap_bounds_its_tree() -> None:
    with pytest.raises(ToolInputError, match="bonds to cut"):
        fragments.recap_fragments("CC(=O)" + "NCC(=O)" * 15 + "NC")


@given(PARTS)
@settings(max_examples=40, deadline=None)
def test_cuts_keep_every_atom(parts: list[str]) -> None:
    mol = Chem.MolFromSmiles("C" + "".join(parts) + "C")
    if mol is None:
        return
    pieces = [Chem.MolFromSmiles(piece) for piece in fragments.brics_fragments(Chem.MolToSmiles(mol))]
    elements = {atom.GetSymbol() for piece in pieces for atom in piece.GetAtoms()} - {"*"}
    assert elements == {atom.GetSymbol() for atom in mol.GetAtoms()}


# One dihedral a bond, by hand; the lowest neighbour stands for several.
@pytest.mark.parametrize(
    ("smiles", "dihedrals"),
    [
        ("CCCC", [[0, 1, 2, 3]]),
        ("CCC", []),
        ("C1CCCCC1", []),
        ("CC#CC", []),
        ("CCC=CCC", [[0, 1, 2, 3], [2, 3, 4, 5]]),
        ("CCC(=O)NC", [[0, 1, 2, 3], [1, 2, 4, 5]]),
        ("CC(C)(C)C(F)F", [[0, 1, 4, 5]]),
        ("C1CC1C1CC1", [[0, 2, 3, 4]]),
    ],
)
def test_dihedrals(smiles: str, dihedrals: list[list[int]]) -> None:
    assert fragments.rotatable_dihedrals(smiles) == dihedrals


def test_dihedrals_of_a_file(tmp_path: Path) -> None:
    """Hydrogens written in the file are no ends of a dihedral."""
    file = tmp_path / "two.sdf"
    writer = Chem.SDWriter(str(file))
    for smiles in ("CCCC", "c1ccccc1"):
        writer.write(Chem.AddHs(Chem.MolFromSmiles(smiles)))
    writer.close()
    assert fragments.sdf_rotatable_dihedrals(file) == [[[0, 1, 2, 3]], []]
    with pytest.raises(ToolInputError, match="no file"):
        fragments.sdf_rotatable_dihedrals(tmp_path / "none.sdf")
    file.write_text("nonsense")
    with pytest.raises(ToolInputError, match="molecule"):
        fragments.sdf_rotatable_dihedrals(file)
