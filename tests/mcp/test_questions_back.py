"""A question back of our own model reaches the person behind the client as a form with choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import Config
from scitoolagent.llm import Message, Reply
from scitoolagent.llm.protocol import ToolCall
from scitoolagent.mcp.caller import Caller, Form, FormNeeded
from scitoolagent.mcp.service import McpService
from scitoolagent.records import Usage


class Asking:
    """A model that asks which molecule is meant, and says what it was told."""

    name = "asking"

    def complete(self, role: str, messages: Sequence[Message], **settings: Any) -> Reply:
        told = messages[-1].content
        choices = [{"label": "the acid", "gives": "60 g/mol"}, {"label": "the salt"}]
        call = ToolCall("ask", {"question": "Which form?", "choices": choices}, "1")
        if told.startswith("The person says"):
            call = ToolCall(
                "answer", {"text": "", "problem": {"kind": "missing", "text": f"no more is known ({told})"}}, "2"
            )
        return Reply("", None, Usage(model=self.name, role=role), (call,))


@pytest.fixture
def service(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("scitoolagent.agent.load_models", lambda config: {"planner": Asking()})
    cache = tmp_path_factory.getbasetemp() / "cache"
    made = McpService(Config(data_dir=tmp_path / "data", cache_dir=cache), workspace=tmp_path)
    yield made
    made.close()


ASKED = {"question": "Which of the two is meant by it?"}


def test_the_person_chooses_and_the_model_goes_on(service: McpService) -> None:
    seen: list[Form] = []

    def elicit(form: Form) -> dict[str, Any]:
        seen.append(form)
        return {"choice": "the salt"}

    found = service.call("ask", ASKED, Caller(elicit=elicit, shows_forms=True))
    assert "The person says: the salt" in found["answer"]["text"]
    assert seen[0].schema["properties"]["choice"]["enum"] == ["the acid", "the salt"]
    assert "the acid: 60 g/mol" in seen[0].message
    with pytest.raises(FormNeeded) as needed:
        service.call("ask", ASKED, Caller(shows_forms=True))
    again = Caller(shows_forms=True, state=needed.value.state, filled={"choice": "the acid"})
    assert "The person says: the acid" in service.call("ask", ASKED, again)["answer"]["text"]


@pytest.mark.parametrize("filled", [None, {}, {"choice": "something else"}])
def test_without_a_choice_the_question_is_the_answer(service: McpService, filled: dict[str, Any] | None) -> None:
    found = service.call("ask", ASKED, Caller(elicit=lambda form: filled, shows_forms=True))
    assert found["answer"]["question"]["text"] == "Which form?"
    assert found["answer"]["status"] == "partial"
    assert service.call("ask", ASKED)["answer"]["question"]["choices"][1]["label"] == "the salt"
