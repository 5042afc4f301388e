"""Screening many molecules at once gives what screening each alone gives."""

from __future__ import annotations

import random

import numpy as np
import pytest
from rdkit import Chem, rdBase

from scitoolagent.benchmarks.safety import writings
from scitoolagent.benchmarks.tables import molecules
from scitoolagent.gate import screen_each, screen_many
from scitoolagent.safety_db import store
from scitoolagent.safety_db.clearing import surely_clear
from scitoolagent.safety_db.molecules import BITS, PLAIN_ELEMENTS, parse_structure, shape, standardise
from scitoolagent.safety_db.screen import MOLECULE_DELTA, screen_molecule


def sample(count: int, seed: int) -> list[str]:
    """Listed compounds, copies of them with an atom more, charged, salted and labelled ones, and what is no SMILES."""
    source = random.Random(seed)
    rows = source.sample(store.compounds(store.folder()).rows, count)
    listed = [row.split("\t")[1] for row in rows]
    changed = [smiles.replace("C", "CC", 1) for smiles in listed]
    written = [f"{smiles}.Cl" for smiles in listed[:50]] + [smiles.replace("C", "[13CH2]", 1) for smiles in listed[:50]]
    return [
        *listed,
        *changed,
        *written,
        "CCO>>CC=O",
        "C[C",
        "",
        "*CC",
        "[H]C([H])([H])C",
        "CS(C)=O",
        "OC(C)=N",
        "[CH2]C",
    ]


@pytest.mark.slow
def test_what_is_cleared_at_once_is_clear_alone_over_thousands() -> None:
    texts = list(dict.fromkeys([*sample(700, 3), *molecules(1500)]))
    cleared = surely_clear(texts)
    alone = [screen_molecule(text).verdict for text in texts]
    assert [
        text for text, quick, verdict in zip(texts, cleared, alone, strict=True) if quick and verdict != "clear"
    ] == []
    # Without this the test would also hold where nothing is cleared.
    assert sum(cleared) > 0.9 * alone.count("clear") > 1000


def test_rows_have_the_findings_that_each_has_alone() -> None:
    texts = sample(150, 5)
    assert screen_each("smiles", texts) == [screen_many([("smiles", text)]) for text in texts]
    assert set(screen_many([("smiles", text) for text in texts])) == {
        item for text in texts for item in screen_many([("smiles", text)])
    }


def test_no_blocked_compound_is_cleared_however_it_is_written() -> None:
    forms = ("smiles", "permuted", "kekule", "salt", "isotope")
    texts = [
        one.text
        for row in writings.blocked_molecules()
        for one in writings.molecule_writings(*row)
        if one.form in forms
    ]
    assert len(texts) > 700
    assert not any(surely_clear(texts))


def test_one_skeleton_or_tautomer_has_one_shape() -> None:
    by_digest: dict[str, int] = {}
    for text in sample(300, 7):
        try:
            fragments = standardise(parse_structure(text)).fragments
        except ValueError:
            continue
        for fragment in fragments:
            if fragment.elements <= PLAIN_ELEMENTS:
                mark = shape(fragment.mol)
                assert by_digest.setdefault(fragment.skeleton(), mark) == mark
                assert by_digest.setdefault("tautomer " + fragment.tautomer(), mark) == mark
    assert len(by_digest) > 500


@pytest.mark.parametrize("smiles", ["CC(=O)CC(C)=O", "Oc1ccccn1", "C[C@H](N)C(=O)O"])
def test_a_shape_is_the_same_for_every_order_of_the_atoms(smiles: str) -> None:
    mol = Chem.MolFromSmiles(smiles)
    with rdBase.BlockLogs():
        again = Chem.MolFromSmiles(Chem.MolToRandomSmilesVect(mol, 1, randomSeed=4)[0])
    assert shape(mol) == shape(again) == shape(Chem.AddHs(mol))
    assert shape(mol) != shape(Chem.MolFromSmiles("C" + smiles))


def test_many_fingerprints_at_once_have_what_an_exhaustive_search_finds() -> None:
    index = store.compounds(store.folder()).index
    source = np.random.default_rng(11)
    rows = source.choice(index.columns.shape[1], 150, replace=False)
    queries = np.unpackbits(np.ascontiguousarray(index.columns[:, rows].T).view(np.uint8), axis=1, bitorder="little")
    for number, query in enumerate(queries):  # a bit more or less, or three
        for bit in source.choice(BITS, number % 4, replace=False):
            query[bit] ^= 1
    near = index.have_near(queries, MOLECULE_DELTA)
    packed = [np.packbits(query, bitorder="little").view("<u8") for query in queries]
    assert near.tolist() == [
        bool(len(index.search(query, -1.0)[1]) and index.search(query, -1.0)[1].max() >= MOLECULE_DELTA)
        for query in packed
    ]
    assert near.tolist() == [len(index.search(query, MOLECULE_DELTA)[0]) > 0 for query in packed]
    assert 20 < near.sum() < len(near)
