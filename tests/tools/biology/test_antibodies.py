"""Numbering and CDRs of published antibodies."""

from __future__ import annotations

import sys

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.biology import _antibody, antibodies
from scitoolagent.tools.biology._antibody_words import find_schemes

# Trastuzumab and avelumab: the sequences of their INN entries.
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


# Kabat's are those of Carter et al. 1992, doi:10.1073/pnas.89.10.4285 (fig. 1), and of WO 2013/079174 for avelumab;
# IMGT's those of IMGT/mAb-DB; Chothia's by hand from the definition (H26-32, H52-56, H95-102).
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


# Kabat's insertions: 52A where CDR-H2 has 17 residues, 82A-C in every VH, 100A-C where CDR-H3 has 11; the cysteines
# 22 and 92 and the tryptophan 103. By IMGT (Lefranc et al. 2003): C23, W41, C104, W118.
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


# IGLV2-14 is the germline of avelumab's light chain by IMGT/mAb-DB.
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


# The TCR A6 beta chain, PDB 1AO7 chain E.
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
