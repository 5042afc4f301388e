"""Questions that compare learners on a file of the user's own: in one turn or two, and what such a file may lack."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.records import Plan

ROWS = [f"{'C' * size}N,{'C' * size}C(=O)O,{size / 10}" for size in range(1, 25)]


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Agent:
    folder = tmp_path_factory.mktemp("learners")
    (folder / "a.csv").write_text("\n".join(["amine,acid,yield", *ROWS]) + "\n")
    (folder / "b.csv").write_text("\n".join(["amine,acid,mmol", *ROWS]) + "\n")
    return Agent(workspace=folder, models={})


def call(agent: Agent, question: str) -> tuple[str, dict[str, object]]:
    _, plan = agent.plan(question)
    assert isinstance(plan, Plan) and not plan.missing and not plan.unread, (plan.missing, plan.unread)
    step = plan.steps[-1]
    return step.tool, {name: value for name, value in step.arguments.items() if name != "table"}


FIRST = "Compare Morgan fingerprint and RDKit fingerprint of amine and acid for predicting yield in a.csv with an MLP"
BOTH = ["Morgan fingerprint", "RDKit fingerprint"]


@pytest.mark.parametrize("question", [
    f"{FIRST}, grouped by acid; then, on the best features, compare MLP, AdaBoost and random forest.",
    f"{FIRST}, grouped by acid. Then compare MLP, AdaBoost and random forest on the best of them.",
    f"{FIRST}, then with the best representation compare MLP, AdaBoost and random forest, grouped by acid.",
])  # fmt: skip
def test_a_second_comparison_on_the_best_features_is_of_the_same_question(agent: Agent, question: str) -> None:
    assert call(agent, question) == ("compare_learners_in_turn", {
        "representations": BOTH, "models": ["neural network"], "target": "yield", "molecules": ["amine", "acid"],
        "finalists": ["neural network", "AdaBoost", "random forest"], "grouped": "acid",
    })  # fmt: skip


@pytest.mark.parametrize("question", [
    "Compare Morgan fingerprint and RDKit fingerprint with an MLP for predicting the yield in a.csv.",
    "Compare Morgan fingerprint and RDKit fingerprint for predicting yield in a.csv with an MLP.",
    "Which of Morgan fingerprint and RDKit fingerprint predicts the yield in a.csv best with an MLP?",
])  # fmt: skip
def test_molecules_need_no_name(agent: Agent, question: str) -> None:
    assert call(agent, question) == (
        "compare_learners", {"representations": BOTH, "models": ["neural network"], "target": "yield"}
    )  # fmt: skip


@pytest.mark.parametrize(("question", "told"), [
    (FIRST.replace("a.csv", "b.csv"), "b.csv has no column 'yield'; it has amine, acid, mmol"),
    (f"{FIRST}, grouped by reagent.", "a.csv has no column 'reagent'; it has amine, acid, yield"),
    (f"{FIRST.replace('a.csv', 'b.csv')}; then, on the best features, compare MLP and AdaBoost.", "no column 'yield'"),
    ("Which features predict the yield in a.csv best?", "what foretells it best is no row"),
    ("Which column predicts the yield best in a.csv?", "what foretells it best is no row"),
])  # fmt: skip
def test_what_the_file_lacks_is_named(agent: Agent, question: str, told: str) -> None:
    with pytest.raises(NoPathError, match=told):
        agent.plan(question)
