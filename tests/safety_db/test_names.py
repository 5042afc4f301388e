"""Names are compared in one spelling, so that another alphabet does not hide one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.safety_db import screen
from scitoolagent.safety_db.names import normalise_name


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("  Sulfur   MUSTARD ", "sulfur mustard"),
        ("s\u0430rin", "sarin"),  # Cyrillic a
        ("s\u200barin", "sarin"),  # zero-width space
        ("\uff33arin", "sarin"),  # full-width S
        ("sar\u00edn", "sarin"),
        ("\u03b1-amanitin", "alpha-amanitin"),
        ("2\u2010(diethylamino)ethanol", "2-(diethylamino)ethanol"),
        ("nickel (II) chloride", "nickel(ii)chloride"),
        ("Nerve agent VX", "vx"),
        (" \u200b ", ""),
    ],
)
def test_spellings(written: str, expected: str) -> None:
    assert normalise_name(written) == expected


@given(st.text(max_size=40))
def test_the_spelling_of_a_spelling_is_itself(text: str) -> None:
    assert normalise_name(normalise_name(text)) == normalise_name(normalise_name(normalise_name(text)))


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("s\u0430rin", "block"), ("yperite", "block"), ("Agent VX", "block"), ("novichok", "block"), ("Ricin", "block"),
        ("BoNT/A", "block"), ("alpha-Amanitin", "confirm"), ("melittin", "confirm"), ("mercuric nitrate", "confirm"),
        ("lead acetate", "warn"), ("acetone", "note"), ("ethanol", "warn"), ("water", "clear"), ("mustard", "unknown"),
        ("insulin", "unknown"), ("sari", "unknown"), ("", "unknown"),
    ],
)  # fmt: skip
def test_names_are_screened(name: str, verdict: str) -> None:
    assert screen.screen_name(name).verdict == verdict


def test_symbols_are_no_codes() -> None:
    """Gallium and a base share their letters with the codes of two agents; called a compound, they are looked up."""
    from scitoolagent.gate import screen_many

    assert screen_many([("", text) for text in ("Ga", "T", "GA")]) == ()
    for kind, text in (("name", "GA"), ("", "VX")):
        assert "block" in {item.finding.verdict for item in screen_many([(kind, text)])}


def test_a_chain_is_no_name_of_a_toxin() -> None:
    """UniProt calls the light chain of botulinum toxins LC, which stopped questions about liquid chromatography."""
    assert screen.screen_name("LC").verdict == "unknown"
    assert screen.screen_name("BoNT/A").verdict == "block"


def test_a_name_that_a_toxin_shares_is_that_of_the_compound() -> None:
    """UniProt abbreviates the toxic domain of CpnT so; the explosive is what has to be confirmed."""
    for name in ("TNT", "tnt"):
        found = screen.screen_name(name)
        assert found.verdict == "confirm"
        assert any("Explosive" in one.reason for one in found.findings)
        assert not any("CpnT" in one.reason for one in found.findings)
    toxin = screen.screen_name("Outer membrane channel protein CpnT")
    assert any("CpnT" in one.reason for one in toxin.findings), "the toxin is listed by its own name"


@pytest.mark.parametrize("symbol", ["Cl", "Cu", "Tl"])
def test_an_element_is_no_abbreviation_of_a_toxin(symbol: str) -> None:
    """UniProt abbreviates a conotoxin, cerato-ulmin and a hemolysin so; in other letters they are looked up."""
    assert screen.screen_name(symbol).verdict == "unknown"
    assert screen.screen_name(symbol.upper()).verdict in ("block", "confirm")
