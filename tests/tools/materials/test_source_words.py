"""X-ray sources are read with their wavelengths; a wavelength that is not that of the source is not."""

from __future__ import annotations

import pytest

from scitoolagent.tools.materials._source_words import K_ALPHA, find_sources


@pytest.mark.parametrize(
    ("text", "span", "wavelength"),
    [
        ("with Co Kα radiation", "Co Kα radiation", 1.79026),
        ("with copper K-alpha radiation", "copper K-alpha radiation", 1.54184),
        ("for Cu Kα1", "Cu Kα1", 1.54056),
        ("using Mo radiation", "Mo radiation", 0.71073),
        ("for Mo Ka (0.7107 Å)", "Mo Ka (0.7107 Å)", 0.7107),
        ("with CuKα, λ = 0.15406 nm", "CuKα, λ = 0.15406 nm", 1.5406),
        ("silver x-ray source", "silver x-ray source", 0.560885),
    ],
)
def test_a_source_is_found(text: str, span: str, wavelength: float) -> None:
    [(start, end, value)] = find_sources(text)
    assert text[start:end] == span
    assert value == pytest.approx(wavelength, abs=0)


@pytest.mark.parametrize(
    "text",
    [
        "the density of Cu",
        "Co in the formula",
        "copper and iron",
        "an iron source of 2 g",
        "Mo Kα (1.5406 Å)",
        "cobalt",
    ],
)
def test_what_names_no_source_is_left(text: str) -> None:
    assert list(find_sources(text)) == []


def test_the_wavelengths_are_those_of_pymatgen() -> None:
    from pymatgen.analysis.diffraction.xrd import WAVELENGTHS

    for symbol, (mean, first, second) in K_ALPHA.items():
        assert (mean, first, second) == pytest.approx(
            tuple(WAVELENGTHS[f"{symbol}Ka{line}"] for line in ("", "1", "2")), rel=1e-5
        )
