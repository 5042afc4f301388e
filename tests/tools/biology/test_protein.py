"""Mass, charge, absorption and half-life of proteins."""

from __future__ import annotations

import pytest
from Bio.SeqUtils import molecular_weight
from Bio.SeqUtils.IsoelectricPoint import IsoelectricPoint
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.protein import (
    isoelectric_point,
    protein_extinction_coefficient,
    protein_extinction_in_state,
    protein_half_life,
    protein_molecular_weight,
    protein_monoisotopic_mass,
    protein_net_charge,
)

LYSOZYME = (
    "KVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINSRWWCNDGRTPGSRNLCNIPCSALLSSDITASVNCAKKIVSDGNGMNAWVAW"
    "RNRCKGTDVQAWIRGCRL"
)
UBIQUITIN = "MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG"
ALBUMIN = (
    "DTHKSEIAHRFKDLGEEHFKGLVLIAFSQYLQQCPFDEHVKLVNELTEFAKTCVADESHAGCEKSLHTLFGDELCKVASLRETYGDMADCCEKQEPERNECFLSHKDDSPD"
    "LPKLKPDPNTLCDEFKADEKKFWGKYLYEIARRHPYFYAPELLYYANKYNGVFQECCQAEDKGACLLPKIETMREKVLASSARQRLRCASIQKFGERALKAWSVARLSQKF"
    "PKAEFVEVTKLVTDLTKVHKECCHGDLLECADDRADLAKYICDNQDTISSKLKECCDKPLLEKSHCIAEVEKDAIPENLPPLTADFAEDKDVCKNYQEAKDAFLGSFLYEY"
    "SRRHPEYAVSVLLRLAKEYEATLEECCAKDDPHACYSTVFDKLKHLVDEPQNLIKQNCDQFEKLGEYGFQNALIVRYTRKVPQVSTPTLVEVSRSLGKVGTRCCTKPESER"
    "MPCTEDYLSLILNRLCVLHEKTPVSEKVTKCCTESLVNRRPCFSALTPDETYVPKAFDEKLFTFHADICTLPDTEKQIKKQTALVELLKHKPKATEEQLKTVMENFVAFVD"
    "KCCAADDKEACFAVEGPKLVVSTQTALA"
)
proteins = st.text("ACDEFGHIKLMNPQRSTVWY", min_size=1, max_size=60)


def test_published_isoelectric_points_of_protparam() -> None:
    # ExPASy ProtParam: hen lysozyme (P00698, 19-147) 9.32, human ubiquitin 6.56; two decimals are published.
    assert isoelectric_point(LYSOZYME) == pytest.approx(9.32, abs=0.006)
    assert isoelectric_point(UBIQUITIN) == pytest.approx(6.56, abs=0.006)


def test_other_pka_sets_agree_with_another_program() -> None:
    # pyProtein (A. Southan) for mature bovine albumin; it solves the same sums to about 0.002.
    assert isoelectric_point(ALBUMIN, "bjellqvist") == pytest.approx(5.5987, abs=0.003)
    assert isoelectric_point(ALBUMIN, "EMBOSS") == pytest.approx(5.6662, abs=0.003)
    assert isoelectric_point(ALBUMIN, "IPC_protein") == pytest.approx(5.4069, abs=0.003)


def test_point_of_an_amino_acid_is_the_mean_of_its_two_pka_values() -> None:
    # Two groups: pI = (pKn + pKc) / 2, by hand from each set for glycine.
    for name, value in (("Lehninger", 6.015), ("Sillero", 5.7), ("Solomon", 6.0), ("Rodwell", 5.55)):
        assert isoelectric_point("G", name) == pytest.approx(value, abs=1e-5)


@given(proteins)
@settings(max_examples=80, deadline=None)
def test_charge_and_point_agree_with_biopython(sequence: str) -> None:
    other = IsoelectricPoint(sequence)
    assert protein_net_charge(sequence, 7.0) == pytest.approx(other.charge_at_pH(7.0), abs=1e-6)
    # Biopython searches from pH 4.05 to 12 only and gives a bound where the point lies outside.
    if 4.06 < other.pi() < 11.9:
        assert isoelectric_point(sequence) == pytest.approx(other.pi(), abs=0.002)


@given(proteins)
@settings(max_examples=60, deadline=None)
def test_charge_is_zero_at_the_point_and_falls(sequence: str) -> None:
    try:
        point = isoelectric_point(sequence)
    except ToolInputError:
        return
    assert protein_net_charge(sequence, point) == pytest.approx(0, abs=1e-4)
    assert protein_net_charge(sequence, 2.0) >= protein_net_charge(sequence, 12.0)


def test_published_masses() -> None:
    # UniProt: P00698 19-147 14,313 Da; ubiquitin 8,564.8 average, 8,559.62 monoisotopic (mass spectrometry standard).
    assert protein_molecular_weight(LYSOZYME) == pytest.approx(14313.1, abs=0.2)
    assert protein_molecular_weight(UBIQUITIN) == pytest.approx(8564.8, abs=0.1)
    assert protein_monoisotopic_mass(UBIQUITIN) == pytest.approx(8559.62, abs=0.01)
    # Glycine, C2H5NO2 by hand: 2(12.0107) + 5(1.00794) + 14.0067 + 2(15.9994).
    assert protein_molecular_weight("G") == pytest.approx(75.0666, abs=1e-3)
    # Selenocysteine, C3H7NO2Se, is 168.05 g/mol (PubChem 25076); a stop at the end does not count.
    assert protein_molecular_weight("U*") == pytest.approx(168.05, abs=0.02)


@given(st.text("ACDEFGHIKLMNPQRSTVWYUO", min_size=1, max_size=60))
@settings(max_examples=60, deadline=None)
def test_masses_agree_with_biopython(sequence: str) -> None:
    # Biopython sums rounded masses of residues: 0.002 Da a residue, 1e-4 for isotopes.
    assert protein_molecular_weight(sequence) == pytest.approx(
        molecular_weight(sequence, "protein"), abs=0.004 * len(sequence) + 0.02
    )
    assert protein_monoisotopic_mass(sequence) == pytest.approx(
        molecular_weight(sequence, "protein", monoisotopic=True), abs=2e-4 * len(sequence)
    )


def test_extinction_coefficients_of_lysozyme() -> None:
    # ProtParam: 37970 with four cystines (0.1 % = 2.653), 37470 reduced (2.618).
    found = protein_extinction_coefficient(LYSOZYME)
    assert (found.cystines, found.reduced) == (37970, 37470)
    assert found.absorbance_cystines == pytest.approx(2.653, abs=6e-4)
    assert found.absorbance_reduced == pytest.approx(2.618, abs=6e-4)
    # Three cysteines can make one cystine only.
    assert protein_extinction_coefficient("CCC").cystines == 125


def test_half_lives_follow_the_n_end_rule() -> None:
    # Bachmair 1986 (yeast) and Tobias 1991 (E. coli) as their abstracts state them.
    short = {letter for letter in "ACDEFGHIKLMNPQRSTVWY" if protein_half_life(letter).e_coli == "2 minutes"}
    assert short == set("RKLFYW")
    stable = {letter for letter in "ACDEFGHIKLMNPQRSTVWY" if protein_half_life(letter).yeast.startswith("more")}
    assert stable == set("MGASTVCP")
    assert protein_half_life("VAAA").mammal == "100 hours"
    assert protein_half_life("QAAA").mammal == "0.8 hours"


@pytest.mark.parametrize(
    ("sequence", "said"),
    [
        ("", "empty"),
        ("MKB", "'B' at position 3"),
        ("MK1", "'1' at position 3"),
        ("MK*LV", "stop"),
        ("A" * 40_001, "at most 40000"),
        ("Å", "no amino acid"),
    ],
)
def test_bad_sequences_are_refused_with_the_reason(sequence: str, said: str) -> None:
    for function in (isoelectric_point, protein_net_charge, protein_extinction_coefficient, protein_half_life):
        with pytest.raises(ToolInputError, match=said.replace("*", r"\*")):
            function(sequence)


def test_bad_options_are_refused() -> None:
    with pytest.raises(ToolInputError, match="pKa set"):
        isoelectric_point("MK", "made up")
    with pytest.raises(ToolInputError, match="out of range"):
        protein_net_charge("MK", 15)
    with pytest.raises(ToolInputError, match="keeps its charge"):
        isoelectric_point("R" * 500)


def test_blanks_and_case_do_not_matter() -> None:
    assert isoelectric_point(" mq ifv\nKT ") == isoelectric_point("MQIFVKT")


def test_the_state_of_the_cysteines_chooses_the_coefficient() -> None:
    # ProtParam for P00698: 37970 M⁻¹·cm⁻¹ with all pairs of Cys in cystines, 37470 with all Cys reduced.
    assert protein_extinction_in_state(LYSOZYME, "oxidised") == 37970
    assert protein_extinction_in_state(LYSOZYME, "reduced") == 37470
    with pytest.raises(ToolInputError, match="reduced or oxidised"):
        protein_extinction_in_state(LYSOZYME, "native")
