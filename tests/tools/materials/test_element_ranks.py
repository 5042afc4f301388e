"""The element that stands first: what textbooks say, and what is not taken for such a question."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._rank_words import find_element_ranks
from scitoolagent.tools.materials.element_ranks import element_ranking


@pytest.mark.parametrize(("rank", "element"), [
    ("highest electronegativity of elements", "fluorine"), ("highest density of elements", "osmium"),
    ("lowest density of metals", "lithium"), ("highest melting point of metals", "tungsten"),
    ("lowest melting point of metals", "mercury"), ("lowest boiling point of elements", "helium"),
    ("highest ionization energy of elements", "helium"), ("lowest ionization energy of elements", "cesium"),
    ("highest electron affinity of elements", "chlorine"), ("highest thermal conductivity of metals", "silver"),
    ("highest crust abundance of elements", "oxygen"), ("highest crust abundance of metals", "aluminum"),
    ("lowest boiling point of halogens", "fluorine"), ("lowest melting point of alkali metals", "cesium"),
])  # fmt: skip
def test_the_first_of_a_kind(rank: str, element: str) -> None:
    assert element_ranking(rank).ranked_element == element


def test_elements_without_a_value_are_told() -> None:
    note = element_ranking("highest density of elements").ranking_note
    assert "osmium 22.5" in note
    assert "of 118 have no measured value" in note  # hassium's density is predicted


@pytest.mark.parametrize(
    "rank", ["highest beauty of metals", "highest density of cats", "densest", "", "highest  of metals"]
)
def test_what_is_no_rank_is_refused(rank: str) -> None:
    with pytest.raises(ToolInputError):
        element_ranking(rank)


@pytest.mark.parametrize(("text", "rank"), [
    ("Which halogen has the lowest boiling point?", "lowest boiling point of halogens"),
    ("the least dense metal", "lowest density of metals"),
    ("What is the most electronegative element?", "highest electronegativity of elements"),
    ("the transition metal with the highest melting temperature", "highest melting point of transition metals"),
])  # fmt: skip
def test_ranks_are_found(text: str, rank: str) -> None:
    assert [value for _, _, value in find_element_ranks(text)] == [rank]


@pytest.mark.parametrize("text", [
    "the most electronegative element in NaCl", "which of gold and silver has the highest density",
    "the density of the metal", "the heaviest halogen atom in the molecule",
])  # fmt: skip
def test_other_questions_hold_no_rank(text: str) -> None:
    assert list(find_element_ranks(text)) == []
