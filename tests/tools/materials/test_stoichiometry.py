"""Limiting reagents and yields, against textbook problems worked by hand; the words that tell of reactions."""

from __future__ import annotations

import time

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._mixture_words import find_formations, find_mixtures
from scitoolagent.tools.materials._species import find_equations
from scitoolagent.tools.materials.reaction import balance_equation
from scitoolagent.tools.materials.stoichiometry import (
    limiting_reagent,
    limiting_reagent_of_equation,
    reaction_yield,
    reaction_yield_of_equation,
)


# A textbook preparation of aspirin: 5.00 g of salicylic acid (138.12 g/mol) give at most 6.52 g (180.16 g/mol), with
# acetic acid beside it; esters and amides set water or hydrogen chloride free.
@pytest.mark.parametrize(
    ("mixture", "mass", "equation"),
    [
        (
            "5 g salicylic acid + 10 g acetic anhydride ? aspirin",
            6.522,
            "salicylic acid + acetic anhydride -> aspirin + CH3COOH",
        ),
        ("10 g acetic acid + 10 g ethanol ? ethyl acetate", 14.67, "acetic acid + ethanol -> ethyl acetate + H2O"),
        ("5 g AgNO3 + 5 g NaCl ? AgCl", 4.218, "AgNO3 + NaCl -> AgCl + NaNO3"),
        ("10 g N2 + 5 g H2 ? NH3", 12.16, "N2 + 3 H2 -> 2 NH3"),
    ],
)
def test_a_small_by_product_is_found_and_told(mixture: str, mass: float, equation: str) -> None:
    found = reaction_yield(mixture)
    assert found.mass == pytest.approx(mass, rel=1e-3)
    assert found.equation == equation


def test_an_equation_that_needs_another_by_product_is_refused() -> None:
    with pytest.raises(ToolInputError, match="by-products"):
        reaction_yield("5 g benzene + 5 g HNO3 ? aniline")
    with pytest.raises(ToolInputError, match="by-products"):
        balance_equation("salicylic acid + acetic anhydride -> aspirin")


def test_silicon_and_nitrogen() -> None:
    # OpenStax Chemistry 2e, section 4.4: 2.00 g Si and 1.50 g N2 give silicon nitride, Si limits, N2 is in excess.
    found = limiting_reagent("2.00 g Si + 1.50 g N2 -> Si3N4")
    assert found.limiting_reagent == "Si"
    # 2 · 0.0712 mol Si / 3 · 28.01 g/mol = 1.33 g of nitrogen are used.
    assert found.leftover == {"N2": pytest.approx(0.170, abs=0.005)}
    assert found.equation == "3 Si + 2 N2 -> Si3N4"
    # 2.00 g / 28.085 g/mol / 3 · 140.28 g/mol.
    assert reaction_yield("2.00 g Si + 1.50 g N2 -> Si3N4").mass == pytest.approx(3.330, abs=0.005)


def test_amounts_and_names_serve_as_well() -> None:
    by_mass = limiting_reagent_of_equation("12 g magnesium + 20 g oxygen", "Mg + O2 -> MgO")
    assert by_mass.limiting_reagent == "Mg"
    by_amount = limiting_reagent("0.5 mol Mg + 100 mmol O2 -> MgO")
    assert by_amount.limiting_reagent == "O2"
    # 0.5 mol - 2 · 0.1 mol of magnesium are left, 24.305 g/mol.
    assert by_amount.leftover == {"Mg": pytest.approx(0.3 * 24.305, rel=1e-4)}


@pytest.mark.parametrize(
    ("mixture", "mass"),
    [
        # Masses of one mole and whole coefficients: C4H10 + 6.5 O2 -> 4 CO2 + 5 H2O.
        ("burn 58.124 g butane ? CO2", 4 * 44.009),
        ("burn 58.124 g C4H10 ? water", 5 * 18.015),
        ("burn 58.124 g C4H10 ? oxygen", 6.5 * 31.998),
        ("burn 2.016 g hydrogen", 18.015),
        ("burn 1 mol ethanol ? CO2", 2 * 44.009),
    ],
)
def test_combustion(mixture: str, mass: float) -> None:
    assert reaction_yield(mixture).mass == pytest.approx(mass, rel=2e-4)


def test_a_reagent_that_is_not_given_is_there_in_plenty() -> None:
    found = reaction_yield_of_equation("10 g CaCO3 ? CO2", "CaCO3 + HCl -> CaCl2 + CO2 + H2O")
    # 10 / 100.087 · 44.009.
    assert found.mass == pytest.approx(4.397, abs=0.001)
    assert reaction_yield_of_equation("10 g CaCO3 ? HCl", "CaCO3 + 2 HCl -> CaCl2 + CO2 + H2O").amount == pytest.approx(
        2 * 10 / 100.087, rel=1e-4
    )


@pytest.mark.parametrize(
    ("call", "arguments", "why"),
    [
        (limiting_reagent, ("4 g H2 + 31.74 g O2",), "no products"),
        (limiting_reagent, ("1 mol H2 + 0.5 mol O2 -> H2O",), "used up together"),
        (limiting_reagent, ("4 g H2 -> H2O",), "balanc|amount of every"),
        (limiting_reagent, ("4 mL H2 + 3 g O2 -> H2O",), "no mass or amount"),
        (limiting_reagent_of_equation, ("4 g H2 + 3 g N2", "H2 + O2 -> H2O"), "no reagent"),
        (reaction_yield, ("burn 5 g CH4",), "ask for one"),
        (reaction_yield, ("burn 5 g CS2 ? CO2",), "C, H and O"),
        (reaction_yield, ("burn 5 g CH4 ? N2",), "no product"),
        (reaction_yield, ("0 g H2 + 3 g O2 -> H2O",), "positive"),
        (reaction_yield, ("a bit of salt",), "no mass or amount"),
        (reaction_yield, ("5 g unobtainium + 3 g O2 -> H2O",), "unobtainium"),
    ],
)
def test_what_is_not_clear_is_refused(call, arguments, why) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ToolInputError, match=why):
        call(*arguments)


def test_names_are_balanced_as_their_formulae() -> None:
    found = balance_equation("iron(III) oxide + carbon monoxide -> iron + carbon dioxide")
    # Blast furnace: Fe2O3 + 3 CO -> 2 Fe + 3 CO2.
    assert found.stoichiometric_coefficients == [1, 3, 2, 3]


@pytest.mark.parametrize(
    ("text", "span", "value"),
    [
        (
            "What limits when 7 g of lithium and 9 g N2 react to lithium nitride?",
            "7 g of lithium and 9 g N2 react to lithium nitride",
            "7.0 g lithium + 9.0 g N2 -> lithium nitride",
        ),
        (
            "2 mol of Al react with 3 mol of Br2 giving AlBr3",
            "2 mol of Al react with 3 mol of Br2 giving AlBr3",
            "2.0 mol Al + 3.0 mol Br2 -> AlBr3",
        ),
        ("Ca + S -> CaS: 8 g of Ca and 9 g of S are mixed", "8 g of Ca and 9 g of S", "8.0 g Ca + 9.0 g S"),
        ("What limits 4 g CO + 10 g O2 -> CO2?", "4 g CO + 10 g O2 -> CO2", "4.0 g CO + 10.0 g O2 -> CO2"),
        ("the SO2 formed from 8 g of S", "SO2 formed from 8 g of S", "8.0 g S ? SO2"),
        (
            "How much carbon dioxide is produced by burning 3 kg of octane?",
            "carbon dioxide is produced by burning 3 kg of octane",
            "burn 3.0 kg octane ? carbon dioxide",
        ),
        (
            "water forms when 6 g of ethane burn completely",
            "water forms when 6 g of ethane burn completely",
            "burn 6.0 g ethane ? water",
        ),
    ],
)
def test_a_reaction_told_in_words_is_found(text: str, span: str, value: str) -> None:
    [(start, end, found)] = [*find_mixtures(text), *find_formations(text)]
    # A reagent can limit only what nothing else is asked of.
    assert bool(list(find_formations(text))) == (" ? " in value or value.startswith("burn"))
    assert (text[start:end], found) == (span, value)


@pytest.mark.parametrize(
    "text",
    [
        "Dissolve 12 g KBr and 3 g KI in water",
        "What is the amount of 30 g of CaO?",
        "10 g of KBr is required for 200 mL of solution",
        "a buffer of 20 mM acetic acid and 30 mM acetate",
        "8 g of Ca and 9 g of S react",
        "the melting temperature in 50 mM NaCl and 3 mM MgCl2",
    ],
)
def test_masses_that_do_not_react_are_left(text: str) -> None:
    assert list(find_mixtures(text)) == list(find_formations(text)) == []


@pytest.mark.parametrize(
    ("text", "equation"),
    [
        ("Balance Mg + HCl -> MgCl2 + H2, please", "Mg + HCl -> MgCl2 + H2"),
        ("the equation Na+H2O→NaOH+H2", "Na+H2O -> NaOH+H2"),
        ("P4 + O2 = P2O5. Balance it.", "P4 + O2 -> P2O5"),
        ("balance the reaction ammonia + oxygen -> nitric oxide + water", "ammonia + oxygen -> nitric oxide + water"),
        ("Ag+ + Cu → Ag + Cu2+", "Ag+ + Cu -> Ag + Cu2+"),
        ("2 KClO3 <=> 2 KCl + 3 O2 is", "2 KClO3 -> 2 KCl + 3 O2"),
    ],
)
def test_an_equation_is_found_whole(text: str, equation: str) -> None:
    assert [value for _, _, value in find_equations(text)] == [equation]


@pytest.mark.parametrize("text", ["20 °C -> K", "C -> N", "x = 5 and y = 7", "CCO>>CC=O", "A -> B", "pH = 7", "a=b+c"])
def test_other_arrows_are_no_equations(text: str) -> None:
    assert list(find_equations(text)) == []


def test_finders_are_quick_on_long_texts() -> None:
    for finder in (find_equations, find_mixtures):
        list(finder("warm + cold -> react 5 g"))
        for text in ("Fe + O2 -> " * 9000, "10 g N2 and " * 9000, "= + -> " * 15_000):
            started = time.perf_counter()
            list(finder(text))
            assert time.perf_counter() - started < 10
