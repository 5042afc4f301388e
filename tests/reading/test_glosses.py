"""Words that say the name of an ask again are read, and others are not."""

from __future__ import annotations

import pytest

from scitoolagent.reading.reader import RuleReader


def read(reader: RuleReader, question: str) -> tuple[set[str], set[str]]:
    """The tools asked for, and the unread words."""
    query = reader.read(question)
    assert query.request is not None
    return (
        {candidate.tool for ask in query.request.asks for candidate in ask.what},
        {query.text[reading.start : reading.end] for reading in query.request.readings if reading.role == "unread"},
    )


@pytest.mark.parametrize(
    ("question", "tools"),
    [
        ("TPSA (topological polar surface area) of menthol", {"polar_surface_area"}),
        ("topological polar surface area (TPSA) of menthol", {"polar_surface_area"}),
        ("the topological polar surface area, TPSA, of menthol", {"polar_surface_area"}),
        ("QED (quantitative estimate of drug-likeness) of menthol", {"qed"}),
        ("the logP (Wildman-Crippen) of menthol", {"crippen_descriptors"}),
        ("the EEM charge (Electronegativity Equalization Method) of menthol", {"eem_charges"}),
        # an abbreviation that is not among the labels
        ("the topological polar surface area (PSAX) of menthol", {"polar_surface_area"}),
        ("the Bemis-Murcko scaffold of naringenin", {"murcko_scaffold"}),
        ("the electronegativity of iron on the Pauling scale", {"pauling_electronegativity"}),
    ],
)
def test_a_name_said_twice_is_one_ask(reader: RuleReader, question: str, tools: set[str]) -> None:
    assert read(reader, question) == (tools, set())


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("TPSA (polar area, rounded) of menthol", {"rounded"}),
        ("TPSA (rounded polar area) of menthol", {"rounded"}),
        ("the TPSA (without oxygen) of menthol", {"without"}),
        ("the logP (measured in spring) of menthol", {"spring"}),
        ("the TPSA (twice) of menthol", {"twice"}),
    ],
)
def test_a_bracket_that_says_more_is_not_dropped(reader: RuleReader, question: str, left: set[str]) -> None:
    assert left <= read(reader, question)[1]


@pytest.mark.parametrize(
    "question",
    [
        "the complement and the reverse complement of ATGGCCAAGTGGTAA",
        "the reverse complement and the complement of ATGGCCAAGTGGTAA",
        "For ATGGCCAAGTGGTAA give the reverse complement and the complement",
    ],
)
def test_an_item_of_a_list_is_a_thing_of_its_own(reader: RuleReader, question: str) -> None:
    """ "Complement" is a word of the reverse complement too."""
    assert read(reader, question)[1] == set()
    request = reader.read(question).request
    assert request is not None
    assert sorted(ask.text for ask in request.asks) == ["complement", "reverse complement"]


def test_words_of_an_ask_said_again_ask_nothing_else(reader: RuleReader) -> None:
    assert read(reader, "Take the Murcko scaffold of naringenin and draw it as a scaffold")[1] == set()
