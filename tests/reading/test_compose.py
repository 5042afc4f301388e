"""What is done with the values of an ask: orders, choices, conditions, what is taken together."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.reading.reader import RuleReader

THREE = "menthol, camphor and vanillin"


def operations(reader: RuleReader, question: str) -> list[tuple[str, str, dict[str, Any]]]:
    """The words of each ask with its operations and their settings."""
    request = reader.read(question).request
    assert request is not None
    return [(ask.text, operation.tool, operation.settings) for ask in request.asks for operation in ask.then]


@pytest.mark.parametrize(
    ("question", "tool", "settings"),
    [
        # orders
        (f"Sort {THREE} by TPSA", "sort_by_value", {"order": "ascending"}),
        (f"Arrange {THREE} by decreasing TPSA", "sort_by_value", {"order": "descending"}),
        (f"{THREE} in descending order of TPSA", "sort_by_value", {"order": "descending"}),
        (f"Rank {THREE}: heaviest first", "sort_by_value", {"order": "descending"}),
        (f"Rank {THREE} from lightest to heaviest", "sort_by_value", {"order": "ascending"}),
        (f"Order {THREE} from the most to the least polar", "sort_by_value", {"order": "descending"}),
        # choices
        (f"Which of {THREE} has the highest TPSA?", "pick_extreme", {"extreme": "highest", "place": 1}),
        (f"Which of {THREE} has the third lowest TPSA?", "pick_extreme", {"extreme": "lowest", "place": 3}),
        (f"Which has the fewest rings: {THREE}?", "pick_extreme", {"extreme": "lowest", "place": 1}),
        ("Is menthol or camphor heavier?", "pick_extreme", {"extreme": "highest", "place": 1}),
        (f"What are the two most polar of {THREE}?", "top_by_value", {"count": 2, "extreme": "highest"}),
        (f"Which two of {THREE} are lightest?", "top_by_value", {"count": 2, "extreme": "lowest"}),
        (f"Top 2 of {THREE} by TPSA", "top_by_value", {"count": 2, "extreme": "highest"}),
        # two things compared
        ("Is menthol heavier than camphor?", "compare_two", {"relation": "greater"}),
        ("Does menthol have fewer rings than camphor?", "compare_two", {"relation": "less"}),
        ("How much heavier is menthol than camphor?", "signed_difference", {}),
        # what a thing does not have
        (f"Which of {THREE} has no aromatic ring?", "filter_by_verdict", {"wanted": False}),
        (f"Which of {THREE} do not contain nitrogen?", "filter_by_verdict", {"wanted": False}),
        (f"Which of {THREE} lack a hydroxyl group?", "filter_by_verdict", {"wanted": False}),
        # numbers in words, below zero, and ends of a scale by name
        (f"Which of {THREE} have two rings?", "filter_by_value", {"relation": "=", "threshold": 2.0}),
        ("Is the logP of menthol below -1.5?", "meets_threshold", {"relation": "<", "threshold": -1.5}),
        (f"What is the maximum TPSA of {THREE}?", "pick_extreme", {"extreme": "highest", "place": 1}),
        ("Melting point of tin and lead, which melts first?", "pick_extreme", {"extreme": "lowest", "place": 1}),
        ("What weighs more, menthol or camphor?", "pick_extreme", {"extreme": "highest", "place": 1}),
        ("menthol vs camphor: which has the higher logP?", "pick_extreme", {"extreme": "highest", "place": 1}),
        ("By how much do menthol and camphor differ in TPSA?", "difference_of_values", {}),
        ("the difference in TPSA between menthol and camphor", "difference_of_values", {}),
        ("the ratio of the TPSA of menthol and camphor", "ratio_of_values", {}),
        # conditions
        ("Is the TPSA of menthol above 15 Å²?", "meets_threshold", {"relation": ">", "threshold": "$query.quantity1"}),
        ("Has menthol at most three rings?", "meets_threshold", {"relation": "<=", "threshold": 3.0}),
        ("Does menthol have 2 or more rotatable bonds?", "meets_threshold", {"relation": ">=", "threshold": 2.0}),
        (
            f"Which of {THREE} weigh less than 155 g/mol?",
            "filter_by_value",
            {"relation": "<", "threshold": "$query.quantity1"},
        ),
        (
            f"Which of {THREE} weigh between 150 and 153 g/mol?",
            "filter_by_range",
            {"lower": "$query.quantity1_lower", "upper": "$query.quantity1_upper"},
        ),
        (f"Which of {THREE} have a logP from -1 to 2.5?", "filter_by_range", {"lower": -1.0, "upper": 2.5}),
        ("Is the TPSA of menthol in the range 10–30?", "lies_within", {"lower": 10.0, "upper": 30.0}),
        (f"Which of {THREE} have more than one ring?", "filter_by_value", {"relation": ">", "threshold": 1.0}),
        (f"How many of {THREE} contain an aromatic ring?", "filter_by_verdict", {"wanted": True}),
        # what is taken together
        (f"the mean TPSA of {THREE}", "mean_of_values", {}),
        (f"What TPSA do {THREE} have on average?", "mean_of_values", {}),
        (f"the total number of rings of {THREE}", "sum_of_values", {}),
        (f"the median TPSA of {THREE}", "median_of_values", {}),
        (f"the range (maximum minus minimum) of the TPSA of {THREE}", "range_of_values", {}),
        (f"the standard deviation of the TPSA over {THREE}", "standard_deviation_of_values", {}),
    ],
)
def test_operations(reader: RuleReader, question: str, tool: str, settings: dict[str, Any]) -> None:
    ((_, found, given),) = operations(reader, question)
    assert (found, given) == (tool, settings)
    request = reader.read(question).request
    assert request is not None
    assert not any(ask.problem for ask in request.asks)
    assert not [reading for reading in request.readings if reading.role == "unread"]


@pytest.mark.parametrize("question", [f"How many of {THREE} weigh over 155 g/mol?", f"Which of {THREE} are above 3?"])
def test_how_many_gives_a_number_and_which_gives_the_things(reader: RuleReader, question: str) -> None:
    request = reader.read(question.replace("are above 3", "have more than 3 rings")).request
    assert request is not None
    (operation,) = request.asks[0].then
    assert operation.outputs == (("count",) if question.startswith("How many") else ("kept",))


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("Which is heavier and more polar, menthol or camphor?", "more than one thing"),
        (f"Which of {THREE} has neither the highest nor the lowest TPSA?", "more than one thing"),
        ("Is menthol more polar than camphor and vanillin?", "what is compared with what"),
        ("Are menthol and camphor heavier than vanillin?", "what is compared with what"),
        ("Which is heavier, menthol, camphor or vanillin?", "more than two things"),
        (f"What is the difference in TPSA between {THREE}?", "between two things"),
        ("Give the average of the TPSA and the logP of menthol and camphor", "take together"),
        ("What is the average of the TPSA of menthol and the logP of camphor?", "take together"),
        (f"Sort {THREE} by TPSA in ascending and descending order", "how to sort"),
        (f"Sort {THREE} by decreasing TPSA, then give the heaviest", "how to sort"),
    ],
)
def test_what_is_not_clear_is_a_problem_of_every_ask(reader: RuleReader, question: str, problem: str) -> None:
    request = reader.read(question).request
    assert request is not None
    known = [ask for ask in request.asks if ask.what]
    assert known
    assert all(problem in ask.problem and not ask.then for ask in known)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        # of one thing such words say something that is not known
        ("Sort menthol by TPSA", "Sort"),
        ("What is the average logP of menthol?", "average"),
        ("What is the sum of the TPSA and the logP of menthol?", "sum"),
        # a condition that is turned round, or one of two
        (f"Which of {THREE} do not weigh more than 155 g/mol?", "not"),
        (f"Which of {THREE} has neither an aromatic ring nor nitrogen?", "neither"),
        ("Is the TPSA of menthol above 20 Å² and below 30 Å²?", "above"),
        # all but one
        (f"all but the heaviest of {THREE}", "but"),
        (f"everything but the heaviest of {THREE}", "but"),
    ],
)
def test_what_cannot_be_done_is_left_unread_in_the_ask(reader: RuleReader, question: str, word: str) -> None:
    query = reader.read(question)
    assert query.request is not None
    unread = [reading for reading in query.request.readings if query.text[reading.start : reading.end] == word]
    assert [reading.role for reading in unread] == ["unread"]
    asks = {ask.handle for ask in query.request.asks if ask.what}
    assert asks <= set(unread[0].asks)


def test_an_adjective_asks_once_for_what_the_sentence_names(reader: RuleReader) -> None:
    request = reader.read("Which of menthol and camphor has the higher TPSA and is thus more polar?").request
    assert request is not None
    assert [(ask.text, len(ask.then)) for ask in request.asks if ask.what] == [("TPSA", 1)]


def test_one_of_two_and_how_far_they_are_apart(reader: RuleReader) -> None:
    found = operations(reader, "Which has the lower logP, menthol or vanillin, and by how much?")
    assert [tool for _, tool, _ in found] == ["pick_extreme", "difference_of_values"]


def test_how_much_less_is_reckoned_the_other_way_round(reader: RuleReader) -> None:
    request = reader.read("How much lighter is menthol than vanillin?").request
    assert request is not None
    assert request.asks[0].of == ("moleculename2", "moleculename1")


@pytest.mark.parametrize(
    ("question", "steps", "output"),
    [
        (
            f"Which of {THREE} have a TPSA below 25 and a logP above 2?",
            [("TPSA", "filter_by_value"), ("logP", "filter_by_value"), ("logP", "things_in_both")],
            "kept",
        ),
        (
            f"How many of {THREE} have a logP between 1 and 3 and pass Lipinski's rule of five?",
            [
                ("logP", "filter_by_range"),
                ("Lipinski's rule of five", "filter_by_verdict"),
                ("Lipinski's rule of five", "things_in_both"),
            ],
            "count",
        ),
        (
            f"List those of {THREE} with more than one ring that do not pass Veber's rule",
            [
                ("one ring", "filter_by_value"),
                ("Veber's rule", "filter_by_verdict"),
                ("Veber's rule", "things_in_both"),
            ],
            "kept",
        ),
    ],
)
def test_all_conditions_have_to_be_met(
    reader: RuleReader, question: str, steps: list[tuple[str, str]], output: str
) -> None:
    found = operations(reader, question)
    assert [(text, tool) for text, tool, _ in found] == steps
    request = reader.read(question).request
    assert request is not None
    assert request.asks[-1].among == (request.asks[0].handle,)
    assert request.asks[-1].then[-1].outputs == (output,)
    denied = [settings["wanted"] for _, tool, settings in found if tool == "filter_by_verdict"]
    assert denied == ([False] if "do not pass" in question else [True] if "Lipinski" in question else [])


def test_a_condition_is_on_what_stands_at_its_number(reader: RuleReader) -> None:
    found = operations(reader, f"Which of {THREE} have a logP above 1, and what are their TPSAs?")
    assert [(text, tool) for text, tool, _ in found] == [("logP", "filter_by_value")]


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("Is menthol heavier than camphor, and what is its TPSA?", ["menthol"]),
        ("Does menthol have a higher logP than camphor, and what TPSA has it?", ["menthol"]),
        ("Is menthol heavier than camphor, and what are their TPSA values?", ["menthol", "camphor"]),
    ],
)
def test_what_follows_a_comparison_is_about_its_subject(reader: RuleReader, question: str, about: list[str]) -> None:
    query = reader.read(question)
    assert query.request is not None
    (tpsa,) = [ask for ask in query.request.asks if ask.text == "TPSA"]
    assert [query.entity(handle).text for handle in tpsa.of] == about


def test_an_operation_on_two_properties_is_done_with_both(reader: RuleReader) -> None:
    found = operations(reader, "What is the difference in logP and TPSA between menthol and camphor?")
    assert [(text, tool) for text, tool, _ in found] == [
        ("logP", "difference_of_values"),
        ("TPSA", "difference_of_values"),
    ]
