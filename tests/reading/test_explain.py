"""Every word of a question is shown once, with its reading; the asks are told in words."""

from __future__ import annotations

from scitoolagent.language.signs import printable
from scitoolagent.reading.explain import segments, summarise_asks, unread_words
from scitoolagent.records import Ask, Candidate, Entity, Operation, Quantity, Query, Reading, Request
from scitoolagent.toolkg.store import load_graph

TEXT = "Please give the TPSA of menthol and carvone above 20 Å², sorted, without the gaseous ones."


def at(words: str, role: str, *asks: str) -> Reading:
    start = TEXT.index(words)
    return Reading.model_validate({"start": start, "end": start + len(words), "role": role, "asks": asks})


def entity(handle: str, text: str) -> Entity:
    start = TEXT.index(text)
    return Entity(handle=handle, type="MoleculeName", value=text, text=text, start=start, end=start + len(text))


def question() -> Query:
    place = TEXT.index("20 Å²")
    ask = Ask(
        handle="ask1",
        text="TPSA",
        start=16,
        end=20,
        what=(Candidate(type="PolarSurfaceArea"),),
        of=("name1", "name2"),
        then=(
            Operation(tool="filter_by_value", settings={"relation": ">", "threshold": "$query.quantity1"}),
            Operation(tool="sort_by_value", settings={"order": "ascending"}),
        ),
        unit="nm2",
    )
    readings = (
        at("Please", "frame"),
        at("give", "frame"),
        at("the", "frame"),
        at("TPSA", "ask", "ask1"),
        at("of", "frame"),
        at("menthol", "entity"),
        at("and", "frame"),
        at("carvone", "entity"),
        at("above", "operation", "ask1"),
        at("20 Å²", "quantity", "ask1"),
        at("sorted", "operation", "ask1"),
        at("without", "unread", "ask1"),
        at("gaseous", "unread", "ask1"),
    )
    return Query(
        text=TEXT,
        entities=(entity("name1", "menthol"), entity("name2", "carvone")),
        quantities=(
            Quantity(handle="quantity1", value=20, unit="Å²", text="20 Å²", start=place, end=place + 5, bound="above"),
        ),
        request=Request(asks=(ask,), readings=readings),
    )


def test_the_pieces_are_the_question() -> None:
    pieces = segments(question())
    assert "".join(piece.text for piece in pieces) == TEXT
    shown = [(piece.text, piece.role) for piece in pieces if piece.role]
    assert shown[:3] == [("Please give the", "frame"), ("TPSA", "ask"), ("of", "frame")]
    assert [piece.handles for piece in pieces if piece.role == "entity"] == [("name1",), ("name2",)]
    assert [piece.handles for piece in pieces if piece.role == "quantity"] == [("quantity1",)]


def test_words_that_no_reading_names_are_not_shown_as_read() -> None:
    pieces = {piece.text.strip(): piece.role for piece in segments(question())}
    assert pieces["the"] is None, "nobody said what the words between the unread ones are"
    assert unread_words(question()) == ("without", "gaseous")
    assert unread_words(question().model_copy(update={"request": None})) == ()


def test_readings_that_overlap_or_lie_outside_lose_no_word() -> None:
    readings = (
        Reading(start=5, end=400, role="unread"),
        Reading(start=-3, end=8, role="frame"),
        Reading(start=7, end=6, role="ask"),
    )
    pieces = segments(Query(text="one two three", request=Request(readings=readings)))
    assert "".join(piece.text for piece in pieces) == "one two three"
    assert [piece.role for piece in pieces] == ["frame", "unread"]


def test_asks_are_told_with_labels_values_operations_and_unit() -> None:
    (ask,) = summarise_asks(load_graph(), question())
    assert ask.what == "topological polar surface area"
    assert ask.of == "menthol, carvone"
    assert ask.then == "filter by value (relation >, threshold 20 Å²); sort by value (order ascending)"
    assert ask.unit == "nm2"


def test_an_ask_for_something_unknown_says_so() -> None:
    query = question()
    assert query.request is not None
    unknown = query.request.asks[0].model_copy(update={"what": ()})
    (ask,) = summarise_asks(load_graph(), query.model_copy(update={"request": Request(asks=(unknown,))}))
    assert (ask.what, ask.problem) == ("TPSA", "nothing here gives this")


def test_candidates_are_named_once_and_not_without_end() -> None:
    query = question()
    assert query.request is not None
    types = ["AverageMolecularMass", "AverageMolecularMass", "ExactMass", "MolarMass", "PolarSurfaceArea", "Nothing"]
    what = (*(Candidate(type=name, tool="molecular_weight") for name in types), Candidate(tool="molecular_weight"))
    many = query.request.asks[0].model_copy(update={"what": what})
    (ask,) = summarise_asks(load_graph(), query.model_copy(update={"request": Request(asks=(many,))}))
    assert ask.what.count("molecular weight") == 1
    assert ask.what.endswith("or 1 more")


def test_an_ask_of_an_ask_and_an_ask_of_everything() -> None:
    query = question()
    assert query.request is not None
    first = query.request.asks[0].model_copy(update={"text": "scaffold", "of": ()})
    second = query.request.asks[0].model_copy(update={"handle": "ask2", "of": ("ask1",)})
    request = query.request.model_copy(update={"asks": (first, second)})
    told = summarise_asks(load_graph(), query.model_copy(update={"request": request}))
    assert [ask.of for ask in told] == ["all that is given", "ask1 (scaffold)"]


def test_control_characters_are_shown_and_not_obeyed() -> None:
    assert printable("a\x1b[2Jb\u202ec\nd") == "a␛[2Jb\ufffdc\nd"
    hostile = Query(text="TPSA \x1b[2J", request=Request(readings=(Reading(start=5, end=9, role="unread"),)))
    assert unread_words(hostile) == ("␛[2J",)


def test_a_misspelt_name_shows_what_it_was_taken_for() -> None:
    query = question()
    first = query.entities[0].model_copy(update={"read_as": "menthone"})
    pieces = segments(query.model_copy(update={"entities": (first, *query.entities[1:])}))
    assert [piece.read_as for piece in pieces if piece.role == "entity"] == ["menthone", ""]


def test_a_long_value_is_cut_and_counted() -> None:
    text = "A" * 500
    query = Query(
        text=text,
        entities=(Entity(handle="dna1", type="DnaSequence", value=text, text=text, start=0, end=500),),
        request=Request(readings=(Reading(start=0, end=500, role="entity"),)),
    )
    (piece,) = segments(query)
    assert piece.text == text
    assert piece.shown == "A" * 60 + "… (500 characters)"
