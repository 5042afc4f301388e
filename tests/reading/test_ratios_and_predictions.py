"""What would be answered as something else: a ratio as groups, a prediction as a column, an order by another property."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.records import Plan

ROWS = "name,smiles,uptake (mmol/g),price (USD/kg),batch,logS\nA,CCO,3.5,90,1,-1.2\nB,CCN,1.2,20,1,-2.5\nC,CCC,4.1,60,2,-3.1\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Agent:
    folder = tmp_path_factory.mktemp("ratios")
    (folder / "a.csv").write_text(ROWS)
    return Agent(workspace=folder, models={})


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Which compound in a.csv has the highest uptake per price?", "is a ratio"),
        ("Which compound in a.csv has the lowest price per uptake?", "is a ratio"),
        ("Which name in a.csv has the highest uptake per price?", "is a ratio"),
        ("Predict logS in a.csv", "no prediction"),
        ("Please predict the logS of the compounds in a.csv", "no prediction"),
        ("TPSA of the molecules in a.csv with molecular weight below 60 g/mol, sort them by weight", "by weight"),
    ],
)
def test_what_is_not_read_is_not_answered_as_something_else(agent: Agent, question: str, why: str) -> None:
    with pytest.raises(NoPathError, match=why):
        agent.plan(question)


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("Which compound in a.csv has the highest uptake per batch?", "top_rows_of_groups"),
        ("logS of the compounds in a.csv", "read_rows"),
        ("Sort the compounds in a.csv by uptake", "sort_rows"),
    ],
)
def test_groups_columns_and_orders_are_still_read(agent: Agent, question: str, tool: str) -> None:
    _, plan = agent.plan(question)
    assert isinstance(plan, Plan)
    assert tool == plan.steps[-1].tool
