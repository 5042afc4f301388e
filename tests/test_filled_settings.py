"""Settings that a model reads out of a question: told, held against the question, and none of its numbers dropped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Answer

# No rule reads yields that are parted like this.
YIELDS = "overall yield of 91; 67; 88; 43 %"


class Asker:
    """One agent whose model says what a test gives it."""

    def __init__(self, folder: Path) -> None:
        self._texts: list[str] = []
        planner, executor = ScriptedModel([]), ScriptedModel(iter(self._next, ""))
        config = load_config().model_copy(update={"data_dir": folder, "cache": False, "workers": 1})
        self.agent = Agent(config, folder, models={"planner": planner, "executor": executor})

    def _next(self) -> str:
        return self._texts.pop(0)

    def ask(self, question: str, *replies: dict[str, Any]) -> Answer:
        self._texts[:] = [json.dumps(one) for one in replies]
        return self.agent.run(question)


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    made = Asker(tmp_path_factory.mktemp("work"))
    with made.agent:
        yield made


def test_what_a_model_reads_is_told(asker: Asker) -> None:
    answer = asker.ask(YIELDS, {"yields": "91 67 88 43"})
    assert answer.status == "complete"
    assert answer.values[0].value == pytest.approx(100 * 0.91 * 0.67 * 0.88 * 0.43)
    assert "yields of several steps: 91 67 88 43, as scripted read it [step 1]" in answer.readings


def test_a_number_that_is_left_out_is_told(asker: Asker) -> None:
    answer = asker.ask(YIELDS, {"yields": "91 67 88"})
    assert (answer.status, answer.unread) == ("partial", ("43 %",))


@pytest.mark.parametrize("yields", ["80 75 90", "91 67 88 43 43", "91 67 88 4.3"])
def test_a_number_of_the_models_own_is_a_guess(asker: Asker, yields: str) -> None:
    answer = asker.ask(YIELDS, {"yields": yields})
    assert answer.status == "partial"
    assert f"the question does not say it; {yields} is a guess of scripted [step 1]" in " ".join(answer.unmet)


@pytest.mark.parametrize(("question", "name", "text"), [
    # A part of a number, a compound that nobody named, and one time for two inputs.
    ("molarity of 5 g of sodium chloride in 250 mL, at 3 bar?", "part", "Cl- in CaCl2"),
    ("drug left in the body of a dose of 5 mg after 3 h?", "half_life", "3 h"),
])  # fmt: skip
def test_what_the_question_does_not_say_is_never_complete(asker: Asker, question: str, name: str, text: str) -> None:
    answer = asker.ask(question, {name: text})
    assert answer.status == "partial"
    assert f"the question does not say it; {text} is a guess of scripted" in " ".join(answer.unmet)
