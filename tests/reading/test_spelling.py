"""One spelling for each sign, at the same place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.reading.spelling import plain, unraised


@given(st.text(max_size=200))
def test_the_length_stays(text: str) -> None:
    assert len(plain(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("H₂SO₄", "H2SO4"),
        ("5′–ATG–3′", "5'-ATG-3'"),
        ("2‑naphthol’s", "2-naphthol's"),
        ("ＣＣＯ？", "CCO?"),
        ("TPSA—aspirin", "TPSA aspirin"),
        ("a\x07b\u200bc\u202ed", "a b c d"),
        ("β-carotene µ", "β-carotene µ"),
        ("line\none\ttab", "line\none\ttab"),
    ],
)
def test_signs(text: str, same: str) -> None:
    assert plain(text) == same


@pytest.mark.parametrize(("text", "line"), [("Ca²⁺", "Ca^2+"), ("SO₄²⁻", "SO4^2-"), ("NH₄⁺", "NH4^+"), ("H₂O", "H2O")])
def test_a_raised_charge_has_a_caret(text: str, line: str) -> None:
    assert unraised(text) == line
