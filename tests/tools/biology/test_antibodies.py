"""Numbering and CDRs of published antibodies."""

from __future__ import annotations

import sys

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.biology import _antibody, antibodies
from scitoolagent.tools.biology._antibody_words import find_schemes

# Trastuzumab as in the data of Shanehsazzadeh et al. 2023, doi:10.1101/2023.01.08.523187 (README of its repository);
# the lambda chain stands in the tests of immunum (ENPICOM).
VH = "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS"
VL = "DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAWYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQGTKVEIK"
LAMBDA = (
    "QSALTQPASVSGSPGQSITISCTGTSSDVGGYNYVSWYQQHPGKAPKLMIYDVSNRPSGVSNRFSGSKSGNTASLTISGLQAEDEADYYCSSYTSSSTRVFGTGTKVTVL"
)
LINKER = "GGGGSGGGGSGGGGS"
INSULIN_B = "FVNQHLCGSHLVEALYLVCGERCFFYTPKT"


@pytest.fixture(autouse=True)
def _needs_the_extra() -> None:
    pytest.importorskip("anarci")
    pytest.importorskip("pyhmmer")


def cdrs(sequence: str, scheme: str) -> list[object]:
    return [row["sequence"] for row in antibodies.antibody_cdrs(sequence, scheme).cdrs]


# All of IMGT and Kabat, CDR1 and CDR2 of Chothia: printed by immunum 2.0.0, which aligns and numbers without ANARCI;
# IMGT's of the heavy chain stand in that README, too. Its CDR3 by Chothia is that of loops (H96-101); here it is the
# H95-102 of the docstring, as by Kabat.
@pytest.mark.parametrize(
    ("sequence", "scheme", "expected"),
    [
        (VH, "Kabat", ["DTYIH", "RIYPTNGYTRYADSVKG", "WGGDGFYAMDY"]),
        (VH, "IMGT", ["GFNIKDTY", "IYPTNGYT", "SRWGGDGFYAMDY"]),
        (VH, "Chothia", ["GFNIKDT", "YPTNGY", "WGGDGFYAMDY"]),
        (VL, "kabat", ["RASQDVNTAVA", "SASFLYS", "QQHYTTPPT"]),
        (VL, "imgt", ["QDVNTA", "SAS", "QQHYTTPPT"]),
        (LAMBDA, "Kabat", ["TGTSSDVGGYNYVS", "DVSNRPS", "SSYTSSSTRV"]),
    ],
)
def test_cdrs_are_the_published_ones(sequence: str, scheme: str, expected: list[str]) -> None:
    assert cdrs(sequence, scheme) == expected


def test_regions_cover_the_domain_and_name_their_places() -> None:
    found = antibodies.antibody_cdrs("MKLLVV" + VH + "ASTKGPSVFPLAPS", "Kabat")
    rows = sorted(found.cdrs + found.frameworks, key=lambda row: row["start"])
    assert [row["region"] for row in rows] == list(_antibody.REGIONS)
    assert "".join(str(row["sequence"]) for row in rows) == VH
    assert (rows[0]["start"], rows[-1]["end"]) == (7, 6 + len(VH))


# The insertions and the letters of these numbers as immunum 2.0.0 prints them, by Kabat and by IMGT.
def test_numbers_are_those_of_the_scheme() -> None:
    rows = antibodies.antibody_numbering(VH, "Kabat")
    assert [row["number"] for row in rows if not str(row["number"]).isdigit()] == [
        *("52A", "82A", "82B", "82C", "100A", "100B", "100C"),
    ]
    assert "".join(str(row["amino acid"]) for row in rows) == VH
    by_number = {row["number"]: row["amino acid"] for row in rows}
    assert (by_number["22"], by_number["92"], by_number["103"]) == ("C", "C", "W")
    by_number = {row["number"]: row["amino acid"] for row in antibodies.antibody_numbering(VH)}
    assert [by_number[number] for number in ("23", "41", "104", "118")] == ["C", "W", "C", "W"]


def test_a_single_chain_fragment_has_two_domains() -> None:
    found = antibodies.antibody_domains(VH + LINKER + VL)
    assert [(row["chain"], row["start"], row["end"]) for row in found] == [
        ("heavy", 1, 120),
        ("light kappa", 136, 242),
    ]
    assert cdrs(VH + LINKER + VL, "Kabat") == cdrs(VH, "Kabat") + cdrs(VL, "Kabat")
    assert antibodies.antibody_domains(LAMBDA)[0]["chain"] == "light lambda"


# Residue for residue up to the junction the sequence is IGLV2-14*03 of the germlines that ANARCI carries; immunum
# names no genes, so that this says how the search works, and not that the table is right.
def test_the_nearest_germline_is_named() -> None:
    (found,) = antibodies.antibody_germlines(LAMBDA)
    assert str(found["V gene"]).startswith("IGLV2-14")
    assert found["V identity"] == 1


def test_cdr3_alone() -> None:
    (found,) = antibodies.antibody_cdr3(LAMBDA)
    assert (found["sequence"], found["length"]) == ("SSYTSSSTRV", 10)


@pytest.mark.parametrize(
    ("words", "schemes"),
    [
        ("CDRs of X by Kabat", ["Kabat"]),
        ("number X in the Chothia numbering scheme", ["Chothia"]),
        ("imgt numbering of X", ["IMGT"]),
        ("show the CDRs using the Kabat definition", ["Kabat"]),
        ("Kabats", []),
        ("CDRs of X", []),
    ],
)
def test_the_scheme_is_found_in_the_words(words: str, schemes: list[str]) -> None:
    assert [value for _, _, value in find_schemes(words)] == schemes


@pytest.mark.parametrize(
    ("sequence", "scheme", "told"),
    [
        (INSULIN_B, "IMGT", "no variable domain"),
        ("", "IMGT", "empty"),
        (VH[:100], "IMGT", "not whole"),
        (VH[35:], "Kabat", "begins within"),
        (VH, "Aho", "no scheme that is known here"),
        (VH.replace("W", "1"), "IMGT", "no amino acid"),
        ("A" * 5_001, "IMGT", "at most 5,000"),
    ],
)
def test_what_does_not_fit_is_refused(sequence: str, scheme: str, told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        antibodies.antibody_cdrs(sequence, scheme)


# The TCR A6 beta chain, PDB 1AO7 chain E; its CDR3 as immunum 2.0.0 prints it.
def test_a_receptor_goes_by_imgt_alone() -> None:
    beta = "NAGVTQTPKFQVLKTGQSMTLQCAQDMNHEYMSWYRQDPGMGLRLIHYSVGAGITDQGEVPNGYNVSRSTTEDFPLRLLSAAPSQTSVYFCASRPGLAGGRPEQYFGPGTRLTVT"
    assert cdrs(beta, "IMGT")[2] == "ASRPGLAGGRPEQY"
    with pytest.raises(ToolInputError, match="take IMGT"):
        antibodies.antibody_numbering(beta, "Kabat")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    _antibody._profiles.cache_clear()
    monkeypatch.setitem(sys.modules, "pyhmmer", None)
    with pytest.raises(ToolUnavailableError, match=r"scitoolagent\[antibodies\]"):
        antibodies.antibody_domains(VH)
    assert load_registry().tools["antibody_cdrs"].requires == ("extra:antibodies",)
