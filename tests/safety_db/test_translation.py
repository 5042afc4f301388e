"""Reading frames and ambiguous letters."""

from __future__ import annotations

from scitoolagent.safety_db.translation import frames, readings


def test_codons_of_one_meaning_are_read_whatever_the_ambiguous_letter() -> None:
    # by the standard code: GCN is alanine, YTR leucine, RAY Asn or Asp, SAR Gln or Glu, NNN anything
    assert frames("GCNYTRRAYSARNNNTRA")[0] == "ALBZX*"


def test_the_ways_in_which_programs_write_leucine_arginine_and_serine() -> None:
    assert frames("YTNMGNWSN")[0] == "LRS"


def test_the_other_strand_of_ambiguous_letters() -> None:
    assert frames("YTTNGC")[3] == "AK"  # read backwards, Y is R and N is N: GCN AAR
    assert frames("GCNAAR")[3] == "XX"  # YTT is Phe or Leu, NGC four things


def test_readings_of_ambiguous_residues_and_stops() -> None:
    assert readings("MKT") == ["MKT"]
    assert readings("BZJU") == ["BZJU", "DELC", "NQIC"]
    assert readings("MK*T*", through_stops=True) == ["MK*T*", "MKT"]
