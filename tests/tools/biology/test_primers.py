"""Melting, annealing and absorption of oligonucleotides."""

from __future__ import annotations

import pytest
from Bio.Seq import Seq
from Bio.SeqUtils import MeltingTemp, molecular_weight
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.primers import (
    annealing_temperature,
    dna_melting_temperature,
    duplex_energies,
    oligonucleotide_extinction_coefficient,
    primer_properties,
    wallace_temperature,
)

oligos = st.text("ACGT", min_size=4, max_size=40)


def test_worked_example_of_santalucia() -> None:
    # SantaLucia 1998: CGTTGA·TCAACG has ΔG°37 = -5.35 kcal/mol, a sum of free energies that the paper rounds one by
    # one; enthalpies and entropies give -5.41. Enthalpy by hand: -10.6-8.4-7.9-8.5-8.2+0.1+2.3.
    found = duplex_energies("CGTTGA")
    assert found.free_energy == pytest.approx(-5.35, abs=0.08)
    assert found.enthalpy == pytest.approx(-41.2)
    # A duplex read from its other strand is the same duplex.
    assert duplex_energies("TCAACG") == found


@given(oligos, st.sampled_from([10.0, 50.0, 1000.0]), st.sampled_from([50.0, 250.0, 4e5]))
@settings(deadline=None, max_examples=60)
def test_melting_temperature_agrees_with_biopython(sequence: str, sodium: float, total: float) -> None:
    palindrome = str(Seq(sequence).reverse_complement()) == sequence
    # Biopython takes the two strands apart; for a palindrome it takes the one there is.
    share = total if palindrome else total / 2
    other = MeltingTemp.Tm_NN(
        sequence, nn_table=MeltingTemp.DNA_NN3, dnac1=share, dnac2=share, Na=sodium, saltcorr=5, selfcomp=palindrome
    )
    # R is 1.987 there and 1.9872 here, which is less than 0.02 K.
    assert dna_melting_temperature(sequence, sodium, total) == pytest.approx(other, abs=0.02)


@given(oligos)
@settings(deadline=None)
def test_wallace_rule_agrees_with_biopython(sequence: str) -> None:
    if len(sequence) <= 30:
        assert wallace_temperature(sequence) == MeltingTemp.Tm_Wallace(sequence)
    else:
        with pytest.raises(ToolInputError, match="does not hold"):
            wallace_temperature(sequence)


def test_extinction_by_hand() -> None:
    # ATGC: (AT 22.8 + TG 19.0 + GC 17.6) - (T 8.7 + G 11.5) = 39.2 mM⁻¹·cm⁻¹.
    assert oligonucleotide_extinction_coefficient("ATGC") == pytest.approx(39_200)
    assert oligonucleotide_extinction_coefficient("A") == pytest.approx(15_400)


def test_primer_properties_by_hand() -> None:
    found = primer_properties("AAAAGAATTCGC")
    assert (found.length, found.gc_clamp, found.longest_run) == (12, 3, 4)
    # GAATTC is its own reverse complement, and no longer segment is.
    assert found.self_complementarity == 6
    assert found.gc_content == pytest.approx(100 * 4 / 12)
    # Biopython gives the strand a 5' phosphate, HPO3 79.98 Da.
    assert found.mass == pytest.approx(molecular_weight("AAAAGAATTCGC", "DNA") - 79.98, abs=0.01)
    assert annealing_temperature("AAAAGAATTCGC") == pytest.approx(found.melting_temperature - 5)


def test_bad_input_is_refused() -> None:
    for function in (dna_melting_temperature, duplex_energies, wallace_temperature, primer_properties):
        for bad in ("", "ACG", "ACGTN", "A" * 201, "MKLV"):
            with pytest.raises(ToolInputError):
                function(bad)
    for sodium, total in ((0.0, 250.0), (5000.0, 250.0), (50.0, 0.0)):
        with pytest.raises(ToolInputError):
            dna_melting_temperature("ACGTAC", sodium, total)
