"""A person's corrections of a reading change what they name, and what depends on it."""

from __future__ import annotations

import pytest

from scitoolagent.records import Ask, Candidate, Entity, Operation, Query, Reading, Request
from scitoolagent.web.revise_request import (
    ask_of,
    subjects_of,
    with_meaning,
    with_subjects,
    with_unit,
    without_ask,
    without_operation,
)

TEXT = "weight of the scaffold of one and TPSA of two"


def ask(handle: str, text: str, **fields: object) -> Ask:
    start = TEXT.index(text)
    return Ask.model_validate({"handle": handle, "text": text, "start": start, "end": start + len(text), **fields})


SCAFFOLD = ask("ask1", "scaffold", what=[{"type": "Scaffold"}], of=["name1"], reported=False)
WEIGHT = ask("ask2", "weight", what=[{"type": "Weight"}, {"type": "Mass"}], of=["ask1"], problem="either of two")
TPSA = ask("ask3", "TPSA", what=[{"type": "Tpsa"}], then=[{"tool": "sort"}, {"tool": "top"}])
QUERY = Query(
    text=TEXT,
    entities=tuple(
        Entity(handle=handle, type="Name", value=text, text=text, start=TEXT.index(text), end=TEXT.index(text) + 3)
        for handle, text in (("name1", "one"), ("name2", "two"))
    ),
    request=Request(
        asks=(SCAFFOLD, WEIGHT, TPSA),
        readings=(
            Reading(start=0, end=6, role="ask", asks=("ask2",)),
            Reading(start=14, end=22, role="ask", asks=("ask1",)),
            Reading(start=26, end=29, role="entity", asks=("ask1", "ask3")),
            Reading(start=34, end=38, role="ask", asks=("ask3",)),
        ),
    ),
)


def handles(query: Query) -> list[str]:
    assert query.request is not None
    return [one.handle for one in query.request.asks]


def test_an_ask_goes_with_those_that_need_it_and_its_words_ask_no_more() -> None:
    changed = without_ask(QUERY, "ask1")
    assert handles(changed) == ["ask3"]
    assert changed.request is not None
    assert [(reading.role, reading.asks) for reading in changed.request.readings] == [
        ("frame", ()),
        ("frame", ()),
        ("entity", ("ask3",)),
        ("ask", ("ask3",)),
    ]
    assert handles(without_ask(QUERY, "ask2")) == ["ask1", "ask3"]


def test_a_choice_of_meaning_settles_what_was_unclear() -> None:
    chosen = ask_of(with_meaning(QUERY, "ask2", Candidate(type="Mass")), "ask2")
    assert (chosen.what, chosen.problem) == ((Candidate(type="Mass"),), "")


def test_unit_subjects_and_operations_change_alone() -> None:
    assert ask_of(with_unit(QUERY, "ask3", " nm2 "), "ask3") == TPSA.model_copy(update={"unit": "nm2"})
    assert ask_of(with_subjects(QUERY, "ask3", ("name2",)), "ask3") == TPSA.model_copy(update={"of": ("name2",)})
    assert ask_of(without_operation(QUERY, "ask3", 0), "ask3").then == (Operation(tool="top"),)
    assert ask_of(without_operation(QUERY, "ask3", 1), "ask3").then == (Operation(tool="sort"),)


def test_an_ask_may_be_of_values_and_earlier_asks_only() -> None:
    assert subjects_of(QUERY, "ask1") == ("name1", "name2")
    assert subjects_of(QUERY, "ask3") == ("name1", "name2", "ask1", "ask2")
    with pytest.raises(KeyError):
        ask_of(QUERY, "ask9")
