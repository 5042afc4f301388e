"""What one question takes from another, on records made by hand: no graph, no reader."""

from __future__ import annotations

import re

import pytest

from scitoolagent.errors import PlanError
from scitoolagent.reading.followup import (
    asked_of,
    carried,
    continued,
    find_pointing,
    groups_of,
    picked,
    says_the_same,
    with_value,
)
from scitoolagent.records import Ask, Candidate, Entity, Operation, Quantity, Query, Reading, Request

MASS = (Candidate(type="Mass", tool="mass", output="mass"),)


def value(text: str, whole: str, handle: str = "name1", kind: str = "Name") -> Entity:
    start = whole.index(text)
    return Entity(handle=handle, type=kind, value=text, text=text, start=start, end=start + len(text))


def question(text: str, entities: tuple[Entity, ...] = (), asks: tuple[Ask, ...] = (), **roles: str) -> Query:
    """A question whose words were read as `roles` says (`mass="ask"`), and whose other words carry it."""
    readings = []
    for match in re.finditer(r"[\w']+", text):
        inside = any(entity.start <= match.start() < entity.end for entity in entities)
        role = "entity" if inside else roles.get(match[0].lower(), "frame")
        readings.append(
            Reading.model_validate({"start": match.start(), "end": match.end(), "role": role, "asks": ["ask1"]})
        )
    return Query(text=text, entities=entities, request=Request(asks=asks, readings=tuple(readings)))


def ask(text: str, whole: str, *of: str, handle: str = "ask1", then: tuple[Operation, ...] = ()) -> Ask:
    start = whole.index(text)
    return Ask(handle=handle, text=text, start=start, end=start + len(text), what=MASS, of=of, then=then)


def texts(query: Query) -> list[str]:
    """What stands in the text at the place of each value; a place behind the end holds nothing."""
    return [query.text[entity.start : entity.end] for entity in query.entities]


ONE = "The mass of camphor at 5 K?"
OF_ONE = question(ONE, (value("camphor", ONE),), (ask("mass", ONE, "name1"),), mass="ask").model_copy(
    update={"quantities": (Quantity(handle="quantity1", value=5, unit="K", text="5 K", start=23, end=26),)}
)
LIST = "mass of A1, B2 and C3 sorted"
NAMED = (value("A1", LIST), value("B2", LIST, "name2"), value("C3", LIST, "name3"))
SORT = Operation(tool="sort_by_value")
OF_LIST = question(LIST, NAMED, (ask("mass", LIST, "name1", "name2", "name3"),), mass="ask", sorted="operation")
SORTED = question(
    LIST, NAMED, (ask("mass", LIST, "name1", "name2", "name3", then=(SORT,)),), mass="ask", sorted="operation"
)


def groups(*names: str) -> list[tuple[Entity, ...]]:
    return [(Entity(handle="other1", type="Name", value=name, text=name, start=0, end=9),) for name in names]


def test_a_value_takes_the_place_of_another_and_everything_behind_it_moves() -> None:
    new = asked_of(OF_ONE, groups("thymol-oxide"))
    assert new.text == "The mass of thymol-oxide at 5 K?"
    assert texts(new) == ["thymol-oxide"]
    (quantity,) = new.quantities
    assert new.text[quantity.start : quantity.end] == "5 K"
    assert new.request is not None
    (one,) = new.request.asks
    assert (new.text[one.start : one.end], one.of) == ("mass", ("other1",))
    shown = [(new.text[reading.start : reading.end], reading.role) for reading in new.request.readings]
    assert shown[2:6] == [("of", "frame"), ("thymol-oxide", "entity"), ("at", "frame"), ("5", "frame")]


def test_a_list_is_replaced_as_a_whole() -> None:
    assert asked_of(OF_LIST, groups("X", "Y")).text == "mass of X and Y sorted"
    three = asked_of(SORTED, groups("X", "Y", "Z"))
    assert three.text == "mass of X, Y and Z sorted"
    assert texts(three) == ["X", "Y", "Z"]
    assert three.request is not None
    assert three.request.asks[0].of == ("other1", "other2", "other3")
    four = asked_of(SORTED, groups("V", "W", "X", "Y"))
    assert four.text == "mass of V, W, X and Y sorted"
    assert four.request is not None
    assert four.request.asks[0].then == (SORT,)


def test_what_compares_several_is_not_asked_of_one() -> None:
    with pytest.raises(PlanError, match="compares 3 things"):
        asked_of(SORTED, groups("X"))
    assert asked_of(OF_LIST, groups("X")).text == "mass of X sorted"


def test_each_ask_of_its_own_value_is_asked_of_the_one_new_value() -> None:
    text = "mass of A1 besides charge of B2"
    asks = (ask("mass", text, "name1"), ask("charge", text, "name2", handle="ask2"))
    both = question(text, (value("A1", text), value("B2", text, "name2")), asks, mass="ask", charge="ask")
    new = asked_of(both, groups("Xyz"))
    assert new.text == "mass of Xyz besides charge of Xyz"
    assert new.request is not None
    assert [one.of for one in new.request.asks] == [("other1",), ("other2",)]
    with pytest.raises(PlanError, match="not clear which of A1 and B2"):
        asked_of(both, groups("X", "Y"))


def test_a_value_that_stands_beside_the_subject_is_never_replaced_by_guess() -> None:
    text = "mass of A1 in B2"
    entities = (value("A1", text), value("B2", text, "name2"))
    beside = ask("mass", text, "name1").model_copy(update={"beside": ("name2",)})
    with pytest.raises(PlanError, match="not clear which"):
        asked_of(question(text, entities, (beside,)), groups("X"))
    # One that no ask is of stays where it is.
    kept = asked_of(question(text, entities, (ask("mass", text, "name1"),)), groups("X"))
    assert kept.text == "mass of X in B2"
    assert texts(kept) == ["X", "B2"]


def test_asks_of_asks_keep_their_order() -> None:
    text = "mass of the scaffold of A1"
    inner = ask("scaffold", text, "name1", handle="ask2")
    new = asked_of(question(text, (value("A1", text),), (ask("mass", text, "ask2"), inner)), groups("X"))
    assert new.request is not None
    assert [(one.handle, one.of) for one in new.request.asks] == [("ask1", ("ask2",)), ("ask2", ("other1",))]


def test_two_readings_of_one_place_are_replaced_together() -> None:
    text = "mass of iron"
    both = (value("iron", text), value("iron", text, "element1", "Element"))
    new = asked_of(question(text, both, (ask("mass", text, "name1", "element1"),)), groups("X"))
    assert [entity.handle for entity in new.entities] == ["other1"]
    assert new.request is not None
    assert new.request.asks[0].of == ("other1",)


def test_a_question_that_asked_nothing_cannot_be_asked_again() -> None:
    with pytest.raises(PlanError, match="asks nothing"):
        asked_of(question("well", (value("well", "well"),)), groups("X"))


def test_values_of_before_stand_behind_the_end_each_at_its_own_place() -> None:
    query = carried(OF_ONE, [NAMED[:1], NAMED[1:2]])
    assert [entity.handle for entity in query.entities] == ["name1", "name2", "name3"]
    assert texts(query) == ["camphor", "", ""]
    assert len(groups_of(query)) == 3
    assert query.request is None, "it is to be read again"
    again = asked_of(carried(OF_ONE, []).model_copy(update={"request": OF_ONE.request}), groups("X"))
    assert again.text == "The mass of X at 5 K?"


def test_a_carried_value_is_replaced_without_touching_the_text() -> None:
    text = "and its mass?"
    query = carried(question(text), [NAMED[:1]])
    read = query.model_copy(update={"request": Request(asks=(ask("mass", text, "name1"),))})
    new = asked_of(read, groups("X", "Y"))
    assert new.text == text
    assert [entity.text for entity in new.entities] == ["X", "Y"]
    assert len(groups_of(new)) == 2
    assert new.request is not None
    assert new.request.asks[0].of == ("other1", "other2")


def test_a_question_goes_on_with_the_words_of_the_next() -> None:
    more = Query(
        text="below 7 K",
        quantities=(Quantity(handle="quantity1", value=7, unit="K", text="7 K", start=6, end=9),),
    )
    whole = continued(carried(OF_ONE, [NAMED[:1]]), more)
    assert whole.text == "The mass of camphor at 5 K, below 7 K"
    assert [whole.text[one.start : one.end] for one in whole.quantities] == ["5 K", "7 K"]
    assert [one.handle for one in whole.quantities] == ["quantity1", "quantity2"]
    assert texts(whole) == ["camphor", ""]


def test_words_that_point_are_replaced_by_the_value() -> None:
    text = "the mass of the second one in 5 K"
    query = Query(
        text=text, quantities=(Quantity(handle="quantity1", value=5, unit="K", text="5 K", start=30, end=33),)
    )
    new = with_value(query, 12, 26, NAMED[0:1])
    assert new.text == "the mass of A1 in 5 K"
    assert texts(new) == ["A1"]
    assert [new.text[one.start : one.end] for one in new.quantities] == ["5 K"]


def test_one_of_a_list_is_asked_without_the_order() -> None:
    new = picked(SORTED, NAMED[1:2])
    assert new.text == "B2: mass"
    assert texts(new) == ["B2"]
    assert new.request is not None
    (one,) = new.request.asks
    assert (new.text[one.start : one.end], one.of, one.then) == ("mass", ("name1",), ())
    assert [reading.role for reading in new.request.readings] == ["entity", "ask"]


def test_a_setting_that_only_the_words_give_is_not_lost_in_silence() -> None:
    with pytest.raises(PlanError, match="that is camphor; say what"):
        picked(OF_ONE, OF_ONE.entities)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the second one", 1),
        ("the mass of the third compound", 2),
        ("Second of these?", 1),
        ("and the last?", -1),
        ("the first", 0),
        ("highest first", None),
        ("the second ionisation", None),
        ("firstly", None),
    ],
)
def test_an_ordinal_number_points_to_a_place(text: str, place: int | None) -> None:
    assert find_pointing(question(text)).place == place


def test_words_of_an_ask_do_not_point() -> None:
    assert find_pointing(question("the second one", second="ask")).place is None
    assert find_pointing(question("their mass")).several
    assert not find_pointing(question("their mass", their="ask")).several


def test_pronouns_are_told_from_words_in_front_of_a_noun() -> None:
    pointing = find_pointing(question("Is it of these?"))
    assert (pointing.one, pointing.several, pointing.pronoun, pointing.word) == (True, True, (3, 5), "it")
    assert find_pointing(question("this one")).pronoun is None


def test_the_same_is_all_that_may_be_unread() -> None:
    assert says_the_same(question("the same for X", same="unread"))
    assert not says_the_same(question("the same route for X", same="unread", route="unread"))
