"""Profiles of families: values of HMMER's own programs, and what does not fit."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.reading.profile_orders import find_orders
from scitoolagent.tools.biology import _profiles, profiles
from scitoolagent.tools.biology._profiles import EXAMPLE_ALIGNMENT, EXAMPLE_PROFILE, EXAMPLE_PROTEINS

UBIQUITIN = "MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG"


@pytest.fixture(autouse=True)
def _needs_the_extra() -> None:
    pytest.importorskip("pyhmmer", reason="the extra profiles is not installed")


def first_protein() -> str:
    return "".join(EXAMPLE_PROTEINS.read_text().split(">")[1].splitlines()[1:])


# `hmmsearch example_family.hmm example_family.faa` of HMMER 3.3.2 (Debian): E-value, score, envelope of the domain.
HITS = [
    ("sp|P12748|LUXC_ALIFS", 1.3e-45, 142.9, 51, 162),
    ("sp|P19841|LUXC_PHOPO", 1.2e-43, 136.5, 60, 171),
    ("tr|A0A644X819|A0A644X819_9ZZZZ", 1.2e-08, 24.0, 32, 136),
]


@pytest.mark.parametrize(
    "found",
    [
        lambda: profiles.profile_search(EXAMPLE_PROFILE, EXAMPLE_PROTEINS),
        lambda: profiles.alignment_search(EXAMPLE_ALIGNMENT, EXAMPLE_PROTEINS),
    ],
    ids=["profile", "alignment"],
)
def test_members_are_those_of_hmmsearch(found: object) -> None:
    result = found()  # type: ignore[operator]
    rows = [tuple(row[key] for key in ("sequence", "E-value", "score", "start", "end")) for row in result.hits]
    assert rows == HITS
    assert "5 sequences" in result.search_note


def test_a_search_of_a_proteome_is_that_of_hmmsearch(tmp_path: Path) -> None:
    """Against the table that HMMER 3.3 wrote for the tests of pyhmmer; what has an E-value above 0.01 is left out."""
    data = files("pyhmmer") / "tests" / "data"
    profile, proteome, table = (
        data / place for place in ("hmms/txt/PF02826.hmm", "seqs/938293.PRJEB85.HG003687.faa", "tables/PF02826.tbl")
    )
    if not proteome.is_file():
        pytest.skip("pyhmmer was installed without its tests")
    rows = [line.split() for line in table.read_text().splitlines() if not line.startswith("#")]
    expected = [(row[0], float(row[4]), float(row[5])) for row in rows if float(row[4]) <= 0.01]
    found = profiles.profile_search(Path(str(profile)), Path(str(proteome)))
    assert [(row["sequence"], row["E-value"], row["score"]) for row in found.hits] == expected


# `hmmbuild` of HMMER 3.3.2 prints 13 sequences, 108 match states, eff_nseq 2.30, re/pos 0.590.
def test_a_profile_is_that_of_hmmbuild() -> None:
    found = profiles.alignment_profile(EXAMPLE_ALIGNMENT)
    assert found.figures == {
        "name": "LuxC_start",
        "sequences": 13,
        "effective sequences": 2.3,
        "length": 108,
        "relative entropy": 0.59,
    }
    assert len(found.consensus) == 108


# `phmmer` of HMMER 3.3.2 with the first protein of the file as query.
def test_homologs_are_those_of_phmmer() -> None:
    found = profiles.homologs_in_file(first_protein(), EXAMPLE_PROTEINS)
    assert [(row["E-value"], row["score"]) for row in found.hits] == [
        (4.8e-166, 538.4),
        (9.8e-103, 331.2),
        (1.5e-06, 16.5),
    ]


def test_domains_of_one_protein_and_none() -> None:
    # `hmmsearch` gives 136.0 bits and 60-171 for this domain; its E-value is for one profile here.
    (row,) = profiles.profile_scan(first_protein(), EXAMPLE_PROFILE).domains
    assert (row["profile"], row["start"], row["end"], row["score"]) == ("LuxC_start", 60, 171, 136.0)
    nothing = profiles.profile_scan(UBIQUITIN, EXAMPLE_PROFILE)
    assert nothing.domains == []
    assert "1 profile against 1 sequence" in nothing.search_note


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "is empty"),
        (">a\nACGTACGTACGT\n", "nucleic acids"),
        (">a\nMKV1J\n", "cannot be read"),
        ('{"a": 1}', "cannot be read"),
        (EXAMPLE_PROFILE.read_text()[:4000], "cannot be read"),
    ],
)
def test_files_that_hold_no_proteins_are_refused(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "a.fasta"
    path.write_text(content)
    with pytest.raises(ToolInputError, match=told) as error:
        profiles.profile_search(EXAMPLE_PROFILE, path)
    assert str(tmp_path) not in str(error.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("HMMER3/f [3.3]\nNAME x\n", "holds no profile"),
        ("hello", "cannot be read"),
        (EXAMPLE_PROFILE.read_text().replace("ALPH  amino", "ALPH  DNA"), "cannot be read|nucleic acids"),
    ],
)
def test_files_that_hold_no_profile_are_refused(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "a.hmm"
    path.write_text(content)
    with pytest.raises(ToolInputError, match=told):
        profiles.profile_scan(UBIQUITIN, path)


def test_an_alignment_has_two_rows_of_proteins_at_least(tmp_path: Path) -> None:
    path = tmp_path / "a.sto"
    for rows, told in (
        ("a MKV\n", "two or more"),
        ("a MKV\nb MK\n", "cannot be read"),
        ("a ACGT\nb ACGT\n", "nucleic"),
    ):
        path.write_text(f"# STOCKHOLM 1.0\n{rows}//\n")
        with pytest.raises(ToolInputError, match=told):
            profiles.alignment_profile(path)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyhmmer", None)
    with pytest.raises(ToolUnavailableError, match=r"scitoolagent\[profiles\]"):
        _profiles.profiles_of(EXAMPLE_PROFILE)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Search a.fasta with b.hmm", "profile hits of a.fasta with b.hmm"),
        ("search for members of a.hmm in b.fasta", "profile hits of a.hmm in b.fasta"),
        ("hmmsearch b.hmm against a.fasta", "profile hits of b.hmm with a.fasta"),
        ("scan MKVL with b.hmm", "domains by profiles of MKVL with b.hmm"),
        ("search a.fasta with a profile built from b.sto", "profile hits of a.fasta with  b.sto"),
        ("search a.fasta for MKVL", "search a.fasta for MKVL"),
    ],
)
def test_orders_are_read_where_a_family_is_named(text: str, written: str) -> None:
    for start, end, words in sorted(find_orders(text), reverse=True):
        text = text[:start] + words + text[end:]
    assert text == written
