"""Composition, indices and profiles of proteins."""

from __future__ import annotations

import pytest
from Bio.SeqUtils.ProtParam import ProteinAnalysis
from Bio.SeqUtils.ProtParamData import hw, kd
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.protein_indices import (
    aliphatic_index,
    amino_acid_composition,
    hydropathy_index,
    hydropathy_profile,
    hydrophilicity_profile,
    instability_index,
    protein_aromaticity,
    protein_parameters,
    secondary_structure_fraction,
    sequence_length,
)

LYSOZYME = (
    "KVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINSRWWCNDGRTPGSRNLCNIPCSALLSSDITASVNCAKKIVSDGNGMNAWVAW"
    "RNRCKGTDVQAWIRGCRL"
)
proteins = st.text("ACDEFGHIKLMNPQRSTVWY", min_size=2, max_size=60)


def test_published_indices_of_lysozyme() -> None:
    # ExPASy ProtParam, P00698 19-147: instability 16.09, GRAVY -0.472. Aliphatic index by hand from 12 A, 6 V, 6 I,
    # 8 L in 129: 9.302 + 2.9 * 4.651 + 3.9 * 10.853 = 65.12.
    assert instability_index(LYSOZYME) == pytest.approx(16.09, abs=0.006)
    assert hydropathy_index(LYSOZYME) == pytest.approx(-0.472, abs=6e-4)
    assert aliphatic_index(LYSOZYME) == pytest.approx(65.12, abs=0.006)
    # 3 F, 3 Y and 6 W of 129.
    assert protein_aromaticity(LYSOZYME) == pytest.approx(12 / 129)


def test_parameters_are_those_of_the_single_tools() -> None:
    found = protein_parameters(LYSOZYME)
    assert found.length == sequence_length(LYSOZYME) == 129
    # ProtParam: 14313.1 Da, pI 9.32.
    assert found.molecular_weight == pytest.approx(14313.1, abs=0.2)
    assert found.isoelectric_point == pytest.approx(9.32, abs=0.006)
    assert (found.extinction_cystines, found.extinction_reduced) == (37970, 37470)
    assert (found.instability_index, found.gravy) == (instability_index(LYSOZYME), hydropathy_index(LYSOZYME))


@given(proteins)
@settings(max_examples=40, deadline=None)
def test_fractions_and_means_agree_with_biopython(sequence: str) -> None:
    other = ProteinAnalysis(sequence)
    assert hydropathy_index(sequence) == pytest.approx(other.gravy(), abs=1e-12)
    assert protein_aromaticity(sequence) == pytest.approx(other.aromaticity(), abs=1e-12)
    found = secondary_structure_fraction(sequence)
    assert (found.helix, found.turn, found.sheet) == pytest.approx(other.secondary_structure_fraction())


@given(proteins, st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_profiles_agree_with_biopython(sequence: str, window: int) -> None:
    # Biopython's sliding mean with edges of full weight; its loop leaves windows of even size uncentred.
    window = 2 * (min(window, len(sequence)) // 2) - 1 if len(sequence) > 1 else 1
    window = max(window, 1)
    other = ProteinAnalysis(sequence)
    assert hydropathy_profile(sequence, window) == pytest.approx(_means(sequence, kd, window), abs=1e-12)
    assert hydrophilicity_profile(sequence, window) == pytest.approx(_means(sequence, hw, window), abs=1e-12)
    if window >= 3:
        assert hydropathy_profile(sequence, window) == pytest.approx(other.protein_scale(kd, window, 1.0), abs=1e-12)


def _means(sequence: str, scale: dict[str, float], window: int) -> list[float]:
    return [
        sum(scale[letter] for letter in sequence[start : start + window]) / window
        for start in range(len(sequence) - window + 1)
    ]


def test_composition_by_hand() -> None:
    found = amino_acid_composition("AAGX")
    assert {letter: count for letter, count in found.counts.items() if count} == {"A": 2, "G": 1, "X": 1}
    assert len(found.counts) == 21
    assert found.percentages["A"] == 50.0
    assert found.percentages["W"] == 0.0


def test_length_of_every_kind_of_sequence() -> None:
    assert sequence_length("ACGU ACGN") == 8
    assert sequence_length("MKL*") == 3
    for nonsense in ("", "12", "((("):
        with pytest.raises(ToolInputError):
            sequence_length(nonsense)


def test_bad_windows_and_chains_are_refused() -> None:
    with pytest.raises(ToolInputError, match="does not fit"):
        hydropathy_profile("MKL", 4)
    with pytest.raises(ToolInputError, match="does not fit"):
        hydrophilicity_profile("MKL", 0)
    with pytest.raises(ToolInputError, match="two residues"):
        instability_index("M")
    with pytest.raises(ToolInputError, match="'X'"):
        aliphatic_index("MXK")
