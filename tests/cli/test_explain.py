"""The reading of a question in a terminal and in a pipe."""

from __future__ import annotations

import io

from rich.console import Console

from scitoolagent.cli.explain import explanation
from scitoolagent.records import Ask, Candidate, Entity, Query, Reading, Request
from scitoolagent.toolkg.store import load_graph

QUERY = Query(
    text="TPSA of menthol in winter",
    entities=(Entity(handle="name1", type="MoleculeName", value="menthol", text="menthol", start=8, end=15),),
    request=Request(
        asks=(
            Ask(handle="ask1", text="TPSA", start=0, end=4, what=(Candidate(type="PolarSurfaceArea"),), of=("name1",)),
        ),
        readings=(
            Reading(start=0, end=4, role="ask", asks=("ask1",)),
            Reading(start=5, end=7, role="frame"),
            Reading(start=8, end=15, role="entity"),
            Reading(start=16, end=25, role="unread"),
        ),
    ),
)


def shown(terminal: bool, query: Query = QUERY) -> str:
    file = io.StringIO()
    console = Console(file=file, width=100, force_terminal=terminal, color_system="truecolor" if terminal else None)
    console.print(explanation(load_graph(), query, console))
    return file.getvalue()


def test_a_terminal_shows_the_question_in_colours_with_a_legend() -> None:
    text = shown(terminal=True)
    assert "\x1b[1;37;41min winter\x1b[0m" in text, "unread words stand out"
    assert "not understood" in text
    assert "form of the answer" not in text, "the legend names what is there only"


def test_a_pipe_gets_a_line_for_each_reading_and_no_codes() -> None:
    text = shown(terminal=False)
    assert "\x1b" not in text
    lines = [line.split() for line in text.splitlines()]
    assert ["NOT", "UNDERSTOOD", "in", "winter"] in lines
    assert ["given", "menthol", "$name1"] in lines
    assert ["asked", "for", "TPSA", "ask1"] in lines
    assert ["ask1", "topological", "polar", "surface", "area", "menthol"] in lines


def test_a_question_whose_words_were_not_accounted_for_says_so() -> None:
    assert "no word-by-word account" in shown(False, QUERY.model_copy(update={"request": None}))
    nothing = QUERY.model_copy(update={"request": Request(readings=(Reading(start=0, end=25, role="unread"),))})
    assert "Nothing that a tool computes is asked for" in shown(False, nothing)
