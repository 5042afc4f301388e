"""The pruned search against a full scan with Biopython's aligner, and the definition on small examples."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.safety_db import store
from scitoolagent.safety_db.alignment import (
    AMINO_ACIDS,
    CONTAINED,
    PROTEIN_DELTA,
    RUN,
    WINDOW,
    ToxinIndex,
    expected_by_chance,
    masked,
    needed,
)

_NEAR = "GWKDCLPSTEHRNMVAIFQYGKWCDELTPSRHNAMVQFIYKGCWDE"


def aligner():  # type: ignore[no-untyped-def]
    """Smith-Waterman with the unit scores of the definition."""
    from Bio.Align import PairwiseAligner

    made = PairwiseAligner(mode="local", match_score=1, mismatch_score=0, open_gap_score=-1, extend_gap_score=-1)
    made.wildcard = "X"
    return made


def full_scan(query: str, toxins: list[str]) -> dict[int, float]:
    """The definition in alignment.py, word for word, without any index."""
    made = aligner()
    letters = AMINO_ACIDS + "UO"
    shown = "".join(letters[code] if code < 22 else "X" for code in masked(query).tolist())
    found = {}
    for row, toxin in enumerate(toxins):
        if (toxin == query and len(toxin) < 100) or (8 <= len(toxin) < 10 <= len(query) and toxin in shown):
            found[row] = 1.0
            continue
        size = min(len(query), len(toxin), WINDOW)
        if size < 10:
            continue
        # a residue that matches nothing: X on one side, another letter that is no residue on the other
        other = "".join(letter if letter in letters else "X" for letter in toxin)
        shorter, longer = (shown, other) if len(query) <= len(toxin) else (other, shown)
        value = max(made.score(longer, shorter[i : i + size]) for i in range(len(shorter) - size + 1)) / size
        if len(toxin) < 100 and any(toxin[i : i + 12] in shown for i in range(len(toxin) - 11)):
            value = max(value, PROTEIN_DELTA)
        if value >= PROTEIN_DELTA - 1e-9:
            found[row] = value
    return found


def searched(index: ToxinIndex, query: str) -> dict[int, float]:
    hits = index.search(query)
    assert hits.complete
    return dict(zip(hits.rows.tolist(), hits.similarities.tolist(), strict=True))


def mutated(sequence: str, source: random.Random) -> str:
    """Substitutions, deletions and insertions, about one in twenty residues."""
    out = []
    for letter in sequence:
        draw = source.random()
        if draw < 0.02:
            continue
        if draw < 0.03:
            out.append(source.choice(AMINO_ACIDS))
        out.append(source.choice(AMINO_ACIDS) if draw > 0.975 else letter)
    return "".join(out) or "A"


@given(st.integers(0, 100_000))
@settings(max_examples=60, deadline=None)
def test_search_equals_the_full_scan(seed: int) -> None:
    source = random.Random(seed)
    toxins = [
        "".join(source.choices(AMINO_ACIDS, k=source.choice([5, 9, 10, 15, 19, 20, 25, 26, 27, 40, 90])))
        for _ in range(8)
    ]
    toxins += [mutated(toxin, source) for toxin in toxins]
    index = ToxinIndex(toxins)
    parts = [mutated(source.choice(toxins), source) for _ in range(source.choice([1, 1, 2, 3]))]
    query = "".join(source.choices(AMINO_ACIDS, k=source.choice([0, 0, 30]))) + "".join(parts)
    query = query[source.randrange(0, max(1, len(query) // 3)) :]
    assert searched(index, query) == pytest.approx(full_scan(query, toxins), abs=1e-9)


def test_search_equals_the_full_scan_on_real_toxins() -> None:
    """Families of real toxins with repeats and low complexity, which random sequences do not have."""
    rows = store.proteins(store.folder()).sequences
    source = random.Random(21)
    start = source.sample(range(len(rows) - 40), 6)
    toxins = [row for first in start for row in rows[first : first + 40] if len(row) < 160]
    index = ToxinIndex(toxins)
    queries = source.sample(toxins, 8)
    for query in queries + [mutated(query, source) for query in queries]:
        assert searched(index, query) == pytest.approx(full_scan(query, toxins), abs=1e-9)


@pytest.mark.parametrize(
    ("length", "allowed"), [(10, 0), (19, 0), (20, 1), (25, 1), (26, 1)], ids=lambda value: str(value)
)
def test_how_many_residues_may_differ(length: int, allowed: int) -> None:
    # by hand: floor(m / 20) substitutions for m = min(length, 26)
    toxin = _NEAR[:length]
    index = ToxinIndex([toxin])
    for changes in (allowed, allowed + 1):
        places = [(i + 1) * length // (changes + 1) for i in range(changes)]  # no 12 residues stay together
        query = "".join(
            "P" if i in places and letter != "P" else ("A" if i in places else letter) for i, letter in enumerate(toxin)
        )
        assert bool(searched(index, query)) is (changes <= allowed)


def test_windows_that_begin_before_the_block_of_their_seed() -> None:
    """A hit of 12 + 13 residues at every place: its only indexed run may lie in the next block of windows."""
    source = random.Random(8)
    core = "WKDCLPSTEHRNMVAIFQYGKWCDEL"
    changed = core[:12] + "G" + core[13:]
    for before in range(70):
        toxin = "".join(source.choices(AMINO_ACIDS, k=before)) + core + "".join(source.choices(AMINO_ACIDS, k=30))
        query = "".join(source.choices(AMINO_ACIDS, k=before)) + changed + "".join(source.choices(AMINO_ACIDS, k=25))
        assert searched(ToxinIndex([toxin]), query) == pytest.approx(full_scan(query, [toxin]))
        assert searched(ToxinIndex([toxin]), query)[0] >= PROTEIN_DELTA


def test_short_toxins_match_only_as_a_whole() -> None:
    index = ToxinIndex(["RPPGFSPFR", "YLPT"])
    assert searched(index, "RPPGFSPFR") == {0: 1.0}
    assert searched(index, "YLPT") == {1: 1.0}
    assert searched(index, "AAYLPTGGRPPGFSPFRKK") == {0: 1.0}  # nine residues, whole and exact: YLPT is too short
    assert searched(index, "AAYLPTGGRPPGFSPFKKK") == {}
    assert searched(index, "PPGFSPFR") == {}  # eight residues are not looked for in longer toxins
    assert searched(index, "MKT") == {}


def test_a_short_toxin_is_found_inside_a_longer_chain_by_twelve_residues() -> None:
    precursor = "MKLTCVVIVAVLLLTACQLITAEDSRGTQKHRALGWKDCLPSTEHRNMVAIFQ"
    index = ToxinIndex([precursor, "".join(random.Random(4).choices(AMINO_ACIDS, k=60)) + precursor])
    partner = "".join(random.Random(5).choices(AMINO_ACIDS, k=150))
    inside = partner + precursor[34:46] + partner[::-1]
    assert searched(index, inside) == {
        0: pytest.approx(PROTEIN_DELTA)
    }  # not in the second: it has 100 residues and more
    assert searched(index, partner + precursor[34:45] + partner[::-1]) == {}


def test_what_counts_as_contained_is_not_expected_by_chance() -> None:
    """The written reason for 8 and 12 residues: less than one hit in random protein of the size of Swiss-Prot."""
    toxins = store.proteins(store.folder()).sequences
    assert expected_by_chance(["AAAA"], residues=1e6) == pytest.approx(0.0825**4 * 1e6)  # by hand
    assert expected_by_chance([toxin for toxin in toxins if len(toxin) >= CONTAINED]) < 1.0
    assert expected_by_chance([toxin for toxin in toxins if len(toxin) == CONTAINED - 1]) > 1.0
    runs = {t[i : i + RUN] for t in toxins if len(t) < 100 for i in range(len(t) - RUN + 1)}
    assert expected_by_chance(runs) < 0.1


def test_linkers_tags_and_unknown_residues_match_nothing() -> None:
    index = ToxinIndex(["GGGGGGGGGGGG", "X" * 30, _NEAR])
    assert searched(index, "G" * 40) == {}
    assert searched(index, "X" * 40) == {}
    assert searched(index, "GGGGGGGGGGGG") == {0: 1.0}  # identity with a whole toxin always counts
    assert searched(index, _NEAR[:11] + "X" * 3 + _NEAR[14:25] + "X" * 3 + _NEAR[28:39]) == {}


def test_least_scores() -> None:
    # ceil(0.95 m) by hand; 0.95 * 20 must not become 20 through rounding
    assert [needed(m) for m in (10, 19, 20, 21, 26, 40)] == [10, 19, 19, 20, 25, 38]
