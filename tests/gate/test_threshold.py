"""δ = 0.95 for molecules and for proteins: what lies just above is a finding, what lies just below is none."""

from __future__ import annotations

import pytest

from scitoolagent.gate import screen_value
from scitoolagent.safety_db import alignment, screen, store

# Each pair: a molecule that no table lists, and the listed one nearest to it, one methyl group apart.
ABOVE = "C=CCn1c(=O)c2[nH]c(C)nc2n(CCCCC)c1=O", "C=CCn1c(=O)c2[nH]c(C)nc2n(CCCC)c1=O"
BELOW = (
    "CCN1CC2(COC)C(O)CC(OC)C34C5CC6(O)C(OC)C(OC)C(OC(C)=O)(C5C6OC(=O)c5ccccc5)C(C(OC)C23)C14",
    "CCN1CC2(COC)C(O)CC(OC)C34C5CC6(O)C(OC)C(O)C(OC(C)=O)(C5C6OC(=O)c5ccccc5)C(C(OC)C23)C14",  # aconitine
)
# P01555, chain A of cholera toxin, residues 19 to 44 (UniProt); a longer toxin, so single stretches do not count.
PIECE = "NDDKLYRADSRPPDEIKQSGGLMPRG"


def published_score(smiles: str, other: str) -> float:
    """The mean of Tanimoto, Dice and cosine, each by RDKit itself (Ding et al. 2025)."""
    from rdkit import Chem, DataStructs
    from rdkit.Chem import rdFingerprintGenerator

    generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
    pair = [generator.GetFingerprint(Chem.MolFromSmiles(text)) for text in (smiles, other)]
    scores = (DataStructs.TanimotoSimilarity, DataStructs.DiceSimilarity, DataStructs.CosineSimilarity)
    return sum(float(score(*pair)) for score in scores) / 3


def similarity(sequence: str) -> float:
    """Smith-Waterman by Biopython with match 1, mismatch 0, gap -1, per residue of the shorter one."""
    from Bio.Align import PairwiseAligner

    aligner = PairwiseAligner(mode="local", match_score=1, mismatch_score=0, open_gap_score=-1, extend_gap_score=-1)
    return float(aligner.score(PIECE, sequence)) / len(sequence)


def test_the_threshold_is_the_published_one() -> None:
    assert screen.MOLECULE_DELTA == alignment.PROTEIN_DELTA == 0.95


def test_molecules_just_above_and_just_below() -> None:
    near, listed = ABOVE
    score = published_score(near, listed)
    assert 0.95 < score < 0.951
    (finding,) = screen_value("smiles", near)
    assert (finding.verdict, finding.reason[:13]) == ("confirm", "is 0.950 like")
    assert screen.screen_molecule(near).findings[0].score == pytest.approx(score, abs=1e-6)
    far, listed = BELOW
    assert 0.948 < published_score(far, listed) < 0.95
    assert screen_value("smiles", far) == []
    assert {finding.verdict for finding in screen_value("smiles", listed)} == {"confirm"}


def test_proteins_just_above_and_just_below() -> None:
    toxin = next(sequence for sequence in store.proteins(store.folder()).sequences if PIECE in sequence)
    assert len(toxin) >= 100
    # One residue of 20 is another: 19/20 is 0.95. One of 19: 0.947. Two of 26: 0.923.
    at, below = PIECE[:10] + "W" + PIECE[11:20], PIECE[:9] + "W" + PIECE[10:19]
    once, twice = PIECE[:12] + "W" + PIECE[13:], PIECE[:8] + "W" + PIECE[9:17] + "W" + PIECE[18:]
    assert [round(similarity(text), 3) for text in (at, below, once, twice)] == [0.95, 0.947, 0.962, 0.923]
    assert screen_value("protein", at)
    assert screen_value("protein", once)
    assert screen_value("protein", below) == screen_value("protein", twice) == []
