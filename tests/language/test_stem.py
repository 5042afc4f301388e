"""Stems are Snowball's; a plural loses its ending and no more."""

from __future__ import annotations

import pytest

from scitoolagent.language.stem import is_plural, singular, stem


@pytest.mark.parametrize(
    ("word", "stemmed"),
    # From the sample vocabulary of https://snowballstem.org/algorithms/english/stemmer.html.
    [
        ("consign", "consign"), ("consigned", "consign"), ("consignment", "consign"), ("consistency", "consist"),
        ("consolation", "consol"), ("consolingly", "consol"), ("knackeries", "knackeri"), ("knightly", "knight"),
        ("knitting", "knit"), ("knots", "knot"),
    ],
)  # fmt: skip
def test_stems_are_those_of_snowball(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("rings", "ring"), ("properties", "property"), ("bonds", "bond"), ("gas", "gas"), ("mass", "mass"), ("bias", "bias"),
        ("radius", "radius"), ("analysis", "analysis"), ("acidic", "acidic"), ("polarity", "polarity"), ("ies", "ies"),
    ],
)  # fmt: skip
def test_a_plural_loses_its_ending(word: str, one: str) -> None:
    assert singular(word) == one


def test_plurals() -> None:
    assert [word for word in ("genes", "gene", "virus", "mass", "axis", "bias", "as") if is_plural(word)] == [
        "genes", "bias"
    ]  # fmt: skip
