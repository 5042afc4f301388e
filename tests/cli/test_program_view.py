"""A run by programs of a model in the terminal: its code, what came of it, the answer, and a question back."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from rich.console import Console

from scitoolagent.agent import Agent
from scitoolagent.cli.program_view import ask_back
from scitoolagent.cli.render import RunView
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Answer, Choice, Plan, Question, Step

SAME = '{"verdict": "same", "why": "it is what is asked"}'
ASKED = "If somebody were curious, how polar might CCO and OCC(O)CO look on their surface?"
WRONG = "polar_surface_area(20)"
RIGHT = """rows = [{"name": n, "tpsa": polar_surface_area(s)} for n, s in [("ethanol", smiles1), ("glycerol", smiles2)]]
{"rows": rows, "best": max(rows, key=lambda row: row["tpsa"])["name"]}"""
WORDS = {
    "text": "{best} is the more polar one.",
    "labels": {"best": "more polar"},
    "design": "two molecules, each once",
}
BACK = Question(text="Which one?", choices=(Choice(label="the first", gives="CCO"), Choice(label="the second")))


def call(name: str, **arguments: Any) -> str:
    return json.dumps({"tool_calls": [{"name": name, "arguments": arguments}]})


def seen(*replies: str) -> tuple[list[Any], str]:
    """The records of a run with these replies of a model, and what a terminal shows of them."""
    shown = io.StringIO()
    model = ScriptedModel(replies)
    with RunView(Console(file=shown, width=120)) as view, Agent(models={"planner": model}) as agent:
        records = list(agent.stream(ASKED))
        for record in records:
            view.show(record)
    return records, shown.getvalue()


def test_programs_their_steps_and_the_answer_are_shown_in_their_order() -> None:
    _, text = seen(call("program", code=WRONG), call("program", code=RIGHT, answer=WORDS), SAME)
    order = [
        "Program of scripted",
        WRONG,
        "did not run: line 1",
        "rows = [{",
        "✓ ran",
        "Answer (complete)",
        "glycerol is the more polar one.",
        # Three OH at 20.23 Å² each (Ertl 2000, table 3).
        "60.69",
        "design: two molecules, each once",
        "Steps of the program",
        "the program",
    ]
    place = 0
    for words in order:
        assert words in text[place:], words
        place = text.index(words, place)
    assert text.count("rows = [{") == 1, "the step of the program shows its code again"


def test_values_of_several_things_are_one_table_with_their_steps() -> None:
    _, text = seen(call("program", code=RIGHT, answer=WORDS), SAME)
    rows = [
        line.split() for line in text.splitlines() if (line.startswith("│") and "ethanol" in line) or "20.23" in line
    ]
    assert ["│", "ethanol", "20.23", "1", "│"] in rows
    assert "steps 1, 2, polar_surface_area: Ertl" in text


def test_an_assumption_is_told() -> None:
    code = '{"mass": molecular_weight(smiles1) * assume(2.5, "a guess"), "other": polar_surface_area(smiles2)}'
    _, text = seen(call("program", code=code, answer={"text": "It is {mass}."}), SAME)
    assert "assumed by the model: 2.5 (a guess)" in text


def test_a_question_back_is_shown_with_numbered_choices() -> None:
    records, text = seen(call("ask", question=BACK.text, choices=[one.model_dump() for one in BACK.choices]))
    answer = records[-1]
    assert isinstance(answer, Answer) and answer.question == BACK
    assert "Question back" in text and "1  the first  CCO" in text and "2  the second" in text


@pytest.mark.parametrize(
    ("typed", "reply"), [("1", "the first"), ("2.", "the second"), ("3", "3"), (" both ", "both"), ("", None)]
)
def test_a_reply_is_a_number_or_words(monkeypatch: pytest.MonkeyPatch, typed: str, reply: str | None) -> None:
    console = Console(file=io.StringIO(), width=80)
    monkeypatch.setattr(console, "input", lambda prompt: typed)
    assert ask_back(console, BACK) == reply


def test_nobody_there_is_no_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(prompt: object) -> str:
        raise EOFError

    console = Console(file=io.StringIO(), width=80)
    monkeypatch.setattr(console, "input", ended)
    assert ask_back(console, BACK) is None


def test_the_reply_goes_on_in_the_same_run() -> None:
    replies = [
        call("ask", question=BACK.text, choices=[one.model_dump() for one in BACK.choices]),
        call("program", code='{"tpsa": polar_surface_area(smiles1), "b": polar_surface_area(smiles2)}', answer=WORDS),
        call("answer", text="It is {tpsa}."),
        SAME,
    ]
    model = ScriptedModel(replies)
    asked: list[Question] = []

    def person(question: Question) -> str:
        asked.append(question)
        return "the first, at 310 K"

    with Agent(models={"planner": model}, question=person) as agent:
        answer = agent.run(ASKED)
    assert asked == [BACK]
    assert answer.question is None and answer.values
    assert answer.notes[-1] == "Asked back: Which one? – the first, at 310 K"
    told = [message.content for message in model.asked[1][1]]
    assert told[-1] == "The person says: the first, at 310 K"
    (account,) = [messages[-1].content for role, messages in model.asked if role == "second_reader"]
    assert "the first, at 310 K" in account


def test_a_long_run_shows_its_first_steps_and_the_program() -> None:
    shown = io.StringIO()
    steps = [Step(id=number, tool="ring_count", arguments={"smiles": "C"}) for number in range(1, 100)]
    program = Step(id=100, tool="program", arguments={"code": "x", "steps": ["step 99"]})
    with RunView(Console(file=shown, width=120)) as view:
        view.show(Plan(steps=(*steps, program), goals=()))
        view.show(Answer(status="failed", text="x"))
    text = shown.getvalue()
    assert "the program" in text and "60 more steps are not shown" in text and " 39 " in text
    assert " 50 " not in text


def test_a_trace_is_shown_as_the_run_was() -> None:
    records, live = seen(call("program", code=WRONG), call("program", code=RIGHT, answer=WORDS), SAME)
    done = subprocess.run(
        [sys.executable, "-m", "scitoolagent.cli", "show", records[-1].run], capture_output=True, text=True, check=True
    )
    for words in ("did not run", "✓ ran", "the program", "glycerol is the more polar one.", "design: two molecules"):
        assert words in done.stdout and words in live
