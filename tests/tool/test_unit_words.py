"""A unit that an answer is wanted in is found by the words around it; letters that mean something else are not."""

from __future__ import annotations

import time

import pytest

from scitoolagent.tool.unit_words import find_units
from scitoolagent.tool.units import convert


def _units(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], unit) for start, end, unit in find_units(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the weight of melittin in kDa", [("kDa", "kDa")]),
        ("How heavy is it, in kilodaltons?", [("kilodaltons", "kilodaltons")]),
        ("the density in g/cm3 and in kg/m3", [("g/cm3", "g/cm3"), ("kg/m3", "kg/m3")]),
        ("the vapour pressure in mbar, torr or kPa", [("mbar", "mbar"), ("torr", "torr"), ("kPa", "kPa")]),
        ("turn 310 K to degrees Celsius", [("degrees Celsius", "degrees Celsius")]),
        ("from 20 °C to °F", [("°F", "°F")]),
        ("How many kcal per mol is that?", [("kcal per mol", "kcal per mol")]),
        ("the surface in square nanometres", [("square nanometres", "nanometres^2")]),
        ("the volume in angstroms cubed", [("angstroms cubed", "angstroms^3")]),
        ("the volume in cubic metres per kilogram", [("cubic metres per kilogram", "metres^3 per kilogram")]),
        ("the area (nm²) of this cell", [("nm²", "nm²")]),
        ("the mass (in Da) of it", [("Da", "Da")]),
        ("the mass in kda", [("kda", "kDa")]),
        ("expressed as kcal mol−1", [("kcal mol−1", "kcal mol-1")]),
        ("the share as a percentage", [("percentage", "%")]),
        ("the share as a fraction", [("fraction", "1")]),
        ("unit: kJ/mol", [("kJ/mol", "kJ/mol")]),
        # One letter at the end of a clause, or in front of a word that goes on with the sentence.
        ("the boiling point in K?", [("K", "K")]),
        ("the concentration in M of this salt", [("M", "M")]),
        ("how many g of carbon", [("g", "g")]),
        ("in units of eV", [("eV", "eV")]),
    ],
)
def test_a_wanted_unit_is_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert _units(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "grown in E. coli or in S. cerevisiae",
        "a gene in M. tuberculosis",
        "how many K are in MKKLK",
        "how many C atoms are in it",
        "exchange residue K to M",
        "the second one, in second place",
        "dissolved in water, in a 5 M solution",
        "rounded to 3 decimal places and to the nearest integer",
        "in N-terminal residues",
        "in H-bonds",
        "the ion [M+H]+",
        "a lysine (K) and a methionine (M)",
        "made in g-scale",
        "its share in M/zork",
        "the number of atoms in it",
        "as many as possible",
        "an answer in words",
    ],
)
def test_no_unit_is_seen_in_a_sentence_without_one(text: str) -> None:
    assert _units(text) == []


def test_a_power_in_words_converts() -> None:
    [(_, _, unit)] = find_units("in square nanometres")
    # 1 nm² is 100 Å² by definition.
    assert convert(250, "Ao2", unit) == pytest.approx(2.5, abs=0)


def test_a_long_text_takes_linear_time() -> None:
    find_units("in kDa")
    started = time.perf_counter()
    assert len(find_units("the weight in kDa, and then some words. " * 2500)) == 2500
    # 100,000 characters; a quarter of a second on two cores.
    assert time.perf_counter() - started < 10
