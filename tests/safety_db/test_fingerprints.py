"""The score against RDKit's own coefficients, and the pruned search against the plain loop."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.safety_db import store
from scitoolagent.safety_db.fingerprints import FingerprintIndex, similarity_score
from scitoolagent.safety_db.molecules import BITS, pack_words


def bits(density: float, seed: int, rows: int) -> np.ndarray:
    return (np.random.default_rng(seed).random((rows, BITS)) < density).astype(np.uint8)


def index_of(rows: np.ndarray) -> FingerprintIndex:
    packed = np.array([pack_words(row) for row in rows], dtype=np.uint64).reshape(len(rows), -1)
    counts = rows.sum(axis=1)
    order = np.argsort(counts, kind="stable")
    return FingerprintIndex.of(np.ascontiguousarray(packed[order].T), counts[order])


def plain(index: FingerprintIndex, query: np.ndarray, threshold: float) -> dict[int, float]:
    """Compare with each row, one by one, by the definition of the three coefficients."""
    mine = {int(bit) for bit in np.flatnonzero(np.unpackbits(query.view(np.uint8), bitorder="little"))}
    found = {}
    for row in range(len(index.counts)):
        column = np.ascontiguousarray(index.columns[:, row])
        other = {int(bit) for bit in np.flatnonzero(np.unpackbits(column.view(np.uint8), bitorder="little"))}
        common, total = len(mine & other), len(mine) + len(other)
        if not mine or not other:
            continue
        tanimoto, dice = common / len(mine | other), 2 * common / total
        value = (tanimoto + dice + common / (len(mine) * len(other)) ** 0.5) / 3
        if value >= threshold - 1e-12:
            found[row] = value
    return found


def test_score_is_the_mean_of_rdkits_coefficients() -> None:
    from rdkit import DataStructs
    from rdkit.Chem import MolFromSmiles, rdFingerprintGenerator

    generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=BITS)
    smiles = ["CCCCO", "CCCCCO", "c1ccccc1CCN", "CC(C)Cc1ccc(C)cc1", "O=C1CCCCC1"]
    prints = [generator.GetFingerprint(MolFromSmiles(text)) for text in smiles]
    for one in prints:
        for two in prints:
            reference = (
                DataStructs.TanimotoSimilarity(one, two)
                + DataStructs.DiceSimilarity(one, two)
                + DataStructs.CosineSimilarity(one, two)
            ) / 3
            common = (one & two).GetNumOnBits()
            # both compute the same three quotients; only the last bit may differ
            assert float(similarity_score(one.GetNumOnBits(), two.GetNumOnBits(), common)) == pytest.approx(
                reference, abs=1e-12
            )


@given(st.integers(0, 10_000), st.floats(0.002, 0.06), st.floats(0.5, 0.99))
@settings(max_examples=25, deadline=None)
def test_pruned_search_equals_the_plain_loop(seed: int, density: float, threshold: float) -> None:
    rows = bits(density, seed, 40)
    source = np.random.default_rng(seed)
    near = rows.copy()  # neighbours, so that there are hits on both sides of the threshold
    near[np.arange(40), source.integers(0, BITS, 40)] ^= 1
    near[:20, :] &= (source.random((20, BITS)) < 0.97).astype(np.uint8)
    index = index_of(np.concatenate([rows, near]))
    for row in rows[:6]:
        query = pack_words(row)
        found, scores = index.search(query, threshold)
        expected = plain(index, query, threshold)
        assert dict(zip(found.tolist(), scores.tolist(), strict=True)) == pytest.approx(expected, abs=1e-12)


def test_pruned_search_equals_the_plain_scan_on_the_database() -> None:
    index = store.compounds(store.folder()).index
    for row in random.Random(4).sample(range(len(index.counts)), 150):
        query = np.ascontiguousarray(index.columns[:, row])
        common = np.bitwise_count(index.columns & query[:, None]).sum(axis=0, dtype=np.int64)
        scores = similarity_score(index.counts[row], index.counts, common)
        expected = np.flatnonzero(scores >= 0.95)
        found, values = index.search(query, 0.95)
        assert sorted(found.tolist()) == expected.tolist()
        assert np.array_equal(np.sort(values), np.sort(scores[expected]))
        assert row in found


def test_a_score_of_exactly_the_threshold_is_a_hit() -> None:
    index = index_of(np.ones((1, BITS), dtype=np.uint8) * (np.arange(BITS) < 50))
    query = pack_words((np.arange(BITS) < 49).astype(np.uint8))
    score = float(similarity_score(49, 50, 49))
    assert index.search(query, score)[0].tolist() == [0]
    assert index.search(query, np.nextafter(score, 1.0))[0].tolist() == []


def test_an_empty_fingerprint_matches_nothing() -> None:
    index = index_of(bits(0.02, 1, 5))
    assert len(index.search(np.zeros(32, dtype=np.uint64), 0.95)[0]) == 0


def test_rows_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="order"):
        FingerprintIndex.of(np.zeros((32, 2), dtype=np.uint64), np.array([3, 1]))
