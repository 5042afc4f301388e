"""A question may refer to the ones before it: the same of something else, the last molecule, a result."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
from scitoolagent.errors import PlanError
from scitoolagent.records import Answer, AnswerValue


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with Agent() as made:
        yield made


def last(conversation: Conversation, text: str) -> Answer:
    answer = list(conversation.stream(text))[-1]
    assert isinstance(answer, Answer)
    return answer


def test_a_structure_that_was_made_is_another_thing(agent: Agent) -> None:
    conversation = Conversation(agent)
    made = {"label": "SMILES", "subject": "camphor", "type": "Smiles", "value": "CCO", "unit": None, "step": 1}
    value = AnswerValue.model_validate({**made, "tool": "random_molecule", "source": "a test"})
    query = agent.planner.recognise("TPSA of camphor")
    conversation.note(query, Answer(status="complete", text="", values=(value,)))
    with pytest.raises(PlanError, match="about camphor, or about the SMILES of camphor"):
        last(conversation, "and its TPSA?")
