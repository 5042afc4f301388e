"""The sentence that an answer begins with: from results alone, and only where one sentence holds them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.summarizer import holds_all

# Means: Pd 71.25, Ni 44.6, Cu 26.7 %; by hand.
ROWS = """catalyst,temp_C,yield_pct
Pd,80,73.1
Pd,80,69.4
Ni,80,41.0
Ni,100,48.2
Cu,80,22.9
Cu,100,30.5
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("conclusion")
    (folder / "runs.csv").write_text(ROWS, encoding="utf-8")
    (folder / "ties.csv").write_text(ROWS.replace("73.1", "60").replace("69.4", "29.2"), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with Agent(Config(data_dir=Path(folder) / "data")) as made:
            yield made


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            "Which catalyst has the highest mean yield in runs.csv?",
            "Pd has the highest mean yield_pct: 71.25% (2 rows) [step 2].",
        ),
        (
            "What is the mean yield for each catalyst in runs.csv?",
            "Of 3 groups, Pd has the highest mean yield_pct, 71.25%, and Cu the lowest, 26.7% [step 2].",
        ),
        ("How many rows of runs.csv have a yield above 40?", "runs.csv has 4 rows with yield_pct > 40 [step 3]."),
        ("How many rows are in runs.csv?", "runs.csv has 6 rows [step 2]."),
        # Three N and O of caffeine's ring and two carbonyls: 61.82 Å², Ertl et al. 2000, table 3.
        ("What is the TPSA of caffeine?", "The topological polar surface area of caffeine is 61.82 Å² [step 2]."),
        ("Which has the higher TPSA, caffeine or menthol?", "caffeine has the highest topological polar surface area:"),
    ],
)
def test_the_answer_begins_with_what_was_found(agent: Agent, question: str, sentence: str) -> None:
    assert agent.run(question).conclusion.startswith(sentence)


def test_the_text_says_everything_once(agent: Agent) -> None:
    assert agent.run("What is the TPSA of caffeine?").text.count("61.82") == 1
    answer = agent.run("What is the mean yield for each catalyst in runs.csv?")
    assert answer.text.startswith(answer.conclusion)
    assert "- Pd: rows 2, mean yield_pct 71.25%" in answer.text
    assert not holds_all(answer.conclusion, answer.values)  # the rows of each group stand in the table alone


def test_a_share_is_one_of_the_rows(agent: Agent) -> None:
    answer = agent.run("What share of the rows of runs.csv have a yield above 40?")
    assert answer.conclusion.startswith("Of the rows of runs.csv, 66.6")


@pytest.mark.parametrize(
    "question",
    [
        "What are the TPSA and the molecular weight of caffeine?",  # two values
        "What is the mean yield for each catalyst in ties.csv?",  # two groups share the highest mean
        "What are the TPSA of caffeine and its blood plasma half-life in cats?",  # part of it has no answer
    ],
)
def test_where_no_sentence_holds_it_there_is_none(agent: Agent, question: str) -> None:
    assert agent.run(question).conclusion == ""


def test_a_test_states_its_chance_and_no_more(agent: Agent) -> None:
    answer = agent.run("What is the correlation of yield and temperature in runs.csv?")
    assert "p-value of the Pearson correlation is 0.5" in answer.conclusion
    assert answer.conclusion.endswith("neither is below 0.05 [step 2].")
