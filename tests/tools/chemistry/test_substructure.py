"""Substructures worked out by hand."""

from __future__ import annotations

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import substructure


# Drawn by hand: atoms and bonds of the largest shared part; whole rings only match whole rings.
@pytest.mark.parametrize(
    ("smiles_list", "atoms", "bonds"),
    [
        (["CCCN", "CCCO"], 3, 2),
        (["Clc1ccncc1", "Brc1ccncc1"], 6, 6),
        (["OC1CCNCC1", "CC1CCNCC1", "NC1CCNCC1"], 6, 6),
        (["NCc1ccno1", "NCc1ccno1"], 7, 7),
    ],
)
def test_common_part(smiles_list: list[str], atoms: int, bonds: int) -> None:
    found = substructure.maximum_common_substructure(smiles_list)
    assert (found.atoms, found.bonds) == (atoms, bonds)
    pattern = Chem.MolFromSmarts(found.smarts)
    assert all(Chem.MolFromSmiles(smiles).HasSubstructMatch(pattern) for smiles in smiles_list)


def test_nothing_in_common() -> None:
    with pytest.raises(ToolInputError, match="no atom in common"):
        substructure.maximum_common_substructure(["[Na+]", "CC"])
    with pytest.raises(ToolInputError, match="no atom in common"):
        substructure.maximum_common_substructure(["C1CCCCC1", "CCCCCCCC"])
    with pytest.raises(ToolInputError, match="molecules are compared"):
        substructure.maximum_common_substructure(["CC"])


@pytest.mark.parametrize(
    ("part", "whole", "plain", "tautomer"),
    [
        ("c1ccncc1", "Clc1ccncc1", True, True),
        ("Clc1ccncc1", "c1ccncc1", False, False),
        # 2-Pyridone and 2-hydroxypyridine are tautomers, and so are a ketone and its enol.
        ("O=c1cccc[nH]1", "Oc1ccc(C)cn1", False, True),
        ("CC(=O)CC(C)=O", "CC(O)=CC(C)=O", False, True),
        ("C1CCCCC1", "c1ccccc1", False, False),
        # The stereocentre of the whole is asked for only where the part has one.
        ("CC(N)CO", "C[C@H](N)CO", True, True),
    ],
)
def test_substructure(part: str, whole: str, plain: bool, tautomer: bool) -> None:
    assert substructure.substructure_test(part, whole) is plain
    assert substructure.tautomer_substructure_test(part, whole) is tautomer
    assert bool(substructure.tautomer_substructure_matches(part, whole)) is tautomer


def test_stereo_of_the_part_counts() -> None:
    assert substructure.substructure_test("C[C@H](N)CO", "CC[C@H](N)CO")
    assert not substructure.substructure_test("C[C@H](N)CO", "CC[C@@H](N)CO")
    assert not substructure.substructure_test("C[C@H](N)CO", "C[C@@H](N)CO")


def test_tautomer_matches_are_in_the_order_of_the_part() -> None:
    # O=c1cccc[nH]1 in Oc1ccc(C)cn1: O0, C1, C2, C3, C4, C6, N7; the methyl C5 is left out.
    assert substructure.tautomer_substructure_matches("O=c1cccc[nH]1", "Oc1ccc(C)cn1") == [[0, 1, 2, 3, 4, 6, 7]]
    with pytest.raises(ToolInputError, match="at most 100"):
        substructure.tautomer_substructure_test("C" * 101, "CC")


@pytest.mark.parametrize(
    ("smarts", "matches"),
    [
        ("[OX2H]", [[0]]),
        ("O[CX4]", [[0, 1]]),
        ("[#7]", [[4]]),
        ("C(=O)O", []),
        ("[CH2][NH]", [[3, 4], [5, 4]]),
    ],
)
def test_smarts(smarts: str, matches: list[list[int]]) -> None:
    assert substructure.smarts_matches("OC1CCNCC1", smarts) == matches


def test_bad_smarts() -> None:
    for smarts in ("", "  ", "not a pattern!", "[C", "((((", "C" * 100_000):
        with pytest.raises(ToolInputError, match="SMARTS"):
            substructure.smarts_matches("CC", smarts)
