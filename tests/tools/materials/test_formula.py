"""Formulas are read as chemists write them, and never silently otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials import formula as tools
from scitoolagent.tools.materials._elements import elements
from scitoolagent.tools.materials._formula import hill_order, parse_formula, whole, written


# CRC Handbook of Chemistry and Physics, physical constants of inorganic compounds. Relative 1e-4: the weights
# of S and O were 0.005 and 0.0004 above the abridged ones of today; a hydrogen missed in alum would be 2e-3.
@pytest.mark.parametrize(
    ("formula", "mass"),
    [
        ("H2O", 18.015),
        ("CaCO3", 100.087),
        ("CuSO4·5H2O", 249.685),
        ("CuSO4.5H2O", 249.685),
        ("KAl(SO4)2*12H2O", 474.389),
        ("K4[Fe(CN)6]", 368.343),
        ("(NH4)2SO4", 132.140),
        ("H₂SO₄", 98.079),
        ("Fe0.95O", 0.95 * 55.845 + 15.999),
    ],
)
def test_molar_mass_agrees_with_the_handbook(formula: str, mass: float) -> None:
    assert tools.molar_mass(formula) == pytest.approx(mass, rel=1e-4)


# Monoisotopic masses as listed by PubChem.
@pytest.mark.parametrize(("formula", "mass"), [("C7H8O", 108.0575), ("C8H10N4O2", 194.0804), ("CHCl3", 117.9144)])
def test_monoisotopic_mass_agrees_with_pubchem(formula: str, mass: float) -> None:
    assert tools.formula_monoisotopic_mass(formula) == pytest.approx(mass, abs=1e-4)


def test_monoisotopic_mass_of_an_ion_counts_electrons() -> None:
    # CODATA proton, 1.00727646658 u; the atom's mass lacks the 13.6 eV (1.5e-8 u) that bound the electron.
    assert tools.formula_monoisotopic_mass("H^+") == pytest.approx(1.00727646658 - 1.46e-8, abs=1e-9)
    with pytest.raises(ToolInputError, match="fractions"):
        tools.formula_monoisotopic_mass("Fe0.95O")
    with pytest.raises(ToolInputError, match="abundance"):
        tools.formula_monoisotopic_mass("Tc2O7")


def test_percentages_of_water_by_hand() -> None:
    # 2 × 1.008 / 18.015 = 11.19 %.
    assert tools.mass_percentages("H2O").percentages == pytest.approx({"H": 11.19, "O": 88.81}, abs=0.01)
    assert "alloy" in tools.atomic_percentages("CuZn").note
    assert "alloy" not in tools.mass_percentages("CuS").note
    assert tools.atomic_percentages("H2O").percentages == pytest.approx({"H": 200 / 3, "O": 100 / 3})
    assert tools.element_counts("K4[Fe(CN)6]") == {"K": 4, "Fe": 1, "C": 6, "N": 6}
    assert tools.formula_atom_count("K4[Fe(CN)6]") == 17


@pytest.mark.parametrize(
    ("given_formula", "hill", "empirical", "reduced", "anonymous"),
    [
        # Written by hand from the definitions; hydrogen peroxide is where empirical and reduced part.
        ("CH3COOH", "C2H4O2", "CH2O", "H2CO", "ABC2"),
        ("H2O2", "H2O2", "HO", "H2O2", "AB"),
        ("Ca3(PO4)2", "Ca3O8P2", "Ca3O8P2", "Ca3(PO4)2", "A2B3C8"),
        ("La0.5Sr0.5MnO3", "La0.5MnO3Sr0.5", "LaMn2O6Sr", "SrLaMn2O6", "ABC2D6"),
    ],
)
def test_ways_of_writing(given_formula: str, hill: str, empirical: str, reduced: str, anonymous: str) -> None:
    assert tools.hill_formula(given_formula) == hill
    assert tools.empirical_formula(given_formula) == empirical
    assert tools.reduced_formula(given_formula) == reduced
    assert tools.anonymous_formula(given_formula) == anonymous


def test_charge_is_read_or_refused() -> None:
    assert [
        parse_formula(text).charge for text in ("NH4+", "SO4^2-", "SO₄²⁻", "Fe+3", "Fe^3+", "C2H3O2-", "O2^-", "Ca++")
    ] == [1, -2, -2, 3, 3, -1, -1, 2]
    assert tools.hill_formula("SO4^2-") == "O4S-2"
    # Behind a square bracket the number is the charge of the complex (IUPAC Red Book 2005, IR-4.2.3).
    assert [parse_formula(text).charge for text in ("[Fe(CN)6]4-", "[Cu(NH3)4]2+", "[Ag(NH3)2]+")] == [-4, 2, 1]
    assert tools.molar_mass("[Fe(CN)6]4-") == tools.molar_mass("Fe(CN)6") == pytest.approx(211.95, abs=0.01)
    for ambiguous in ("Fe3+", "SO42-", "I3-", "C12H25-"):
        with pytest.raises(ToolInputError, match="two readings"):
            parse_formula(ambiguous)
    with pytest.raises(ToolInputError, match="charged"):
        tools.empirical_formula("SO4^2-")


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "  ",
        "2H2O",
        "nacl",
        "NaCl)",
        "(NaCl",
        "Na(",
        "()",
        "Xx2",
        "H0",
        "D2O",
        "H2O.",
        "·H2O",
        "5",
        "Na--Cl",
        "H2O+-",
        "C1e9",
        "(" * 150,
        "H" * 201,
        "H99999999",
        "\x00",
        "ÅÅÅ",
        "C" + "9" * 100_000,
    ],
)
def test_nonsense_is_refused(nonsense: str) -> None:
    with pytest.raises(ToolInputError):
        tools.molar_mass(nonsense)


_COUNTS = st.dictionaries(st.sampled_from(sorted(elements())), st.integers(1, 99), min_size=1, max_size=6)


@given(_COUNTS)
def test_reading_what_was_written_gives_the_counts(counts: dict[str, int]) -> None:
    assert parse_formula(written(counts, hill_order(counts))).counts == counts


@given(_COUNTS, st.integers(1, 5))
def test_brackets_multiply_and_reduction_undoes_it(counts: dict[str, int], factor: int) -> None:
    once = parse_formula(written(counts, list(counts)))
    grouped = parse_formula(f"({written(counts, list(counts))}){factor}")
    assert grouped.mass == pytest.approx(factor * once.mass)
    assert whole(grouped.counts) == whole(once.counts)


@given(_COUNTS)
def test_pymatgen_reads_the_same_mass(counts: dict[str, int]) -> None:
    """pymatgen has its own parser and its own table of masses; elements without a standard weight are left out."""
    from pymatgen.core.composition import Composition

    counts = {symbol: count for symbol, count in counts.items() if elements()[symbol]["is_radioactive"] == 0} or {
        "H": 1
    }
    text = written(counts, list(counts))
    # Its table is older by some revisions of single weights: 0.1 % covers all of them.
    assert parse_formula(text).mass == pytest.approx(float(Composition(text).weight), rel=1e-3)


def test_chemical_system_is_sorted() -> None:
    assert tools.chemical_system("SrTiO3") == "O-Sr-Ti"
