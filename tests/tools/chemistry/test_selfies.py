"""SELFIES mean the molecule; random ones are drawn alike from one seed."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import selfies as tools

PARTS = ["C", "N", "O", "C(=O)", "c1ccoc1", "[C@@H](C)", "/C=C/", "C(C)(F)"]


# Derived by hand from the grammar of Krenn et al. 2020: [Branch1] and [Ring1] take the next symbol as a length.
@pytest.mark.parametrize(("selfies", "smiles", "length"), [
    ("[C][C][#N]", "CC#N", 3),
    ("[F][C][Branch1][C][F][F]", "FC(F)F", 6),
    ("[C][C][C][C][Ring1][Ring2]", "C1CCC1", 6),
    ("[Na+1].[Cl-1]", "[Na+].[Cl-]", 3),
    # Oxygen has two bonds, so a triple bond to it is cut down to a double one.
    ("[C][#O]", "C=O", 2),
])  # fmt: skip
def test_decoding_by_hand(selfies: str, smiles: str, length: int) -> None:
    assert Chem.CanonSmiles(tools.selfies_to_smiles(selfies)) == Chem.CanonSmiles(smiles)
    assert tools.selfies_length(selfies) == length
    symbols = tools.selfies_symbols(selfies)
    assert len(symbols) == length
    assert "".join(symbols) == selfies


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=8))
def test_there_and_back(parts: list[str]) -> None:
    mol = Chem.MolFromSmiles("CC" + "".join(parts) + "C")
    if mol is not None:
        smiles = Chem.MolToSmiles(mol)
        assert tools.selfies_to_smiles(tools.smiles_to_selfies(smiles)) == smiles


@pytest.mark.parametrize("text", ["CC#N", "[C]C", "[Foo]", "[C", "", "[nop]", "[C] [C]", "[C][Foo][C]", "[]"])
def test_what_is_no_selfies_is_refused(text: str) -> None:
    """The library itself decodes plain SMILES to an empty molecule without a word."""
    for convert in (tools.selfies_to_smiles, tools.selfies_length, tools.selfies_symbols):
        with pytest.raises(ToolInputError):
            convert(text)


@pytest.mark.parametrize("text", ["[C]" * 30_000, "[C][Branch1][P]" * 660, "[" * 100_000])
def test_hostile_length_and_nesting_end_quickly(text: str) -> None:
    start = time.perf_counter()
    with contextlib.suppress(ToolInputError):
        tools.selfies_to_smiles(text)
    assert time.perf_counter() - start < 10.0


@pytest.mark.parametrize("smiles", ["*CC", "N->[Fe]"])
def test_what_selfies_cannot_say_is_refused(smiles: str) -> None:
    with pytest.raises(ToolInputError):
        tools.smiles_to_selfies(smiles)


def test_random_molecule_follows_its_seed() -> None:
    drawn = [tools.random_molecule(20, seed) for seed in range(20)]
    assert drawn == [tools.random_molecule(20, seed) for seed in range(20)]
    assert len({one.smiles for one in drawn}) > 5
    for one in drawn:
        assert tools.selfies_length(one.selfies) == 20
        assert tools.selfies_to_smiles(one.selfies) == one.smiles
        assert Chem.GetFormalCharge(Chem.MolFromSmiles(one.smiles)) == 0
    for length in (0, -1, 501):
        with pytest.raises(ToolInputError):
            tools.random_molecule(length)
