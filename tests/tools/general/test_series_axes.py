"""Which of two lists is x is told by the words between them, and what changes a line is not part of a list's name."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


@pytest.mark.parametrize(
    "question",
    [
        "slope of y 3 5 7 9.2 vs x 1 2 3 4",
        "intercept of y 3 5 7 9.2 on x 1 2 3 4",
        "linear regression y: 3 5 7 9.2, x: 1 2 3 4",
        "linear regression x: 1 2 3 4, y: 3 5 7 9.2",
    ],
)
def test_axes_are_taken_by_their_names(planner: Planner, question: str) -> None:
    query = planner.recognise(question)
    assert [entity.value for entity in query.entities] == ["1 3; 2 5; 3 7; 4 9.2"]
    assert planner.draft(query).unread == ()


@pytest.mark.parametrize(
    "question",
    [
        "slope of conc 9 7 5 3 over time 0 1 2 3",
        "slope of signal 0.2 0.3 0.41 against dose 1 2 3",
        "linear fit through origin x 1 2 3 y 3 5 8",
    ],
)
def test_what_turns_or_binds_a_line_is_not_read_away(planner: Planner, question: str) -> None:
    with pytest.raises(NoPathError):
        planner.draft(planner.recognise(question))
