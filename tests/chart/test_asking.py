"""Questions back about rows: what is offered is read whole, and a reply is answered as the question that it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.conversation import Conversation
from scitoolagent.errors import NoPathError
from scitoolagent.records import Answer, Question

# Mean moduli: Al6061 68.85, Ti64 113.85 GPa; median strength of T6 310 MPa; by hand.
ROWS = """bar_no,alloy,heat_treat,modulus_GPa,uts_MPa
1,Al6061,T6,68.9,310
2,Al6061,O,68.8,125
3,Ti64,aged,113.8,1170
4,Ti64,annealed,113.9,950
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("asking")
    (folder / "pulled.csv").write_text(ROWS, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with Agent(Config(data_dir=Path(folder) / "data")) as made:
            yield made


def asked_back(agent: Agent, text: str) -> Question | None:
    with pytest.raises(NoPathError) as caught:
        agent.run(text)
    return caught.value.question


def test_a_word_that_nobody_knows_is_asked_back_with_what_it_may_stand_for(agent: Agent) -> None:
    question = asked_back(agent, "What is the average stiffness for each alloy in pulled.csv?")
    assert question is not None
    assert question.text == "'stiffness' was not understood. Which of these is meant?"
    assert question.choices[0].label == "What is the average modulus_GPa for each alloy in pulled.csv?"
    assert question.choices[0].gives == "mean of modulus_GPa for each alloy in pulled.csv"
    # An average of texts has no meaning, so it is not offered.
    assert not any("heat_treat" in choice.label or "average alloy" in choice.label for choice in question.choices)


@pytest.mark.parametrize("degree", ["is more gloopy", "is the least gloopy"])
def test_a_degree_of_an_unknown_word_is_asked_back_with_the_ends_of_columns(agent: Agent, degree: str) -> None:
    question = asked_back(agent, f"Which bar_no in pulled.csv {degree}?")
    assert question is not None
    assert question.text.startswith(f"'{degree.removeprefix('is ').removeprefix('the ')}' was not understood")
    assert [choice.gives for choice in question.choices] == [
        f"the row with the {end} {name}, showing bar_no in pulled.csv"
        for name in ("modulus_GPa", "uts_MPa")
        for end in ("highest", "lowest")
    ]


def test_each_choice_is_a_question_that_is_answered_whole(agent: Agent) -> None:
    question = asked_back(agent, "What is the average stiffness for each alloy in pulled.csv?")
    assert question is not None
    for choice in question.choices:
        assert agent.run(choice.label).status == "complete"


def test_a_reply_by_number_is_answered_as_the_question_it_stands_for(agent: Agent) -> None:
    chat = Conversation(agent)
    with pytest.raises(NoPathError):
        list(chat.stream("What is the median gloopiness of the T6 rows in pulled.csv?"))
    answer = [record for record in chat.stream("1") if isinstance(record, Answer)][-1]
    assert answer.status == "complete"
    assert [value.value for value in answer.values] in ([68.9], [310], [310.0])


def test_another_question_takes_the_place_of_the_one_asked_back(agent: Agent) -> None:
    chat = Conversation(agent)
    with pytest.raises(NoPathError):
        list(chat.stream("What is the average stiffness for each alloy in pulled.csv?"))
    answer = [record for record in chat.stream("How many rows are in pulled.csv?") if isinstance(record, Answer)][-1]
    assert [value.value for value in answer.values] == [4]
    with pytest.raises(Exception, match=r".+"):  # the number is a reply to nothing now
        list(chat.stream("2"))


def test_a_superlative_of_nothing_is_asked_back_with_the_ends_of_measured_columns(agent: Agent) -> None:
    question = asked_back(agent, "Which alloy in pulled.csv is strongest?")
    assert question is not None
    ends = [choice.gives for choice in question.choices]
    assert "the row with the highest uts_MPa, showing alloy in pulled.csv" in ends
    assert not any("bar_no" in gives for gives in ends)  # which numbers the rows and measures nothing


@pytest.mark.parametrize(
    "text",
    [
        "How do flurbs, gronks and blims of zots compare in pulled.csv?",  # more than two unknown words
        "Is it nice in pulled.csv?",  # nothing that could be computed
    ],
)
def test_where_no_meaning_could_be_read_nothing_is_offered(agent: Agent, text: str) -> None:
    assert asked_back(agent, text) is None


def test_the_refusal_says_first_what_was_not_understood(agent: Agent) -> None:
    with pytest.raises(NoPathError, match=r"^no safe plan: 'stiffness' was not understood; .*; this can be asked: "):
        agent.run("What is the average stiffness for each alloy in pulled.csv?")
