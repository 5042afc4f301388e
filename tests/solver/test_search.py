"""The search of the tool graph: names first, then what fits, nothing where nothing does."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from scitoolagent.config import Config, load_config
from scitoolagent.solver.reach import Reach
from scitoolagent.solver.search import ToolSearch
from scitoolagent.solver.vocabulary import Vocabulary, terms
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def search() -> ToolSearch:
    return ToolSearch(load_graph(), load_config())


def names(search: ToolSearch, query: str, at_hand: tuple[str, ...] = (), most: int = 12) -> list[str]:
    return [tool.name for tool in search.find(query, at_hand, most)]


@pytest.mark.parametrize(
    "query", ["polar_surface_area", "Polar Surface Area", "polar-surface-area", "PolarSurfaceArea", "CalculateTPSA"]
)
def test_an_exact_name_comes_first_however_it_is_spelt(search: ToolSearch, query: str) -> None:
    assert names(search, query)[0] == "polar_surface_area"


def test_the_own_name_of_a_tool_is_before_the_other_name_of_another() -> None:
    graph = load_graph()
    other = replace(graph.tools["atom_count"], also=("ring_count",))
    changed = ToolGraph(
        [*(tool for tool in graph.tools.values() if tool.name != "atom_count"), other], graph.types.values()
    )
    assert names(ToolSearch(changed, load_config()), "ring count", most=2) == ["ring_count", "atom_count"]


def test_several_queries_are_served_by_turns(search: ToolSearch) -> None:
    found = names(search, "gc_content, isoelectric point\nbalance a chemical equation", most=6)
    assert found[0] == "gc_content"
    assert {"isoelectric_point", "balance_equation"} <= set(found)


def test_a_comma_inside_a_number_parts_nothing(search: ToolSearch) -> None:
    whole = names(search, "boiling point of 1,2-dichloroethane")
    assert "boiling_point" in whole
    assert whole == names(search, "boiling point of 1 2 dichloroethane")


@pytest.mark.parametrize(
    ("query", "tool"),
    [
        ("vapor pressure of a liquid", "vapour_pressure"),  # American
        ("bandgap from absorption", "optical_band_gap"),  # run together
        ("canonicalization of SMILES", "canonical_smiles"),  # another form
        ("Needleman-Wunsch", "global_alignment"),  # an author, in the source
        ("FDR correction", "adjusted_p_values"),  # an abbreviation
        ("tanimotto similarity", "tanimoto_similarity"),  # a slip of the keys
        ("convert Fahrenheit to kelvin", "unit_conversion"),  # in the text of an input
        ("arithmetic mean", "mean_of_values"),  # works on any number
        ("standard deviation", "standard_deviation_of_values"),
    ],
)
def test_what_is_called_otherwise_is_found(search: ToolSearch, query: str, tool: str) -> None:
    assert tool in names(search, query)


@pytest.mark.parametrize(
    "query",
    [
        "book a flight to Rome",
        "translate to French",
        "weather forecast tomorrow",
        "order a pizza",
        "the of and",
        "xqzzv",
    ],
)
def test_nothing_is_found_where_nothing_fits(search: ToolSearch, query: str) -> None:
    assert names(search, query) == []


def test_without_vectors_the_floor_holds_too() -> None:
    lexical = ToolSearch(load_graph(), Config(embedder="none"))
    assert names(lexical, "book a flight to Rome") == []
    assert "gc_content" in names(lexical, "GC content of DNA")


def test_types_at_hand_weigh(search: ToolSearch) -> None:
    """A table of numbers needs no fingerprints; the correlation of its columns is in front of that of residues."""
    plain, given = (names(search, "similarity", at_hand) for at_hand in ((), ("ProteinSequence",)))
    assert given.index("aligned_sequence_similarity") <= plain.index("aligned_sequence_similarity")
    plain, given = (names(search, "correlation", at_hand) for at_hand in ((), ("Table",)))
    columns = ("correlate_columns", "correlate_groups", "correlation_table")
    assert sum(map(given.index, columns)) < sum(map(plain.index, columns))


@pytest.mark.parametrize("at_hand", [("CsvFile",), ("Temperature",), ("no such type",)])
def test_the_right_tool_stays_whatever_is_at_hand(search: ToolSearch, at_hand: tuple[str, ...]) -> None:
    for query, tool in (("TPSA", "polar_surface_area"), ("isoelectric point", "isoelectric_point")):
        assert names(search, query, at_hand)[0] == tool


def test_tools_can_be_called_in_steps() -> None:
    steps = Reach(load_graph(), 3).steps_to_call(["MoleculeName"])
    assert steps["name_to_smiles"] == 1
    assert steps["polar_surface_area"] == 2
    assert steps["reynolds_number"] == 1  # numbers alone
    assert "gc_content" not in steps


def test_the_neighbourhood_has_what_feeds_and_what_is_fed() -> None:
    graph = load_graph()
    near = Reach(graph, 1).neighbourhood("name_to_smiles")
    assert "polar_surface_area" in near
    assert "name_to_smiles" not in near
    assert near < Reach(graph, 3).neighbourhood("name_to_smiles")


@pytest.mark.parametrize(
    "query",
    ["", " ,;\n", "\x00\x07" * 1000, "\ud800\u202e", "a" * 1_000_000, "mean " * 200_000, "x," * 100_000, "(((" * 1000],
)
def test_hostile_queries_are_bounded(search: ToolSearch, query: str) -> None:
    start = time.perf_counter()
    assert len(search.find(query)) <= 12
    assert time.perf_counter() - start < 1


def test_what_stands_beyond_the_bound_is_not_read(search: ToolSearch) -> None:
    assert names(search, "xqzzv " * 1000 + "\npolar_surface_area") == []


def test_control_characters_part_words(search: ToolSearch) -> None:
    assert names(search, "molecular\x00weight\x1b")[0] == "molecular_weight"


@pytest.mark.parametrize("most", [-1, 0, 1, 5])
def test_no_more_is_returned_than_asked_for(search: ToolSearch, most: int) -> None:
    assert len(search.find("mass of a molecule", most=most)) == max(0, most)


def test_a_query_always_finds_the_same(search: ToolSearch) -> None:
    other = ToolSearch(load_graph(), load_config())
    for query in ("melting temperature of a primer", "similarity"):
        assert search.find(query, ("Smiles", "Table")) == other.find(query, ("Table", "Smiles"))


def test_an_empty_graph_has_nothing() -> None:
    assert ToolSearch(ToolGraph([], []), load_config()).find("molecular weight", ("Smiles",)) == ()


def test_spellings_have_one_stem() -> None:
    for british, american in (
        ("vapour", "vapor"),
        ("haemoglobin", "hemoglobin"),
        ("ionise", "ionize"),
        ("litres", "liters"),
    ):
        assert terms(british) == terms(american)


def test_a_word_that_no_text_has_stands_for_those_spelt_alike() -> None:
    vocabulary = Vocabulary(["tanimoto", "similar"], ["bandgap"])
    assert vocabulary.expand("similar") == {"similar": 1.0}
    assert vocabulary.expand("bandgap") == {"bandgap": 1.0}
    assert set(vocabulary.expand("tanimotto")) == {"tanimoto"}
    assert vocabulary.expand("pizza") == {}
